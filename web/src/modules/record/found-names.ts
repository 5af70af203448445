import { recordQueries } from '@kontor/contract/record';
import type { Client } from '../../client/client.ts';

/**
 * What items of records are searched by, for those that words may mean: their titles, or the number of one that has none; and of which kind they
 * are. Nothing of it is kept.
 */
export async function foundNames(
  client: Client,
  typed: string,
  signal: AbortSignal,
): Promise<readonly { name: string; kind: string }[]> {
  const { results } = await client.transport.query(recordQueries.search, { query: typed }, { once: true, signal });
  return results.map(({ idoId, idoTitle, instanceTitle }) => ({
    name: idoTitle || String(idoId),
    kind: instanceTitle,
  }));
}
