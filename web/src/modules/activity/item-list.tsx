import { parseAggregateId, type Schema } from '@kontor/contract/kernel';
import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import type { ListSource } from '../../client/list-loader.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { useList, useMatches, type UsedList } from '../../client/use-list.ts';
import {
  FaultId,
  Stale,
  detailHref,
  matchPath,
  useKeys,
  useMedia,
  useSettings,
  useShell,
  useTexts,
  useWide,
} from '../../shell/index.ts';
import { Button, Icon, LoadingLine, StatePage } from '../../ui/parts.tsx';
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx';
import type { Action } from './actions.ts';
import { Row } from './row.tsx';
import { RowMenu, SelectionBar } from './on-items.ts';
import { NO_SELECTION, extend, move, settle, toggle, type Selection } from './selection.ts';
import { RowSkeleton } from './skeleton.tsx';
import { texts } from './texts.ts';
import { useAct } from './use-act.ts';
import { useCalm } from './use-calm.ts';
import { useBounds, useGroups } from './use-groups.ts';

interface Props<P extends Schema, R extends Schema> {
  readonly source: ListSource<P, R>;
  /** What a detail is told about where it was opened from. */
  readonly from: string;
  readonly label: string;
  readonly mixed?: boolean;
  readonly trash?: boolean;
  /** The bar over the list while nothing is selected; gets the number of items as a text. */
  readonly toolbar: (total: {
    readonly count: number;
    readonly capped: boolean;
    readonly loaded: boolean;
  }) => ReactNode;
  readonly below?: ReactNode;
  readonly empty: ReactNode;
}

const LARGE = 60;
const COMPACT = 40;
const GROUP = 30;
/** Wait before the reader follows the keys, in milliseconds, so that what is only passed by is not opened. */
const FOLLOW_MS = 140;

/** Any list of items: loading, groups, keys, selection and actions. */
export function ItemList<P extends Schema, R extends Schema>({
  source,
  from,
  label,
  mixed = false,
  trash = false,
  toolbar,
  below,
  empty,
}: Props<P, R>) {
  const t = useTexts(texts);
  const client = useClient();
  const { navigator, openItem, modules } = useShell();
  const { rowSize, grouping } = useSettings();
  const wide = useWide();
  const coarse = useMedia('(pointer: coarse)');
  const used = useList(source);
  const { isFetching, more } = used;
  const matches = useMatches(source.id);
  const { order, calm } = useCalm(client, source);
  // What everything here goes by is what is seen, not what the list has become meanwhile.
  const list = useMemo(() => ({ ...used.list, ids: calm.ids }), [used.list, calm.ids]);
  const open = useValue(openItem);
  const perform = useAct();
  const handle = useRef<VirtualListHandle>(null);
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [above, setAbove] = useState(0);
  const [menu, setMenu] = useState<{ key: string; anchor: DOMRect }>();
  // The path of this list, to come back to from the reader beside it.
  const path = useValue(navigator.path);
  const [listPath, setListPath] = useState('/');
  if (path !== listPath && matchPath(path)?.params['activityListLocation'] === undefined) setListPath(path);
  const follow = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const bounds = useBounds();
  const items = useGroups(client, list.ids, grouping === 'timeframe' ? bounds : undefined, t.frames);

  const before = useRef(list.ids);
  // Before anything is drawn, so that the next key press already finds the next item.
  useLayoutEffect(() => {
    const old = before.current;
    before.current = list.ids;
    if (old !== list.ids) setSelection((current) => settle(current, old, list.ids));
  }, [list.ids]);

  // Another list in the same place has no news above.
  const [shownSource, setShownSource] = useState(source.id);
  if (shownSource !== source.id) {
    setShownSource(source.id);
    setAbove(0);
  }

  // Focus comes back to the list when it is shown again, or when the reader beside it is closed.
  useEffect(() => {
    if (wide && open === undefined && (document.activeElement === document.body || document.activeElement === null))
      handle.current?.focus();
  }, [wide, open]);

  const openKey = (key: string): void => {
    clearTimeout(follow.current);
    const row = client.store.get(key);
    const aggregateId = row === undefined ? undefined : aggregateIdOf(row, client.user.get()?.id ?? 0);
    const parsed = aggregateId === undefined ? undefined : parseAggregateId(aggregateId);
    const target =
      aggregateId === undefined || parsed === undefined
        ? undefined
        : detailHref({ module: parsed.module, aggregateId }, from);
    if (target === undefined) return;
    setSelection((current) => ({ ...current, active: key, anchor: key }));
    navigator.go(target, { replace: wide && open !== undefined });
  };
  const prepare = (key: string): void => {
    const row = client.store.get(key);
    if (row !== undefined)
      for (const module of modules)
        module.prepare?.[row.moduleName]?.(client, aggregateIdOf(row, client.user.get()?.id ?? 0));
  };
  const step = (by: number, range = false): void => {
    const key = move(selection, by, list.ids);
    if (key === undefined) return;
    setSelection(range ? extend(selection, key, list.ids) : { ...selection, active: key, anchor: key });
    handle.current?.reveal(key);
    handle.current?.focus();
    prepare(key);
    if (Math.max(list.ids.indexOf(key), 0) + 50 > list.ids.length) more();
    clearTimeout(follow.current);
    if (wide && open !== undefined && !range) follow.current = setTimeout(() => openKey(key), FOLLOW_MS);
  };
  const doTo = (action: Action, keys: readonly string[]): void => {
    if (keys.length === 0) return;
    clearTimeout(follow.current);
    perform(action, keys);
    setSelection((current) => ({ ...current, selected: new Set() }));
    const leaves = action === 'ready' || action === 'delete' || action === 'spam' || action === 'restore';
    if (leaves && open !== undefined && keys.includes(open)) navigator.go(listPath, { replace: wide });
  };

  const targets = (): readonly string[] => {
    if (selection.selected.size > 0) return list.ids.filter((key) => selection.selected.has(key));
    const key = open ?? selection.active;
    return key === undefined ? [] : [key];
  };
  const isHere = (key: string | undefined): key is string => key !== undefined && list.ids.includes(key);
  const moves = {
    j: () => step(1),
    k: () => step(-1),
    J: () => step(1, true),
    K: () => step(-1, true),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    'Shift+ArrowDown': () => step(1, true),
    'Shift+ArrowUp': () => step(-1, true),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    PageDown: () => step(10),
    PageUp: () => step(-10),
  };
  const hasTargets = selection.selected.size > 0 || open !== undefined || isHere(selection.active);
  const actions = {
    x: () => {
      if (isHere(selection.active)) setSelection(toggle(selection, selection.active));
    },
    e: () => doTo('ready', targets()),
    u: () => doTo('unseen', targets()),
    i: () => doTo('seen', targets()),
    a: () => {
      const keys = targets();
      const all = keys.every((key) => client.store.get(key)?.archived);
      doTo(all ? 'dearchive' : 'archive', keys);
    },
    '#': () => doTo(trash ? 'restore' : 'delete', targets()),
    Delete: () => doTo(trash ? 'restore' : 'delete', targets()),
  };
  useKeys({
    ...moves,
    Enter: () => {
      if (isHere(selection.active)) openKey(selection.active);
    },
    Escape: () => {
      if (selection.selected.size > 0) setSelection({ ...selection, selected: new Set() });
      else if (open !== undefined) navigator.go(listPath, { replace: true });
    },
    // Without anything to act on these keys stand for nothing, and the palette does not offer them.
    ...(hasTargets ? actions : {}),
  });

  const selectAll = (): void => setSelection({ ...selection, selected: new Set(list.ids) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') {
      event.preventDefault();
      if (isHere(selection.active)) setSelection(toggle(selection, selection.active));
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selectAll();
    }
  };
  const onRowClick = (key: string, event: MouseEvent): void => {
    const target = event.target as Element;
    const action = target.closest<HTMLElement>('[data-action]')?.dataset['action'];
    if (action !== undefined) doTo(action as Action, [key]);
    else if (event.shiftKey) setSelection(extend(selection, key, list.ids));
    else if (
      event.ctrlKey ||
      event.metaKey ||
      selection.selected.size > 0 ||
      target.closest('[data-part=picture]') !== null
    )
      setSelection(toggle(selection, key));
    else openKey(key);
  };

  const size = rowSize === 'compact' && !coarse ? COMPACT : LARGE;
  const selecting = selection.selected.size > 0;
  const usual = toolbar({ count: list.total, capped: list.capped, loaded: list.loaded });
  return (
    <>
      <LoadingLine shown={isFetching && list.loaded} />
      {selecting ? (
        <Suspense fallback={usual}>
          <SelectionBar
            title={label}
            count={selection.selected.size}
            trash={trash}
            onAction={(action) => doTo(action, targets())}
            onAll={selectAll}
            onClear={() => setSelection({ ...selection, selected: new Set() })}
          />
        </Suspense>
      ) : (
        usual
      )}
      {below}
      {list.loaded ? <Stale at={used.at} failure={used.failure} onRetry={used.reload} /> : null}
      <div className="list-body">
        {above + calm.waiting > 0 ? (
          <button
            type="button"
            className="new-above"
            onClick={() => {
              order.release();
              handle.current?.toTop();
            }}
          >
            <Icon name="caret-down" small />
            {t.newAbove(above + calm.waiting)}
          </button>
        ) : null}
        {list.loaded && list.ids.length > 0 ? (
          <VirtualList
            key={source.id}
            ref={handle}
            label={label}
            items={items}
            rowSize={size}
            groupSize={GROUP}
            active={selection.active}
            isSelected={(key) => selection.selected.has(key)}
            isGhost={(key) => calm.ghosts.has(key)}
            onTouch={(pointer) => order.touch(pointer)}
            onLeave={(pointer) => order.leave(pointer)}
            renderRow={(key) => (
              <Row
                itemId={key}
                match={matches.get(client.store.get(key)?.entryId ?? 0)}
                compact={size === COMPACT}
                mixed={mixed}
                selected={selection.selected.has(key)}
                open={key === open}
              />
            )}
            onKeyDown={onKeyDown}
            onRowClick={onRowClick}
            onRowMenu={(key, event) => {
              event.preventDefault();
              if (coarse) return;
              setSelection((current) => ({ ...current, active: key }));
              setMenu({ key, anchor: new DOMRect(event.clientX, event.clientY, 0, 0) });
            }}
            onRowNear={prepare}
            onLongPress={(key) => setSelection((current) => toggle(current, key))}
            onNearEnd={more}
            onAbove={setAbove}
            footer={<Rest list={list} size={size} />}
          />
        ) : (
          <NoRows used={{ ...used, list }} empty={empty} size={size} />
        )}
      </div>
      {menu === undefined ? null : (
        <Suspense>
          <RowMenu
            itemId={menu.key}
            anchor={menu.anchor}
            onOpen={openKey}
            onAction={doTo}
            onClose={() => setMenu(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What stands behind the last row: more to come, or that no more can be had now. */
function Rest({ list, size }: { list: UsedList['list']; size: number }) {
  const t = useTexts(texts);
  const { online } = useValue(useClient().connection);
  if (list.complete) return null;
  return online ? <RowSkeleton count={1} size={size} /> : <p className="list-end">{t.nothingMore}</p>;
}

/** What stands where no row does: nothing to do, not there yet, or not to be had. */
function NoRows({ used, empty, size }: { used: UsedList; empty: ReactNode; size: number }) {
  const t = useTexts(texts);
  const { online } = useValue(useClient().connection);
  const { list, failure, reload, more } = used;
  // All that was loaded has gone, faster than more could come.
  useEffect(() => {
    if (list.loaded && !list.complete && online) more();
  }, [list, online, more]);
  if (list.loaded && list.complete) return empty;
  if (list.loaded && !online)
    return (
      <StatePage icon="cloud-slash" title={t.nothingMore}>
        {t.nothingMoreHint}
      </StatePage>
    );
  if (list.loaded || failure === undefined) return <RowSkeleton count={12} size={size} delayed />;
  return (
    <StatePage
      icon={failure.kind === 'offline' ? 'cloud-slash' : 'warning'}
      title={t.failed}
      action={<Button onClick={reload}>{t.retry}</Button>}
    >
      {failure.kind === 'offline' ? t.failedOffline : t.failedHint} <FaultId failure={failure} />
    </StatePage>
  );
}
