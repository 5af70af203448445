import { APPOINTMENT_WEEKDAYS, type FoundTime, type Unsuited } from '@kontor/contract/appointment';
import { instantOf, localTimeOf } from '../../platform/recurrence/index.ts';

const MINUTE_MS = 60_000;
/** What may begin at any time begins on such a step of the clock. */
const STEP_MS = 15 * MINUTE_MS;
const DAY_MS = 86_400_000;

/** Moments in milliseconds since 1970, of which `end` is no part. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** When a calendar is taken: put together, in order, and neither meets the other. */
export interface TakenTimes {
  readonly busy: readonly Interval[];
  readonly tentative: readonly Interval[];
}

/** When something may begin on one day: both moments are among them. */
export interface Window {
  readonly first: number;
  readonly last: number;
  /** Moments at which it is worth to begin beside those of the clock. */
  readonly edges: readonly number[];
}

/** Where times are looked for. */
export interface Within {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly zone: string;
  readonly length: number;
  /** `08:00`, up to `24:00`. */
  readonly hours: { readonly from: string; readonly to: string };
  readonly weekdays: readonly (typeof APPOINTMENT_WEEKDAYS)[number][];
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The moment that a time of the clock is on a day. */
export const momentOf = (day: string, clock: string, zone: string): number =>
  clock === '24:00'
    ? Date.parse(instantOf(`${dayAfter(day, 1)}T00:00:00`, zone))
    : Date.parse(instantOf(`${day}T${clock}:00`, zone));

/** When something of a length may begin, day by day. What takes longer than the hours of a day may begin at any of their minutes. */
export function windowsOf({ from, to, now, zone, length, hours, weekdays }: Within): readonly Window[] {
  const days = new Set(weekdays);
  const [start, over] = [from, to].map((ms) => localTimeOf(new Date(ms).toISOString(), zone).slice(0, 10)) as [
    string,
    string,
  ];
  const windows: Window[] = [];
  for (let day = start; day <= over; day = dayAfter(day, 1)) {
    const weekday = APPOINTMENT_WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
    if (weekday === undefined || !days.has(weekday)) continue;
    const [opens, closes] = [momentOf(day, hours.from, zone), momentOf(day, hours.to, zone)];
    const latest = closes - opens >= length ? closes - length : closes - MINUTE_MS;
    const window = { first: Math.max(opens, from, now), last: Math.min(latest, to - length), edges: [opens, from] };
    if (window.first <= window.last) windows.push(window);
  }
  return windows;
}

/** What is looked for. */
export interface Request {
  readonly must: readonly number[];
  readonly may: readonly number[];
  readonly oneOf: readonly number[];
  readonly taken: ReadonlyMap<number, TakenTimes>;
  /** Calendars of which the person may not see when they are taken. */
  readonly hidden: ReadonlySet<number>;
  readonly windows: readonly Window[];
  readonly length: number;
  readonly most: number;
}

/** Moments at which it is worth to begin: on steps of the clock, and where something ends that was in the way. */
function candidatesIn(windows: readonly Window[], ends: readonly number[]): readonly number[] {
  const found: number[] = [];
  const inOrder = ends.toSorted((one, other) => one - other);
  let at = 0;
  for (const { first, last, edges } of windows) {
    const some = new Set(edges.filter((edge) => edge >= first && edge <= last));
    for (let step = Math.ceil(first / STEP_MS) * STEP_MS; step <= last; step += STEP_MS) some.add(step);
    while (at < inOrder.length && (inOrder[at] ?? 0) < first) at += 1;
    for (; at < inOrder.length && (inOrder[at] ?? 0) <= last; at += 1) some.add(inOrder[at] ?? 0);
    found.push(...[...some].toSorted((one, other) => one - other));
  }
  return found;
}

/** How somebody is taken at a time; what is provisional weighs half as much. */
const WEIGHTS = { free: 0, tentative: 1, busy: 2 } as const;

/** How a calendar is taken at each of some times of a length, which are in order. */
function weightsAt(starts: readonly number[], length: number, { busy, tentative }: TakenTimes): Uint8Array {
  const weights = new Uint8Array(starts.length);
  for (const [times, weight] of [
    [tentative, WEIGHTS.tentative],
    [busy, WEIGHTS.busy],
  ] as const) {
    let at = 0;
    for (const [index, start] of starts.entries()) {
      while ((times[at]?.end ?? Infinity) <= start) at += 1;
      if ((times[at]?.start ?? Infinity) < start + length) weights[index] = weight;
    }
  }
  return weights;
}

/** The first ones of some times of a length that meet none of those before them. */
function apart<T extends { readonly start: number }>(times: readonly T[], length: number, most: number): readonly T[] {
  const found: T[] = [];
  for (const one of times) {
    if (found.length >= most) break;
    if (found.every(({ start }) => Math.abs(start - one.start) >= length)) found.push(one);
  }
  return found;
}

const FREE: TakenTimes = { busy: [], tentative: [] };

/**
 * The best times, the best first, of which no two meet: those that suit more of who must be there, then those that suit more of who may, then the earlier ones. Of
 * `oneOf` one that is free counts as one who must be there.
 */
export function findBest(request: Request): readonly FoundTime[] {
  const { must, may, oneOf, taken, hidden, windows, length, most } = request;
  const shown = [...must, ...may, ...oneOf].filter((id) => !hidden.has(id));
  const ends = shown.flatMap((id) => {
    const { busy, tentative } = taken.get(id) ?? FREE;
    return [...busy, ...tentative].map(({ end }) => end);
  });
  const starts = candidatesIn(windows, ends);
  const weights = new Map(shown.map((id) => [id, weightsAt(starts, length, taken.get(id) ?? FREE)]));
  const weightAt = (id: number, index: number): number => weights.get(id)?.[index] ?? 0;
  const sumAt = (ids: readonly number[], index: number) => ids.reduce((sum, id) => sum + weightAt(id, index), 0);
  const choiceAt = (index: number) => oneOf.find((id) => !hidden.has(id) && weightAt(id, index) === WEIGHTS.free);
  const rated = starts.map((start, index) => {
    const isMissing = oneOf.length > 0 && choiceAt(index) === undefined;
    return { index, must: sumAt(must, index) + (isMissing ? WEIGHTS.busy : 0), may: sumAt(may, index), start };
  });
  const best = rated.toSorted((one, other) => one.must - other.must || one.may - other.may || one.start - other.start);
  const unsuitedAt = (ids: readonly number[], index: number, isOptional: boolean): Unsuited[] =>
    ids.flatMap((calendarId): Unsuited[] => {
      if (hidden.has(calendarId)) return [{ calendarId, kind: 'hidden', isOptional }];
      const weight = weightAt(calendarId, index);
      if (weight === WEIGHTS.free) return [];
      return [{ calendarId, kind: weight === WEIGHTS.busy ? 'busy' : 'tentative', isOptional }];
    });
  return apart(best, length, most).map(({ index, start }) => ({
    start: new Date(start).toISOString(),
    end: new Date(start + length).toISOString(),
    unsuited: [...unsuitedAt(must, index, false), ...unsuitedAt(may, index, true)],
    chosen: choiceAt(index) ?? null,
  }));
}
