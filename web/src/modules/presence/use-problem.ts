import type { Failure } from '../../client/failure.ts';
import { useAttempt as useAttemptSaying } from '../../shell/forms/use-attempt.ts';
import { useTexts } from '../../shell/index.ts';
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

export { useSendOnce } from '../../shell/forms/use-send-once.ts';

/** Does something and says why where it is refused. Returns whether it was done. */
export const useAttempt = (after?: () => void) => useAttemptSaying(useProblem(), after).attempt;
