import {
  Activity,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useValue } from '../client/react.tsx';
import { lazily } from '../ui/lazily.tsx';
import { LoadingLine, StatePage } from '../ui/parts.tsx';
import { loadDialogs } from './bars.tsx';
import { Boundary } from './boundary.tsx';
import { useSettings, useShell, useSplit, useTexts } from './context.tsx';
import type { Manifest, Screen, ScreenProps } from './manifest.ts';
import { currentRoute, href, matchPath, type Match, type RouteName } from './routes.ts';
import { Splitter } from './splitter.tsx';
import { texts } from './texts.ts';

const NotFound = lazily(() => loadDialogs().then((module) => module.NotFound));

/** Most lists that are kept alive, with their place and selection. */
const MOST_KEPT = 12;
const LIST_LEAST = 320;
const READER_LEAST = 400;
const LIST_DEFAULT = 920;
const DEFAULT_SHARE = 0.42;

interface Shown {
  readonly address: string;
  readonly match: Match;
  readonly screen: Screen;
}

function screensOf(modules: readonly Manifest[]): ReadonlyMap<RouteName, Screen> {
  return new Map(modules.flatMap((module) => Object.entries(module.screens) as [RouteName, Screen][]));
}

/** List that a detail belongs beside when none was open before. */
function listOfDetail(modules: readonly Manifest[], path: string): string {
  const route = currentRoute(path);
  return modules.flatMap(({ menu }) => menu).find((entry) => entry.route === route)?.path ?? href('inbox');
}

/** What is shown at an address: lists are kept alive, details stand beside them or, on small screens, in their place. */
export function Stage({ address }: { address: string }) {
  const { modules, navigator, openItem } = useShell();
  const wide = useSplit();
  const screens = useMemo(() => screensOf(modules), [modules]);
  const shown = useMemo(() => find(screens, address), [screens, address]);
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
    () => (listAddress === undefined ? undefined : find(screens, listAddress)),
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
  const place = list === undefined ? -1 : kept.findIndex(({ match }) => match.name === list.match.name);
  if (list !== undefined && kept[place]?.address !== list.address)
    setKept(place < 0 ? [...kept, list].slice(-MOST_KEPT) : kept.with(place, list));

  const detail = shown?.screen.kind === 'detail' ? shown : undefined;
  const openKey = useMemo(() => {
    const id = detail === undefined ? undefined : parseAggregateId(detail.match.params['id'] ?? '');
    return id === undefined ? undefined : itemKey(id);
  }, [detail]);
  useLayoutEffect(() => openItem.set(openKey), [openItem, openKey]);

  const isListShown = list !== undefined && (wide || detail === undefined);
  return (
    <Split
      wide={wide}
      list={isListShown}
      lists={kept.map((entry) => (
        <Activity
          key={entry.match.name}
          mode={isListShown && entry.match.name === list.match.name ? 'visible' : 'hidden'}
        >
          <Framed shown={entry} onMove={move} />
        </Activity>
      ))}
      rest={beside(shown, wide, move)}
    />
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
  if (shown.screen.kind === 'detail') return <Framed key={shown.address} shown={shown} onMove={move} />;
  if (shown.screen.kind === 'page') return <Framed key={shown.match.name} shown={shown} onMove={move} />;
  return wide ? <NothingOpen /> : null;
}

function find(screens: ReadonlyMap<RouteName, Screen>, address: string): Shown | undefined {
  const match = matchPath(address);
  const screen = match === undefined ? undefined : screens.get(match.name);
  return match === undefined || screen === undefined ? undefined : { address, match, screen };
}

function Framed({ shown, onMove }: { shown: Shown; onMove: ScreenProps['onMove'] }) {
  const { component: Component } = shown.screen;
  return (
    <div className="screen">
      <Boundary>
        <Suspense fallback={<LoadingLine shown />}>
          <Component params={shown.match.params} address={shown.address} onMove={onMove} />
        </Suspense>
      </Boundary>
    </div>
  );
}

function NothingOpen() {
  const t = useTexts(texts);
  return (
    <StatePage icon="envelope-simple" title={t.nothingOpen}>
      {t.nothingOpenHint}
    </StatePage>
  );
}

/** Two panes with a bar between them, or the one that is shown. */
function Split({ wide, list, lists, rest }: { wide: boolean; list: boolean; lists: ReactNode; rest: ReactNode }) {
  const t = useTexts(texts);
  const { settings, aside: asked } = useShell();
  const { split } = useSettings();
  const aside = useValue(asked);
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
  const sized = wide && list;
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
      {rest === null ? null : <section className="pane">{rest}</section>}
    </main>
  );
}
