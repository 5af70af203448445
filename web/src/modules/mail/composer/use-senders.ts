import { writingQueries } from '@kontor/contract/mail';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { surroundingsOf } from './receivers/rules.ts';
import type { Writing } from './state.ts';

/** From what can be sent; `askAgain` where that could not be loaded. `around`: what receivers are odd beside. */
export function useSenders(begun: Writing) {
  const { data: accounts, failure, retry } = useAsk(writingQueries.accounts, {});
  const around = useMemo(
    () => surroundingsOf(accounts?.sendingAccounts ?? [], begun.answer === null ? undefined : begun),
    [accounts, begun],
  );
  return {
    accounts,
    around,
    isWithout: accounts !== undefined && !accounts.sendingAccounts.some(({ canSend }) => canSend),
    askAgain: accounts === undefined && failure !== undefined ? retry : undefined,
  };
}
