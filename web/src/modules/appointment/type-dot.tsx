import './type-dot.css';
import type { CSSProperties } from 'react';

/** The colour of a type of appointment, beside its name. */
export const TypeDot = ({ colour }: { colour: string }) =>
  colour === '' ? null : (
    <span className="appointment-type-dot" style={{ '--type': colour } as CSSProperties} aria-hidden="true" />
  );
