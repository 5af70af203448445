import type { BoardAnswer, Card } from '@kontor/contract/record';
import type { PendingCommand } from '../../../client/optimistic-query.ts';

/** A column, of one lane where there are lanes, with its cards as far as they are loaded: a hole is one that is not. */
export interface Stack {
  readonly column: string;
  readonly lane: string | null;
  readonly sums: readonly (string | null)[];
  readonly cards: readonly (Card | undefined)[];
}

/** A move of a card, as it is sent. */
export interface Move {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly lane: { readonly key: string; readonly from: string; readonly to: string } | null;
  readonly before: number | null;
  readonly after: number | null;
}

export const stackKey = ({ column, lane }: Pick<Stack, 'column' | 'lane'>): string => JSON.stringify([column, lane]);

/** All stacks of a board, also those that have no cards, with what was loaded of each; `pages`: by stack and place. */
export function stacksOf(
  board: BoardAnswer,
  pages: ReadonlyMap<string, ReadonlyMap<number, readonly Card[]>>,
): ReadonlyMap<string, Stack> {
  const lanes = board.lane === null ? [null] : board.lanes.map(({ value }) => value);
  const piles = new Map(board.piles.map((pile) => [stackKey(pile), pile]));
  const stacks = lanes.flatMap((lane) =>
    board.columns.map(({ value: column }): readonly [string, Stack] => {
      const key = stackKey({ column, lane });
      const pile = piles.get(key);
      const cards: (Card | undefined)[] = Array.from({ length: pile?.count ?? 0 });
      for (const [skip, some] of [[0, pile?.cards ?? []] as const, ...(pages.get(key) ?? [])])
        for (const [index, card] of some.entries()) if (skip + index < cards.length) cards[skip + index] = card;
      return [key, { column, lane, sums: pile?.sums ?? board.sumFields.map(() => null), cards }];
    }),
  );
  return new Map(stacks);
}

/** The place of a card in a stack: in front of one, else behind one, else behind all. */
function indexFor(cards: Stack['cards'], { before, after }: Pick<Move, 'before' | 'after'>): number {
  const at = (id: number | null): number => (id === null ? -1 : cards.findIndex((card) => card?.idoId === id));
  const front = at(before);
  if (front >= 0) return front;
  const back = at(after);
  return back >= 0 ? back + 1 : cards.length;
}

/** A board once these moves are carried out. A card that is not loaded is moved when the server has done it. */
export function withMoves(
  stacks: ReadonlyMap<string, Stack>,
  moves: readonly Pick<PendingCommand, 'params'>[],
): ReadonlyMap<string, Stack> {
  const next = new Map(stacks);
  for (const { params } of moves) {
    const move = params as Move;
    const found = [...next].find(([, { cards }]) => cards.some((card) => card?.idoId === move.idoId));
    const card = found?.[1].cards.find((one) => one?.idoId === move.idoId);
    if (found === undefined || card === undefined) continue;
    const [from, stack] = found;
    const to = stackKey({ column: move.to, lane: move.lane?.to ?? stack.lane });
    if (!next.has(to)) continue;
    next.set(from, { ...stack, cards: stack.cards.filter((one) => one?.idoId !== move.idoId) });
    const target = next.get(to);
    if (target !== undefined)
      next.set(to, { ...target, cards: target.cards.toSpliced(indexFor(target.cards, move), 0, card) });
  }
  return next;
}

/** Where a card lies: in which stack, and at which place among the others of it. */
export interface CardPosition {
  readonly key: string;
  readonly index: number;
}

/** Where a card that is loaded lies. */
export function positionOf(stacks: ReadonlyMap<string, Stack>, idoId: number): CardPosition | undefined {
  for (const [key, { cards }] of stacks) {
    const index = cards.findIndex((card) => card?.idoId === idoId);
    if (index >= 0) return { key, index };
  }
  return undefined;
}

/** The cards between which a place is: where those beside it are not loaded, the nearest one that is. */
function neighbours(others: Stack['cards'], index: number): Pick<Move, 'before' | 'after'> {
  const [front, back] = [others[index], others[index - 1]];
  if (front !== undefined || back !== undefined || index >= others.length)
    return { before: front?.idoId ?? null, after: back?.idoId ?? null };
  const next = others.slice(index).find((card) => card !== undefined);
  if (next !== undefined) return { before: next.idoId, after: null };
  return { before: null, after: others.findLast((card) => card !== undefined)?.idoId ?? null };
}

/**
 * What is sent so that a card comes to a place of a stack, and what brings it back to where it was. `lifted`: from where it was taken, for
 * when it is not loaded any more.
 */
export function moveTo(
  board: Pick<BoardAnswer, 'idoInstanceId' | 'column' | 'lane'>,
  stacks: ReadonlyMap<string, Stack>,
  idoId: number,
  to: CardPosition,
  lifted?: CardPosition,
): { readonly move: Move; readonly back: Move } | undefined {
  const position = positionOf(stacks, idoId) ?? lifted;
  const [source, target] = [stacks.get(position?.key ?? ''), stacks.get(to.key)];
  if (position === undefined || source === undefined || target === undefined) return undefined;
  const make = (from: Stack, onto: Stack, index: number): Move => {
    const others = onto.cards.filter((card) => card?.idoId !== idoId);
    const lane =
      board.lane === null || from.lane === onto.lane
        ? null
        : { key: board.lane.key, from: from.lane ?? '', to: onto.lane ?? '' };
    return {
      idoId,
      idoInstanceId: board.idoInstanceId,
      key: board.column.key,
      from: from.column,
      to: onto.column,
      lane,
      ...neighbours(others, index),
    };
  };
  if (source === target && position.index === to.index) return undefined;
  return { move: make(source, target, to.index), back: make(target, source, position.index) };
}

/** Places of pages that are to be loaded so that the cards from one to another are there; the first one comes with the board. */
export function pagesFor(from: number, to: number, count: number, size: number): readonly number[] {
  const pages: number[] = [];
  for (let skip = Math.max(size, Math.floor(from / size) * size); skip < Math.min(to, count); skip += size)
    pages.push(skip);
  return pages;
}
