import type { BoardAnswer } from '@kontor/contract/record';
import type { KeyboardEvent, RefObject } from 'react';
import { positionOf } from './board-rules.ts';
import { stepped, type Grid } from './carry-rules.ts';
import type { ShownBoard } from './use-board.ts';
import { useCardFocus } from './use-card-focus.ts';
import { useCarriedCard } from './use-carried-card.ts';
import { useHand } from './use-hand.ts';

const NAMED = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']);

/** Carrying cards of a board by keys, mouse and finger; what happens is said to those who do not see it. */
export function useCarrying(
  shown: ShownBoard & { readonly board: BoardAnswer },
  grid: Grid,
  strip: RefObject<HTMLElement | null>,
  turn: ((by: -1 | 1) => void) | undefined,
) {
  const { board, stacks } = shown;
  const cardFocus = useCardFocus(strip);
  const { pinned, setPinned, focus } = cardFocus;
  const carrying = useCarriedCard(shown, grid, cardFocus);
  const { carried, said, room, lift, carry, drop, putBack } = carrying;
  const clone = useHand(carrying, board, strip, turn);

  const press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const idoId = target instanceof HTMLElement ? Number(target.dataset['card'] ?? 0) : 0;
    if (carried?.by !== 'keys') {
      if (idoId === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const from = positionOf(stacks, idoId);
      if (key === ' ') lift(idoId, 'keys');
      else if (from === undefined || !NAMED.has(key)) return;
      else {
        const to = stepped(key, from, grid, (one) => stacks.get(one)?.cards.length ?? 0);
        const card = stacks.get(to.key)?.cards[to.index];
        if (card !== undefined) focus(card.idoId, true);
      }
    } else if (key === ' ' || key === 'Enter') drop();
    else if (key === 'Escape') putBack();
    else if (NAMED.has(key)) carry(stepped(key, carried.at, grid, (one) => room(one, carried)));
    else if (key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { carried, said, pinned, setPinned, clone, press, focus };
}
