import type { EntryRow } from '@kontor/contract/activity';
import { useFormats } from '../../../shell/index.ts';
import { fileIcon } from '../../../ui/file-icons.ts';
import { Icon } from '../../../ui/parts.tsx';
import { KIND_ICONS } from '../../activity/index.tsx';

/** What file a document is. */
export function DocumentIcon({ row: { extras }, label }: { row: EntryRow; label: string }) {
  const { fileType, filename } = extras;
  const icon =
    typeof fileType === 'string'
      ? fileIcon(fileType, typeof filename === 'string' ? filename : '')
      : KIND_ICONS.document;
  return <Icon name={icon} small label={label} />;
}

/** Where a document lies, and what file it is. */
export function DocumentRow({ row: { channel, extras } }: { row: EntryRow }) {
  const formats = useFormats();
  const { format, filesize } = extras;
  const said = [
    channel,
    typeof format === 'string' ? format.toUpperCase() : '',
    typeof filesize === 'number' ? formats.size(filesize) : '',
  ].filter((part) => part !== '');
  return <span className="row-preview">{said.join(' · ')}</span>;
}
