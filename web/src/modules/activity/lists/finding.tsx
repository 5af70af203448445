import { findQueries } from '@kontor/contract/activity';
import type { ComponentProps } from 'react';
import { KINDS, type ItemKindName } from '@kontor/contract/kernel';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { StatePage } from '../../../ui/parts.tsx';
import { defineList, type ListDeclaration } from './define-list.ts';
import { findingTexts } from './finding-texts.ts';
import type { DefaultFilter } from './filter.ts';
import { noRowsTexts } from '../list/no-rows-texts.ts';
import { texts } from '../texts.ts';

/** The kinds of item that the person may see. */
function usePermittedKinds(): readonly ItemKindName[] {
  const rights = useValue(useClient().configuration)?.rights;
  return KINDS.filter(({ rights: { list } }) => list === undefined || rights === undefined || rights[list.name]).map(
    ({ name }) => name,
  );
}

const VIEWS = ['open', 'mine', 'all'] as const;
/** Whoever looks for something does not know when it came. */
const EVERYTHING: DefaultFilter = { view: 'all', date: 'all' };
const useBoxes = () => useAsk(findQueries.trashBoxes, {}).data;
const useUsers = () => useAsk(findQueries.trashUsers, {}).data;

/** Search through items of all kinds. */
export const filterList = defineList({
  route: 'filterList',
  name: 'filter',
  from: 'filter',
  title: { de: texts.de.search, en: texts.en.search },
  search: { de: findingTexts.de.searchAll, en: findingTexts.en.searchAll, always: true },
  query: findQueries.filterItems,
  params: (params, moduleIds) => ({ ...params, moduleIds: [...moduleIds] }),
  views: VIEWS,
  default: EVERYTHING,
  useBoxes,
  useUsers,
  useKinds: usePermittedKinds,
  directions: true,
  hides: true,
  empty: NothingYet,
});

const SELECTIONS = { open: 'unfinished', mine: 'mine', all: 'all', custom: 'custom' } as const;

/** What was deleted. */
export const trashList = defineList({
  route: 'trashList',
  name: 'trash',
  from: 'trash',
  title: { de: texts.de.trash, en: texts.en.trash },
  search: { de: findingTexts.de.searchTrash, en: findingTexts.en.searchTrash },
  query: findQueries.trashItems,
  params: ({ view, searchTerm, hiddenSearchTerm, archived: _all, globalized: _any, ...same }, moduleIds) => ({
    ...same,
    standardSelection: SELECTIONS[view],
    searchText: searchTerm,
    hiddenSearchText: hiddenSearchTerm,
    moduleIds: [...moduleIds],
  }),
  keep: (row) => row.trashed,
  views: VIEWS,
  default: EVERYTHING,
  useBoxes,
  useUsers,
  useKinds: usePermittedKinds,
  directions: true,
  trash: true,
  empty: EmptyTrash,
});

type Empty = ComponentProps<ListDeclaration['empty']>;

function NothingYet({ filter, otherwise }: Empty) {
  const t = useTexts(noRowsTexts);
  const o = useTexts(findingTexts);
  if (otherwise !== undefined) return otherwise;
  return filter.view === 'open' ? (
    <StatePage icon="check-circle" title={t.inboxEmpty}>
      {t.inboxEmptyHint}
    </StatePage>
  ) : (
    <StatePage icon="magnifying-glass" title={o.searchStart}>
      {o.searchStartHint}
    </StatePage>
  );
}

function EmptyTrash({ otherwise }: Empty) {
  const o = useTexts(findingTexts);
  if (otherwise !== undefined) return otherwise;
  return (
    <StatePage icon="trash" title={o.trashEmpty}>
      {o.trashEmptyHint}
    </StatePage>
  );
}
