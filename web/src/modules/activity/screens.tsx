import { Suspense, type ReactNode } from 'react';
import { href, useGo, useKeys, useShell, useTexts } from '../../shell/index.ts';
import { IconButton, StatePage } from '../../ui/parts.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ItemList } from './item-list.tsx';
import { inboxSource } from './sources.ts';
import { texts } from './texts.ts';
import { ListTitle } from './toolbar.tsx';

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
