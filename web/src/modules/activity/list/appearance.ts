import { LIST_SORT, LIST_SORT_KEYS, type EntryRow } from '@kontor/contract/activity';
import { newestFirst } from '../../../client/core/list-store.ts';
import type { ListSort } from '../../../client/list-loader.ts';
import type { Settings } from '../../../shell/index.ts';

export type ColumnName = (typeof LIST_SORT_KEYS)[number];
export type Grouping = Settings['grouping'];

export interface Column {
  readonly name: ColumnName;
  readonly visible: boolean;
}

/** How a list is shown, whatever it is cut to. */
export interface ListAppearance {
  readonly rowSize: Settings['rowSize'];
  readonly grouping: Grouping;
  readonly archived: boolean;
  readonly shared: boolean;
  readonly sort: ListSort;
  /** From left to right. */
  readonly columns: readonly Column[];
}

type Stored = NonNullable<Settings['listTables'][string]>;

export const TIME_DESC: ListSort = LIST_SORT[0];
const COLUMNS: readonly ColumnName[] = ['contact', 'moduleInformation', 'information', 'channel', 'timestamp'];
/** Said by other parts of a row unless somebody wants them. */
const UNUSUAL: readonly ColumnName[] = ['moduleInformation', 'channel'];

/** Columns in their order, from what is kept of them; those that are not known there stand where they usually do. */
export function columnsOf(stored: Stored['columns']): readonly Column[] {
  return COLUMNS.map((name, index) => ({
    name,
    at: stored?.[name]?.sortOrder ?? index + 1,
    visible: stored?.[name]?.visible ?? !UNUSUAL.includes(name),
  }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name, visible }) => ({ name, visible }));
}

/** The columns that are left out, as a list's style knows them. */
export const withoutColumns = (columns: readonly Column[]): string =>
  columns.flatMap(({ name, visible }) => (visible ? [] : [name])).join(' ');

/** The same to be kept. */
export const storedColumns = (columns: readonly Column[]): NonNullable<Stored['columns']> =>
  Object.fromEntries(columns.map(({ name, visible }, index) => [name, { sortOrder: index + 1, visible }]));

/** Order of a list, from what is kept of it. */
export function sortOf(stored: Stored['sort'], defaultSort: ListSort = TIME_DESC): ListSort {
  const property = LIST_SORT_KEYS.find((key) => key === stored?.property);
  return property === undefined || stored === undefined ? defaultSort : { property, direction: stored.direction };
}

const TEXTS: Readonly<Record<Exclude<ColumnName, 'timestamp'>, (row: EntryRow) => string>> = {
  contact: (row) => row.contact,
  information: (row) => row.information,
  moduleInformation: (row) => row.context,
  channel: (row) => row.channel,
};

/** Order of rows under a sort, as the server has it. */
export function compareBy({ property, direction }: ListSort): (a: EntryRow, b: EntryRow) => number {
  const sign = direction === 'ASC' ? 1 : -1;
  if (property === 'timestamp') return sign < 0 ? newestFirst : (a, b) => newestFirst(b, a);
  const text = TEXTS[property as Exclude<ColumnName, 'timestamp'>];
  const collator = new Intl.Collator('de');
  return (a, b) => sign * collator.compare(text(a), text(b)) || newestFirst(a, b);
}

/** The order that lists are asked for unless told otherwise. */
export const isNewestFirst = (sort: ListSort): boolean => sort.property === 'timestamp' && sort.direction === 'DESC';

/** What a list can be grouped by: not by time where it is sorted otherwise, and by kind or reason only where there may be several kinds. */
export function groupingOf(appearance: Pick<ListAppearance, 'grouping' | 'sort'>, mixed: boolean): Grouping {
  if ((appearance.grouping === 'moduleGrouping' || appearance.grouping === 'reason') && mixed)
    return appearance.grouping;
  return appearance.grouping === 'none' || appearance.sort.property !== 'timestamp' ? 'none' : 'timeframe';
}

/** What a list's groups are made by; `own`: in the place of time frames. */
export const groupedBy = <F>(appearance: Pick<ListAppearance, 'grouping' | 'sort'>, mixed: boolean, own: F) => ({
  wanted: groupingOf(appearance, mixed),
  byTime: groupingOf(appearance, false),
  own,
  isReversed: appearance.sort.direction === 'DESC',
});
