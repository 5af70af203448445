import {
  MAX_ACTIVE_HOURS,
  MAX_ENTER_AGE_MS,
  MAX_UNTIL_DAYS,
  UNTIL_FURTHER_NOTICE,
  type Presence,
  type PresenceChange,
  type StateCounts,
} from '@kontor/contract/presence';
import { MAX_BREAK_MS, endOfTime, isAlways, isWithin, readSchedule, windowsAround, type Window } from './schedule.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A place that was never left ends after so long, since leaving is not always noticed. */
export const MAX_AT_PLACE_MS = 14 * HOUR_MS;

/** Where the place stands among the sources of states: sources of lower ranks go before it, those of higher ranks behind. */
export const PLACE_RANK = 20;

/** A state that can show. */
export interface PossibleState {
  readonly stateId: number;
  readonly counts: StateCounts;
  readonly isBusy: boolean;
  /** When it ends, in milliseconds since 1970; null where nobody knows. */
  readonly until: number | null;
}

/** A state that follows from what another module knows. */
export interface FollowingState extends PossibleState {
  readonly rank: number;
  /** When it began, in milliseconds since 1970. */
  readonly begunAt: number;
  /** Whether it is left out where the person has chosen something after it began. */
  readonly yieldsToChoice: boolean;
  readonly substituteId: number | null;
}

/** What is known of somebody at a moment. */
export interface PresenceFacts {
  readonly isHidden: boolean;
  readonly choice: PossibleState | null;
  /** When the person chose last, a state or none. */
  readonly chosenAt: number | null;
  /** The place that holds, within its schedule. */
  readonly position: (PossibleState & { readonly automaticId: number }) | null;
  readonly following: readonly FollowingState[];
  readonly isAtDevice: boolean;
}

/** What shows of somebody. */
export interface Shown {
  readonly presence: Presence;
  readonly stateId: number | null;
  readonly isBusy: boolean;
  readonly until: number | null;
  readonly automaticId: number | null;
  readonly substituteId: number | null;
}

const NOTHING = { stateId: null, isBusy: false, until: null, automaticId: null, substituteId: null } as const;

/** Whether somebody is there: a state that counts as absent wins over all else, then a place, a state or a device that says so. */
const presenceOf = (counts: StateCounts | undefined, { position, isAtDevice }: PresenceFacts): Presence => {
  if (counts === 'absent') return 'absent';
  return counts === 'present' || position?.counts === 'present' || isAtDevice ? 'present' : 'absent';
};

/**
 * Returns what shows of somebody at a moment, in this order: hidden; what they have chosen, until it is over; what follows from sources and from
 * the place where they are, by rank; their devices.
 */
export function shownOf(facts: PresenceFacts, at: number): Shown {
  if (facts.isHidden) return { ...NOTHING, presence: 'absent' };
  const holds = ({ until }: PossibleState): boolean => until === null || until > at;
  const { choice, position, chosenAt } = facts;
  const following = facts.following
    .filter((state) => holds(state) && state.begunAt <= at)
    .filter((state) => !state.yieldsToChoice || chosenAt === null || state.begunAt > chosenAt);
  const ranked = [
    ...(choice !== null && holds(choice) ? [{ ...choice, rank: 0, substituteId: null }] : []),
    ...(position === null ? [] : [{ ...position, rank: PLACE_RANK, substituteId: null }]),
    ...following,
  ].toSorted((one, other) => one.rank - other.rank);
  const [first] = ranked;
  return {
    presence: presenceOf(first?.counts, facts),
    stateId: first?.stateId ?? null,
    isBusy: first?.isBusy ?? false,
    until: first?.until ?? null,
    automaticId: position?.automaticId ?? null,
    substituteId: first?.substituteId ?? null,
  };
}

/** How a place stands that somebody has entered: `shows` within its schedule, `waits` outside of it, `over` where it was not left in time. */
export type PositionStage = 'shows' | 'waits' | 'over';

/** Remembers the times of a schedule in one zone around a moment, since many people are at one place. */
export function scheduleReader(zone: string, at: number): (schedule: string) => readonly Window[] | undefined {
  const known = new Map<string, readonly Window[] | undefined>();
  return (text) => {
    if (!known.has(text)) {
      const schedule = readSchedule(text);
      known.set(text, isAlways(schedule) ? undefined : windowsAround(schedule ?? [], zone, at));
    }
    return known.get(text);
  };
}

/**
 * Returns how a place stands that was entered at `enteredAt`: it is over after 14 hours, and an hour after the end of the time of its schedule in
 * which it was entered, or that came next. `windows` is undefined for a place that holds always.
 */
export function positionStage(windows: readonly Window[] | undefined, enteredAt: number, at: number): PositionStage {
  if (at >= enteredAt + MAX_AT_PLACE_MS) return 'over';
  if (windows === undefined) return 'shows';
  const end = endOfTime(windows, enteredAt);
  if (end !== undefined && at >= end + MAX_BREAK_MS) return 'over';
  return isWithin(windows, at) ? 'shows' : 'waits';
}

/** The moments, in milliseconds since 1970, at the first of which a place that was entered at `enteredAt` is over. `windows` as in `positionStage`. */
export function positionEnds(windows: readonly Window[] | undefined, enteredAt: number): readonly number[] {
  const end = windows === undefined ? undefined : endOfTime(windows, enteredAt);
  return [enteredAt + MAX_AT_PLACE_MS, ...(end === undefined ? [] : [end + MAX_BREAK_MS])];
}

/** The first moment of the day after the one in which a moment lies in a zone. */
export const midnightAfter = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().epochMilliseconds;

/** When a choice ends: null for never, `tooLate` for one whose time was over before it came here, `invalid` for a time that none can have. */
export function endOfChoice(
  until: string | undefined,
  { chosenAt, now, zone }: { readonly chosenAt: number; readonly now: number; readonly zone: string },
): number | null | 'tooLate' | 'invalid' {
  if (until === UNTIL_FURTHER_NOTICE) return null;
  const end = until === undefined ? midnightAfter(chosenAt, zone) : Date.parse(until);
  if (end > now + MAX_UNTIL_DAYS * 24 * HOUR_MS) return 'invalid';
  if (end > now) return end;
  return end > chosenAt ? 'tooLate' : 'invalid';
}

/** What a device has said of a place, with the moment at which it was so. */
export interface FenceWord {
  readonly isEntered: boolean;
  readonly automaticId: number;
  readonly sessionId: string;
  readonly at: number;
}

/** The place where somebody is, and which device said so when. */
export interface Position {
  readonly automaticId: number;
  readonly sessionId: string | null;
  readonly at: number;
}

/**
 * Returns where somebody is after what a device has said: the last word of entering wins, leaving ends what this device has entered and nothing
 * else, and what is older than what is known changes nothing.
 */
export function positionAfter(known: Position | null, word: FenceWord, now: number): Position | null {
  const at = Math.min(word.at, now);
  if (known !== null && at < known.at) return known;
  const { automaticId, sessionId } = word;
  if (word.isEntered) return at < now - MAX_ENTER_AGE_MS ? known : { automaticId, sessionId, at };
  return known?.automaticId === automaticId && known.sessionId === sessionId ? null : known;
}

/** How long a place holds at least that a phone has entered by itself: at its edge phones come and go. */
const MIN_AT_PLACE_MS = 60_000;

/**
 * Returns when somebody leaves, by a phone that says so at `word.at`, the place where they are: at once, or when they have been there for a minute. All
 * in milliseconds since 1970.
 */
export function leavesAt(known: Position | null, { isEntered, automaticId, sessionId, at }: FenceWord): number {
  const isThere = known?.automaticId === automaticId && known.sessionId === sessionId;
  return isEntered || !isThere ? at : Math.max(at, known.at + MIN_AT_PLACE_MS);
}

/** The moment, to the minute, at which somebody who is absent was last active; null for more than 12 hours ago. */
export function activeMoment(activeAt: number | null, now: number): number | null {
  if (activeAt === null || activeAt < now - MAX_ACTIVE_HOURS * HOUR_MS) return null;
  return Math.floor(Math.min(activeAt, now) / MINUTE_MS) * MINUTE_MS;
}

/** Whether two circles are the same: what lies elsewhere, or reaches elsewhere, is another place. */
export const isSameCircle = (
  one: { readonly latitude: number; readonly longitude: number; readonly radius: number },
  other: { readonly latitude: number; readonly longitude: number; readonly radius: number },
): boolean => one.latitude === other.latitude && one.longitude === other.longitude && one.radius === other.radius;

/** Returns two differences as one: of each person what the later one says. */
export const joinChanges = (earlier: readonly PresenceChange[], later: readonly PresenceChange[]): PresenceChange[] => [
  ...new Map([...earlier, ...later].map((change) => [change[0], change])).values(),
];
