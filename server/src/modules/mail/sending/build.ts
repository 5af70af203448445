import { createHash } from 'node:crypto';
import { composeMail } from '../../../platform/mailsubmit/index.ts';
import { textBeside, writtenHtml, type Marks } from './content.ts';
import type { FileRow, OutgoingRow, ReceiverRow } from './store/outgoing.ts';

/** The header that a mail of ours is known by where a server gives it another Message-ID. */
const REFERENCE_HEADER = 'X-Kontor-Ref';

export interface BuildParts {
  readonly row: Pick<OutgoingRow, 'fields' | 'message_id' | 'dated_at' | 'reference' | 'boundary' | 'cause'>;
  readonly receivers: readonly ReceiverRow[];
  readonly files: readonly FileRow[];
  readonly read: (hash: string) => Promise<Uint8Array>;
  readonly quoted: Marks['quoted'];
  /** Puts the signature of the domain in front. */
  readonly sign: (raw: Buffer) => Promise<Buffer>;
}

/** A mail as it is handed over, and as the sender keeps it: with the receivers whom nobody is told of. */
export interface BuiltMail {
  readonly sent: Buffer;
  readonly copy: Buffer;
}

const IMPORTANCE: Readonly<Record<'low' | 'normal' | 'high', Readonly<Record<string, string>>>> = {
  low: { 'X-Priority': '5', Importance: 'low' },
  normal: {},
  high: { 'X-Priority': '1', Importance: 'high' },
};

/** Builds a mail from its row. The same row gives the same bytes, whoever builds it and whenever. */
export async function buildMail({ row, receivers, files, read, quoted, sign }: BuildParts): Promise<BuiltMail> {
  const { written, from, pictures, past, follows = [], importance, calendar } = row.fields;
  const of = (field: ReceiverRow['field']) =>
    receivers.filter((it) => it.field === field).map(({ name, address }) => ({ name, address }));
  // Lists do not listen to what says that nobody wrote it, and who answers an invitation did.
  const isAutomatic = row.cause === 'rule' || row.cause === 'absence';
  const html = written.isPlain ? null : writtenHtml(written.content, { pictures, quoted });
  const parts = {
    from,
    to: of('to'),
    cc: of('cc'),
    bcc: [],
    subject: written.subject,
    messageId: row.message_id,
    date: row.dated_at,
    inReplyTo: past?.inReplyTo ?? follows.at(-1) ?? null,
    references: past?.references ?? follows,
    headers: {
      [REFERENCE_HEADER]: row.reference,
      ...IMPORTANCE[importance],
      ...(isAutomatic ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' } : {}),
    },
    text: html === null ? written.content : await textBeside(html),
    html,
    files: await Promise.all(
      files.map(async (file) => ({
        filename: file.filename,
        contentType: file.content_type,
        disposition: file.disposition,
        contentId: file.content_id,
        bytes: Buffer.from(await read(file.blob_hash)),
      })),
    ),
    calendar: calendar ?? null,
    boundary: row.boundary,
  };
  const unsigned = await composeMail(parts);
  const sent = await sign(unsigned);
  const hidden = of('bcc');
  if (hidden.length === 0) return { sent, copy: sent };
  // The signature does not speak of the line that is added.
  const signature = sent.subarray(0, sent.length - unsigned.length);
  return { sent, copy: Buffer.concat([signature, await composeMail({ ...parts, bcc: hidden })]) };
}

/** A content id that is the same for the same file of the same mail. */
export const contentIdOf = (reference: string, index: number, domain: string): string =>
  `${createHash('sha256').update(`${reference} ${index}`).digest('hex').slice(0, 24)}@${domain}`;
