import { useEffect, useRef, useState, type ComponentType } from 'react';
import {
  HeadSlot,
  useAside,
  useGo,
  useKeys,
  useLanguage,
  useMedia,
  useSettings,
  useTexts,
  type ScreenProps,
} from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Button, IconButton, StatePage } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ItemList } from '../list/item-list.tsx';
import { ListTitle, AppearanceButton, TotalText, type Total } from '../list/toolbar.tsx';
import { SavedChanges, SavedChip, warmSaving } from '../saved/chips.tsx';
import { savedIdOf } from '../saved/rules.ts';
import { texts } from '../texts.ts';
import { Chips } from './chips.tsx';
import type { ListDeclaration } from './define-list.ts';
import { isCut, isSameDate, type ListFilter } from './filter.ts';
import { listTexts } from './list-texts.ts';
import { OtherDays } from './other-days.tsx';
import { OwnFiltersRow } from './own-filters.tsx';
import { SearchBox } from './search-box.tsx';
import { SearchProblems } from './search-problems.tsx';
import { useListed, type UsedListed } from './use-listed.ts';

const loadPanel = () => import('./panel.tsx');
const FilterAside = lazily(() => loadPanel().then((module) => module.FilterAside));
const FilterSheet = lazily(() => loadPanel().then((module) => module.FilterSheet));

/** The screen of a declared list. */
export function screenOf(list: ListDeclaration): ComponentType<ScreenProps> {
  return function ListScreen(props) {
    return <Listed list={list} {...props} />;
  };
}

interface PartProps {
  readonly list: ListDeclaration;
  readonly listed: UsedListed;
}

function Listed({ list, ...props }: { list: ListDeclaration } & ScreenProps) {
  const t = useTexts(listTexts);
  const language = useLanguage();
  const listed = useListed(list, props);
  const { filter, appearance, used, offers, listSource, show } = listed;
  const [searching, setSearching] = useState(false);
  // Once: a box that comes back, as when a selection is over, does not take the focus again.
  const [wantsFocus, setWantsFocus] = useState(list.search.always === true);
  const seek = (): void => {
    setSearching(true);
    setWantsFocus(true);
  };
  const panel = usePanel();
  const reset = (): void => {
    setSearching(false);
    listed.reset();
  };
  const isSearching = list.search.always === true || searching || filter.text !== '';
  useKeys({ f: panel.toggle, ...(isSearching ? {} : { '/': seek }) });

  const title = list.title[language];
  const mixed = list.useKinds !== undefined;
  const appearanceButton = <AppearanceButton used={used} mixed={mixed} hides={list.hides === true} />;
  const search = (
    <SearchBox
      value={filter.text}
      label={list.search[language]}
      list={list.name}
      onSearch={(text) => show({ ...filter, text }, true)}
      autoFocus={wantsFocus}
      onFocused={() => setWantsFocus(false)}
      {...(list.search.always === true ? {} : { onLeave: () => setSearching(false) })}
    />
  );
  const about = { list, filter, appearance, ...offers, onShow: show, onAppearance: listed.change, onReset: reset };
  const Empty = list.empty;
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
          address={listed.exact}
          toolbar={(total) =>
            isSearching ? (
              <div className="toolbar">
                <h1 className="hidden-text">{title}</h1>
                <HeadSlot of="slotTopLeft" />
                {search}
                {appearanceButton}
                <HeadSlot of="slotTopRight" />
              </div>
            ) : (
              <ListTitle title={title} total={total}>
                {appearanceButton}
                <IconButton icon="magnifying-glass" label={t.search} hotkey="/" onClick={seek} />
              </ListTitle>
            )
          }
          below={(total) => (
            <>
              {isSearching ? <SearchProblems text={filter.text} /> : null}
              <Views list={list} listed={listed} hits={isSearching ? total : undefined} />
              <Chips
                {...about}
                isOpen={panel.isOpen}
                onOpen={panel.toggle}
                saved={filter.view === 'custom' ? null : <OwnChip list={list} listed={listed} />}
              />
              <BelowChips list={list} listed={listed} />
            </>
          )}
          empty={
            <Empty
              filter={filter}
              otherwise={
                isCut(filter, appearance) ? <NothingLeft filter={filter} onShow={show} onReset={reset} /> : undefined
              }
            />
          }
        />
      </div>
      {panel.isOpen ? (
        <Requested>
          {panel.hasRoom ? (
            <FilterAside {...about} onClose={panel.close} />
          ) : (
            <FilterSheet {...about} source={listSource} onClose={panel.close} />
          )}
        </Requested>
      ) : null}
    </div>
  );
}

/** The panel of filters: beside the list where there is room for it, else over it. */
function usePanel() {
  const { filterSplit } = useSettings();
  const hasRoom = useMedia('(min-width: 1286px)');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    for (const part of [FilterAside, FilterSheet]) void part.load();
    warmSaving();
    void loadPanel().then(
      ({ warmFilter }) => warmFilter(),
      () => undefined,
    );
  }, []);
  const opener = useRef<HTMLElement | null>(null);
  useAside(isOpen && hasRoom ? filterSplit : 0);
  const open = (): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return { isOpen, hasRoom, close, toggle: () => (isOpen ? close() : open()) };
}

/** The views of a list, and the person's own filters where these are chosen. `hits`: how much a search has found. */
function Views({ list, listed: { filter, show }, hits }: PartProps & { readonly hits: Total | undefined }) {
  const t = useTexts(texts);
  return (
    <>
      <div className="views">
        <Tabs
          label={t.viewsLabel}
          tabs={list.views.map((key) => ({ key, label: t.views[key] }))}
          value={filter.view}
          onChange={(view) => show({ ...filter, view, custom: undefined }, true)}
        />
        {hits === undefined ? null : (
          <span className="hits" role="status">
            <TotalText total={hits} />
          </span>
        )}
      </div>
      {filter.view === 'custom' && list.ownFilters !== undefined ? (
        <OwnFiltersRow
          ownFilters={list.ownFilters}
          chosen={filter.custom}
          onChoose={(custom) => show({ ...filter, custom }, true)}
        />
      ) : null}
    </>
  );
}

/** The saved filter that is shown, or the way to save this one. */
function OwnChip({ list, listed: { source, saved, filterQuery } }: PartProps) {
  const go = useGo();
  return (
    <SavedChip
      list={list}
      saved={saved.saved}
      filterQuery={filterQuery}
      isNamed={savedIdOf(source) !== undefined}
      onApply={go}
    />
  );
}

/** What stands between the chips and the rows. */
function BelowChips({ list, listed: { filter, appearance, listSource, saved, filterQuery, show } }: PartProps) {
  const go = useGo();
  return (
    <>
      <OtherDays list={list} filter={filter} appearance={appearance} source={listSource} onShow={show} />
      {list.beside === undefined ? null : <list.beside filter={filter} />}
      {saved.saved !== undefined && saved.isChanged && filter.view !== 'custom' ? (
        <SavedChanges saved={saved.saved} filterQuery={filterQuery} onApply={go} />
      ) : null}
    </>
  );
}

/** Says that a filter leaves nothing, and how more is shown. */
function NothingLeft({
  filter,
  onShow,
  onReset,
}: {
  readonly filter: ListFilter;
  readonly onShow: (next: ListFilter) => void;
  readonly onReset: () => void;
}) {
  const t = useTexts(listTexts);
  const allDays = isSameDate(filter.date, 'all');
  return (
    <StatePage
      icon="funnel"
      title={allDays ? t.nothing : t.nothingThen}
      action={
        allDays ? (
          <Button onClick={onReset}>{t.reset}</Button>
        ) : (
          <Button kind="primary" onClick={() => onShow({ ...filter, date: 'all' })}>
            {t.allDays}
          </Button>
        )
      }
    >
      {allDays ? t.nothingHint : t.nothingThenHint}
    </StatePage>
  );
}
