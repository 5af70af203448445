import type { EntryRow } from '@kontor/contract/activity';
import { useFormats } from '../../../shell/index.ts';

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
