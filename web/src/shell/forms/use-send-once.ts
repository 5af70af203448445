import type { CommandDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { useClient } from '../../client/react.tsx';

/**
 * Sends what a form asks for, once: whoever waits in front of it tries again, and is told of a wait instead of waiting without a word.
 * Rejects with a `Failure`.
 */
export function useSendOnce() {
  const { transport, env } = useClient();
  return <P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<v.InferOutput<R>> => transport.command(definition, params, env.newId(), { once: true });
}
