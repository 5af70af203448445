import type { RepetitionInput } from '@kontor/contract/task';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { seedRecord } from '../record/factory.ts';
import { GONE, codeOf, details, edit, numberOf, openTasks, save, see } from './testing/fixture.ts';
import { seriesMaker } from './testing/series.ts';

const { server, instance, ids, anna, ben, tryMake, make, as, state } = await openTasks();
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const begin = seriesMaker({ anna, make });
const done = (id: string) => state(anna, [id], 'ready');

describe('the next one', () => {
  test('is made when the last one is done: as its series is, and open in all of it', async () => {
    const record = await seedRecord(server.change, instance, { values: { name: 'Neumann GmbH' } });
    const { id, all, at } = await begin(
      { type: 'weekly' },
      {
        responsibleUserId: ids.ben,
        content: '<ul data-type="taskList"><li data-type="taskItem" data-checked="true">a</li></ul>',
        tags: ['Wartung'],
        forerunTime: 3600,
        alarmConfig: { date: '2027-02-28T08:00:00.000Z', notifiable: true },
        idoLinkings: [record],
      },
    );
    await anna.command('activity.dearchive', { aggregateIds: [id] });
    const part = await make(anna, { title: 'Teil', parentId: numberOf(id), fixedMaturityDate: '2027-02-27' });
    await done(part);
    await done(id);
    expect(await all()).toEqual([
      [1, '2027-03-01', 3],
      [2, '2027-03-08', 2],
    ]);
    const next = await details(ben, await at(2, ben));
    expect(next).toMatchObject({
      content: '<ul data-type="taskList"><li data-type="taskItem" data-checked="false">a</li></ul>',
      responsibleUserId: ids.ben,
      tags: ['Wartung'],
      forerunTime: 3600,
      inactive: false,
      aggregateVersion: 1,
      alarmConfig: { date: '2027-03-07T08:00:00.000Z', notifiable: true },
      repetitionConfig: { type: 'weekly' },
      links: [{ idoId: record.idoId }],
      entry: {
        status: 1,
        archived: false,
        extras: { repeats: true, checked: 0, checks: 1, subtasks: 1, subtasksDone: 0 },
      },
    });
    expect((await details(anna, await at(2))).subtasks).toMatchObject([
      { title: 'Teil', status: 1, due: '2027-03-06' },
    ]);
  });

  test('is made once where two are done with the last one at once', async () => {
    const { id, all } = await begin({ type: 'daily' }, { responsibleUserId: ids.ben });
    await Promise.all([done(id), state(ben, [as('ben', id)], 'ready'), done(id), state(ben, [as('ben', id)], 'ready')]);
    expect((await all()).map(([number]) => number)).toEqual([1, 2]);
  });

  test('goes again where the last one is not done after all, unless somebody has touched it', async () => {
    const { id, all, at } = await begin({ type: 'daily' });
    await done(id);
    const second = await at(2);
    await done(second);
    expect(await all()).toEqual([
      [1, '2027-03-01', 3],
      [2, '2027-03-02', 3],
      [3, '2027-03-03', 1],
    ]);
    await state(anna, [second], 'unseen');
    await state(anna, [id], 'seen');
    expect(await all()).toEqual([[1, '2027-03-01', 2]]);
    expect(await see(anna, second)).toBe(GONE);
    await done(id);
    expect(await all()).toEqual([
      [1, '2027-03-01', 3],
      [2, '2027-03-02', 1],
    ]);
    await save(anna, await at(2), { content: '<p>berührt</p>' });
    await state(anna, [id], 'seen');
    expect((await all()).map(([number]) => number)).toEqual([1, 2]);
    await done(id);
    expect((await all()).map(([number]) => number)).toEqual([1, 2]);
  });

  test('is there on its day, though the last one is still open, and never two ahead', async () => {
    const zone = 'UTC';
    const soon = new Date(Date.now() + 1500).toISOString();
    // Comes up two days ahead, and yet not before the one before it is due.
    const { all } = await begin({ type: 'daily' }, { zone, fixedMaturityDate: soon, forerunTime: 2 * 86_400 });
    expect(await all()).toHaveLength(1);
    const plus = (days: number) => new Date(Date.parse(soon) + days * DAY_MS).toISOString().slice(0, 19);
    await expect.poll(async () => (await all()).length).toBe(2);
    expect((await all()).map(([, due]) => String(due).slice(0, 19))).toEqual([plus(0), plus(1)]);
    const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from graphile_worker.jobs
      where task_identifier = 'task.next' and run_at > now() + interval '20 hours'`.execute(
      server.platform.database.owner,
    );
    expect(rows[0]?.jobs).toBeGreaterThan(0);
  });

  test('comes so many days after the last one was done', async () => {
    const { id, all } = await begin(
      { type: 'afterDone', cycleTime: 10 },
      { zone: 'UTC', fixedMaturityDate: '2026-01-01' },
    );
    await done(id);
    const today = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);
    expect(await all()).toEqual([
      [1, '2026-01-01', 3],
      [2, today, 1],
    ]);
  });

  test('keeps the time of the clock over the beginning of summer time', async () => {
    const { id, all } = await begin({ type: 'daily' }, { fixedMaturityDate: '2027-03-27T08:00:00.000Z' });
    await done(id);
    expect((await all())[1]?.[1]).toBe('2027-03-28T07:00:00.000Z');
  });

  test('is made where the last one is thrown away, and goes where that is restored', async () => {
    const { id, all } = await begin({ type: 'monthly' });
    await anna.command('task.destroy', { aggregateId: id, saveType: 'thisOne' });
    expect(await all()).toEqual([[2, '2027-04-01', 1]]);
    await anna.command('activity.restore', { aggregateIds: [id] });
    expect(await all()).toEqual([[1, '2027-03-01', 2]]);
  });

  test.each<[string, RepetitionInput]>([
    ['number', { type: 'daily', end: 'count', countEnd: 2 }],
    ['date', { type: 'daily', end: 'date', fixedEndDate: '2027-03-02' }],
  ])('is none behind the last by its %s', async (_, given) => {
    const { id, all, at } = await begin(given);
    await done(id);
    const last = await at(2);
    await done(last);
    expect((await all()).map(([number]) => number)).toEqual([1, 2]);
    expect(await codeOf(anna.tryCommand('task.skip', { aggregateId: last }))).toBe('422 TASK_REPETITION_INVALID');
    if (given.end === 'count') expect((await details(anna, last)).occurrence).toEqual({ number: 2, of: 2 });
  });
});

describe('an edit', () => {
  test('is of the one alone', async () => {
    const { title, id, at } = await begin({ type: 'weekly' });
    await save(anna, id, { title: `${title} anders`, fixedMaturityDate: '2027-03-03', saveType: 'thisOne' });
    await done(id);
    expect(await details(anna, await at(2))).toMatchObject({ title, fixedMaturityDate: '2027-03-08' });
  });

  test('of this and those that follow ends the series before it and begins another', async () => {
    const { title, id, all, at } = await begin({ type: 'weekly' });
    await done(id);
    const second = await at(2);
    await save(anna, second, { title: `${title} neu`, fixedMaturityDate: '2027-03-10', saveType: 'thisAndFollowing' });
    expect((await details(anna, id)).repetitionConfig).toMatchObject({ end: 'count', countEnd: 1 });
    expect((await details(anna, id)).occurrence).toEqual({ number: 1, of: 1 });
    await done(second);
    expect(await all()).toEqual([
      [1, '2027-03-01', 3],
      [1, '2027-03-10', 3],
      [2, '2027-03-17', 1],
    ]);
    expect((await details(anna, await at(2))).title).toBe(`${title} neu`);
  });

  test('of the first and only one, with those that follow, is of the series itself', async () => {
    const { title, id, all, at } = await begin({ type: 'weekly' });
    await save(anna, id, { title: `${title} neu`, fixedMaturityDate: '2027-03-02', saveType: 'thisAndFollowing' });
    await done(id);
    expect(await all()).toEqual([
      [1, '2027-03-02', 3],
      [2, '2027-03-09', 1],
    ]);
    expect((await details(anna, await at(2))).title).toBe(`${title} neu`);
  });

  test('of the repetition is of this and those that follow; those that were made and not touched go', async () => {
    const { id, all, at } = await begin({ type: 'weekly' });
    await done(id);
    await state(anna, [await at(2)], 'ready');
    const second = await at(2);
    await save(anna, second, { repetitionConfig: { type: 'daily', cycleTime: 2 } });
    expect((await all()).map(([number, due]) => [number, due])).toEqual([
      [1, '2027-03-01'],
      [1, '2027-03-08'],
    ]);
    await save(anna, second, { repetitionConfig: null });
    expect(await details(anna, second)).toMatchObject({ repetitionConfig: null, occurrence: null });
    await state(anna, [second], 'seen');
    await done(second);
    expect(await all()).toHaveLength(2);
  });

  test('until its first save is finished is what they all are to be', async () => {
    const { title, id, at } = await begin({ type: 'weekly' }, { inactive: true });
    await save(anna, id, { content: '<p>mehr</p>', isTyping: true });
    await save(anna, id, { content: '<p>mehr dazu</p>' });
    await done(id);
    expect(await details(anna, await at(2))).toMatchObject({ title, content: '<p>mehr dazu</p>' });
  });

  test('is refused where it could not repeat', async () => {
    const id = await make(anna, { fixedMaturityDate: '2027-03-01' });
    const wrong = '422 TASK_REPETITION_INVALID';
    const daily = { type: 'daily' };
    const tried = [
      { fixedMaturityDate: null, repetitionConfig: daily },
      { repetitionConfig: { ...daily, end: 'count' } },
      { repetitionConfig: { ...daily, end: 'date' } },
      { repetitionConfig: { ...daily, end: 'date', fixedEndDate: '2027-02-28' } },
    ];
    for (const one of tried) expect(await codeOf(edit(anna, id, one))).toBe(wrong);
    expect(await codeOf(tryMake(anna, { repetitionConfig: daily }))).toBe(wrong);
    expect(
      await codeOf(edit(anna, id, { repetitionConfig: { ...daily, end: 'date', fixedEndDate: '2027-03-01' } })),
    ).toBe('200');
    expect(await codeOf(edit(anna, id, { fixedMaturityDate: null }))).toBe(wrong);
  });
});

describe('skipping', () => {
  test('makes the last one the next one, with its reminders', async () => {
    const alarmConfig = { date: '2027-02-28T08:00:00.000Z', notifiable: true };
    const { id, all } = await begin({ type: 'weekly' }, { alarmConfig });
    expect(await anna.command('task.skip', { aggregateId: id })).toEqual({ aggregateVersion: 2 });
    expect(await all()).toEqual([[2, '2027-03-08', 2]]);
    expect((await details(anna, id)).alarmConfig.date).toBe('2027-03-07T08:00:00.000Z');
    await done(id);
    expect((await all()).map(([number, due]) => [number, due])).toEqual([
      [2, '2027-03-08'],
      [3, '2027-03-15'],
    ]);
  });

  test('of one that has another behind it throws it away', async () => {
    const { id, all, at } = await begin({ type: 'weekly' });
    await done(id);
    await save(anna, await at(2), { content: '<p>da</p>' });
    await state(anna, [id], 'seen');
    await anna.command('task.skip', { aggregateId: id });
    expect((await all()).map(([number]) => number)).toEqual([2]);
  });

  test('is for what repeats', async () => {
    const wrong = '422 TASK_REPETITION_INVALID';
    expect(await codeOf(anna.tryCommand('task.skip', { aggregateId: await make(anna) }))).toBe(wrong);
    expect(
      await codeOf(
        anna.tryCommand('task.skip', {
          aggregateId: JSON.stringify({ ...JSON.parse(await make(anna)), entryId: 999_999 }),
        }),
      ),
    ).toBe(GONE);
  });
});

describe('destroying', () => {
  /** Three of a series: two done, one open. */
  async function three() {
    const made = await begin({ type: 'daily' });
    await done(made.id);
    await done(await made.at(2));
    return made;
  }

  test('this and those that follow leaves those before, and makes no more', async () => {
    const { all, at } = await three();
    await anna.command('task.destroy', { aggregateId: await at(2), saveType: 'thisAndFollowing' });
    expect(await all()).toEqual([[1, '2027-03-01', 3]]);
  });

  test('all of them leaves none', async () => {
    const { all, at } = await three();
    await anna.command('task.destroy', { aggregateId: await at(3), saveType: 'all' });
    expect(await all()).toEqual([]);
  });

  test('the one alone goes on with the series', async () => {
    const { all, at } = await three();
    await anna.command('task.destroy', { aggregateId: await at(3) });
    expect((await all()).map(([number, due]) => [number, due])).toEqual([
      [1, '2027-03-01'],
      [2, '2027-03-02'],
      [4, '2027-03-04'],
    ]);
  });
});

test('many that repeat are done at once, and each has its next one', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => begin({ type: 'daily' })));
  await state(
    anna,
    made.map(({ id }) => id),
    'ready',
  );
  for (const { all } of made) expect((await all()).map(([number]) => number)).toEqual([1, 2]);
  await state(
    anna,
    made.map(({ id }) => id),
    'seen',
  );
  for (const { all } of made) expect((await all()).map(([number]) => number)).toEqual([1]);
});
