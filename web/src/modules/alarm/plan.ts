import type { Alarm } from '@kontor/contract/alarm';

/** Alarms of an account that is signed in. */
export interface KnownAlarms {
  readonly account: string;
  readonly alarms: readonly Alarm[];
  /** Up to when these are all that there are, in seconds since 1970: 0 where nothing is known, as without a network. */
  readonly until: number;
}

/** What the system is to ring. `extra` is undefined for what is not an alarm of the app's. */
export interface PendingAlarm {
  readonly id: number;
  readonly extra:
    | { readonly account: string; readonly type: string; readonly id: number; readonly at: number }
    | undefined;
}

/** What this device remembers between two plans, by the names of alarms over all accounts. */
export interface PlanMemory {
  /** Numbers by which the system knows alarms. */
  readonly ids: Readonly<Record<string, number>>;
  /** When each alarm was to ring when it was handed to the system, and what it said. */
  readonly handed: Readonly<Record<string, { readonly at: number; readonly text: string }>>;
}

export interface PlannedAlarm {
  readonly id: number;
  readonly account: string;
  readonly alarm: Alarm;
  /** When the system is to ring, in seconds since 1970. */
  readonly at: number;
}

export interface Plan {
  readonly cancel: readonly number[];
  readonly schedule: readonly PlannedAlarm[];
  readonly memory: PlanMemory;
}

/** An alarm that should have rung before it was known here still rings if it is not older than this, in seconds. */
const MAX_LATE_S = 3600;
/** What is late rings so soon, in seconds: a moment that is past no system takes. */
const SOON_S = 2;
const DAY_S = 86_400;
const MAX_ID = 0x7f_ff_ff_ff;

export const NO_PLAN: PlanMemory = { ids: {}, handed: {} };

/** What names an alarm over all accounts of the device. */
export const wholeName = (account: string, alarm: { readonly type: string; readonly id: number }): string =>
  `${account} ${alarm.type}:${alarm.id}`;

/** Returns a number from 1 to 2^31 - 1 for a name: FNV-1a. */
export function hash31(name: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 1) % MAX_ID || 1;
}

/** Hands out numbers: the one that a name has already, else that of its hash, else the next one that is free. */
function numberer(ids: PlanMemory['ids'], foreign: readonly number[]): (name: string) => number {
  const given = new Map(Object.entries(ids));
  const taken = new Set([...given.values(), ...foreign]);
  return (name) => {
    const known = given.get(name);
    if (known !== undefined) return known;
    let id = hash31(name);
    while (taken.has(id)) id = id === MAX_ID ? 1 : id + 1;
    given.set(name, id);
    taken.add(id);
    return id;
  };
}

interface Wanted {
  readonly name: string;
  readonly account: string;
  readonly alarm: Alarm;
  readonly at: number;
  readonly text: string;
}

interface Bounds {
  readonly now: number;
  readonly days: number;
  readonly ringAt: (at: number) => number;
  /** When the system is to ring what it has, by the names of alarms. */
  readonly ringing: ReadonlyMap<string, number>;
  readonly isTold: (name: string, at: number) => boolean;
}

/** What is to ring from now on, the next first, with what should have rung lately and was not handed over. */
function wantedOf(
  known: readonly KnownAlarms[],
  { handed }: PlanMemory,
  { now, days, ringAt, ringing, isTold }: Bounds,
): Wanted[] {
  const end = now + days * DAY_S;
  return known
    .flatMap(({ account, alarms }) =>
      alarms.flatMap((alarm): Wanted[] => {
        const name = wholeName(account, alarm);
        const due = alarm.userAlarmTimestamp;
        const at = ringAt(due);
        if (at > end || isTold(name, due)) return [];
        const wanted = { name, account, alarm, text: sayText(alarm) };
        if (at > now) return [{ ...wanted, at }];
        // One that was late before rings in a moment, or has rung.
        const soon = ringing.get(name) ?? 0;
        if (handed[name]?.at === due) return soon > now ? [{ ...wanted, at: soon }] : [];
        return due <= now - MAX_LATE_S ? [] : [{ ...wanted, at: now + SOON_S }];
      }),
    )
    .toSorted((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
}

/** What of an alarm is said, so that it is handed over anew when that changes. */
const sayText = ({ title, timestamp, contact }: Alarm): string => `${title}\n${timestamp}\n${contact}`;

/** Names of what has rung: it stays known for as long as it is an alarm still, or nothing is known of it. */
function rungBefore({
  known,
  memory,
  now,
  ringing,
  isTold,
}: Pick<Bounds, 'now' | 'ringing' | 'isTold'> & {
  readonly known: readonly KnownAlarms[];
  readonly memory: PlanMemory;
}): readonly string[] {
  const untilOf = new Map(known.map(({ account, until }) => [account, until]));
  const alive = new Set(known.flatMap(({ account, alarms }) => alarms.map((alarm) => wholeName(account, alarm))));
  return Object.entries(memory.handed).flatMap(([name, { at }]) => {
    // What was late and waits still, for want of room, has not rung.
    if (Math.max(at, ringing.get(name) ?? 0) > now && !isTold(name, at)) return [];
    const until = untilOf.get(name.slice(0, name.lastIndexOf(' ')));
    return until === undefined || (at <= until && !alive.has(name)) ? [] : [name];
  });
}

/**
 * Decides what the system is to ring: of the alarms of all accounts the nearest ones, as many as it keeps. What was handed over at the same
 * time and with the same words stays. An alarm that has rung does not ring again unless its time changes. What is pending without an alarm
 * is cancelled; what is pending of a time of which nothing is known stays. `accounts`: who is signed in. `ringAt`: when what is due at a
 * moment may ring; both in seconds since 1970. `isTold`: whether a push, or a
 * page, has told of an alarm, by its name, at the moment for which it was set: then it does not ring.
 */
export function planAlarms({
  known,
  pending,
  memory,
  now,
  limits,
  ringAt = (at) => at,
  isTold = () => false,
}: {
  readonly known: readonly KnownAlarms[];
  readonly pending: readonly PendingAlarm[];
  readonly memory: PlanMemory;
  readonly now: number;
  readonly limits: { readonly pending: number; readonly days: number };
  readonly ringAt?: (at: number) => number;
  readonly isTold?: (name: string, at: number) => boolean;
}): Plan {
  const untilOf = new Map(known.map(({ account, until }) => [account, until]));
  const own = pending.flatMap(({ id, extra }) =>
    extra === undefined ? [] : [{ ...extra, id, name: wholeName(extra.account, extra) }],
  );
  const foreign = pending.flatMap(({ id, extra }) => (extra === undefined ? [id] : []));
  const ringing = new Map(own.map(({ name, at }) => [name, at]));
  const wanted = wantedOf(known, memory, { now, days: limits.days, ringAt, ringing, isTold });
  const wantedNames = new Set(wanted.map(({ name }) => name));
  // Of a time that is not known nothing is wanted, and nothing is called off.
  const blind = own.filter(
    ({ account, at, name }) => at > (untilOf.get(account) ?? Infinity) && !wantedNames.has(name),
  );
  const room = Math.max(0, limits.pending - foreign.length);
  const nearest = [...wanted.map(({ name, at }) => ({ name, at })), ...blind.map(({ name, at }) => ({ name, at }))]
    .toSorted((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1))
    .slice(0, room);
  const kept = new Set(nearest.map(({ name }) => name));

  const numberOf = numberer(memory.ids, foreign);
  const pendingNow = new Map(own.map((one) => [one.id, one]));
  const cancel = new Set(
    [...pendingNow].filter(([id, { name }]) => !kept.has(name) || memory.ids[name] !== id).map(([id]) => id),
  );
  const schedule: PlannedAlarm[] = [];
  const ids: Record<string, number> = {};
  const handed: Record<string, { at: number; text: string }> = {};
  for (const { name } of blind) {
    if (!kept.has(name)) continue;
    ids[name] = numberOf(name);
    const before = memory.handed[name];
    if (before !== undefined) handed[name] = before;
  }
  for (const { name, account, alarm, at, text } of wanted) {
    if (!kept.has(name)) continue;
    const id = numberOf(name);
    ids[name] = id;
    handed[name] = { at: alarm.userAlarmTimestamp, text };
    const there = pendingNow.get(id);
    const before = memory.handed[name];
    const isThere = there?.name === name && there.at === at && before?.at === alarm.userAlarmTimestamp;
    if (isThere && before.text === text) continue;
    schedule.push({ id, account, alarm, at });
  }
  for (const name of rungBefore({ known, memory, now, ringing, isTold })) {
    const before = memory.handed[name];
    if (name in handed || before === undefined) continue;
    handed[name] = before;
    const id = memory.ids[name];
    if (id !== undefined) ids[name] = id;
  }
  return { cancel: [...cancel], schedule, memory: { ids, handed } };
}

/** Numbers of what the system shows of alarms that call nobody any more, so that it is taken away. */
export function outlivedAlarms(memory: PlanMemory, next: PlanMemory): readonly number[] {
  return Object.entries(memory.ids).flatMap(([name, id]) => (name in next.ids ? [] : [id]));
}
