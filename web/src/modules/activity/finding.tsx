import { findQueries, parseSearch, type EntryRow } from '@kontor/contract/activity';
import { useMemo, useState } from 'react';
import { useTexts, type ScreenProps } from '../../shell/index.ts';
import { StatePage } from '../../ui/parts.tsx';
import { findingTexts } from './finding-texts.ts';
import { ItemList } from './item-list.tsx';
import { Views, viewOf } from './screens.tsx';
import { SearchProblems } from './search-problems.tsx';
import { keepsIn } from './sources.ts';
import { texts } from './texts.ts';
import { ListTitle, SearchBox, type Total } from './toolbar.tsx';

const isTrash = (row: EntryRow): boolean => row.trashed;

/** Search through items of all kinds. */
export function Search({ params }: ScreenProps) {
  const t = useTexts(texts);
  const o = useTexts(findingTexts);
  const view = viewOf(params['view']);
  const [text, setText] = useState('');
  const term = text.trim();
  const source = useMemo(
    () => ({
      id: `filter|${view}|${term}`,
      definition: findQueries.filterItems,
      params: { view, searchTerm: term },
      // Whether the trash is asked for depends on no day.
      keep: parseSearch(term, { now: 0, timeZone: 'UTC' }).is.includes('trashed') ? isTrash : keepsIn(view),
    }),
    [view, term],
  );
  const toolbar = (_total: Total) => (
    <div className="toolbar">
      <h1 className="hidden-text">{t.search}</h1>
      <SearchBox value={text} label={t.searchPlaceholder} onSearch={setText} autoFocus />
    </div>
  );
  return (
    <ItemList
      key={source.id === '' ? 'none' : 'list'}
      source={source}
      from="filter"
      label={t.search}
      mixed
      toolbar={toolbar}
      below={
        <>
          <SearchProblems text={text} />
          <Views route="filterList" view={view} />
        </>
      }
      empty={
        <StatePage icon="magnifying-glass" title={term === '' ? o.searchStart : o.searchEmpty}>
          {term === '' ? o.searchStartHint : o.searchEmptyHint}
        </StatePage>
      }
    />
  );
}

const SELECTIONS = { open: 'unfinished', mine: 'mine', all: 'all' } as const;

/** What was deleted. */
export function Trash({ params }: ScreenProps) {
  const t = useTexts(texts);
  const o = useTexts(findingTexts);
  const view = viewOf(params['view']);
  const source = useMemo(
    () => ({
      id: `trash|${view}`,
      definition: findQueries.trashItems,
      params: { standardSelection: SELECTIONS[view] },
      keep: isTrash,
    }),
    [view],
  );
  return (
    <ItemList
      source={source}
      from="trash"
      label={t.trash}
      mixed
      trash
      toolbar={(total) => <ListTitle title={t.trash} total={total} />}
      below={<Views route="trashList" view={view} />}
      empty={
        <StatePage icon="trash" title={o.trashEmpty}>
          {o.trashEmptyHint}
        </StatePage>
      }
    />
  );
}
