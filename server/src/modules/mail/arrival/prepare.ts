import type { Direction } from '@kontor/contract/activity';
import type { SenderWarning } from '@kontor/contract/mail';
import type { BlobStore } from '../../../platform/storage/blobs.ts';
import {
  crudeHeaders,
  type CrudeHeaders,
  LIMITS,
  PARSER_FORM,
  type MailAddress,
  type MailParser,
  type ParsedMail,
  type ParseFailureReason,
} from '../../../platform/mailparse/index.ts';
import type { ChangeContext, Platform } from '../../../platform/operation/context.ts';
import type { NewItem, SearchHead, Viewer } from '../../activity/index.ts';
import { knownSenders } from '../senders/known.ts';
import { contactOf } from '../rules.ts';
import { senderWarnings } from '../senders/warnings.ts';
import { subjectKey } from '../threads/rules.ts';
import type { NewAttachment } from '../store/mails.ts';
import type { MailPeople } from '../store/tables.ts';

/** Subject of a mail of which not even that can be read. */
const UNREADABLE_SUBJECT = '(nicht lesbar)';
const MAX_SEARCHED_PEOPLE = 200;

/** A mail taken apart, with its files kept, ready to be listed in one short transaction. */
export type PreparedMail = Content & {
  readonly rawHash: string;
  readonly rawSize: number;
  readonly attachments: readonly NewAttachment[];
  readonly failure: ParseFailureReason | 'truncated' | null;
};

/** What a mail says, or the little that can be told of one that could not be taken apart. */
type Content =
  | { readonly parsed: Omit<ParsedMail, 'attachments'>; readonly crude: null }
  | { readonly parsed: null; readonly crude: CrudeHeaders };

/** A blob that is there already. */
interface KeptBytes {
  readonly hash: string;
  readonly size: number;
}

/** Failures that another try may get over: the machine was busy, or the server is stopping. */
export class TryAgainError extends Error {
  readonly reason: ParseFailureReason;

  /** Whether other mails would fare alike. */
  get isOfAll(): boolean {
    return isNoFaultOfMail(this.reason);
  }

  constructor(reason: ParseFailureReason, detail: string) {
    super(`${reason} ${detail}`);
    this.name = 'TryAgainError';
    this.reason = reason;
  }
}

/** Whether no mail at all could be read just then. */
const isNoFaultOfMail = (reason: ParseFailureReason): boolean => reason === 'closed' || reason === 'not-started';

/** Takes a mail apart and keeps its attachments. Throws TryAgainError where that failed for now and `mayRetry` is set. */
export async function prepareMail(
  parts: { readonly blobs: BlobStore; readonly parser: MailParser },
  instanceId: number,
  raw: Uint8Array | KeptBytes,
  options: { readonly mayRetry: boolean; readonly truncated?: boolean },
): Promise<PreparedMail> {
  const { hash, size } =
    'hash' in raw ? raw : { hash: await parts.blobs.put(instanceId, raw, 'mail'), size: raw.byteLength };
  const common = { rawHash: hash, rawSize: size };
  // The parser reads it by itself: bytes that pass through here would cost those who wait for an answer.
  const outcome = await parts.blobs.withFile(instanceId, hash, (file) => parts.parser.parse({ file, size }));
  if (!outcome.ok) {
    // One that takes too long is listed at once and read at leisure: others wait for the same processes.
    const { reason, detail } = outcome;
    if (isNoFaultOfMail(reason) || (reason === 'crashed' && options.mayRetry)) throw new TryAgainError(reason, detail);
    const crude = crudeHeaders(await parts.blobs.get(instanceId, hash));
    return { ...common, parsed: null, crude, attachments: [], failure: outcome.reason };
  }
  const { attachments, ...parsed } = outcome.mail;
  const kept: NewAttachment[] = [];
  for (const attachment of attachments) {
    kept.push({
      part: attachment.part,
      storage_key: attachment.storageKey,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId,
      disposition: attachment.disposition,
      size: attachment.bytes.byteLength,
      blob_hash: await parts.blobs.put(instanceId, attachment.bytes),
    });
  }
  return { ...common, parsed, crude: null, attachments: kept, failure: options.truncated ? 'truncated' : null };
}

/** A mail that is put aside is one that somebody should hear of. */
export function countUnreadable({ metrics }: Platform, { failure: reason }: PreparedMail): void {
  if (reason !== null) metrics.count('quarantined', { reason });
}

/** Where a mail is put, and how it stands with those who see it. */
export interface Placement {
  readonly boxId: number;
  readonly channel: string;
  readonly direction: Direction;
  readonly viewers: readonly Pick<Viewer, 'userId' | 'status' | 'archived' | 'location'>[];
  /** For mails without a date of their own. */
  readonly internalDate: Date;
  readonly answered: boolean;
  /** It is imported: nothing else names its bytes. */
  readonly isImported?: boolean;
}

/** What is known of a mail, whether it could be taken apart or not. */
export interface Facts {
  readonly subject: string;
  readonly people: MailPeople;
  /** Milliseconds since 1970. */
  readonly date: number | null;
  readonly html: string;
  readonly text: string;
  readonly preview: string;
  readonly externalImages: readonly string[];
  readonly autoSubmitted: boolean;
  readonly bulk: boolean;
  readonly hidden: readonly string[];
}

/** What a mail says of itself, as far as it could be read. */
export function factsOf({ parsed, crude }: PreparedMail): Facts {
  if (parsed !== null) {
    const { from, sender, replyTo, to, cc, bcc, ...facts } = parsed;
    return { ...facts, people: { from, sender, replyTo, to, cc, bcc } };
  }
  return {
    subject: crude.subject || UNREADABLE_SUBJECT,
    people: { from: crude.from ? [crude.from] : [], sender: null, replyTo: [], to: [], cc: [], bcc: [] },
    date: crude.date,
    html: '',
    text: '',
    preview: '',
    externalImages: [],
    autoSubmitted: false,
    bulk: false,
    hidden: [],
  };
}

/** What is odd about the sender of a mail that came in; what goes out is from us. */
export const warningsOf = async (
  ctx: ChangeContext,
  facts: Facts,
  direction: Direction,
): Promise<readonly SenderWarning[]> =>
  direction === 'outgoing' ? [] : senderWarnings({ ...facts, ...facts.people }, await knownSenders(ctx));

/** What a mail's row says of its content, whoever has it. */
export const fieldsOf = ({ failure, ...mail }: PreparedMail, facts: Facts, warnings: readonly SenderWarning[]) => ({
  message_id: (mail.parsed ?? mail.crude)?.messageId ?? null,
  in_reply_to: mail.parsed?.inReplyTo ?? null,
  refs: mail.parsed?.references ?? [],
  subject: facts.subject,
  people: JSON.stringify(facts.people),
  html: facts.html,
  external_images: JSON.stringify(facts.externalImages),
  auto_submitted: facts.autoSubmitted,
  unreadable: failure,
  warnings: JSON.stringify(warnings),
  ...foundIn(mail, facts),
});

/** What was found in a mail beside its content, by the parser of today. */
export const foundIn = (
  { parsed }: Pick<PreparedMail, 'parsed'>,
  { subject, bulk }: Pick<Facts, 'subject' | 'bulk'>,
) => ({
  form: PARSER_FORM,
  bulk,
  subject_key: bulk ? null : subjectKey(subject),
  unsubscribe: asJson(parsed?.unsubscribe),
  invitation: asJson(parsed?.invitation),
  report: asJson(parsed?.report),
  signature: asJson(parsed?.signed && { kind: parsed.signed }),
});

const asJson = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

const namesOf = (people: readonly MailAddress[]): string =>
  people
    .slice(0, MAX_SEARCHED_PEOPLE)
    .map(({ name, address }) => `${name} ${address}`)
    .join(' ');

/** What a mail is found by without its text. */
export const searchHead = ({ subject, people }: Pick<Facts, 'subject' | 'people'>): SearchHead => ({
  title: subject,
  senders: namesOf(people.from),
  receivers: namesOf([...people.to, ...people.cc, ...people.bcc]),
});

/** What the mail's entry of the lists says. */
export function itemOf(
  mail: PreparedMail,
  facts: Facts,
  placement: Pick<Placement, 'direction' | 'internalDate' | 'answered'>,
  warnings: readonly SenderWarning[],
): Pick<NewItem, 'ts' | 'contact' | 'information' | 'extras' | 'search'> {
  const { from, sender } = facts.people;
  const files = mail.attachments.filter((file) => file.disposition === 'attachment' || file.content_id === null);
  return {
    ts: new Date(facts.date ?? placement.internalDate),
    contact: contactOf(facts.people, placement.direction),
    information: facts.subject,
    extras: {
      senderAddress: from[0]?.address ?? sender?.address ?? '',
      preview: facts.preview,
      ...(files.length > 0 ? { hasAttachments: true } : {}),
      ...(facts.externalImages.length > 0 ? { containsExternalImages: true } : {}),
      ...(placement.answered ? { answered: true } : {}),
      ...(warnings.length > 0 ? { warned: true } : {}),
    },
    search: {
      ...searchHead(facts),
      hasFiles: files.length > 0,
      body: `${files.map(({ filename }) => filename).join(' ')}\n${facts.text}`.slice(0, LIMITS.searchText),
    },
  };
}
