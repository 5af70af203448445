import { decodeText } from '../charset.ts';
import { headerFields, startOfBody } from './content-key.ts';
import { decodeWords } from './encoded-words.ts';
import type { DeliveryReport, ParsedAttachment } from './parsed-mail.ts';
import { oneLine } from './text.ts';

const MAX_RECEIVERS = 1000;
const MAX_BYTES = 1024 * 1024;
const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
type Receiver = DeliveryReport['receivers'][number];

/** What the header of a mail says of the one that it answers or reports of, where nothing else does. */
export interface ReportHeader {
  readonly inReplyTo: string | undefined;
  readonly references: string | undefined;
  /** What some servers name it by. */
  readonly original: string | undefined;
  /** X-Failed-Recipients */
  readonly failed: string | undefined;
  readonly from: string | undefined;
  readonly returnPath: string | undefined;
  readonly autoSubmitted: string | undefined;
}

/** What a mail's parts tell of another mail; null where it is no report. `raw`: the whole mail. */
export function reportOf(
  attachments: readonly ParsedAttachment[],
  header: ReportHeader,
  raw: Uint8Array,
): DeliveryReport | null {
  const status = attachments.find(({ contentType }) => /^message\/(global-)?delivery-status$/.test(contentType));
  if (status === undefined) return null;
  const text = Buffer.from(status.bytes.subarray(0, MAX_BYTES)).toString('latin1').replace(/\r\n/g, '\n');
  const groups = text
    .split(/\n[ \t]*\n+/)
    .filter((group) => group.trim() !== '')
    .map(fieldsOf);
  const returned = attachments.find(({ contentType }) =>
    /^(text\/(rfc822-headers|global-headers)|message\/(rfc822|global)(-headers)?)$/.test(contentType),
  );
  const head = returned === undefined ? copyIn(raw) : fieldsOf(headOf(returned.bytes));
  const receivers = whole(groups).flatMap((fields) => receiverOf(fields) ?? []);
  return {
    envelopeId: oneLine(groups[0]?.get('original-envelope-id') ?? '', 200) || null,
    messageId: idOf(head.get('message-id')) ?? answeredBy(header),
    reference: referenceOf(head.get('x-kontor-ref')),
    receivers: receivers.slice(0, MAX_RECEIVERS),
  };
}

const RECIPIENTS = ['original-recipient', 'final-recipient', 'x-actual-recipient'];

/** Groups of fields, each of one receiver: an empty line within one, which some programs write, divides nothing. */
function whole(groups: readonly Map<string, string>[]): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  for (const group of groups) {
    const last = found.at(-1);
    if (RECIPIENTS.some((name) => group.has(name))) found.push(new Map(group));
    else if (last !== undefined) for (const [name, value] of group) if (!last.has(name)) last.set(name, value);
  }
  return found;
}

function receiverOf(fields: Map<string, string>): Receiver | undefined {
  const address = RECIPIENTS.map((name) => bare(fields.get(name))).find((one) => one !== '');
  const status = fields.get('status') ?? '';
  const answer = (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, '');
  const action = actionOf(fields.get('action'), status || answer);
  if (action === undefined || address === undefined) return undefined;
  return { address, action, answer: oneLine([status, answer].filter(Boolean).join(' '), 500) };
}

/** What is said to have been done; where nothing is, what the number of the status means. */
function actionOf(said: string | undefined, status: string): Receiver['action'] | undefined {
  const word = /^\s*([a-z]+)/i.exec(said ?? '')?.[1]?.toLowerCase();
  const kind = word === undefined ? /^\s*([245])[.\d]/.exec(status)?.[1] : undefined;
  return (
    ACTIONS.find((one) => one === word) ??
    (kind === undefined ? undefined : ({ 2: 'delivered', 4: 'delayed', 5: 'failed' } as const)[kind as '2' | '4' | '5'])
  );
}

/** Words of a mail server's refusal: `550 5.1.1 …`. */
const REFUSAL = /\b[45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}\b)?[^\r\n]{0,400}/;
const ADDRESS = /[^\s<>,;:"]{1,200}@[^\s<>,;:"]{1,200}/g;
/** Programs that write their reports as plain text, and lines above the copy of what could not be delivered. */
const DAEMON =
  /\b(?:mailer[-_.]?daemon|postmaster|mdaemon|microsoftexchange[0-9a-f]{16,}|(?:e-?)?mail (?:administrator|delivery (?:(?:sub)?system|service))|delivery (?:sub)?system)\b/i;
const COPY =
  /^[-\s>]*(?:below this line is a copy|this is a copy of|(?:original|undelivered|returned) (?:message|mail)\b|message header)/im;

/**
 * Returns the same for a mail without such parts that tells of it in its header, as many servers write it, or in words that only mail servers
 * write. `text`: the text of the mail. Returns null if it is no report.
 */
export function plainReportOf(header: ReportHeader, text: string, raw: Uint8Array): DeliveryReport | null {
  const start = text.slice(0, 50_000);
  const failed = isOfServer(header) ? (header.failed ?? '').slice(0, 100_000).match(ADDRESS) : null;
  const addresses = [...new Set(failed ?? refused(header, start))];
  if (addresses.length === 0) return null;
  const copy = copyIn(raw);
  const messageId =
    idOf(header.inReplyTo) ?? idOf(header.original) ?? idOf(copy.get('message-id')) ?? answeredBy(header);
  if (messageId === null) return null;
  const answer = oneLine(REFUSAL.exec(start)?.[0] ?? '', 500);
  return {
    envelopeId: null,
    messageId,
    reference: referenceOf(copy.get('x-kontor-ref')),
    receivers: addresses
      .slice(0, MAX_RECEIVERS)
      .map((address) => ({ address: oneLine(address, 320), action: 'failed', answer })),
  };
}

const isNobody = (returnPath: string): boolean => /^\s*<\s*>\s*$/.test(returnPath);

/**
 * Whether a mail is from a server, as far as its header tells: it goes back to nobody or to the server, or a program has sent it. A sender's name alone
 * counts where nobody else is named to go back to: anybody can write it.
 */
function isOfServer({ from, returnPath, autoSubmitted }: ReportHeader): boolean {
  if (/^\s*auto-/i.test(autoSubmitted ?? '')) return true;
  if (returnPath === undefined || returnPath.trim() === '') return DAEMON.test(from ?? '');
  return isNobody(returnPath) || DAEMON.test(returnPath);
}

/** Whom a mail server's own words say that it has not reached: each at the beginning of a line, before the copy of the mail. */
function refused({ from, returnPath }: ReportHeader, text: string): string[] {
  if (!DAEMON.test(from ?? '') || !/^\s*(?:<\s*>\s*)?$/.test(returnPath ?? '') || !REFUSAL.test(text)) return [];
  const said = text.slice(0, COPY.exec(text)?.index);
  return [...said.matchAll(/^[ \t]*<?([^\s<>,;:"]{1,200}@[^\s<>,;:"]{1,200})>?:?[ \t]*$/gm)].map(
    ([, address = '']) => address,
  );
}

/** The header of the mail that a report has a copy of, wherever in the report that stands. */
function copyIn(raw: Uint8Array): Map<string, string> {
  const body = Buffer.from(raw.subarray(startOfBody(raw)).subarray(0, MAX_BYTES)).toString('latin1');
  const line = (name: string): string | undefined =>
    new RegExp(`^[> \\t]*${name}[ \\t]*:[ \\t]*(?:\\r?\\n[> \\t]+)?(\\S[^\\r\\n]{0,600})`, 'im').exec(body)?.[1];
  const found = new Map<string, string>();
  for (const name of ['message-id', 'x-kontor-ref']) {
    const value = line(name);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

const idOf = (value: string | undefined): string | null =>
  oneLine(/<([^<>\s]{1,500})>/.exec(value ?? '')?.[1] ?? (value ?? '').replace(/^\s*<|>\s*$/g, ''), 500) || null;

/** The mail that a header answers, which is the last one that it refers to. */
const answeredBy = ({ inReplyTo, original, references }: ReportHeader): string | null =>
  idOf(inReplyTo) ?? idOf(original) ?? idOf(/<[^<>\s]{1,500}>\s*$/.exec((references ?? '').slice(-2000))?.[0]);

const headOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.subarray(0, MAX_BYTES)).toString('latin1').replace(/\r\n/g, '\n');
  const end = text.indexOf('\n\n');
  return end < 0 ? text : text.slice(0, end);
};

/** Fields by their names in lower case; of several of a name the first. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { name, value } of headerFields(Buffer.from(text, 'latin1')))
    if (!fields.has(name)) fields.set(name, decodeWords(decodeText(Buffer.from(value, 'latin1'))));
  return fields;
}

/** An address without its kind and brackets: `rfc822;paul@werft.example`. */
const bare = (field: string | undefined): string =>
  oneLine(
    (field ?? '')
      .replace(/^\s*[\w-]+\s*;\s*/, '')
      .trim()
      .replace(/^<|>$/g, ''),
    320,
  );

/** What mails of ours bear in their header. */
export const referenceOf = (value: string | undefined): string | null =>
  /^[0-9a-f]{32}$/.test(value?.trim() ?? '') ? (value ?? '').trim() : null;
