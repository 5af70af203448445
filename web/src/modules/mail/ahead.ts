import { mailQueries } from '@kontor/contract/mail';
import { itemKey, parseAggregateId, type QueryDefinition } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Ahead } from '../../client/ahead-port.ts';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';
import { mailSource } from './source.ts';

/** The query for many details at once, from servers that have it. */
const many = (mailQueries as Readonly<Record<string, unknown>>)['detailsOfMany'] as QueryDefinition | undefined;
const ManySchema = v.array(mailQueries.details.result);

async function detailsOf(client: Client, aggregateIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const options = { once: true } as const;
  const answers =
    many === undefined
      ? await Promise.all(
          aggregateIds.map((aggregateId) =>
            client.transport.query(mailQueries.details, { aggregateId }, options).then(({ results }) => results),
          ),
        )
      : v.parse(ManySchema, (await client.transport.query(many, { aggregateIds }, options)).results);
  const found = new Map<string, unknown>();
  for (const answer of answers) {
    const id = parseAggregateId(answer.aggregateId);
    if (id !== undefined) found.set(itemKey(id), answer);
  }
  return found;
}

/** Mails that are fetched before anybody asks for them. */
export const mailAhead = (client: Client): Ahead => ({
  lists: (['open', 'mine', 'all'] as const).map((view) => mailSource(view, 'all', 0, '')),
  details: [
    {
      module: 'email',
      key: (aggregateId) => queryKey(mailQueries.details, { aggregateId }),
      atOnce: many === undefined ? 4 : 50,
      fetch: (aggregateIds) => detailsOf(client, aggregateIds),
    },
  ],
});
