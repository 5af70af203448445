import { parseSearch } from '@kontor/contract/activity';
import type { ChangeContext, QueryContext } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { excerpt } from './matches.ts';
import { searchQuery } from './rules.ts';
import {
  dropPart,
  putPartTexts,
  searchPart,
  textsWith,
  type PartOf,
  type PartRange,
  type PartText,
} from './store/parts.ts';
import { planSearch } from './store/windows.ts';

/** Reads texts of a part, in the order of their numbers. */
type ReadTexts = (ranges: readonly PartRange[]) => Promise<readonly PartText[]>;

/** After a text has become another: it is found by what it says now. */
export async function renewPartText(ctx: ChangeContext, part: PartOf, no: number, read: ReadTexts): Promise<void> {
  const range = await dropPart(ctx.db, part, no);
  if (range !== undefined) await putPartTexts(ctx.db, part, await read([range]));
}

/** A text in which something was found, and where in it. */
interface FoundText {
  readonly no: number;
  readonly text: string;
}

/** Rows of the index that are looked into at once, and in one answer. */
const AT_ONCE = 8;
const MAX_LOOKED_INTO = 40;

/**
 * Finds the last texts of a part before a number in which all is that is searched for. The first text, number 0, is looked at, too, though it
 * stands in no part. Returns as many as were wanted at least, where there are so many, and before which number to go on; null where all was looked at.
 */
export async function findInPart(
  { db, instance, person, now }: QueryContext,
  part: Pick<PartOf, 'activityId' | 'segmentId'>,
  {
    searchTerm,
    before,
    limit,
  }: { readonly searchTerm: string; readonly before: number | null; readonly limit: number },
  read: ReadTexts,
): Promise<{ readonly found: FoundText[]; readonly before: number | null }> {
  const timeZone = timeZoneOf(instance);
  const query = searchQuery(parseSearch(searchTerm, { now: now(), timeZone, records: false }));
  if (query === undefined) return { found: [], before: null };
  const { words } = await planSearch(db, { instanceId: instance.id, userId: person.id }, query);
  const found: FoundText[] = [];
  let end = before ?? Number.MAX_SAFE_INTEGER;
  const lookInto = async (ranges: readonly PartRange[]): Promise<void> => {
    const texts = (await read(ranges)).filter(({ no }) => no < end);
    const having = await textsWith(db, query, texts);
    found.push(
      ...texts
        .filter(({ no }) => having.has(no))
        .toReversed()
        .map((text) => ({ no: text.no, text: excerpt(text.words, words) })),
    );
  };
  for (let looked = 0; looked < MAX_LOOKED_INTO && found.length < limit; looked += AT_ONCE) {
    const ranges = await searchPart(db, person.id, part, query, { before: Math.min(end, MAX_NO), most: AT_ONCE });
    const isWhole = ranges.length < AT_ONCE;
    await lookInto(isWhole ? [...ranges, { first_no: 0, texts: 1 }] : ranges);
    if (isWhole) return cut(found, limit, null);
    end = ranges.at(-1)?.first_no ?? 0;
  }
  return cut(found, limit, end);
}

/** The greatest number that there may be of a text. */
const MAX_NO = 2_147_483_647;

/** What there is room for; `end`: before which number it was not looked at anything yet. */
function cut(found: readonly FoundText[], limit: number, end: number | null) {
  const last = found[limit - 1];
  return found.length <= limit || last === undefined
    ? { found: [...found], before: end === null || end <= 0 ? null : end }
    : { found: found.slice(0, limit), before: last.no };
}
