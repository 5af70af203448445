import type { Logger } from '../../log/logger.ts';
import type { BrokerChannel, BrokerManagement } from './management.ts';
import { holderOf } from './tokens.ts';

/** Instances in which a session has ended are looked at this often, for as long as its token could be used again. */
const SOON_MS = 5000;
const WATCHED_MS = 16 * 60_000;
/** All others this often: a token that has run out ends its connection, too. */
const RARELY_MS = 60_000;
const GRACE_SECONDS = 30;

export interface ListenedInstance {
  readonly instanceId: number;
  readonly vhost: string;
}

/** Which of these sessions are open. */
export type OpenSessions = (instanceId: number, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The connections to be ended: those of sessions that have ended, and of tokens that have run out. */
export function connectionsToEnd(
  channels: readonly BrokerChannel[],
  open: ReadonlySet<string>,
  nowSeconds: number,
): string[] {
  const ended = channels.filter(({ user }) => {
    const holder = holderOf(user);
    if (holder === undefined) return false;
    return !open.has(holder.sessionId) || holder.expiresAt + GRACE_SECONDS < nowSeconds;
  });
  return [...new Set(ended.map(({ connection }) => connection))];
}

/** Ends the broker's connections that nobody may hold any more. The broker itself checks a token when it is shown, and not again. */
export class EndedSessions {
  readonly #management: BrokerManagement;
  readonly #openSessions: OpenSessions;
  readonly #now: () => number;
  readonly #log: Logger;
  readonly #instances: () => readonly ListenedInstance[];
  /** Instances by id, until when they are watched. */
  readonly #watched = new Map<number, number>();
  /** Instances that are about to be looked at. */
  readonly #queued = new Set<number>();
  readonly #timers: NodeJS.Timeout[];
  #running = Promise.resolve();

  constructor(options: {
    readonly management: BrokerManagement;
    readonly openSessions: OpenSessions;
    readonly instances: () => readonly ListenedInstance[];
    readonly now: () => number;
    readonly log: Logger;
  }) {
    this.#management = options.management;
    this.#openSessions = options.openSessions;
    this.#instances = options.instances;
    this.#now = options.now;
    this.#log = options.log;
    this.#timers = [
      setInterval(() => this.#check(({ instanceId }) => (this.#watched.get(instanceId) ?? 0) > Date.now()), SOON_MS),
      setInterval(() => this.#check(() => true), RARELY_MS),
    ];
  }

  /** A session of an instance may have ended. */
  mayHaveEnded(instanceId: number): void {
    this.#watched.set(instanceId, Date.now() + WATCHED_MS);
    this.#check((instance) => instance.instanceId === instanceId);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
  }

  #check(which: (instance: ListenedInstance) => boolean): void {
    for (const [instanceId, until] of this.#watched) if (until < Date.now()) this.#watched.delete(instanceId);
    for (const instance of this.#instances().filter(which)) {
      const { instanceId, vhost } = instance;
      if (this.#queued.has(instanceId)) continue;
      this.#queued.add(instanceId);
      this.#running = this.#running
        .then(() => {
          this.#queued.delete(instanceId);
          return this.#end(instance);
        })
        .catch((error: unknown) => this.#log.warn({ err: error, vhost }, 'ended sessions cannot be looked for'));
    }
  }

  async #end({ instanceId, vhost }: ListenedInstance): Promise<void> {
    const channels = await this.#management.channels(vhost);
    const sessionIds = channels.flatMap(({ user }) => holderOf(user)?.sessionId ?? []);
    if (sessionIds.length === 0) return;
    const open = await this.#openSessions(instanceId, [...new Set(sessionIds)]);
    for (const connection of connectionsToEnd(channels, open, this.#now() / 1000))
      await this.#management.close(connection);
  }
}
