import type { Instance, Platform } from '../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../platform/operation/manifest.ts';
import { leadBy } from '../../platform/processes/leader.ts';
import type { PresenceParts } from './parts.ts';
import { MAX_AT_PLACE_MS } from './rules.ts';
import { nextMoment, readStandings, type Standing } from './standing.ts';
import { endOver, instancesToEnd } from './store/people.ts';
import { forgetWaits, isAnyAwaited } from './store/waits.ts';
import { tellDifference, tellOwn, tellPresence, tellWaiting } from './telling.ts';
import { toChange } from './views.ts';

/** Names the turn of the process that does this. */
const LEASE = 'presence';
const SWEEP_MS = 15_000;
/** Comings and goings within this time are one difference. */
const TOGETHER_MS = 1000;
/** Other modules and server processes change what shows, too: so often it is looked at, though nothing is known to begin or to end. */
const LOOK_MS = 60_000;

type Tools = Pick<Platform & ServiceTools, 'database' | 'directory' | 'change' | 'now' | 'transient'>;

/** Ends choices, waits and places whose time is over, in all instances. */
export async function endStates({ database, directory, change, now }: Tools, parts: PresenceParts): Promise<void> {
  const at = new Date(now());
  const enteredBefore = new Date(now() - MAX_AT_PLACE_MS);
  for (const id of await instancesToEnd(database.owner, at, enteredBefore)) {
    const instance = await directory.byId(id);
    if (instance === undefined) continue;
    await change(instance, async (ctx) => {
      await forgetWaits(ctx, at);
      const ended = await endOver(ctx, at, enteredBefore);
      tellOwn(ctx, ended);
      await tellPresence(ctx, parts, ended);
    });
  }
}

interface Looked {
  /** What showed of each, as it is told. */
  readonly shown: Map<number, string>;
  /** When it is looked at again. */
  again: number;
}

/** Tells what shows otherwise without anybody having said anything: by devices, by schedules and by other modules. */
export class PresenceWatch {
  readonly #tools: Tools;
  readonly #parts: PresenceParts;
  readonly #looked = new Map<number, Looked>();

  constructor(tools: Tools, parts: PresenceParts) {
    this.#tools = tools;
    this.#parts = parts;
  }

  /** Tells how people stand who have come or gone, where that is news. */
  async tellMoved(instance: Instance, userIds: readonly number[]): Promise<void> {
    await this.#tell(instance, await this.#differing(instance, userIds));
  }

  /** Looks at instances in which something may have begun or ended, as far as somebody is there who would see it. */
  async look(): Promise<void> {
    for (const instance of await this.#tools.directory.all()) {
      if (this.#parts.devices.present(instance.id).size === 0) this.#looked.delete(instance.id);
      else if ((this.#looked.get(instance.id)?.again ?? 0) <= this.#tools.now())
        await this.#tell(instance, await this.#differing(instance, null));
    }
  }

  async #tell(instance: Instance, standings: readonly Standing[]): Promise<void> {
    if (standings.length === 0) return;
    const { database, now, change, transient } = this.#tools;
    tellDifference({ instance, transient }, standings);
    const ids = standings.map(({ row }) => row.user_id);
    if (await isAnyAwaited(database.forInstance(instance.id), instance.id, ids, new Date(now())))
      await change(instance, (ctx) => tellWaiting(ctx, this.#parts, standings));
  }

  /** Those of some people, or of everybody, of whom something else shows than when they were looked at last. */
  async #differing(instance: Instance, userIds: readonly number[] | null): Promise<readonly Standing[]> {
    const { database, now } = this.#tools;
    const ctx = { db: database.forInstance(instance.id), instance, now };
    const standings = await readStandings(ctx, this.#parts, { userIds });
    const known = this.#looked.get(instance.id);
    const looked = known ?? { shown: new Map<number, string>(), again: 0 };
    this.#looked.set(instance.id, looked);
    const differing = standings.filter((standing) => {
      const { row } = standing;
      const text = JSON.stringify(toChange({ ...standing, activeAt: null }));
      const before = looked.shown.get(row.user_id);
      looked.shown.set(row.user_id, text);
      // At the first look all are told but who is hidden: what the process that did this before has left out is not known.
      return before === undefined ? !standing.isHidden : before !== text;
    });
    if (userIds === null) {
      const next = await nextMoment(ctx, this.#parts, standings);
      looked.again = Math.min(next ?? Number.POSITIVE_INFINITY, now() + LOOK_MS);
    }
    return differing;
  }
}

/** Does all that until it is closed. */
function turn(tools: Platform & ServiceTools, parts: PresenceParts): Service {
  const watch = new PresenceWatch(tools, parts);
  const moved = new Map<number, Set<number>>();
  let running: Promise<void> = Promise.resolve();
  const next = (work: () => Promise<void>): void => {
    running = running.then(work).catch((error: unknown) => tools.log.warn({ err: error }, 'who is there is not told'));
  };
  const tellMoved = async (): Promise<void> => {
    const due = [...moved];
    moved.clear();
    for (const [instanceId, userIds] of due) {
      const instance = await tools.directory.byId(instanceId);
      if (instance !== undefined) await watch.tellMoved(instance, [...userIds]);
    }
  };
  let waiting: NodeJS.Timeout | undefined;
  const stop = parts.devices.onChange((instanceId, userIds) => {
    moved.set(instanceId, new Set([...(moved.get(instanceId) ?? []), ...userIds]));
    waiting ??= setTimeout(() => {
      waiting = undefined;
      next(tellMoved);
    }, TOGETHER_MS);
  });
  const timer = setInterval(() => {
    next(async () => {
      await endStates(tools, parts);
      await watch.look();
    });
  }, parts.sweepMs ?? SWEEP_MS);
  return {
    async close() {
      stop();
      clearTimeout(waiting);
      clearInterval(timer);
      await running;
    },
  };
}

/** Does all that as long as the server runs, in one process at a time: all of them know the same people, who are told of once. */
export const startPresence =
  (parts: PresenceParts) =>
  async (tools: Platform & ServiceTools): Promise<Service> => {
    const { database, processes, log } = tools;
    return leadBy({ name: LEASE, database, processes, log, begin: () => turn(tools, parts) });
  };
