import type { ReactNode } from 'react';
import { PlaceContext } from '../place.ts';
import { useTop } from '../use-top.ts';

/** Stands around a detail, which is where it was scrolled to when it is shown again. */
export function DetailFrame({ place, children }: { place: string; children: ReactNode }) {
  return (
    <PlaceContext value={place}>
      <div className="screen" {...useTop(place)}>
        {children}
      </div>
    </PlaceContext>
  );
}
