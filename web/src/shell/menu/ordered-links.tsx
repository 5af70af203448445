import './ordered-links.css';
import {
  DndContext,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, arrayMove, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { swallowClick } from '../../ui/swallow-click.ts';
import { Link } from '../link.tsx';
import { OWN_WORDS } from '../../ui/own-words.ts';

/** A press that moves less is none of dragging, in pixels; a finger has to rest that long, in milliseconds. */
const BEGIN_PX = 4;
const REST_MS = 250;

export interface OrderedLink {
  readonly key: string;
  readonly name: string;
  readonly hint: string;
  /** Where it leads; else `onOpen` opens it. */
  readonly to?: string;
  readonly onOpen?: () => void;
  readonly isCurrent: boolean;
  /** In the place of an icon. */
  readonly mark: ReactNode;
  /** At its end. */
  readonly end?: ReactNode;
}

/** Entries of the menu in an order of the person's own, which is changed by dragging or by Alt with the arrows. */
export function OrderedLinks({
  title,
  hint,
  tools,
  links,
  sayOrdered,
  onOrder,
  onGo,
}: {
  title: string;
  hint: string;
  /** Beside the title. */
  tools?: ReactNode;
  links: readonly OrderedLink[];
  sayOrdered: (name: string, position: number, count: number) => string;
  onOrder: (keys: readonly string[]) => void;
  onGo?: (() => void) | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: BEGIN_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: REST_MS, tolerance: BEGIN_PX } }),
  );
  const keys = links.map(({ key }) => key);
  const move = (from: number, to: number): void => {
    const link = links[from];
    if (link === undefined || to < 0 || to >= keys.length || to === from) return;
    onOrder(arrayMove(keys, from, to));
    setSaid(sayOrdered(link.name, to + 1, keys.length));
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    swallowClick();
    const [from, to] = [active.id, over?.id].map((id) => keys.findIndex((one) => one === id));
    if (from !== undefined && to !== undefined) move(from, to);
  };
  const press = (event: KeyboardEvent, from: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    move(from, from + by);
    // The line has moved away from under the focus, which some browsers leave where it was.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-key="${keys[from] ?? ''}"] :is(a, .menu-entry)`)?.focus(),
    );
  };
  return (
    <>
      <div className="pinned-title" title={hint}>
        <h2>{title}</h2>
        {tools}
      </div>
      <DndContext
        accessibility={OWN_WORDS}
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        onDragCancel={swallowClick}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul ref={list} className="pinned" aria-label={title}>
            {links.map((link, index) => (
              <Entry key={link.key} link={link} onKeyDown={(event) => press(event, index)} onGo={onGo} />
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

function Entry({
  link: { key, name, hint, to, onOpen, isCurrent, mark, end },
  onKeyDown,
  onGo,
}: {
  link: OrderedLink;
  onKeyDown: (event: KeyboardEvent) => void;
  onGo: (() => void) | undefined;
}) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: key });
  const style = transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition };
  const shared = { title: hint, 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown', ...listeners, onKeyDown };
  const inside = (
    <>
      {mark}
      <span className="label">{name}</span>
      {end}
    </>
  );
  return (
    <li ref={setNodeRef} data-key={key} data-dragged={isDragging} style={style}>
      {to === undefined ? (
        <button
          type="button"
          className="menu-entry"
          {...shared}
          onClick={() => {
            onGo?.();
            onOpen?.();
          }}
        >
          {inside}
        </button>
      ) : (
        <Link
          to={to}
          draggable={false}
          aria-current={isCurrent ? 'page' : undefined}
          {...shared}
          {...(onGo === undefined ? {} : { onGo })}
        >
          {inside}
        </Link>
      )}
    </li>
  );
}
