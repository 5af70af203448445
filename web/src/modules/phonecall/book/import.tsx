import type { ResultOf } from '@kontor/contract/kernel';
import { phonecallCommands } from '@kontor/contract/phonecall';
import { useRef, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useUploads } from '../../../client/use-uploads.ts';
import { useTexts } from '../../../shell/index.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { bookTexts } from './texts.ts';

type Outcome = ResultOf<typeof phonecallCommands.importEntries>;

/** Takes entries out of a file. */
export function ImportDialog({ onImported, onClose }: { onImported: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const say = useProblem();
  const sendOnce = useSendOnce();
  const { uploads, all } = useUploads();
  const field = useRef<HTMLInputElement>(null);
  const [uploadId, setUpload] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const upload = uploadId === undefined ? undefined : all.get(uploadId);
  const isReady = upload?.state === 'complete';
  const hasFailed = upload?.state === 'failed' || upload?.state === 'lost';
  const release = (): void => {
    if (uploadId !== undefined) uploads?.release([uploadId]);
  };
  const choose = (file: File | undefined): void => {
    if (file === undefined || uploads === undefined) return;
    release();
    setFault(undefined);
    setUpload(uploads.add(file));
  };
  const close = (): void => {
    release();
    onClose();
  };
  const run = async (): Promise<void> => {
    const attachmentId = upload?.attachmentId;
    if (attachmentId === undefined || isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const format = /\.vcf$/i.test(upload?.name ?? '') || upload?.type === 'text/vcard' ? 'vcard' : 'csv';
      setOutcome(await sendOnce(phonecallCommands.importEntries, { attachmentId, format }));
      onImported();
    } catch (error) {
      setFault(say(asFailure(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.importTitle} closeLabel={t.close} onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (outcome === undefined) void run();
          else close();
        }}
      >
        {outcome === undefined ? (
          <>
            <p>{t.importHint}</p>
            <input
              ref={field}
              type="file"
              hidden
              accept=".vcf,.csv,text/vcard,text/csv"
              aria-label={t.file}
              onChange={({ currentTarget }) => {
                choose(currentTarget.files?.[0]);
                currentTarget.value = '';
              }}
            />
            <div className="form-buttons">
              <Button icon="file" disabled={uploads === undefined} onClick={() => field.current?.click()}>
                {t.file}
              </Button>
              {upload === undefined ? null : (
                <span role="status">
                  {upload.name}
                  {isReady ? '' : `, ${t.uploading(percentOf(upload))}`}
                </span>
              )}
            </div>
          </>
        ) : (
          <Outcomes outcome={outcome} />
        )}
        <FaultNote text={hasFailed ? t.uploadFailed : fault} />
        <footer className="form-buttons">
          {outcome === undefined ? <Button onClick={close}>{t.cancel}</Button> : null}
          <Button kind="primary" type="submit" disabled={outcome === undefined && !isReady} aria-disabled={isBusy}>
            {outcome === undefined ? t.import : t.done}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

const percentOf = ({ size, sent }: { size: number; sent: number }): number =>
  size === 0 ? 100 : Math.floor((100 * sent) / size);

function Outcomes({ outcome: { added, there, faults } }: { outcome: Outcome }) {
  const t = useTexts(bookTexts);
  return (
    <>
      <Callout tone="good" icon="check">
        {t.imported(added, there)}
      </Callout>
      {faults.length === 0 ? null : (
        <div>
          <p>{t.importFaults}</p>
          <ul>
            {faults.map(({ line, text }) => (
              <li key={line}>{t.line(line, text)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
