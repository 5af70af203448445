import { randomUUID } from 'node:crypto';
import { MAX_PINNED, exampleConditions, type Conditions } from '@kontor/contract/activity';
import { formatAggregateId, type ItemKindName, type Rows } from '@kontor/contract/kernel';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure } from './measure.ts';
import { PASSWORD, READER, type Fixture } from './seed.ts';
import type { Line } from './table.ts';

const EVERYTHING: Conditions = { ...exampleConditions, view: 'all', direction: 'bidirectional', text: '' };

/** What people keep in their menu: short lists and long ones, by words, days, kinds and directions; and what has nothing in it. */
const savedConditions = (userId: number): readonly Partial<Conditions>[] => [
  { view: 'open' },
  { view: 'open', direction: 'incoming' },
  { view: 'open', moduleIds: ['task'] },
  { view: 'open', date: 'olderThanAMonth' },
  { view: 'mine' },
  { view: 'mine', direction: 'outgoing' },
  {},
  { direction: 'outgoing' },
  { moduleIds: ['email', 'message'] },
  { archived: false },
  { shared: false, date: 'today' },
  { date: 'lastFourWeeks' },
  { date: { from: '2020-01-01', to: '2020-01-31' } },
  { date: 'tomorrow' },
  { userIds: [userId] },
  { text: 'vorgang 91234' },
  { text: '9123' },
  { text: 'betreff' },
  { text: 'betreff ist:neu', direction: 'incoming' },
  { text: 'nirgends' },
];

/** The numbers in a menu with as many saved filters as it may have, beside a page of the inbox. */
export async function benchSaved(
  kontor: KontorProcess,
  fixture: Fixture,
  say: (text: string) => void,
): Promise<Line[]> {
  say('Counts of saved filters …');
  const reader = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'bench').signIn(READER, PASSWORD);
  const filterIds: string[] = [];
  for (const part of savedConditions(fixture.readerId)) {
    const filterId = randomUUID();
    filterIds.push(filterId);
    await reader.command('filter.save', {
      filterId,
      name: filterId,
      list: 'filter',
      conditions: { ...EVERYTHING, ...part },
      sort: { property: 'timestamp', direction: 'DESC' },
      sharedWith: { everybody: false, userIds: [] },
    });
  }
  if (filterIds.length !== MAX_PINNED) throw new Error(`There are to be ${MAX_PINNED}`);
  const { rows } = await reader.query<Rows>('filter.items', { view: 'all' }, { format: 'rows', page: 1, limit: 1 });
  const [entryId, , , module] = rows[0] as [number, number, number, ItemKindName];
  const aggregateIds = [formatAggregateId({ entryId, module, userId: fixture.readerId })];
  let turn = 0;
  const change = () =>
    reader.command('activity.setState', { aggregateIds, state: (turn += 1) % 2 === 0 ? 'seen' : 'unseen' });
  const count = (ids: readonly string[]) => reader.query('filter.savedCounts', { filterIds: ids });
  const inbox = await measure(() => reader.query('inbox.items', {}, { format: 'rows', page: 1, limit: 100 }), {
    before: change,
  });
  const all = await measure(() => count(filterIds), { before: change });
  const again = await measure(() => count(filterIds));
  const single: number[] = [];
  for (const filterId of filterIds) single.push((await measure(() => count([filterId]), { before: change })).p50);
  const dearest = Math.max(...single);
  const against = 'a page of the inbox right after a change';
  return [
    { name: '20 counts of saved filters, right after a change', unit: 'ms', ours: all.p50, against, anchor: inbox.p50 },
    { name: 'the same from memory', unit: 'ms', ours: again.p50, against, anchor: inbox.p50, aim: { most: 1 } },
    {
      name: `the dearest of them (${JSON.stringify(savedConditions(fixture.readerId)[single.indexOf(dearest)]).replaceAll('"', '')})`,
      unit: 'ms',
      ours: dearest,
      against,
      anchor: inbox.p50,
    },
  ];
}
