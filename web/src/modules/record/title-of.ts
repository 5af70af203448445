import { recordQueries } from '@kontor/contract/record';
import type { Client } from '../../client/client.ts';
import { historyOf, recordOf } from './address.ts';

/** What the page of a record is called, or that of the history of an address; undefined where that is not to be told. */
export async function titleOf(
  client: Client,
  { id = '' }: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const record = recordOf(id);
  if (record !== undefined) {
    const { jsonModel } = await client.ask.run(recordQueries.model, record, signal);
    return jsonModel?.title;
  }
  const history = historyOf(id);
  return history !== undefined && 'address' in history ? history.address : undefined;
}
