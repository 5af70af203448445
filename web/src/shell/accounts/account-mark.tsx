import './switcher.css';
import type { AccountEntry } from '../../client/page-accounts.ts';
import { useKontor, useValue } from '../../client/react.tsx';
import { createValue } from '../../client/value.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/parts.tsx';
import { useFormats, useTexts } from '../context.tsx';
import { texts } from './instances-texts.ts';

export const titleOf = ({ account }: AccountEntry): string => account.title || account.name;

/** Who it is, where it is not the server of this page where, and whether it is signed in no more: `anna · kontor.firma.example`. */
export function useDetailsOf(): (accountEntry: AccountEntry) => readonly string[] {
  const t = useTexts(texts);
  const { env } = useKontor();
  return ({ state, account: { url, user } }) => [
    user,
    ...(url === env.origin ? [] : [new URL(url).host]),
    ...(state === 'in' ? [] : [t[state]]),
  ];
}

/** What an account is known by, before its picture and people are. */
export const AccountMark = ({ accountEntry }: { accountEntry: AccountEntry }) => (
  <Avatar name={titleOf(accountEntry)} size="s" />
);

const CONNECTED = createValue({ online: true });

/** How an account is doing: its unfinished number, or why it has none. */
export function AccountState({ accountEntry, count }: { accountEntry: AccountEntry; count: number | undefined }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { online } = useValue<{ readonly online: boolean }>(accountEntry.client?.connection ?? CONNECTED);
  if (accountEntry.state !== 'in')
    return (
      <span className="seat-state">
        <Icon name="lock-simple" small />
      </span>
    );
  return (
    <span className="seat-state">
      {online ? null : (
        <span title={t.offline}>
          <Icon name="cloud-slash" small /> <span className="hidden-text">{t.offline}</span>
        </span>
      )}
      {count === undefined || count === 0 ? null : (
        <span className="seat-count" title={t.unfinished(count)}>
          {formats.number(count)}
        </span>
      )}
    </span>
  );
}
