import type { FilterBox, FilterUser } from '@kontor/contract/account';
import type { ModuleName } from '@kontor/contract/kernel';
import type { ListLook } from '../look.ts';
import { formatQuery, isSameDate, type ListDate, type ListFilter, type Shown } from './filter.ts';

/** One thing that a list is cut to, and the list without it. */
export type Chip =
  | { readonly kind: 'date'; readonly without: ListFilter }
  | { readonly kind: 'box'; readonly box: number; readonly without: ListFilter }
  | { readonly kind: 'people'; readonly userIds: readonly number[]; readonly without: ListFilter }
  | { readonly kind: 'direction'; readonly without: ListFilter }
  | { readonly kind: 'module'; readonly module: ModuleName; readonly without: ListFilter }
  | { readonly kind: 'hidden'; readonly without: ListFilter }
  | { readonly kind: 'archived' | 'shared'; readonly look: Partial<ListLook> };

/** Several people under one name. */
export const isGroup = (user: FilterUser): boolean => user.userIds.length > 1;

/** The people of a filter by those who are offered: groups whose members are all there, then everybody else. */
export function peopleOf(
  userIds: readonly number[],
  users: readonly FilterUser[] | undefined,
): readonly (readonly number[])[] {
  const left = new Set(userIds);
  const result: (readonly number[])[] = [];
  for (const { userIds: members } of (users ?? []).filter(isGroup)) {
    if (!members.every((id) => left.has(id))) continue;
    result.push(members);
    for (const id of members) left.delete(id);
  }
  return [...result, ...[...left].map((id) => [id])];
}

/** What is said in the search box is no chip: it stands there. */
export function chipsOf(filter: ListFilter, shown: Shown, users: readonly FilterUser[] | undefined): readonly Chip[] {
  const { date, boxIds, userIds, direction, moduleIds, hidden } = filter;
  const without = <T>(list: readonly T[], gone: readonly T[]): T[] => list.filter((one) => !gone.includes(one));
  return [
    ...(isSameDate(date, 'all') ? [] : [{ kind: 'date' as const, without: { ...filter, date: 'all' as const } }]),
    ...boxIds.map((box) => ({
      kind: 'box' as const,
      box,
      without: { ...filter, boxIds: without(boxIds, [box]) },
    })),
    ...peopleOf(userIds, users).map((ids) => ({
      kind: 'people' as const,
      userIds: ids,
      without: { ...filter, userIds: without(userIds, ids) },
    })),
    ...(direction === 'bidirectional'
      ? []
      : [{ kind: 'direction' as const, without: { ...filter, direction: 'bidirectional' as const } }]),
    ...moduleIds.map((module) => ({
      kind: 'module' as const,
      module,
      without: { ...filter, moduleIds: without(moduleIds, [module]) },
    })),
    ...(hidden.trim() === '' ? [] : [{ kind: 'hidden' as const, without: { ...filter, hidden: '' } }]),
    ...(shown.archived ? [] : [{ kind: 'archived' as const, look: { archived: true } }]),
    ...(shown.shared ? [] : [{ kind: 'shared' as const, look: { shared: true } }]),
  ];
}

/** Whether there is anything to go back from. All days are no more than the usual ones of a list that has some. */
export const isUnusual = (filter: ListFilter, shown: Shown, usualDate: ListDate): boolean =>
  formatQuery(filter) !== '' ||
  !shown.archived ||
  !shown.shared ||
  !(isSameDate(filter.date, 'all') || isSameDate(filter.date, usualDate));

/** A filter without boxes and people that are not there, or not any more; virtual boxes are none to filter by. */
export function withoutGone(
  filter: ListFilter,
  boxes: readonly FilterBox[] | undefined,
  users: readonly FilterUser[] | undefined,
): ListFilter {
  const isBox = (id: number): boolean =>
    boxes === undefined || boxes.some(({ boxId, isVirtual }) => boxId === id && !isVirtual);
  const isUser = (id: number): boolean =>
    users === undefined || users.some(({ userId, userIds }) => userId === id || userIds.includes(id));
  const [boxIds, userIds] = [filter.boxIds.filter(isBox), filter.userIds.filter(isUser)];
  return boxIds.length === filter.boxIds.length && userIds.length === filter.userIds.length
    ? filter
    : { ...filter, boxIds, userIds };
}
