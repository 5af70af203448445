import { presenceEvents } from '@kontor/contract/presence';
import type { Devices } from '../modules/presence/index.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Service } from '../platform/operation/manifest.ts';
import { openLongSignals } from '../platform/processes/long-signals.ts';
import type { Processes } from '../platform/processes/processes.ts';
import type { Signals } from '../platform/processes/signals.ts';
import type { Connections } from '../platform/realtime/connections.ts';
import { OwnDevices, type Someone } from './own-devices.ts';
import { formatSaid, parseSaid, type Said } from './said.ts';

/** How long somebody is still there whose last connection has ended: pages are loaded anew, and trains go through tunnels. */
const GRACE_MS = 30_000;
/** Within this time what one process says has been heard by the others. */
const HEARD_MS = 2000;
/** How long somebody is there by one beat of a device whose connection is not seen here: two of `BEAT_MS`. */
const BEAT_COUNTS_MS = 60_000;
/** So often a process says again who is there. */
const AGAIN_MS = 10_000;
/** What another process has said counts for so long: if it dies just before it says that again, its people still have the grace in which to come back. */
const LEASE_MS = AGAIN_MS + GRACE_MS + HEARD_MS;
/** Whoever comes back to another process at the last moment is known here before they are taken away. */
const LEAVING_MS = GRACE_MS + HEARD_MS;
/** So often it is looked who has gone, and others are told of what is new. */
const TICK_MS = 1000;
/** Under this name server processes tell each other who is there. */
const SIGNAL = 'devices';
/** A client listens to this only while it is in the foreground. */
const FOREGROUND_TOPIC = `event.${presenceEvents.presenceChanged.type}`;
/** In place of a session: all connections of a person to this process, which are counted elsewhere. */
const CONNECTIONS = 'connections';

interface LiveDevicesOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly connections: Pick<Connections, 'onChange'>;
  readonly signals: Pick<Signals, 'sendInOrder' | 'on'>;
  readonly processes: Pick<Processes, 'onOthers'>;
  readonly log: Logger;
}

/** What another process has said. */
interface Lease {
  endsAt: number;
  /** By instance and person: when it was heard first that they are there. */
  readonly people: Map<number, Map<number, { readonly activeAt: number }>>;
}

const everybodyOf = ({ people }: Lease): Someone[] =>
  [...people].flatMap(([instanceId, users]) => [...users.keys()].map((userId) => ({ instanceId, userId })));

/** The lease after its process has said something. */
function renewed(lease: Lease | undefined, { isAll, there, gone }: Said, at: number): Lease {
  const next: Lease = { endsAt: at + LEASE_MS, people: new Map(isAll ? [] : lease?.people) };
  for (const { instanceId, userId } of there) {
    const users = next.people.get(instanceId) ?? new Map<number, { activeAt: number }>();
    next.people.set(instanceId, users);
    users.set(userId, lease?.people.get(instanceId)?.get(userId) ?? { activeAt: at });
  }
  for (const { instanceId, userId } of gone) next.people.get(instanceId)?.delete(userId);
  return next;
}

/**
 * Who is there by a device in the foreground, whichever process hears of it: by connections that listen to `presence.changed`, or by beats. Each process
 * tells the others of its own people. What one has said is a lease: a process that dies takes its people away when that ends.
 */
export function openLiveDevices(options: LiveDevicesOptions): Devices & Service {
  const { now, log } = options;
  const id = options.newId();
  const own = new OwnDevices();
  const leases = new Map<string, Lease>();
  const revisions = new Map<number, number>();
  const listeners = new Set<(instanceId: number, userIds: readonly number[]) => void>();
  /** Those of whom the others are to be told, by instance and person. */
  const news = new Map<string, Someone>();
  let allAgainAt = 0;

  const isThere = (someone: Someone): boolean =>
    own.has(someone) ||
    [...leases.values()].some(({ people }) => people.get(someone.instanceId)?.has(someone.userId) === true);
  /** Does what may have some people come or go, and tells of those who have. */
  const moving = (people: readonly Someone[], work: () => void): void => {
    const before = people.map(isThere);
    work();
    const moved = people.filter((someone, index) => isThere(someone) !== before[index]);
    for (const [instanceId, some] of Map.groupBy(moved, (someone) => someone.instanceId)) {
      const userIds = [...new Set(some.map(({ userId }) => userId))];
      revisions.set(instanceId, (revisions.get(instanceId) ?? 0) + 1);
      for (const listener of listeners) listener(instanceId, userIds);
    }
  };
  const note = (someone: Someone, device: string, forMs: number): void =>
    moving([someone], () => {
      if (!own.has(someone)) news.set(`${someone.instanceId} ${someone.userId}`, someone);
      own.note(someone, device, { endsAt: now() + forMs, at: now() });
    });

  const others = openLongSignals(options.signals, SIGNAL, (text) => {
    const said = parseSaid(text);
    const lease = leases.get(said.from);
    // One that has begun knows nobody.
    if (lease === undefined) allAgainAt = 0;
    moving([...(said.isAll && lease ? everybodyOf(lease) : []), ...said.there, ...said.gone], () => {
      leases.set(said.from, renewed(lease, said, now()));
    });
  });
  const say = (): void => {
    const isAll = allAgainAt <= now();
    if (!isAll && news.size === 0) return;
    if (isAll) allAgainAt = now() + AGAIN_MS;
    const [there, gone] = isAll
      ? [own.all(), []]
      : [[...news.values()].filter((one) => own.has(one)), [...news.values()].filter((one) => !own.has(one))];
    news.clear();
    if (!others.send(formatSaid({ from: id, isAll, there, gone })))
      log.warn({ people: there.length }, 'who is there is too long for other processes');
  };
  const tick = (): void => {
    const over = own.forgetOver(now());
    moving(over, () => {
      for (const someone of over) {
        own.remove(someone);
        news.set(`${someone.instanceId} ${someone.userId}`, someone);
      }
    });
    for (const [from, lease] of leases)
      if (lease.endsAt <= now()) moving(everybodyOf(lease), () => void leases.delete(from));
    say();
  };

  const stops = [
    options.connections.onChange(({ instanceId, userId, topic, isThere: isInForeground }) => {
      if (topic !== FOREGROUND_TOPIC) return;
      note({ instanceId, userId }, CONNECTIONS, isInForeground ? Number.POSITIVE_INFINITY : LEAVING_MS);
    }),
    options.processes.onOthers(() => (allAgainAt = 0)),
  ];
  const timer = setInterval(tick, TICK_MS).unref();

  return {
    present(instanceId) {
      const found = new Map(own.peopleOf(instanceId));
      for (const { people } of leases.values())
        for (const [userId, present] of people.get(instanceId) ?? [])
          if (present.activeAt > (found.get(userId)?.activeAt ?? Number.NEGATIVE_INFINITY)) found.set(userId, present);
      return found;
    },
    revision: (instanceId) => revisions.get(instanceId) ?? 0,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    beat(instanceId, { userId, sessionId, isInForeground }) {
      const someone = { instanceId, userId };
      const device = `session ${sessionId}`;
      if (isInForeground) note(someone, device, BEAT_COUNTS_MS);
      else if (own.hasDevice(someone, device)) note(someone, device, LEAVING_MS);
    },
    async close() {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}
