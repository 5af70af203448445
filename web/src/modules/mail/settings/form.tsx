import { FormEnd } from '../../../shell/forms/form-end.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { withEmail } from './draft.ts';
import { Fault } from './fault.tsx';
import { HostFields, NameField, Sharing, type FormProps } from './parts.tsx';
import { guessServer } from './providers.ts';
import { SignIn } from './sign-in.tsx';
import { texts } from './texts.ts';
import { useAccountForm, type TestResult } from './use-account-form.ts';

/** Ports that go with an encryption, where the person has not chosen another. */
const PORTS = { tls: '993', starttls: '143', none: '143' } as const;

/** Form of a mail account, new or known. The account's server is tried before it is saved. */
export function AccountForm({ account, onDone, onCancel }: FormProps) {
  const t = useTexts(texts);
  const editing = useAccountForm({ account, onDone });
  const { ref, draft, foundAt, notKept, ownId, stored, isBusy, isSaving, result } = editing;
  const { change, faultOf, forget, reset, submit, test, trust } = editing;
  return (
    <form ref={ref} className="form" onSubmit={(event) => submit(event)} noValidate>
      <KeptNotes isNotKept={notKept} foundAt={foundAt} onDiscard={reset} />
      <div className="two">
        <TextField
          label={t.email}
          type="email"
          autoComplete="off"
          autoFocus={account === undefined}
          fault={faultOf('email')}
          value={draft.email}
          onChange={({ currentTarget: { value } }) =>
            change(account === undefined ? withEmail(draft, value) : { email: value })
          }
        />
        <NameField draft={draft} fault={faultOf('name')} onChange={change} />
      </div>
      <SignIn
        draft={draft}
        stored={stored}
        appPassword={guessServer(draft.email)?.appPassword}
        faultOf={faultOf}
        onChange={change}
      />
      <HostFields label={t.server} draft={draft} faultOf={faultOf} onChange={change} />
      <div className="two">
        <SelectField
          label={t.security}
          value={draft.security}
          options={(['tls', 'starttls', 'none'] as const).map((key) => [key, t.securities[key]] as const)}
          onChange={(security) =>
            change({ security, ...(draft.port === PORTS[draft.security] ? { port: PORTS[security] } : {}) })
          }
        />
        <TextField
          label={t.userName}
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
          fault={faultOf('userName')}
          value={draft.userName}
          onChange={(event) => change({ userName: event.currentTarget.value })}
        />
      </div>
      <Sharing draft={draft} ownerId={account?.ownerId ?? ownId} isNew={account === undefined} onChange={change} />
      {draft.trustedFingerprint === null ? null : <Callout icon="lock-simple">{t.trusted}</Callout>}
      {result === undefined ? null : <Tested result={result} onTrust={trust} />}
      <FormEnd
        form={editing}
        isNew
        create={t.save}
        saving={t.saving}
        tools={
          <Button aria-disabled={isBusy} onClick={test}>
            {isBusy && !isSaving ? t.testing : t.test}
          </Button>
        }
        onCancel={() => {
          forget();
          onCancel();
        }}
      />
    </form>
  );
}

/** Says that what is written is not kept on the device, or that something kept was found there. */
function KeptNotes({
  isNotKept,
  foundAt,
  onDiscard,
}: {
  isNotKept: boolean;
  /** Milliseconds since 1970. */
  foundAt: number | undefined;
  onDiscard: () => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <>
      {isNotKept ? (
        <Callout tone="fault" icon="warning">
          {t.draftNotKept}
        </Callout>
      ) : null}
      {foundAt === undefined ? null : (
        <Callout
          icon="pencil-simple"
          action={
            <Button kind="plain" onClick={onDiscard}>
              {t.draftDiscard}
            </Button>
          }
        >
          {t.draftFound(formats.full(foundAt / 1000))}
        </Callout>
      )}
    </>
  );
}

/** What the test of the connection has shown. */
function Tested({ result, onTrust }: { result: TestResult; onTrust: (fingerprint: string) => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  return result.fault === null ? (
    <Callout tone="good" icon="check-circle">
      {t.testGood(formats.number(result.mails), formats.number(result.folders))}
    </Callout>
  ) : (
    <Fault fault={result.fault} onTrust={onTrust} />
  );
}
