import {
  EntryRowSchema,
  entryOfRow,
  exampleRow,
  timeFrameBounds,
  type EntryRow,
  type ListEntry,
} from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import * as v from 'valibot';

const ZONE = 'Europe/Berlin';

/** An unread mail that came in a minute later the higher its number is, but for `part`. */
export const aRow = (entryId: number, part: Partial<EntryRow> = {}): EntryRow => ({
  ...exampleRow,
  entryId,
  timestamp: exampleRow.timestamp + 60 * entryId,
  information: `Angebot ${entryId}`,
  ...part,
});

/** The entries of a list in their long form. */
export const longOf = (rows: readonly EntryRow[]): readonly ListEntry[] => {
  const bounds = timeFrameBounds(Date.now(), ZONE);
  return rows.map((row) => entryOfRow(row, 1, bounds));
};

/** What an entry of the contract's examples is in short form. */
export function shortOf(entry: ListEntry): EntryRow {
  const id = parseAggregateId(entry.aggregateId);
  const known = v.parse(v.object({ ...EntryRowSchema.entries, entryId: v.optional(v.number()) }), {
    ...exampleRow,
    ...entry,
  });
  return { ...exampleRow, ...known, entryId: id?.entryId ?? 0, boxId: id?.sourceContainerId ?? 0 };
}

/** Any objects in short form: the names once, then an array each. */
export function inRows(results: readonly object[]) {
  const columns = [...new Set(results.flatMap((row) => Object.keys(row)))];
  return { columns, rows: results.map((row) => columns.map((name) => (row as Record<string, unknown>)[name])) };
}
