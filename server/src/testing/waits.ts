import { open } from 'node:fs/promises';
import pg from 'pg';
import { currentLogContext, type LogContext } from '../platform/log/log-context.ts';

/** What work has asked of the database and the disk. */
export interface Waits {
  /** The statements, one list for each time that the work waited for answers: what was sent without waiting in between is one list. */
  readonly ways: readonly (readonly string[])[];
  /** Commits that had something to write, and files and folders that were flushed. */
  readonly flushes: readonly string[];
}

type Query = (...given: unknown[]) => unknown;
interface Driver {
  query: Query;
  readonly pipeline: boolean;
}

const prototype = pg.Client.prototype as unknown as Driver;

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100);

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : ((config as { text?: string } | undefined)?.text ?? '');

/** What happens now and then, and is no part of what was asked: a connection is opened; the list of instances, which is remembered for seconds, is read anew. */
const isNowAndThen = (text: string): boolean =>
  /^set role |^select set_config\('app\.instance'|^select \* from "instance" order by/.test(text);

const changes = (text: string): boolean => /\b(insert into|update|delete from|add_job|append_events)\b/i.test(text);

/**
 * Answers that are held until all that was sent has been answered, and nothing more is about to be sent: then they are given at once. So the number of
 * ways does not depend on which of several answers happened to come first.
 */
class Rounds {
  readonly ways: string[][] = [];
  #round: string[] = [];
  #arrived: (() => void)[] = [];

  async hold<T>(text: string, answer: Promise<T>): Promise<T> {
    this.#round.push(short(text));
    const { promise: released, resolve } = Promise.withResolvers<void>();
    await Promise.allSettled([answer]);
    this.#arrived.push(resolve);
    this.#releaseSoon();
    await released;
    return answer;
  }

  #releaseSoon(): void {
    const sent = this.#round.length;
    if (this.#arrived.length < sent) return;
    setImmediate(() =>
      setImmediate(() => {
        if (this.#round.length !== sent || this.#arrived.length !== sent) return;
        this.ways.push(this.#round);
        const arrived = this.#arrived;
        this.#round = [];
        this.#arrived = [];
        for (const release of arrived) release();
      }),
    );
  }
}

/** Counts in this process, from when it is made until it is closed. */
export interface WaitCounter {
  /** What the work of this name has asked for, which was done once since the last call of `forget`. Throws where it was not. */
  of(operation: string): Waits;
  /** Forgets whatever was begun until now. */
  forget(): void;
  close(): Promise<void>;
}

/** Counts how often requests and jobs of this process wait for the database, and what is flushed to the disk. */
export async function countWaits(): Promise<WaitCounter> {
  const rounds = new Map<LogContext, Rounds>();
  /** Work that had begun before the last call of `forget`, and may end after it. */
  const forgotten = new WeakSet<LogContext>();
  const flushes: { readonly by: LogContext | undefined; readonly what: string }[] = [];
  const original = prototype.query;
  // By what was sent: what the driver knows of it is what was answered.
  const inTransaction = new WeakSet<Driver>();
  const noteCommit = async (client: Driver, by: LogContext | undefined): Promise<void> => {
    const { rows } = (await original.call(client, 'select pg_current_xact_id_if_assigned()::text as xid')) as {
      rows: { xid: string | null }[];
    };
    if (rows[0]?.xid) flushes.push({ by, what: 'commit' });
  };
  /** Sends a commit behind the question whether it has anything to write, which one that is pipelined need not wait for. */
  const sendCommit = (client: Driver, given: unknown[], by: LogContext | undefined): unknown => {
    const noted = noteCommit(client, by).catch(() => {});
    return client.pipeline ? original.apply(client, given) : noted.then(() => original.apply(client, given));
  };
  prototype.query = function counted(this: Driver, ...given: unknown[]) {
    const text = textOf(given[0]);
    const by = currentLogContext();
    const isCommit = /^commit\b/i.test(text);
    const isAlone = !inTransaction.has(this) && changes(text);
    if (/^begin\b/i.test(text)) inTransaction.add(this);
    if (/^(commit|rollback)\b/i.test(text)) inTransaction.delete(this);
    const answer = isCommit ? sendCommit(this, given, by) : original.apply(this, given);
    // What has found nothing to change has nothing to write.
    if (isAlone && answer instanceof Promise)
      void answer.then(
        ({ rowCount }: { rowCount: number | null }) => rowCount && flushes.push({ by, what: short(text) }),
        () => {},
      );
    if (by === undefined || forgotten.has(by) || isNowAndThen(text) || !(answer instanceof Promise)) return answer;
    const known = rounds.get(by) ?? new Rounds();
    rounds.set(by, known);
    return known.hold(text, answer);
  };
  const handle = await open(import.meta.filename, 'r');
  const files = Object.getPrototypeOf(handle) as { datasync(): Promise<void>; sync(): Promise<void> };
  await handle.close();
  const flushing = { datasync: files.datasync, sync: files.sync };
  for (const name of ['datasync', 'sync'] as const)
    files[name] = function counted(this: unknown) {
      flushes.push({ by: currentLogContext(), what: name });
      return flushing[name].call(this);
    };
  return {
    of(operation) {
      const found = [...rounds.keys()].filter((context) => context.operation === operation);
      const [context] = found;
      if (context === undefined || found.length > 1) throw new Error(`${operation} was done ${found.length} times`);
      const { ways = [] } = rounds.get(context) ?? {};
      return { ways, flushes: flushes.filter(({ by }) => by === context).map(({ what }) => what) };
    },
    forget() {
      for (const context of rounds.keys()) forgotten.add(context);
      rounds.clear();
      flushes.splice(0);
    },
    async close() {
      prototype.query = original;
      Object.assign(files, flushing);
    },
  };
}
