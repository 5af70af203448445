import { Suspense, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import {
  href,
  useAside,
  useGo,
  useKeys,
  useLanguage,
  useMedia,
  useMinute,
  useSettings,
  useTexts,
  useZone,
  type ScreenProps,
} from '../../../shell/index.ts';
import { queryOf } from '../../../shell/routes.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Button, IconButton, StatePage } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ListDeclaration } from '../define-list.ts';
import { ItemList } from '../item-list.tsx';
import { texts } from '../texts.ts';
import { ListTitle, LookButton } from '../toolbar.tsx';
import { useLook } from '../use-look.ts';
import { withoutGone } from './chip-rules.ts';
import { Chips } from './chips.tsx';
import {
  formatDate,
  formatQuery,
  isCut,
  isDays,
  isSameDate,
  parseDate,
  parseFilter,
  usualFilter,
  type ListFilter,
  type UsualFilter,
} from './filter.ts';
import { listTexts } from './list-texts.ts';
import { SearchProblems } from '../search-problems.tsx';
import { SearchBox } from './search-box.tsx';
import { sourceOf, todayIn } from './source.ts';

const loadPanel = () => import('./panel.tsx');
const FilterAside = lazily(() => loadPanel().then((module) => module.FilterAside));
const FilterSheet = lazily(() => loadPanel().then((module) => module.FilterSheet));

/** Address of a list with a filter. */
const addressOf = (list: ListDeclaration, source: string, filter: ListFilter): string => {
  const path = href(list.route, { view: filter.view, date: formatDate(filter.date), source });
  const query = formatQuery(filter);
  return query === '' ? path : `${path}?${query}`;
};

/** The screen of a declared list. */
export function screenOf(list: ListDeclaration): ComponentType<ScreenProps> {
  return function ListScreen(props) {
    return <Listed list={list} {...props} />;
  };
}

const NO_OFFER = (): undefined => undefined;

function Listed({ list, params, address, onMove }: { list: ListDeclaration } & ScreenProps) {
  const t = useTexts(texts);
  const o = useTexts(listTexts);
  const language = useLanguage();
  const go = useGo();
  const zone = useZone();
  const used = useLook(list.name);
  const { look, last, change } = used;
  const { filterSplit } = useSettings();
  const hasRoom = useMedia('(min-width: 1286px)');
  const today = todayIn(zone, useMinute());
  const source = params['source'] ?? 'main';
  const usual = useMemo(
    (): UsualFilter => ({
      view: list.views.find((view) => view === last.view) ?? list.usual.view,
      date: parseDate(last.date ?? '', zone) ?? list.usual.date,
    }),
    [list, last.view, last.date, zone],
  );
  const filter = useMemo(
    () =>
      parseFilter({ view: params['view'] ?? '', date: params['date'] ?? '' }, queryOf(address), {
        views: list.views,
        usual,
        zone,
      }),
    [list, params, address, usual, zone],
  );
  const exact = addressOf(list, source, filter);
  // An address that leaves something to what is usual says what that was, so that it is the same for everybody.
  useEffect(() => {
    if (exact !== address) onMove(exact);
  }, [onMove, exact, address]);

  const [panel, setPanel] = useState(false);
  const [searching, setSearching] = useState(false);
  useEffect(() => {
    for (const part of [FilterAside, FilterSheet]) void part.load();
    void loadPanel().then(
      ({ warmFilter }) => warmFilter(),
      () => undefined,
    );
  }, []);
  const opener = useRef<HTMLElement | null>(null);
  useAside(panel && hasRoom ? filterSplit : 0);
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const boxes = (list.useBoxes ?? NO_OFFER)();
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const users = (list.useUsers ?? NO_OFFER)();
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const kinds = (list.useKinds ?? NO_OFFER)();

  const listSource = useMemo(
    () => sourceOf(list, withoutGone(filter, boxes, users), look, zone, today),
    [list, filter, boxes, users, look, zone, today],
  );
  const show = (next: ListFilter, replace = false): void => {
    // Days that are named once are over some day.
    const isLasting = !isDays(next.date) && !isSameDate(list.usual.date, 'all');
    if (next.view !== filter.view || !isSameDate(next.date, filter.date))
      change({ view: next.view, ...(isLasting ? { date: formatDate(next.date) } : {}) });
    const to = addressOf(list, source, next);
    if (replace) onMove(to);
    else go(to);
  };
  const reset = (): void => {
    setSearching(false);
    if (!look.archived || !look.shared) change({ archived: true, shared: true });
    show(usualFilter({ view: filter.view, date: isSameDate(filter.date, 'all') ? 'all' : list.usual.date }));
  };
  const open = (): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setPanel(true);
  };
  const close = (): void => {
    setPanel(false);
    opener.current?.focus();
  };
  const isSearching = list.search.always === true || searching || filter.text !== '';
  useKeys({ f: () => (panel ? close() : open()), ...(isSearching ? {} : { '/': () => setSearching(true) }) });

  const title = list.title[language];
  const mixed = list.useKinds !== undefined;
  const lookButton = <LookButton used={used} mixed={mixed} hides={list.hides === true} />;
  const search = (
    <SearchBox
      value={filter.text}
      label={list.search[language]}
      onSearch={(text) => show({ ...filter, text: text.trim() }, true)}
      autoFocus={list.search.always === true || searching}
      {...(list.search.always === true ? {} : { onLeave: () => setSearching(false) })}
    />
  );
  const about = { list, filter, look, boxes, users, kinds, onShow: show, onLook: change, onReset: reset };
  const Empty = list.empty;
  const allDays = isSameDate(filter.date, 'all');
  const cut = (
    <StatePage
      icon="funnel"
      title={allDays ? o.nothing : o.nothingThen}
      action={
        allDays ? (
          <Button onClick={reset}>{o.reset}</Button>
        ) : (
          <Button kind="primary" onClick={() => show({ ...filter, date: 'all' })}>
            {o.allDays}
          </Button>
        )
      }
    >
      {allDays ? o.nothingHint : o.nothingThenHint}
    </StatePage>
  );
  return (
    <div className="listed">
      <div className="listed-main">
        <ItemList
          source={listSource}
          from={list.from}
          label={title}
          mixed={mixed}
          trash={list.trash === true}
          used={used}
          address={exact}
          toolbar={(total) =>
            isSearching ? (
              <div className="toolbar">
                <h1 className="hidden-text">{title}</h1>
                {search}
                {lookButton}
              </div>
            ) : (
              <ListTitle title={title} total={total}>
                {lookButton}
                <IconButton icon="magnifying-glass" label={o.search} hotkey="/" onClick={() => setSearching(true)} />
              </ListTitle>
            )
          }
          below={(total) => (
            <>
              {isSearching ? <SearchProblems text={filter.text} /> : null}
              <Tabs
                label={t.viewsLabel}
                tabs={list.views.map((key) => ({ key, label: t.views[key] }))}
                value={filter.view}
                onChange={(view) => show({ ...filter, view }, true)}
              />
              <Chips
                {...about}
                total={isSearching ? total : undefined}
                isOpen={panel}
                onOpen={() => (panel ? close() : open())}
              />
            </>
          )}
          empty={<Empty filter={filter} otherwise={isCut(filter, look) ? cut : undefined} />}
        />
      </div>
      {panel ? (
        <Suspense>
          {hasRoom ? <FilterAside {...about} onClose={close} /> : <FilterSheet {...about} onClose={close} />}
        </Suspense>
      ) : null}
    </div>
  );
}
