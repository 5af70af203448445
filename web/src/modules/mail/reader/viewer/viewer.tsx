import './viewer.css';
import { previewQueries, type Attachment } from '@kontor/contract/mail';
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { asFailure, type Failure } from '../../../../client/failure.ts';
import { useClient, useValue } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { IconButton } from '../../../../ui/parts.tsx';
import { writeAddress } from '../../composer/address.ts';
import { useDownloadFile } from '../../parts/download-file.ts';
import { AttachedMail } from './attached-mail.tsx';
import { Contacts } from './contacts.tsx';
import { Events } from './events.tsx';
import { Failed, NotShown, Waiting } from './not-shown.tsx';
import { Picture } from './picture.tsx';
import { kindOfBytes, lookOf, stepped } from './rules.ts';
import { TextView } from './text.tsx';
import { viewerTexts } from './texts.ts';

const Pdf = lazily(() => import('./pdf.tsx').then((module) => module.Pdf));

const isTyping = (target: EventTarget): boolean => target instanceof Element && target.closest('input') !== null;

/** Shows the files of a mail, one at a time. `onClose` is told which one was shown last. */
export function Viewer({
  aggregateId,
  files,
  first,
  isInner,
  onClose,
}: {
  aggregateId: string;
  files: readonly Attachment[];
  first: number;
  /** Files of a mail that is a file itself: they cannot be attached to another one by themselves. */
  isInner: boolean;
  onClose: (index: number) => void;
}) {
  const t = useTexts(viewerTexts);
  const client = useClient();
  const { tabs } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const download = useDownloadFile(aggregateId);
  const [index, setIndex] = useState(first);
  const stage = useRef<HTMLDivElement>(null);
  const file = files[index] ?? files[0];
  if (file === undefined) return null;
  const step = (by: number): void => {
    setIndex(stepped(index, by, files.length));
    // What had the focus may be gone with the file that was shown.
    stage.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    step(by);
  };
  const attach = (): void => {
    onClose(index);
    tabs.open(writeAddress(client, { kind: 'attach', aggregateId, storageKey: file.storageKey }), 'beside');
  };
  return (
    <Dialog
      title={file.filename}
      closeLabel={t.close}
      size="full"
      onKey={onKey}
      onClose={() => onClose(index)}
      tools={
        <>
          {files.length === 1 ? null : (
            <>
              <IconButton icon="caret-left" label={t.previous} disabled={index === 0} onClick={() => step(-1)} />
              <span className="quiet" role="status">
                {t.place(index + 1, files.length)}
              </span>
              <IconButton
                icon="caret-right"
                label={t.next}
                disabled={index === files.length - 1}
                onClick={() => step(1)}
              />
            </>
          )}
          {mayWrite && !isInner ? <IconButton icon="paperclip" label={t.toNewMail} onClick={attach} /> : null}
          <IconButton icon="download-simple" label={t.download} onClick={() => void download(file)} />
        </>
      }
    >
      <div className="viewer" ref={stage} tabIndex={-1}>
        <Shown
          key={file.storageKey}
          aggregateId={aggregateId}
          file={file}
          onDownload={() => void download(file)}
          onLeave={() => onClose(index)}
        />
      </div>
    </Dialog>
  );
}

function Shown({
  aggregateId,
  file,
  ...acts
}: {
  aggregateId: string;
  file: Attachment;
  onDownload: () => void;
  onLeave: () => void;
}) {
  const { storageKey } = file;
  const about = { aggregateId, storageKey, onDownload: acts.onDownload };
  switch (lookOf(file)) {
    case 'mail':
      return <AttachedMail {...about} />;
    case 'events':
      return <Events {...about} />;
    case 'contacts':
      return <Contacts {...about} onLeave={acts.onLeave} />;
    case 'bytes':
      return <Bytes aggregateId={aggregateId} file={file} onDownload={acts.onDownload} />;
  }
}

interface BytesGiven {
  readonly aggregateId: string;
  readonly file: Attachment;
  readonly onDownload: () => void;
}

/** What the server makes of a file so that it can be looked at. */
function Bytes(given: BytesGiven) {
  const [tries, setTries] = useState(0);
  return <Fetched key={tries} {...given} onRetry={() => setTries(tries + 1)} />;
}

function Fetched({ aggregateId, file, onDownload, onRetry }: BytesGiven & { onRetry: () => void }) {
  const client = useClient();
  const { storageKey } = file;
  const [blob, setBlob] = useState<Blob>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    client.ask.bytes(previewQueries.attachmentPreview, { aggregateId, storageKey }, { signal }).then(
      (bytes) => (signal.aborted ? undefined : setBlob(bytes)),
      (error: unknown) => (signal.aborted ? undefined : setFailure(asFailure(error))),
    );
    return () => stop.abort();
  }, [client, aggregateId, storageKey]);
  if (failure !== undefined) return <Failed failure={failure} onRetry={onRetry} onDownload={onDownload} />;
  if (blob === undefined) return <Waiting />;
  switch (kindOfBytes(blob.type)) {
    case 'picture':
      return <Picture blob={blob} name={file.filename} />;
    case 'text':
      return <TextView blob={blob} />;
    case 'pdf':
      return (
        <Suspense fallback={<Waiting />}>
          <Pdf blob={blob} onDownload={onDownload} />
        </Suspense>
      );
    case undefined:
      return <NotShown why="kind" onRetry={onRetry} onDownload={onDownload} />;
  }
}
