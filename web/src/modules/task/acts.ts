import { listKey, type EntryRow } from '@kontor/contract/activity';
import { taskCommands, taskQueries, type TaskDetail } from '@kontor/contract/task';
import type { Client } from '../../client/client.ts';
import { rowKey } from '../../client/core/entity-store.ts';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import type { ItemTools } from '../../shell/index.ts';
import { zoneOf } from '../../shell/zone.ts';
import { delayedDue, earlierAlarms } from './delay.ts';
import { dueOf } from './row/due.ts';
import { texts } from './texts.ts';

const watched = new WeakSet<Client>();

/** Events of this client's own commands reload nothing: what they have made of a task is asked for once they are applied. */
export function watchApplied(client: Client): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.followApplied('task.acts', ({ name, keys }) => {
    if (name.startsWith('task.')) client.ask.touch([...keys, listKey('task'), listKey('note'), listKey()]);
  });
}

export const rowsOf = (client: Client, keys: readonly string[]): readonly EntryRow[] =>
  keys.map((key) => client.store.get(key)).filter((row) => row !== undefined);
export const idOf = (client: Client, row: EntryRow): string => aggregateIdOf(row, client.user.get()?.id ?? 0);
/** Rows as they look with other extras. */
const patched = (row: EntryRow, extras: Readonly<Record<string, unknown>>) =>
  ({ patches: [[rowKey(row), { extras }]] }) as const;
const zone = (client: Client): string => zoneOf('auto', client.configuration.get()?.settings.timeZone);

const COMMANDS = { 1: taskCommands.delayOneDay, 7: taskCommands.delayOneWeek } as const;

/** Moves tasks and notes by a day or a week, with a way back. */
export function delay({ client, notices, language }: ItemTools, keys: readonly string[], days: 1 | 7): void {
  watchApplied(client);
  const before = rowsOf(client, keys);
  const t = texts[language];
  const processIds = before.map((row) => {
    const due = delayedDue(dueOf(row) ?? null, days, client.env.now(), zone(client));
    return client.enqueue(COMMANDS[days], { aggregateId: idOf(client, row) }, patched(row, { due }));
  });
  const undo = async (): Promise<void> => {
    const ids = await Promise.all(processIds);
    // What has not been sent yet is not sent at all.
    const queued = new Set(
      client.waiting.get().flatMap(({ processId, state }) => (state === 'queued' ? [processId] : [])),
    );
    await client.queue.discard(ids.filter((id) => queued.has(id)));
    const sent = before.filter((_row, index) => !queued.has(ids[index] ?? ''));
    const results = await Promise.allSettled(sent.map((row) => putBack(client, row)));
    client.ask.touch([...sent.map(rowKey), listKey('task'), listKey('note'), listKey()]);
    if (results.some(({ status }) => status === 'rejected'))
      notices.show({ text: t.retryUndo, tone: 'fault', action: { label: t.retry, run: () => void undo() } });
  };
  const text = t.delayed[days === 1 ? 'day' : 'week'](before.length);
  notices.done(() => void undo(), Promise.resolve({ text, undo: t.undo }));
}

/** What `task.process` says again of what the details say. */
function fieldsOf(detail: TaskDetail) {
  const { title, content, responsibleUserId, ownerUserId, forerunTime, repetitionConfig, tags, alarmConfig } = detail;
  const { date, notifiable, ownerDate, ownerType, alarmConfigNotifiableUsers } = alarmConfig;
  return {
    title,
    content,
    responsibleUserId,
    ownerUserId,
    forerunTime,
    repetitionConfig,
    tags,
    zone: detail.zone,
    waitsFor: detail.waitsFor.map(({ id }) => id),
    alarmConfig: {
      date,
      notifiable,
      ownerDate,
      ownerType,
      notifiableUserIds: alarmConfigNotifiableUsers.map(({ userId }) => userId),
    },
  };
}

/** Gives a task the day back that its row had. Rejects with a `Failure`. */
async function putBack(client: Client, row: EntryRow): Promise<void> {
  const aggregateId = idOf(client, row);
  const { results: detail } = await client.transport.query(taskQueries.details, { aggregateId }, { once: true });
  const due = dueOf(row) ?? null;
  const fields = fieldsOf(detail);
  const params = {
    ...fields,
    aggregateId,
    aggregateVersion: detail.aggregateVersion,
    fixedMaturityDate: due,
    alarmConfig: earlierAlarms(
      fields.alarmConfig,
      { from: detail.fixedMaturityDate, to: due },
      detail.zone,
      client.env.now(),
    ),
  };
  await client.transport.command(taskCommands.process, params, client.env.newId(), { once: true });
}

/** Puts tasks among the person's favourites, or takes them from there where all are. */
export function favor({ client, notices, language }: ItemTools, keys: readonly string[]): void {
  watchApplied(client);
  const all = rowsOf(client, keys);
  const favored = !all.every(({ extras }) => extras['favored'] === true);
  const changed = all.filter(({ extras }) => (extras['favored'] === true) !== favored);
  const set = (to: boolean): void => {
    for (const row of changed)
      void client.enqueue(
        taskCommands.favor,
        { aggregateId: idOf(client, row), favored: to },
        patched(row, { favored: to }),
      );
  };
  set(favored);
  const t = texts[language];
  const text = t[favored ? 'favored' : 'unfavored'](changed.length);
  notices.done(() => set(!favored), Promise.resolve({ text, undo: t.undo }));
}
