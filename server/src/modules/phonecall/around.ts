import { ListParamsSchema, type EntryRow } from '@kontor/contract/activity';
import * as v from 'valibot';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { ListAnswer } from '../../platform/operation/manifest.ts';
import { listFilter, type ListReader } from '../activity/index.ts';
import { itemsOfRecords } from '../record/index.ts';

/** Items of a record that a card shows. */
const MAX_OPEN = 4;
/** Newest unfinished items among which those are chosen. */
const LOOKED_AT = 100;

/** A row as answers have it. */
type ToldRow = Omit<EntryRow, 'userList'> & { userList: [number, EntryRow['status']][] };

const rowsOf = ({ columns, rows }: ListAnswer): ToldRow[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])) as unknown as ToldRow);

/** Kinds of item whose time is when they are due. */
const DUE: readonly EntryRow['moduleName'][] = ['task', 'appointment'];

/** Calls that want one back come first, then what is due, the soonest first, then the rest, the newest first. */
function byUrgency(one: EntryRow, other: EntryRow): number {
  const rankOf = ({ moduleName, extras }: EntryRow) =>
    moduleName === 'phonecall' && extras['callbackDesired'] === true ? 0 : DUE.includes(moduleName) ? 1 : 2;
  const rank = rankOf(one) - rankOf(other);
  if (rank !== 0) return rank;
  return rankOf(one) === 2 ? other.timestamp - one.timestamp : one.timestamp - other.timestamp;
}

/** What of some records is unfinished for the person, without one item, and their newest mail. */
export async function openOfRecords(
  ctx: QueryContext,
  list: ListReader,
  recordIds: readonly number[],
  exceptId: number,
): Promise<{ open: ToldRow[]; openCount: number; lastMail: ToldRow | null }> {
  if (recordIds.length === 0 || !ctx.person.rights.idoList) return { open: [], openCount: 0, lastMail: null };
  const source = itemsOfRecords(ctx.instance.id, recordIds);
  const ask = (view: 'open' | 'all', modules: readonly EntryRow['moduleName'][], limit: number) =>
    list(
      ctx,
      { ...listFilter(v.parse(ListParamsSchema, { view }), modules), source },
      { page: 1, limit, sort: [{ property: 'timestamp', direction: 'DESC' }] },
    );
  const unfinished = await ask('open', [], LOOKED_AT);
  const all = rowsOf(unfinished);
  const open = all.filter(({ entryId }) => entryId !== exceptId);
  const mails = ctx.person.rights.mailList ? rowsOf(await ask('all', ['email'], 1)) : [];
  return {
    open: open.toSorted(byUrgency).slice(0, MAX_OPEN),
    openCount: unfinished.totalCount - (all.length - open.length),
    lastMail: mails[0] ?? null,
  };
}
