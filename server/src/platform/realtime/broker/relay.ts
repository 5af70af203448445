import { sql } from 'kysely';
import { atMost } from '../../db/at-most.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log/logger.ts';
import type { BusMessage } from '../bus.ts';
import type { EndedSessions, ListenedInstance } from './ended-sessions.ts';
import type { BrokerManagement } from './management.ts';
import type { BrokerPublisher } from './publisher.ts';

/** Wake-ups may be lost, and come from no command line. */
const POLL_MS = 500;
const BATCH = 500;
const OF_ONE_INSTANCE = 100;
/** How long an instance waits whose events the broker did not take; the others go on. */
const AGAIN_MS = 2000;

/** How long a virtual host waits that could not be removed. */
const TIDY_AGAIN_MS = 60_000;

interface OutboxRow {
  readonly instance_id: number;
  readonly seq: number;
  readonly topic: string;
  readonly body: string;
}

/** Begins to hand an instance's events to the broker, from now on, whichever process does it. */
export async function listenTo(database: Database, instanceId: number): Promise<void> {
  await sql`insert into broker_cursor (instance_id, seq)
    select ${instanceId}, coalesce(max(seq), 0) from event_outbox where instance_id = ${instanceId}
    on conflict do nothing`.execute(database.owner);
}

/** Notes a virtual host before it is made, so that it is found when its instance is gone. */
export async function noteVhost(database: Database, instanceId: number, vhost: string): Promise<void> {
  await sql`insert into broker_vhost (vhost, instance_id) values (${vhost}, ${instanceId}) on conflict do nothing`.execute(
    database.owner,
  );
}

/**
 * For how many seconds the oldest event that the broker has not confirmed has been waiting; null for none, or where nobody has listened.
 * Read from what is shared: whichever process hands events on, all answer the same.
 */
export async function oldestUnconfirmed(database: Database, instanceId: number): Promise<number | null> {
  const { rows } = await sql<{ age: number | null }>`
    select extract(epoch from clock_timestamp() - min(e.created_at))::float8 as age
    from broker_cursor c join event_outbox e on e.instance_id = c.instance_id and e.seq > c.seq
    where c.instance_id = ${instanceId}`.execute(database.owner);
  return rows[0]?.age ?? null;
}

/**
 * Hands the outbox to the broker, each instance in the order of its commits. What the broker has confirmed is noted after it, so that
 * whoever takes over publishes some events a second time and leaves none out.
 */
export class BrokerRelay {
  readonly #options: BrokerRelayOptions;
  readonly #timer: NodeJS.Timeout;
  #instances = new Map<number, string>();
  /** Instances whose events were not taken, and when they are tried again. */
  readonly #failing = new Map<number, number>();
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;
  /** When virtual hosts of removed instances are looked for; at once at the beginning of a turn, for nobody may have had it. */
  #tidyAt = 0;

  constructor(options: BrokerRelayOptions) {
    this.#options = options;
    this.#timer = setInterval(this.wake, POLL_MS);
    this.wake();
  }

  /** The instances that somebody has listened to. */
  get instances(): readonly ListenedInstance[] {
    return [...this.#instances].map(([instanceId, vhost]) => ({ instanceId, vhost }));
  }

  /** Looks at the outbox as soon as can be; many calls at once are one look. */
  readonly wake = (): void => {
    if (this.#closed) return;
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  };

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      await this.#followInstances();
      for (;;) {
        const rows = await this.#read();
        const groups = [...Map.groupBy(rows, (row) => row.instance_id)];
        const done = await Promise.all(groups.map(([id, group]) => this.#hand(id, group)));
        const mayBeMore = rows.length === BATCH || groups.some(([, group]) => group.length === OF_ONE_INSTANCE);
        if (!mayBeMore || this.#closed || !done.includes(true)) return;
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the outbox cannot be read');
    }
  }

  /** The instances as they are now; the virtual host of one that was removed goes after it, with whoever still listens there. */
  async #followInstances(): Promise<void> {
    const { database, vhostOf, management, log } = this.#options;
    const { rows } = await sql<{ instance_id: number; name: string }>`
      select instance_id, name from broker_cursor join instance using (instance_id)`.execute(database.owner);
    const before = this.#instances;
    this.#instances = new Map(rows.map((row) => [row.instance_id, vhostOf({ id: row.instance_id, name: row.name })]));
    for (const [id, vhost] of this.#instances) if (!before.has(id)) await noteVhost(database, id, vhost);
    if ([...before.keys()].some((id) => !this.#instances.has(id))) this.#tidyAt = 0;
    if (this.#tidyAt > Date.now()) return;
    this.#tidyAt = Infinity;
    const left = await sql<{ vhost: string }>`
      select vhost from broker_vhost v where not exists (select from instance i where i.instance_id = v.instance_id)`.execute(
      database.owner,
    );
    for (const { vhost } of left.rows) {
      try {
        await management.removeVhost(vhost);
        await sql`delete from broker_vhost where vhost = ${vhost}`.execute(database.owner);
      } catch (error) {
        log.warn({ err: error, vhost }, 'not removed; it is tried again');
        this.#tidyAt = Date.now() + TIDY_AGAIN_MS;
        // Where one is not taken away, the broker is away, and events wait.
        return;
      }
    }
  }

  /** Nothing where it is no longer this process's turn. */
  async #read(): Promise<readonly OutboxRow[]> {
    const { database, lease, processId } = this.#options;
    const waiting = [...this.#failing].flatMap(([id, until]) => (until > Date.now() ? [id] : []));
    const { rows } = await sql<OutboxRow>`
      select o.instance_id, o.seq, o.topic, o.body from broker_cursor c cross join lateral (
        select * from event_outbox e where e.instance_id = c.instance_id and e.seq > c.seq order by e.seq limit ${atMost(OF_ONE_INSTANCE)}
      ) o where exists (select from lease where name = ${lease} and process_id = ${processId()})
        and c.instance_id <> all (${waiting}::int[])
      order by o.instance_id, o.seq limit ${atMost(BATCH)}`.execute(database.owner);
    return rows;
  }

  /** Whether all of it was handed on; what was not is tried again with the next look. */
  async #hand(instanceId: number, rows: readonly OutboxRow[]): Promise<boolean> {
    const { database, publisher, management, log, mayEndSessions, ended } = this.#options;
    const vhost = this.#instances.get(instanceId);
    const last = rows.at(-1);
    if (vhost === undefined || last === undefined) return false;
    try {
      await publisher.publish(vhost, rows);
      await sql`update broker_cursor set seq = ${last.seq} where instance_id = ${instanceId} and seq < ${last.seq}`.execute(
        database.owner,
      );
    } catch (error) {
      if (!this.#failing.has(instanceId)) log.warn({ err: error, vhost }, 'the broker takes no events; they wait');
      this.#failing.set(instanceId, Date.now() + AGAIN_MS);
      // A broker that was set up anew knows nothing of it any more.
      await management.provideVhost(vhost).catch(() => undefined);
      return false;
    }
    if (this.#failing.delete(instanceId)) log.info({ vhost }, 'the broker takes events again');
    if (rows.some(({ topic, body }) => mayEndSessions({ instanceId, topic, body }))) ended().mayHaveEnded(instanceId);
    return true;
  }
}

export interface BrokerRelayOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly publisher: Pick<BrokerPublisher, 'publish'>;
  readonly management: Pick<BrokerManagement, 'provideVhost' | 'removeVhost'>;
  readonly vhostOf: (instance: { readonly id: number; readonly name: string }) => string;
  /** The name of the lease that this is the work of, and of the process that holds it. */
  readonly lease: string;
  readonly processId: () => string;
  readonly mayEndSessions: (message: BusMessage) => boolean;
  readonly ended: () => Pick<EndedSessions, 'mayHaveEnded'>;
}
