import { compile } from 'html-to-text';
import PostalMime, { addressParser, type Address, type Attachment, type Email } from 'postal-mime';
import { contentKey } from './content-key.ts';
import { withHiddenShown } from './hidden.ts';
import { LIMITS, type MailAddress, type ParsedAttachment, type ParsedMail } from './parsed-mail.ts';
import { sanitizeMailHtml } from './sanitize.ts';
import { cleanFilename, oneLine, storable } from './text.ts';
import { textToHtml } from './text-to-html.ts';

const EXTENSIONS: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
  'application/zip': 'zip',
};

/** Takes a mail apart. Runs in a process of its own: it may throw, run for ever, or take all memory. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const email = await PostalMime.parse(raw, {
    maxNestingDepth: 100,
    maxHeadersSize: 1024 * 1024,
    maxRfc822NestingDepth: 3,
  });
  const attachments = email.attachments.slice(0, LIMITS.attachments).map(attachmentOf);
  const { html, externalImages } = bodyOf(email, attachments);
  const plain = searchText(email, html);
  const senders = allSenders(email);
  return {
    contentKey: contentKey(raw),
    messageId: bareId(email.messageId),
    inReplyTo: bareId(email.inReplyTo),
    references: [...(email.references ?? '').slice(0, 100_000).matchAll(/<([^<>\s]{1,500})>/g)]
      .map((match) => storable(match[1] ?? '', 500))
      .slice(-LIMITS.references),
    subject: oneLine(email.subject ?? '', LIMITS.subject),
    from: addressesOf(senders),
    sender: addressesOf(email.sender && [email.sender])[0] ?? null,
    replyTo: addressesOf(email.replyTo),
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    bcc: addressesOf(email.bcc),
    date: dateOf(email.date),
    html: storable(html.trim(), Number.MAX_SAFE_INTEGER),
    text: storable(plain, LIMITS.searchText),
    preview: previewOf(email, html),
    externalImages,
    attachments,
    attachmentsLeftOut: email.attachments.length - attachments.length,
    autoSubmitted: isAutomatic(email),
    bulk: isBulk(email),
    hidden: hiddenIn([...senders, ...(email.sender ? [email.sender] : []), ...(email.replyTo ?? [])]),
  };
}

function bodyOf(email: Email, attachments: readonly ParsedAttachment[]) {
  if (email.html === undefined || email.html.trim() === '') {
    return { html: textToHtml(email.text ?? ''), externalImages: [] };
  }
  return sanitizeMailHtml(email.html, (contentId) => {
    const index = attachments.findIndex((part) => part.contentId === contentId);
    return index === -1 ? undefined : index;
  });
}

const MOST_SENDERS = 50;

/** The addresses of all From fields; the parser itself takes the first of the first. */
function allSenders(email: Email): Address[] {
  const fields = email.headers.filter(({ key, value }) => key === 'from' && value !== '').slice(0, MOST_SENDERS);
  return fields.flatMap(({ value }) => addressParser(value.slice(0, 100_000))).slice(0, MOST_SENDERS);
}

function hiddenIn(senders: readonly Address[]): string[] {
  const texts = senders.flatMap((entry) =>
    (entry.group ?? [entry]).flatMap(({ name, address }) => [name, address ?? '']),
  );
  return [...new Set(texts.flatMap((text) => withHiddenShown(text.slice(0, 1000)) ?? []))]
    .map((text) => oneLine(text, 500))
    .slice(0, 5);
}

function addressesOf(list: readonly Address[] | undefined): MailAddress[] {
  const flat: MailAddress[] = [];
  for (const entry of list ?? []) {
    for (const { name, address } of entry.group ?? [entry]) {
      if (flat.length === LIMITS.addresses) return flat;
      const person = { name: oneLine(name, 300), address: oneLine(address ?? '', 320) };
      if (person.name !== '' || person.address !== '') flat.push(person);
    }
  }
  return flat;
}

function attachmentOf(part: Attachment, index: number): ParsedAttachment {
  const contentType = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(part.mimeType) ? part.mimeType : 'application/octet-stream';
  const extension = EXTENSIONS[contentType];
  const fallback = `${part.related ? 'image' : 'attachment'}-${index + 1}${extension ? `.${extension}` : ''}`;
  const { content } = part;
  return {
    filename: cleanFilename(part.filename ?? '', fallback),
    contentType,
    contentId: part.contentId ? oneLine(part.contentId.replace(/^\s*<|>\s*$/g, ''), 500) : null,
    disposition: part.disposition === 'inline' || part.related === true ? 'inline' : 'attachment',
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  };
}

const bareId = (id: string | undefined): string | null => oneLine((id ?? '').replace(/^\s*<|>\s*$/g, ''), 500) || null;

const EARLIEST = Date.UTC(1971, 0, 1);

function dateOf(date: string | undefined): number | null {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  // A clock ahead by a day is a wrong clock; a mail from the future would stay on top of every list.
  return Number.isFinite(time) && time >= EARLIEST && time <= Date.now() + 86_400_000 ? time : null;
}

const htmlOptions = {
  wordwrap: false as const,
  limits: { maxInputLength: LIMITS.body, maxDepth: 200, ellipsis: '' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'summary', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

// Made once: it takes as long as several mails.
const toText = compile(htmlOptions);
const toPreview = compile({
  ...htmlOptions,
  selectors: [...htmlOptions.selectors, { selector: 'blockquote', options: { leadingLineBreaks: 1 } }],
});

function searchText(email: Email, html: string): string {
  const text = email.html?.trim() ? toText(html) : (email.text ?? '');
  return text
    .slice(0, LIMITS.searchText * 2)
    .replace(/[ \t\u00a0\u200b\u200c\ufeff]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

function previewOf(email: Email, html: string): string {
  const unquoted =
    html.slice(0, 100_000).replace(/<details data-kontor-quote=""[\s\S]*$/, '') || html.slice(0, 100_000);
  // Newsletters pad their preview with signs that nobody sees.
  const text = toPreview(unquoted).replace(/[\u034f\u200b\u200c\u00ad\ufeff]/g, '');
  const shown = oneLine(text, LIMITS.preview);
  return shown || oneLine(email.text ?? '', LIMITS.preview);
}

const headerOf = (email: Email, key: string): string | undefined =>
  email.headers.find((header) => header.key === key)?.value.toLowerCase();

const isBulk = (email: Email): boolean =>
  headerOf(email, 'list-id') !== undefined ||
  headerOf(email, 'list-unsubscribe') !== undefined ||
  ['bulk', 'list'].includes(headerOf(email, 'precedence')?.trim() ?? '');

/** Whether a machine wrote the mail, so that nobody answers it automatically. */
function isAutomatic(email: Email): boolean {
  const submitted = headerOf(email, 'auto-submitted');
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(headerOf(email, 'precedence') ?? '') ||
    headerOf(email, 'list-id') !== undefined ||
    headerOf(email, 'return-path')?.trim() === '<>'
  );
}
