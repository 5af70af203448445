import '../settings.css';
import './signatures.css';
import { writingCommands, writingQueries, type SendingAccount, type Signature } from '@kontor/contract/mail';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { Failed, href, useGo, useAccountEntries, useTexts } from '../../../../shell/index.ts';
import { useAttempt } from '../../../../shell/forms/use-attempt.ts';
import { SkeletonBlock, Button, StatePage } from '../../../../ui/parts.tsx';
import { fieldTexts } from '../../composer/editor/field-texts.ts';
import { withFields } from '../../composer/editor/document.ts';
import { WrittenPreview } from '../../../../editor/preview.tsx';
import { toHtml } from '../../composer/editor/to-html.ts';
import { toDoc } from '../../composer/schema.ts';
import { emptySignature, exampleSignature, type Begun } from './example.ts';
import { SignatureForm } from './form.tsx';
import { texts } from './texts.ts';

/** The signatures of a person, by the address that they send from. */
export function Signatures() {
  const t = useTexts(texts);
  const go = useGo();
  const { data, failure, retry } = useAsk(writingQueries.accounts, {});
  const [open, setOpen] = useState<Begun>();
  if (data === undefined) {
    if (failure !== undefined) return <Failed failure={failure} title={t.failed} onRetry={retry} />;
    return <SkeletonBlock width="100%" height={140} />;
  }
  const { sendingAccounts, signatures } = data;
  if (open !== undefined)
    return (
      <SignatureForm
        begun={open}
        accounts={sendingAccounts}
        onSaved={() => {
          setOpen(undefined);
          retry();
        }}
        onClose={() => setOpen(undefined)}
      />
    );
  if (sendingAccounts.length === 0)
    return (
      <StatePage
        icon="signature"
        title={t.noAccounts}
        action={
          <Button kind="primary" onClick={() => go(href('settings', { selectedSettingsTab: 'mail' }))}>
            {t.toMailboxes}
          </Button>
        }
      >
        {t.noAccountsHint}
      </StatePage>
    );
  return (
    <section className="mail-accounts">
      <p className="quiet">{t.intro}</p>
      {sendingAccounts.map((account) => (
        <OfAccount
          key={account.id}
          account={account}
          signatures={signatures.filter((one) => one.sendingAccountId === account.id)}
          onOpen={setOpen}
          onChanged={retry}
        />
      ))}
    </section>
  );
}

function OfAccount({
  account,
  signatures,
  onOpen,
  onChanged,
}: {
  account: SendingAccount;
  signatures: readonly Signature[];
  onOpen: (begun: Begun) => void;
  onChanged: () => void;
}) {
  const t = useTexts(texts);
  return (
    <article className="account-card" aria-label={account.email}>
      <header>
        <div>
          <h2>{account.name}</h2>
          <span className="quiet">{account.email}</span>
        </div>
        {signatures.length === 0 ? null : (
          <Button icon="plus" aria-label={t.addTo(account.email)} onClick={() => onOpen(emptySignature(account))}>
            {t.add}
          </Button>
        )}
      </header>
      {signatures.length === 0 ? <Example account={account} onOpen={onOpen} /> : null}
      {signatures.map((signature) => (
        <One key={signature.id} account={account} signature={signature} onOpen={onOpen} onChanged={onChanged} />
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
        <Button icon="plus" aria-label={t.addTo(account.email)} onClick={() => onOpen(emptySignature(account))}>
          {t.add}
        </Button>
      </footer>
    </>
  );
}

function One({
  account,
  signature,
  onOpen,
  onChanged,
}: {
  account: SendingAccount;
  signature: Signature;
  onOpen: (begun: Begun) => void;
  onChanged: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { attempt, offerUndo } = useAttempt(() => t.problems.other, onChanged);
  const { id, name, isGlobal, isTheStandSignatureForTheAccount: isStandard } = signature;
  const edit = async (): Promise<void> => onOpen({ signature, account, name, doc: await toDoc(signature.signature) });
  const remove = async (): Promise<void> => {
    if (!(await attempt(() => client.sendNow(writingCommands.deleteSignature, { signatureId: id })))) return;
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
            <Button kind="plain" icon="pencil-simple" aria-label={t.editOf(name)} onClick={() => void edit()}>
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
