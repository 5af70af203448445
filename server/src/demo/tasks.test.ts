import type { ListEntry } from '@kontor/contract/activity';
import type { TaskDetail } from '@kontor/contract/task';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { fillTasks } from './fill-tasks.ts';
import { TASKS } from './tasks.ts';

let server: TestServer;
let instance: Instance;
beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('demo');
  for (const name of ['anna', 'ben', 'chris']) await server.person(instance, name);
});
afterAll(() => server?.close());

test('the demo has tasks and notes, made once, that say what tasks can say, behind the mails of the last days', async () => {
  const change = createChange(server.platform, () => {});
  const now = new Date();
  await fillTasks(change, instance, now);
  await fillTasks(change, instance, now);
  const [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  const all = await anna.query<ListEntry[]>('task.items', { view: 'all' });
  const parts = TASKS.flatMap((task) => task.parts ?? []);
  const names = (entries: readonly ListEntry[]) => new Set(entries.map(({ information }) => information));
  const seen = TASKS.filter(
    ({ layout, by, responsible, owner }) => layout === 'task' && [by, responsible, owner].includes('anna'),
  );
  expect(names(all)).toEqual(new Set([...seen, ...parts].map(({ title }) => title)));
  expect(Math.max(...all.map(({ timestamp }) => timestamp))).toBeLessThan(now.getTime() / 1000 - 10 * 86_400);
  const details = async (title: string, by = anna) => {
    const entries = await by.query<ListEntry[]>('task.items', { view: 'all' });
    const { aggregateId } = entries.find(({ information }) => information === title) ?? {};
    return by.query<TaskDetail>('task.details', { aggregateId });
  };
  expect(await details('Messe Hamburg: Stand vorbereiten')).toMatchObject({
    subtasks: [{ status: 3 }, { status: 2 }, { status: 2 }],
    entry: { extras: { subtasks: 3, subtasksDone: 1 } },
  });
  expect(await details('Sicherung der Zeichnungen prüfen', ben)).toMatchObject({
    repetitionConfig: { type: 'weekly' },
    occurrence: { number: 1, of: null },
    entry: { extras: { checks: 2, checked: 0, repeats: true } },
  });
  expect(names(await ben.query<ListEntry[]>('note.items', { view: 'open' }))).toEqual(
    new Set(['Einstellwerte Spindelhubgetriebe SH 25']),
  );
});
