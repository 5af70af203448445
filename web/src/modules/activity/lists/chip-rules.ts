import type { FilterBox, FilterUser } from '@kontor/contract/account';
import type { ItemKindName } from '@kontor/contract/kernel';
import type { ListAppearance } from '../list/appearance.ts';
import { hasCuts, isSameDate, type ListDate, type ListFilter, type Shown } from './filter.ts';

/** One thing that a list is cut to, and the list without it. */
export type Chip =
  | { readonly kind: 'date'; readonly without: ListFilter }
  | { readonly kind: 'box'; readonly box: number; readonly without: ListFilter }
  | { readonly kind: 'group'; readonly group: number; readonly without: ListFilter }
  | { readonly kind: 'person'; readonly person: number; readonly without: ListFilter }
  | { readonly kind: 'direction'; readonly without: ListFilter }
  | { readonly kind: 'module'; readonly module: ItemKindName; readonly without: ListFilter }
  | { readonly kind: 'hidden'; readonly without: ListFilter }
  | { readonly kind: 'archived' | 'shared'; readonly appearance: Partial<ListAppearance> };

/** A filter user that stands for several people. */
export type FilterGroup = FilterUser & { readonly groupId: number };
export const isGroup = (user: FilterUser): user is FilterGroup => user.groupId !== undefined;

/** What is said in the search box is no chip: it stands there. */
export function chipsOf(filter: ListFilter, shown: Shown): readonly Chip[] {
  const { date, boxIds, userIds, groupIds, direction, moduleIds, hidden } = filter;
  const without = <T>(list: readonly T[], gone: T): T[] => list.filter((one) => one !== gone);
  return [
    ...(isSameDate(date, 'all') ? [] : [{ kind: 'date' as const, without: { ...filter, date: 'all' as const } }]),
    ...boxIds.map((box) => ({
      kind: 'box' as const,
      box,
      without: { ...filter, boxIds: without(boxIds, box) },
    })),
    ...groupIds.map((group) => ({
      kind: 'group' as const,
      group,
      without: { ...filter, groupIds: without(groupIds, group) },
    })),
    ...userIds.map((person) => ({
      kind: 'person' as const,
      person,
      without: { ...filter, userIds: without(userIds, person) },
    })),
    ...(direction === 'bidirectional'
      ? []
      : [{ kind: 'direction' as const, without: { ...filter, direction: 'bidirectional' as const } }]),
    ...moduleIds.map((module) => ({
      kind: 'module' as const,
      module,
      without: { ...filter, moduleIds: without(moduleIds, module) },
    })),
    ...(hidden.trim() === '' ? [] : [{ kind: 'hidden' as const, without: { ...filter, hidden: '' } }]),
    ...(shown.archived ? [] : [{ kind: 'archived' as const, appearance: { archived: true } }]),
    ...(shown.shared ? [] : [{ kind: 'shared' as const, appearance: { shared: true } }]),
  ];
}

/** Whether there is anything to go back from. All days are no more than the usual ones of a list that has some. */
export const isUnusual = (filter: ListFilter, shown: Shown, defaultDate: ListDate): boolean =>
  hasCuts(filter) ||
  !shown.archived ||
  !shown.shared ||
  !(isSameDate(filter.date, 'all') || isSameDate(filter.date, defaultDate));

/** A filter without boxes, people and groups that are not there, or not any more; virtual boxes are none to filter by. */
export function withoutGone(
  filter: ListFilter,
  boxes: readonly FilterBox[] | undefined,
  users: readonly FilterUser[] | undefined,
): ListFilter {
  const isBox = (id: number): boolean =>
    boxes === undefined || boxes.some(({ boxId, isVirtual }) => boxId === id && !isVirtual);
  const isUser = (id: number): boolean => users === undefined || users.some(({ userId }) => userId === id);
  const hasGroup = (id: number): boolean => users === undefined || users.some(({ groupId }) => groupId === id);
  const boxIds = filter.boxIds.filter(isBox);
  const userIds = filter.userIds.filter(isUser);
  const groupIds = filter.groupIds.filter(hasGroup);
  const isWhole =
    boxIds.length === filter.boxIds.length &&
    userIds.length === filter.userIds.length &&
    groupIds.length === filter.groupIds.length;
  return isWhole ? filter : { ...filter, boxIds, userIds, groupIds };
}
