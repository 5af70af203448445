import type { CommandDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import type { Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { problemTexts } from './problem-texts.ts';

/** Sends what a form asks for, once: who waits in front of it tries again, and is told of a wait instead of waiting without a word. */
export function useSendOnce() {
  const { transport, env } = useClient();
  return <P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<v.InferOutput<R>> => transport.command(definition, params, env.newId(), { once: true });
}

/** The sentence for a failure; undefined where the person has called it off and knows. */
export function useProblem(): (failure: Failure) => string | undefined {
  const t = useTexts(problemTexts);
  return (failure) => {
    if (failure.kind === 'aborted') return undefined;
    if (failure.kind === 'offline') return t.offline;
    if (failure.status === 429) return t.often(Math.ceil((failure.retryAfterMs ?? 30_000) / 60_000));
    return (t.codes as Readonly<Record<string, string>>)[failure.code] ?? t.other;
  };
}
