import { useKontor, useValue } from '../../client/react.tsx';
import { useLanguage } from '../context.tsx';
import { titleOf } from '../accounts/account-mark.tsx';

/** Whether servers are of another version than this client; and where not all accounts are of them, the names of those that are. */
export function useRefusing(): { readonly isAny: boolean; readonly names: string | undefined } {
  const kontor = useKontor();
  const language = useLanguage();
  const servers = useValue(kontor.versionMismatch);
  const accountEntries = useValue(kontor.accountEntries).filter(({ state }) => state === 'in');
  const refused = accountEntries.filter(({ account }) => servers.includes(account.url));
  const titles = [...new Set(refused.map(titleOf))];
  const isSome = titles.length > 0 && refused.length < accountEntries.length;
  return {
    isAny: servers.length > 0,
    names: isSome ? new Intl.ListFormat(language, { type: 'conjunction' }).format(titles) : undefined,
  };
}
