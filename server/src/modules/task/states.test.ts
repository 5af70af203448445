import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, describe, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import { seedTask } from './factory.ts';
import { GONE, codeOf, details, list, numberOf, openTasks, save, see } from './testing/fixture.ts';

const { server, instance, ids, anna, ben, carla, make, as, state } = await openTasks();
afterAll(() => server.close());

/** How a task stands with Anna and with Ben. */
async function standings(id: string) {
  const [own, theirs] = [(await details(anna, id)).entry, (await details(ben, as('ben', id))).entry];
  return [own, theirs].map(({ status, archived, trashed }) => [status, archived, trashed]);
}
const shared = () => make(anna, { responsibleUserId: ids.ben });

describe('tasks and notes', () => {
  test.each(['task', 'note'])(
    'of the layout %s are Done, archived and deleted for all who see them',
    async (moduleLayout) => {
      const id = await make(anna, { moduleLayout, responsibleUserId: ids.ben });
      expect(await standings(id)).toEqual([
        [2, false, false],
        [1, false, false],
      ]);
      const stomp = await StompPeer.as(ben);
      await state(anna, [id], 'ready');
      expect(await stomp.event()).toMatchObject({
        type: 'activity.changed',
        payload: { changes: [{ entryId: numberOf(id), status: 3 }] },
      });
      stomp.close();
      expect(await standings(id)).toEqual([
        [3, false, false],
        [3, false, false],
      ]);
      await ben.command('activity.archive', { aggregateIds: [as('ben', id)] });
      await anna.command('activity.delete', { aggregateIds: [id] });
      expect(await standings(id)).toEqual([
        [3, true, true],
        [3, true, true],
      ]);
      await ben.command('activity.restore', { aggregateIds: [as('ben', id)] });
      await ben.command('activity.dearchive', { aggregateIds: [as('ben', id)] });
      expect(await standings(id)).toEqual([
        [3, false, false],
        [3, false, false],
      ]);
    },
  );

  test('are New and In process for each by themselves, and come back from Done for all', async () => {
    const id = await shared();
    await state(ben, [as('ben', id)], 'seen');
    await state(anna, [id], 'unseen');
    expect(await standings(id)).toEqual([
      [1, false, false],
      [2, false, false],
    ]);
    await state(ben, [as('ben', id)], 'ready');
    // As undo does it.
    await state(ben, [as('ben', id)], 'seen');
    expect(await standings(id)).toEqual([
      [2, false, false],
      [2, false, false],
    ]);
    await state(anna, [id], 'unseen');
    expect((await standings(id))[1]).toEqual([2, false, false]);
  });

  test('are put off by each alone', async () => {
    const id = await shared();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await ben.command('activity.snooze', { aggregateIds: [as('ben', id)], until });
    expect((await details(anna, id)).entry.snoozedUntil).toBeNull();
    expect((await details(ben, as('ben', id))).entry.snoozedUntil).not.toBeNull();
  });

  test('that are Done are so for who is named later', async () => {
    const id = await shared();
    await state(anna, [id], 'ready');
    await anna.command('activity.archive', { aggregateIds: [id] });
    await save(anna, id, { ownerUserId: ids.carla });
    expect((await details(carla, as('carla', id))).entry).toMatchObject({ status: 3, archived: true });
  });

  test('may be Done though they wait for others', async () => {
    const [first, second] = [await shared(), await shared()];
    await save(anna, second, { waitsFor: [numberOf(first)] });
    await state(anna, [second], 'ready');
    expect((await details(anna, second)).entry).toMatchObject({ status: 3, extras: { waits: true } });
  });

  test('a thousand of them are Done at once, and back', async () => {
    const aggregateIds: string[] = [];
    for (let at = 0; at < 1000; at += 1) {
      const entryId = await seedTask(server.change, instance, { userId: ids.anna, responsibleUserId: ids.ben });
      aggregateIds.push(formatAggregateId({ module: 'task', entryId, userId: ids.anna }));
    }
    const open = async (by: typeof anna) =>
      (await by.envelope('task.items', { view: 'open' }, { limit: 1 })).totalCount;
    const before = [await open(anna), await open(ben)];
    await state(anna, aggregateIds, 'ready');
    expect([await open(anna), await open(ben)]).toEqual(before.map((count) => count - 1000));
    await state(ben, aggregateIds, 'seen');
    expect([await open(anna), await open(ben)]).toEqual(before);
    await anna.command('activity.delete', { aggregateIds });
    expect([await open(anna), await open(ben)]).toEqual(before.map((count) => count - 1000));
  });

  test('are deleted by who writes in them alone', async () => {
    const id = await make(anna, { alarmConfig: { notifiableUserIds: [ids.carla] } });
    expect(await codeOf(carla.tryCommand('activity.delete', { aggregateIds: [as('carla', id)] }))).toBe(GONE);
    expect((await list(anna)).map(({ aggregateId }) => numberOf(aggregateId))).toContain(numberOf(id));
  });
});

test('one that was begun is no more, and in no trash, once it is destroyed unwritten; what was written in is in the trash', async () => {
  const none = await make(anna, { title: '', inactive: true });
  const some = await make(anna, { title: '', inactive: true });
  expect(await save(anna, some, { title: 'Ang', isTyping: true })).toBe(2);
  for (const aggregateId of [none, some]) await anna.command('task.destroy', { aggregateId });
  expect(await see(anna, none)).toBe(GONE);
  expect(await details(anna, some)).toMatchObject({ entry: { trashed: true } });
});
