import type { Kontor } from '../../client/kontor.ts';
import type { AccountEntry } from '../../client/page-accounts.ts';
import { useKontor, useValue } from '../../client/react.tsx';
import { useShell, type Shell } from '../context.tsx';

/** Shows another account, or signs it in first; asks before something is left that is not saved. */
export function showAccountEntry({ unsaved, adding }: Shell, kontor: Kontor, { key, account }: AccountEntry): void {
  const shown = kontor.session.get().client?.key;
  unsaved.leave(
    (entry) => entry.account === shown && key !== shown,
    () => {
      if (!kontor.show(key)) adding.set(account);
    },
  );
}

/** The accounts of this device, and how one of them is taken: shown, or signed in first. */
export function useAccountEntries(): {
  readonly accountEntries: readonly AccountEntry[];
  readonly take: (accountEntry: AccountEntry) => void;
} {
  const kontor = useKontor();
  const shell = useShell();
  const accountEntries = useValue(kontor.accountEntries);
  return { accountEntries, take: (accountEntry) => showAccountEntry(shell, kontor, accountEntry) };
}
