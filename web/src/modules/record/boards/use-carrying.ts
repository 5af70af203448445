import type { BoardAnswer, Card } from '@kontor/contract/record';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { placeOf, type CardPosition } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import { stepOf } from './card-sizes.ts';
import { mayLie, stepped, type Grid } from './carry-rules.ts';
import { followHand, type Host, type Point } from './hand.ts';
import type { ShownBoard } from './use-board.ts';

/** A card that was taken, and where it would lie if it were laid down now. */
export interface Carried {
  readonly card: Card;
  readonly from: CardPosition;
  readonly at: CardPosition;
  readonly by: 'hand' | 'keys';
}

const NAMED = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End']);

/** Carrying cards of a board by keys, mouse and finger; what happens is said to those who do not see it. */
export function useCarrying(
  shown: ShownBoard & { readonly board: BoardAnswer },
  grid: Grid,
  strip: RefObject<HTMLElement | null>,
  turn: ((by: -1 | 1) => void) | undefined,
) {
  const t = useTexts(boardTexts);
  const { notices } = useShell();
  const { board, stacks, move, whereOf } = shown;
  const clone = useRef<HTMLDivElement>(null);
  const hand = useRef({ at: { x: 0, y: 0 }, grip: { x: 0, y: 0 }, width: 0 });
  const [carried, setCarried] = useState<Carried>();
  // A hand is faster than what is drawn.
  const current = useRef(carried);
  const put = (next: Carried | undefined): void => {
    current.current = next;
    setCarried(next);
  };
  const [said, setSaid] = useState('');
  /** A card that is drawn wherever it lies, for it has the focus or is to get it. */
  const [pinned, setPinned] = useState<number>();
  const toFocus = useRef<{ readonly idoId: number; readonly isShown: boolean }>(undefined);

  const room = (key: string, { card, from }: Pick<Carried, 'card' | 'from'>): number => {
    const [source, target] = [stacks.get(from.key), stacks.get(key)];
    if (source === undefined || target === undefined || !mayLie(board, source, target)) return 0;
    return target.cards.length + (target.cards.some((one) => one?.idoId === card.idoId) ? 0 : 1);
  };
  /** `isShown`: it is scrolled to. */
  const focus = (idoId: number, isShown: boolean): void => {
    toFocus.current = { idoId, isShown };
    setPinned(idoId);
  };
  const lift = (idoId: number, by: Carried['by']): boolean => {
    const from = placeOf(stacks, idoId);
    const card = from === undefined ? undefined : stacks.get(from.key)?.cards[from.index];
    if (
      from === undefined ||
      card === undefined ||
      !grid.some((keys) => keys.some((key) => room(key, { card, from }) > 0))
    )
      return false;
    put({ card, from, at: from, by });
    setSaid(t.lifted(card.title, from.index + 1, whereOf(from.key)));
    setPinned(idoId);
    return true;
  };
  const carry = (to: CardPosition | undefined): void => {
    const held = current.current;
    if (held === undefined) return;
    const at = to ?? held.from;
    if (at.key === held.at.key && at.index === held.at.index) return;
    const { title } = held.card;
    setSaid(to === undefined ? t.over(title) : t.carried(title, at.index + 1, whereOf(at.key)));
    put({ ...held, at });
    if (held.by === 'keys') focus(held.card.idoId, true);
  };
  const drop = (): void => {
    const held = current.current;
    if (held === undefined) return;
    const { card, from, at, by } = held;
    put(undefined);
    setSaid(t.dropped(card.title, at.index + 1, whereOf(at.key)));
    move(card, at, from);
    focus(card.idoId, by === 'keys');
  };
  const putBack = (): void => {
    const held = current.current;
    if (held === undefined) return;
    put(undefined);
    setSaid(t.broughtBack(held.card.title));
    focus(held.card.idoId, held.by === 'keys');
  };

  // Whoever has moved it meanwhile has moved it: nobody lays down what is not where they took it.
  const now = carried === undefined ? undefined : placeOf(stacks, carried.card.idoId);
  const isGone = carried !== undefined && now !== undefined && now.key !== carried.from.key;
  const giveUp = useEffectEvent(() => {
    if (carried === undefined || now === undefined) return;
    const { title } = carried.card;
    put(undefined);
    setSaid('');
    notices.show({ text: t.conflict(title, whereOf(now.key)), tone: 'fault' });
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- others have done it, and it is said once
    if (isGone) giveUp();
  }, [isGone]);

  const isByKeys = carried?.by === 'keys';
  const leave = useEffectEvent(putBack);
  useEffect(() => {
    if (!isByKeys) return undefined;
    // Whoever takes the mouse meanwhile has left the keys.
    const left = (): void => leave();
    window.addEventListener('mousedown', left, { capture: true });
    return () => window.removeEventListener('mousedown', left, { capture: true });
  }, [isByKeys]);

  useLayoutEffect(() => {
    const { idoId, isShown } = toFocus.current ?? {};
    const element = strip.current?.querySelector<HTMLElement>(`[data-card="${idoId ?? ''}"]`);
    if (!element) return;
    toFocus.current = undefined;
    element.focus({ preventScroll: true });
    if (isShown === true) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

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
    const places = room(key, held);
    const place = Math.floor((y - list.getBoundingClientRect().top + list.scrollTop) / stepOf(board));
    return places === 0 ? undefined : { key, index: Math.max(0, Math.min(place, places - 1)) };
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

  const press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const idoId = target instanceof HTMLElement ? Number(target.dataset['card'] ?? 0) : 0;
    if (carried?.by !== 'keys') {
      if (idoId === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const from = placeOf(stacks, idoId);
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
