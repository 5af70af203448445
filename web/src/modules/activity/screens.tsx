import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { href, useGo, useKeys, useShell, useTexts, type ScreenProps } from '../../shell/index.ts';
import { IconButton, StatePage } from '../../ui/parts.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ItemList } from './item-list.tsx';
import { inboxSource, keepsIn } from './sources.ts';
import { texts } from './texts.ts';
import { ListTitle, SearchBox, type Total } from './toolbar.tsx';

const isTrash = (row: EntryRow): boolean => row.trashed;

/** View of a route's parameter; the unfinished ones where it is none. */
export const viewOf = (text: string | undefined): 'open' | 'mine' | 'all' =>
  text === 'mine' || text === 'all' ? text : 'open';

/** Everything unfinished, of all kinds. */
export function Inbox() {
  const t = useTexts(texts);
  const go = useGo();
  const search = () => go(href('filterList', { view: 'all', date: 'all', source: 'main' }));
  useKeys({ '/': search });
  const empty = useShell().modules.reduceRight<ReactNode>(
    (otherwise, { name, emptyInbox: Says }) =>
      Says === undefined ? otherwise : <Says key={name} otherwise={otherwise} />,
    <StatePage icon="check-circle" title={t.inboxEmpty}>
      {t.inboxEmptyHint}
    </StatePage>,
  );
  return (
    <ItemList
      source={inboxSource}
      from="inbox"
      label={t.inbox}
      mixed
      toolbar={(total) => (
        <ListTitle title={t.inbox} total={total}>
          <IconButton icon="magnifying-glass" label={t.search} hotkey="/" onClick={search} />
        </ListTitle>
      )}
      empty={<Suspense>{empty}</Suspense>}
    />
  );
}

/** Search through items of all kinds. */
export function Search({ params }: ScreenProps) {
  const t = useTexts(texts);
  const view = viewOf(params['view']);
  const [text, setText] = useState('');
  const term = text.trim();
  const source = useMemo(
    () => ({
      id: `filter|${view}|${term}`,
      definition: activityQueries.filterItems,
      params: { view, searchTerm: term },
      keep: keepsIn(view),
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
      below={<Views route="filterList" view={view} />}
      empty={
        <StatePage icon="magnifying-glass" title={term === '' ? t.searchStart : t.searchEmpty}>
          {term === '' ? t.searchStartHint : t.searchEmptyHint}
        </StatePage>
      }
    />
  );
}

const SELECTIONS = { open: 'unfinished', mine: 'mine', all: 'all' } as const;

/** What was deleted. */
export function Trash({ params }: ScreenProps) {
  const t = useTexts(texts);
  const view = viewOf(params['view']);
  const source = useMemo(
    () => ({
      id: `trash|${view}`,
      definition: activityQueries.trashItems,
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
        <StatePage icon="trash" title={t.trashEmpty}>
          {t.trashEmptyHint}
        </StatePage>
      }
    />
  );
}

/** The three views of a list as tabs; each is a path of its own. */
export function Views({
  route,
  view,
  date = 'all',
  source = 'main',
}: {
  route: 'filterList' | 'trashList' | 'mailList';
  view: 'open' | 'mine' | 'all';
  date?: string;
  source?: string;
}) {
  const t = useTexts(texts);
  const go = useGo();
  const tabs = (['open', 'mine', 'all'] as const).map((key) => ({ key, label: t.views[key] }));
  return (
    <Tabs
      label={t.viewsLabel}
      tabs={tabs}
      value={view}
      onChange={(next) => go(href(route, { view: next, date, source }), { replace: true })}
    />
  );
}
