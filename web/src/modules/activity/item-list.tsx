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
import { useList, useMatches } from '../../client/use-list.ts';
import {
  Stale,
  detailHref,
  matchPath,
  useFormats,
  useKeys,
  useMedia,
  useSettings,
  useShell,
  useSplit,
} from '../../shell/index.ts';
import { LoadingLine } from '../../ui/parts.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { VirtualList, type StoredAnchor, type VirtualListHandle } from '../../ui/virtual-list.tsx';
import type { Action } from './actions.ts';
import { Row } from './row.tsx';
import { groupingOf } from './look.ts';
import { NewAbove } from './new-above.tsx';
import { NoRows, Rest } from './no-rows.tsx';
import { Gestures, RowMenu, SelectRest, SelectionBar, TableHead, TableRow } from './on-items.ts';
import { placesOf } from './places.ts';
import { NO_SELECTION, extend, move, settle, toggle, type Selection } from './selection.ts';
import type { Total } from './toolbar.tsx';
import { useAct } from './use-act.ts';
import { useCalm } from './use-calm.ts';
import { useBounds, useGroups } from './use-groups.ts';
import { usePrepare } from './use-prepare.ts';
import { useQuestion } from './use-question.tsx';
import type { UsedLook } from './use-look.ts';

interface Props<P extends Schema, R extends Schema> {
  readonly source: ListSource<P, R>;
  /** What a detail is told about where it was opened from. */
  readonly from: string;
  readonly label: string;
  readonly mixed?: boolean;
  readonly trash?: boolean;
  /** The bar over the list while nothing is selected; gets the number of items. */
  readonly toolbar: (total: Total) => ReactNode;
  readonly below?: ((total: Total) => ReactNode) | undefined;
  readonly empty: ReactNode;
  readonly used: UsedLook;
  /** Where the list is: what is remembered of its place, and what the reader comes back to. */
  readonly address: string;
}

const LARGE = 60;
const COMPACT = 40;
const GROUP = 30;
/** Wait before the reader follows the keys, in milliseconds, so that what is only passed by is not opened. */
const FOLLOW_MS = 140;
/** Width from which on a list is a table, in pixels. */
const TABLE_WIDTH = 720;
const NONE: ReadonlySet<string> = new Set();

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
  used: { look, change },
  address,
}: Props<P, R>) {
  const formats = useFormats();
  const client = useClient();
  const { navigator, openItem } = useShell();
  const isSwiped = useSettings().controlsMode === 'swipe';
  const wide = useSplit();
  const coarse = useMedia('(pointer: coarse)');
  const used = useList(source);
  const { isFetching, more } = used;
  const matches = useMatches(source.id);
  const { order, calm } = useCalm(client, source);
  const [folded, setFolded] = useState(NONE);
  const grouping = groupingOf(look, mixed);
  const { items, ids, groupOf } = useGroups(client, calm.ids, grouping, useBounds(), folded);
  // What everything here goes by is what is seen, not what the list has become meanwhile.
  const list = useMemo(() => ({ ...used.list, ids }), [used.list, ids]);
  const places = placesOf(client.env);
  const place = `${client.key} ${address} ${JSON.stringify(look.sort)}`;
  const open = useValue(openItem);
  const perform = useAct();
  const prepare = usePrepare();
  const handle = useRef<VirtualListHandle>(null);
  const [selection, setSelection] = useState<Selection>(() => ({ ...NO_SELECTION, active: places.get(place)?.active }));
  const [above, setAbove] = useState(0);
  const [menu, setMenu] = useState<{ key: string; anchor: DOMRect }>();
  const [body, isTable] = useIsWide(TABLE_WIDTH);
  const follow = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const before = useRef(list.ids);
  // Before anything is drawn, so that the next key press already finds the next item.
  useLayoutEffect(() => {
    const old = before.current;
    before.current = list.ids;
    if (old !== list.ids) setSelection((current) => settle(current, old, list.ids));
  }, [list.ids]);

  // Another list in the same place has no news above, and the keys are where they were when it was left.
  const [shownSource, setShownSource] = useState(source.id);
  if (shownSource !== source.id) {
    setShownSource(source.id);
    setAbove(0);
    setSelection({ ...NO_SELECTION, active: places.get(place)?.active });
  }
  const keep = (anchor: StoredAnchor | undefined): void =>
    places.keep(place, anchor === undefined ? undefined : { ...anchor, active: selection.active });

  // Focus comes back to the list when it is shown again, or when the reader beside it is closed.
  useEffect(() => {
    if (wide && open === undefined && (document.activeElement === document.body || document.activeElement === null))
      handle.current?.focus();
  }, [wide, open]);

  useEffect(() => {
    const left = places.get(place);
    if (left !== undefined) places.keep(place, { ...left, active: selection.active });
  }, [places, place, selection.active]);
  // Another entry of the menu shows all groups again; the reader in the list's place does not.
  useEffect(
    () => () => {
      if (matchPath(navigator.path.get())?.params['activityListLocation'] === undefined) setFolded(NONE);
    },
    [navigator],
  );

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
  const [doTo, question] = useQuestion((action, keys) => {
    if (keys.length === 0) return;
    clearTimeout(follow.current);
    perform(action, keys);
    setSelection((current) => ({ ...current, selected: new Set() }));
    const leaves = action === 'ready' || action === 'delete' || action === 'spam' || action === 'restore';
    if (leaves && open !== undefined && keys.includes(open)) navigator.go(address, { replace: wide });
  });

  /** Folds a group away, or shows it again. */
  const fold = (group: string): void => {
    const next = new Set(folded);
    if (!next.delete(group)) next.add(group);
    setFolded(next);
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
    ArrowLeft: () => {
      const group = selection.active === undefined ? undefined : groupOf(selection.active);
      if (group !== undefined && !folded.has(group)) fold(group);
    },
    ArrowRight: () => {
      const last = [...folded].at(-1);
      if (last !== undefined) fold(last);
    },
    Enter: () => {
      if (isHere(selection.active)) openKey(selection.active);
    },
    Escape: () => {
      if (selection.selected.size > 0) setSelection({ ...selection, selected: new Set() });
      else if (open !== undefined) navigator.go(address, { replace: true });
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
  const selecting = selection.selected.size > 0;
  const onRowClick = (key: string, event: MouseEvent): void => {
    const target = event.target as Element;
    const action = target.closest<HTMLElement>('[data-action]')?.dataset['action'];
    if (action !== undefined) doTo(action as Action, [key]);
    else if (event.shiftKey) setSelection(extend(selection, key, list.ids));
    else if (event.ctrlKey || event.metaKey || selecting || target.closest('[data-part=picture]') !== null)
      setSelection(toggle(selection, key));
    else openKey(key);
  };

  const without = look.columns.flatMap(({ name, visible }) => (visible ? [] : [name])).join(' ');
  const size = look.rowSize === 'compact' && !coarse ? COMPACT : LARGE;
  const total = { count: list.total, capped: list.capped, loaded: list.loaded };
  const usual = toolbar(total);
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
      {below?.(total)}
      {list.loaded ? <Stale at={used.at} failure={used.failure} onRetry={used.reload} /> : null}
      <div className="list-body" ref={body} data-without={without} data-table={isTable} data-swiped={isSwiped}>
        {isTable ? (
          <Suspense>
            <TableHead look={look} onSort={(sort) => change({ sort })} />
          </Suspense>
        ) : null}
        {list.loaded ? (
          <Suspense>
            <Gestures
              list={handle}
              isSwiped={isSwiped}
              active={selection.active}
              onAction={(action, key) => doTo(action, [key])}
            />
          </Suspense>
        ) : null}
        <NewAbove
          count={above + calm.waiting}
          onClick={() => {
            order.release();
            handle.current?.toTop();
          }}
        />
        {selecting ? (
          <Suspense>
            <SelectRest
              source={source}
              list={list}
              isOffered={!list.complete && selection.selected.size >= list.ids.length}
              onAll={(keys) => {
                setFolded(NONE);
                setSelection((current) => ({ ...current, selected: new Set(keys) }));
              }}
            />
          </Suspense>
        ) : null}
        {list.loaded && items.length > 0 ? (
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
            renderRow={(key) => {
              const row = {
                itemId: key,
                compact: size === COMPACT,
                mixed,
                selected: selection.selected.has(key),
                open: key === open,
                match: matches.get(client.store.get(key)?.entryId ?? 0),
              };
              return isTable ? (
                <Suspense fallback={<div className="row" />}>
                  <TableRow {...row} columns={look.columns} />
                </Suspense>
              ) : (
                <Row {...row} />
              );
            }}
            onKeyDown={onKeyDown}
            onRowClick={onRowClick}
            onRowMenu={(key, event) => {
              event.preventDefault();
              if (coarse) return;
              setSelection((current) => ({ ...current, active: key }));
              // Asked for by its key it stands at the row.
              const row = event.target === handle.current?.element ? document.getElementById(`row-${key}`) : null;
              setMenu({
                key,
                anchor: row?.getBoundingClientRect() ?? new DOMRect(event.clientX, event.clientY, 0, 0),
              });
            }}
            onRowNear={prepare}
            onLongPress={(key) => setSelection((current) => toggle(current, key))}
            onGroupClick={(key) => fold(key.slice('group:'.length))}
            // With groups folded away there is always room for more: only who goes on is given it.
            onNearEnd={(scrolled) => {
              if (scrolled || folded.size === 0) more();
            }}
            begin={places.get(place)}
            onPlace={keep}
            countText={formats.number}
            onAbove={setAbove}
            footer={folded.size > 0 ? null : <Rest list={list} size={size} />}
          />
        ) : (
          <NoRows used={{ ...used, list }} empty={empty} size={size} />
        )}
      </div>
      {question}
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
