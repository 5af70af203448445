import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a limit is one that comes again. They are few enough that the texts of statements which differ in nothing else do not fill the table of
 * those that are planned once.
 */
const comesAgain = (limit: number): boolean =>
  limit > 100 ? limit % 50 < 2 : limit < 9 || limit % 5 === 0 || limit % 10 === 1;

/**
 * The number of rows that a statement gives at most, for behind `limit`: `sql`… limit ${atMost(MAX_LISTED)}``, where wanted behind `skip` others. A limit
 * that comes again stands in the text, so that PostgreSQL plans the statement once a connection: for a limit or an offset that it does not know it reckons
 * with a tenth of all rows, and plans anew each time. Any other limit, as a foreign client may ask for, is bound, and so is what is skipped.
 * Throws RangeError where one of them is no whole number from 0 on.
 */
export function atMost(limit: number, skip = 0): RawBuilder<number> {
  for (const rows of [limit, skip])
    if (!Number.isSafeInteger(rows) || rows < 0) throw new RangeError(`No number of rows: ${rows}`);
  const most = comesAgain(limit) ? sql.lit(limit) : sql.val(limit);
  return skip === 0 ? most : sql`${most} offset ${skip}`;
}
