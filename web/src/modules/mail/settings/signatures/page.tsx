import '../settings.css';
import './signatures.css';
import { writingCommands, writingQueries, type SendingAccount, type Signature } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { href, useGo, useAccountEntries, useTexts } from '../../../../shell/index.ts';
import { EditedList, type EditedRows } from '../../../../shell/forms/edited-list.tsx';
import { useAttempt } from '../../../../shell/forms/use-attempt.ts';
import { useOpened, type RowKey } from '../../../../shell/forms/use-opened.ts';
import { useRemoved } from '../../../../shell/forms/use-removed.ts';
import { Button, StatePage } from '../../../../ui/parts.tsx';
import { fieldTexts } from '../../composer/editor/field-texts.ts';
import { withFields } from '../../composer/editor/document.ts';
import { WrittenPreview } from '../../../../editor/preview.tsx';
import { toHtml } from '../../composer/editor/to-html.ts';
import { toDoc } from '../../composer/schema.ts';
import { emptySignature, exampleSignature, type Begun } from './example.ts';
import { SignatureForm } from './form.tsx';
import { texts } from './texts.ts';

/** Key of a signature, or of the address that a new one is for: its row, or its button, has the focus afterwards. */
const keyOf = ({ signature, account }: Begun): RowKey => signature?.id ?? newKeyOf(account);
const newKeyOf = ({ id }: SendingAccount): RowKey => `new ${id}`;

/** The signatures of a person, by the address that they send from. */
export function Signatures() {
  const t = useTexts(texts);
  const go = useGo();
  const answer = useAsk(writingQueries.accounts, {});
  const opened = useOpened<Begun>(keyOf);
  return (
    <EditedList
      t={t}
      icon="signature"
      answer={answer}
      rowsOf={({ sendingAccounts }) => sendingAccounts}
      opened={opened}
      isFixed
      form={({ one, onSaved }) =>
        one === undefined ? null : (
          <SignatureForm
            begun={one}
            accounts={answer.data?.sendingAccounts ?? []}
            onSaved={() => onSaved(keyOf(one))}
            onClose={opened.close}
          />
        )
      }
      whenEmpty={
        <StatePage
          icon="signature"
          title={t.empty}
          action={
            <Button kind="primary" onClick={() => go(href('settings', { selectedSettingsTab: 'mail' }))}>
              {t.toMailboxes}
            </Button>
          }
        >
          {t.emptyHint}
        </StatePage>
      }
    >
      {(accounts, rows, { signatures }) =>
        accounts.map((account) => (
          <OfAccount
            key={account.id}
            account={account}
            signatures={signatures.filter((one) => one.sendingAccountId === account.id)}
            {...rows}
          />
        ))
      }
    </EditedList>
  );
}

function OfAccount({
  account,
  signatures,
  focused,
  onOpen,
  onChanged,
}: Omit<EditedRows<Begun>, 'onRemoved'> & {
  account: SendingAccount;
  signatures: readonly Signature[];
}) {
  const t = useTexts(texts);
  /** Here a new one begins for each address. */
  const { nextFocus, removed } = useRemoved();
  return (
    <article className="account-card" aria-label={account.email}>
      <header>
        <div>
          <h2>{account.name}</h2>
          <span className="quiet">{account.email}</span>
        </div>
        <Button
          ref={nextFocus}
          icon="plus"
          aria-label={t.addTo(account.email)}
          autoFocus={focused === newKeyOf(account)}
          onClick={() => onOpen(emptySignature(account))}
        >
          {t.add}
        </Button>
      </header>
      {signatures.length === 0 ? <Example account={account} onOpen={onOpen} /> : null}
      {signatures.map((signature) => (
        <One
          key={signature.id}
          account={account}
          signature={signature}
          focused={focused}
          onOpen={onOpen}
          onChanged={onChanged}
          onRemoved={removed}
        />
      ))}
    </article>
  );
}

/** What a person without a signature may begin with. */
function Example({ account, onOpen }: { account: SendingAccount; onOpen: (begun: Begun) => void }) {
  const t = useTexts(texts);
  const { labels } = useTexts(fieldTexts);
  const client = useClient();
  const user = useValue(client.user);
  const companyName =
    useAccountEntries().accountEntries.find((accountEntry) => accountEntry.client === client)?.account.title ?? '';
  const doc = exampleSignature(t.example.greeting, companyName, labels);
  const values = {
    'sender.name': `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim(),
    'sender.email': account.email,
  };
  return (
    <>
      <p className="quiet">
        <strong>{t.none}.</strong> {t.noneHint}
      </p>
      <WrittenPreview html={toHtml(withFields(doc, values))} label={t.example.name} />
      <footer>
        <Button kind="primary" onClick={() => onOpen({ signature: undefined, account, name: t.example.name, doc })}>
          {t.take}
        </Button>
      </footer>
    </>
  );
}

function One({
  account,
  signature,
  focused,
  onOpen,
  onChanged,
  onRemoved,
}: EditedRows<Begun> & { account: SendingAccount; signature: Signature }) {
  const t = useTexts(texts);
  const client = useClient();
  const { attempt, offerUndo } = useAttempt(() => t.problems.other, onChanged);
  const { id, name, isGlobal, isTheStandSignatureForTheAccount: isStandard } = signature;
  const edit = async (): Promise<void> => onOpen({ signature, account, name, doc: await toDoc(signature.signature) });
  const remove = async (): Promise<void> => {
    if (!(await attempt(() => client.sendNow(writingCommands.deleteSignature, { signatureId: id })))) return;
    onRemoved();
    const again = { sendingAccountId: account.id, name, signature: signature.signature, isGlobal, isStandard };
    offerUndo(t.removed(name), () => client.sendNow(writingCommands.saveSignature, again));
  };
  return (
    <section className="signature" aria-label={name}>
      <header>
        <h3>{name}</h3>
        {isStandard ? <span className="badge">{t.standard}</span> : null}
        {isGlobal ? <span className="badge">{t.global}</span> : null}
        <span className="grow" />
        {signature.changeable ? (
          <>
            <Button
              kind="plain"
              icon="pencil-simple"
              aria-label={t.editOf(name)}
              autoFocus={focused === id}
              onClick={() => void edit()}
            >
              {t.edit}
            </Button>
            <Button kind="plain" icon="trash" aria-label={t.removeOf(name)} onClick={() => void remove()}>
              {t.remove}
            </Button>
          </>
        ) : null}
      </header>
      <WrittenPreview html={signature.mailsignature} label={name} />
      {signature.changeable ? null : <p className="quiet small">{t.foreign}</p>}
    </section>
  );
}
