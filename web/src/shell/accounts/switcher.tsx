import './switcher.css';
import { useClient, useValue } from '../../client/react.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useGo, useShell, useTexts } from '../context.tsx';
import { href } from '../routes.ts';
import { useAccountEntries } from './account-entries.ts';
import { texts } from './instances-texts.ts';
import { AccountMark, AccountState, titleOf, useDetailsOf } from './account-mark.tsx';

/** The accounts of this device, to show another one, to add one, or to see to them. `onGo` is called where it stands in a sheet. */
export function Switcher({ anchor, onClose, onGo }: { anchor: DOMRect; onClose: () => void; onGo?: () => void }) {
  const t = useTexts(texts);
  const go = useGo();
  const { unfinished, adding } = useShell();
  const counts = useValue(unfinished);
  const client = useClient();
  const { accountEntries, take } = useAccountEntries();
  const detailsOf = useDetailsOf();
  return (
    <Menu
      label={t.accounts}
      anchor={anchor}
      onClose={onClose}
      items={[
        ...accountEntries.map((accountEntry) => ({
          key: accountEntry.key,
          label: titleOf(accountEntry),
          detail: detailsOf(accountEntry).join(' · '),
          lead: <AccountMark accountEntry={accountEntry} />,
          checked: accountEntry.key === client.key,
          hint: <AccountState accountEntry={accountEntry} count={counts.get(accountEntry.key)} />,
          onSelect: () => {
            onGo?.();
            take(accountEntry);
          },
        })),
        {
          key: 'add',
          label: t.add,
          icon: 'plus' as const,
          apart: true,
          onSelect: () => {
            onGo?.();
            adding.set('new');
          },
        },
        {
          key: 'manage',
          label: t.manage,
          icon: 'gear' as const,
          onSelect: () => {
            onGo?.();
            go(href('settings', { selectedSettingsTab: 'common' }));
          },
        },
      ]}
    />
  );
}
