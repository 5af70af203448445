import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { details, edit, numberOf, openTasks, see } from './testing/fixture.ts';
import { seriesMaker } from './testing/series.ts';

const { server, instance, ids, anna, ben, make, as, state } = await openTasks();
afterAll(() => server.close());
const begin = seriesMaker({ anna, make });
const done = (id: string) => state(anna, [id], 'ready');

test('what somebody has added to the next one is not thrown away with it', async () => {
  const { id, at } = await begin({ type: 'weekly' }, { responsibleUserId: ids.ben });
  await make(anna, { title: 'schon da', parentId: numberOf(id) });
  await done(id);
  const second = await at(2);
  // As it was made it goes, with the parts that were made with it.
  await state(anna, [id], 'seen');
  expect((await see(anna, second)).slice(0, 3)).toBe('404');
  await done(id);
  const third = await at(2);
  const part = await make(anna, { title: 'von Hand', parentId: numberOf(third) });
  await state(anna, [id], 'seen');
  expect((await details(anna, third)).subtasks.map(({ title }) => title)).toEqual(['schon da', 'von Hand']);
  expect((await details(anna, part)).title).toBe('von Hand');
});

test('what waits for the next one, or is written in just now, is a reason to leave it as well', async () => {
  const { id, at } = await begin({ type: 'weekly' }, { responsibleUserId: ids.ben });
  await done(id);
  const second = await at(2);
  const waiting = await make(anna, { title: 'danach' });
  expect((await edit(anna, waiting, { waitsFor: [numberOf(second)] })).status).toBe(200);
  await state(anna, [id], 'seen');
  expect((await details(anna, second)).occurrence).toEqual({ number: 2, of: null });
  const other = await begin({ type: 'weekly' }, { responsibleUserId: ids.ben });
  await done(other.id);
  const next = await other.at(2);
  await anna.command('task.lock', { aggregateId: next });
  await state(anna, [other.id], 'seen');
  expect((await details(anna, next)).lockConfig.locked).toBe(true);
});

test('a task counts its parts anew where one that a series made goes with it', async () => {
  const whole = await make(anna, { title: 'Halle' });
  const { id } = await begin({ type: 'weekly' }, { parentId: numberOf(whole) });
  const counted = async () => (await details(anna, whole)).entry.extras;
  await done(id);
  expect(await counted()).toMatchObject({ subtasks: 2, subtasksDone: 1 });
  expect((await edit(anna, id, { repetitionConfig: null })).status).toBe(200);
  expect(await counted()).toMatchObject({ subtasks: 1, subtasksDone: 1 });
});

test('an edit of the only one waits for the clock that makes the second, and is of this and those that follow then', async () => {
  const { id, title } = await begin({ type: 'weekly' });
  const [{ series_id: seriesId } = { series_id: 0 }] = await server.change(instance, async (ctx) => {
    const { rows } = await sql<{ series_id: number }>`select series_id from task
      where instance_id = ${instance.id} and task_id = ${numberOf(id)}`.execute(ctx.db);
    return rows;
  });
  let saving: ReturnType<typeof edit> | undefined;
  await server.change(instance, async (ctx) => {
    await sql`update task_series set made = 2, last = '2027-03-08'
      where instance_id = ${instance.id} and series_id = ${seriesId}`.execute(ctx.db);
    saving = edit(anna, id, { title: `${title} neu`, saveType: 'thisAndFollowing' });
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  expect((await saving)?.status).toBe(200);
  const { rows } = await server.change(instance, (ctx) =>
    sql<{ made: number; ended: boolean; last: string }>`select made, ended, last from task_series
      where instance_id = ${instance.id} and series_id = ${seriesId}`.execute(ctx.db),
  );
  expect(rows).toEqual([{ made: 2, ended: true, last: '2027-03-08' }]);
});

test('two who finish, skip and throw away at once leave each place of the series once', async () => {
  const { id, all } = await begin({ type: 'daily' }, { responsibleUserId: ids.ben });
  const bens = as('ben', id);
  await Promise.all([
    done(id),
    state(ben, [bens], 'ready'),
    anna.tryCommand('task.skip', { aggregateId: id }),
    ben.tryCommand('task.skip', { aggregateId: bens }),
    ben.tryCommand('task.destroy', { aggregateId: bens }),
  ]);
  const places = (await all()).map(([number]) => number);
  expect(places).toEqual([...new Set(places)]);
  const dues = (await all()).map(([, due]) => due);
  expect(dues).toEqual([...new Set(dues)]);
  expect(places.length).toBeGreaterThan(0);
});
