import msgReader from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader';
import { decodeText } from '../charset.ts';
import { parseMail } from '../mailparse/parse.ts';
import type { MailAddress, ParsedAttachment } from '../mailparse/parsed-mail.ts';
import { sanitizeMailHtml } from '../mailparse/sanitize.ts';
import { cleanFilename, oneLine } from '../mailparse/text.ts';
import { textToHtml } from '../mailparse/text-to-html.ts';

/** A file, wherever it lies. */
export interface InnerFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A mail that is a file. */
export interface InnerMail {
  readonly subject: string;
  readonly from: MailAddress | null;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  /** Milliseconds since 1970. */
  readonly date: number | null;
  readonly html: string;
  readonly files: readonly (InnerFile & { readonly size: number } & Pick<
      ParsedAttachment,
      'part' | 'contentId' | 'disposition'
    >)[];
}

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const isCompound = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 8)).equals(COMPOUND);

/** Whether a file is a mail, by its name and type. */
export const isMailFile = ({ name, type }: Pick<InnerFile, 'name' | 'type'>): boolean =>
  type === 'message/rfc822' || type === 'application/vnd.ms-outlook' || /\.(?:eml|msg)$/i.test(name);

/** The mail that a file is, as mail programs write it or as Outlook does. Throws where it is none. */
export async function openMail(file: InnerFile): Promise<InnerMail> {
  if (!isMailFile(file)) throw new Error('No mail');
  if (isCompound(file.bytes)) return openMsg(file.bytes);
  const mail = await parseMail(file.bytes);
  const files = mail.attachments.map(({ filename: name, contentType: type, ...rest }) => ({
    name,
    type,
    size: rest.bytes.byteLength,
    ...rest,
  }));
  const { subject, to, cc, date, html } = mail;
  return { subject, from: mail.from[0] ?? mail.sender, to, cc, date, html, files };
}

function openMsg(bytes: Uint8Array): InnerMail {
  const copy = new Uint8Array(bytes);
  const reader = new msgReader.default(copy.buffer);
  const fields = reader.getFileData();
  if (fields.dataType !== 'msg') throw new Error('No mail');
  const files = (fields.attachments ?? []).slice(0, 200).map((attachment, part) => {
    const { fileName, content } = contentOf(reader, attachment);
    return {
      part,
      name: cleanFilename(fileName, `attachment-${part + 1}`),
      type: /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.exec(attachment.attachMimeTag ?? '')?.[0] ?? 'application/octet-stream',
      contentId: oneLine(attachment.pidContentId ?? '', 500) || null,
      disposition: attachment.attachmentHidden === true ? ('inline' as const) : ('attachment' as const),
      size: content.byteLength,
      bytes: content,
    };
  });
  const people = (kind: 'to' | 'cc'): MailAddress[] =>
    (fields.recipients ?? [])
      .filter(({ recipType }) => recipType === kind)
      .slice(0, 1000)
      .map(({ name, smtpAddress, email }) => ({
        name: oneLine(name ?? '', 300),
        address: oneLine(smtpAddress ?? email ?? '', 320),
      }));
  const date = Date.parse(fields.clientSubmitTime ?? fields.messageDeliveryTime ?? '');
  const address = fields.senderSmtpAddress ?? fields.senderEmail ?? '';
  return {
    subject: oneLine(fields.subject ?? '', 2000),
    from: { name: oneLine(fields.senderName ?? '', 300), address: oneLine(address, 320) },
    to: people('to'),
    cc: people('cc'),
    date: Number.isFinite(date) ? date : null,
    html: htmlOf(fields, (contentId) => files.find((file) => file.contentId === contentId)?.part),
    files,
  };
}

/** A mail in the mail is written out as a file of its own kind by the library. */
function contentOf(
  reader: InstanceType<typeof msgReader.default>,
  attachment: FieldsData,
): { fileName: string; content: Uint8Array } {
  try {
    const { fileName, content } = reader.getAttachment(attachment);
    return { fileName: fileName || (attachment.fileName ?? ''), content: new Uint8Array(content) };
  } catch {
    return { fileName: attachment.fileName ?? '', content: new Uint8Array() };
  }
}

function htmlOf(fields: FieldsData, inlinePart: (contentId: string) => number | undefined): string {
  const html = fields.html === undefined ? (fields.bodyHtml ?? '') : decodeText(fields.html, '', { isHtml: true });
  return html.trim() === '' ? textToHtml(fields.body ?? '') : sanitizeMailHtml(html, inlinePart).html;
}

/** The file that lies in another one, mail in mail, by its place in each. Throws where there is none. */
export async function fileInside(file: InnerFile, path: readonly number[]): Promise<InnerFile> {
  let found = file;
  for (const partNumber of path) {
    const { files } = await openMail(found);
    const inner = files.find(({ part }) => part === partNumber);
    if (inner === undefined) throw new MissingError();
    found = inner;
  }
  return found;
}

/** There is no file of that place. */
export class MissingError extends Error {}
