import '../mail.css';
import { memo } from 'react';
import { useUploads } from '../../../client/use-uploads.ts';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { fileIcon } from '../../../ui/file-icons.ts';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { useHasDocuments } from './attach-document.tsx';
import type { WrittenFile } from './state.ts';
import { texts } from './texts.ts';

const DANGEROUS = /\.(exe|js|jse|vbs?|cmd|bat|com|scr|msi|ps1|jar|lnk|hta|wsf|cpl)$/i;
/** Files that go along, with how far each is, and ways to more. */
export const Files = memo(function Files({
  files,
  most,
  onRemove,
  onAdd,
  onAddMail,
  onAddDocument,
}: {
  files: readonly WrittenFile[];
  /** Bytes that they may have together, once that is known. */
  most: number | undefined;
  onRemove: (file: WrittenFile) => void;
  onAdd: () => void;
  onAddMail: () => void;
  onAddDocument: () => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { all } = useUploads();
  const hasDocuments = useHasDocuments();
  const shown = files.filter(({ isInline }) => !isInline);
  return (
    <ul className="write-files" aria-label={t.attached}>
      {shown.map((file) => {
        const upload = file.uploadId === undefined ? undefined : all.get(file.uploadId);
        const isOnWay = upload?.state === 'sending' || upload?.state === 'stopped';
        const percent = upload === undefined || upload.size === 0 ? 100 : Math.floor((100 * upload.sent) / upload.size);
        const fault =
          upload?.state === 'failed'
            ? upload.code === 'UPLOAD_TOO_LARGE'
              ? t.tooLarge
              : t.uploadFailed
            : upload?.state === 'lost'
              ? t.lost
              : undefined;
        return (
          <li key={file.key} data-fault={fault !== undefined}>
            <Icon name={fault === undefined ? fileIcon('', file.name) : 'warning'} small />
            <span className="attachment-name">{file.name}</span>
            <span className="quiet">{file.size > 0 ? formats.size(file.size) : ''}</span>
            {isOnWay ? (
              <>
                <span
                  className="progress"
                  role="progressbar"
                  aria-label={file.name}
                  aria-valuenow={percent}
                  aria-valuemin={0}
                  aria-valuemax={100}
                >
                  <span style={{ width: `${percent}%` }} />
                </span>
                <span className="quiet">
                  {upload.state === 'stopped' && upload.sent > 0 ? t.stopped : t.uploading(percent)}
                </span>
              </>
            ) : null}
            {fault === undefined ? null : <span className="write-fault">{fault}</span>}
            {DANGEROUS.test(file.name) ? <span className="write-fault">{t.dangerous}</span> : null}
            <IconButton icon="x" label={t.removeFile(file.name)} onClick={() => onRemove(file)} />
          </li>
        );
      })}
      <li className="write-add">
        <Button kind="plain" icon="plus" onClick={onAdd}>
          {t.addFile}
        </Button>
        <Button kind="plain" icon="plus" onClick={onAddMail}>
          {t.addMail}
        </Button>
        {hasDocuments ? (
          <Button kind="plain" icon="plus" onClick={onAddDocument}>
            {t.addDocument}
          </Button>
        ) : null}
      </li>
      <Sum sizes={files.map(({ size }) => size)} count={shown.length} most={most} />
    </ul>
  );
});

/** What all files come to: of several, and beside what there may be once it is half of that. */
function Sum({ sizes, count, most }: { sizes: readonly number[]; count: number; most: number | undefined }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const sum = sizes.reduce((all, size) => all + size, 0);
  const [size, limit] = [formats.size(sum), formats.size(most ?? 0)];
  if (most !== undefined && sum > most)
    return (
      <li className="write-fault write-sum" role="alert">
        {t.sumOver(size, limit)}
      </li>
    );
  if (most !== undefined && sum > most / 2) return <li className="quiet write-sum">{t.sumOf(size, limit)}</li>;
  return count > 1 ? <li className="quiet write-sum">{t.sum(size)}</li> : null;
}
