import {
  MouseSensor,
  TouchSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragMoveEvent,
} from '@dnd-kit/core';
import type { SharedQuery } from '@kontor/contract/record';
import { useState } from 'react';
import { OWN_WORDS } from '../../../ui/own-words.ts';
import { swallowClick } from '../../../ui/swallow-click.ts';
import { dropped, sideOf, type DropSide, type TreePosition } from './query-rules.ts';

/** A press that moves less is none of dragging, in pixels; a finger has to rest that long, in milliseconds. */
const BEGIN_PX = 4;
const REST_MS = 250;

/** Where the mouse or the finger that drags is, in pixels from the top of the window. */
function heightOf({ activatorEvent, delta }: DragMoveEvent): number {
  const { clientY } =
    activatorEvent instanceof MouseEvent
      ? activatorEvent
      : ((activatorEvent as TouchEvent).touches[0] ?? { clientY: 0 });
  return clientY + delta.y;
}

/** Dragging in the tree of queries: beside others and into folders. `over`: at which line it would be laid down, where it may be. */
export function useQueryDrag(queries: readonly SharedQuery[], onDrop: (query: SharedQuery, to: TreePosition) => void) {
  const [over, setOver] = useState<{ readonly id: string; readonly side: DropSide }>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: BEGIN_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: REST_MS, tolerance: BEGIN_PX } }),
  );
  const positionOf = (event: DragMoveEvent) => {
    const line = queries.find(({ id }) => id === event.over?.id);
    if (event.over === null || line === undefined) return undefined;
    const { top, height } = event.over.rect;
    const side = sideOf(line, (heightOf(event) - top) / height);
    const to = dropped(queries, String(event.active.id), line.id, side);
    return to === undefined ? undefined : { id: line.id, side, to };
  };
  const end = (): void => {
    swallowClick();
    setOver(undefined);
  };
  const context: DndContextProps = {
    sensors,
    accessibility: OWN_WORDS,
    collisionDetection: pointerWithin,
    onDragMove: (event) => {
      const at = positionOf(event);
      setOver((before) => (before?.id === at?.id && before?.side === at?.side ? before : at));
    },
    onDragEnd: (event) => {
      end();
      const at = positionOf(event);
      const query = queries.find(({ id }) => id === event.active.id);
      if (at !== undefined && query !== undefined) onDrop(query, at.to);
    },
    onDragCancel: end,
  };
  return { over, context };
}
