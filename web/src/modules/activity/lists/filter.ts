import {
  DATE_PRESETS,
  DIRECTIONS,
  LIST_SORT_KEYS,
  type DatePreset,
  type Direction,
  type ListParams,
  type SavedSort,
} from '@kontor/contract/activity';
import { BULK_LIMIT, ITEM_KIND_NAMES, type ItemKindName } from '@kontor/contract/kernel';

/** The views that have a tab. `custom` is also what choosing boxes makes of `all`. */
export type ListView = 'open' | 'mine' | 'all' | 'custom';

/** A range of days, `2026-11-21`; both ends belong to it, and one of them may be open. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export type ListDate = DatePreset | Days;

/** What a list is cut to, as it stands in its address. */
export interface ListFilter {
  readonly view: ListView;
  readonly date: ListDate;
  readonly boxIds: readonly number[];
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
  readonly direction: Direction;
  readonly moduleIds: readonly ItemKindName[];
  /** Which of the list's own filters its view `custom` shows; empty or absent for none. */
  readonly custom?: string | undefined;
  /** As it is typed. */
  readonly text: string;
  /** Words that are looked for beside those of the search box. */
  readonly hidden: string;
  /** What is shown and how it is ordered, where the address says so, as that of a saved filter does; else as it was chosen for the list. */
  readonly shown?: Shown | undefined;
  readonly sort?: SavedSort | undefined;
}

/** What is chosen for a list beside its filter. */
export interface Shown {
  readonly archived: boolean;
  readonly shared: boolean;
}

/** What an address that says nothing of it stands for. */
export interface DefaultFilter {
  readonly view: ListView;
  readonly date: ListDate;
}

/** Part of a list's path. */
export interface ListPath {
  readonly view: string;
  readonly date: string;
}

const MAX_TEXT = 500;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const WAYS: Readonly<Record<string, Direction>> = { in: 'incoming', out: 'outgoing' };

export const isDays = (date: ListDate): date is Days => typeof date === 'object';
export const isSameDate = (a: ListDate, b: ListDate): boolean => formatDate(a) === formatDate(b);

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Day of a moment, as a JSON-quoted address has it, where the person is. */
function dayOf(text: string, zone: string): string | undefined {
  try {
    return Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDate().toString();
  } catch {
    return undefined;
  }
}

/** Date of an address: a preset, a day, a moment, or `2026-11-01..2026-11-21`; undefined where it is none of them. */
export function parseDate(text: string, zone: string): ListDate | undefined {
  const plain = text.replace(/^"(.*)"$/, '$1');
  const preset = DATE_PRESETS.find((name) => name === plain);
  if (preset !== undefined) return preset;
  if (isDay(plain)) return { from: plain, to: plain };
  const [from = '', to = '', more] = plain.split('..');
  if (plain.includes('..')) {
    const known = (day: string) => day === '' || isDay(day);
    if (more !== undefined || from + to === '' || !known(from) || !known(to)) return undefined;
    const [first, last] = from !== '' && to !== '' && from > to ? [to, from] : [from, to];
    return { ...(first === '' ? {} : { from: first }), ...(last === '' ? {} : { to: last }) };
  }
  const day = dayOf(plain, zone);
  return day === undefined || !isDay(day) ? undefined : { from: day, to: day };
}

export function formatDate(date: ListDate): string {
  if (!isDays(date)) return date;
  if (date.from === undefined && date.to === undefined) return 'all';
  return date.from === date.to ? (date.from ?? '') : `${date.from ?? ''}..${date.to ?? ''}`;
}

const idsOf = (text: string | null): readonly number[] => {
  const ids = (text ?? '').split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))]
    .toSorted((a, b) => a - b)
    .slice(0, BULK_LIMIT);
};
const textOf = (text: string | null): string => (text ?? '').replaceAll('\0', '').slice(0, MAX_TEXT).toWellFormed();

const viewOf = (text: string, views: readonly ListView[]): ListView | undefined => views.find((view) => view === text);

/** What an address leaves out; undefined where it does not say. */
function shownOf(text: string | null): Shown | undefined {
  if (text === null) return undefined;
  const hidden = new Set(text.split(','));
  const isKnown = hidden.has('none') || hidden.has('archived') || hidden.has('shared');
  return isKnown ? { archived: !hidden.has('archived'), shared: !hidden.has('shared') } : undefined;
}

function sortOfText(text: string | null): SavedSort | undefined {
  const [name, direction] = (text ?? '').split('.');
  const property = LIST_SORT_KEYS.find((key) => key === name);
  if (property === undefined || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return { property, direction: direction === 'asc' ? 'ASC' : 'DESC' };
}

const saidBy = (given: URLSearchParams): Pick<ListFilter, 'shown' | 'sort'> => {
  const [shown, sort] = [shownOf(given.get('hide')), sortOfText(given.get('sort'))];
  return { ...(shown === undefined ? {} : { shown }), ...(sort === undefined ? {} : { sort }) };
};

/** Filter of an address; what is unknown in it is the usual, never an error. */
export function parseFilter(
  path: ListPath,
  query: string,
  about: {
    readonly views: readonly ListView[];
    readonly default: DefaultFilter;
    /** What the view `custom` shows where nothing is said. */
    readonly custom?: string | undefined;
    readonly zone: string;
  },
): ListFilter {
  const given = new URLSearchParams(query);
  const modules = new Set((given.get('module') ?? '').split(','));
  const view = viewOf(path.view, about.views) ?? about.default.view;
  const custom = view === 'custom' ? textOf(given.get('custom')) || (about.custom ?? '') : '';
  return {
    view,
    ...(custom === '' ? {} : { custom }),
    date: parseDate(path.date, about.zone) ?? about.default.date,
    boxIds: idsOf(given.get('box')),
    userIds: idsOf(given.get('user')),
    groupIds: idsOf(given.get('group')),
    direction: WAYS[given.get('dir') ?? ''] ?? 'bidirectional',
    moduleIds: ITEM_KIND_NAMES.filter((name) => modules.has(name)),
    text: textOf(given.get('q')),
    hidden: textOf(given.get('hidden')),
    ...saidBy(given),
  };
}

type Parts = readonly (readonly [string, string])[];
const joined = (parts: Parts): string =>
  parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`])).join('&');

/** What a list is cut to beside its view and its days. */
function cutsOf({ boxIds, userIds, groupIds, direction, moduleIds, text, hidden }: ListFilter): Parts {
  return [
    ['box', boxIds.join()],
    ['user', userIds.join()],
    ['group', groupIds.join()],
    ['dir', direction === DIRECTIONS[0] ? 'in' : direction === DIRECTIONS[1] ? 'out' : ''],
    ['module', moduleIds.join()],
    ['q', encodeURIComponent(text)],
    ['hidden', encodeURIComponent(hidden)],
  ];
}

/** True where a list is cut to anything beside its view and its days. */
export const hasCuts = (filter: ListFilter): boolean => joined(cutsOf(filter)) !== '';

const hideOf = ({ archived, shared }: Shown): string =>
  [...(archived ? [] : ['archived']), ...(shared ? [] : ['shared'])].join() || 'none';

/** The part of a filter that stands behind the path, without its question mark; empty where there is nothing to say. */
export const formatQuery = (filter: ListFilter): string =>
  joined([
    ...cutsOf(filter),
    ['custom', encodeURIComponent(filter.view === 'custom' ? (filter.custom ?? '') : '')],
    ['hide', filter.shown === undefined ? '' : hideOf(filter.shown)],
    ['sort', filter.sort === undefined ? '' : `${filter.sort.property}.${filter.sort.direction.toLowerCase()}`],
  ]);

/** Parameters of any module's list. Presets, and the days that a search names, are of the person's zone. */
export function compileFilter(filter: ListFilter, { archived, shared }: Shown, zone: string): Required<ListParams> {
  const { view, date, boxIds, userIds, groupIds, direction, text, hidden } = filter;
  const isOfAnybody = userIds.length === 0 && groupIds.length === 0;
  return {
    view: view === 'all' && boxIds.length > 0 && isOfAnybody ? 'custom' : view,
    dateFilter: isDays(date)
      ? { from: date.from ?? null, to: date.to ?? null, timeZone: zone }
      : date === 'all' && text.trim() === ''
        ? date
        : { preset: date, timeZone: zone },
    boxIds: [...boxIds],
    userFilter: [...userIds],
    groupFilter: [...groupIds],
    searchTerm: text.trim(),
    hiddenSearchTerm: hidden.trim(),
    direction,
    archived,
    globalized: shared,
  };
}

/** Nothing but the view and the days that are usual. */
export const defaultFilter = ({ view, date }: DefaultFilter): ListFilter => ({
  view,
  date,
  boxIds: [],
  userIds: [],
  groupIds: [],
  direction: 'bidirectional',
  moduleIds: [],
  text: '',
  hidden: '',
});

/** True where a list shows less than its view has. */
export const isCut = (filter: ListFilter, shown: Shown): boolean =>
  !isSameDate(filter.date, 'all') || hasCuts(filter) || !shown.archived || !shown.shared;
