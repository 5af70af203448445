import type { MailAccount } from '@kontor/contract/mail';
import { FormEnd } from '../../../../shell/forms/form-end.tsx';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { PasswordField, Segments, SelectField, TextField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { Button, Callout } from '../../../../ui/parts.tsx';
import { Fault } from '../fault.tsx';
import { HostFields } from '../parts.tsx';
import { SENDING_PORTS, type SendingDraft } from './draft.ts';
import { sendingTexts } from './texts.ts';
import { useSendingForm, type Tested } from './use-sending-form.ts';

interface Props {
  readonly account: MailAccount;
  readonly isNew: boolean;
  readonly isRelayed: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** How mail of an account leaves, with a test that says what the server answers. */
export function SendingForm({ account, isNew, isRelayed, onDone, onClose }: Props) {
  const t = useTexts(sendingTexts);
  const sending = useSendingForm({ account, isRelayed, onDone });
  const { ref, draft, to, isBusy, isSaving, tested, hasReading } = sending;
  const { setTo, faultOf, change, leave, submit, test, trust } = sending;
  const close = (): void => leave(onClose);
  return (
    <Dialog title={isNew ? t.setUp : t.title} closeLabel={t.close} size="l" onClose={close}>
      <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event)}>
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
          <ServerFields
            draft={draft}
            hasReading={hasReading}
            isKept={account.sending !== null}
            faultOf={faultOf}
            onChange={change}
          />
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
            <Button aria-disabled={isBusy} onClick={test}>
              {isBusy && !isSaving ? t.testing : t.test}
            </Button>
          </div>
        ) : null}
        {tested === undefined ? null : <TestResult tested={tested} onTrust={trust} />}
        <FormEnd form={sending} isNew create={t.save} onCancel={close} />
      </form>
    </Dialog>
  );
}

/** The server that mail leaves by, and how one signs in there. */
function ServerFields({
  draft,
  hasReading,
  isKept,
  faultOf,
  onChange,
}: {
  draft: SendingDraft;
  /** The account is read from a server, too, whose name and password are taken where there are none here. */
  hasReading: boolean;
  /** There is a password, which stays where none is typed. */
  isKept: boolean;
  faultOf: (field: 'host' | 'port' | 'userName') => string | undefined;
  onChange: (part: Partial<SendingDraft>) => void;
}) {
  const t = useTexts(sendingTexts);
  return (
    <>
      <HostFields label={t.server} draft={draft} faultOf={faultOf} onChange={onChange} />
      <SelectField
        label={t.security}
        value={draft.security}
        options={(['tls', 'starttls', 'none'] as const).map((key) => [key, t.securities[key]] as const)}
        onChange={(security) =>
          onChange({
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
          onChange={(event) => onChange({ userName: event.currentTarget.value })}
        />
        <PasswordField
          label={t.password}
          showLabel={t.showPassword}
          hint={isKept ? t.passwordKept : hasReading ? t.passwordAsRead : undefined}
          autoComplete="new-password"
          value={draft.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

/** What the test has shown. */
function TestResult({ tested, onTrust }: { tested: Tested; onTrust: (fingerprint: string) => void }) {
  const t = useTexts(sendingTexts);
  const formats = useFormats();
  return tested.fault === null ? (
    <Callout tone="good" icon="check-circle">
      {tested.to === '' ? t.good : t.goodSent(tested.to)}{' '}
      {tested.size === null || tested.size === 0 ? '' : t.limit(formats.size(tested.size))}
    </Callout>
  ) : (
    <Fault fault={tested.fault} of="sending" onTrust={onTrust} />
  );
}
