import { menuQueries } from '@kontor/contract/account';
import type { Fresh } from '../../client/ahead-port.ts';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';
import { listQueryKey } from '../../client/list-key.ts';
import { loadTop, restoreList } from '../../client/list-loader.ts';
import type { Fetcher, Keeping } from '../../client/query-cache.ts';

/** Most requests of the warm-up that are on their way at the same time. */
const MAX_AT_ONCE = 4;

type Task = (signal: AbortSignal) => Promise<void>;

/** Does tasks, so many at a time, in their order. One that fails is no reason not to do the others; none is begun once it is called off. */
export async function inTurn(tasks: readonly Task[], most: number, signal: AbortSignal): Promise<void> {
  const rest = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = rest.shift(); task !== undefined && !signal.aborted; task = rest.shift())
      await task(signal).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: most }, work));
}

/** Has an answer that is not older than ten seconds, for whoever shows it next. */
function freshen(
  { cache }: Client['ask'],
  key: string,
  fetcher: Fetcher,
  keeping: Keeping | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = (): void => {
    if (!cache.peek(key).isFetching) resolve();
  };
  const stop = cache.watch(key, fetcher, check, keeping);
  const off = (): void => resolve();
  signal.addEventListener('abort', off);
  check();
  return promise.finally(() => {
    signal.removeEventListener('abort', off);
    stop();
  });
}

/** Asks for what will probably be looked at now, after all else that the browser has to fetch. Ends when all is there or called off. */
export function warmUp(client: Client, parts: readonly Fresh[], signal: AbortSignal): Promise<void> {
  const priority = 'low' as const;
  const query = ((definition, params, options) =>
    client.transport.query(definition, params, { ...options, priority })) as Client['transport']['query'];
  const low = { ...client, transport: { ...client.transport, query } };
  const queries = [[menuQueries.mainMenuItems, {}] as const, ...parts.flatMap((part) => part.queries ?? [])].map(
    ([definition, params]): Task => {
      const ask = (stop: AbortSignal) => client.ask.run(definition, params, stop, { priority });
      return (stop) =>
        freshen(client.ask, queryKey(definition, params), ask, client.ask.keeping(definition, params), stop);
    },
  );
  const lists = parts
    .flatMap((part) => part.lists ?? [])
    .map((source): Task => {
      const keeping: Keeping = { load: () => restoreList(client, source), forget: () => undefined };
      return (stop) => freshen(client.ask, listQueryKey(source), (own) => loadTop(low, source, own), keeping, stop);
    });
  return inTurn([...queries, ...lists], MAX_AT_ONCE, signal);
}
