import { asFailure, type Failure } from '../../client/failure.ts';
import { useShell, useTexts } from '../context.tsx';
import { texts } from '../texts.ts';

/** What is done with a row of a list or a page, where a notice says what failed. */
export interface Attempts {
  /** Returns whether it was done. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Says that something was done, with a way back. */
  readonly offerUndo: (text: string, back: () => Promise<unknown>) => void;
}

/** `say`: the sentence for a failure, undefined where the person knows; `after`: called with each attempt, whatever came of it. */
export function useAttempt(say: (failure: Failure) => string | undefined, after?: () => void): Attempts {
  const { notices } = useShell();
  const { undo } = useTexts(texts);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const text = say(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
      return false;
    } finally {
      after?.();
    }
  };
  return {
    attempt,
    offerUndo: (text, back) => notices.done(() => void attempt(back), Promise.resolve({ text, undo })),
  };
}
