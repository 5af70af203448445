import { sessionQueries } from '@kontor/contract/account';
import { mailQueries } from '@kontor/contract/mail';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import type { Ahead, Fresh } from '../../client/ahead-port.ts';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';

/** Most mails of one request, as the server takes them. */
const AT_ONCE = 50;

async function detailsOf(client: Client, aggregateIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const params = { aggregateIds: [...aggregateIds] };
  const { results } = await client.transport.query(mailQueries.detailsOfMany, params, { once: true });
  const found = new Map<string, unknown>();
  for (const answer of results) {
    const id = parseAggregateId(answer.aggregateId);
    if (id !== undefined) found.set(itemKey(id), answer);
  }
  return found;
}

/** Mails that are fetched before anybody asks for them. */
export const mailAhead = (client: Client, lists: Ahead['lists']): Ahead => ({
  lists,
  details: [
    {
      module: 'email',
      key: (aggregateId) => queryKey(mailQueries.details, { aggregateId }),
      atOnce: AT_ONCE,
      fetch: (aggregateIds) => detailsOf(client, aggregateIds),
    },
  ],
});

/** What is asked for anew when the app is looked at again: the lists, and what they can be cut to. */
export const freshMail = (lists: NonNullable<Fresh['lists']>): Fresh => ({
  lists,
  queries: [
    [mailQueries.boxes, {}],
    [sessionQueries.moduleUsers, { module: 'email' }],
  ],
});
