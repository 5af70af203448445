import { useMemo } from 'react';
import type { Client } from '../../../client/client.ts';
import { useSettings } from '../../../shell/index.ts';
import type { ListAppearance } from '../list/appearance.ts';

/** What decides which rows are one thread. */
interface Threaded {
  readonly timestamp: number;
  readonly extras: Readonly<Record<string, unknown>>;
}

/** The rows of a list with each thread as one row. */
export interface Folded {
  /** Without those that a newer row of their thread stands for. */
  readonly ids: readonly string[];
  /** Those that a row stands for, beside itself. */
  readonly under: ReadonlyMap<string, readonly string[]>;
}

/** Folds rows of one thread into the newest, which stays where it stands. */
export function foldThreads(ids: readonly string[], rowOf: (key: string) => Threaded | undefined): Folded {
  const threads = new Map<unknown, string[]>();
  for (const key of ids) {
    const thread = rowOf(key)?.extras['threadId'];
    if (typeof thread !== 'number') continue;
    const keys = threads.get(thread);
    if (keys === undefined) threads.set(thread, [key]);
    else keys.push(key);
  }
  const under = new Map<string, readonly string[]>();
  const hidden = new Set<string>();
  for (const keys of threads.values()) {
    if (keys.length === 1) continue;
    const timeOf = (key: string): number => rowOf(key)?.timestamp ?? 0;
    const newest = keys.reduce((best, key) => (timeOf(key) > timeOf(best) ? key : best));
    const others = keys.filter((key) => key !== newest);
    under.set(newest, others);
    for (const key of others) hidden.add(key);
  }
  return { ids: hidden.size === 0 ? ids : ids.filter((key) => !hidden.has(key)), under };
}

export interface Threads extends Folded {
  /** Rows with all that they stand for. */
  readonly whole: (keys: readonly string[]) => readonly string[];
  /** The row that stands for a key: mostly the key itself. */
  readonly top: (key: string) => string;
}

const NOTHING: Folded['under'] = new Map();

/**
 * Groups the rows of a list by threads, if the person has chosen that. Two lists are never grouped: results of a search, where each mail says
 * why it was found, and lists that are not sorted by time, where each mail has a place of its own.
 */
export function useThreads(
  client: Client,
  ids: readonly string[],
  { sort }: Pick<ListAppearance, 'sort'>,
  isSought: boolean,
): Threads {
  const isWanted = useSettings().mailThreads && !isSought && sort.property === 'timestamp';
  // In words, so that it is the same as long as no row belongs elsewhere: rows come from the device before they come from the server.
  const threadIdOf = (key: string): string => {
    const thread = client.store.get(key)?.extras['threadId'];
    return typeof thread === 'number' ? String(thread) : '';
  };
  const threadIds = isWanted ? ids.map(threadIdOf).join(' ') : '';
  return useMemo(() => {
    const { ids: shown, under } = isWanted ? foldThreads(ids, (key) => client.store.get(key)) : { ids, under: NOTHING };
    const tops = new Map([...under].flatMap(([key, others]) => others.map((other) => [other, key] as const)));
    return {
      ids: shown,
      under,
      whole: (keys) => (under.size === 0 ? keys : keys.flatMap((key) => [key, ...(under.get(key) ?? [])])),
      top: (key) => tops.get(key) ?? key,
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the places stand for what is read of the rows
  }, [client, ids, isWanted, threadIds]);
}
