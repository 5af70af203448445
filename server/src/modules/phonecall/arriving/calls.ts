import { MAX_CALL_SECONDS, OUTCOMES, type Outcome } from '@kontor/contract/phonecall';
import type { PhoneEvent } from './events.ts';

/** One way that a conversation took, as events have told of it: at a terminal, or (`terminal` empty) at none that was named. */
export interface Leg {
  readonly ref: string;
  readonly terminal: string;
  /** Who is behind the terminal; null for nobody. */
  readonly userId: number | null;
  /** 0 came in, 1 went out; null where it was not said. */
  readonly direction: 0 | 1 | null;
  /** The other side's number and ours. */
  readonly number: number | null;
  readonly numberText: string;
  readonly called: number | null;
  readonly calledText: string;
  readonly divertedFrom: string;
  readonly systemName: string;
  /** Milliseconds since 1970. */
  readonly rungAt: number | null;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** Seconds, where the system said it. */
  readonly duration: number | null;
  readonly outcome: Outcome | null;
}

/** What an event says, with its numbers read. */
export interface ReadEvent {
  readonly event: PhoneEvent;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly number: number | null;
  readonly numberText: string;
  readonly called: number | null;
  readonly calledText: string;
  /** Of the number that was called before it was forwarded: digits with the code of the country, else as written. */
  readonly divertedFrom: string;
}

/** Of two that are told of one way, the first of these that either says; nobody has ended twice. */
const RANKED: readonly Outcome[] = [
  'voice',
  'fax',
  'sent',
  'answered',
  'blocked',
  'busy',
  'refused',
  'missed',
  'cancelled',
  'failed',
  'forwarded',
  'unknown',
];
const rankOf = (outcome: Outcome): number => RANKED.indexOf(outcome);

const least = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);
const most = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);
/** The longer one says more; which of two that are as long is all the same, as long as it is always the same one. */
const fuller = (one: string, other: string): string =>
  one.length === other.length ? (one > other ? one : other) : one.length > other.length ? one : other;
const surer = (one: Outcome | null, other: Outcome | null): Outcome | null =>
  one === null ? other : other === null ? one : rankOf(one) <= rankOf(other) ? one : other;

/** What two tellings of one way say together, in whatever order they came, and however often. */
function joined(one: Leg, other: Leg): Leg {
  return {
    ref: one.ref,
    terminal: one.terminal,
    userId: one.userId ?? other.userId,
    direction: least(one.direction, other.direction) as Leg['direction'],
    number: most(one.number, other.number),
    numberText: fuller(one.numberText, other.numberText),
    called: most(one.called, other.called),
    calledText: fuller(one.calledText, other.calledText),
    divertedFrom: fuller(one.divertedFrom, other.divertedFrom),
    systemName: fuller(one.systemName, other.systemName),
    rungAt: least(one.rungAt, other.rungAt),
    answeredAt: least(one.answeredAt, other.answeredAt),
    endedAt: most(one.endedAt, other.endedAt),
    duration: most(one.duration, other.duration),
    outcome: surer(one.outcome, other.outcome),
  };
}

/** The ways that an event tells of. */
function reportedLegs(
  { event, at, ...numbers }: ReadEvent,
  userOf: (terminal: string) => number | null,
): readonly Leg[] {
  const { type, ref, direction, name = '', duration = null, outcome = null } = event;
  const terminals = event.terminals.length === 0 ? [''] : [...new Set(event.terminals)];
  const left: Outcome | null =
    type === 'fax' ? (direction === 'out' ? 'sent' : 'fax') : type === 'voice' ? 'voice' : null;
  return terminals.map((terminal) => ({
    ref,
    terminal,
    userId: terminal === '' ? null : userOf(terminal),
    direction: direction === undefined ? null : direction === 'in' ? 0 : 1,
    ...numbers,
    systemName: name,
    // What was left had rung before.
    rungAt: type === 'ring' || type === 'voice' ? at : null,
    answeredAt: type === 'answer' ? at : null,
    endedAt: type === 'end' || type === 'fax' ? at : null,
    duration,
    outcome: left ?? outcome,
  }));
}

const keyOf = ({ ref, terminal }: Pick<Leg, 'ref' | 'terminal'>): string => JSON.stringify([ref, terminal]);

/** Ways with what events say of them: of the same events in any order, each once or more, the same ways. */
export function withEvents(
  legs: readonly Leg[],
  events: readonly ReadEvent[],
  userOf: (terminal: string) => number | null,
): readonly Leg[] {
  const all = new Map(legs.map((leg) => [keyOf(leg), leg]));
  for (const event of events)
    for (const leg of reportedLegs(event, userOf)) {
      const before = all.get(keyOf(leg));
      all.set(keyOf(leg), before === undefined ? leg : joined(before, leg));
    }
  return [...all.values()];
}

/** What a conversation is by all of its ways. */
export interface ReportedCall {
  readonly direction: 0 | 1;
  readonly number: number | null;
  readonly numberText: string;
  readonly called: number | null;
  readonly calledText: string;
  readonly systemName: string;
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  /** Seconds. */
  readonly duration: number;
  readonly outcome: Outcome;
  /** Of a call that came in: who took it last; of one that went out: who called. */
  readonly receivedBy: number | null;
  /** The one person at whose terminals it rang. */
  readonly receivedFor: number | null;
  /** The people at whose terminals it rings or rang. */
  readonly rungAt: readonly number[];
  /** The first terminal that was named; empty for none. */
  readonly terminal: string;
}

const momentOf = (leg: Leg): number =>
  Math.min(leg.rungAt ?? Infinity, leg.answeredAt ?? Infinity, leg.endedAt ?? Infinity);

/** In the order in which they began; those that began at once in the order of their names, so that it is always the same one. */
const inOrder = (legs: readonly Leg[]): readonly Leg[] =>
  legs.toSorted(
    (one, other) =>
      momentOf(one) - momentOf(other) ||
      Number(one.rungAt === null) - Number(other.rungAt === null) ||
      (keyOf(one) < keyOf(other) ? -1 : 1),
  );

/** Whether a way is over, by all that was told of it: it was said so of all of it, or of each terminal. */
function isOver(legs: readonly Leg[]): boolean {
  const whole = legs.find(({ terminal }) => terminal === '');
  if (whole !== undefined && whole.endedAt !== null) return true;
  return legs.every(({ endedAt }) => endedAt !== null);
}

/** What is said of how a conversation ended, by who says the most. */
function endOf(legs: readonly Leg[], direction: 0 | 1, isBlocked: boolean): Outcome {
  if (isBlocked && direction === 0) return 'blocked';
  const said = legs.flatMap(({ outcome }) => outcome ?? []).toSorted((one, other) => rankOf(one) - rankOf(other));
  const [end = 'unknown'] = said;
  // An end alone may not say that the call had gone out.
  return end === 'missed' && direction === 1 ? 'cancelled' : end;
}

/** What a call is that has something left behind, or that nobody wants, whether it is over or not. */
const AT_ONCE: readonly Outcome[] = ['voice', 'fax', 'sent', 'blocked'];

function outcomeOf({ isEnded, isTaken, end }: { isEnded: boolean; isTaken: boolean; end: Outcome }): Outcome {
  if (end === 'fax' || end === 'sent') return end;
  if (isTaken) return isEnded ? 'answered' : 'talking';
  if (AT_ONCE.includes(end)) return end;
  return isEnded ? end : 'ringing';
}

function durationOf(legs: readonly Leg[], answeredAt: number | null, endedAt: number | null): number {
  const byRef = Map.groupBy(legs, ({ ref }) => ref);
  const seconds = [...byRef.values()].map((some) =>
    some.reduce<number | null>((sum, { duration }) => most(sum, duration), null),
  );
  const known = seconds.filter((one) => one !== null);
  const all =
    known.length > 0
      ? known.reduce((sum, one) => sum + one, 0)
      : answeredAt === null || endedAt === null
        ? 0
        : Math.round((endedAt - answeredAt) / 1000);
  return Math.min(Math.max(all, 0), MAX_CALL_SECONDS);
}

/** Returns what a conversation is by what was told of its ways. At least one. `isBlocked`: nobody wants calls of the number. */
export function callOf(
  legs: readonly Leg[],
  { isBlocked = false }: { readonly isBlocked?: boolean } = {},
): ReportedCall {
  const ordered = inOrder(legs);
  const pick = <T>(value: (leg: Leg) => T | null | ''): T | null => {
    for (const leg of ordered) {
      const found = value(leg);
      if (found !== null && found !== '') return found;
    }
    return null;
  };
  const direction = pick(({ direction: said }) => said) ?? 0;
  const answered = ordered.filter(({ answeredAt }) => answeredAt !== null);
  const answeredAt = answered.reduce<number | null>((at, leg) => least(at, leg.answeredAt), null);
  const isEnded = [...Map.groupBy(legs, ({ ref }) => ref).values()].every(isOver);
  const endedAt = isEnded ? legs.reduce<number | null>((at, leg) => most(at, leg.endedAt), null) : null;
  const end = endOf(legs, direction, isBlocked);
  const outcome = outcomeOf({ isEnded, isTaken: answeredAt !== null, end });
  const rung = ordered.filter(({ rungAt, terminal }) => rungAt !== null && terminal !== '');
  const people = [...new Set(rung.flatMap(({ userId }) => userId ?? []))];
  const last = answered.toSorted((one, other) => (other.answeredAt ?? 0) - (one.answeredAt ?? 0))[0];
  const isForOne = people.length === 1 && rung.every(({ userId }) => userId !== null);
  const duration = durationOf(legs, answeredAt, endedAt);
  return {
    direction,
    number: pick(({ number }) => number),
    numberText: pick(({ numberText }) => numberText) ?? '',
    called: pick(({ called }) => called),
    calledText: pick(({ calledText }) => calledText) ?? '',
    systemName: pick(({ systemName }) => systemName) ?? '',
    startedAt: startOf(ordered, duration),
    answeredAt,
    endedAt,
    duration: outcome === 'answered' || outcome === 'voice' ? duration : 0,
    outcome,
    receivedBy: direction === 1 ? pick(({ userId }) => userId) : (last?.userId ?? null),
    receivedFor: direction === 0 && isForOne ? (people[0] ?? null) : null,
    rungAt: people,
    terminal: pick(({ terminal }) => terminal) ?? '',
  };
}

/** Where a conversation has rung. */
export interface Rung {
  /** People at whose terminals it has. */
  readonly rungBefore: readonly number[];
  /** It has at nobody's in particular, so at all of the list. */
  readonly rangForAll: boolean;
}

/** Returns where a conversation has rung by its ways. At terminals of nobody it rang for all only as long as it rang at nobody's else. */
export function rungOf(legs: readonly Leg[]): Rung {
  const rung = legs.flatMap(({ rungAt, userId, terminal }) => (rungAt === null ? [] : [{ rungAt, userId, terminal }]));
  const own = rung.filter(({ userId }) => userId !== null);
  const first = Math.min(...own.map(({ rungAt }) => rungAt));
  return {
    rungBefore: [...new Set(own.flatMap(({ userId }) => userId ?? []))],
    rangForAll: rung.some(({ rungAt, userId, terminal }) => userId === null && (terminal === '' || rungAt < first)),
  };
}

/** When it began: of one that is only known to be over, as long before as it lasted. */
function startOf(ordered: readonly Leg[], duration: number): number {
  const first = Math.min(...ordered.map(momentOf));
  const isOnlyOver = ordered.every(({ rungAt, answeredAt }) => rungAt === null && answeredAt === null);
  return isOnlyOver ? first - duration * 1000 : first;
}

/** The number that the database keeps for an outcome; null where there is none. */
export const storedOutcome = (outcome: Outcome | null): number | null =>
  outcome === null ? null : OUTCOMES.indexOf(outcome);
