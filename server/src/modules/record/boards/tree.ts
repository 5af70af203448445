import { MAX_DEPTH, type SharedQuery } from '@kontor/contract/record';
import type { Person } from '../../../platform/operation/context.ts';
import type { QueryRow } from './query-store.ts';

type Who = Pick<Person, 'id' | 'isAdministrator'>;

/** Who made it and, of what they see, administrators: people leave, and what they have shared stays. */
export const mayChangeQuery = ({ id, isAdministrator }: Who, row: QueryRow): boolean =>
  row.owner_id === id || isAdministrator;

/** The next folder above that is there; null at the top. */
export function folderOf(row: Pick<QueryRow, 'parent_id'>, byId: ReadonlyMap<string, QueryRow>): string | null {
  for (let id = row.parent_id; id !== null;) {
    const folder = byId.get(id);
    if (folder === undefined) return null;
    if (folder.deleted_at === null) return id;
    id = folder.parent_id;
  }
  return null;
}

/** Whether something may be put into a folder: not into itself, nor into what lies in it, nor too deep. */
export function mayLieIn(
  queryId: string,
  parentId: string | null,
  rows: readonly QueryRow[],
): 'folder' | 'depth' | undefined {
  const byId = new Map(rows.map((row) => [row.query_id, row]));
  let depth = 1;
  for (let id = parentId; id !== null; depth += 1) {
    const folder = byId.get(id);
    if (id === queryId || folder === undefined || !folder.is_folder) return 'folder';
    id = folderOf(folder, byId);
  }
  const children = Map.groupBy(rows, (row) => folderOf(row, byId));
  const height = (id: string): number =>
    Math.max(0, ...(children.get(id) ?? []).map(({ query_id }) => 1 + height(query_id)));
  return depth + height(queryId) > MAX_DEPTH ? 'depth' : undefined;
}

/**
 * The tree as a person sees it: each folder before what lies in it, those beside each other by their ranks. A folder of somebody else's is
 * there where something in it is.
 */
export function toTree(person: Who, rows: readonly QueryRow[]): SharedQuery[] {
  const byId = new Map(rows.map((row) => [row.query_id, row]));
  const there = rows.filter((row) => row.deleted_at === null && (row.is_folder || row.is_seen));
  const children = Map.groupBy(there, (row) => folderOf(row, byId));
  const walk = (parentId: string | null, path: readonly string[]): SharedQuery[] => {
    let position = 0;
    return (children.get(parentId) ?? []).flatMap((row) => {
      const within = row.is_folder ? walk(row.query_id, [...path, row.name]) : [];
      if (row.is_folder && row.owner_id !== person.id && within.length === 0) return [];
      position += 1;
      return [toQuery(person, row, { parentId, position, path, within }), ...within];
    });
  };
  return walk(null, []);
}

function toQuery(
  person: Who,
  row: QueryRow,
  at: {
    readonly parentId: string | null;
    readonly position: number;
    readonly path: readonly string[];
    readonly within: readonly SharedQuery[];
  },
): SharedQuery {
  const mayChange = mayChangeQuery(person, row);
  const isShared = row.is_folder
    ? row.owner_id !== person.id || at.within.some((query) => query.isShared)
    : row.owner_id !== person.id || row.everybody || row.viewers.length + row.groups.length > 0;
  return {
    id: row.query_id,
    aggregateVersion: row.version,
    parentId: at.parentId,
    place: at.position,
    name: row.name,
    label: [...at.path, row.name].join(' / '),
    value: row.query_id,
    isFolder: row.is_folder,
    isShared,
    isMine: row.owner_id === person.id,
    mayChange,
    owner: { userId: row.owner_id, fullName: row.owner_name },
    sharedWith: {
      everybody: row.everybody,
      userIds: mayChange ? [...row.viewers] : [],
      groupIds: mayChange ? [...row.groups] : [],
    },
    idoInstanceId: row.kind_id ?? 0,
    fulltextSearch: row.words,
    serializedIdoIdoListToolbarHiddenDetailsSearchString: row.details,
    serializedFilterMemento: row.memento,
    desktopApplicationItemId: 0,
    board: row.board,
  };
}
