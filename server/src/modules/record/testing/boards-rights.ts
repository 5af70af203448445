import type { OperationName } from '@kontor/contract/all';
import { recordCommands } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import { freshName, newRecord } from '../../../testing/rights/given.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

/** What a query of the owner's is, that nobody else sees. */
const aboutQuery = async ({ clients }: Fixture) => {
  const [kind] = await clients.owner.query<{ ID: number }[]>('record.instances');
  const sharedWith = { everybody: false, userIds: [], groupIds: [] };
  return { id: randomUUID(), name: freshName(), idoInstanceId: kind?.ID ?? 0, board: null, sharedWith };
};
const boardQuery = async (fixture: Fixture) => ({
  queryId: (
    await newQuery(fixture, {
      board: recordCommands.saveQuery.example.params.board,
      sharedWith: { everybody: true, userIds: [], groupIds: [] },
    })
  ).id,
});
async function newQuery(fixture: Fixture, part: object = {}): Promise<{ id: string }> {
  const about = { ...(await aboutQuery(fixture)), ...part };
  await fixture.clients.owner.command('record.saveQuery', { ...recordCommands.saveQuery.example.params, ...about });
  return { id: about.id };
}

/** Favourites are everybody's own; a query is its maker's and, once it is shared, everybody's to see. */
export const OPERATIONS = {
  'record.favourites': row([NO, '200', NO, '200', '200']),
  'record.addFavourite': row([NO, '200', NO, '200', '200'], newRecord),
  'record.removeFavourite': row([NO, '200', NO, '200', '200'], newRecord),
  'record.orderFavourites': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    favourites: [await newRecord(fixture)],
  })),
  'record.sharedQueries': row([NO, '200', NO, '200', '200']),
  'record.saveQuery': row([NO, '200', NO, '200', '200'], aboutQuery),
  'record.deleteQuery': row([NO, NONE, NO, '200', NONE], (fixture) => newQuery(fixture)),
  'record.orderQueries': row([NO, NO, NO, '200', '200'], (fixture) =>
    newQuery(fixture, { sharedWith: { everybody: true, userIds: [], groupIds: [] } }),
  ),
  'record.board': row([NO, '200', NO, '200', '200'], boardQuery),
  'record.boardCards': row([NO, '200', NO, '200', '200'], boardQuery),
  'record.moveCard': row([NO, '200', NO, '200', '200'], newRecord),
} satisfies Partial<Record<OperationName, Row>>;
