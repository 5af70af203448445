import { itemKey, parseAggregateId, type CommandDefinition, type Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import type { Client } from '../../../client/client.ts';

/** How an item of a kind is thrown away by a command of its own: here at once, and at the server. */
export const discardBy =
  <P extends Schema, R extends Schema>(
    command: CommandDefinition<string, P, R>,
    paramsOf: (aggregateId: string) => v.InferInput<P>,
  ) =>
  (client: Client, aggregateId: string): void => {
    const id = parseAggregateId(aggregateId);
    if (id === undefined) return;
    const key = itemKey(id);
    void client.enqueue(command, paramsOf(aggregateId), { patches: [[key, { trashed: true }]], keys: [key] });
  };
