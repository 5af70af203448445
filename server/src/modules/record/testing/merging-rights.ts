import type { mergingCommands, mergingQueries } from '@kontor/contract/record';
import { newRecord, newRecordToDelete } from '../../../testing/rights/given.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { NO, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation = NameIn<typeof mergingQueries> | NameIn<typeof mergingCommands>;

/** Those who see records, and those who change them. */
const records = (about?: Row['about']): Row => row([NO, '200', NO, '200', '200'], about);

const kind = async (fixture: Fixture) => ({ idoInstanceId: (await newRecord(fixture)).idoInstanceId });
const two = async (fixture: Fixture) => {
  const [one, other] = [await newRecord(fixture), await newRecord(fixture)];
  return { idoInstanceId: one.idoInstanceId, idoIds: [one.idoId, other.idoId] };
};
const toMerge = async (fixture: Fixture) => {
  const [{ idoInstanceId, ...keep }, { idoInstanceId: _, ...other }] = [
    await newRecordToDelete(fixture),
    await newRecordToDelete(fixture),
  ];
  return { idoInstanceId, keep, others: [other], values: {} };
};
const merged = async (fixture: Fixture) => {
  const { mergeId } = await fixture.clients.owner.command<{ mergeId: number }>('record.merge', await toMerge(fixture));
  return { mergeId };
};

/** Records that may be the same, that become one, and are parted again. */
export const OPERATIONS = {
  'record.similar': records(kind),
  'record.mergePreview': records(two),
  'record.merges': records(newRecord),
  'record.duplicates': records(kind),
  'record.findDuplicates': records(kind),
  'record.markDifferent': records(two),
  'record.merge': records(toMerge),
  'record.part': records(merged),
} satisfies Record<Operation, Row>;
