import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Cache } from './cache-port.ts';
import { QueryCache, type Keeping, type QueryDeps } from './query-cache.ts';
import type { QueryOptions, Transport } from './transport.ts';

/** Reloads that events ask for within this time are done together, in milliseconds; and no more often than so often a second. */
const COALESCE_MS = 80;
const SECOND_MS = 1000;
const MAX_A_SECOND = 3;
/** Names that are remembered as put out of date: what was asked for before the last of them were forgotten is asked for again. */
const MAX_REMEMBERED = 2000;

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
export function createAsk(
  transport: Transport,
  deps: QueryDeps,
  watch: AnswerWatch = NO_WATCH,
  kept: () => Cache | undefined = () => undefined,
) {
  const cache = new QueryCache(deps);
  const { has, close, ...readFrom } = createReadFrom(deps, cache);
  const { note, begin } = readFrom;

  return {
    cache,
    ...readFrom,
    /** Asks a query and notes what it was read from. */
    async run<P extends Schema, R extends Schema>(
      definition: QueryDefinition<string, P, R>,
      params: v.InferInput<P>,
      signal?: AbortSignal,
      more: Pick<QueryOptions, 'priority'> = {},
    ): Promise<v.InferOutput<R>> {
      const [mark, begun] = [watch.mark(), begin()];
      const envelope = await transport.query(definition, params, {
        ...more,
        ...(signal === undefined ? {} : { signal }),
      });
      watch.onAnswer(envelope.results, mark);
      const key = queryKey(definition, params);
      const named = definition.refreshOn(v.parse(definition.params, params));
      note(key, envelope.keys, named, begun);
      if (definition.cached) kept()?.keepAnswer(key, envelope.results, [...envelope.keys, ...named], named[0]);
      return envelope.results;
    },
    /**
     * Asks at once for several things that are else asked for one by one by `one`, and takes each as if it had come as the answer to its own
     * query. Left out are those that the server leaves out.
     */
    async each<M extends Schema, P extends Schema, R extends Schema>(
      many: { readonly name: string; readonly params: M } & QueryDefinition<
        string,
        M,
        v.GenericSchema<unknown, v.InferOutput<R>[]>
      >,
      params: v.InferInput<M>,
      one: QueryDefinition<string, P, R>,
      paramsOf: (result: v.InferOutput<R>) => v.InferInput<P>,
    ): Promise<readonly v.InferOutput<R>[]> {
      const [mark, begun] = [watch.mark(), begin()];
      const { results } = await transport.query(many, params);
      for (const result of results) {
        watch.onAnswer(result, mark);
        const own = paramsOf(result);
        const key = queryKey(one, own);
        const named = one.refreshOn(v.parse(one.params, own));
        note(key, named, [], begun);
        if (one.cached) kept()?.keepAnswer(key, result, [...named], named[0]);
      }
      return results;
    },
    /** Where an answer to this query may have been kept by an earlier page. It is checked like one of the server. */
    keeping<P extends Schema, R extends Schema>(
      definition: QueryDefinition<string, P, R>,
      params: v.InferInput<P>,
    ): Keeping {
      const key = queryKey(definition, params);
      return {
        load: async () => {
          const answer = await kept()?.answer(key);
          if (answer === undefined || !v.is(definition.result, answer.data)) return undefined;
          if (!has(key)) note(key, answer.keys);
          watch.onAnswer(answer.data, 0);
          return answer;
        },
        forget: () => void kept()?.remove(key),
      };
    },
    ...createBytes(transport, kept),
    /** Asks for what will probably be shown soon. */
    prepare<P extends Schema, R extends Schema>(
      definition: QueryDefinition<string, P, R>,
      params: v.InferInput<P>,
    ): void {
      cache.prepare(
        queryKey(definition, params),
        (signal) => this.run(definition, params, signal),
        this.keeping(definition, params),
      );
    },
    /** Asks a query anew, now if it is shown anywhere. */
    refresh(definition: { readonly name: string }, params: unknown): void {
      const wanted = queryKey(definition, params);
      cache.invalidate((key) => key === wanted);
    },
    close(): void {
      close();
      cache.clear();
    },
  };
}

/** Knows what answers were read from, and puts those out of date that events concern. */
function createReadFrom(deps: QueryDeps, cache: QueryCache) {
  const readFrom = new Map<string, ReadonlySet<string>>();
  const stale = new Set<string>();
  let stop: (() => void) | undefined;
  let flushes: readonly number[] = [];
  /** By the count of flushes, when a name was last put out of date; and up to when that is not known. */
  const staleSince = new Map<string, number>();
  let count = 0;
  let forgotten = 0;

  /**
   * Notes what an answer was read from, under the key of its query. `begun`: see `begin`. Nobody could know before what it would be read
   * from: where that was put out of date while it was on its way, it is asked for again.
   */
  function note(key: string, keys: readonly string[], more: readonly string[] = [], begun = count): void {
    const all = new Set([...keys, ...more]);
    readFrom.set(key, all);
    if (begun === count) return;
    for (const name of all) {
      if ((staleSince.get(name) ?? forgotten) <= begun) continue;
      cache.invalidate((other) => other === key);
      return;
    }
  }

  function flush(): void {
    stop = undefined;
    flushes = [...flushes, deps.now()].slice(-MAX_A_SECOND);
    const keys = [...stale];
    stale.clear();
    if (staleSince.size > MAX_REMEMBERED) {
      staleSince.clear();
      forgotten = count;
    }
    count += 1;
    for (const name of keys) staleSince.set(name, count);
    cache.invalidate((key) => {
      const known = readFrom.get(key);
      return known !== undefined && keys.some((name) => known.has(name));
    });
  }

  return {
    note,
    has: (key: string): boolean => readFrom.has(key),
    /** Moment before a request is sent, to be handed in with its answer. */
    begin: (): number => count,
    /** Makes stale what was read from any of these keys. What is shown is reloaded soon, the rest when it is shown again. */
    touch(keys: readonly string[]): void {
      for (const key of keys) stale.add(key);
      const [first = -Infinity] = flushes.length < MAX_A_SECOND ? [] : flushes;
      const wait = Math.max(COALESCE_MS, first + SECOND_MS - deps.now());
      if (stale.size > 0) stop ??= deps.later(wait, flush);
    },
    close: (): void => stop?.(),
  };
}

/** Bytes that never change, from this device where they were seen here before. */
function createBytes(transport: Transport, kept: () => Cache | undefined) {
  return {
    /** Those that answer a query. */
    async bytes<P extends Schema, R extends Schema>(
      definition: QueryDefinition<string, P, R>,
      params: v.InferInput<P>,
      options: QueryOptions = {},
    ): Promise<Blob> {
      const key = queryKey(definition, params);
      const known = await kept()?.file(key);
      if (known !== undefined) return known;
      const blob = await transport.bytes(definition, params, options);
      void kept()?.keepFile(key, blob, definition.refreshOn(v.parse(definition.params, params))[0] ?? '');
      return blob;
    },
    /** Those at an address of the instance that stand for the same for ever, as those of a picture. */
    async file(path: string): Promise<Blob> {
      const known = await kept()?.file(path);
      if (known !== undefined) return known;
      const blob = await transport.file(path);
      void kept()?.keepFile(path, blob, '');
      return blob;
    },
  };
}
