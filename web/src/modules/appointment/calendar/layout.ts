import type { Bar, Piece } from './pieces.ts';
import { daysBetween, type Period } from '../period.ts';

/** What is drawn of a short piece at least, in minutes: two that are drawn over each other stand beside each other. */
export const MIN_DRAWN_MINUTES = 20;

/** What there is room for in a column. */
export interface Lanes {
  /** How many pieces stand beside each other at most, where those are all of them. */
  readonly all: number;
  /** How many of them stand beside a number of those for which there is no room. */
  readonly some: number;
  /** Up to how many beside each other each has room for more than its title, and for the two answers. */
  readonly wide: number;
  readonly answering: number;
}

/** Lanes of a column, however wide it is. */
const MAX_ALL = 4;
const MAX_SOME = 3;
/** Pixels of a lane below which nothing can be read in it, no more than a title, and no answers; and those that the number takes. */
const MIN_LANE = 56;
const MIN_WIDE = 84;
const MIN_ANSWERING = 122;
export const MORE_WIDTH = 30;

/** The lanes for which a column has room, so that something can be read in each. `width` in pixels. */
export function lanesIn(width: number): Lanes {
  const room = (pixels: number, each: number): number => Math.floor(pixels / each);
  return {
    all: Math.max(1, Math.min(MAX_ALL, room(width, MIN_LANE))),
    some: Math.max(1, Math.min(MAX_SOME, room(width - MORE_WIDTH, MIN_LANE))),
    wide: Math.min(MAX_ALL, room(width, MIN_WIDE)),
    answering: Math.min(MAX_ALL, room(width, MIN_ANSWERING)),
  };
}

/** Those of a column that is as wide as any. */
const WIDEST = lanesIn(Infinity);

export interface PlacedPiece {
  readonly piece: Piece;
  /** From 0. */
  readonly column: number;
  /** Columns that those which overlap share. */
  readonly columns: number;
  /** Beside them stands how many there are for which there is no room. */
  readonly hasMore: boolean;
}

/** Pieces for which there is no room: how many, and from when to when. */
export interface MorePieces {
  readonly pieces: readonly Piece[];
  readonly from: number;
  readonly to: number;
}

const endOf = ({ from, to }: Piece): number => Math.max(to, from + MIN_DRAWN_MINUTES);

/** Puts pieces of one day that overlap beside each other, the earlier ones first and the longer of two that begin together, as far as there are lanes for them. */
export function placePieces(
  pieces: readonly Piece[],
  lanes: Lanes = WIDEST,
): {
  readonly placed: readonly PlacedPiece[];
  readonly more: readonly MorePieces[];
} {
  const placed: PlacedPiece[] = [];
  const more: MorePieces[] = [];
  let group: { piece: Piece; column: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    const hasMore = ends.length > lanes.all;
    const columns = hasMore ? lanes.some : ends.length;
    const hidden = group.filter(({ column }) => column >= columns);
    for (const { piece, column } of group) if (column < columns) placed.push({ piece, column, columns, hasMore });
    if (hidden.length > 0) {
      const left = hidden.map(({ piece }) => piece);
      more.push({
        pieces: left,
        from: Math.min(...left.map(({ from }) => from)),
        to: Math.max(...left.map(endOf)),
      });
    }
    group = [];
    ends = [];
  };
  for (const piece of pieces.toSorted((a, b) => a.from - b.from || endOf(b) - endOf(a))) {
    if (group.length > 0 && piece.from >= Math.max(...ends)) close();
    const free = ends.findIndex((end) => end <= piece.from);
    const column = free === -1 ? ends.length : free;
    ends[column] = endOf(piece);
    group.push({ piece, column });
  }
  close();
  return { placed, more };
}

export interface PlacedBar {
  readonly bar: Bar;
  /** From 0, downwards. */
  readonly lane: number;
  /** Days from the first of the period: those that are shown. */
  readonly from: number;
  readonly to: number;
  readonly beginsBefore: boolean;
  readonly endsAfter: boolean;
}

/** Puts bars beneath each other: the earlier ones and the longer ones first, each as high as there is room for all of it. */
export function placeBars(bars: readonly Bar[], { first, last }: Period): readonly PlacedBar[] {
  const lanes: number[] = [];
  return bars
    .toSorted((a, b) => a.first.localeCompare(b.first) || b.last.localeCompare(a.last))
    .map((bar) => {
      const from = Math.max(0, daysBetween(first, bar.first));
      const to = Math.min(daysBetween(first, last), daysBetween(first, bar.last));
      const free = lanes.findIndex((end) => end < from);
      const lane = free === -1 ? lanes.length : free;
      lanes[lane] = to;
      return { bar, lane, from, to, beginsBefore: bar.first < first, endsAfter: bar.last > last };
    });
}

/** Minutes between which a day's clock is seen at first: the working day, or an hour before the first that begins earlier. */
export const firstMinute = (pieces: readonly Piece[], dayBegins = 7 * 60): number =>
  Math.max(0, Math.min(dayBegins, ...pieces.map(({ from }) => Math.floor(from / 60) * 60 - 60)));

/** The minute until which a day is printed: the end of the hour of what ends last, and of a working day at least. */
export const lastMinute = (pieces: readonly Piece[], dayEnds = 19 * 60): number =>
  Math.max(dayEnds, ...pieces.map(({ to }) => Math.ceil(to / 60) * 60));
