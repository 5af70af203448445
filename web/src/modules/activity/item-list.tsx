import type { Schema } from '@kontor/contract/kernel';
import {
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { ListSource } from '../../client/list-loader.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { useList, useMatches } from '../../client/use-list.ts';
import {
  Extra,
  Stale,
  useFormats,
  useKeys,
  useMedia,
  useSettings,
  useShell,
  useSplit,
  useTexts,
  type HowOpened,
} from '../../shell/index.ts';
import { Requested } from '../../ui/held-keys.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { VirtualList, type StoredAnchor, type VirtualListHandle } from '../../ui/virtual-list.tsx';
import { isLeft, type Choice } from './actions.ts';
import { Row } from './row.tsx';
import { groupedBy, withoutColumns } from './look.ts';
import { NewAbove } from './new-above.tsx';
import { Fetching, NoRows, Rest, useWorking } from './no-rows.tsx';
import { Gestures, GroupMenu, RowMenu, SelectRest, SelectionBar, TableHead, TableRow } from './on-items.ts';
import { placesOf } from './places.ts';
import { extend, move, toggle } from './selection.ts';
import type { Total } from './toolbar.tsx';
import { useAct } from './use-act.ts';
import { useActionKeys } from './use-action-keys.ts';
import { GROUP_SIZE, TABLE_WIDTH, rowSize } from './row-size.ts';
import { texts } from './texts.ts';
import { useCalm } from './use-calm.ts';
import { groupName, useBounds, useGroups } from './use-groups.ts';
import { useFolding } from './use-folding.ts';
import { useItemKeys } from './use-item-actions.ts';
import { useMarks } from './use-marks.ts';
import { useMoves } from './use-moves.ts';
import { useOpen } from './use-open.ts';
import { usePrepare } from './use-prepare.ts';
import { useQuestion } from './use-question.tsx';
import type { UsedLook } from './use-look.ts';
import { useSelection } from './use-selection.ts';
import { useThreads } from './threads.ts';

interface Props<P extends Schema, R extends Schema> {
  readonly source: ListSource<P, R>;
  /** What a detail is told about where it was opened from. */
  readonly from: string;
  readonly label: string;
  /** Whether it is what a search finds. */
  readonly isSought?: boolean | undefined;
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

/** Wait before the reader follows the keys, in milliseconds, so that what is only passed by is not opened. */
const FOLLOW_MS = 140;

/** Any list of items: loading, groups, keys, selection and actions. */
export function ItemList<P extends Schema, R extends Schema>({
  source,
  from,
  label,
  isSought = false,
  mixed = false,
  trash = false,
  toolbar,
  below,
  empty,
  used: { look, change, frames },
  address,
}: Props<P, R>) {
  const formats = useFormats();
  const client = useClient();
  const { openItem, tabs } = useShell();
  const show = useOpen(from);
  const isSwiped = useSettings().controlsMode === 'swipe';
  const wide = useSplit();
  const coarse = useMedia('(pointer: coarse)');
  const used = useList(source);
  const { isFetching, more } = used;
  const matches = useMatches(source.id);
  const { order, calm } = useCalm(client, source);
  const { folded, fold, unfoldAll } = useFolding();
  const threads = useThreads(client, calm.ids, look, isSought);
  const by = groupedBy(look, mixed, frames);
  const groups = useGroups(client, threads.ids, by, useBounds(), folded, threads.whole);
  const { items, ids, groupOf } = groups;
  // What everything here goes by is what is seen, not what the list has become meanwhile.
  const list = useMemo(() => ({ ...used.list, ids }), [used.list, ids]);
  const places = placesOf(client.env);
  const place = `${client.key} ${address} ${JSON.stringify(look.sort)}`;
  const open = useValue(openItem);
  const perform = useAct();
  const prepare = usePrepare();
  const handle = useRef<VirtualListHandle>(null);
  const [above, setAbove] = useState(0);
  // Another list in the same place has no news above.
  const [selection, setSelection] = useSelection(source.id, list.ids, place, () => setAbove(0));
  const [menu, setMenu] = useState<{ key: string; anchor: DOMRect }>();
  const [groupMenu, setGroupMenu] = useState<{ key: string; anchor: DOMRect }>();
  const { markGroup } = useTexts(texts);
  const [body, isTable] = useIsWide(TABLE_WIDTH);
  const follow = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const keep = (anchor: StoredAnchor | undefined): void =>
    places.keep(place, anchor === undefined ? undefined : { ...anchor, active: selection.active });

  // Focus comes back to the list when it is shown again, or when the reader beside it is closed.
  useEffect(() => {
    if (wide && open === undefined && (document.activeElement === document.body || document.activeElement === null))
      handle.current?.focus();
  }, [wide, open]);

  const openKey = (key: string, how?: HowOpened): void => {
    clearTimeout(follow.current);
    if (show(key, how)) setSelection((current) => ({ ...current, active: key, anchor: key }));
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
  const [doTo, question] = useQuestion((action, keys, end) => {
    clearTimeout(follow.current);
    const whole = threads.whole(keys);
    perform(action, whole, end);
    setSelection((current) => ({ ...current, selected: new Set() }));
    if (isLeft(action)) tabs.leave(whole);
  }, threads.whole);

  const marks = useMarks(groups, list, selection, (selected, group) => {
    if (folded.has(group)) fold(group);
    setSelection((current) => ({ ...current, selected }));
  });
  const targets = (): readonly string[] => {
    if (selection.selected.size > 0) return list.ids.filter((key) => selection.selected.has(key));
    const key = open ?? selection.active;
    return key === undefined ? [] : [threads.top(key)];
  };
  const isHere = (key: string | undefined): key is string => key !== undefined && list.ids.includes(key);
  const hasTargets = selection.selected.size > 0 || open !== undefined || isHere(selection.active);
  const marking = {
    x: () => {
      if (isHere(selection.active)) setSelection(toggle(selection, selection.active));
    },
    X: () => {
      const group = selection.active === undefined ? undefined : groupOf(selection.active);
      if (group !== undefined) marks.mark(group);
    },
  };
  useActionKeys(hasTargets, targets, doTo, trash);
  useItemKeys(hasTargets ? () => threads.whole(targets()) : undefined);
  useMoves(step);
  useKeys({
    ArrowLeft: () => {
      const group = selection.active === undefined ? undefined : groupOf(selection.active);
      if (group !== undefined && !folded.has(group)) fold(group);
    },
    ArrowRight: () => {
      const last = [...folded].at(-1);
      if (last !== undefined) fold(last);
    },
    Enter: () => {
      if (isHere(selection.active)) openKey(selection.active, selection.active === open ? 'keep' : 'preview');
    },
    'Ctrl+Enter': () => {
      if (isHere(selection.active)) openKey(selection.active, 'beside');
    },
    Escape: () => {
      if (selection.selected.size > 0) setSelection({ ...selection, selected: new Set() });
      else tabs.leave();
    },
    ...(hasTargets ? marking : {}),
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
    if (action !== undefined) doTo(action as Choice, [key]);
    else if (event.shiftKey) setSelection(extend(selection, key, list.ids));
    else if (event.ctrlKey || event.metaKey || selecting || target.closest('[data-part=picture]') !== null)
      setSelection(toggle(selection, key));
    else openKey(key, event.detail > 1 ? 'keep' : 'preview');
  };

  const openBeside = (event: MouseEvent): void => {
    const key =
      event.button === 1 ? (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;
    if (key !== undefined) openKey(key, 'beside');
  };

  const compact = look.rowSize === 'compact' && !coarse;
  const size = rowSize(compact, isSought);
  const working = useWorking(isFetching, list.loaded, isSought);
  const total = { count: list.total, capped: list.capped, loaded: list.loaded, working };
  const defaultValue = toolbar(total);
  return (
    <>
      <Fetching shown={isFetching && list.loaded} working={working} />
      {selecting ? (
        <Suspense fallback={defaultValue}>
          <SelectionBar
            title={label}
            chosen={threads.whole([...selection.selected])}
            trash={trash}
            onAction={(action) => doTo(action, targets())}
            onAll={selectAll}
            onClear={() => setSelection({ ...selection, selected: new Set() })}
          />
        </Suspense>
      ) : (
        defaultValue
      )}
      {below?.(total)}
      {list.loaded ? <Stale at={used.at} failure={used.failure} onRetry={used.reload} /> : null}
      <div
        className="list-body"
        ref={body}
        data-without={withoutColumns(look.columns)}
        data-table={isTable}
        data-swiped={isSwiped}
        data-selecting={selecting}
        onAuxClick={openBeside}
      >
        {isTable ? (
          <Suspense>
            <TableHead look={look} onSort={(sort) => change({ sort })} />
          </Suspense>
        ) : null}
        {list.loaded ? (
          <Extra>
            <Gestures
              list={handle}
              isSwiped={isSwiped}
              active={selection.active}
              onAction={(action, key) => doTo(action, [key])}
            />
          </Extra>
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
              marked={marks.marked}
              onAll={(keys) => {
                unfoldAll();
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
            groupSize={GROUP_SIZE}
            active={selection.active}
            isSelected={(key) => selection.selected.has(key)}
            isGhost={(key) => calm.ghosts.has(key)}
            onTouch={(pointer) => order.touch(pointer)}
            onLeave={(pointer) => order.leave(pointer)}
            renderRow={(key) => {
              const row = {
                itemId: key,
                compact,
                mixed,
                selected: selection.selected.has(key),
                open: open !== undefined && key === threads.top(open),
                count: (threads.under.get(key)?.length ?? 0) + 1,
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
            onGroupClick={(key, isMark) => (isMark ? marks.mark : fold)(groupName(key))}
            onGroupMenu={(key, event) => {
              event.preventDefault();
              setGroupMenu({ key: groupName(key), anchor: new DOMRect(event.clientX, event.clientY, 0, 0) });
            }}
            isGroupMarked={(key) => marks.isMarked(groupName(key))}
            markLabel={markGroup}
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
      {groupMenu === undefined ? null : (
        <Requested>
          <GroupMenu
            group={groupMenu}
            marks={marks}
            folded={folded}
            onFold={fold}
            onClose={() => setGroupMenu(undefined)}
          />
        </Requested>
      )}
      {menu === undefined ? null : (
        <Requested>
          <RowMenu
            itemId={menu.key}
            keys={threads.whole([menu.key])}
            anchor={menu.anchor}
            hasTabs={wide}
            onOpen={openKey}
            onAction={doTo}
            onClose={() => setMenu(undefined)}
          />
        </Requested>
      )}
    </>
  );
}
