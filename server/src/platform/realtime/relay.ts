import { sql } from 'kysely';
import { atMost } from '../db/at-most.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { CommittedEvents } from '../operation/change.ts';
import type { Bus, BusMessage } from './bus.ts';

/** Other processes write events too, and a wake-up may be lost: the outbox is looked at no less often than this. */
const POLL_MS = 500;
const BATCH = 500;
const KEEP = '1 day';
const SWEEP_MS = 10 * 60_000;

interface OutboxRow {
  readonly instance_id: number;
  readonly seq: number;
  readonly topic: string;
  readonly body: string;
  /** Seconds since it was written. */
  readonly age: number;
}

/** Reads the outbox of the instances that somebody listens to, each in the order of its commits, and hands it to the bus. */
export class Relay {
  readonly #database: Database;
  readonly #bus: Bus;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #cursors = new Map<number, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(options: {
    readonly database: Database;
    readonly bus: Bus;
    readonly log: Logger;
    readonly metrics: Metrics;
  }) {
    this.#metrics = options.metrics;
    this.#database = options.database;
    this.#bus = options.bus;
    this.#log = options.log;
    this.#timers.push(
      setInterval(() => this.wake(), POLL_MS),
      setInterval(() => void this.#sweep(), SWEEP_MS),
    );
  }

  /** Begins to relay an instance from now on. What was committed before is the business of the queries that follow. */
  async follow(instanceId: number): Promise<void> {
    if (this.#cursors.has(instanceId)) return;
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(seq), 0) as last from event_outbox where instance_id = ${instanceId}`.execute(
      this.#database.owner,
    );
    if (!this.#cursors.has(instanceId)) this.#cursors.set(instanceId, rows[0]?.last ?? 0);
  }

  /** Looks at the outbox as soon as can be; many calls at once are one look. */
  readonly wake = (): void => {
    if (this.#closed || this.#cursors.size === 0) return;
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
      if (this.#again) {
        this.#again = false;
        this.wake();
      }
    });
  };

  /**
   * Hands on what this process has just committed, if nothing else of the instance lies between that and what was handed on last; else looks at the
   * outbox. Where the process dies before, the others read it there.
   */
  readonly hand = ({ instanceId, before, last, events }: CommittedEvents): void => {
    const cursor = this.#cursors.get(instanceId);
    if (this.#closed || cursor === undefined) return;
    if (cursor !== before) return this.wake();
    this.#cursors.set(instanceId, last);
    for (const { topic, body } of events) this.#publish({ instanceId, topic, body }, 0);
  };

  /** For how many seconds the oldest event that was not handed over yet has been waiting; null for none, or where nobody listens. */
  async oldestSeconds(instanceId: number): Promise<number | null> {
    const cursor = this.#cursors.get(instanceId);
    if (cursor === undefined) return null;
    const { rows } = await sql<{ age: number | null }>`
      select extract(epoch from clock_timestamp() - min(created_at))::float8 as age
      from event_outbox where instance_id = ${instanceId} and seq > ${cursor}`.execute(this.#database.owner);
    return rows[0]?.age ?? null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
  }

  async #drain(): Promise<void> {
    try {
      for (;;) {
        const rows = await this.#read();
        for (const { instance_id: instanceId, seq, topic, body, age } of rows) {
          // It may have been handed on from memory while it was being read.
          if (seq <= (this.#cursors.get(instanceId) ?? 0)) continue;
          this.#cursors.set(instanceId, seq);
          this.#publish({ instanceId, topic, body }, Math.max(0, age));
        }
        if (rows.length < BATCH) return;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the outbox cannot be read');
    }
  }

  #publish(message: BusMessage, ageSeconds: number): void {
    this.#metrics.count('events', {});
    this.#metrics.time('outbox_lag_seconds', ageSeconds, {});
    this.#bus.publish(message);
  }

  async #read(): Promise<readonly OutboxRow[]> {
    const ids = [...this.#cursors.keys()];
    const { rows } = await sql<OutboxRow>`
      select o.instance_id, o.seq, o.topic, o.body,
        extract(epoch from clock_timestamp() - o.created_at)::float8 as age
      from unnest(${ids}::int[], ${ids.map((id) => this.#cursors.get(id) ?? 0)}::bigint[]) as c (instance_id, seq)
      cross join lateral (
        select * from event_outbox e where e.instance_id = c.instance_id and e.seq > c.seq order by e.seq limit ${atMost(BATCH)}
      ) o order by o.instance_id, o.seq limit ${atMost(BATCH)}`.execute(this.#database.owner);
    return rows;
  }

  async #sweep(): Promise<void> {
    try {
      await sql`delete from event_outbox where created_at < now() - ${KEEP}::interval`.execute(this.#database.owner);
    } catch (error) {
      this.#log.warn({ err: error }, 'the outbox cannot be swept');
    }
  }
}
