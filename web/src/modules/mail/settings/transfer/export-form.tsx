import { transferQueries, type MailAccount } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { DateField } from '../../../../shell/dates/date-field.tsx';
import { Segments } from '../../../../ui/fields.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { Button } from '../../../../ui/parts.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { AccountField } from './import-form.tsx';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

const FORMATS = ['mbox', 'maildir'] as const;
const ENDINGS = { mbox: 'mbox', maildir: 'zip' } as const;

/** Puts all mails of a mailbox, or those of some days, into a file. */
export function ExportForm({ accounts }: { accounts: readonly MailAccount[] }) {
  const t = useTexts(texts);
  const { transport } = useClient();
  const { notices } = useShell();
  const [accountId, setAccount] = useState(String(accounts[0]?.id ?? ''));
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('mbox');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const account = accounts.find(({ id }) => String(id) === accountId) ?? accounts[0];
  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    const days = { from: from || null, until: until || null };
    try {
      const params = { accountId: account?.id ?? 0, format, ...days };
      const bytes = await transport.bytes(transferQueries.exportAccount, params);
      await saveFile(bytes, `${account?.email ?? 'kontor'}.${ENDINGS[format]}`);
      notices.show({ text: t.saved });
    } catch (error) {
      setFault(saidOf(t.problems, asFailure(error).code));
    }
    setBusy(false);
  };
  return (
    <section className="account-card" aria-labelledby="export-title">
      <div>
        <h2 id="export-title">{t.exportTitle}</h2>
        <p className="quiet">{t.exportHint}</p>
      </div>
      <AccountField accounts={accounts} value={accountId} onChange={setAccount} />
      <Segments
        label={t.format}
        value={format}
        options={FORMATS.map((key) => [key, t.formats[key]])}
        onChange={setFormat}
      />
      <div className="transfer-days">
        <DateField kind="day" label={t.from} value={from} max={until} onChange={setFrom} />
        <DateField kind="day" label={t.until} value={until} min={from} onChange={setUntil} />
      </div>
      <FaultNote text={fault} />
      <footer>
        <Button kind="primary" icon="download-simple" disabled={busy} onClick={() => void save()}>
          {busy ? t.saving : t.save}
        </Button>
      </footer>
    </section>
  );
}
