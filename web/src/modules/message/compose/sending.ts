import { messageCommands } from '@kontor/contract/message';
import * as v from 'valibot';
import { ofClient } from '../../../client/optimistic-query.ts';
import { createValue } from '../../../client/value.ts';

/** What became of a message that was sent. */
interface Outcome {
  readonly aggregateId: string;
  /** Whom it should have gone to, and did not. */
  readonly leftOut: readonly number[];
}

/** What became of messages that were sent from this page, by the process ids of their commands, whether anybody looked or not. */
export const outcomes = ofClient((client) => {
  const known = createValue<ReadonlyMap<string, Outcome>>(new Map());
  client.onApplied(({ name, processId }, answer) => {
    if (name !== messageCommands.composeSend.name && name !== messageCommands.forward.name) return;
    const outcome = v.safeParse(messageCommands.forward.result, answer);
    if (outcome.success) known.set(new Map([...known.get(), [processId, outcome.output]]));
  });
  return known;
});
