import './order-list.css';
import { DndContext, PointerSensor, closestCenter, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon, IconButton } from './parts.tsx';
import { OWN_WORDS } from './own-words.ts';

/** A press that moves less is none of dragging, in pixels. */
const BEGIN_PX = 4;

export interface OrderedRow {
  readonly key: string;
  readonly name: string;
  /** In front of the name. */
  readonly sign: ReactNode;
  /** In the place of the name alone. */
  readonly shown?: ReactNode;
  /** At the end of the row. */
  readonly ends?: ReactNode;
}

export interface OrderTexts {
  readonly handle: (name: string) => string;
  readonly handleHint: string;
  readonly up: (name: string) => string;
  readonly down: (name: string) => string;
  readonly moved: (name: string, position: number, count: number) => string;
}

/** Rows in an order that is changed by dragging, by Alt with the arrows, or by buttons. */
export function OrderList({
  labelledBy,
  rows,
  t,
  onMove,
}: {
  labelledBy: string;
  rows: readonly OrderedRow[];
  t: OrderTexts;
  onMove: (from: number, to: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: BEGIN_PX } }));
  const keys = rows.map(({ key }) => key);

  const move = (from: number, to: number): void => {
    const row = rows[from];
    if (row === undefined || to < 0 || to >= rows.length || to === from) return;
    onMove(from, to);
    setSaid(t.moved(row.name, to + 1, rows.length));
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [active.id, over?.id].map((id) => keys.findIndex((key) => key === id));
    if (from !== undefined && to !== undefined) move(from, to);
  };
  const press = (event: KeyboardEvent, from: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    move(from, from + by);
    // The row has moved away from under the focus, which React leaves where it was in some browsers.
    const button = (event.target as HTMLElement).dataset['part'] ?? '';
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-key="${keys[from] ?? ''}"] [data-part="${button}"]`)?.focus(),
    );
  };
  return (
    <>
      <DndContext accessibility={OWN_WORDS} sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul ref={list} className="framed-list order-list" aria-labelledby={labelledBy}>
            {rows.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                t={t}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                onMove={(by) => move(index, index + by)}
                onKeyDown={(event) => press(event, index)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </>
  );
}

function Row({
  row: { key, name, sign, shown, ends },
  t,
  isFirst,
  isLast,
  onMove,
  onKeyDown,
}: {
  row: OrderedRow;
  t: OrderTexts;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: key });
  const style = transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition };
  return (
    <li ref={setNodeRef} data-key={key} data-dragged={isDragging} style={style}>
      <button
        type="button"
        className="icon-button order-handle"
        data-part="handle"
        aria-label={t.handle(name)}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={t.handleHint}
        {...listeners}
        onKeyDown={onKeyDown}
      >
        <Icon name="dots-six-vertical" />
      </button>
      {sign}
      <span className="framed-name">{shown ?? name}</span>
      <IconButton
        icon="arrow-up"
        data-part="up"
        label={t.up(name)}
        aria-disabled={isFirst}
        onKeyDown={onKeyDown}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="arrow-down"
        data-part="down"
        label={t.down(name)}
        aria-disabled={isLast}
        onKeyDown={onKeyDown}
        onClick={() => onMove(1)}
      />
      {ends === undefined ? null : <span className="order-ends">{ends}</span>}
    </li>
  );
}
