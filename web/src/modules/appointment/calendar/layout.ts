import type { Bar, Piece } from './pieces.ts';
import { daysBetween, type Period } from '../period.ts';

/** What is drawn of a short piece at least, in minutes: two that are drawn over each other stand beside each other. */
export const MIN_DRAWN_MINUTES = 20;
/** Pieces beside each other at most; what is more is a number. */
export const MAX_BESIDE = 4;

export interface PlacedPiece {
  readonly piece: Piece;
  /** From 0. */
  readonly column: number;
  /** Columns that those which overlap share. */
  readonly columns: number;
}

/** Pieces for which there is no room: how many, and from when to when. */
export interface MorePieces {
  readonly pieces: readonly Piece[];
  readonly from: number;
  readonly to: number;
}

const endOf = ({ from, to }: Piece): number => Math.max(to, from + MIN_DRAWN_MINUTES);

/** Puts pieces of one day that overlap beside each other, the earlier ones first and the longer of two that begin together. */
export function placePieces(pieces: readonly Piece[]): {
  readonly placed: readonly PlacedPiece[];
  readonly more: readonly MorePieces[];
} {
  const placed: PlacedPiece[] = [];
  const more: MorePieces[] = [];
  let group: { piece: Piece; column: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    const columns = Math.min(ends.length, MAX_BESIDE);
    const isTight = ends.length > MAX_BESIDE;
    const hidden = isTight ? group.filter(({ column }) => column >= MAX_BESIDE - 1) : [];
    for (const { piece, column } of group)
      if (!isTight || column < MAX_BESIDE - 1) placed.push({ piece, column, columns });
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
