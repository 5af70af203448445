import { sendingCommands, sendingQueries, type MailAccount, type MailServerFault } from '@kontor/contract/mail';
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { asFailure } from '../../../../client/failure.ts';
import { useClient } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { useUnsaved } from '../../../../shell/use-unsaved.ts';
import { PasswordField, Segments, SelectField, TextField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { Fault } from '../fault.tsx';
import { FormEnd, HostFields } from '../parts.tsx';
import { saidOf } from '../said-of.ts';
import { SENDING_PORTS, sendingDraft, sendingFaults, sendingServer, type SendingDraft } from './draft.ts';
import { sendingTexts } from './texts.ts';

interface Tested {
  readonly fault: MailServerFault | null;
  readonly size: number | null;
  readonly to: string;
}

/** How mail of an account leaves, with a test that says what the server answers. */
export function SendingForm({
  account,
  isNew,
  isRelayed,
  onDone,
  onClose,
}: {
  account: MailAccount;
  isNew: boolean;
  isRelayed: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts(sendingTexts);
  const client = useClient();
  const formats = useFormats();
  const { notices } = useShell();
  const form = useRef<HTMLFormElement>(null);
  const [begun] = useState(() => sendingDraft(account, isRelayed));
  const [draft, setDraft] = useState(begun);
  const [to, setTo] = useState('');
  const [isTried, setTried] = useState(false);
  const [busy, setBusy] = useState<'test' | 'save'>();
  const [tested, setTested] = useState<Tested>();
  const [fault, setFault] = useState<string>();
  const hasReading = account.kind === 'imap';
  const faults = sendingFaults(draft, hasReading);
  const faultOf = (field: keyof typeof faults): string | undefined => {
    const code = isTried ? faults[field] : undefined;
    return code === undefined ? undefined : t[code];
  };
  const change = (part: Partial<SendingDraft>): void => {
    setDraft((known) => ({ ...known, ...part }));
    setTested(undefined);
  };
  const run = async (kind: 'test' | 'save', work: () => Promise<boolean>): Promise<boolean> => {
    flushSync(() => setTried(true));
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    if (Object.keys(faults).length > 0 || busy !== undefined) return false;
    setBusy(kind);
    setFault(undefined);
    try {
      return await work();
    } catch (error) {
      const { code } = asFailure(error);
      setFault(code === 'MAIL_ADDRESS_INVALID' ? t.badTestTo : saidOf(t.problems, code));
      return false;
    } finally {
      setBusy(undefined);
    }
  };
  const test = (given: SendingDraft): Promise<boolean> =>
    run('test', async () => {
      setTested(undefined);
      const params = { ...sendingServer(given), accountId: account.id, sendTo: to.trim() === '' ? null : to.trim() };
      const { results } = await client.transport.query(sendingQueries.testSending, params, { once: true });
      setTested({ ...results, to: to.trim() });
      return results.fault === null;
    });
  const save = (): Promise<boolean> =>
    run('save', async () => {
      await client.tellNow(sendingCommands.updateSending, {
        accountId: account.id,
        sending: draft.way === 'operator' ? null : sendingServer(draft),
        sentCopy: draft.sentCopy,
      });
      notices.show({ text: t.saved });
      onDone();
      return true;
    });
  const title = t.dialog(account.name);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(begun);
  const leave = useUnsaved({ title, isDirty, save });
  const close = (): void => leave(onClose);
  const trust = (trustedFingerprint: string): void => {
    const trusting = { ...draft, trustedFingerprint };
    setDraft(trusting);
    void test(trusting);
  };
  return (
    <Dialog title={isNew ? t.setUp : t.title} closeLabel={t.close} size="l" onClose={close}>
      <form
        ref={form}
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        {isNew ? <p className="quiet">{t.newHint}</p> : null}
        <Segments
          label={t.way}
          value={draft.way}
          options={[
            ['own', t.ways.own],
            ['operator', t.ways.operator],
          ]}
          onChange={(way) => change({ way })}
        />
        {draft.way === 'operator' ? <p className="quiet">{t.operatorHint}</p> : null}
        {draft.way === 'own' ? (
          <>
            <HostFields label={t.server} draft={draft} faultOf={faultOf} onChange={change} />
            <SelectField
              label={t.security}
              value={draft.security}
              options={(['tls', 'starttls', 'none'] as const).map((key) => [key, t.securities[key]] as const)}
              onChange={(security) =>
                change({
                  security,
                  ...(draft.port === SENDING_PORTS[draft.security] ? { port: SENDING_PORTS[security] } : {}),
                })
              }
            />
            <div className="two">
              <TextField
                label={t.userName}
                hint={hasReading ? t.userNameHint : undefined}
                autoCapitalize="off"
                spellCheck={false}
                autoComplete="off"
                fault={faultOf('userName')}
                value={draft.userName}
                onChange={(event) => change({ userName: event.currentTarget.value })}
              />
              <PasswordField
                label={t.password}
                showLabel={t.showPassword}
                hint={account.sending !== null ? t.passwordKept : hasReading ? t.passwordAsRead : undefined}
                autoComplete="new-password"
                value={draft.password}
                onChange={(event) => change({ password: event.currentTarget.value })}
              />
            </div>
          </>
        ) : null}
        {hasReading ? (
          <>
            <Segments
              label={t.copy}
              value={draft.sentCopy}
              options={(['auto', 'append', 'server'] as const).map((key) => [key, t.copyChoices[key]] as const)}
              onChange={(sentCopy) => change({ sentCopy })}
            />
            <p className="quiet small">{t.copyHint}</p>
          </>
        ) : null}
        {draft.way === 'own' ? (
          <div className="sending-test">
            <TextField
              label={t.testTo}
              hint={t.testToHint}
              type="email"
              autoComplete="off"
              value={to}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <Button disabled={busy !== undefined} onClick={() => void test(draft)}>
              {busy === 'test' ? t.testing : t.test}
            </Button>
          </div>
        ) : null}
        {tested === undefined ? null : tested.fault === null ? (
          <Callout tone="good" icon="check-circle">
            {tested.to === '' ? t.good : t.goodSent(tested.to)}{' '}
            {tested.size === null || tested.size === 0 ? '' : t.limit(formats.size(tested.size))}
          </Callout>
        ) : (
          <Fault fault={tested.fault} of="sending" onTrust={trust} />
        )}
        <FormEnd fault={fault} busy={busy !== undefined} saving={busy === 'save'} onCancel={close} />
      </form>
    </Dialog>
  );
}
