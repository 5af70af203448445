import './dot.css';
import { useTexts } from '../../shell/index.ts';
import type { Shape } from './rules.ts';
import { usePresenceOf } from './store/use-presence.ts';
import { texts } from './texts.ts';

/** Whether somebody is there: by its shape first, then by its colour. `isSaid`: nothing beside it says so. */
export function Sign({ shape, isSaid = false }: { shape: Shape; isSaid?: boolean }) {
  const t = useTexts(texts);
  return (
    <span className="presence-sign" data-shape={shape} title={t.shapes[shape]}>
      {isSaid ? <span className="hidden-text">({t.shapeSaid[shape]})</span> : null}
    </span>
  );
}

/** The sign at the portrait of a colleague. */
export function Dot({ userId }: { userId: number }) {
  const known = usePresenceOf(userId);
  return known === undefined ? null : <Sign shape={known.shape} isSaid />;
}
