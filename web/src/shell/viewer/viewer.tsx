import './viewer.css';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { IconButton } from '../../ui/parts.tsx';
import { useTexts } from '../index.ts';
import { Failed, NotShown, Waiting } from './not-shown.tsx';
import { Picture } from './picture.tsx';
import { kindOfBytes, stepped } from './rules.ts';
import { TextView } from './text.tsx';
import { viewerTexts } from './texts.ts';

const Pdf = lazily(() => import('./pdf.tsx').then((module) => module.Pdf));

const isTyping = (target: EventTarget): boolean => target instanceof Element && target.closest('input') !== null;

/** A file that is looked at; its key tells it from the others that are shown with it. */
export interface Viewed {
  readonly key: string;
  readonly filename: string;
}

interface Acts {
  readonly onDownload: () => void;
  /** Closes the viewer: what was chosen opens beside it. */
  readonly onLeave: () => void;
}

/**
 * Shows files, one at a time, as the server makes them to be looked at. `onClose` is told which one was shown last. `other` shows what
 * is not bytes; undefined leaves the file to the bytes.
 */
export function FileViewer<F extends Viewed>({
  files,
  first,
  bytes,
  other,
  onDownload,
  onAttach,
  onClose,
}: {
  files: readonly F[];
  first: number;
  bytes: (file: F, signal: AbortSignal) => Promise<Blob>;
  other?: (file: F, acts: Acts) => ReactNode;
  onDownload: (file: F) => void;
  /** Takes a file along in a new mail; left out where it cannot. */
  onAttach?: ((file: F) => void) | undefined;
  onClose: (index: number) => void;
}) {
  const t = useTexts(viewerTexts);
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
  const download = (): void => onDownload(file);
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
                {t.position(index + 1, files.length)}
              </span>
              <IconButton
                icon="caret-right"
                label={t.next}
                disabled={index === files.length - 1}
                onClick={() => step(1)}
              />
            </>
          )}
          {onAttach === undefined ? null : (
            <IconButton
              icon="paperclip"
              label={t.toNewMail}
              onClick={() => {
                onClose(index);
                onAttach(file);
              }}
            />
          )}
          <IconButton icon="download-simple" label={t.download} onClick={download} />
        </>
      }
    >
      <div className="viewer" ref={stage} tabIndex={-1}>
        {other?.(file, { onDownload: download, onLeave: () => onClose(index) }) ?? (
          <Bytes key={file.key} name={file.filename} fetch={(signal) => bytes(file, signal)} onDownload={download} />
        )}
      </div>
    </Dialog>
  );
}

interface BytesProps {
  readonly name: string;
  /** Gets what is to be seen; asked once for as long as it is shown. */
  readonly fetch: (signal: AbortSignal) => Promise<Blob>;
  readonly onDownload: () => void;
}

/** What the server makes of a file so that it can be looked at. */
export function Bytes(given: BytesProps) {
  const [tries, setTries] = useState(0);
  return <Fetched key={tries} {...given} onRetry={() => setTries(tries + 1)} />;
}

function Fetched({ name, fetch, onDownload, onRetry }: BytesProps & { onRetry: () => void }) {
  const [blob, setBlob] = useState<Blob>();
  const [failure, setFailure] = useState<Failure>();
  const get = useEffectEvent(fetch);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    get(signal).then(
      (bytes) => (signal.aborted ? undefined : setBlob(bytes)),
      (error: unknown) => (signal.aborted ? undefined : setFailure(asFailure(error))),
    );
    return () => stop.abort();
  }, []);
  if (failure !== undefined) return <Failed failure={failure} onRetry={onRetry} onDownload={onDownload} />;
  if (blob === undefined) return <Waiting />;
  switch (kindOfBytes(blob.type)) {
    case 'picture':
      return <Picture blob={blob} name={name} />;
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
