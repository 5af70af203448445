import type { Outcome } from '@kontor/contract/phonecall';
import type { PhoneEvent } from '../arriving/index.ts';
import type { HistoryCall } from './reading.ts';

/** A call of a history with the other side's number as it is read, and as it is compared: digits with the code of the country, else as written. */
export interface ReadCall extends HistoryCall {
  readonly number: number | null;
  readonly digits: string;
}

/** A way of a call that is stored already; of one that was tried again and again, all of its time. */
export interface KnownWay {
  /** What the system called it; undefined where that is forgotten. */
  readonly ref: string | undefined;
  readonly direction: 'in' | 'out';
  readonly digits: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly isAnswered: boolean;
  readonly isOver: boolean;
}

/** Ways of one call that a history has a record each of begin within this time. */
const ONE_CALL_MS = 30_000;
/** A history's clock and ours are apart by no more than this, ringing included. */
const APART_MS = 120_000;

/** Of several ways of one call, what the call is. */
const RANKED: readonly Outcome[] = ['answered', 'voice', 'blocked', 'busy', 'refused', 'missed', 'cancelled', 'failed'];
const rankOf = (outcome: Outcome): number => {
  const rank = RANKED.indexOf(outcome);
  return rank < 0 ? RANKED.length : rank;
};

/** Makes one call of the records of one: of the same number, in the same direction, within half a minute. The earliest first. */
export function asCalls(records: readonly ReadCall[]): readonly ReadCall[] {
  const calls: ReadCall[] = [];
  for (const record of records.toSorted((one, other) => one.at - other.at || (one.ref < other.ref ? -1 : 1))) {
    const index = calls.findLastIndex((call) => isSameCall(call, record));
    const before = calls[index];
    if (before === undefined) calls.push(record);
    else {
      const [best, other] = rankOf(record.outcome) < rankOf(before.outcome) ? [record, before] : [before, record];
      calls[index] = {
        ...best,
        ref: before.ref,
        at: before.at,
        duration: best.outcome === other.outcome ? Math.max(best.duration, other.duration) : best.duration,
        // Where somebody has taken it, it is theirs; else it rang at all of them.
        terminals:
          best.outcome === 'answered' && best.outcome !== other.outcome
            ? best.terminals
            : [...new Set([...before.terminals, ...record.terminals])],
      };
    }
  }
  return calls;
}

const isSameCall = (one: ReadCall, other: ReadCall): boolean =>
  one.ref === other.ref ||
  (one.digits !== '' &&
    one.digits === other.digits &&
    one.direction === other.direction &&
    Math.abs(one.at - other.at) <= ONE_CALL_MS);

/** The way of a stored call that a call of a history is: by what both call it, else by number and time. */
function wayOf(call: ReadCall, known: readonly KnownWay[]): KnownWay | undefined {
  const named = known.find(({ ref }) => ref === call.ref);
  if (named !== undefined) return named;
  return (
    known
      .filter(({ direction, digits }) => direction === call.direction && digits === call.digits)
      // Whatever was tried again and again is on its list already; that somebody took one of the tries is not.
      .filter(({ ref }) => ref !== undefined || call.outcome === 'missed' || call.outcome === 'busy')
      .map((way) => ({ way, apart: Math.max(way.from - call.at, call.at - way.to, 0) }))
      .filter(({ apart }) => apart <= APART_MS)
      .toSorted((one, other) => one.apart - other.apart)[0]?.way
  );
}

/**
 * What is to be told of a call of a history: nothing of one that is known to be over; of one that is known to be going on that it is over; else all of
 * it. Undefined where it cannot be said yet: another call of the number is going on that this one may be.
 */
export function eventsOf(call: ReadCall, known: readonly KnownWay[]): readonly PhoneEvent[] | undefined {
  const way = wayOf(call, known);
  if (way?.isOver === true) return [];
  if (way !== undefined && way.ref !== call.ref && Math.abs(way.from - call.at) > ONE_CALL_MS) return undefined;
  const { direction, from, to, at, duration, outcome, terminals } = call;
  const common = { ref: way?.ref ?? call.ref, direction, from, to } as const;
  // Who of several has taken it a history does not say.
  const taker = direction === 'in' && terminals.length === 1 ? terminals : [];
  const isTakenNow = outcome === 'answered' && way?.isAnswered !== true;
  return [
    ...(way === undefined ? [{ ...common, type: 'ring', at, terminals } as const] : []),
    ...(isTakenNow ? [{ ...common, type: 'answer', at, terminals: taker } as const] : []),
    { ...common, type: 'end', at: at + duration * 1000, terminals: [], outcome, duration },
  ];
}

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 60 * 60_000;

/** How long is waited until a history is asked again, in milliseconds. `failures`: tries that failed in a row; `chance`: from 0 to 1. */
export const pauseFor = (failures: number, everyMs: number, chance: number): number =>
  failures === 0
    ? everyMs
    : Math.round(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20)) * (0.75 + chance / 4));
