import type { Span } from '@kontor/contract/appointment';
import type { Bar, Piece } from './pieces.ts';
import { spanKey } from './pieces.ts';

/** What is on one day: what stands above the hours first, then by the clock. */
export interface DayPlan {
  readonly bars: readonly Bar[];
  readonly pieces: readonly Piece[];
}

/** What is on each of some days. The same occurrence in several calendars is there once, as it is in the first of them. */
export function plansOf(
  days: readonly string[],
  pieces: readonly Piece[],
  bars: readonly Bar[],
): ReadonlyMap<string, DayPlan> {
  const plans = new Map(days.map((day) => [day, { bars: [] as Bar[], pieces: [] as Piece[] }]));
  const seen = new Set<string>();
  const isNew = (span: Span, day: string): boolean => {
    const key = `${day} ${span.appointmentId === null ? spanKey(span) : `${span.appointmentId}:${span.original}`}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  for (const bar of bars)
    for (const [day, plan] of plans)
      if (bar.first <= day && bar.last >= day && isNew(bar.span, day)) plan.bars.push(bar);
  for (const [day, own] of Map.groupBy(pieces, (piece) => piece.day)) {
    const plan = plans.get(day);
    for (const piece of own.toSorted((a, b) => a.from - b.from || b.to - a.to))
      if (isNew(piece.span, day)) plan?.pieces.push(piece);
  }
  return plans;
}

/** Minutes of a day on which somebody is busy. */
export function busyMinutes({ pieces }: Pick<DayPlan, 'pieces'>): number {
  let [sum, end] = [0, 0];
  for (const { from, to } of pieces.filter(({ span }) => span.kind !== 'free').toSorted((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** Gaps of a working day in which nothing is, of an hour and longer, after `since`. Minutes of the day's clock. */
export function freeGaps(
  { pieces }: Pick<DayPlan, 'pieces'>,
  since: number,
): readonly { readonly from: number; readonly to: number }[] {
  const [begins, ends, least] = [8 * 60, 17 * 60, 60];
  const gaps: { from: number; to: number }[] = [];
  let at = Math.max(begins, since);
  for (const { span, from, to } of pieces) {
    if (span.kind === 'free') continue;
    if (Math.min(from, ends) - at >= least) gaps.push({ from: at, to: Math.min(from, ends) });
    at = Math.max(at, to);
  }
  if (ends - at >= least) gaps.push({ from: at, to: ends });
  return gaps;
}
