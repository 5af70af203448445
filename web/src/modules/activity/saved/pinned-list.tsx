import './saved.css';
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
import { COUNT_CAP, savedQueries, type SavedFilter } from '@kontor/contract/activity';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Link, matchPath, useTexts, useZone } from '../../../shell/index.ts';
import type { MenuPart } from './pinned.tsx';
import { SOURCE, savedAddress } from './rules.ts';
import { savedTexts } from './texts.ts';
import { useSavedActions } from './use-actions.ts';

/** A press that moves less is none of dragging, in pixels; a finger has to rest that long, in milliseconds. */
const BEGIN_PX = 4;
const REST_MS = 250;

type Counts = ReadonlyMap<string, number>;
const NO_COUNTS: Counts = new Map();

/** Numbers of items of saved filters, kept current; what was known stands until the next answer. */
function useCounts(pinned: readonly SavedFilter[]): Counts {
  const { ask, queue, onApplied } = useClient();
  const timeZone = useZone();
  const ids = pinned
    .map(({ filterId }) => filterId)
    .toSorted()
    .join();
  const params = useMemo(() => ({ filterIds: ids.split(','), timeZone }), [ids, timeZone]);
  const { data } = useAsk(savedQueries.savedCounts, params);
  const [answer, setAnswer] = useState(data);
  if (data !== undefined && data !== answer) setAnswer(data);
  // Events of this client's own commands reload nothing: the numbers ask for themselves once all is sent.
  useEffect(
    () =>
      onApplied(() => {
        if (queue.isResting()) ask.refresh(savedQueries.savedCounts, params);
      }),
    [ask, queue, onApplied, params],
  );
  return useMemo(
    () => (answer === undefined ? NO_COUNTS : new Map(answer.map(({ filterId, count }) => [filterId, count]))),
    [answer],
  );
}

/** A press that has dragged something is no click: the browser would follow the link that it ends on. */
function swallowClick(): void {
  const stop = (event: MouseEvent): void => event.preventDefault();
  window.addEventListener('click', stop, { capture: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 0);
}

/** Saved filters under the entries of the menu, in their order, which is changed by dragging or by Alt with the arrows. */
export function PinnedList({ pinned, address, onGo }: MenuPart & { pinned: readonly SavedFilter[] }) {
  const t = useTexts(savedTexts);
  const { order } = useSavedActions();
  const counts = useCounts(pinned);
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: BEGIN_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: REST_MS, tolerance: BEGIN_PX } }),
  );
  const ids = pinned.map(({ filterId }) => filterId);
  const source = matchPath(address)?.params['source'];

  const move = (from: number, to: number): void => {
    const filter = pinned[from];
    if (filter === undefined || to < 0 || to >= ids.length || to === from) return;
    order(arrayMove(ids, from, to));
    setSaid(t.ordered(filter.name, to + 1, ids.length));
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    swallowClick();
    const [from, to] = [active.id, over?.id].map((id) => ids.findIndex((one) => one === id));
    if (from !== undefined && to !== undefined) move(from, to);
  };
  const press = (event: KeyboardEvent, from: number): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    move(from, from + by);
    // The line has moved away from under the focus, which some browsers leave where it was.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-filter="${ids[from] ?? ''}"] a`)?.focus(),
    );
  };
  return (
    <>
      <h2 className="pinned-title" title={t.orderHint}>
        {t.title}
      </h2>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} onDragCancel={swallowClick}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ul ref={list} className="pinned" aria-label={t.title}>
            {pinned.map((filter, index) => (
              <Entry
                key={filter.filterId}
                filter={filter}
                count={counts.get(filter.filterId)}
                isCurrent={source === `${SOURCE}${filter.filterId}`}
                onKeyDown={(event) => press(event, index)}
                {...(onGo === undefined ? {} : { onGo })}
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

const segments = new Intl.Segmenter();

/** The beginning of a name, for where it has no room. */
const shortOf = (name: string): string =>
  [...segments.segment(name)]
    .slice(0, 2)
    .map(({ segment }) => segment)
    .join('');

function Entry({
  filter,
  count = 0,
  isCurrent,
  onKeyDown,
  onGo,
}: {
  filter: SavedFilter;
  count: number | undefined;
  isCurrent: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onGo?: () => void;
}) {
  const t = useTexts(savedTexts);
  const { filterId, name } = filter;
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: filterId });
  const style = transform === null ? {} : { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)`, transition };
  const address = savedAddress(filter);
  if (address === undefined) return null;
  const number = count >= COUNT_CAP ? `${COUNT_CAP - 1}+` : String(count);
  return (
    <li ref={setNodeRef} data-filter={filterId} data-dragged={isDragging} style={style}>
      <Link
        to={address}
        draggable={false}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={count === 0 ? name : `${name}: ${t.count(number)}`}
        {...listeners}
        onKeyDown={onKeyDown}
        {...(onGo === undefined ? {} : { onGo })}
      >
        <span className="pinned-mark" aria-hidden="true">
          {shortOf(name)}
        </span>
        <span className="label">{name}</span>
        {count === 0 ? null : <span className="count">{number}</span>}
      </Link>
    </li>
  );
}
