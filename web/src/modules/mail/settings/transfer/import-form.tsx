import { transferCommands, type MailAccount } from '@kontor/contract/mail';
import { useRef, useState, type DragEvent } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import type { Upload } from '../../../../client/uploads.ts';
import { useClient } from '../../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../../shell/index.ts';
import { Check, SelectField, Segments } from '../../../../ui/fields.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { Button, Icon, IconButton } from '../../../../ui/parts.tsx';
import { useUploads } from '../../../../client/use-uploads.ts';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

const STATES = ['asStored', 'done', 'new'] as const;
const MAX_FILES = 50;

/** Chooses files with mails in them and has them taken in, or looked at first. */
export function ImportForm({ accounts }: { accounts: readonly MailAccount[] }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const { uploads, all } = useUploads();
  const field = useRef<HTMLInputElement>(null);
  const [accountId, setAccount] = useState(String(accounts[0]?.id ?? ''));
  const [ids, setIds] = useState<readonly string[]>([]);
  const [state, setState] = useState<(typeof STATES)[number]>('asStored');
  const [onServer, setOnServer] = useState(false);
  const [isOver, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const account = accounts.find(({ id }) => String(id) === accountId) ?? accounts[0];
  const files = ids.flatMap((id) => all.get(id) ?? []);
  const isReady = files.length > 0 && files.every((file) => file.state === 'complete');
  const add = (given: readonly File[]): void => {
    if (uploads === undefined) return;
    const fresh = given.slice(0, MAX_FILES - ids.length).map((file) => uploads.add(file));
    setIds((known) => [...known, ...fresh]);
    setFault(undefined);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const run = async (isTry: boolean): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await client.sendNow(transferCommands.importFiles, {
        accountId: account?.id ?? 0,
        attachmentIds: files.flatMap(({ attachmentId }) => attachmentId ?? []),
        state,
        alsoOnServer: onServer && account?.kind === 'imap',
        isTry,
      });
      notices.show({ text: isTry ? t.trying : t.begun });
      if (isTry) return;
      uploads?.release(ids);
      setIds([]);
    } catch (error) {
      const { code, problem } = asFailure(error);
      const name = code === 'IMPORT_UNREADABLE' ? problem?.detail : undefined;
      setFault(name === undefined ? saidOf(t.problems, code) : t.nothingIn(name));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="account-card" aria-labelledby="import-title">
      <div>
        <h2 id="import-title">{t.importTitle}</h2>
        <p className="quiet">{t.importHint}</p>
      </div>
      <AccountField accounts={accounts} value={accountId} onChange={setAccount} />
      <div
        className="transfer-drop"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={field}
          type="file"
          multiple
          hidden
          aria-label={t.choose}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <Button icon="plus" disabled={uploads === undefined} onClick={() => field.current?.click()}>
          {t.choose}
        </Button>
        <span className="quiet">{t.drop}</span>
      </div>
      {files.length === 0 ? null : (
        <ul className="transfer-files" aria-label={t.files}>
          {files.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              onRemove={() => {
                setIds((known) => known.filter((id) => id !== file.id));
                uploads?.release([file.id]);
              }}
            />
          ))}
        </ul>
      )}
      <Segments label={t.state} value={state} options={STATES.map((key) => [key, t.states[key]])} onChange={setState} />
      {account?.kind === 'imap' ? (
        <Check
          label={t.alsoOnServer}
          hint={t.alsoOnServerHint}
          checked={onServer}
          onChange={(event) => setOnServer(event.currentTarget.checked)}
        />
      ) : null}
      <FaultNote text={fault} />
      <footer>
        <Button kind="primary" icon="tray" disabled={!isReady || busy} onClick={() => void run(false)}>
          {t.run}
        </Button>
        <Button icon="eye" disabled={!isReady || busy} onClick={() => void run(true)}>
          {t.tryFirst}
        </Button>
      </footer>
    </section>
  );
}

export function AccountField({
  accounts,
  value,
  onChange,
}: {
  accounts: readonly MailAccount[];
  value: string;
  onChange: (accountId: string) => void;
}) {
  const t = useTexts(texts);
  return (
    <SelectField
      label={t.mailbox}
      value={value}
      options={accounts.map(({ id, name, email }) => [String(id), name === email ? email : `${name} (${email})`])}
      onChange={onChange}
    />
  );
}

function FileLine({ file, onRemove }: { file: Upload; onRemove: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { name, size, sent, state, code } = file;
  const fault =
    state === 'lost'
      ? t.fileLost
      : state !== 'failed'
        ? undefined
        : code === 'UPLOAD_TOO_LARGE'
          ? t.fileTooLarge
          : t.fileFailed;
  const percent = size === 0 ? 100 : Math.floor((100 * sent) / size);
  return (
    <li data-fault={fault !== undefined}>
      <Icon name={fault === undefined ? 'file-text' : 'warning'} small />
      <span className="transfer-name">{name}</span>
      <span className="quiet">
        {fault ?? (state === 'complete' ? formats.size(size) : `${t.percent(percent)} · ${formats.size(size)}`)}
      </span>
      <IconButton icon="x" label={t.removeFile(name)} onClick={onRemove} />
    </li>
  );
}
