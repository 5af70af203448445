import type { EntryRow } from '@kontor/contract/activity';
import { useClient } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button } from '../../ui/parts.tsx';
import { destroySeries } from './acts.ts';
import { removalTexts } from './removal-texts.ts';
import './task.css';

/** Asks what of a task that repeats is thrown away. `onOne`: this one, as any other item. */
export function RemovalDialog({ row, onOne, onClose }: { row: EntryRow; onOne: () => void; onClose: () => void }) {
  const t = useTexts(removalTexts);
  const client = useClient();
  const choose = (remove: () => void): void => {
    onClose();
    remove();
  };
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={onClose}>
      <p>{t.hint(row.information)}</p>
      <div className="task-removal">
        <Button autoFocus onClick={() => choose(onOne)}>
          {t.one}
        </Button>
        <Button onClick={() => choose(() => destroySeries({ client }, row, 'thisAndFollowing'))}>{t.following}</Button>
        <Button kind="danger" onClick={() => choose(() => destroySeries({ client }, row, 'all'))}>
          {t.all}
        </Button>
      </div>
      <p className="quiet">{t.trashHint}</p>
    </Dialog>
  );
}
