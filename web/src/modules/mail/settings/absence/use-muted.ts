import { writingQueries, type MailAccount } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';

/** Those of a person's own mailboxes that nothing can be sent from, so that what comes there is not answered. */
export function useMuted(own: readonly MailAccount[]): readonly MailAccount[] {
  const mayWrite = useValue(useClient().configuration)?.rights.createMail === true;
  const { data } = useAsk(writingQueries.accounts, mayWrite && own.length > 0 ? {} : undefined);
  if (data === undefined) return [];
  return own.filter(({ id }) => !data.sendingAccounts.some((one) => one.accountId === id && one.canSend));
}
