import { useCallback, useState } from 'react';
import { PersonCard } from './card.tsx';

/** Pixels between a row and the card beside it. */
const GAP = 8;
/** As the style sheet has it. */
const CARD_WIDTH = 340;

interface ShownCard {
  readonly userId: number;
  readonly anchor: DOMRect;
}

export interface CardState {
  readonly shown: ShownCard | undefined;
  /** Shows the card of a person at what it belongs to: before it where that stands at the right edge, else beneath it. */
  readonly open: (userId: number, row: Element | null, where: 'before' | 'below') => void;
  readonly close: () => void;
}

/** Whose card is open, and where. */
export function useCard(): CardState {
  const [shown, setShown] = useState<ShownCard>();
  const open = useCallback<CardState['open']>((userId, row, where) => {
    const box = row?.getBoundingClientRect() ?? new DOMRect(window.innerWidth / 2, window.innerHeight / 4, 0, 0);
    const anchor = where === 'below' ? box : new DOMRect(box.left - CARD_WIDTH - 2 * GAP, box.top - GAP, 0, 0);
    setShown({ userId, anchor });
  }, []);
  const close = useCallback(() => setShown(undefined), []);
  return { shown, open, close };
}

export const CardAt = ({ card: { shown, close } }: { card: CardState }) =>
  shown === undefined ? null : (
    <PersonCard key={shown.userId} userId={shown.userId} anchor={shown.anchor} onClose={close} />
  );
