import { EntryRowSchema, EntryRowsSchema, type EntryRow } from '@kontor/contract/activity';
import { formatAggregateId, rowReader } from '@kontor/contract/kernel';
import * as v from 'valibot';

/** A list in its short form, with every cell checked and the columns put back to names. */
export const EntriesInRowsSchema = v.pipe(
  EntryRowsSchema,
  v.transform(({ columns, rows }): unknown[] => rows.map(rowReader(columns))),
  v.array(EntryRowSchema),
) as v.GenericSchema<unknown, EntryRow[]>;

const WithEntrySchema = v.object({ entry: EntryRowSchema });

/** The list entry that the details of an item come with; undefined where an answer has none. */
export function entryIn(results: unknown): EntryRow | undefined {
  const parsed = v.safeParse(WithEntrySchema, results);
  return parsed.success ? parsed.output.entry : undefined;
}

/** Aggregate id of an item as its list hands it to the detail. */
export const aggregateIdOf = (row: EntryRow, userId: number): string =>
  formatAggregateId({ module: row.moduleName, entryId: row.entryId, userId, sourceContainerId: row.boxId });
