import { compile } from 'html-to-text';
import { addressParser, type Address, type Attachment, type Email } from 'postal-mime';
import { decodeText } from '../charset.ts';
import { MAX_MAIL_CHARACTERS } from '../icalendar/index.ts';
import { readCalendar, type CalendarEvent } from './calendar.ts';
import { contentKey } from './content-key.ts';
import { decodeWords } from './encoded-words.ts';
import { withHiddenShown } from './hidden.ts';
import { parseLeniently } from './lenient-mime.ts';
import { LIMITS, type MailAddress, type ParsedAttachment, type ParsedMail } from './parsed-mail.ts';
import { plainReportOf, referenceOf, reportOf } from './report.ts';
import { limitDepth, sanitizeMailHtml } from './sanitize.ts';
import { readSigned, signedPart } from './signed-part.ts';
import { restBesideHtml, restOfBody, unseenText } from './rest.ts';
import { cleanFilename, oneLine, storable } from './text.ts';
import { textToHtml } from './text-to-html.ts';
import { readTnef, type Tnef } from './tnef.ts';
import { readUnsubscribe } from './unsubscribe.ts';
import { hasVisibleContent, hasVisibleText } from './visible.ts';

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

const OPTIONS = { maxNestingDepth: 100, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 3 };

/** Takes a mail apart. Runs in a process of its own: it may throw, run for ever, or take all memory. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const raw = withLineEnds(bytes);
  const outer = await parseLeniently(raw, OPTIONS);
  const signed = signedPart(raw)?.kind ?? null;
  const email = signed === 'opaque' ? await opened(outer, raw) : outer;
  const parts = email.attachments.slice(0, LIMITS.attachments).map(attachmentOf);
  const attachments = unpacked(email, parts);
  const shown = bodyOf(email, attachments);
  if (attachments.length === 0 && !isSeen(shown)) showRest(email, raw, shown);
  const { html, externalImages } = shown;
  const plain = searchText(email, html);
  const senders = allSenders(email);
  const about = {
    inReplyTo: email.inReplyTo,
    references: email.references,
    original: headerOf(email, 'x-original-message-id') ?? headerOf(email, 'original-message-id'),
    failed: headerOf(email, 'x-failed-recipients'),
    from: headerOf(email, 'from'),
    returnPath: headerOf(email, 'return-path'),
    autoSubmitted: headerOf(email, 'auto-submitted'),
  };
  return {
    contentKey: contentKey(bytes),
    messageId: bareId(email.messageId),
    inReplyTo: bareId(email.inReplyTo),
    references: [...(email.references ?? '').slice(0, 100_000).matchAll(/<([^<>\s]{1,500})>/g)]
      .map((match) => storable(match[1] ?? '', 500))
      .slice(-LIMITS.references),
    subject: oneLine(email.subject ?? '', LIMITS.subject),
    from: reachable(addressesOf(senders)).slice(0, MAX_SENDERS),
    sender: addressesOf(email.sender && [email.sender]).find(isReachable) ?? null,
    replyTo: addressesOf(email.replyTo).filter(isReachable),
    to: reachable(addressesOf(email.to)),
    cc: reachable(addressesOf(email.cc)),
    bcc: reachable(addressesOf(email.bcc)),
    date: dateOf(email.date),
    html: storable(html.trim(), Number.MAX_SAFE_INTEGER),
    text: storable(plain, LIMITS.searchText),
    preview: previewOf(email, html),
    externalImages,
    attachments,
    attachmentsLeftOut: email.attachments.length - parts.length,
    autoSubmitted: isAutomatic(email),
    bulk: isBulk(email),
    reference: referenceOf(headerOf(email, 'x-kontor-ref')),
    report: reportOf(attachments, about, raw) ?? plainReportOf(about, plain, raw),
    hidden: hiddenIn([...senders, ...(email.sender ? [email.sender] : []), ...(email.replyTo ?? [])]),
    unsubscribe: readUnsubscribe(
      decodedHeaderOf(email, 'list-unsubscribe'),
      decodedHeaderOf(email, 'list-unsubscribe-post'),
    ),
    invitation: invitationOf(email),
    signed,
  };
}

/** Shows what a body says where nothing else of it can be shown: no mail that says something is shown as one that says nothing. */
function showRest(email: Email, raw: Uint8Array, shown: { html: string }): void {
  const source = email.html?.trim() ?? '';
  const text = saidIn(source) ?? wordsOf(source === '' ? restOfBody(raw) : toText(restBesideHtml(raw)));
  if (text === undefined) return;
  delete email.html;
  email.text = text;
  shown.html = textToHtml(text);
}

/** What HTML says where nothing of it is seen; undefined where it says nothing. */
function saidIn(html: string): string | undefined {
  const source = html.slice(0, LIMITS.body);
  return wordsOf(toText(limitDepth(source))) ?? wordsOf(toText(unseenText(source)));
}

const wordsOf = (text: string): string | undefined => (/[\p{L}\p{N}]/u.test(text) ? text.trim() : undefined);

/** Lines end with a carriage return alone where the mail was kept by very old systems. */
function withLineEnds(raw: Uint8Array): Uint8Array {
  if (raw.includes(LF) || !raw.includes(CR)) return raw;
  return raw.map((byte) => (byte === CR ? LF : byte));
}
const [CR, LF] = [0x0d, 0x0a];

/** The mail with the content that lies in its signature, in place of the file that it came as. */
async function opened(outer: Email, raw: Uint8Array): Promise<Email> {
  const content = readSigned(signedPart(raw)?.signature);
  if (content === undefined) return outer;
  const { text, html, attachments } = await parseLeniently(content, OPTIONS);
  return { ...outer, attachments, ...(text === undefined ? {} : { text }), ...(html === undefined ? {} : { html }) };
}

/** Returns the files that Outlook has packed into one. They come behind all other files, whose positions stay the same. */
function unpacked(email: Email, parts: readonly ParsedAttachment[]): ParsedAttachment[] {
  const packs = parts.map((part) => (isTnef(part) ? readTnef(part.bytes) : undefined));
  // Of a mail without any nothing is looked at twice.
  const hasText = packs.every((tnef) => tnef === undefined) || saysSomething(email, parts);
  const bodies = packs.map((tnef) => (tnef === undefined || hasText ? undefined : bodyIn(tnef)));
  const body = bodies.find((one) => one !== undefined);
  const files = parts.map((part, at) => {
    const tnef = packs[at];
    // One that gives nothing in a mail that says nothing else stays the file that it is.
    const isEmpty = tnef?.files.length === 0 && bodies[at] === undefined;
    return { part, tnef: isEmpty && !hasText ? undefined : tnef };
  });
  const found: ParsedAttachment[] = files.filter(({ tnef }) => tnef === undefined).map(({ part }) => part);
  let next = parts.length;
  if (body !== undefined) {
    delete email.html;
    delete email.text;
    Object.assign(email, body);
  }
  for (const { part, tnef } of files) {
    if (tnef === undefined) continue;
    for (const [index, file] of tnef.files.entries()) {
      if (found.length >= LIMITS.attachments) break;
      const related = file.contentId !== null && (email.html ?? '').includes(`cid:${file.contentId}`);
      found.push({
        part: next,
        storageKey: `${part.part}.${index}`,
        filename: cleanFilename(file.filename, `attachment-${index + 1}`),
        contentType: typeOf(file.contentType),
        contentId: file.contentId && oneLine(file.contentId, 500),
        disposition: related ? 'inline' : 'attachment',
        bytes: new Uint8Array(file.bytes),
      });
      next += 1;
    }
  }
  return found;
}

const isSeen = ({ html, externalImages }: { html: string; externalImages: readonly string[] }): boolean =>
  externalImages.length > 0 || hasVisibleContent(html);

/** Whether anything of a mail's own text is seen, as it is written and as it is shown. */
const saysSomething = (email: Email, parts: readonly ParsedAttachment[]): boolean =>
  (hasVisibleText(email.text ?? '') || hasVisibleContent(email.html ?? '')) && isSeen(bodyOf({ ...email }, parts));

/** What a packed mail says: its HTML where anything of that is seen, with the text for whatever comes of it; else the text; undefined where it says nothing. */
function bodyIn({ html, text, files }: Tnef): { html?: string; text?: string } | undefined {
  const clean = sanitizeMailHtml(html, (id) => (files.some(({ contentId }) => contentId === id) ? 0 : undefined));
  if (hasVisibleContent(html) && isSeen(clean)) return { html, ...(text === '' ? {} : { text }) };
  const said = hasVisibleText(text) ? text : saidIn(html);
  return said === undefined ? undefined : { text: said };
}

const isTnef = ({ contentType, filename }: ParsedAttachment): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(contentType) || /^winmail\.dat$/i.test(filename);

/** What programs call a calendar. */
const CALENDAR = /^(?:text\/(?:x-)?v?calendar|application\/(?:x-)?(?:ics|ical|icalendar|v?calendar))$/i;

const isNamedCalendar = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'text/calendar' || /\.ics$/i.test(filename ?? '');

/** Whether a part is a calendar by its first line, whatever it is called. */
const isCalendar = ({ content }: Attachment): boolean =>
  /^\s*BEGIN:VCALENDAR\b/i.test(
    stringOf(typeof content === 'string' ? content : new Uint8Array(content).subarray(0, 200)),
  );

/** Calendars are looked at up to this number; a mail brings one. */
const MAX_CALENDARS = 5;

function invitationOf(email: Email): CalendarEvent | null {
  const calendars = email.attachments.filter(
    (part) => isNamedCalendar(part) || CALENDAR.test(part.mimeType) || isCalendar(part),
  );
  for (const { content } of calendars.slice(0, MAX_CALENDARS)) {
    try {
      const { hasMethod, events } = readCalendar(stringOf(content), MAX_MAIL_CHARACTERS);
      const [event] = events;
      if (hasMethod && event !== undefined && event.uid !== '') return event;
    } catch {
      // A calendar that cannot be read is a file like others.
    }
  }
  return null;
}

const stringOf = (content: Attachment['content']): string =>
  typeof content === 'string' ? content : decodeText(new Uint8Array(content));

function bodyOf(
  email: Email,
  attachments: readonly ParsedAttachment[],
): { html: string; externalImages: readonly string[] } {
  const plain = () => ({ html: textToHtml(email.text ?? ''), externalImages: [] });
  if (email.html === undefined || email.html.trim() === '') return plain();
  const clean = sanitizeMailHtml(email.html, (contentId) => {
    return attachments.find((file) => file.contentId === contentId)?.part;
  });
  const showsNothing = clean.externalImages.length === 0 && !hasVisibleContent(clean.html);
  if (!showsNothing || !email.text?.trim()) return clean;
  // The same in words, of which something may be seen.
  delete email.html;
  return plain();
}

const MAX_SENDERS = 50;

const isReachable = ({ address }: MailAddress): boolean => /^[^@\s]+(?:@[^@\s]+)+$/.test(address);

/** Leaves out people without an address if others of the field have one: they are pieces of a name that was cut, or words. */
function reachable(people: MailAddress[]): MailAddress[] {
  const known = people.filter(isReachable);
  return known.length === 0 ? people : known;
}

/** The addresses of all From fields; the parser itself takes the first of the first. */
function allSenders(email: Email): Address[] {
  const fields = email.headers.filter(({ key, value }) => key === 'from' && value !== '').slice(0, MAX_SENDERS);
  return fields.flatMap(({ value }) => addressParser(value.slice(0, 100_000))).slice(0, LIMITS.addresses);
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
  // It is asked for later by its type or by its name.
  const contentType = !isNamedCalendar(part) && isCalendar(part) ? 'text/calendar' : typeOf(part.mimeType);
  const extension = EXTENSIONS[contentType];
  const fallback = `${part.related ? 'image' : 'attachment'}-${index + 1}${extension ? `.${extension}` : ''}`;
  const { content } = part;
  return {
    part: index,
    storageKey: null,
    filename: cleanFilename(part.filename ?? '', fallback),
    contentType,
    contentId: part.contentId ? oneLine(part.contentId.replace(/^\s*<|>\s*$/g, ''), 500) : null,
    disposition: part.disposition === 'inline' || part.related === true ? 'inline' : 'attachment',
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  };
}

const typeOf = (type: string): string =>
  /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(type) ? type : 'application/octet-stream';

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
    .replace(/(?:[\u00ad\u200b\u200c\u2060\ufeff]|\u034f)+/g, '')
    .replace(/[ \t\u00a0]+/g, ' ')
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
  email.headers.find((header) => header.key === key)?.value;
/** The same with encoded words read, which some programs write where none belong. */
const decodedHeaderOf = (email: Email, key: string): string | undefined => {
  const value = headerOf(email, key);
  return value === undefined ? undefined : decodeWords(value).replace(/\s+/g, '');
};
const wordOf = (email: Email, key: string): string | undefined => headerOf(email, key)?.trim().toLowerCase();

const isBulk = (email: Email): boolean =>
  headerOf(email, 'list-id') !== undefined ||
  headerOf(email, 'list-unsubscribe') !== undefined ||
  ['bulk', 'list'].includes(wordOf(email, 'precedence') ?? '');

/** Whether a machine wrote the mail, so that nobody answers it automatically. */
function isAutomatic(email: Email): boolean {
  const submitted = wordOf(email, 'auto-submitted');
  return (
    (submitted !== undefined && !submitted.startsWith('no')) ||
    ['bulk', 'list', 'junk', 'auto_reply'].includes(wordOf(email, 'precedence') ?? '') ||
    headerOf(email, 'list-id') !== undefined ||
    headerOf(email, 'return-path')?.trim() === '<>'
  );
}
