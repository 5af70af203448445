import {
  Activity,
  Suspense,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useClient, useValue } from '../../client/react.tsx';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { LoadingLine, StatePage } from '../../ui/parts.tsx';
import { loadDialogs } from '../bars/load-dialogs.ts';
import { Boundary } from '../failures/boundary.tsx';
import { useSettings, useShell, useSplit, useTexts } from '../context.tsx';
import type { Manifest, ScreenProps } from '../manifest.ts';
import { currentRoute, href, matchPath } from '../routes.ts';
import { findScreen, isDrawn, screensOf, type Shown } from '../screens.ts';
import { Splitter } from './splitter.tsx';
import { texts } from '../texts.ts';

const NotFound = lazily(() => loadDialogs().then((module) => module.NotFound));

/** Most lists that are kept alive, with their place and selection. */
const MAX_KEPT = 12;
const LIST_LEAST = 320;
const READER_LEAST = 400;
const LIST_DEFAULT = 920;
const DEFAULT_SHARE = 0.42;
const loadBeside = () => import('./tab-bar.tsx');
const DetailFrame = lazily(() => loadBeside().then((module) => module.DetailFrame));
const TabBar = lazily(() => loadBeside().then((module) => module.TabBar));

/** List that a detail belongs beside when none was open before. */
function listOfDetail(modules: readonly Manifest[], path: string): string {
  const route = currentRoute(path);
  return modules.flatMap(({ menu }) => menu).find((entry) => entry.route === route)?.path ?? href('inbox');
}

/** Whether a list has the whole width: one that wants it, beside which nothing stands. */
const hasWhole = (list: Shown | undefined, detail: Shown | undefined, tabs: number): boolean =>
  list?.screen.isWhole === true && detail === undefined && tabs === 0;

/** Loads what stands beside a list before it is wanted. */
export const warmBeside = (): Promise<void> => DetailFrame.load();

/**
 * What is shown at an address: lists are kept alive, details stand beside them or, on small screens, in their place. `onList` hears the address
 * of the list that is shown, or that a detail leads back to.
 */
export function Stage({ address, onList }: { address: string; onList: (address: string | undefined) => void }) {
  const { modules, navigator, openItem, tabs } = useShell();
  const wide = useSplit();
  const screens = useMemo(() => screensOf(modules), [modules]);
  const shown = useMemo(() => findScreen(screens, address), [screens, address]);
  const [kept, setKept] = useState<readonly Shown[]>([]);
  const [lastList, setLastList] = useState<string>();

  const listAddress =
    shown?.screen.kind === 'list'
      ? address
      : shown?.screen.kind === 'detail'
        ? (lastList ?? listOfDetail(modules, address))
        : undefined;
  if (listAddress !== undefined && listAddress !== lastList) setLastList(listAddress);
  const list = useMemo(
    () => (listAddress === undefined ? undefined : findScreen(screens, listAddress)),
    [screens, listAddress],
  );
  // Beside the reader a list has an address that is not the page's.
  const move = useCallback(
    (to: string) => {
      const route = matchPath(to)?.name;
      if (matchPath(navigator.path.get())?.name === route) navigator.go(to, { replace: true });
      else setLastList((last) => (last !== undefined && matchPath(last)?.name === route ? to : last));
    },
    [navigator],
  );
  // The order of the lists must not change while they are drawn: React would move the panes about.
  const index = list === undefined ? -1 : kept.findIndex(({ match }) => match.name === list.match.name);
  if (list !== undefined && kept[index]?.address !== list.address)
    setKept(index < 0 ? [...kept, list].slice(-MAX_KEPT) : kept.with(index, list));

  const detail = shown?.screen.kind === 'detail' ? shown : undefined;
  const openKey = useMemo(() => {
    const id = detail === undefined ? undefined : parseAggregateId(detail.match.params['id'] ?? '');
    return id === undefined ? undefined : itemKey(id);
  }, [detail]);
  useLayoutEffect(() => openItem.set(openKey), [openItem, openKey]);
  useLayoutEffect(() => {
    onList(listAddress);
    if (listAddress !== undefined) tabs.setList(listAddress);
  }, [tabs, listAddress, onList]);

  const open = useValue(tabs.of(useClient().key)).tabs;
  const isListShown = list !== undefined && (wide || detail === undefined);
  const isWhole = hasWhole(list, detail, open.length);
  return (
    <Split
      wide={wide}
      list={isListShown}
      isWhole={isWhole}
      lists={kept.map((entry) => (
        <Activity
          key={entry.match.name}
          mode={isListShown && entry.match.name === list.match.name ? 'visible' : 'hidden'}
        >
          <Framed shown={entry} onMove={move} />
        </Activity>
      ))}
      rest={
        <Beside shown={shown} detail={detail} screens={screens} wide={wide} isListShown={isListShown} onMove={move} />
      }
      isRestShown={shown?.screen.kind !== 'list' || (wide && !isWhole)}
    />
  );
}

/** The details that are drawn: the one that is shown, those that are edited, and those that are to stay as they are. */
function useMounted(
  screens: ReturnType<typeof screensOf>,
  detail: Shown | undefined,
  active: string | undefined,
): readonly Mounted[] {
  const { tabs, unsaved } = useShell();
  const account = useClient().key;
  const open = useValue(tabs.of(account)).tabs;
  const edited = useValue(unsaved.entries);
  return useMemo(() => {
    const isEdited = (key: string): boolean =>
      edited.some((entry) => entry.account === account && entry.tabKey === key);
    const there = open.map(({ key, address }) => ({
      key,
      shown: key === active ? detail : findScreen(screens, address),
    }));
    // While somebody signs in, tabs and address are not those of one moment.
    if (active !== undefined && !there.some(({ key }) => key === active)) there.push({ key: active, shown: detail });
    return there.flatMap(({ key, shown }): readonly Mounted[] =>
      shown !== undefined && isDrawn(key, active, isEdited(key), shown.screen.keptAlive === true)
        ? [{ key, shown }]
        : [],
    );
  }, [open, edited, account, screens, active, detail]);
}

/** Everything beside the list: the details, drawn in one place whatever else is shown, under their tabs. */
function Beside({
  shown,
  detail,
  screens,
  wide,
  isListShown,
  onMove,
}: {
  shown: Shown | undefined;
  detail: Shown | undefined;
  screens: ReturnType<typeof screensOf>;
  wide: boolean;
  isListShown: boolean;
  onMove: ScreenProps['onMove'];
}) {
  const { tabs } = useShell();
  const open = useValue(tabs.of(useClient().key)).tabs;
  const active = detail === undefined ? undefined : tabs.keyOf(detail.address);
  const mounted = useMounted(screens, detail, active);
  return (
    <>
      {wide && isListShown && (open.length > 0 || detail !== undefined) ? (
        <Suspense fallback={<div className="tab-bar" hidden={open.length < 2} />}>
          <TabBar shown={active} />
        </Suspense>
      ) : null}
      {mounted.map(({ key, shown: tab }) => (
        <Activity key={key} mode={key === active ? 'visible' : 'hidden'}>
          <Suspense fallback={<LoadingLine shown />}>
            <DetailFrame tabKey={key}>
              <Inside shown={tab} onMove={onMove} />
            </DetailFrame>
          </Suspense>
        </Activity>
      ))}
      {beside(shown, wide, onMove)}
    </>
  );
}

/** What stands beside the list, or in its place. */
function beside(shown: Shown | undefined, wide: boolean, move: ScreenProps['onMove']): ReactNode {
  if (shown === undefined)
    return (
      <Boundary>
        <Suspense>
          <NotFound />
        </Suspense>
      </Boundary>
    );
  if (shown.screen.kind === 'detail') return null;
  if (shown.screen.kind === 'page') return <Framed key={shown.match.name} shown={shown} onMove={move} />;
  return wide ? <NothingOpen /> : null;
}

interface Mounted {
  readonly key: string;
  readonly shown: Shown;
}

interface Framing {
  readonly shown: Shown;
  readonly onMove: ScreenProps['onMove'];
}

/** A list or a page. What the shell learns of it, as where the list is, does not draw it a second time. */
const Framed = memo(function Framed(framing: Framing) {
  return (
    <div className="screen">
      <Inside {...framing} />
    </div>
  );
});

function Inside({ shown, onMove }: Framing) {
  const { component: Component } = shown.screen;
  return (
    <Boundary>
      <Requested meanwhile={<LoadingLine shown />}>
        <Component params={shown.match.params} address={shown.address} onMove={onMove} />
      </Requested>
    </Boundary>
  );
}

function NothingOpen() {
  const t = useTexts(texts);
  return (
    <StatePage icon="tray" title={t.nothingOpen}>
      {t.nothingOpenHint}
    </StatePage>
  );
}

/** Two panes with a bar between them, or the one that is shown. */
function Split({
  wide,
  list,
  isWhole,
  lists,
  rest,
  isRestShown,
}: {
  wide: boolean;
  list: boolean;
  isWhole: boolean;
  lists: ReactNode;
  rest: ReactNode;
  isRestShown: boolean;
}) {
  const t = useTexts(texts);
  const { settings, aside: asideValue } = useShell();
  const { split } = useSettings();
  const aside = useValue(asideValue);
  const ref = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(() => window.innerWidth - 270);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const most = Math.max(LIST_LEAST, room - READER_LEAST - aside);
  const wanted = split > 0 ? split : Math.min(LIST_DEFAULT, room * DEFAULT_SHARE);
  const width = Math.min(most, Math.max(LIST_LEAST, wanted));
  const sized = wide && list && !isWhole;
  return (
    <main className="stage" id="content" ref={ref} tabIndex={-1}>
      <section
        className="pane"
        data-sized={sized}
        hidden={!list}
        style={sized ? { width: width + aside } : list ? undefined : { display: 'none' }}
      >
        {lists}
      </section>
      {sized ? (
        <Splitter
          label={t.split}
          width={width}
          least={LIST_LEAST}
          most={most}
          onChange={(next) => settings.change({ split: next })}
        />
      ) : null}
      <section className="pane" hidden={!isRestShown} {...(isRestShown ? {} : { style: { display: 'none' } })}>
        {rest}
      </section>
    </main>
  );
}
