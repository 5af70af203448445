import { Confirm as Question, type ConfirmProps } from '../../shell/forms/confirm.tsx';
import { useProblem } from './use-problem.ts';

/** A question before something is done about an account. */
export function Confirm(props: Omit<ConfirmProps, 'say'>) {
  return <Question {...props} say={useProblem()} />;
}
