import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import { QueryCache, type QueryWorld } from './query-cache.ts';
import type { Transport } from './transport.ts';

/** Reloads that events ask for within this time are done together, in milliseconds. */
const COALESCE_MS = 80;

export type Ask = ReturnType<typeof createAsk>;

/** What wants to see every answer: it hands out a mark before the request, and gets it back with the answer. */
export interface AnswerWatch {
  readonly mark: () => number;
  readonly onAnswer: (results: unknown, mark: number) => void;
}

const NO_WATCH: AnswerWatch = { mark: () => 0, onAnswer: () => undefined };

/** Key under which a query's answer is kept. */
export const queryKey = (definition: { readonly name: string }, params: unknown): string =>
  JSON.stringify([definition.name, params]);

/** Asks queries, and knows what their answers were read from, so that events reload what they concern. Rows of lists are not kept here. */
export function createAsk(transport: Transport, world: QueryWorld, watch: AnswerWatch = NO_WATCH) {
  const readFrom = new Map<string, ReadonlySet<string>>();
  const cache = new QueryCache(world);
  const stale = new Set<string>();
  let stop: (() => void) | undefined;

  /** Notes what an answer was read from, under the key of its query. */
  function note(key: string, keys: readonly string[], more: readonly string[] = []): void {
    readFrom.set(key, new Set([...keys, ...more]));
  }

  function flush(): void {
    stop = undefined;
    const keys = [...stale];
    stale.clear();
    cache.invalidate((key) => {
      const known = readFrom.get(key);
      return known !== undefined && keys.some((name) => known.has(name));
    });
  }

  return {
    cache,
    note,
    /** Makes stale what was read from any of these keys. What is shown is reloaded soon, the rest when it is shown again. */
    touch(keys: readonly string[]): void {
      for (const key of keys) stale.add(key);
      if (stale.size > 0) stop ??= world.later(COALESCE_MS, flush);
    },
    /** Asks a query and notes what it was read from. */
    async run<P extends Schema, R extends Schema>(
      definition: QueryDefinition<string, P, R>,
      params: v.InferInput<P>,
      signal?: AbortSignal,
    ): Promise<v.InferOutput<R>> {
      const mark = watch.mark();
      const envelope = await transport.query(definition, params, signal === undefined ? {} : { signal });
      watch.onAnswer(envelope.results, mark);
      note(queryKey(definition, params), envelope.keys, definition.refreshOn(v.parse(definition.params, params)));
      return envelope.results;
    },
    /** Asks for what will probably be shown soon. */
    prepare<P extends Schema, R extends Schema>(
      definition: QueryDefinition<string, P, R>,
      params: v.InferInput<P>,
    ): void {
      cache.prepare(queryKey(definition, params), (signal) => this.run(definition, params, signal));
    },
    /** Asks a query anew, now if it is shown anywhere. */
    refresh(definition: { readonly name: string }, params: unknown): void {
      const wanted = queryKey(definition, params);
      cache.invalidate((key) => key === wanted);
    },
    close(): void {
      stop?.();
      cache.clear();
    },
  };
}
