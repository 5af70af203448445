import { parseSearch, type EntryRow } from '@kontor/contract/activity';
import type { Ahead } from '../../../client/ahead-port.ts';
import type { Client } from '../../../client/client.ts';
import type { ListSource } from '../../../client/list-loader.ts';
import type { ListDeclaration } from './define-list.ts';
import type { Settings } from '../../../shell/index.ts';
import { zoneOf } from '../../../shell/zone.ts';
import { TIME_DESC, compareBy, isNewestFirst, sortOf, type ListAppearance } from '../list/appearance.ts';
import { keepsIn, keepsSnoozedIn } from '../list/sources.ts';
import { compileFilter, isDays, isSameDate, parseDate, defaultFilter, type ListFilter } from './filter.ts';

const isTrashed = (row: EntryRow): boolean => row.trashed;

/** Day in a zone at a moment in milliseconds since 1970. */
export const todayIn = (zone: string, now: number): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString();

/** How a list with a filter is asked for and kept. With what is meant by `today` it is another list tomorrow. */
export function sourceOf(
  list: ListDeclaration,
  filter: ListFilter,
  appearance: Pick<ListAppearance, 'archived' | 'shared' | 'sort'>,
  zone: string,
  today: string,
): ListSource {
  const shown = list.hides === true ? appearance : { archived: true, shared: true };
  const params = list.params(compileFilter(filter, shown, zone), filter.moduleIds, filter.custom ?? '');
  const isRelative = !isDays(filter.date) && filter.date !== 'all';
  const isDefault = isNewestFirst(appearance.sort);
  const id = [
    list.name,
    JSON.stringify(params),
    isDefault ? '' : JSON.stringify(appearance.sort),
    isRelative ? today : '',
  ];
  // Whether the trash is asked for, or what was put off, depends on no day.
  const searchedStates = [filter.text, filter.hidden].flatMap(
    (text) => parseSearch(text, { now: 0, timeZone: 'UTC' }).is,
  );
  const staysByDefault = searchedStates.includes('snoozed') ? keepsSnoozedIn(filter.view) : keepsIn(filter.view);
  const stays = list.keep ?? (searchedStates.includes('trashed') ? isTrashed : staysByDefault);
  return {
    id: id.join('|'),
    definition: list.query,
    params,
    keep: (row) =>
      stays(row, filter.view) &&
      (shown.archived || !row.archived) &&
      (filter.custom === undefined || list.ownFilters?.keeps(row, filter.custom, Date.now()) !== false),
    ...(isDefault ? {} : { sorted: { by: appearance.sort, compare: compareBy(appearance.sort) } }),
  };
}

/** The views that say by themselves what they show. */
const viewsOf = ({ views }: ListDeclaration) => views.filter((view) => view !== 'custom');

/** A list in all its views for the days that the person has chosen last, as its screen would ask for it. */
export function sourcesNow(client: Client, list: ListDeclaration, settings: Settings): readonly ListSource[] {
  const zone = zoneOf(settings.timeZone, client.configuration.get()?.settings.timeZone);
  const kept = settings.lists[list.name];
  const date = parseDate(kept?.date ?? '', zone) ?? list.default.date;
  const appearance = {
    archived: kept?.archived ?? settings.archivedInLists,
    shared: kept?.shared ?? settings.sharedInLists,
    sort: sortOf(settings.listTables[list.name]?.sort, list.sort),
  };
  return viewsOf(list).map((view) =>
    sourceOf(list, defaultFilter({ view, date }), appearance, zone, todayIn(zone, client.env.now())),
  );
}

const AS_DEFAULT = { archived: true, shared: true } as const;

/** A list in all its views as it is shown until somebody chooses otherwise, and all of it. */
export function sourcesAhead(client: Client, list: ListDeclaration): readonly ListSource[] {
  const zone = client.configuration.get()?.settings.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dates = isSameDate(list.default.date, 'all') ? (['all'] as const) : ['all' as const, list.default.date];
  return dates.flatMap((date) =>
    viewsOf(list).map((view) =>
      sourceOf(
        list,
        defaultFilter({ view, date }),
        { ...AS_DEFAULT, sort: list.sort ?? TIME_DESC },
        zone,
        todayIn(zone, client.env.now()),
      ),
    ),
  );
}

/** What a kind of item has fetched ahead: its list, and what the list declares to be followed. */
export const aheadOf = (client: Client, list: ListDeclaration): Ahead => ({
  lists: sourcesAhead(client, list),
  ...(list.followed && { followed: [list.followed(client)] }),
});
