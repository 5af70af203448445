import { useClient } from '../../client/react.tsx';
import { useLanguage, useShell, useTexts, type RemovalQuestion } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { Button } from '../../ui/parts.tsx';
import { removalTexts } from './removal-texts.ts';
import { destroySeries } from './series-acts.ts';
import './task.css';

/** Asks what of tasks that repeat is thrown away, once for all of them. */
export function RemovalDialog({ rows, others, onThese, onGone, onClose }: RemovalQuestion) {
  const t = useTexts(removalTexts);
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  const choose = (remove: () => void): void => {
    onClose();
    remove();
  };
  const destroy = (saveType: 'thisAndFollowing' | 'all') => (): void =>
    choose(() => {
      destroySeries({ client, notices, language }, rows, saveType, others);
      onGone();
    });
  const count = rows.length;
  return (
    <Dialog title={t.title(count)} closeLabel={t.close} onClose={onClose}>
      <p>{count === 1 ? t.hint(rows[0]?.information ?? '') : t.hintMany(count)}</p>
      {others.length === 0 ? null : <p className="quiet">{t.others(others.length)}</p>}
      <div className="task-removal">
        <Button autoFocus onClick={() => choose(onThese)}>
          {t.one(count)}
        </Button>
        <Button onClick={destroy('thisAndFollowing')}>{t.following(count)}</Button>
        <Button kind="danger" onClick={destroy('all')}>
          {t.all(count)}
        </Button>
      </div>
      <p className="quiet">{t.trashHint}</p>
    </Dialog>
  );
}
