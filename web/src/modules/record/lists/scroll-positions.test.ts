import { expect, test } from 'vitest';
import type { ScrollPositions } from '../../activity/index.tsx';
import { keepScrollPosition, scrollPositionOf, type ScrollPosition } from './scroll-positions.ts';

test.each<[ScrollPosition, ScrollPosition | undefined]>([
  [
    { top: 12.25, active: 14 },
    { top: 12.25, active: 14 },
  ],
  [
    { top: 3, active: undefined },
    { top: 3, active: undefined },
  ],
  [
    { top: 0, active: 0 },
    { top: 0, active: 0 },
  ],
  // At the top there is nothing to come back to.
  [{ top: 0, active: undefined }, undefined],
])('%j comes back as %j', (position, expected) => {
  const kept = new Map<string, NonNullable<ReturnType<ScrollPositions['get']>>>();
  const positions: ScrollPositions = {
    get: (list) => kept.get(list),
    keep: (list, one) => void (one === undefined ? kept.delete(list) : kept.set(list, one)),
  };
  keepScrollPosition(positions, 'Kunden', position);
  expect([scrollPositionOf(positions, 'Kunden'), scrollPositionOf(positions, 'Kontakte')]).toEqual([
    expected,
    undefined,
  ]);
});
