import '../../../shell/importing/importing.css';
import {
  BOOK_IMPORT_LIMITS,
  BOOK_TARGETS,
  bookImportCommands,
  bookImportQueries,
  type BookImportSetup,
} from '@kontor/contract/phonecall';
import type { ImportReading, ResultOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useUploads } from '../../../client/use-uploads.ts';
import { FileDrop } from '../../../shell/forms/file-drop.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { Columns } from '../../../shell/importing/columns.tsx';
import { ImportHead } from '../../../shell/importing/head.tsx';
import { FaultyRows, ImportCounts } from '../../../shell/importing/outcome.tsx';
import { FileReading } from '../../../shell/importing/reading.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { useDownload } from '../../../shell/importing/use-download.ts';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { BackTo } from '../../../ui/back-to.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout, SkeletonBlock } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { EarlierImports, useUndoImport, useWork } from './imports.tsx';
import { bookTexts } from './texts.ts';

type Imported = ResultOf<typeof bookImportCommands.importEntries>;
interface Given {
  readonly attachmentId: number;
  readonly setup: BookImportSetup;
}

/** Takes entries out of a file, in the place of the phone book's table: chosen, put in its fields, looked at, and taken. */
export function ImportPage({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const frame = useTexts(importTexts);
  const { uploads, all } = useUploads();
  const [uploadId, setUpload] = useState<string>();
  const [isTooLarge, setTooLarge] = useState(false);
  const upload = uploadId === undefined ? undefined : all.get(uploadId);
  const release = (): void => {
    if (uploadId !== undefined) uploads?.release([uploadId]);
    setUpload(undefined);
  };
  const choose = (file: File): void => {
    release();
    setTooLarge(file.size > BOOK_IMPORT_LIMITS.bytes);
    if (file.size <= BOOK_IMPORT_LIMITS.bytes && uploads !== undefined) setUpload(uploads.add(file));
  };
  if (upload?.state === 'complete' && upload.attachmentId !== undefined)
    return (
      <FileImport
        key={upload.attachmentId}
        attachmentId={upload.attachmentId}
        name={upload.name}
        onChanged={onChanged}
        onLeave={release}
      />
    );
  const isLost = upload?.state === 'failed' || upload?.state === 'lost';
  const percent = upload === undefined || upload.size === 0 ? 100 : Math.floor((100 * upload.sent) / upload.size);
  const isRefused = isTooLarge || upload?.code === 'UPLOAD_TOO_LARGE';
  return (
    <section className="import-page" aria-labelledby="book-import-title">
      <BackTo
        label={t.title}
        onBack={() => {
          release();
          onClose();
        }}
      />
      <section className="import-card">
        <div>
          <h2 id="book-import-title">{t.importTitle}</h2>
          <p className="quiet">{t.importHint}</p>
        </div>
        <FileDrop
          choose={frame.choose}
          accept=".vcf,.csv,.txt,.tsv,text/vcard,text/csv"
          status={upload === undefined || isLost ? frame.drop : frame.sending(upload.name, percent)}
          disabled={uploads === undefined}
          onFile={choose}
        />
        <FaultNote text={isRefused ? t.importTooLarge : isLost ? frame.fileFailed : undefined} />
      </section>
      <EarlierImports onChanged={onChanged} />
    </section>
  );
}

/** The import of one file, at the step that it is at. */
function FileImport({
  attachmentId,
  name,
  onChanged,
  onLeave,
}: {
  attachmentId: number;
  name: string;
  onChanged: () => void;
  onLeave: () => void;
}) {
  const t = useTexts(bookTexts);
  const [reading, setReading] = useState<Partial<ImportReading>>({});
  const [targets, setTargets] = useState<BookImportSetup['targets']>();
  const [checked, setChecked] = useState<Given>();
  const [done, setDone] = useState<Imported>();
  const step = done !== undefined ? 'result' : checked !== undefined ? 'check' : 'setup';
  return (
    <section className="import-page">
      <ImportHead name={name} step={step} back={t.importOther} onBack={onLeave} />
      {done !== undefined && checked !== undefined ? (
        <Ended given={checked} done={done} onChanged={onChanged} onLeave={onLeave} />
      ) : checked !== undefined ? (
        <Checked
          given={checked}
          onChange={() => setChecked(undefined)}
          onDone={(outcome) => {
            setDone(outcome);
            onChanged();
          }}
        />
      ) : (
        <Setup
          attachmentId={attachmentId}
          reading={reading}
          targets={targets}
          onRead={(next) => {
            // Read otherwise, the columns are others: what was chosen for them is guessed anew.
            setReading(next);
            setTargets(undefined);
          }}
          onTargets={setTargets}
          onCheck={(setup) => setChecked({ attachmentId, setup })}
        />
      )}
    </section>
  );
}

const NAMING = ['name', 'firstName', 'lastName', 'company'];

/** How the file is read, and where its columns go. */
function Setup({
  attachmentId,
  reading,
  targets: chosen,
  onRead,
  onTargets,
  onCheck,
}: {
  attachmentId: number;
  reading: Partial<ImportReading>;
  targets: BookImportSetup['targets'] | undefined;
  onRead: (reading: Partial<ImportReading>) => void;
  onTargets: (targets: BookImportSetup['targets']) => void;
  onCheck: (setup: BookImportSetup) => void;
}) {
  const t = useTexts(bookTexts);
  const frame = useTexts(importTexts);
  const say = useProblem();
  const { data: preview, failure, retry } = useAsk(bookImportQueries.bookPreview, { attachmentId, ...reading });
  if (preview === undefined && failure !== undefined)
    return (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {say(failure)}
      </Callout>
    );
  if (preview === undefined) return <SkeletonBlock width="100%" height={320} />;
  const { targets: guessed, ...read } = preview.setup;
  const targets = chosen ?? guessed;
  const used = Object.values(targets);
  const missing = [
    ...(used.some((target) => NAMING.includes(target)) ? [] : [t.targets.name]),
    ...(used.includes('number') ? [] : [t.targets.number]),
  ];
  return (
    <>
      <Columns
        guessed={guessed}
        chosen={targets}
        groups={[{ label: t.title, targets: BOOK_TARGETS.map((target) => ({ target, label: t.targets[target] })) }]}
        preview={preview}
        onChange={onTargets}
      />
      <FileReading reading={read} isCsv={preview.format === 'csv'} onRead={(part) => onRead({ ...read, ...part })} />
      {missing.length === 0 ? null : <p role="status">{t.importMissing(missing.join(', '))}</p>}
      <footer className="import-buttons">
        <Button kind="primary" icon="check" disabled={missing.length > 0} onClick={() => onCheck({ ...read, targets })}>
          {frame.check}
        </Button>
      </footer>
    </>
  );
}

/** What would come of a file, before anything is written. */
function Checked({
  given,
  onChange,
  onDone,
}: {
  given: Given;
  onChange: () => void;
  onDone: (outcome: Imported) => void;
}) {
  const t = useTexts(bookTexts);
  const frame = useTexts(importTexts);
  const say = useProblem();
  const sendOnce = useSendOnce();
  const { data, failure, retry } = useAsk(bookImportQueries.bookCheck, given);
  const { fault, isBusy, run } = useWork();
  const change = (
    <Button icon="sliders-horizontal" disabled={isBusy} onClick={onChange}>
      {frame.change}
    </Button>
  );
  if (data === undefined)
    return failure === undefined ? (
      <SkeletonBlock width="100%" height={160} />
    ) : (
      <>
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {say(failure)}
        </Callout>
        <footer className="import-buttons">{change}</footer>
      </>
    );
  const { made, skipped, faulty, entries, faults } = data;
  return (
    <>
      <section className="import-card" aria-labelledby="import-would-be">
        <h3 id="import-would-be">{frame.wouldBe}</h3>
        <ImportCounts counts={{ made, skipped, faulty }} />
        {entries === 0 ? <p>{frame.nothing}</p> : null}
        <FaultNote text={fault} />
        <footer>
          <Button
            kind="primary"
            icon="check"
            disabled={isBusy || entries === 0}
            onClick={() => void run(async () => onDone(await sendOnce(bookImportCommands.importEntries, given)))}
          >
            {t.importStart(entries)}
          </Button>
          {change}
        </footer>
      </section>
      <Faults given={given} faulty={faulty} faults={faults} />
    </>
  );
}

/** What came of an import, and the way back. */
function Ended({
  given,
  done: { made, skipped, faulty, entries, faults, importId },
  onChanged,
  onLeave,
}: {
  given: Given;
  done: Imported;
  onChanged: () => void;
  onLeave: () => void;
}) {
  const t = useTexts(bookTexts);
  const frame = useTexts(importTexts);
  const { undone, fault, isBusy, undo } = useUndoImport(onChanged);
  return (
    <>
      <section className="import-card" aria-labelledby="import-was-done">
        <h3 id="import-was-done">{frame.wasDone}</h3>
        <p role="status">{undone === undefined ? t.imported(entries) : frame.undone(undone.taken, undone.left)}</p>
        <ImportCounts counts={{ made, skipped, faulty }} />
        <FaultNote text={fault} />
        <footer>
          <Button kind="primary" onClick={onLeave}>
            {t.done}
          </Button>
          {importId === null || undone !== undefined ? null : (
            <Button icon="arrow-counter-clockwise" disabled={isBusy} onClick={() => undo(importId)}>
              {frame.undo}
            </Button>
          )}
        </footer>
        {importId === null || undone !== undefined ? null : <p className="quiet small">{frame.kept}</p>}
      </section>
      <Faults given={given} faulty={faulty} faults={faults} />
    </>
  );
}

/** The rows that are not taken, why, and all of them as a file. */
function Faults({ given, faulty, faults }: { given: Given } & Pick<Imported, 'faulty' | 'faults'>) {
  const t = useTexts(bookTexts);
  const language = useLanguage();
  const { isBusy, fault, download } = useDownload(useProblem());
  const labels = t.targets as Readonly<Record<string, string>>;
  return (
    <FaultyRows
      faulty={faulty}
      faults={faults}
      labelOf={(target) => labels[target] ?? target}
      fault={fault}
      isBusy={isBusy}
      onDownload={() => void download(bookImportQueries.bookFaults, { ...given, language }, t.faultsFile)}
    />
  );
}
