import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Secrets } from '../crypto/secrets.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import { StartError } from '../start-error.ts';

const BEAT_MS = 2000;
/** A process that was not seen for this long is dead: four beats, so that one that was only slow is left alone. */
const DEAD_AFTER = '8 seconds';
/** What a process signs its id for. */
const PROOF = 'process';

export interface ProcessesOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Whether no other process can be at work, so that whoever is named in the database has died. */
  readonly isAlone: boolean;
  /** Milliseconds between two beats; for tests. */
  readonly beatMs?: number;
}

/**
 * The server processes on one database, as each of them knows it. A process says every two seconds that it lives; who falls
 * silent is removed by the others, and whatever it held falls to them.
 */
export class Processes {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #log: Logger;
  readonly #lost = new Set<() => void>();
  readonly #others = new Set<() => void>();
  #id = randomUUID();
  #jobPools: readonly string[] = [];
  #live = 1;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;

  private constructor({ database, secrets, log }: ProcessesOptions) {
    this.#database = database;
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Throws a StartError where another process works with another key file. */
  static async start(options: ProcessesOptions): Promise<Processes> {
    const processes = new Processes(options);
    if (options.isAlone) await sql`delete from server_process`.execute(options.database.owner);
    await processes.#compareKeys();
    await processes.#join();
    await processes.#beat();
    processes.#timer = setInterval(() => void processes.#tick(), options.beatMs ?? BEAT_MS);
    return processes;
  }

  /** Names this process until it is taken for dead; after that it has another name. */
  get id(): string {
    return this.#id;
  }

  /** How many processes live, with this one, as of the last beat. */
  get live(): number {
    return this.#live;
  }

  /** Called when the others have taken this process for dead: what it held in its name is theirs. */
  onLost(listener: () => void): () => void {
    this.#lost.add(listener);
    return () => void this.#lost.delete(listener);
  }

  /** Called when there are more or fewer processes than before. */
  onOthers(listener: () => void): () => void {
    this.#others.add(listener);
    return () => void this.#others.delete(listener);
  }

  /** Has a look at once at who is there: another one has just been heard of. */
  look(): void {
    void this.#tick();
  }

  /** Jobs that are held in other names than these and those of the living are given back. */
  async holdJobsAs(pools: readonly string[]): Promise<void> {
    this.#jobPools = pools;
    await this.#tick();
  }

  /** Gives everything back that is held in this process's name. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await sql`delete from server_process where process_id = ${this.#id}`
      .execute(this.#database.owner)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the end of this process was not told'));
  }

  #tick(): Promise<void> {
    this.#beating ??= this.#beat()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'this process cannot say that it lives'))
      .finally(() => (this.#beating = undefined));
    return this.#beating;
  }

  /** What one seals the other has to read. */
  async #compareKeys(): Promise<void> {
    const { rows } = await sql<{ process_id: string; host: string; proof: string }>`
      select process_id, host, proof from server_process where seen_at > now() - ${DEAD_AFTER}::interval`.execute(
      this.#database.owner,
    );
    const other = rows.find(({ process_id: id, proof }) => !this.#secrets.verify(PROOF, id, proof));
    if (other === undefined) return;
    throw new StartError(
      `Another Kontor, on ${other.host}, works on this database with another key. Give all of them the same key file by KONTOR_KEY_FILE.`,
    );
  }

  async #join(): Promise<void> {
    await sql`insert into server_process (process_id, host, pid, proof, job_pools) values (
      ${this.#id}, ${hostname()}, ${process.pid}, ${this.#secrets.sign(PROOF, this.#id)}, ${[...this.#jobPools]}::text[])`.execute(
      this.#database.owner,
    );
  }

  async #beat(): Promise<void> {
    const { rows } = await sql<{ is_known: boolean; live: number }>`
      with me as (
        update server_process set seen_at = now(), proof = ${this.#secrets.sign(PROOF, this.#id)}, job_pools = ${[...this.#jobPools]}::text[]
        where process_id = ${this.#id} returning process_id
      ), dead as (
        delete from server_process where process_id in (
          select process_id from server_process
          where seen_at < now() - ${DEAD_AFTER}::interval and process_id <> ${this.#id} for update skip locked)
        returning process_id
      )
      select exists (select from me) as is_known,
        (select count(*) from server_process) - (select count(*) from dead) as live`.execute(this.#database.owner);
    const live = Math.max(1, rows[0]?.live ?? 1);
    if (rows[0]?.is_known !== true) {
      this.#id = randomUUID();
      this.#log.warn('this process was taken for dead, and joins anew');
      await this.#join();
      for (const listener of this.#lost) listener();
    }
    if (live === this.#live) return;
    this.#live = live;
    for (const listener of this.#others) listener();
  }
}
