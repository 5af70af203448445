import { setTimeout as sleep } from 'node:timers/promises';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { leadBy } from '../../../platform/processes/leader.ts';
import { noteFault, noteSaid, takeEvents, type FollowParts, type PhoneEvent } from '../arriving/index.ts';
import { findLine, lineBinding, openSealed, type LineRow } from '../lines/index.ts';
import { connectAmi } from './ami.ts';
import { connectAri } from './ari.ts';
import { ChannelCalls } from './channels.ts';
import { LineFault, pauseAfter, type Connect } from './line.ts';
import { connectNfon } from './nfon.ts';
import { connectedLines, runningRefs, terminalsOf, type ConnectedLine } from './store.ts';

const LOOK_MS = 2000;
/** A connection that has lasted so long has not failed. */
const LASTING_MS = 60_000;

export interface ConnectingParts {
  readonly phonePolicy: EgressPolicy;
  /** How often it is looked for what is to be connected to, and how long the first pause is at most, in milliseconds; for tests. */
  readonly connectMs?: number | undefined;
}

type Tools = Platform & ServiceTools;

/** Listens to one telephone system for as long as it is this process's turn. */
class LineWatch implements Service {
  readonly #tools: Tools;
  readonly #parts: ConnectingParts;
  readonly #follow: FollowParts;
  readonly #instance: Instance;
  readonly #lineId: number;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** What is heard is stored in its order. */
  #stored: Promise<void> = Promise.resolve();

  constructor(tools: Tools, parts: ConnectingParts, follow: FollowParts, instance: Instance, lineId: number) {
    this.#tools = tools;
    this.#parts = parts;
    this.#follow = follow;
    this.#instance = instance;
    this.#lineId = lineId;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#stored;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let terminals: ReadonlySet<string> = new Set();
    const calls = new ChannelCalls((peer) => terminals.has(peer));
    let failures = 0;
    while (!signal.aborted) {
      const beganAt = performance.now();
      try {
        const line = await this.#find();
        if (line === undefined) return;
        terminals = await terminalsOf(this.#db(), this.#instance.id, this.#lineId);
        await this.#connect(line, calls);
        // It was there, and has gone.
        await this.#fault('away');
      } catch (error) {
        if (signal.aborted) return;
        await this.#fault(error instanceof LineFault ? error.fault : 'away').catch(() => undefined);
      }
      failures = performance.now() - beganAt > LASTING_MS ? 1 : failures + 1;
      const pause = Math.min(pauseAfter(failures, Math.random()), this.#parts.connectMs ?? Infinity);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  async #connect(line: LineRow, calls: ChannelCalls): Promise<void> {
    const { secrets } = this.#tools;
    const connect: Connect = line.kind === 'nfon' ? connectNfon : line.kind === 'ari' ? connectAri : connectAmi;
    const secret = openSealed(secrets, line.sealed_secret, lineBinding(line.instance_id, line.line_id)) ?? '';
    const about = { host: line.host, port: line.port, user: line.user_name, secret };
    await connect(
      about,
      this.#parts.phonePolicy,
      calls,
      {
        ready: () => this.#store([]),
        events: (events) => {
          if (events.length > 0) this.#store(events);
        },
        running: (refs) => this.#endOthers(new Set(refs)),
      },
      this.#stop.signal,
    );
  }

  readonly #db = () => this.#tools.database.forInstance(this.#instance.id);
  readonly #find = () => findLine(this.#db(), this.#instance.id, this.#lineId);

  #queue(work: () => Promise<unknown>): void {
    this.#stored = this.#stored
      .then(work)
      .then(() => undefined)
      .catch((error: unknown) => this.#tools.log.error({ err: error, lineId: this.#lineId }, 'a call was not stored'));
  }

  #store(events: readonly PhoneEvent[]): void {
    this.#queue(() =>
      this.#tools.change(this.#instance, async (ctx) => {
        const line = await findLine(ctx.db, this.#instance.id, this.#lineId);
        if (line === undefined) return;
        await takeEvents(ctx, line, this.#follow, events);
        await noteSaid(ctx, line);
      }),
    );
  }

  /** Calls that are stored as going on, and are not among these, have ended while nobody listened. */
  #endOthers(refs: ReadonlySet<string>): void {
    this.#queue(async () => {
      const stored = await runningRefs(this.#db(), this.#instance.id, this.#lineId);
      const gone = stored.filter((ref) => !refs.has(ref));
      const end = (ref: string): PhoneEvent => ({
        type: 'end',
        ref,
        direction: undefined,
        from: '',
        to: '',
        terminals: [],
      });
      if (gone.length > 0) this.#store(gone.map(end));
    });
  }

  async #fault(fault: 'away' | 'refused' | 'unreadable'): Promise<void> {
    await this.#stored;
    const line = await this.#find();
    if (line !== undefined && !this.#stop.signal.aborted)
      await noteFault(this.#tools.change, this.#instance, line, fault, this.#tools.now());
  }
}

interface Watched {
  readonly version: string;
  readonly turn: { close(): Promise<void> };
}

/** Listens to all telephone systems that are connected to: each by one server process at a time. */
export const startConnecting =
  (parts: ConnectingParts, follow: FollowParts) =>
  async (tools: Tools): Promise<Service> => {
    const { database, directory, processes, log } = tools;
    const watched = new Map<string, Watched>();
    let isClosed = false;
    const keyOf = ({ instance_id: instanceId, line_id: lineId }: ConnectedLine) => `${instanceId} ${lineId}`;
    const begin = async (row: ConnectedLine): Promise<void> => {
      const instance = await directory.byId(row.instance_id);
      if (instance === undefined || isClosed) return;
      const turn = leadBy({
        name: `phone ${keyOf(row)}`,
        database,
        processes,
        log,
        begin: () => new LineWatch(tools, parts, follow, instance, row.line_id),
      });
      watched.set(keyOf(row), { version: row.version, turn });
    };
    const look = async (): Promise<void> => {
      const lines = new Map((await connectedLines(database.owner)).map((row) => [keyOf(row), row]));
      for (const [key, { version, turn }] of watched) {
        if (lines.get(key)?.version === version) continue;
        watched.delete(key);
        await turn.close();
      }
      for (const [key, row] of lines) if (!watched.has(key)) await begin(row);
    };
    let looking: Promise<void> = Promise.resolve();
    const lookOnce = (): void => {
      looking = looking
        .then(() => (isClosed ? undefined : look()))
        .catch((error: unknown) => log.warn({ err: error }, 'telephone systems cannot be looked for'));
    };
    lookOnce();
    const timer = setInterval(lookOnce, parts.connectMs ?? LOOK_MS);
    return {
      async close() {
        isClosed = true;
        clearInterval(timer);
        await looking;
        await Promise.all([...watched.values()].map(({ turn }) => turn.close()));
      },
    };
  };
