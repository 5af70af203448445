import { Activity, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { lazily } from '../ui/lazily.tsx';
import { LoadingLine, StatePage } from '../ui/parts.tsx';
import { loadDialogs } from './bars.tsx';
import { Boundary } from './boundary.tsx';
import { useSettings, useShell, useSplit, useTexts } from './context.tsx';
import type { Manifest, Screen } from './manifest.ts';
import { href, matchPath, type Match, type RouteName } from './routes.ts';
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
  readonly path: string;
  readonly match: Match;
  readonly screen: Screen;
}

function screensOf(modules: readonly Manifest[]): ReadonlyMap<RouteName, Screen> {
  return new Map(modules.flatMap((module) => Object.entries(module.screens) as [RouteName, Screen][]));
}

/** List that a detail belongs beside when none was open before. */
const listOfDetail = (match: Match): string =>
  match.params['activityListLocation'] === 'module' && match.name === 'mail'
    ? href('mailList', { view: 'open', date: 'all', source: 'main' })
    : href('inbox');

/** What is shown at a path: lists are kept alive, details stand beside them or, on small screens, in their place. */
export function Stage({ path }: { path: string }) {
  const { modules, openItem } = useShell();
  const wide = useSplit();
  const screens = useMemo(() => screensOf(modules), [modules]);
  const shown = useMemo(() => find(screens, path), [screens, path]);
  const [kept, setKept] = useState<readonly Shown[]>([]);
  const [lastList, setLastList] = useState<string>();

  const listPath =
    shown?.screen.kind === 'list'
      ? path
      : shown?.screen.kind === 'detail'
        ? (lastList ?? listOfDetail(shown.match))
        : undefined;
  if (listPath !== undefined && listPath !== lastList) setLastList(listPath);
  if (listPath !== undefined && kept.at(-1)?.path !== listPath) {
    const list = kept.find((entry) => entry.path === listPath) ?? find(screens, listPath);
    // The order of the list must not change while it is drawn: React would move the panes about.
    if (list && !kept.includes(list)) setKept([...kept, list].slice(-MOST_KEPT));
  }

  const detail = shown?.screen.kind === 'detail' ? shown : undefined;
  const openKey = useMemo(() => {
    const id = detail === undefined ? undefined : parseAggregateId(detail.match.params['id'] ?? '');
    return id === undefined ? undefined : itemKey(id);
  }, [detail]);
  useLayoutEffect(() => openItem.set(openKey), [openItem, openKey]);

  const isListShown = listPath !== undefined && (wide || detail === undefined);
  return (
    <Split
      wide={wide}
      list={isListShown}
      lists={kept.map((entry) => (
        <Activity key={entry.path} mode={isListShown && entry.path === listPath ? 'visible' : 'hidden'}>
          <Framed shown={entry} />
        </Activity>
      ))}
      rest={beside(shown, wide)}
    />
  );
}

/** What stands beside the list, or in its place. */
function beside(shown: Shown | undefined, wide: boolean): ReactNode {
  if (shown === undefined)
    return (
      <Boundary>
        <Suspense>
          <NotFound />
        </Suspense>
      </Boundary>
    );
  if (shown.screen.kind === 'detail') return <Framed key={shown.path} shown={shown} />;
  if (shown.screen.kind === 'page') return <Framed key={shown.match.name} shown={shown} />;
  return wide ? <NothingOpen /> : null;
}

function find(screens: ReadonlyMap<RouteName, Screen>, path: string): Shown | undefined {
  const match = matchPath(path);
  const screen = match === undefined ? undefined : screens.get(match.name);
  return match === undefined || screen === undefined ? undefined : { path, match, screen };
}

function Framed({ shown }: { shown: Shown }) {
  const { component: Component } = shown.screen;
  return (
    <div className="screen">
      <Boundary>
        <Suspense fallback={<LoadingLine shown />}>
          <Component params={shown.match.params} />
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
  const { settings } = useShell();
  const { split } = useSettings();
  const ref = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(() => window.innerWidth - 270);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const most = Math.max(LIST_LEAST, room - READER_LEAST);
  const wanted = split > 0 ? split : Math.min(LIST_DEFAULT, room * DEFAULT_SHARE);
  const width = Math.min(most, Math.max(LIST_LEAST, wanted));
  const sized = wide && list;
  return (
    <main className="stage" id="content" ref={ref} tabIndex={-1}>
      <section
        className="pane"
        data-sized={sized}
        hidden={!list}
        style={sized ? { width } : list ? undefined : { display: 'none' }}
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
