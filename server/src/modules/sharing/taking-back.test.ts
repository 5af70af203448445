import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { codeOf, openFixture, type Fixture } from '../mail/writing/testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
}, 60_000);
afterAll(() => fixture?.close());

const entryOf = (id: string): number => parseAggregateId(id)?.entryId ?? 0;
const sees = async (by: TestClient, id: string): Promise<boolean> =>
  (await codeOf(by.tryQuery('globalization.details', { aggregateIds: [id] }))) === '200';
const makeTask = async (moduleLayout: string): Promise<string> => {
  const task = { moduleLayout, inactive: false, title: 'Angebot' };
  return (await fixture.anna.command<{ aggregateId: string }>('task.create', task)).aggregateId;
};
const isShared = async (by: TestClient, id: string): Promise<boolean | undefined> =>
  (await by.query<ListEntry[]>('filter.items', { view: 'all' })).find(
    ({ aggregateId }) => entryOf(aggregateId) === entryOf(id),
  )?.globalized;

test('what is taken from many goes from each but who has it by another share, and each hears of a kind once', async () => {
  const { anna, ben, dora, emil, ids } = fixture;
  const [mail, task, note] = [
    await fixture.arrive({ subject: 'Lieferung' }),
    await makeTask('task'),
    await makeTask('note'),
  ];
  const all = [mail, task, note];
  const people = { aggregateIds: all, userIds: [ids.dora, ids.emil] };
  await anna.command('globalization.set', { ...people, message: 'Bitte' });
  await ben.command('globalization.set', { aggregateIds: [mail], userIds: [ids.emil] });
  const peer = await StompPeer.as(dora);
  await anna.command('globalization.remove', people);
  const removed: { entryId: number | undefined; userId: number | undefined }[] = [];
  for (let n = 0; n < all.length; n += 1) {
    const event = await peer.event();
    expect(event.type).toBe('activity.removed');
    const named = event.payload.aggregateIds.map((id) => parseAggregateId(id));
    removed.push(...named.map((id) => ({ entryId: id?.entryId, userId: id?.userId })));
  }
  peer.close();
  expect(new Set(removed)).toEqual(new Set(all.map((id) => ({ entryId: entryOf(id), userId: ids.dora }))));
  for (const id of all) {
    expect([await sees(dora, id), await sees(emil, id)]).toEqual([false, id === mail]);
    expect(await isShared(anna, id)).toBe(id === mail);
    const [last] = (await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId: id })).flatMap(
      ({ differences }) => differences.filter(({ field }) => field === 'shared'),
    );
    expect(last).toMatchObject({
      before: { userIds: [ids.dora, ids.emil], names: ['dora Berger', 'emil Berger'], message: 'Bitte' },
      after: null,
    });
  }
  await ben.command('globalization.remove', { aggregateIds: [mail], userIds: [ids.emil] });
  expect(await sees(emil, mail)).toBe(false);
});
