import { findQueries, type EntryRow } from '@kontor/contract/activity';
import type { ItemKindName } from '@kontor/contract/kernel';
import { mailQueries } from '@kontor/contract/mail';
import type { ListSource } from '../../../web/src/client/list-loader.ts';
import { inboxSource, keepsIn } from '../../../web/src/modules/activity/list/sources.ts';

/** One entry of a list, as far as commands change it. */
export interface ShownRow {
  readonly id: number;
  readonly module: ItemKindName;
  /** By which lists are sorted, in seconds. */
  readonly timestamp: number;
  /** Of messages 0: who is not told of a text keeps the version that they know. */
  readonly version: number;
  readonly status: number;
  readonly archived: boolean;
  readonly trashed: boolean;
}

/** A list that pages show, and which of a person's rows it consists of. */
export interface WatchedList {
  readonly source: ListSource;
  readonly holds: (row: ShownRow) => boolean;
}

const plain = (source: unknown): ListSource => source as ListSource;

/** The lists of the product's own screens. */
export const LISTS: readonly WatchedList[] = [
  { source: plain(inboxSource), holds: (row) => row.status < 3 && !row.trashed },
  {
    source: plain({
      id: 'trash|all',
      definition: findQueries.trashItems,
      params: { standardSelection: 'all' },
      keep: (row: EntryRow) => row.trashed,
    }),
    holds: (row) => row.trashed,
  },
  {
    source: plain({
      id: 'filter|all|',
      definition: findQueries.filterItems,
      params: { view: 'all', searchTerm: '' },
      keep: keepsIn('all'),
    }),
    holds: (row) => !row.trashed,
  },
  {
    source: plain({
      id: 'email|open|"all"|0||bidirectional|',
      definition: mailQueries.items,
      params: { view: 'open', dateFilter: 'all', boxIds: [], searchTerm: '' },
      keep: keepsIn('open'),
    }),
    holds: (row) => row.module === 'email' && row.status < 3 && !row.trashed,
  },
];

/** An entry in short. */
export const shownOf = (row: EntryRow): ShownRow => ({
  id: row.entryId,
  module: row.moduleName,
  timestamp: row.timestamp,
  version: row.moduleName === 'message' ? 0 : row.aggregateVersion,
  status: row.status,
  archived: row.archived,
  trashed: row.trashed,
});
