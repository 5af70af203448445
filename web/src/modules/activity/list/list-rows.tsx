import type { Schema } from '@kontor/contract/kernel';
import { Suspense, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { ListSource } from '../../../client/list-loader.ts';
import { useClient } from '../../../client/react.tsx';
import { useMatches } from '../../../client/use-list.ts';
import { useFormats, useTexts } from '../../../shell/index.ts';
import type { StoredAnchor } from '../../../ui/use-virtual-scroll.ts';
import { VirtualList, type VirtualListHandle } from '../../../ui/virtual-list.tsx';
import type { Choice } from '../actions/choices.ts';
import { GROUP_SIZE } from '../rows/row-size.ts';
import { Row } from '../rows/row.tsx';
import { texts } from '../texts.ts';
import { TableRow } from './later-parts.ts';
import type { MenuAt } from './list-menus.tsx';
import type { ListAppearance } from './appearance.ts';
import { Rest } from './no-rows.tsx';
import { scrollPositionsOf } from './scroll-positions.ts';
import { extend, toggle } from './selection.ts';
import { groupName } from './use-groups.ts';
import type { Marks } from './use-marks.ts';
import type { Opening } from './use-opening.ts';
import type { ShownSelection } from './use-selection.ts';
import type { ShownRows } from './use-shown-rows.ts';

interface Props<P extends Schema, R extends Schema> {
  readonly source: ListSource<P, R>;
  readonly label: string;
  readonly rows: ShownRows;
  readonly selected: ShownSelection;
  readonly marks: Marks;
  readonly opening: Opening;
  readonly appearance: ListAppearance;
  /** Height of a row, in pixels. */
  readonly size: number;
  readonly compact: boolean;
  readonly mixed: boolean;
  readonly isTable: boolean;
  /** Whether a finger points. */
  readonly coarse: boolean;
  /** What is remembered of where the list was is kept under this name. */
  readonly positionKey: string;
  readonly handle: RefObject<VirtualListHandle | null>;
  readonly onAction: (action: Choice, keys: readonly string[]) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onMenu: (menu: MenuAt) => void;
  readonly onGroupMenu: (menu: MenuAt) => void;
  readonly onAbove: (count: number) => void;
}

/** The rows of a list that has any. */
export function ListRows<P extends Schema, R extends Schema>(props: Props<P, R>) {
  const {
    source,
    rows,
    selected,
    marks,
    opening,
    appearance,
    size,
    compact,
    mixed,
    isTable,
    coarse,
    positionKey,
    handle,
  } = props;
  const { list, used, order, calm, threads, groups, folded, fold } = rows;
  const [selection, setSelection] = selected;
  const { open, openKey, prepare } = opening;
  const client = useClient();
  const formats = useFormats();
  const matches = useMatches(source.id);
  const scrollPositions = scrollPositionsOf(client.env);
  const { markGroup } = useTexts(texts);
  const onRowClick = (key: string, event: MouseEvent): void => {
    const target = event.target as Element;
    const action = target.closest<HTMLElement>('[data-action]')?.dataset['action'];
    const isSelecting = selection.selected.size > 0;
    if (action !== undefined) props.onAction(action as Choice, [key]);
    else if (event.shiftKey) setSelection(extend(selection, key, list.ids));
    else if (event.ctrlKey || event.metaKey || isSelecting || target.closest('[data-part=picture]') !== null)
      setSelection(toggle(selection, key));
    else openKey(key, event.detail > 1 ? 'keep' : 'preview');
  };
  const onRowMenu = (key: string, event: MouseEvent): void => {
    event.preventDefault();
    if (coarse) return;
    setSelection((current) => ({ ...current, active: key }));
    // Asked for by its key it stands at the row.
    const row = event.target === handle.current?.element ? document.getElementById(`row-${key}`) : null;
    props.onMenu({ key, anchor: row?.getBoundingClientRect() ?? new DOMRect(event.clientX, event.clientY, 0, 0) });
  };
  const keep = (anchor: StoredAnchor | undefined): void =>
    scrollPositions.keep(positionKey, anchor === undefined ? undefined : { ...anchor, active: selection.active });
  return (
    <VirtualList
      key={source.id}
      ref={handle}
      label={props.label}
      items={groups.items}
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
            <TableRow {...row} columns={appearance.columns} />
          </Suspense>
        ) : (
          <Row {...row} />
        );
      }}
      onKeyDown={props.onKeyDown}
      onRowClick={onRowClick}
      onRowMenu={onRowMenu}
      onRowNear={prepare}
      onLongPress={(key) => setSelection((current) => toggle(current, key))}
      onGroupClick={(key, isMark) => (isMark ? marks.mark : fold)(groupName(key))}
      onGroupMenu={(key, event) => {
        event.preventDefault();
        props.onGroupMenu({ key: groupName(key), anchor: new DOMRect(event.clientX, event.clientY, 0, 0) });
      }}
      isGroupMarked={(key) => marks.isMarked(groupName(key))}
      markLabel={markGroup}
      // With groups folded away there is always room for more: only who goes on is given it.
      onNearEnd={(scrolled) => {
        if (scrolled || folded.size === 0) used.more();
      }}
      begin={scrollPositions.get(positionKey)}
      onAnchor={keep}
      countText={formats.number}
      onAbove={props.onAbove}
      footer={folded.size > 0 ? null : <Rest list={list} size={size} />}
    />
  );
}
