import type { EntryRow } from '@kontor/contract/activity';
import { itemKeyOf } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { AheadDeps, AheadFollowed } from '../ahead-port.ts';
import type { Cache } from '../cache-port.ts';
import type { Client } from '../client.ts';

/** What was fetched of one item: what its row said then, when that was, and the keys and bytes of the answers. */
const FetchedSchema = v.object({
  aggregateId: v.string(),
  stamp: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  keys: v.array(v.string()),
  bytes: v.number(),
});
type Fetched = v.InferOutput<typeof FetchedSchema>;
const AllFetchedSchema = v.array(FetchedSchema);

const noteKey = (module: string): string => `followed ${module}`;

async function readNotes(cache: Cache, module: string): Promise<ReadonlyMap<string, Fetched>> {
  const parsed = v.safeParse(AllFetchedSchema, (await cache.answer(noteKey(module)))?.data);
  return new Map(parsed.success ? parsed.output.map((one) => [one.aggregateId, one]) : []);
}

/** Removes what was fetched of an item, but for answers that somebody has opened since. */
async function forget(cache: Cache, { keys, at }: Fetched): Promise<void> {
  for (const key of keys) {
    const kept = await cache.answer(key);
    if (kept !== undefined && kept.at <= at) await cache.remove(key);
  }
}

/**
 * Fetches the answers of the latest items that are not on this device, or whose row says something else than when they were fetched, and
 * forgets those of items that are not among the latest any more. `rows`: the items' rows by aggregate id. Rejects where the server cannot be
 * reached; what was fetched until then is kept.
 */
export async function fetchFollowed(
  client: Pick<Client, 'cache'>,
  followed: AheadFollowed,
  rows: ReadonlyMap<string, EntryRow>,
  deps: AheadDeps,
): Promise<void> {
  const cache = client.cache.get();
  if (cache === undefined || !deps.goesOn()) return;
  const before = await readNotes(cache, followed.module);
  const wanted = [...rows].toSorted(([, a], [, b]) => b.timestamp - a.timestamp).slice(0, followed.max);
  const missing = new Set(await cache.missing(wanted.map(([aggregateId]) => followed.key(aggregateId))));
  const notes = new Map(before);
  const current = new Set<string>();
  let bytes = 0;
  const fetchAll = async (): Promise<boolean> => {
    for (const [aggregateId, row] of wanted) {
      if (bytes >= followed.maxBytes) break;
      const stamp = followed.stampOf(row);
      const known = notes.get(aggregateId);
      if (known === undefined || known.stamp !== stamp || missing.has(followed.key(aggregateId))) {
        await deps.idle();
        if (!deps.goesOn() || !deps.isShown()) return false;
        const fetched = await fetchOne(cache, followed, aggregateId, deps);
        if (fetched === undefined) continue;
        notes.set(aggregateId, { aggregateId, stamp, ...fetched });
      }
      current.add(aggregateId);
      bytes += notes.get(aggregateId)?.bytes ?? 0;
    }
    return true;
  };
  try {
    if (!(await fetchAll())) return;
    for (const [aggregateId, fetched] of notes) {
      if (current.has(aggregateId)) continue;
      await forget(cache, fetched);
      notes.delete(aggregateId);
    }
  } finally {
    const isOther = notes.size !== before.size || [...notes].some(([id, note]) => before.get(id) !== note);
    if (isOther) cache.keepAnswer(noteKey(followed.module), [...notes.values()], []);
  }
}

/** Fetches and keeps what there is of an item; undefined if the person may not see it. */
async function fetchOne(
  cache: Cache,
  followed: AheadFollowed,
  aggregateId: string,
  deps: AheadDeps,
): Promise<Pick<Fetched, 'at' | 'keys' | 'bytes'> | undefined> {
  const answers = await followed.fetch(aggregateId);
  if (answers.length === 0) return undefined;
  for (const { key, data, keys } of answers) cache.keepAnswer(key, data, keys, itemKeyOf(aggregateId));
  return {
    at: deps.now(),
    keys: answers.map(({ key }) => key),
    bytes: answers.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0),
  };
}
