import './files.css';
import { messageQueries, type MessageDetail, type MessageText, type TextFile } from '@kontor/contract/message';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { whileLong } from '../../../shell/failures/while-long.ts';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { fileIcon } from '../../../ui/file-icons.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { fileTexts } from './texts.ts';

const FileViewer = lazily(() => import('../../../shell/viewer/viewer.tsx').then((module) => module.FileViewer));

type Thread = Pick<MessageDetail, 'aggregateId' | 'communicationPartnerUserId'>;
interface Shown {
  readonly key: string;
  readonly filename: string;
  readonly part: number;
}

/** Hands a file of a text to the browser as a download, and says so where that fails. */
function useDownload({ aggregateId, communicationPartnerUserId }: Thread, no: number) {
  const t = useTexts(fileTexts);
  const client = useClient();
  const { notices } = useShell();
  return async function download(part: number, name: string): Promise<void> {
    try {
      const bytes = client.ask.bytes(messageQueries.file, { aggregateId, communicationPartnerUserId, no, part });
      await saveFile(await whileLong(notices, t.downloading(name), bytes), name);
    } catch {
      const run = (): void => void download(part, name);
      notices.show({ text: t.downloadFailed(name), tone: 'fault', action: { label: t.retry, run } });
    }
  };
}

/** The files of a text: pictures as such, others by name; a press shows one larger, where it can also be saved. */
export function TextFiles({ thread, text: { no, files } }: { thread: Thread; text: MessageText }) {
  const t = useTexts(fileTexts);
  const client = useClient();
  const formats = useFormats();
  const download = useDownload(thread, no);
  const [first, setFirst] = useState<number>();
  if (files.length === 0) return null;
  const { aggregateId, communicationPartnerUserId } = thread;
  const bytes = ({ part }: Pick<TextFile, 'part'>, signal?: AbortSignal): Promise<Blob> =>
    client.ask.bytes(
      messageQueries.filePreview,
      { aggregateId, communicationPartnerUserId, no, part },
      signal === undefined ? {} : { signal },
    );
  const shown = files.map(({ part, name }): Shown => ({ key: String(part), filename: name, part }));
  return (
    <>
      <ul className="message-files" aria-label={t.files}>
        {files.map((file, index) => (
          <li key={file.part}>
            <button
              type="button"
              className={file.fileType === 'image' ? 'message-picture' : 'message-file'}
              title={file.name}
              onClick={() => setFirst(index)}
            >
              {file.fileType === 'image' ? (
                <Picture name={file.name} bytes={() => bytes(file)} />
              ) : (
                <>
                  <Icon name={fileIcon(file.fileType, file.name)} small />
                  <span className="message-file-name">{file.name}</span>
                  <span className="quiet small">{formats.size(file.size)}</span>
                </>
              )}
            </button>
          </li>
        ))}
      </ul>
      {first === undefined ? null : (
        <Requested>
          <Suspense>
            <FileViewer
              files={shown}
              first={first}
              bytes={(file, signal) => bytes(file as Shown, signal)}
              onDownload={(file) => void download((file as Shown).part, file.filename)}
              onClose={() => setFirst(undefined)}
            />
          </Suspense>
        </Requested>
      )}
    </>
  );
}

/** A picture of a text, small. Another one has another key. */
function Picture({ name, bytes }: { name: string; bytes: () => Promise<Blob> }) {
  const t = useTexts(fileTexts);
  const [address, setAddress] = useState<string>();
  const [isFailed, setFailed] = useState(false);
  const load = useEffectEvent(bytes);
  useEffect(() => {
    let url: string | undefined;
    let isOver = false;
    load().then(
      (blob) => {
        if (isOver) return;
        url = URL.createObjectURL(blob);
        setAddress(url);
      },
      () => {
        if (!isOver) setFailed(true);
      },
    );
    return () => {
      isOver = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, []);
  if (isFailed)
    return (
      <span className="message-picture-none">
        <Icon name="image" small /> {name}
      </span>
    );
  return address === undefined ? (
    <span className="message-picture-none" aria-label={t.loading(name)} role="img" />
  ) : (
    <img src={address} alt={name} />
  );
}
