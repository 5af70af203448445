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

/** The calls without those whose time is over, and without those that the person has put away. */
export const shownAt = (calls: readonly CardCall[], now: number, gone: ReadonlySet<string>): readonly CardCall[] =>
  calls.filter(
    ({ call, state, since }) =>
      !gone.has(call.aggregateId) && (state === 'ringing' || state === 'own' || now - since < FOLDED_MS),
  );

/** What stands where: the call with a whole card, those below it, and how many more there are. */
export function stackOf(calls: readonly CardCall[], chosen: string | undefined) {
  const rank = ({ call, state }: CardCall): number =>
    call.aggregateId === chosen && state !== 'over' && state !== 'taken'
      ? 0
      : state === 'own' && call.endedAt === null
        ? 1
        : state === 'ringing'
          ? 2
          : state === 'own'
            ? 3
            : 4;
  const sorted = calls.toSorted((a, b) => rank(a) - rank(b) || b.call.startedAt - a.call.startedAt);
  const [first] = sorted;
  const isWhole = first !== undefined && (first.state === 'ringing' || first.state === 'own');
  const below = isWhole ? sorted.slice(1) : sorted;
  return {
    whole: isWhole ? first : undefined,
    below: below.slice(0, MAX_BELOW),
    more: Math.max(0, below.length - MAX_BELOW),
  };
}

/** Seconds that a call has rung, or lasts, or has lasted. */
export function secondsAt({ startedAt, answeredAt, endedAt }: RunningCall, now: number): number {
  const from = answeredAt ?? startedAt;
  return Math.max(0, Math.floor(((endedAt ?? now) - from) / 1000));
}
