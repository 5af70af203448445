import { MAX_DEPTH, type SharedQuery } from '@kontor/contract/record';
import type { PendingCommand } from '../../../client/optimistic-query.ts';

/** What is kept of a query: all but what follows from where it lies and who looks. */
export type QueryAbout = Pick<
  SharedQuery,
  | 'id'
  | 'parentId'
  | 'name'
  | 'isFolder'
  | 'idoInstanceId'
  | 'fulltextSearch'
  | 'serializedIdoIdoListToolbarHiddenDetailsSearchString'
  | 'serializedFilterMemento'
  | 'board'
  | 'sharedWith'
>;

/** Queries in the order of the tree: each folder before what lies in it. */
export function inTree(queries: readonly SharedQuery[]): SharedQuery[] {
  const ids = new Set(queries.map(({ id }) => id));
  const children = Map.groupBy(queries, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : null));
  const walk = (parentId: string | null, path: readonly string[]): SharedQuery[] =>
    (children.get(parentId) ?? []).flatMap((query, index) => [
      { ...query, parentId, place: index + 1, label: [...path, query.name].join(' / ') },
      ...walk(query.id, [...path, query.name]),
    ]);
  return walk(null, []);
}

const isShared = ({ sharedWith: { everybody, userIds, groupIds } }: Pick<SharedQuery, 'sharedWith'>): boolean =>
  everybody || userIds.length + groupIds.length > 0;

/** The tree as it will be once these commands are carried out. */
export function withQueries(
  queries: readonly SharedQuery[],
  commands: readonly PendingCommand[],
  me: SharedQuery['owner'],
): SharedQuery[] {
  let all = [...queries];
  for (const { name, params, answer } of commands) {
    if (answer !== undefined) {
      all = [...(answer as readonly SharedQuery[])];
      continue;
    }
    const about = params as QueryAbout & { readonly before: string | null };
    const known = all.find(({ id }) => id === about.id);
    if (name === 'record.saveQuery') {
      const next: SharedQuery = {
        place: 0,
        label: about.name,
        value: about.id,
        isMine: true,
        mayChange: true,
        owner: me,
        desktopApplicationItemId: 0,
        ...known,
        ...about,
        parentId: known === undefined ? about.parentId : known.parentId,
        aggregateVersion: (known?.aggregateVersion ?? 0) + 1,
        isShared: known !== undefined && !known.isMine ? true : isShared(about),
      };
      all = known === undefined ? [...all, next] : all.map((one) => (one === known ? next : one));
    } else if (name === 'record.deleteQuery' && known !== undefined) {
      // What lies in a folder stands where that stood.
      all = all.flatMap((one) =>
        one === known ? [] : one.parentId === known.id ? { ...one, parentId: known.parentId } : one,
      );
    } else if (name === 'record.orderQueries' && known !== undefined) {
      const others = all.filter((one) => one !== known);
      const index = others.findIndex(({ id }) => id === about.before);
      all = others.toSpliced(index < 0 ? others.length : index, 0, { ...known, parentId: about.parentId });
    }
  }
  return inTree(all);
}

/** A place in the tree: in which folder, in front of what; null: at the top, behind all. */
export interface TreePosition {
  readonly parentId: string | null;
  readonly before: string | null;
}

/** In how many folders something lies. */
export const depthOf = (query: SharedQuery, all: readonly SharedQuery[]): number => {
  const parent = all.find(({ id }) => id === query.parentId);
  return parent === undefined ? 0 : 1 + depthOf(parent, all);
};

/** Whether something is a folder, or lies in it, however deep. */
export function isWithin(one: SharedQuery, folder: SharedQuery, all: readonly SharedQuery[]): boolean {
  const parent = all.find(({ id }) => id === one.parentId);
  return one.id === folder.id || (parent !== undefined && isWithin(parent, folder, all));
}

/** Where something is laid down, beside or within what lies under it. */
export type DropSide = 'before' | 'within' | 'behind';

/** The side of a line on which something is laid down. `at`: how far down the line, from 0 to 1. */
export const sideOf = ({ isFolder }: Pick<SharedQuery, 'isFolder'>, at: number): DropSide =>
  isFolder && at > 0.3 && at < 0.7 ? 'within' : at < 0.5 ? 'before' : 'behind';

/** Where something comes to stand that is laid down at another; undefined where it may not lie there, or stands there already. */
export function dropped(
  queries: readonly SharedQuery[],
  id: string,
  overId: string,
  side: DropSide,
): TreePosition | undefined {
  const moved = queries.find((one) => one.id === id);
  const over = queries.find((one) => one.id === overId);
  if (moved === undefined || over === undefined || isWithin(over, moved, queries)) return undefined;
  const parentId = side === 'within' ? over.id : over.parentId;
  const beside = queries.filter((one) => one.parentId === parentId);
  const others = beside.filter((one) => one !== moved);
  const before = side === 'within' ? null : (others[others.indexOf(over) + (side === 'before' ? 0 : 1)]?.id ?? null);
  const height = Math.max(
    ...queries.flatMap((one) => (isWithin(one, moved, queries) ? depthOf(one, queries) - depthOf(moved, queries) : [])),
  );
  const depth = side === 'within' ? depthOf(over, queries) + 1 : depthOf(over, queries);
  if (depth + height >= MAX_DEPTH) return undefined;
  const isThere = moved.parentId === parentId && (beside[beside.indexOf(moved) + 1]?.id ?? null) === before;
  return isThere ? undefined : { parentId, before };
}

/** Where something stands after a step up or down in the tree: in front of what, in which folder; undefined where there is no step. */
export function stepped(queries: readonly SharedQuery[], id: string, by: -1 | 1): TreePosition | undefined {
  const known = queries.find((one) => one.id === id);
  if (known === undefined) return undefined;
  const beside = queries.filter(({ parentId }) => parentId === known.parentId);
  const to = beside.indexOf(known) + by;
  if (to < 0 || to >= beside.length) return undefined;
  const others = beside.filter((one) => one !== known);
  return { parentId: known.parentId, before: others[to]?.id ?? null };
}
