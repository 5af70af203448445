import './settings.css';
import { mailCommands, mailEvents, mailQueries, type MailAccount } from '@kontor/contract/mail';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useAsk, useClient } from '../../../client/react.tsx';
import { EditedList } from '../../../shell/forms/edited-list.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { AddressCard } from './address-card.tsx';
import { AnyForm } from './any-form.tsx';
import { Fault } from './fault.tsx';
import { CardHead, type CardProps } from './parts.tsx';
import { useProblem } from './problem.ts';
import { Quarantine } from './quarantine.tsx';
import { Remove } from './remove.tsx';
import { AccountSending } from './sending/part.tsx';
import { AccountSharing } from './sharing/part.tsx';
import { texts } from './texts.ts';

type State = MailAccount['state'];
type AccountCommand =
  | typeof mailCommands.syncAccount
  | typeof mailCommands.pauseAccount
  | typeof mailCommands.resumeAccount;

/** States that events have brought since the accounts were asked for, by account id. */
function useStates(): ReadonlyMap<number, State> {
  const client = useClient();
  const [states, setStates] = useState<ReadonlyMap<number, State>>(new Map());
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type !== mailEvents.accountProgress.type) return;
        const parsed = v.safeParse(mailEvents.accountProgress.payload, event.payload);
        if (parsed.success) setStates((known) => new Map(known).set(parsed.output.accountId, parsed.output.state));
      }),
    [client],
  );
  return states;
}

/** The mail accounts, with what each is doing. */
export function MailAccounts() {
  const t = useTexts(texts);
  const answer = useAsk(mailQueries.accountSettings, {});
  const states = useStates();
  const opened = useOpened<MailAccount>(({ id }) => id);
  /** The mailboxes that were there when one was added; the one that comes next is asked for its way out. */
  const [before, setBefore] = useState<ReadonlySet<number>>();
  return (
    <EditedList
      t={t}
      icon="envelope-simple"
      answer={answer}
      rowsOf={(accounts) => accounts}
      opened={opened}
      isOver
      form={({ one, onSaved }) => (
        <Dialog
          title={one === undefined ? t.newTitle : t.editTitle}
          closeLabel={t.close}
          size="l"
          onClose={opened.close}
        >
          <AnyForm
            account={one}
            onDone={() => {
              if (one === undefined) setBefore(new Set(answer.data?.map(({ id }) => id)));
              onSaved(one?.id);
              opened.close();
            }}
            onCancel={opened.close}
          />
        </Dialog>
      )}
      after={() => <Quarantine />}
    >
      {(accounts, rows) =>
        accounts.map((account) => {
          const Card = account.kind === 'smtp' ? AddressCard : Account;
          return (
            <Card
              key={account.id}
              account={{ ...account, state: states.get(account.id) ?? account.state }}
              isNew={before !== undefined && !before.has(account.id)}
              onEdit={() => rows.onOpen(account)}
              onChanged={rows.onChanged}
              onRemoved={rows.onRemoved}
            />
          );
        })
      }
    </EditedList>
  );
}

function Account({ account, isNew, onEdit, onChanged, onRemoved }: CardProps) {
  const t = useTexts(texts);
  const client = useClient();
  const formats = useFormats();
  const { notices } = useShell();
  const { attempt } = useAttempt(useProblem());
  const [removing, setRemoving] = useState(false);
  const { state } = account;
  const run = async (command: AccountCommand, done: string): Promise<void> => {
    if (!(await attempt(() => client.sendNow(command, { accountId: account.id })))) return;
    notices.show({ text: done });
    onChanged();
  };
  const { syncAccount, pauseAccount, resumeAccount } = mailCommands;
  const isPaused = state.phase === 'paused';
  return (
    <article className="account-card">
      <CardHead account={account} phase={state.phase} label={t.phases[state.phase]} />
      {(state.phase === 'syncing' || isPaused) && state.total > state.done ? (
        <div className="account-progress">
          <div
            className="progress"
            role="progressbar"
            aria-label={t.phases[state.phase]}
            aria-valuenow={state.done}
            aria-valuemin={0}
            aria-valuemax={state.total}
          >
            <span style={{ width: `${(100 * Math.min(state.done, state.total)) / state.total}%` }} />
          </div>
          <span className="quiet small">
            {t.progress(formats.number(state.done), formats.number(state.total))}
            {state.folder === '' ? '' : ` · ${t.folder(state.folder)}`}
          </span>
        </div>
      ) : null}
      {state.fault === null ? null : <Fault fault={state.fault} />}
      <p className="quiet small">
        {[
          `${account.host}:${account.port}`,
          t.members(account.memberIds.length),
          state.lastSync === null ? '' : t.lastSync(formats.full(Date.parse(state.lastSync) / 1000)),
          state.quarantined === 0 ? '' : t.quarantined(state.quarantined),
          account.changeable ? '' : t.foreign,
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {state.leftOut.length === 0 ? null : (
        <p className="quiet small">{t.leftOut(state.leftOut.map(t.quoted).join(', '), state.leftOut.length)}</p>
      )}
      <AccountSending account={account} isNew={isNew} onChanged={onChanged} />
      <AccountSharing account={account} onChanged={onChanged} />
      <footer>
        {isPaused ? null : (
          <Button icon="arrow-clockwise" onClick={() => void run(syncAccount, t.syncStarted)}>
            {state.phase === 'failed' ? t.retrySync : t.sync}
          </Button>
        )}
        {account.changeable ? (
          <>
            {isPaused ? (
              <Button icon="play" onClick={() => void run(resumeAccount, t.resumed)}>
                {t.resume}
              </Button>
            ) : (
              <Button icon="pause" onClick={() => void run(pauseAccount, t.paused)}>
                {t.pause}
              </Button>
            )}
            <Button icon="pencil-simple" onClick={onEdit}>
              {t.edit}
            </Button>
            <Button kind="danger" icon="trash" onClick={() => setRemoving(true)}>
              {t.remove}
            </Button>
          </>
        ) : null}
      </footer>
      {removing ? (
        <Remove account={account} rows={{ onChanged, onRemoved }} onClose={() => setRemoving(false)} />
      ) : null}
    </article>
  );
}
