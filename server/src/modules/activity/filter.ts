import { ListParamsSchema, type ListParams } from '@kontor/contract/activity';
import type { ModuleName } from '@kontor/contract/kernel';
import * as v from 'valibot';

/** What a list shows: what any list may be asked for, and what the query itself stands for. */
export interface ListFilter extends Readonly<ListParams> {
  /** The kinds of item; none named is all of them. */
  readonly modules: readonly ModuleName[];
  /** The trash in place of everything outside of it. */
  readonly trash: boolean;
  /** Of the open items those in these states alone. */
  readonly open: readonly (1 | 2)[];
}

/** Filter of a list from the parameters of its query. */
export const listFilter = (params: ListParams, modules: readonly ModuleName[]): ListFilter => ({
  ...params,
  modules,
  trash: false,
  open: [1, 2],
});

/** Everything a person has, out of the trash. */
export const EVERYTHING: ListFilter = listFilter(v.parse(ListParamsSchema, { view: 'all' }), []);
