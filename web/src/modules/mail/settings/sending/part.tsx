import './sending.css';
import { senderCommands, writingQueries, type MailAccount, type SendingAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { useAttempt } from '../../../../shell/forms/use-attempt.ts';
import { useRemoved } from '../../../../shell/forms/use-removed.ts';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { Fault } from '../fault.tsx';
import type { CardProps } from '../parts.tsx';
import { SendingForm } from './form.tsx';
import { SenderForm } from './sender-form.tsx';
import { sendingTexts } from './texts.ts';
import { saidOf } from '../said-of.ts';

/** How mail of an account is sent, and as which addresses, in its card. Only for who may write mails. */
export function AccountSending({ account, isNew, onChanged }: Omit<CardProps, 'onEdit' | 'onRemoved'>) {
  const t = useTexts(sendingTexts);
  const mayWrite = useValue(useClient().configuration)?.rights.createMail === true;
  const { data, retry } = useAsk(writingQueries.accounts, mayWrite ? {} : undefined);
  const [chosen, setOpen] = useState<boolean>();
  if (!mayWrite || data === undefined) return null;
  const senders = data.sendingAccounts.filter((one) => one.accountId === account.id);
  const canSend = senders.some((one) => one.canSend);
  const isRelayed = account.sending === null && canSend;
  const { sending, changeable } = account;
  // Who adds a mailbox wants to answer from it too.
  const isOpen = chosen ?? (isNew && changeable && senders.length > 0 && !canSend);
  return (
    <section className="account-sending" role="group" aria-label={t.title}>
      <header>
        <h3>{t.title}</h3>
        {changeable ? (
          <Button kind={canSend ? 'plain' : 'primary'} icon="paper-plane-tilt" onClick={() => setOpen(true)}>
            {canSend ? t.change : t.setUp}
          </Button>
        ) : null}
      </header>
      {account.sendingFault === null ? null : <Fault fault={account.sendingFault} of="sending" />}
      {canSend || sending !== null ? (
        <p className="quiet small">
          {sending === null ? t.byOperator : t.by(`${sending.host}:${sending.port}`)}{' '}
          {account.kind === 'imap' ? t.copies[account.sentCopy] : ''}
        </p>
      ) : (
        <Callout icon="warning">
          <strong>{t.none}</strong> {changeable ? t.noneHint : t.noneForeign}
        </Callout>
      )}
      <Senders
        account={account}
        senders={senders}
        templates={[...data.templates, ...data.globalTemplates]}
        onChanged={retry}
      />
      {isOpen ? (
        <SendingForm
          account={account}
          isNew={isNew}
          isRelayed={isRelayed}
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

function Senders({
  account,
  senders,
  templates,
  onChanged,
}: {
  account: MailAccount;
  senders: readonly SendingAccount[];
  templates: Parameters<typeof SenderForm>[0]['templates'];
  onChanged: () => void;
}) {
  const t = useTexts(sendingTexts);
  const client = useClient();
  const { notices } = useShell();
  const [form, setForm] = useState<SendingAccount | 'new'>();
  /** What can be done with an address goes with it, or once it is the usual one. */
  const { nextFocus, removed } = useRemoved();
  const { attempt, offerUndo } = useAttempt(({ code }) => saidOf(t.problems, code), onChanged);
  const remove = async ({ id, email, name, standardTemplateId }: SendingAccount): Promise<void> => {
    if (!(await attempt(() => client.sendNow(senderCommands.removeSender, { senderId: id })))) return;
    removed();
    const again = { accountId: account.id, email, name, standardTemplateId };
    offerUndo(t.removed(email), () => client.sendNow(senderCommands.saveSender, again));
  };
  const choose = async ({ id, email }: SendingAccount): Promise<void> => {
    if (!(await attempt(() => client.sendNow(senderCommands.chooseSender, { senderId: id })))) return;
    removed();
    notices.show({ text: t.chosen(email) });
  };
  if (senders.length === 0) return null;
  return (
    <div className="senders">
      <header>
        <h3>{t.senders}</h3>
        {account.changeable ? (
          <Button ref={nextFocus} kind="plain" icon="plus" onClick={() => setForm('new')}>
            {t.addSender}
          </Button>
        ) : null}
      </header>
      <p className="quiet small">
        {t.sendersHint} {senders.length < 2 ? t.noSenders : ''}
      </p>
      <ul>
        {senders.map((sender) => (
          <li key={sender.id}>
            <span className="sender-name">
              <strong>{sender.name}</strong> <span className="quiet">{sender.email}</span>
              {sender.isTheStandardMailAccount ? <span className="badge">{t.standard}</span> : null}
              {sender.standard ? <span className="badge">{t.own}</span> : null}
            </span>
            {sender.isTheStandardMailAccount || !sender.canSend ? null : (
              <Button kind="plain" aria-label={t.chooseOf(sender.email)} onClick={() => void choose(sender)}>
                {t.choose}
              </Button>
            )}
            {account.changeable ? (
              <Button kind="plain" aria-label={t.editOf(sender.email)} onClick={() => setForm(sender)}>
                {t.edit}
              </Button>
            ) : null}
            {account.changeable && !sender.standard ? (
              <Button kind="plain" aria-label={t.removeOf(sender.email)} onClick={() => void remove(sender)}>
                {t.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {form === undefined ? null : (
        <SenderForm
          accountId={account.id}
          sender={form === 'new' ? undefined : form}
          templates={templates}
          onDone={() => {
            setForm(undefined);
            onChanged();
          }}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  );
}
