import { asFailure } from '../../../client/failure.ts';
import { useTexts } from '../../../shell/index.ts';
import { schemeTexts } from './texts.ts';

/** What went wrong with a scheme, in words. */
export function useSchemeProblem(): (error: unknown) => string {
  const t = useTexts(schemeTexts);
  return (error) => {
    const { kind, code } = asFailure(error);
    const words: Readonly<Record<string, string>> = t.problems;
    return kind === 'offline' ? t.offline : (words[code] ?? t.otherProblem);
  };
}
