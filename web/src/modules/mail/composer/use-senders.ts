import { writingQueries } from '@kontor/contract/mail';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { odditiesOf, surroundingsOf } from './receivers/rules.ts';
import type { Envelope, Writing } from './state.ts';

/**
 * From what can be sent; `askAgain` where that could not be loaded. `around`: what receivers are odd beside; `oddity`: what is odd about
 * those of `envelope`.
 */
export function useSenders(begun: Writing, { receiversTo, receiversCC, receiversBCC }: Envelope) {
  const { data: accounts, failure, retry } = useAsk(writingQueries.accounts, {});
  const around = useMemo(
    () => surroundingsOf(accounts?.sendingAccounts ?? [], begun.answer === null ? undefined : begun),
    [accounts, begun],
  );
  const oddity = useMemo(
    () => odditiesOf({ receiversTo, receiversCC, receiversBCC }, around),
    [receiversTo, receiversCC, receiversBCC, around],
  );
  return {
    accounts,
    around,
    oddity,
    isWithout: accounts !== undefined && !accounts.sendingAccounts.some(({ canSend }) => canSend),
    askAgain: accounts === undefined && failure !== undefined ? retry : undefined,
  };
}
