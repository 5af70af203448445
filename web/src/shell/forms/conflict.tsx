import { Button, Callout } from '../../ui/parts.tsx';

/** Says that somebody was quicker, with the choice between theirs and one's own. */
export function Conflict({
  t,
  onTake,
  onKeep,
}: {
  t: { readonly conflict: string; readonly takeTheirs: string; readonly keepMine: string };
  onTake: () => void;
  onKeep: () => void;
}) {
  return (
    <Callout tone="fault" icon="warning">
      <div className="form-conflict">
        <p>{t.conflict}</p>
        <div className="form-buttons">
          <Button onClick={onTake}>{t.takeTheirs}</Button>
          <Button onClick={onKeep}>{t.keepMine}</Button>
        </div>
      </div>
    </Callout>
  );
}
