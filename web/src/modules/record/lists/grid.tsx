import type { FieldDefinition, RecordInstance, Value } from '@kontor/contract/record';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useFormats, useKeys, useShell, useTexts, type HowOpened } from '../../../shell/index.ts';
import type { RecordSort } from './address.ts';
import { mayBeWritten } from '../values.ts';
import { CellEditor, type Then } from './cell-editor.tsx';
import { cellId, changedIn, pendingIn, settled, shownIn } from './edits.ts';
import { Head } from './head.tsx';
import { listTexts } from './list-texts.ts';
import type { ShownColumn } from './look.ts';
import { Card, Row, cellDomId, rowId } from './row.tsx';
import type { useEditingCell } from './use-editing-cell.ts';
import { useEdited } from './use-edited.ts';
import { usePlace } from './use-place.ts';
import type { Chosen, Selection } from './use-selection.ts';
import type { RecordRow, Rows } from './use-rows.ts';
import { reachable, rowsInSight } from './window.ts';

const HEAD = 36;
const CHECK = 40;

export interface GridHandle {
  focus(): void;
}

interface Props {
  /** What it is known by when it comes back. */
  readonly name: string;
  readonly label: string;
  /** All of them; those that are shown are drawn. */
  readonly columns: readonly ShownColumn[];
  readonly kinds: readonly RecordInstance[];
  readonly fields: readonly FieldDefinition[];
  readonly rows: Rows;
  readonly total: number;
  /** There are more than that. */
  readonly isCapped: boolean;
  readonly size: number;
  readonly isCards: boolean;
  readonly words: readonly string[];
  readonly sort: RecordSort;
  readonly selection: Selection;
  readonly editing: ReturnType<typeof useEditingCell>;
  readonly mayEdit: boolean;
  readonly chosenOf: (row: RecordRow) => Chosen;
  readonly onSight: (first: number, last: number) => void;
  readonly onSort: (sort: RecordSort) => void;
  readonly onWidth: (key: string, px: number) => void;
  readonly onOpen: (row: RecordRow, how?: HowOpened) => void;
  readonly onAll: () => void;
  readonly onRemove: (() => void) | undefined;
  /** What can be done with the records that are selected is asked for at one of them. */
  readonly onMenu: (row: RecordRow, anchor: DOMRect) => void;
  readonly ref: Ref<GridHandle>;
}

/** Records in rows and columns, of which only what is near the screen exists. The keys move over rows and, once asked to, over cells. */
export function Grid(given: Props) {
  const {
    name,
    label,
    columns,
    rows,
    total,
    size,
    isCards,
    words,
    selection,
    editing,
    mayEdit,
    chosenOf,
    onSight,
    onOpen,
    onRemove,
    ref,
  } = given;
  const t = useTexts(listTexts);
  const formats = useFormats();
  const client = useClient();
  const { tabs } = useShell();
  const pending = pendingIn(useValue(client.waiting));
  const saved = useValue(settled(client));
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const { sight, active, setActive, onScroll } = usePlace(name, size, scroller, grid);
  const [activeKey, setActiveKey] = useState<string>();
  const shown = columns.filter(({ isVisible }) => isVisible);
  const count = reachable(total, size);
  const { first, last } = rowsInSight(sight, size, count);
  useEffect(() => onSight(first, last), [onSight, first, last]);
  useImperativeHandle(ref, () => ({ focus: () => grid.current?.focus({ preventScroll: true }) }), []);
  const head = isCards ? 0 : HEAD;
  const at = active === undefined || count === 0 ? undefined : Math.min(active, count - 1);

  const reveal = (index: number, key: string | undefined): void => {
    const element = scroller.current;
    if (element === null) return;
    const top = index * size;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + size > element.scrollTop + element.clientHeight - head)
      element.scrollTop = top + size - element.clientHeight + head;
    const before = shown
      .slice(
        0,
        shown.findIndex((column) => column.key === key),
      )
      .reduce((sum, { px }) => sum + px, CHECK);
    const own = shown.find((column) => column.key === key);
    if (own === undefined) return;
    if (before - CHECK < element.scrollLeft) element.scrollLeft = before - CHECK;
    else if (before + own.px > element.scrollLeft + element.clientWidth)
      element.scrollLeft = before + own.px - element.clientWidth;
  };
  const go = (index: number, key = activeKey): void => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    setActiveKey(key);
    reveal(next, key);
  };
  const chosenAt = (index: number): Chosen | undefined => {
    const row = rows.rowAt(index);
    return row === undefined ? undefined : chosenOf(row);
  };
  const step = (by: number, isRange = false): void => {
    const next = at === undefined ? 0 : at + by;
    if (isRange && at !== undefined) selection.extend(at, chosenAt);
    go(next);
    if (isRange) selection.extend(Math.max(0, Math.min(count - 1, next)), chosenAt);
    grid.current?.focus({ preventScroll: true });
  };
  const side = (by: number): void => {
    if (at === undefined || isCards) return;
    const place = shown.findIndex(({ key }) => key === activeKey);
    const next = shown[Math.max(0, Math.min(shown.length - 1, place + by))];
    go(at, place + by < 0 ? undefined : next?.key);
  };
  const ownIn = (row: RecordRow, key: string): Value | undefined => {
    const change = shownIn(pending, saved, cellId(row.id, key), row);
    const column = columns.find((one) => one.key === key);
    return change === undefined ? undefined : changedIn(change, row.cells[column?.at ?? -1] ?? null);
  };
  /** The same, where all that stands in the field is known. */
  const wholeIn = (row: RecordRow, key: string): Value | undefined => {
    const change = shownIn(pending, saved, cellId(row.id, key), row);
    return change?.way === 'set' ? change.value : undefined;
  };
  const editable = (key: string | undefined): FieldDefinition | undefined =>
    mayEdit ? given.fields.find((field) => field.key === key && mayBeWritten(field)) : undefined;
  /** Begins to edit a cell; of those that cannot be edited the next one that can. */
  const edit = (index: number | undefined, key: string | undefined, by: 1 | -1 = 1): void => {
    const row = index === undefined ? undefined : rows.rowAt(index);
    if (index === undefined || row === undefined || isCards) return;
    const from = Math.max(
      0,
      shown.findIndex((column) => column.key === key),
    );
    for (let place = from; place >= 0 && place < shown.length; place += by) {
      const column = shown[place];
      const field = editable(column?.key);
      if (column === undefined || field === undefined) continue;
      go(index, column.key);
      void editing.begin({ of: chosenOf(row), index, field }, row.cells[column.at] ?? null, wholeIn(row, column.key));
      return;
    }
  };
  const toggle = (): void => {
    const one = at === undefined ? undefined : chosenAt(at);
    if (one !== undefined && at !== undefined) selection.toggle(one, at);
  };
  const open = (how?: HowOpened): void => {
    const row = at === undefined ? undefined : rows.rowAt(at);
    if (row !== undefined) onOpen(row, how);
  };
  const page = Math.max(1, Math.floor((sight.height - head) / size) - 1);
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => step(1, true),
    K: () => step(-1, true),
    // Wherever the focus is, as with the other keys: it is in the grid only once somebody was there.
    'Ctrl+a': given.onAll,
    ...(at === undefined ? {} : { x: toggle }),
    ...(onRemove === undefined ? {} : { '#': onRemove, Delete: onRemove }),
    Escape: () => (selection.chosen.size > 0 ? selection.clear() : tabs.leave()),
  });
  const press = (event: KeyboardEvent): void => {
    if (event.target !== grid.current) return;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const ctrl = ctrlKey || metaKey;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1, shiftKey),
      ArrowUp: () => step(-1, shiftKey),
      ArrowRight: () => side(1),
      ArrowLeft: () => side(-1),
      PageDown: () => step(page, shiftKey),
      PageUp: () => step(-page, shiftKey),
      Home: () => go(0),
      End: () => go(count - 1),
      F2: () => edit(at, activeKey),
      Enter: () =>
        activeKey !== undefined && editable(activeKey) !== undefined && !ctrl
          ? edit(at, activeKey)
          : open(ctrl ? 'beside' : 'preview'),
      ' ': toggle,
    };
    const own: (() => void) | undefined =
      ctrl && key === 'a'
        ? given.onAll
        : key === 'Escape' && activeKey !== undefined
          ? () => setActiveKey(undefined)
          : ctrl && key !== 'Enter' && key !== 'Home' && key !== 'End'
            ? undefined
            : keys[key];
    if (own === undefined || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    own();
  };
  const click = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (target.closest('.cell-editor') !== null) return;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN);
    const row = Number.isNaN(index) ? undefined : rows.rowAt(index);
    if (row === undefined) return;
    const one = chosenOf(row);
    const part = target.closest<HTMLElement>('[data-part]')?.dataset['part'];
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    setActive(index);
    if (event.shiftKey) selection.extend(index, chosenAt);
    else if (event.ctrlKey || event.metaKey || part === 'check') selection.toggle(one, index);
    else if (isCards && selection.chosen.size > 0) selection.toggle(one, index);
    else if (isCards || part === 'open') {
      // The second click of two edits: it opens nothing.
      if (event.detail < 2) onOpen(row);
    } else setActiveKey(key);
    grid.current?.focus({ preventScroll: true });
  };
  const menu = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (target.closest('.cell-editor, .record-heads') !== null) return;
    const own = target.closest<HTMLElement>('[data-index]');
    const index = own === null ? at : Number(own.dataset['index']);
    const row = index === undefined ? undefined : rows.rowAt(index);
    if (index === undefined || row === undefined) return;
    event.preventDefault();
    setActive(index);
    const box = own ?? document.getElementById(rowId(index));
    // By keys it has no place of its own.
    const [x, y] = own === null ? [undefined, undefined] : [event.clientX, event.clientY];
    const { left, bottom } = box?.getBoundingClientRect() ?? new DOMRect();
    if (!selection.chosen.has(row.id)) selection.set([chosenOf(row)]);
    given.onMenu(row, new DOMRect(x ?? left + CHECK, y ?? bottom, 0, 0));
  };
  const done = (then: Then): void => {
    const { edited } = editing;
    editing.end();
    grid.current?.focus({ preventScroll: true });
    if (edited === undefined || then === 'stay') return;
    const place = shown.findIndex(({ key }) => key === edited.field.key);
    const next = shown[place + (then === 'next' ? 1 : -1)];
    if (next !== undefined) edit(edited.index, next.key, then === 'next' ? 1 : -1);
  };
  const placeOf = (index: number, key: string) => {
    const place = shown.findIndex((column) => column.key === key);
    const left = shown.slice(0, place).reduce((sum, { px }) => sum + px, CHECK);
    return { left, top: index * size + head, width: shown[place]?.px ?? 0, height: size };
  };
  const width = shown.reduce((sum, { px }) => sum + px, CHECK);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const editedIn = useEdited(
    indexes.flatMap((index) => rows.rowAt(index) ?? []),
    given.fields,
    ownIn,
  );
  const activeId =
    at === undefined || at < first || at > last
      ? undefined
      : activeKey === undefined || isCards
        ? rowId(at)
        : cellDomId(at, activeKey);
  return (
    <div ref={scroller} className="record-scroll" onScroll={onScroll}>
      <div
        ref={grid}
        className="record-grid"
        style={isCards ? undefined : { width }}
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={total + 1}
        aria-colcount={isCards ? 1 : shown.length + 1}
        aria-activedescendant={rows.rowAt(at ?? -1) === undefined ? undefined : activeId}
        data-cards={isCards}
        data-selecting={selection.chosen.size > 0}
        tabIndex={0}
        onKeyDown={press}
        onClick={click}
        onContextMenu={menu}
        onDoubleClick={(event) => {
          const target = event.target as Element;
          const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
          const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
          if (index !== undefined && key !== undefined) edit(Number(index), key);
        }}
      >
        {isCards ? null : (
          <div role="rowgroup" className="record-heads">
            <Head columns={shown} sort={given.sort} onSort={given.onSort} onWidth={given.onWidth} />
          </div>
        )}
        <div role="rowgroup" className="record-space" style={{ height: count * size }}>
          {indexes.map((index) => {
            const row = rows.rowAt(index);
            const shared = {
              row,
              index,
              columns: shown,
              kinds: given.kinds,
              words,
              top: index * size,
              size,
              isActive: index === at,
              isSelected: row !== undefined && selection.chosen.has(row.id),
              mayEdit,
              activeKey,
              edited: (key: string) => (row === undefined ? undefined : editedIn(row, key)),
              isWaiting: (key: string) => row !== undefined && pending.has(cellId(row.id, key)),
            };
            return isCards ? <Card key={index} {...shared} /> : <Row key={index} {...shared} />;
          })}
        </div>
      </div>
      {editing.edited === undefined ? null : (
        <CellEditor
          key={`${editing.edited.of.id} ${editing.edited.field.key}`}
          field={editing.edited.field}
          value={editing.edited.value}
          place={placeOf(editing.edited.index, editing.edited.field.key)}
          onSave={(value) => {
            const { edited } = editing;
            if (edited !== undefined) editing.save(edited.of, edited.field.key, edited.value, value);
          }}
          onDone={done}
        />
      )}
      {count < total || given.isCapped ? <p className="list-end">{t.tooMany(formats.number(count))}</p> : null}
    </div>
  );
}
