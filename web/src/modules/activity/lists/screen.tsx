import { LIST_SORT_KEYS, type SavedSort } from '@kontor/contract/activity';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import {
  HeadSlot,
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
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Button, IconButton, StatePage } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ListDeclaration } from '../define-list.ts';
import { ItemList } from '../item-list.tsx';
import { texts } from '../texts.ts';
import { ListTitle, LookButton, TotalText } from '../toolbar.tsx';
import { useLook, type UsedLook } from '../use-look.ts';
import type { ListLook } from '../look.ts';
import { SavedChanges, SavedChip, warmSaving } from '../saved/chips.tsx';
import { filterQueryOf, savedIdOf } from '../saved/rules.ts';
import { useSavedSource } from '../saved/use-source.ts';
import { addressOf } from './address.ts';
import { withoutGone } from './chip-rules.ts';
import { Chips } from './chips.tsx';
import { OwnFiltersRow } from './own-filters.tsx';
import {
  formatDate,
  formatQuery,
  isCut,
  isDays,
  isSameDate,
  parseDate,
  parseFilter,
  defaultFilter,
  type ListFilter,
  type DefaultFilter,
} from './filter.ts';
import { listTexts } from './list-texts.ts';
import { OtherDays } from './other-days.tsx';
import { SearchProblems } from '../search-problems.tsx';
import { SearchBox } from './search-box.tsx';
import { sourceOf, todayIn } from './source.ts';

const loadPanel = () => import('./panel.tsx');
const FilterAside = lazily(() => loadPanel().then((module) => module.FilterAside));
const FilterSheet = lazily(() => loadPanel().then((module) => module.FilterSheet));

/** The screen of a declared list. */
export function screenOf(list: ListDeclaration): ComponentType<ScreenProps> {
  return function ListScreen(props) {
    return <Listed list={list} {...props} />;
  };
}

const NO_OFFER = (): undefined => undefined;
/** A list's order as it is saved; one that is none is the usual. */
const savedSort = ({ property, direction }: ListLook['sort']): SavedSort => ({
  property: LIST_SORT_KEYS.find((key) => key === property) ?? 'timestamp',
  direction,
});
const ALL_SHOWN = { archived: true, shared: true };

/** What is chosen of a list's look: the part of it that the address says, as a filter with that, and the rest. */
function parted(part: Partial<ListLook>, filter: ListFilter): { readonly said: ListFilter; readonly rest: object } {
  const { shown, sort } = filter;
  const { archived, shared, sort: by, ...others } = part;
  return {
    said: {
      ...filter,
      ...(sort === undefined || by === undefined ? {} : { sort: savedSort(by) }),
      ...(shown === undefined
        ? {}
        : { shown: { archived: archived ?? shown.archived, shared: shared ?? shown.shared } }),
    },
    rest: {
      ...others,
      ...(sort === undefined && by !== undefined ? { sort: by } : {}),
      ...(shown === undefined && archived !== undefined ? { archived } : {}),
      ...(shown === undefined && shared !== undefined ? { shared } : {}),
    },
  };
}

function Listed({ list, params, address, onMove }: { list: ListDeclaration } & ScreenProps) {
  const t = useTexts(texts);
  const o = useTexts(listTexts);
  const language = useLanguage();
  const go = useGo();
  const zone = useZone();
  const chosen = useLook(list.name, list.sort);
  const { last } = chosen;
  const { filterSplit } = useSettings();
  const hasRoom = useMedia('(min-width: 1286px)');
  const today = todayIn(zone, useMinute());
  const source = params['source'] ?? 'main';
  const defaultValue = useMemo(
    (): DefaultFilter => ({
      view: list.views.find((view) => view === last.view) ?? list.default.view,
      date: parseDate(last.date ?? '', zone) ?? list.default.date,
    }),
    [list, last.view, last.date, zone],
  );
  const filter = useMemo(
    () =>
      parseFilter({ view: params['view'] ?? '', date: params['date'] ?? '' }, queryOf(address), {
        views: list.views,
        default: defaultValue,
        custom: list.ownFilters?.default,
        zone,
      }),
    [list, params, address, defaultValue, zone],
  );
  const look = useMemo(
    () => ({ ...chosen.look, ...filter.shown, ...(filter.sort === undefined ? {} : { sort: filter.sort }) }),
    [chosen.look, filter],
  );
  const asked = filterQueryOf(filter, list.hides === true ? look : ALL_SHOWN, savedSort(look.sort));
  const isSaid = params['view'] !== 'usual';
  const saved = useSavedSource({ list, source, isSaid, filter, asked, onMove });
  const exact = addressOf(list.route, source, filter);
  // An address that leaves something to what is usual says what that was, so that it is the same for everybody.
  useEffect(() => {
    if (exact !== address && !saved.isWaiting) onMove(exact);
  }, [onMove, exact, address, saved.isWaiting]);

  const [panel, setPanel] = useState(false);
  const [searching, setSearching] = useState(false);
  // Once: a box that comes back, as when a selection is over, does not take the focus again.
  const [wantsFocus, setWantsFocus] = useState(list.search.always === true);
  const seek = (): void => {
    setSearching(true);
    setWantsFocus(true);
  };
  useEffect(() => {
    for (const part of [FilterAside, FilterSheet]) void part.load();
    warmSaving();
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
    const isLasting = !isDays(next.date) && !isSameDate(list.default.date, 'all');
    if (savedIdOf(source) === undefined && (next.view !== filter.view || !isSameDate(next.date, filter.date)))
      chosen.change({ view: next.view, ...(isLasting ? { date: formatDate(next.date) } : {}) });
    const to = addressOf(list.route, source, next);
    if (replace) onMove(to);
    else go(to);
  };
  const change: UsedLook['change'] = (part) => {
    const { said, rest } = parted(part as Partial<ListLook>, filter);
    if (formatQuery(said) !== formatQuery(filter)) show(said);
    if (Object.keys(rest).length > 0) chosen.change(rest);
  };
  const used = { ...chosen, look, change, frames: list.frames };
  const reset = (): void => {
    setSearching(false);
    if (filter.shown === undefined && (!look.archived || !look.shared)) change({ archived: true, shared: true });
    const date = isSameDate(filter.date, 'all') ? 'all' : list.default.date;
    if (savedIdOf(source) === undefined) show(defaultFilter({ view: filter.view, date }));
    else go(addressOf(list.route, 'main', defaultFilter({ view: filter.view, date })));
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
  useKeys({ f: () => (panel ? close() : open()), ...(isSearching ? {} : { '/': seek }) });

  const title = list.title[language];
  const mixed = list.useKinds !== undefined;
  const lookButton = <LookButton used={used} mixed={mixed} hides={list.hides === true} />;
  const search = (
    <SearchBox
      value={filter.text}
      label={list.search[language]}
      list={list.name}
      onSearch={(text) => show({ ...filter, text: text.trim() }, true)}
      autoFocus={wantsFocus}
      onFocused={() => setWantsFocus(false)}
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
          isSought={filter.text !== ''}
          mixed={mixed}
          trash={list.trash === true}
          used={used}
          address={exact}
          toolbar={(total) =>
            isSearching ? (
              <div className="toolbar">
                <h1 className="hidden-text">{title}</h1>
                <HeadSlot of="slotTopLeft" />
                {search}
                {lookButton}
                <HeadSlot of="slotTopRight" />
              </div>
            ) : (
              <ListTitle title={title} total={total}>
                {lookButton}
                <IconButton icon="magnifying-glass" label={o.search} hotkey="/" onClick={seek} />
              </ListTitle>
            )
          }
          below={(total) => (
            <>
              {isSearching ? <SearchProblems text={filter.text} /> : null}
              <div className="views">
                <Tabs
                  label={t.viewsLabel}
                  tabs={list.views.map((key) => ({ key, label: t.views[key] }))}
                  value={filter.view}
                  onChange={(view) => show({ ...filter, view, custom: undefined }, true)}
                />
                {isSearching ? (
                  <span className="hits" role="status">
                    <TotalText total={total} />
                  </span>
                ) : null}
              </div>
              {filter.view === 'custom' && list.ownFilters !== undefined ? (
                <OwnFiltersRow
                  ownFilters={list.ownFilters}
                  chosen={filter.custom}
                  onChoose={(custom) => show({ ...filter, custom }, true)}
                />
              ) : null}
              <Chips
                {...about}
                isOpen={panel}
                onOpen={() => (panel ? close() : open())}
                saved={
                  filter.view === 'custom' ? null : (
                    <SavedChip
                      list={list}
                      saved={saved.saved}
                      asked={asked}
                      isNamed={savedIdOf(source) !== undefined}
                      onApply={go}
                    />
                  )
                }
              />
              <OtherDays list={list} filter={filter} look={look} source={listSource} onShow={show} />
              {list.beside === undefined ? null : <list.beside filter={filter} />}
              {saved.saved !== undefined && saved.isChanged && filter.view !== 'custom' ? (
                <SavedChanges saved={saved.saved} asked={asked} onApply={go} />
              ) : null}
            </>
          )}
          empty={<Empty filter={filter} otherwise={isCut(filter, look) ? cut : undefined} />}
        />
      </div>
      {panel ? (
        <Requested>
          {hasRoom ? (
            <FilterAside {...about} onClose={close} />
          ) : (
            <FilterSheet {...about} source={listSource} onClose={close} />
          )}
        </Requested>
      ) : null}
    </div>
  );
}
