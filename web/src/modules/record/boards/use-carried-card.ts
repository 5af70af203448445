import type { BoardAnswer, Card } from '@kontor/contract/record';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { positionOf, type CardPosition } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import { mayLie, type Grid } from './carry-rules.ts';
import type { ShownBoard } from './use-board.ts';
import type { CardFocus } from './use-card-focus.ts';

/** A card that was taken, and where it would lie if it were laid down now. */
export interface Carried {
  readonly card: Card;
  readonly from: CardPosition;
  readonly at: CardPosition;
  readonly by: 'hand' | 'keys';
}

/** The card that is carried: taken, moved over the board, laid down or put back; `said` is for those who do not see it. */
export function useCarriedCard(
  { board, stacks, move, whereOf }: ShownBoard & { readonly board: BoardAnswer },
  grid: Grid,
  { setPinned, focus }: CardFocus,
) {
  const t = useTexts(boardTexts);
  const { notices } = useShell();
  const [carried, setCarried] = useState<Carried>();
  // A hand is faster than what is drawn.
  const current = useRef(carried);
  const put = (next: Carried | undefined): void => {
    current.current = next;
    setCarried(next);
  };
  const [said, setSaid] = useState('');

  const room = (key: string, { card, from }: Pick<Carried, 'card' | 'from'>): number => {
    const [source, target] = [stacks.get(from.key), stacks.get(key)];
    if (source === undefined || target === undefined || !mayLie(board, source, target)) return 0;
    return target.cards.length + (target.cards.some((one) => one?.idoId === card.idoId) ? 0 : 1);
  };
  const lift = (idoId: number, by: Carried['by']): boolean => {
    const from = positionOf(stacks, idoId);
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
  const now = carried === undefined ? undefined : positionOf(stacks, carried.card.idoId);
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
  return { carried, current, said, room, lift, carry, drop, putBack };
}
export type CarriedCard = ReturnType<typeof useCarriedCard>;
