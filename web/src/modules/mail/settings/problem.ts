import type { Failure } from '../../../client/failure.ts';
import { useTexts } from '../../../shell/index.ts';
import { texts } from './texts.ts';

/** Key of the sentence for a failure. The server asks for a password where it would have to hand out a stored one. */
export const problemOf = (failure: Pick<Failure, 'code' | 'problem'>): string =>
  failure.code === 'PARAMETERS_INVALID' && failure.problem?.errors?.some(({ path }) => path === 'password') === true
    ? 'PASSWORD_NEEDED'
    : failure.code;

/** Sentence for a failure of a form about accounts. */
export function useProblem(): (failure: Failure) => string {
  const { problems } = useTexts(texts);
  return (failure) => (problems as Readonly<Record<string, string>>)[problemOf(failure)] ?? problems.other;
}
