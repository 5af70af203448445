import type { CommandDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import { texts } from './texts.ts';

/** The sentence for a failure; undefined where the person has called it off and knows. */
export function useProblem(): (failure: Failure) => string | undefined {
  const { problems } = useTexts(texts);
  return (failure) => {
    if (failure.kind === 'aborted') return undefined;
    if (failure.kind === 'offline') return problems.offline;
    return (problems as Readonly<Record<string, string>>)[failure.code] ?? problems.other;
  };
}

/** Sends a command once: who waits in front of it tries again by themselves. Rejects with a `Failure`. */
export function useSendOnce() {
  const { transport, env } = useClient();
  return <P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<v.InferOutput<R>> => transport.command(definition, params, env.newId(), { once: true });
}

/** Does something and says why where it is refused. Returns whether it was done. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<boolean> {
  const { notices } = useShell();
  const problem = useProblem();
  return async (work) => {
    try {
      await work();
      return true;
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
      return false;
    }
  };
}
