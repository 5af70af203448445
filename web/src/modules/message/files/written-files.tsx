import './files.css';
import type { RefObject } from 'react';
import { useUploads } from '../../../client/use-uploads.ts';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { fileIcon } from '../../../ui/file-icons.ts';
import { Icon, IconButton } from '../../../ui/parts.tsx';
import { fileTexts } from './texts.ts';
import { keyOf, type WrittenFile } from './written.ts';

/** Files that go along with a text, with how far each is. */
export function WrittenFiles({
  files,
  onRemove,
}: {
  files: readonly WrittenFile[];
  /** Left out where it was sent. */
  onRemove?: (file: WrittenFile) => void;
}) {
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const { all } = useUploads();
  if (files.length === 0) return null;
  return (
    <ul className="message-files" aria-label={t.files}>
      {files.map((file) => {
        const upload = 'uploadId' in file.from ? all.get(file.from.uploadId) : undefined;
        const isOnWay = upload?.state === 'sending' || upload?.state === 'stopped';
        const isFailed = upload?.state === 'failed' || upload?.state === 'lost';
        const percent = upload === undefined || upload.size === 0 ? 100 : Math.floor((100 * upload.sent) / upload.size);
        return (
          <li key={keyOf(file)} className="message-file" data-fault={isFailed}>
            <Icon name={isFailed ? 'warning' : fileIcon('', file.name)} small />
            <span className="message-file-name">{file.name}</span>
            <span className="quiet small">
              {isFailed
                ? upload.code === 'UPLOAD_TOO_LARGE'
                  ? t.tooLarge
                  : t.failed
                : isOnWay
                  ? t.uploading(percent)
                  : formats.size(file.size)}
            </span>
            {onRemove === undefined ? null : (
              <IconButton icon="x" label={t.remove(file.name)} onClick={() => onRemove(file)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The field, out of sight, by which files of the device are chosen. */
export function FileField({
  chooser,
  onChosen,
}: {
  chooser: RefObject<HTMLInputElement | null>;
  onChosen: (files: readonly File[]) => void;
}) {
  return (
    <input
      ref={chooser}
      type="file"
      multiple
      hidden
      onChange={({ currentTarget }) => {
        const chosen = [...(currentTarget.files ?? [])];
        currentTarget.value = '';
        onChosen(chosen);
      }}
    />
  );
}
