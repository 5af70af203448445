import { setTimeout as sleep } from 'node:timers/promises';
import type { Hosts } from './hosts.ts';
import { InstanceNameSchema, accountEvents } from '@kontor/contract/account';
import type { Database, Db } from '../../platform/db/database.ts';
import { aloneWith } from '../../platform/db/instance-lock.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Change } from '../../platform/operation/change.ts';
import type { Instance, Platform } from '../../platform/operation/context.ts';
import { deleteInstance, insertInstance, readInstances } from './store.ts';
import { readHead } from './store/audit.ts';
import { endSessionsOf } from './store/sessions.ts';

/** How long an instance may be known to this process before it is looked up again. */
const FRESH_MS = 2000;
/** An instance that is not known may be new: then they are read anew, once in so long, that strangers who guess names cost little. */
const MISS_MS = 20;

/** The instances by name and number, remembered for a moment. */
export interface InstanceDirectory {
  byName(name: string): Promise<Instance | undefined>;
  byId(id: number): Promise<Instance | undefined>;
  /** The only instance, where there is just one. */
  only(): Promise<Instance | undefined>;
  all(): Promise<readonly Instance[]>;
}

export function createInstanceDirectory(database: Database, now: () => number): InstanceDirectory {
  let known: readonly Instance[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly Instance[]> | undefined;
  const begun = { last: 0, shown: 0 };
  const read = async () => {
    // What is made while they are read is not among them.
    const beganAt = now();
    const turn = (begun.last += 1);
    const instances = await readInstances(database.owner);
    if (turn > begun.shown) {
      begun.shown = turn;
      known = instances;
      readAt = beganAt;
    }
    return instances;
  };
  const all = (): Promise<readonly Instance[]> => {
    const age = now() - readAt;
    // A clock may be set back.
    if (age >= 0 && age < FRESH_MS) return Promise.resolve(known);
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  };
  let later: Promise<readonly Instance[]> | undefined;
  /** What is read after it was asked for, for all who ask until then. */
  const readLater = (): Promise<readonly Instance[]> => {
    later ??= sleep(MISS_MS).then(() => {
      later = undefined;
      return read();
    });
    return later;
  };
  const find = async (isIt: (instance: Instance) => boolean) => {
    const found = (await all()).find(isIt);
    return found ?? (await readLater()).find(isIt);
  };
  return {
    all,
    byName: (name) => find((instance) => instance.name === name.toLowerCase()),
    byId: (id) => find((instance) => instance.id === id),
    only: async () => {
      const known = await all();
      const instances = known.length === 0 ? await readLater() : known;
      return instances.length === 1 ? instances[0] : undefined;
    },
  };
}

/** Creates an instance on the owner's connection and answers its number. A name that is taken is a unique violation. */
export async function createInstance(
  owner: Db,
  instance: { readonly name: string; readonly title: string },
): Promise<number> {
  const name = parseParameters(InstanceNameSchema, instance.name, 'name');
  return insertInstance(owner, { name, title: instance.title });
}

/** What is left of an audit log that went with its instance: its length and its last hash, which vouches for a copy that was exported. */
export interface RemovedLog {
  readonly entries: number;
  readonly lastHash: string;
}

/** Removes an instance with everything in it, for good. Who is signed in is signed out first. */
export async function removeInstance(platform: Platform, change: Change, instance: Instance): Promise<RemovedLog> {
  await change(instance, async (ctx) => {
    await endSessionsOf(ctx.db, instance.id, new Date(ctx.now()));
    ctx.emit(accountEvents.sessionChanged, 'instance', { keys: ['session'], processIds: [], aggregateIds: [] });
  });
  const { entries, hash } = await readHead(platform.database.forInstance(instance.id), instance.id);
  const removed = { entries, lastHash: hash.toString('hex') };
  await platform.database.owner.transaction().execute(async (db) => {
    await aloneWith(db, instance.id);
    await deleteInstance(db, instance.id);
  });
  platform.log.warn({ instance: instance.name, audit: removed }, 'instance removed, and its audit log with it');
  await platform.blobs.removeAll(instance.id);
  return removed;
}

/** Finds the instance that the address of a public page names, at a host that is its own or names none. */
export const instanceAt =
  ({ hosts, directory }: { readonly hosts: Pick<Hosts, 'labelOf'>; readonly directory: InstanceDirectory }) =>
  async (host: string, name: string): Promise<Instance | undefined> => {
    const label = hosts.labelOf(host);
    const instance = await directory.byName(name);
    return label === null || label === instance?.name ? instance : undefined;
  };
