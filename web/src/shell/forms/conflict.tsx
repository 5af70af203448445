import { Button, Callout } from '../../ui/parts.tsx';
import type { Form } from './use-form.ts';

/** Says that somebody was quicker, with the choice between theirs and one's own; nothing where nobody was. */
export function Conflict<D, N>({
  t,
  form: { theirs, takeTheirs, keepMine },
  draftOf,
  onKept,
}: {
  t: { readonly conflict: string; readonly takeTheirs: string; readonly keepMine: string };
  form: Pick<Form<D, N>, 'theirs' | 'takeTheirs' | 'keepMine'>;
  /** What is edited of the copy that the other has saved. */
  draftOf: (theirs: N) => D;
  /** One's own was saved over theirs. */
  onKept?: () => void;
}) {
  if (theirs === undefined) return null;
  const keep = async (): Promise<void> => {
    if (await keepMine()) onKept?.();
  };
  return (
    <Callout tone="fault" icon="warning">
      <div className="form-conflict">
        <p>{t.conflict}</p>
        <div className="form-buttons">
          <Button onClick={() => takeTheirs(draftOf(theirs))}>{t.takeTheirs}</Button>
          <Button onClick={() => void keep()}>{t.keepMine}</Button>
        </div>
      </div>
    </Callout>
  );
}
