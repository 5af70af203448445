import { useState } from 'react';
import type { AccountEntry } from '../../client/page-accounts.ts';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { useAccountEntries, useShell, useTexts } from '../../shell/index.ts';
import { texts } from '../../shell/accounts/instances-texts.ts';
import { accountCommand, forgetRecent } from '../../shell/palette/recent.ts';
import { AccountMark, AccountState, titleOf, useDetailsOf } from '../../shell/accounts/account-mark.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout } from '../../ui/parts.tsx';

/** The accounts of this device: which one is shown, how they are doing, and a way to add and to remove one. */
export function Instances() {
  const t = useTexts(texts);
  const { adding, notices, unfinished, unsaved } = useShell();
  const counts = useValue(unfinished);
  const { accountEntries } = useAccountEntries();
  const [removing, setRemoving] = useState<Removing>();
  const kontor = useKontor();
  const ask = async (accountEntry: AccountEntry): Promise<void> => {
    try {
      const { changes, drafts } = await kontor.unsaved(accountEntry.key);
      const edited = unsaved.entries.get().filter(({ account }) => account === accountEntry.key);
      setRemoving({ accountEntry, changes, drafts: drafts + edited.length });
    } catch {
      notices.show({ text: t.notAsked, tone: 'fault', action: { label: t.retry, run: () => void ask(accountEntry) } });
    }
  };
  return (
    <>
      <ul className="instances">
        {accountEntries.map((accountEntry) => (
          <Instance
            key={accountEntry.key}
            accountEntry={accountEntry}
            count={counts.get(accountEntry.key)}
            onRemove={() => void ask(accountEntry)}
          />
        ))}
      </ul>
      <Button icon="plus" onClick={() => adding.set('new')}>
        {t.add}
      </Button>
      <p className="quiet">{t.hint}</p>
      {removing === undefined ? null : <Remove {...removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

function Instance({
  accountEntry,
  count,
  onRemove,
}: {
  accountEntry: AccountEntry;
  count: number | undefined;
  onRemove: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { take } = useAccountEntries();
  const detailsOf = useDetailsOf();
  const title = titleOf(accountEntry);
  const isShown = accountEntry.key === client.key;
  const more = [
    ...detailsOf(accountEntry),
    ...(isShown ? [t.shown] : []),
    ...(count === undefined ? [] : [count > 0 ? t.unfinished(count) : t.nothingOpen]),
  ];
  return (
    <li aria-current={isShown}>
      <AccountMark accountEntry={accountEntry} />
      <div className="instance-name">
        <strong>{title}</strong>
        <div className="quiet small">{more.join(' · ')}</div>
      </div>
      {accountEntry.state === 'in' ? <AccountState accountEntry={accountEntry} count={0} /> : null}
      {isShown ? null : accountEntry.state === 'in' ? (
        <Button aria-label={t.switchTo(`${title} (${accountEntry.account.user})`)} onClick={() => take(accountEntry)}>
          {t.switch}
        </Button>
      ) : (
        <Button aria-label={t.signInTo(`${title} (${accountEntry.account.user})`)} onClick={() => take(accountEntry)}>
          {t.signIn}
        </Button>
      )}
      <Button kind="plain" aria-label={t.removeOne(`${title} (${accountEntry.account.user})`)} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  );
}

interface Removing {
  readonly accountEntry: AccountEntry;
  readonly changes: number;
  readonly drafts: number;
}

/** Asks before an account is forgotten, and says what would be lost with it. */
function Remove({ accountEntry, changes, drafts, onClose }: Removing & { onClose: () => void }) {
  const t = useTexts(texts);
  const kontor = useKontor();
  const { notices } = useShell();
  const [busy, setBusy] = useState(false);
  const name = `${titleOf(accountEntry)} (${accountEntry.account.user})`;
  /** `known`: whether the session has ended on the server, where that was tried before. */
  const remove = async (known?: boolean): Promise<void> => {
    setBusy(true);
    let isEnded = known;
    try {
      isEnded ??= await kontor.signOut(accountEntry.key);
      await kontor.remove(accountEntry.key);
      forgetRecent(kontor.env.settings, accountCommand(accountEntry.key));
      notices.show({ text: `${t.removed(name)}${isEnded ? '' : ` ${t.endedLater}`}` });
    } catch {
      // This dialog may be gone by now, with the screen of the account.
      notices.show({
        text: t.notRemoved(name),
        tone: 'fault',
        action: { label: t.retry, run: () => void remove(isEnded) },
      });
    }
    onClose();
  };
  return (
    <Dialog title={t.removeTitle(name)} closeLabel={t.close} onClose={onClose}>
      <div className="settings-section">
        <p>{t.removeText}</p>
        {changes + drafts > 0 ? (
          <Callout tone="fault" icon="warning">
            {t.lost(changes, drafts)}
          </Callout>
        ) : (
          <p className="quiet">{t.nothingLost}</p>
        )}
      </div>
      <footer>
        <Button autoFocus onClick={onClose}>
          {t.keep}
        </Button>
        <Button kind="danger" disabled={busy} onClick={() => void remove()}>
          {t.remove}
        </Button>
      </footer>
    </Dialog>
  );
}
