import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import type { Processes } from './processes.ts';

const CHANNEL = 'kontor_signal';
/** A process says this once it listens: the others send it nothing as long as they take themselves to be alone. */
const LISTENING = 'listening';
const AGAIN_MS = 1000;
const CONNECT_MS = 5000;
/** Signals of one kind and text within this time are one: each costs a statement of its own. */
const TOGETHER_MS = 20;
/** How many signals that are to come in order go with one statement, and how many may wait for one. */
const BATCH = 100;
const MAX_QUEUED = 2000;

/**
 * Wakes other server processes. A signal may be lost, and comes to nobody who was not listening: whoever waits for one looks by
 * itself too, only more rarely.
 */
export class Signals {
  readonly #database: Database;
  readonly #processes: Processes;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<(text: string) => void>>();
  readonly #pending = new Set<string>();
  readonly #queued: string[] = [];
  #sendingQueued: Promise<void> | undefined;
  readonly #closing = new AbortController();
  #client: pg.Client | undefined;
  #listening: Promise<void>;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(options: { readonly database: Database; readonly processes: Processes; readonly log: Logger }) {
    this.#database = options.database;
    this.#processes = options.processes;
    this.#log = options.log;
    this.#listening = this.#listen();
  }

  /** Hears what other processes send under a name without spaces. */
  on(name: string, listener: (text: string) => void): () => void {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(listener));
    return () => void set.delete(listener);
  }

  /** Sends to the other processes; where there are none it costs nothing. */
  send(name: string, text = ''): void {
    const signal = `${name} ${text}`;
    if (this.#processes.live < 2 || this.#pending.has(signal) || this.#closing.signal.aborted) return;
    this.#pending.add(signal);
    setTimeout(() => {
      this.#pending.delete(signal);
      this.#sending = this.#database.ownerPool
        .query('select pg_notify($1, $2)', [CHANNEL, `${this.#processes.id} ${signal}`])
        .catch(() => undefined);
    }, TOGETHER_MS).unref();
  }

  /** Sends at once, each signal after those that were sent so before. While the database does not take them, what is too much is dropped. */
  sendInOrder(name: string, texts: readonly string[]): void {
    if (this.#processes.live < 2 || this.#closing.signal.aborted) return;
    if (this.#queued.length + texts.length > MAX_QUEUED) return;
    this.#queued.push(...texts.map((text) => `${name} ${text}`));
    this.#sendingQueued ??= this.#sendQueued().finally(() => (this.#sendingQueued = undefined));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#queued.splice(0);
    await this.#sendingQueued;
    await this.#sending;
    await this.#client?.end().catch(() => undefined);
    await this.#listening;
  }

  async #sendQueued(): Promise<void> {
    while (this.#queued.length > 0) {
      const payloads = this.#queued.splice(0, BATCH).map((signal) => `${this.#processes.id} ${signal}`);
      await this.#database.ownerPool
        .query(
          'select pg_notify($1, t.payload) from unnest($2::text[]) with ordinality as t (payload, n) order by t.n',
          [CHANNEL, payloads],
        )
        .catch(() => undefined);
    }
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const { options } = this.#database.ownerPool;
      const client = new pg.Client({
        connectionString: options.connectionString,
        application_name: 'kontor',
        connectionTimeoutMillis: CONNECT_MS,
        // A connection on which nothing is ever sent would not notice that the other end is gone.
        keepAlive: true,
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      // Its end says enough.
      client.on('error', () => {});
      client.on('notification', ({ payload = '' }) => this.#hear(payload));
      try {
        await client.connect();
        this.#client = client;
        await client.query(`listen ${CHANNEL}`);
        this.send(LISTENING);
        if (signal.aborted) await client.end();
        await ended;
      } catch (error) {
        if (!signal.aborted) this.#log.debug({ err: error }, 'signals cannot be heard');
        await client.end().catch(() => undefined);
      }
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #hear(payload: string): void {
    const [sender, name = '', ...text] = payload.split(' ');
    if (sender === this.#processes.id) return;
    if (this.#processes.live < 2) this.#processes.look();
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(text.join(' '));
      } catch (error) {
        // A process of another version may say something that this one does not know.
        this.#log.warn({ err: error, signal: name }, 'a signal cannot be read');
      }
    }
  }
}
