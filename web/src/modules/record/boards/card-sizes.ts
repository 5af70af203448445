import type { BoardAnswer } from '@kontor/contract/record';

/** Heights in pixels, so that ten thousand cards can be scrolled without any of them being there: of a card with its name alone, a field more, and what is between. */
const CARD = 48;
const FIELD = 20;
const GAP = 8;

type Sized = Pick<BoardAnswer, 'cardFields'>;

export const sizeOf = ({ cardFields }: Sized): number => CARD + cardFields.length * FIELD;
/** From a card to the next one beneath it. */
export const stepOf = (board: Sized): number => sizeOf(board) + GAP;
