import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, details, openTasks, save } from './testing/fixture.ts';
import { seriesMaker } from './testing/series.ts';

const WRONG = '422 TASK_REPETITION_INVALID';
const { server, ids, anna, carla, make, as, state } = await openTasks();
afterAll(() => server.close());

const begin = seriesMaker({ anna, make });
const done = (id: string) => state(anna, [id], 'ready');

describe('what was skipped or ended', () => {
  const back = { takesBack: true };

  test('is what it was, with its reminders, and the series goes on as if it had not been', async () => {
    const alarmConfig = { date: '2027-02-28T08:00:00.000Z', notifiable: true };
    const { id, all, at } = await begin({ type: 'weekly' }, { alarmConfig });
    await anna.command('task.skip', { aggregateId: id });
    await anna.command('task.skip', { aggregateId: id });
    await anna.command('task.skip', { aggregateId: id, ...back });
    expect(await all()).toEqual([[2, '2027-03-08', 2]]);
    await anna.command('task.skip', { aggregateId: id, ...back });
    expect(await details(anna, id)).toMatchObject({
      fixedMaturityDate: '2027-03-01',
      occurrence: { number: 1 },
      alarmConfig: { date: '2027-02-28T08:00:00.000Z', notifiable: true },
    });
    await done(id);
    expect(await all()).toEqual([
      [1, '2027-03-01', 3],
      [2, '2027-03-08', 1],
    ]);
    expect((await details(anna, await at(2))).alarmConfig.date).toBe('2027-03-07T08:00:00.000Z');
    expect(await codeOf(anna.tryCommand('task.skip', { aggregateId: id, ...back }))).toBe(WRONG);
  });

  test('takes away what was made after it meanwhile, and makes what is to follow it anew', async () => {
    const { id, all } = await begin({ type: 'weekly' });
    await anna.command('task.skip', { aggregateId: id });
    await done(id);
    expect((await all()).map(([number]) => number)).toEqual([2, 3]);
    await anna.command('task.skip', { aggregateId: id, ...back });
    expect(await all()).toEqual([
      [1, '2027-03-01', 3],
      [2, '2027-03-08', 1],
    ]);
  });

  test('stays where somebody has gone on with the next one', async () => {
    const { id, all, at } = await begin({ type: 'weekly' });
    await anna.command('task.skip', { aggregateId: id });
    await done(id);
    await save(anna, await at(3), { content: '<p>begonnen</p>' });
    expect(await codeOf(anna.tryCommand('task.skip', { aggregateId: id, ...back }))).toBe(WRONG);
    expect((await all()).map(([number, due]) => [number, due])).toEqual([
      [2, '2027-03-08'],
      [3, '2027-03-15'],
    ]);
  });

  test('and went to the trash by that is there again', async () => {
    const { id, all, at } = await begin({ type: 'weekly' });
    await done(id);
    await save(anna, await at(2), { content: '<p>da</p>' });
    await state(anna, [id], 'seen');
    await anna.command('task.skip', { aggregateId: id });
    await anna.command('task.skip', { aggregateId: id, ...back });
    expect((await all()).map(([number]) => number)).toEqual([1, 2]);
  });

  test.each(['thisAndFollowing', 'all'] as const)('by %s is all there again, and goes on', async (saveType) => {
    const alarmConfig = { date: '2027-02-28T08:00:00.000Z', notifiable: true };
    const repetition = { type: 'weekly', end: 'count', countEnd: 4 } as const;
    const { id, all, at } = await begin(repetition, { alarmConfig, responsibleUserId: ids.ben });
    await done(id);
    const second = await at(2);
    const before = await all();
    const stood = await details(anna, second);
    await anna.command('task.destroy', { aggregateId: second, saveType });
    expect(await all()).toHaveLength(saveType === 'all' ? 0 : 1);
    await anna.command('task.destroy', { aggregateId: second, saveType, ...back });
    expect(await all()).toEqual(before);
    const { alarmConfig: rings, repetitionConfig, occurrence } = await details(anna, second);
    expect([rings, repetitionConfig, occurrence]).toEqual([
      stood.alarmConfig,
      stood.repetitionConfig,
      stood.occurrence,
    ]);
    await done(second);
    expect((await all()).map(([number, due]) => [number, due])).toEqual([
      [1, '2027-03-01'],
      [2, '2027-03-08'],
      [3, '2027-03-15'],
    ]);
    expect(await codeOf(anna.tryCommand('task.destroy', { aggregateId: second, saveType, ...back }))).toBe(WRONG);
  });

  test('is undone by nobody who only reads it', async () => {
    const { id } = await begin({ type: 'weekly' }, { alarmConfig: { notifiableUserIds: [ids.carla] } });
    await anna.command('task.skip', { aggregateId: id });
    for (const command of ['task.skip', 'task.destroy'])
      expect(await codeOf(carla.tryCommand(command, { aggregateId: as('carla', id), ...back }))).toBe(
        '403 RIGHT_MISSING',
      );
  });

  test('and ended twice, ends where it ended first', async () => {
    const { id, at, all } = await begin({ type: 'daily' });
    await done(id);
    await done(await at(2));
    const [second, third] = [await at(2), await at(3)];
    await anna.command('task.destroy', { aggregateId: second, saveType: 'thisAndFollowing' });
    await anna.command('task.destroy', { aggregateId: third, saveType: 'thisAndFollowing' });
    await anna.command('task.destroy', { aggregateId: id, saveType: 'all' });
    await anna.command('task.destroy', { aggregateId: id, saveType: 'all', ...back });
    expect((await details(anna, id)).repetitionConfig).toMatchObject({ end: 'count', countEnd: 1 });
    expect(await all()).toHaveLength(1);
    for (const aggregateId of [third, second])
      await anna.command('task.destroy', { aggregateId, saveType: 'thisAndFollowing', ...back });
    expect((await details(anna, id)).repetitionConfig).toMatchObject({ end: 'never' });
    expect((await all()).map(([number]) => number)).toEqual([1, 2, 3]);
  });
});
