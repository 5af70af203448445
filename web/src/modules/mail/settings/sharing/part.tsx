import './sharing.css';
import { sessionQueries } from '@kontor/contract/account';
import { teamworkQueries, type MailAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { SkeletonBlock, Button, Callout } from '../../../../ui/parts.tsx';
import { SharingForm } from './form.tsx';
import { numbersOf, rowsOf } from './rules.ts';
import { sharingTexts } from './texts.ts';

/** Who sees a mailbox, sends from it and manages it, in its card. Only for those who may change that. */
export function AccountSharing({ account, onChanged }: { account: MailAccount; onChanged: () => void }) {
  const t = useTexts(sharingTexts);
  const ownId = useValue(useClient().user)?.id;
  const isWanted = account.changeable;
  const { data, failure, retry } = useAsk(teamworkQueries.rights, isWanted ? { accountId: account.id } : undefined);
  const people = useAsk(sessionQueries.moduleUsers, isWanted ? { module: 'email' } : undefined);
  const [isOpen, setOpen] = useState(false);
  if (!isWanted) return null;
  const known = people.data;
  const failed = failure ?? people.failure;
  const again = (): void => (failure === undefined ? people.retry() : retry());
  if (data === undefined || known === undefined)
    return failed === undefined ? (
      <SkeletonBlock width="100%" height={48} />
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={again}>{t.retry}</Button>}>
        {failed.kind === 'offline' ? t.offline : t.failed}
      </Callout>
    );
  const { owner, rights } = data;
  const { sees, sends, manages } = numbersOf(owner.userId, rowsOf(data), known);
  return (
    <section className="account-sharing" role="group" aria-label={t.title}>
      <header>
        <h3>{t.title}</h3>
        <Button kind="plain" icon="users" onClick={() => setOpen(true)}>
          {rights.length === 0 ? t.share : t.change}
        </Button>
      </header>
      <p className="quiet small">
        {rights.length === 0
          ? owner.userId === ownId
            ? t.alone
            : t.aloneOf(owner.name)
          : `${[owner.name, ...rights.map(({ name }) => name)].join(', ')} · ${t.numbers(sees, sends, manages)}`}
      </p>
      {isOpen ? (
        <SharingForm
          account={account}
          rights={data}
          known={known}
          onDone={() => {
            setOpen(false);
            retry();
            onChanged();
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}
