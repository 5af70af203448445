import type { BoardAnswer } from '@kontor/contract/record';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { CardPosition } from './board-rules.ts';
import { stepOf } from './card-sizes.ts';
import { followHand, type Host, type Point } from '../../../ui/hand.ts';
import type { CarriedCard } from './use-carried-card.ts';

/** Carries cards by mouse and finger. Returns the ref of what is drawn beneath the hand. */
export function useHand(
  { carried, current, room, lift, carry, drop, putBack }: CarriedCard,
  board: BoardAnswer,
  strip: RefObject<HTMLElement | null>,
  turn: ((by: -1 | 1) => void) | undefined,
): RefObject<HTMLDivElement | null> {
  const clone = useRef<HTMLDivElement>(null);
  const hand = useRef({ at: { x: 0, y: 0 }, grip: { x: 0, y: 0 }, width: 0 });
  /** Which place is beneath a point: that of the stack there, the last one where it is between stacks, none where it is off the board. */
  const under = ({ x, y }: Point): CardPosition | undefined => {
    const pile = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-pile]');
    const box = strip.current?.getBoundingClientRect();
    const held = current.current;
    if (held === undefined || box === undefined) return undefined;
    const isOff = x < box.left || x > box.right || y < box.top || y > box.bottom;
    const list = pile?.querySelector('.board-cards');
    const key = pile?.dataset['pile'];
    if (key === undefined || !list) return isOff ? undefined : held.at;
    const count = room(key, held);
    const index = Math.floor((y - list.getBoundingClientRect().top + list.scrollTop) / stepOf(board));
    return count === 0 ? undefined : { key, index: Math.max(0, Math.min(index, count - 1)) };
  };
  const drawClone = (): void => {
    const { at, grip } = hand.current;
    clone.current?.style.setProperty('translate', `${at.x - grip.x}px ${at.y - grip.y}px`);
    clone.current?.style.setProperty('width', `${hand.current.width}px`);
  };
  useLayoutEffect(drawClone, [carried]);
  const host = useRef<Host>(undefined);
  useLayoutEffect(() => {
    host.current = {
      turn,
      carried: '[data-card]',
      scrolled: ({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-pile]')?.querySelector('.board-cards'),
      lift(card, at, grip) {
        hand.current = { at, grip, width: card.offsetWidth };
        return lift(Number(card.dataset['card']), 'hand');
      },
      carry(at) {
        hand.current = { ...hand.current, at };
        drawClone();
        carry(under(at));
      },
      drop,
      putBack,
    };
  });
  useEffect(() => {
    const element = strip.current;
    const given = (): Host => host.current as Host;
    return element === null ? undefined : followHand(element, given);
  }, [strip]);
  return clone;
}
