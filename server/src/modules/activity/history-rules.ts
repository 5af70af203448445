import { stateOf, type Difference } from '@kontor/contract/activity';
import { isDeepStrictEqual } from 'node:util';
import type { EditOfMany } from './store/history.ts';
import type { EditedRow, ItemEdit } from './store/states.ts';

/** What texts bear that were written while they had the look of mails: the room around each block. */
const ROOM = /(margin:0 0 10px|padding:0 0 0 12px|border-left:3px solid #c4c9d2)(;|(?="))/g;
const bare = (value: unknown, isHtml: boolean | undefined): unknown =>
  isHtml === true && typeof value === 'string' ? value.replace(ROOM, '').replaceAll(' style=""', '') : value;

/** Those that are any. */
export const real = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ before, after, isHtml }) => !isDeepStrictEqual(bare(before, isHtml), bare(after, isHtml)));

/** Two changes after each other as one: from what was there before the first to what is there after the last. */
export function joined(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  const later = new Map(second.map((one) => [one.field, one]));
  const both = first.map((one) => ({ ...one, after: later.has(one.field) ? later.get(one.field)?.after : one.after }));
  const known = new Set(first.map(({ field }) => field));
  return real([...both, ...second.filter(({ field }) => !known.has(field))]);
}

/** What the history says of items that one person edited at once: a line for all that stood alike before. */
export function editsOfMany(
  edited: readonly EditedRow[],
  userId: number,
  { field, after }: NonNullable<ItemEdit['says']>,
): readonly EditOfMany[] {
  const own = edited.filter((row) => row.user_id === userId);
  const shared = new Set(edited.filter((row) => row.user_id !== userId).map((row) => row.activity_id));
  const was = (row: EditedRow): unknown =>
    ({ state: stateOf(row.was_status), archived: row.was_archived, trashed: row.was_trashed })[field];
  const groups = Map.groupBy(
    own.filter((row) => was(row) !== after),
    (row) => `${String(was(row))} ${shared.has(row.activity_id)}`,
  );
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    // How an item stands with each is shown to all who see it; where it lies with them is not.
    const isPersonal = field !== 'state' && !shared.has(first.activity_id);
    return [{ activityIds: rows.map((row) => row.activity_id), userId, field, before: was(first), after, isPersonal }];
  });
}

const NAMES_ITEMS = 'waitsFor';
const numbersIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];

/** Numbers of other items that differences name. */
export const itemsIn = (differences: readonly Difference[]): readonly number[] =>
  differences.flatMap(({ field, before, after }) =>
    field === NAMES_ITEMS ? [...numbersIn(before), ...numbersIn(after)] : [],
  );

/** The differences as they are for who sees, of the other items that are named, only `seen`; what they make no difference to is left out. */
export const withItems = (differences: readonly Difference[], seen: ReadonlySet<number>): readonly Difference[] =>
  differences.flatMap((one) => {
    if (one.field !== NAMES_ITEMS) return [one];
    const [before, after] = [one.before, one.after].map((value) => numbersIn(value).filter((id) => seen.has(id)));
    return isDeepStrictEqual(before, after) ? [] : [{ ...one, before, after }];
  });
