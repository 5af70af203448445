import { ListParamsSchema, type ListParams } from '@kontor/contract/activity';
import type { ItemKindName } from '@kontor/contract/kernel';
import type { RawBuilder } from 'kysely';
import * as v from 'valibot';
import type { QueryContext } from '../../platform/operation/context.ts';
import { membersOf } from '../account/index.ts';

/** What a list shows: what any list may be asked for, and what the query itself stands for. */
export interface ListFilter extends Readonly<ListParams> {
  /** The kinds of item; none named is all of them. */
  readonly modules: readonly ItemKindName[];
  /** The trash in place of everything outside of it. */
  readonly trash: boolean;
  /** Of the open items those in these states alone. */
  readonly open: readonly (1 | 2)[];
  /** Nothing but what the person has put off, which is in no list of open items else. */
  readonly snoozed: boolean;
  /** What the person has put off stands among the open items, too. */
  readonly withSnoozed?: true;
  /** Only what meets a condition that a kind of item has of its own. */
  readonly only?: OwnCondition;
  /** Nothing but the items of a source, by the times that it gives them. */
  readonly source?: ItemSource;
}

/** A condition of a kind of item. */
export interface OwnCondition {
  /** Tells it apart from others, for what is remembered of a list. */
  readonly key: string;
  /** SQL about `au`, a row of `activity_user`. */
  readonly where: RawBuilder<unknown>;
}

/** Items that another module keeps by time, as those of records. */
export interface ItemSource {
  /** Tells it apart from others, for what is remembered of a list. */
  readonly key: string;
  /** SQL of a table with `activity_id` and `ts`, each item once. */
  readonly items: RawBuilder<unknown>;
  /**
   * The same items as several tables, each read in the order of time: `of` has a row for each table, and `items` is the table of that row,
   * joined laterally.
   */
  readonly many?: { readonly of: RawBuilder<unknown>; readonly items: RawBuilder<unknown> };
  /** SQL of the same table, of what a text query finds among them: the newest `most`. */
  found(query: string, cut: FoundCut): RawBuilder<unknown>;
}

/** What the index of words cuts a search to by itself. */
export interface FoundCut {
  readonly userId: number;
  readonly modules: RawBuilder<unknown>;
  readonly since: Date | null;
  readonly before: Date | null;
  readonly most: number;
}

/** The same where groups are the people whom they mean at this moment. */
export interface ResolvedFilter extends Omit<ListFilter, 'groupFilter'> {
  readonly groupFilter?: never;
}

/** Filter of a list from the parameters of its query. */
export const listFilter = (params: ListParams, modules: readonly ItemKindName[]): ListFilter => ({
  ...params,
  modules,
  trash: false,
  open: [1, 2],
  snoozed: false,
});

/** Puts in the place of groups the people whom they mean. Groups that mean nobody, or are not there, are left out. */
export async function resolveGroups(
  { db, instance }: Pick<QueryContext, 'db' | 'instance'>,
  { groupFilter, ...filter }: ListFilter,
): Promise<ResolvedFilter> {
  const members = await membersOf(db, instance.id, groupFilter);
  return { ...filter, userFilter: [...new Set([...filter.userFilter, ...members])] };
}

/** Everything a person has, out of the trash. */
export const EVERYTHING: ListFilter = listFilter(v.parse(ListParamsSchema, { view: 'all' }), []);
