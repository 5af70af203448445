import type { RunningCall } from '@kontor/contract/phonecall';

/** Calls that stand below the one whose card is open. */
export const MAX_BELOW = 3;
/** How long a call stays that somebody else has taken, or that nobody took, in milliseconds. */
export const FOLDED_MS = 5000;

/** A call as it stands on the screen. */
export interface CardCall {
  readonly call: RunningCall;
  /** `ringing`: nobody has taken it; `own`: the person has; `taken`: somebody else has; `over`: it has ended without the person. */
  readonly state: 'ringing' | 'own' | 'taken' | 'over';
  /** When it came to be so, in milliseconds since 1970. */
  readonly since: number;
}

/** How a call stands for a person. `ended`: one that they have had stays theirs. */
export function stateOf(call: RunningCall, userId: number): CardCall['state'] {
  const isOwn = call.receivedBy === userId && call.answeredAt !== null;
  if (isOwn || (call.direction === 'outgoing' && call.receivedBy === userId)) return 'own';
  if (call.endedAt !== null) return 'over';
  return call.outcome === 'ringing' ? 'ringing' : 'taken';
}

/**
 * The calls with what has become known of one. One that ends before it was ever shown is none. `now`: milliseconds since 1970.
 */
export function withCall(
  calls: readonly CardCall[],
  call: RunningCall,
  { userId, now }: { readonly userId: number; readonly now: number },
): readonly CardCall[] {
  const known = calls.find((one) => one.call.aggregateId === call.aggregateId);
  const state = stateOf(call, userId);
  if (known === undefined) return call.endedAt !== null ? calls : [{ call, state, since: now }, ...calls];
  // What ended does not ring again, in whatever order it is told.
  if (known.call.endedAt !== null && call.endedAt === null) return calls;
  const next = { call, state, since: known.state === state ? known.since : now };
  return calls.map((one) => (one === known ? next : one));
}

/** The calls as the server has them now: those that it has no more have ended, but for what the person has still to write down. */
export function withRunning(
  calls: readonly CardCall[],
  running: readonly RunningCall[],
  about: { readonly userId: number; readonly now: number },
): readonly CardCall[] {
  const there = new Set(running.map(({ aggregateId }) => aggregateId));
  const ended = calls.map((one) =>
    there.has(one.call.aggregateId) || one.call.endedAt !== null
      ? one
      : {
          ...one,
          call: { ...one.call, endedAt: about.now },
          state: one.state === 'own' ? ('own' as const) : ('over' as const),
          since: one.state === 'own' ? one.since : about.now,
        },
  );
  return running.toReversed().reduce<readonly CardCall[]>((all, call) => withCall(all, call, about), ended);
}

/** What a person has done with calls: put away for good, and written something at that is not saved. By their ids. */
export interface Handled {
  readonly gone: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

/** The calls without those whose time is over, and without those that the person has put away. What is written at one keeps it. */
export const shownAt = (calls: readonly CardCall[], now: number, { gone, written }: Handled): readonly CardCall[] =>
  calls.filter(
    ({ call: { aggregateId }, state, since }) =>
      !gone.has(aggregateId) &&
      (state === 'ringing' || state === 'own' || written.has(aggregateId) || now - since < FOLDED_MS),
  );

/** What stands where: the call with a whole card, those below it, and how many more there are. */
export function stackOf(
  calls: readonly CardCall[],
  chosen: string | undefined,
  written: ReadonlySet<string> = new Set(),
) {
  const isWholeAt = ({ call, state }: CardCall): boolean =>
    state === 'ringing' || state === 'own' || written.has(call.aggregateId);
  const rank = (one: CardCall): number => {
    const { call, state } = one;
    if (!isWholeAt(one)) return 4;
    if (call.aggregateId === chosen) return 0;
    if (state === 'own' && call.endedAt === null) return 1;
    return state === 'ringing' ? 2 : 3;
  };
  const sorted = calls.toSorted((a, b) => rank(a) - rank(b) || b.call.startedAt - a.call.startedAt);
  const [first] = sorted;
  const whole = first !== undefined && isWholeAt(first) ? first : undefined;
  const below = whole === undefined ? sorted : sorted.slice(1);
  return { whole, below: below.slice(0, MAX_BELOW), more: Math.max(0, below.length - MAX_BELOW) };
}

/** Seconds that a call has rung, or lasts, or has lasted. */
export function secondsAt({ startedAt, answeredAt, endedAt }: RunningCall, now: number): number {
  const from = answeredAt ?? startedAt;
  return Math.max(0, Math.floor(((endedAt ?? now) - from) / 1000));
}
