import type { recordHistoryQueries, recordTimeQueries } from '@kontor/contract/record';
import { mail, newRecord } from '../../../testing/rights/given.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { MAIL, NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];

/** A record that a mail of the mailbox is linked with: who sees records sees of its history what they see of the mails. */
const linkedRecord = async (fixture: Fixture) => {
  const named = await newRecord(fixture);
  await fixture.clients.owner.command('record.link', { ...mail(fixture), ...named });
  return { idoId: named.idoId, instanceId: named.idoInstanceId };
};

/** What is of the history of records. */
export const OPERATIONS = {
  'record.activities': row([NO, '200', NO, MAIL, '200'], linkedRecord),
  'record.changes': row([NO, '200', NO, '200', '200'], newRecord),
  'record.related': row([NO, '200', NO, '200', '200'], newRecord),
  'record.window': row([NO, NONE, NO, '200', NONE], mail),
  'record.linkedAmong': row([NO, NONE, NO, '200', NONE], (fixture) => ({ aggregateIds: [mail(fixture).aggregateId] })),
  'record.timeSpent': row([NO, '200', NO, '200', '200'], async (fixture) => {
    const { idoId, idoInstanceId } = await newRecord(fixture);
    return { idoId, instanceId: idoInstanceId };
  }),
} satisfies Record<NameIn<typeof recordHistoryQueries> | NameIn<typeof recordTimeQueries>, Row>;
