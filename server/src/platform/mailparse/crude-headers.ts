import { decodeText } from '../charset.ts';
import { contentKey, headerFields, startOfBody } from './content-key.ts';
import { decodeWords } from './encoded-words.ts';
import { oneLine } from './text.ts';

/** What can be said of a mail that could not be taken apart. */
export interface CrudeHeaders {
  readonly contentKey: string;
  readonly subject: string;
  readonly from: { readonly name: string; readonly address: string } | null;
  readonly messageId: string | null;
  /** Milliseconds since 1970. */
  readonly date: number | null;
}

/** Reads the few header fields that a list needs, by nothing that could take long: 64 kB are looked at, 2,000 characters a field. */
export function crudeHeaders(raw: Uint8Array): CrudeHeaders {
  const fields = headerFields(raw.subarray(0, Math.min(startOfBody(raw.subarray(0, 65_536)), 65_536)));
  const field = (name: string): string => {
    const value = fields.find((one) => one.name === name)?.value.slice(0, 2000) ?? '';
    return decodeWords(decodeText(Buffer.from(value, 'latin1')));
  };
  const from = field('from');
  const address = /<([^<>\s]+@[^<>\s]+)>/.exec(from)?.[1] ?? /[^\s<>"]+@[^\s<>"]+/.exec(from)?.[0] ?? '';
  const name = oneLine(from.replace(/<[^>]*>/g, '').replace(/"/g, ''), 300);
  const date = Date.parse(field('date'));
  return {
    contentKey: contentKey(raw),
    subject: oneLine(field('subject'), 2000),
    from: from === '' ? null : { name: name === address ? '' : name, address: oneLine(address, 320) },
    messageId: oneLine(field('message-id').replace(/^\s*<|>\s*$/g, ''), 500) || null,
    date: Number.isFinite(date) && date > 0 && date < Date.now() + 86_400_000 ? date : null,
  };
}
