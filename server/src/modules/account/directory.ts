import type { FilterUser } from '@kontor/contract/account';
import type { QueryContext } from '../../platform/operation/context.ts';
import { filterUsers, initialsOf, namesOf, readDirectory, toFilterUser, type DirectoryRow } from './store.ts';

/** Who asks: in a query the people come from memory, else from the database. */
export type DirectoryCaller = Pick<QueryContext, 'db' | 'instance' | 'remembered'>;

/** Under this number the changes of who people are to others are counted, by triggers. */
const DIRECTORY = -3;

/** All people of an instance, active or not, by their ids in the order of their names. */
type Directory = ReadonlyMap<number, DirectoryRow & { readonly place: number }>;

async function load({ db, instance }: DirectoryCaller): Promise<Directory> {
  const rows = await readDirectory(db, instance.id);
  return new Map(rows.map((row, place) => [row.user_id, { ...row, place }]));
}

/** Returns undefined where nothing is remembered. */
const remembered = (caller: DirectoryCaller): Promise<Directory> | undefined =>
  caller.remembered?.(DIRECTORY, () => load(caller));

/** Those of some people who are there, each once, in the order of their names. */
const among = (directory: Directory, userIds: readonly number[]) =>
  [...new Set(userIds)].flatMap((id) => directory.get(id) ?? []).toSorted((a, b) => a.place - b.place);

/** What people are called, active or not, in the order of their names. */
export async function namesFor(
  caller: DirectoryCaller,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const directory = await remembered(caller);
  if (directory === undefined) return namesOf(caller.db, caller.instance.id, userIds);
  return new Map(among(directory, userIds).map((row) => [row.user_id, row.full_name]));
}

/** The letters that people are known by in few words. */
export async function initialsFor(
  caller: DirectoryCaller,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const directory = await remembered(caller);
  if (directory === undefined) return initialsOf(caller.db, caller.instance.id, userIds);
  return new Map(among(directory, userIds).map((row) => [row.user_id, row.initial]));
}

/** The active people of an instance who have a right, as lists are filtered by them, in the order of their names. */
export async function usersFor(caller: DirectoryCaller, right: number): Promise<readonly FilterUser[]> {
  const directory = await remembered(caller);
  if (directory === undefined) return filterUsers(caller.db, caller.instance.id, right);
  return [...directory.values()].filter((row) => row.is_active && (row.rights & right) !== 0).map(toFilterUser);
}
