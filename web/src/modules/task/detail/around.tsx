import { taskCommands, type TaskDetail, type TaskLine } from '@kontor/contract/task';
import { activityCommands } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import { useState, type FormEvent } from 'react';
import { useClient } from '../../../client/react.tsx';
import { Link, detailHref, useLanguage, useMinute, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { overAt, sayDue } from './due-words.ts';
import type { Task } from './fields.ts';
import { detailTexts } from './texts.ts';

const DONE = 3;

/** Another task as one that has to do with it shows it: whether it is Done, what it is called, and when it is due. */
function Line({ task, onRemove }: { task: TaskLine; onRemove?: { readonly label: string; readonly run: () => void } }) {
  const t = useTexts(detailTexts);
  const language = useLanguage();
  const zone = useZone();
  const now = useMinute();
  const client = useClient();
  const { notices } = useShell();
  // What was pressed, until the task says so itself.
  const [wanted, setWanted] = useState<boolean>();
  const id = parseAggregateId(task.aggregateId);
  const isDone = wanted ?? task.status === DONE;
  const title = task.title || t.untitled.task;
  const set = async (isTo: boolean): Promise<void> => {
    setWanted(isTo);
    try {
      const state = isTo ? 'ready' : 'seen';
      await client.sendNow(activityCommands.setState, { aggregateIds: [task.aggregateId], state });
    } catch {
      setWanted(undefined);
      notices.show({ text: t.actFailed, tone: 'fault', action: { label: t.retry, run: () => void set(isTo) } });
    }
  };
  const target =
    id === undefined ? undefined : detailHref({ module: id.module, aggregateId: task.aggregateId }, 'module');
  return (
    <li className="task-line" data-done={isDone}>
      <input
        type="checkbox"
        aria-label={isDone ? t.setOpen(title) : t.setDone(title)}
        checked={isDone}
        onChange={() => void set(!isDone)}
      />
      <Link to={target ?? '/'}>{title}</Link>
      {task.due === null ? null : (
        <span className="quiet" data-over={!isDone && overAt(task.due, zone) <= now}>
          {sayDue(task.due, zone, now, language)}
        </span>
      )}
      {onRemove === undefined ? null : <IconButton icon="x" label={onRemove.label} onClick={onRemove.run} />}
    </li>
  );
}

/** What a task is made of, what it is a part of, what it waits for, and what waits for it. */
export function Around({
  details,
  fields,
  isFixed,
  onWrite,
}: {
  details: TaskDetail;
  fields: Task;
  isFixed: boolean;
  onWrite: (part: Partial<Task>) => void;
}) {
  const t = useTexts(detailTexts);
  const { parent, subtasks, waitsFor, blocks, moduleLayout } = details;
  const mayAdd = !isFixed && moduleLayout === 'task';
  const unwait = (id: number): void => onWrite({ waitsFor: fields.waitsFor.filter((one) => one !== id) });
  return (
    <>
      {parent === null ? null : <Group label={t.partOf} tasks={[parent]} />}
      {waitsFor.length === 0 ? null : (
        <section className="task-around" aria-label={t.waits}>
          <h2>
            <Icon name="hourglass" small /> {t.waits}
          </h2>
          <ul>
            {waitsFor.map((task) => (
              <Line
                key={task.id}
                task={task}
                {...(isFixed ? {} : { onRemove: { label: t.removeWait(task.title), run: () => unwait(task.id) } })}
              />
            ))}
          </ul>
        </section>
      )}
      {blocks.length === 0 ? null : <Group label={t.blocks} tasks={blocks} />}
      {subtasks.length === 0 && !mayAdd ? null : (
        <section className="task-around" aria-label={t.subtasks}>
          {subtasks.length === 0 ? null : (
            <h2>
              <Icon name="tree-structure" small /> {t.subtasks}{' '}
              <span className="quiet">
                {subtasks.filter(({ status }) => status === DONE).length}/{subtasks.length}
              </span>
            </h2>
          )}
          <ul>
            {subtasks.map((task) => (
              <Line key={task.id} task={task} />
            ))}
          </ul>
          {mayAdd ? <AddSubtask details={details} /> : null}
        </section>
      )}
    </>
  );
}

const Group = ({ label, tasks }: { label: string; tasks: readonly TaskLine[] }) => (
  <section className="task-around" aria-label={label}>
    <h2>{label}</h2>
    <ul>
      {tasks.map((task) => (
        <Line key={task.id} task={task} />
      ))}
    </ul>
  </section>
);

/** One line to write a sub-task into; Enter makes it and goes on with the next. */
function AddSubtask({ details }: { details: TaskDetail }) {
  const t = useTexts(detailTexts);
  const client = useClient();
  const { notices } = useShell();
  const [title, setTitle] = useState('');
  const [isBusy, setBusy] = useState(false);
  const add = async (wanted: string): Promise<void> => {
    setBusy(true);
    try {
      await client.sendNow(taskCommands.create, {
        moduleLayout: 'task',
        title: wanted,
        inactive: false,
        parentId: parseAggregateId(details.aggregateId)?.entryId ?? null,
      });
      setTitle((now) => (now.trim() === wanted ? '' : now));
    } catch {
      notices.show({ text: t.subtaskFailed, tone: 'fault', action: { label: t.retry, run: () => void add(wanted) } });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="task-add"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        if (title.trim() !== '' && !isBusy) void add(title.trim());
      }}
    >
      <Icon name="plus" small />
      <input
        aria-label={t.addSubtask}
        placeholder={t.addSubtask}
        maxLength={300}
        autoComplete="off"
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      {title.trim() === '' ? null : (
        <Button type="submit" kind="plain" aria-disabled={isBusy}>
          {t.take}
        </Button>
      )}
    </form>
  );
}
