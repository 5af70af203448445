import './tab-bar.css';
import { tipQueries, type Status } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useAsk, useClient, useRow, useValue } from '../../client/react.tsx';
import { copyText } from '../../ui/copy.ts';
import { Menu } from '../../ui/menu.tsx';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useWasKnown } from '../failures/gone-page.tsx';
import { useKeyName, useKeys, useShell, useTexts } from '../context.tsx';
import { findScreen, screensOf } from '../screens.ts';
import { matchPath } from '../routes.ts';
import { isOnlyPreview, type Tab } from './tab-rules.ts';
import { tabTexts } from './tab-texts.ts';

export { DetailFrame } from './detail-frame.tsx';

const MIDDLE = 1;

/** What is open beside the list; unseen while that is one preview, whose keys it has even so. `shown`: key of the one that is. */
export function TabBar({ shown }: { shown: string | undefined }) {
  const t = useTexts(tabTexts);
  const { tabs, navigator, notices } = useShell();
  const account = useClient().key;
  const keyName = useKeyName();
  const open = useValue(tabs.of(account)).tabs;
  const bar = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ readonly tab: Tab; readonly anchor: DOMRect }>();
  const others = open.filter(({ key }) => key !== shown);

  useKeys({
    ...(open.length > 1 || (shown === undefined && open.length > 0)
      ? { h: () => tabs.step(-1), l: () => tabs.step(1) }
      : {}),
    ...(shown === undefined ? {} : { w: () => tabs.close([shown]), p: () => tabs.keep() }),
    ...(shown !== undefined && others.length > 0 ? { W: () => tabs.closeOthers(shown) } : {}),
  });
  // The one that is shown is in sight, however many there are.
  useEffect(() => {
    bar.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const focusShown = (): void =>
    void requestAnimationFrame(() =>
      (
        bar.current?.querySelector<HTMLElement>('[aria-selected=true]') ??
        bar.current?.querySelector<HTMLElement>('[role=tab]')
      )?.focus(),
    );
  const press = (event: KeyboardEvent, tab: Tab): void => {
    const at = open.indexOf(tab);
    const next = {
      ArrowLeft: open[(at - 1 + open.length) % open.length],
      ArrowRight: open[(at + 1) % open.length],
      Home: open[0],
      End: open.at(-1),
    }[event.key];
    if (next !== undefined) tabs.open(next.address);
    else if (event.key === 'Delete') tabs.close([tab.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
    focusShown();
  };
  const copy = async ({ address }: Tab): Promise<void> => {
    const isCopied = await copyText(new URL(address, window.location.origin).href);
    notices.show(isCopied ? { text: t.copied } : { text: t.notCopied, tone: 'fault' });
  };
  return (
    <div className="tab-bar" hidden={isOnlyPreview(open, shown)}>
      <div ref={bar} className="tab-list" role="tablist" aria-label={t.tabs}>
        {open.map((tab, index) => (
          <OpenTab
            key={tab.key}
            tab={tab}
            isShown={tab.key === shown}
            // Where none is shown, the keys come in at the first.
            isReached={tab.key === shown || (shown === undefined && index === 0)}
            onKeyDown={(event) => press(event, tab)}
            onMenu={(anchor) => setMenu({ tab, anchor })}
          />
        ))}
      </div>
      {others.length === 0 || shown === undefined ? null : (
        <IconButton
          icon="dots-three-vertical"
          label={t.tabs}
          aria-haspopup="menu"
          onClick={(event) => {
            const tab = open.find(({ key }) => key === shown);
            if (tab !== undefined) setMenu({ tab, anchor: event.currentTarget.getBoundingClientRect() });
          }}
        />
      )}
      {menu === undefined ? null : (
        <Menu
          label={t.tabs}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          items={[
            ...(menu.tab.kept
              ? []
              : [{ key: 'keep', label: t.keep, hint: keyName('p'), onSelect: () => tabs.keep(menu.tab.key) }]),
            { key: 'copy', label: t.copy, icon: 'link' as const, onSelect: () => void copy(menu.tab) },
            {
              key: 'close',
              label: t.close,
              icon: 'x' as const,
              hint: keyName('w'),
              apart: true,
              onSelect: () => tabs.close([menu.tab.key]),
            },
            ...(open.length > 1
              ? [
                  {
                    key: 'others',
                    label: t.closeOthers,
                    hint: keyName('W'),
                    onSelect: () => {
                      if (menu.tab.key !== shown) navigator.go(menu.tab.address, { replace: true });
                      tabs.closeOthers(menu.tab.key);
                    },
                  },
                  { key: 'all', label: t.closeAll, onSelect: () => tabs.close(open.map(({ key }) => key)) },
                ]
              : []),
          ]}
        />
      )}
    </div>
  );
}

/** Asks what a tab is called that has not been shown yet, as those that were open before the page was loaded anew. */
function useTitle(key: string, address: string, isWanted: boolean): void {
  const { modules, tabs } = useShell();
  const client = useClient();
  useEffect(() => {
    const match = isWanted ? matchPath(address) : undefined;
    const titleOf = match === undefined ? undefined : findScreen(screensOf(modules), address)?.screen.titleOf;
    if (match === undefined || titleOf === undefined) return undefined;
    const stop = new AbortController();
    // Where it cannot be asked for, it is known once the tab is shown.
    void titleOf(client, match.params, stop.signal).then(
      (title) => {
        if (title !== undefined && !stop.signal.aborted) tabs.setTitle(key, title);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [client, modules, tabs, key, address, isWanted]);
}

/** What a tab says of its item: from the row that is known, else from the server. */
function useAbout({ key, address }: Tab) {
  const t = useTexts(tabTexts);
  const { modules, tabs } = useShell();
  const row = useRow(key);
  const isGone = useValue(tabs.gone).has(key);
  const named = useValue(tabs.titles).get(key);
  const id = matchPath(address)?.params['id'];
  // What is no item, as a record, is called as its screen says.
  const aggregateId = id === undefined || parseAggregateId(id) === undefined ? undefined : id;
  const isRequested = row === undefined && aggregateId !== undefined;
  const { data, failure } = useAsk(tipQueries.tips, isRequested ? { aggregateId } : undefined);
  const said: { readonly information: string; readonly status: Status; readonly trashed: boolean } | undefined =
    row ?? data;
  const wasKnown = useWasKnown(key, said !== undefined);
  const icon = findScreen(screensOf(modules), address)?.screen.icon ?? 'file-text';
  useTitle(key, address, named === undefined && id !== undefined && aggregateId === undefined);
  if (isGone || failure?.status === 404)
    return { icon, title: wasKnown || named !== undefined ? t.gone : t.notThere, isGone: true };
  // What is about no item is being written; how it is called is known once it is shown.
  if (aggregateId === undefined)
    return { icon, title: named ?? (id === undefined ? t.begun : t.loading), isGone: false };
  if (said === undefined) return { icon, title: t.loading, isGone: false };
  return { icon, title: said.information || t.untitled, isGone: false, status: said.status, isDeleted: said.trashed };
}

function OpenTab({
  tab,
  isShown,
  isReached,
  onKeyDown,
  onMenu,
}: {
  tab: Tab;
  isShown: boolean;
  isReached: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onMenu: (anchor: DOMRect) => void;
}) {
  const t = useTexts(tabTexts);
  const { tabs, unsaved } = useShell();
  const account = useClient().key;
  const about = useAbout(tab);
  const isEdited = useValue(unsaved.entries).some((one) => one.account === account && one.tabKey === tab.key);
  const isClosing = (event: MouseEvent): boolean =>
    event.button === MIDDLE || (event.target as Element).closest('.tab-close') !== null;
  return (
    <button
      type="button"
      role="tab"
      className="open-tab"
      aria-selected={isShown}
      aria-haspopup="menu"
      aria-keyshortcuts="Delete"
      tabIndex={isReached ? 0 : -1}
      data-kept={tab.kept}
      data-gone={about.isGone}
      title={about.title}
      onClick={(event) => {
        if (isClosing(event)) tabs.close([tab.key]);
        else if (event.detail > 1) tabs.keep(tab.key);
        else tabs.open(tab.address);
      }}
      // The browser would scroll by it.
      onMouseDown={(event) => event.button === MIDDLE && event.preventDefault()}
      onAuxClick={(event) => {
        if (event.button === MIDDLE) tabs.close([tab.key]);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.currentTarget.getBoundingClientRect());
      }}
      onKeyDown={onKeyDown}
    >
      <Icon name={about.isGone ? 'eye-slash' : about.isDeleted === true ? 'trash' : about.icon} small />
      <span className="open-tab-title">{about.title}</span>
      {about.isDeleted === true ? <span className="hidden-text">{t.deleted}</span> : null}
      {isEdited ? (
        <span className="open-tab-edited" title={t.edited}>
          <Icon name="pencil-simple" small label={t.edited} />
        </span>
      ) : about.status === undefined ? null : (
        <StatusMark status={about.status} label={t.states[about.status]} />
      )}
      <span className="tab-close" aria-hidden="true" title={t.close}>
        <Icon name="x" small />
      </span>
    </button>
  );
}
