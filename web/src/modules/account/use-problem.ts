import type { Failure } from '../../client/failure.ts';
import { useTexts } from '../../shell/index.ts';
import { problemTexts } from './problem-texts.ts';

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
