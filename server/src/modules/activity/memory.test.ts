import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeContext, Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox, seedItem } from './factory.ts';
import { addViewers, patchExtras, removeViewers, setStatusFromOutside } from './index.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let ids: { anna: number; ben: number; box: number; item: number };

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('gedaechtnis');
  const [annaId, benId] = [await server.person(instance, 'anna'), await server.person(instance, 'ben')];
  const box = await seedBox(server.change, instance, [annaId, benId]);
  const item = await seedItem(server.change, instance, { boxId: box, userIds: [annaId] });
  for (let n = 0; n < 5; n += 1) await seedItem(server.change, instance, { boxId: box, userIds: [annaId, benId] });
  ids = { anna: annaId, ben: benId, box, item };
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
});
afterAll(() => server?.close());

const ASKED = [
  ['inbox.items', {}],
  ['mail.items', { view: 'open' }],
  ['filter.items', { view: 'all', searchTerm: 'Lieferschein' }],
  ['trash.items', {}],
  ['session.unfinishedCounts', {}],
] as const;

/** All that both are shown, each list in both forms. `limit` tells a question that was asked before from one that never was. */
async function shown(limit: number): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const client of [anna, ben])
    for (const [query, parameters] of ASKED)
      for (const format of ['json', 'rows'] as const) {
        const { results, totalCount } = await client.envelope(query, parameters, { page: 1, limit, format });
        answers.push([query, format, results, totalCount]);
      }
  return answers;
}

const act =
  (command: string, more: object = {}) =>
  () =>
    anna.command(command, {
      aggregateIds: [formatAggregateId({ module: 'email', entryId: ids.item, userId: ids.anna })],
      ...more,
    });
const change = (work: (ctx: ChangeContext) => Promise<unknown>) => () => server.change(instance, work);

test.each<[string, () => Promise<unknown>]>([
  ['nothing', async () => undefined],
  ['a state', act('activity.setState', { state: 'seen' })],
  [
    'a colleague who sees it too',
    change((ctx) => addViewers(ctx, 'email', ids.item, [{ userId: ids.ben, boxId: ids.box, status: 1, mine: false }])),
  ],
  ['a state of a shared box', act('activity.setState', { state: 'ready' })],
  [
    'a state from outside',
    change((ctx) =>
      setStatusFromOutside(ctx, [{ activityId: ids.item, userIds: [ids.ben], status: 2, onlyFrom: [3] }]),
    ),
  ],
  ['what its kind tells of it', change((ctx) => patchExtras(ctx, ids.item, { answered: true }))],
  ['an archive', act('activity.archive')],
  ['a deletion', act('activity.delete')],
  ['a restoration', act('activity.restore')],
  ['a new item', () => seedItem(server.change, instance, { boxId: ids.box, userIds: [ids.ben] })],
  ['a colleague who left', change((ctx) => removeViewers(ctx, 'email', ids.box, [ids.ben]))],
])('after %s, what is answered from memory is what a fresh look says', async (name, work) => {
  const before = await shown(100);
  await work();
  const after = await shown(100);
  fresh += 1;
  expect(after).toEqual(await shown(fresh));
  if (name !== 'nothing') expect(after).not.toEqual(before);
});

/** A limit that nobody has asked with yet. */
let fresh = 200;

test('a right that is taken is not answered from memory', async () => {
  expect((await ben.query<unknown[]>('inbox.items')).length).toBe(0);
  expect((await anna.query<unknown[]>('mail.items', { view: 'all' })).length).toBeGreaterThan(0);
  await server.platform.database.owner
    .updateTable('app_user')
    .set({ rights: 0 })
    .where('user_id', '=', ids.anna)
    .execute();
  expect(await anna.query('inbox.items')).toEqual([]);
});
