import { LIST_SORT_KEYS, type SavedSort } from '@kontor/contract/activity';
import { useEffect, useMemo } from 'react';
import { useGo, useMinute, useZone, type ScreenProps } from '../../../shell/index.ts';
import { queryOf } from '../../../shell/routes.ts';
import type { ListAppearance } from '../list/appearance.ts';
import { useAppearance, type UsedAppearance } from '../list/use-appearance.ts';
import { filterQueryOf, savedIdOf } from '../saved/rules.ts';
import { useSavedSource } from '../saved/use-source.ts';
import { addressOf, pathPartsOf } from './address.ts';
import { withoutGone } from './chip-rules.ts';
import type { ListDeclaration } from './define-list.ts';
import {
  defaultFilter,
  formatDate,
  formatQuery,
  isDays,
  isSameDate,
  parseDate,
  parseFilter,
  type DefaultFilter,
  type ListFilter,
} from './filter.ts';
import { sourceOf, todayIn } from './source.ts';

const NO_OFFER = (): undefined => undefined;
/** A list's order as it is saved; one that is none is the usual. */
const savedSort = ({ property, direction }: ListAppearance['sort']): SavedSort => ({
  property: LIST_SORT_KEYS.find((key) => key === property) ?? 'timestamp',
  direction,
});
const ALL_SHOWN = { archived: true, shared: true };

/** What is chosen of a list's look: the part of it that the address says, as a filter with that, and the rest. */
function parted(
  part: Partial<ListAppearance>,
  filter: ListFilter,
): { readonly said: ListFilter; readonly rest: object } {
  const { shown, sort } = filter;
  const { archived, shared, sort: by, ...others } = part;
  return {
    said: {
      ...filter,
      ...(sort === undefined || by === undefined ? {} : { sort: savedSort(by) }),
      ...(shown === undefined
        ? {}
        : { shown: { archived: archived ?? shown.archived, shared: shared ?? shown.shared } }),
    },
    rest: {
      ...others,
      ...(sort === undefined && by !== undefined ? { sort: by } : {}),
      ...(shown === undefined && archived !== undefined ? { archived } : {}),
      ...(shown === undefined && shared !== undefined ? { shared } : {}),
    },
  };
}

/** What a list is filtered by, and how it looks: as the address says, else as the person has chosen it last. */
function useAddressed(list: ListDeclaration, { params, address }: Pick<ScreenProps, 'params' | 'address'>) {
  const zone = useZone();
  const chosen = useAppearance(list.name, list.sort);
  const { last } = chosen;
  const defaultParams = useMemo(
    (): DefaultFilter => ({
      view: list.views.find((view) => view === last.view) ?? list.default.view,
      date: parseDate(last.date ?? '', zone) ?? list.default.date,
    }),
    [list, last.view, last.date, zone],
  );
  const filter = useMemo(
    () =>
      parseFilter(pathPartsOf(list.route, params, address), queryOf(address), {
        views: list.views,
        default: defaultParams,
        custom: list.ownFilters?.default,
        zone,
      }),
    [list, params, address, defaultParams, zone],
  );
  const appearance = useMemo(
    () => ({ ...chosen.appearance, ...filter.shown, ...(filter.sort === undefined ? {} : { sort: filter.sort }) }),
    [chosen.appearance, filter],
  );
  return { chosen, filter, appearance };
}

/** What a filter of the list can name. */
function useOffers(list: ListDeclaration) {
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const boxes = (list.useBoxes ?? NO_OFFER)();
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const users = (list.useUsers ?? NO_OFFER)();
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const kinds = (list.useKinds ?? NO_OFFER)();
  return { boxes, users, kinds };
}

export type UsedListed = ReturnType<typeof useListed>;

/** A declared list at an address: what it shows, and what changes that. */
export function useListed(list: ListDeclaration, { params, address, onMove }: ScreenProps) {
  const go = useGo();
  const zone = useZone();
  const today = todayIn(zone, useMinute());
  const { source, view } = pathPartsOf(list.route, params, address);
  const { chosen, filter, appearance } = useAddressed(list, { params, address });
  const filterQuery = filterQueryOf(filter, list.hides === true ? appearance : ALL_SHOWN, savedSort(appearance.sort));
  const isSaid = view !== 'usual';
  const saved = useSavedSource({ list, source, isSaid, filter, filterQuery, onMove });
  const exact = addressOf(list.route, source, filter);
  // An address that leaves something to what is usual says what that was, so that it is the same for everybody.
  useEffect(() => {
    if (exact !== address && !saved.isWaiting) onMove(exact);
  }, [onMove, exact, address, saved.isWaiting]);

  const offers = useOffers(list);
  const { boxes, users } = offers;
  const listSource = useMemo(
    () => sourceOf(list, withoutGone(filter, boxes, users), appearance, zone, today),
    [list, filter, boxes, users, appearance, zone, today],
  );
  const show = (next: ListFilter, replace = false): void => {
    // Days that are named once are over some day.
    const isLasting = !isDays(next.date) && !isSameDate(list.default.date, 'all');
    if (savedIdOf(source) === undefined && (next.view !== filter.view || !isSameDate(next.date, filter.date)))
      chosen.change({ view: next.view, ...(isLasting ? { date: formatDate(next.date) } : {}) });
    const to = addressOf(list.route, source, next);
    if (replace) onMove(to);
    else go(to);
  };
  const change: UsedAppearance['change'] = (part) => {
    const { said, rest } = parted(part as Partial<ListAppearance>, filter);
    if (formatQuery(said) !== formatQuery(filter)) show(said);
    if (Object.keys(rest).length > 0) chosen.change(rest);
  };
  const used = { ...chosen, appearance, change, frames: list.frames };
  const reset = (): void => {
    if (filter.shown === undefined && (!appearance.archived || !appearance.shared))
      change({ archived: true, shared: true });
    const date = isSameDate(filter.date, 'all') ? 'all' : list.default.date;
    if (savedIdOf(source) === undefined) show(defaultFilter({ view: filter.view, date }));
    else go(addressOf(list.route, 'main', defaultFilter({ view: filter.view, date })));
  };
  return { source, filter, appearance, filterQuery, saved, exact, listSource, used, offers, show, change, reset };
}
