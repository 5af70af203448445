import { mailQueries, type Attachment } from '@kontor/contract/mail';
import { useId, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { whileLong } from '../../../shell/lazy/while-long.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Icon } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { attachmentTexts } from './attachment-texts.ts';

const ICONS: Readonly<Record<string, IconName>> = {
  image: 'image',
  pdf: 'file-pdf',
  text: 'file-text',
  audio: 'file-audio',
  video: 'file-video',
  archive: 'file-zip',
  mail: 'envelope-simple',
  calendar: 'calendar-blank',
  contact: 'address-book',
  office: 'file-doc',
};

/** Hands bytes to the browser as a download. */
export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The files that came with a mail. */
export function Attachments({ aggregateId, attachments }: { aggregateId: string; attachments: readonly Attachment[] }) {
  const t = useTexts(texts);
  if (attachments.length === 0) return null;
  return (
    <ul className="attachments" aria-label={t.attachments(attachments.length)}>
      {attachments.map((attachment) => (
        <li key={attachment.storageKey}>
          <Download aggregateId={aggregateId} attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function Download({ aggregateId, attachment }: { aggregateId: string; attachment: Attachment }) {
  const t = useTexts(texts);
  const { notSearched } = useTexts(attachmentTexts);
  const why = attachment.notSearched === undefined ? undefined : notSearched[attachment.notSearched];
  const whyId = useId();
  const client = useClient();
  const formats = useFormats();
  const { notices } = useShell();
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const { filename, storageKey } = attachment;
      const bytes = client.ask.bytes(mailQueries.attachmentContent, { aggregateId, storageKey });
      saveAs(await whileLong(notices, t.downloading(filename), bytes), filename);
    } catch {
      notices.show({ text: t.downloadFailed, tone: 'fault', action: { label: t.retry, run: () => void download() } });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="attachment"
        disabled={busy}
        title={t.download(attachment.filename)}
        aria-describedby={why === undefined ? undefined : whyId}
        onClick={() => void download()}
      >
        <Icon name={ICONS[attachment.fileType] ?? 'file'} />
        <span className="attachment-name">{attachment.filename}</span>
        <span className="quiet">{formats.size(attachment.fileSize)}</span>
        <Icon name="download-simple" small />
      </button>
      {why === undefined ? null : (
        <p className="attachment-why" id={whyId}>
          {why}
        </p>
      )}
    </>
  );
}
