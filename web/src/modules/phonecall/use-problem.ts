import type { Failure } from '../../client/failure.ts';
import { useTexts } from '../../shell/index.ts';
import { problemTexts } from './problem-texts.ts';

/** Returns what says why something about calls was not done. */
export function useProblem(): (failure: Pick<Failure, 'kind' | 'code'>) => string {
  const t: Readonly<Record<string, string>> = useTexts(problemTexts);
  return ({ kind, code }) => t[kind === 'offline' ? 'OFFLINE' : code] ?? t['other'] ?? '';
}
