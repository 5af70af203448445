import { taskQueries, type TaskLine } from '@kontor/contract/task';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { LoadingLine } from '../../../ui/parts.tsx';
import { detailTexts } from './texts.ts';

/** Asks for a task that this one waits for. */
export function WaitDialog({
  known,
  onTake,
  onClose,
}: {
  /** Those that need not be chosen any more, and the task itself. */
  known: readonly number[];
  onTake: (task: TaskLine) => void;
  onClose: () => void;
}) {
  const t = useTexts(detailTexts);
  const [query, setQuery] = useState('');
  const { data, isFetching } = useAsk(taskQueries.search, { query });
  const found = (data ?? []).filter(({ id }) => !known.includes(id));
  return (
    <Dialog title={t.waitsTitle} closeLabel={t.close} onClose={onClose}>
      <div className="form">
        <TextField
          label={t.seek}
          type="search"
          autoFocus
          autoComplete="off"
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <LoadingLine shown={isFetching} />
        {data !== undefined && found.length === 0 ? <p className="quiet">{t.noneFound}</p> : null}
        <ul className="task-found">
          {found.map((task) => (
            <li key={task.id}>
              <button
                type="button"
                onClick={() => {
                  onTake(task);
                  onClose();
                }}
              >
                {task.title || t.untitled.task}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
