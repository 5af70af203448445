import type { FilterBox, FilterUser } from '@kontor/contract/account';
import type { EntryRow, ListParams } from '@kontor/contract/activity';
import type { ItemKindName, QueryDefinition, Schema } from '@kontor/contract/kernel';
import type { ComponentType, ReactNode } from 'react';
import type * as v from 'valibot';
import type { AheadFollowed } from '../../../client/ahead-port.ts';
import type { Client } from '../../../client/client.ts';
import type { ListSort } from '../../../client/list-loader.ts';
import type { FilteredListRoute, Language } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import type { ListFilter, DefaultFilter, ListView } from './filter.ts';

export interface OwnFilterOption {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName;
}

/** Filters of a list's own. */
export interface OwnFilters {
  readonly label: Readonly<Record<Language, string>>;
  /** The one that is shown until another one is chosen. */
  readonly default: string;
  /** Hands those that there are to what draws them. */
  readonly options: (props: { readonly children: (options: readonly OwnFilterOption[]) => ReactNode }) => ReactNode;
  /** Whether an item that the server has put into it may stay there. `now` in milliseconds since 1970. */
  readonly keeps: (row: EntryRow, custom: string, now: number) => boolean;
}

/** Groups in the place of time frames. */
export interface Frames {
  /** Keys of the groups, in the order of a list that is sorted upwards. */
  readonly order: readonly string[];
  readonly names: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  /** Returns a function that tells the group of a row. `now`: milliseconds since 1970; `zone`: an IANA zone. */
  readonly at: (now: number, zone: string) => (row: EntryRow) => string;
}

/** A list whose filter is in its address; the engine makes its screen. */
export interface ListDeclaration<P extends Schema = Schema, R extends Schema = Schema> {
  readonly route: FilteredListRoute;
  /** What is remembered of the list is kept by it. */
  readonly name: string;
  /** What a detail is told about where it was opened from. */
  readonly from: 'module' | 'filter' | 'trash';
  readonly title: Readonly<Record<Language, string>>;
  /** Name of the search field; with `always` it stands in the place of the title. */
  readonly search: Readonly<Record<Language, string>> & { readonly always?: boolean };
  readonly query: QueryDefinition<string, P, R>;
  /** The query's own parameters, of those that any module's list takes. */
  readonly params: (
    params: Required<ListParams>,
    moduleIds: readonly ItemKindName[],
    custom: string,
  ) => v.InferInput<P>;
  /** Whether an item that the server has put into the list may stay there; as the view says where it is left out. */
  readonly keep?: (row: EntryRow, view: ListView) => boolean;
  readonly views: readonly ListView[];
  /** Filters of its own, of which the view `custom` shows one. */
  readonly ownFilters?: OwnFilters;
  /** Absent: newest first. */
  readonly sort?: ListSort;
  /** What its rows are grouped by in the place of time frames. */
  readonly frames?: Frames;
  /** Until the person chose otherwise. */
  readonly default: DefaultFilter;
  /** What the filter offers; absent: no such part. Hooks, the same ones for ever. */
  readonly useBoxes?: () => readonly FilterBox[] | undefined;
  readonly useUsers?: () => readonly FilterUser[] | undefined;
  readonly directions?: boolean;
  /** Kinds of item to choose from; without them the list has only one. */
  readonly useKinds?: () => readonly ItemKindName[];
  /** The query can leave out what is archived, and what is shared. */
  readonly hides?: boolean;
  readonly trash?: boolean;
  /** Details of its items that are fetched ahead for as long as they change. */
  readonly followed?: (client: Client) => AheadFollowed;
  /** Ways to what stands beside the list, under its head. */
  readonly beside?: ComponentType<{ readonly filter: ListFilter }>;
  /** What the list says where there is nothing. `otherwise`: what the engine says of a list that is cut to something. */
  readonly empty: ComponentType<{ readonly filter: ListFilter; readonly otherwise: ReactNode }>;
}

/** Declares a module's list. */
export const defineList = <P extends Schema, R extends Schema>(list: ListDeclaration<P, R>): ListDeclaration => list;
