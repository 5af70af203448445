import { asFailure } from '../../../client/failure.ts';
import { useTexts } from '../../../shell/index.ts';
import { schemeTexts } from './texts.ts';

/** What went wrong with a scheme in words, and whether it is the name. */
export function useSchemeProblem(): (error: unknown) => { readonly text: string; readonly isName: boolean } {
  const t = useTexts(schemeTexts);
  return (error) => {
    const { kind, code } = asFailure(error);
    const words: Readonly<Record<string, string>> = t.problems;
    return {
      text: kind === 'offline' ? t.offline : (words[code] ?? t.otherProblem),
      isName: code.startsWith('NAME_'),
    };
  };
}
