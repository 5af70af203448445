import type { OnlineUser } from '@kontor/contract/presence';
import { useTexts } from '../../../shell/index.ts';
import { openPicker } from '../picker/opening.ts';
import { shapeOf } from '../rules.ts';
import { usePresence } from '../store/use-presence.ts';
import { texts } from '../texts.ts';
import { PersonRow } from './person-row.tsx';
import { useLine } from './use-line.ts';

/** The person themselves, above all others: pressed, it has them choose their state. */
export function OwnRow({ own }: { own: OnlineUser }) {
  const t = useTexts(texts);
  const { states, isLost } = usePresence();
  const line = useLine(states);
  return (
    <button
      type="button"
      className="own-row"
      title={t.changeOwn}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => openPicker(currentTarget.getBoundingClientRect())}
    >
      <PersonRow user={own} line={line(own, shapeOf(own, isLost))} note={t.own} />
    </button>
  );
}
