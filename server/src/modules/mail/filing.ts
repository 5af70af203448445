import type { Direction, Status } from '@kontor/contract/activity';
import type { SenderWarning } from '@kontor/contract/mail';
import type { BlobStore } from '../../platform/storage/blobs.ts';
import {
  crudeHeaders,
  LIMITS,
  type MailParser,
  type ParsedMail,
  type ParseFailureReason,
} from '../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { holdBox } from '../account/index.ts';
import { addViewers, insertItem, type NewItem, type Viewer } from '../activity/index.ts';
import { domainOf } from './domains.ts';
import { knownSenders } from './known-senders.ts';
import { enqueueReadingIfWorthwhile } from './read-anew.ts';
import { contactOf } from './rules.ts';
import { senderWarnings } from './senders.ts';
import { findMailByKey, insertMail, lockContentKey, type NewAttachment } from './store/mails.ts';
import { noteWritten } from './store/senders.ts';
import type { MailPeople } from './tables.ts';

/** Subject of a mail of which not even that can be read. */
const UNREADABLE_SUBJECT = '(nicht lesbar)';
const MOST_SEARCHED_PEOPLE = 200;

/** A mail taken apart, with its files kept, ready to be listed in one short transaction. */
export interface PreparedMail {
  readonly rawHash: string;
  readonly rawSize: number;
  /** Null where the mail could not be taken apart. */
  readonly parsed: Omit<ParsedMail, 'attachments'> | null;
  readonly attachments: readonly NewAttachment[];
  readonly crude: ReturnType<typeof crudeHeaders>;
  readonly failure: ParseFailureReason | 'truncated' | null;
}

/** Failures that another try may get over: the machine was busy, or the server is stopping. */
export class TryAgainError extends Error {
  readonly reason: ParseFailureReason;
  constructor(reason: ParseFailureReason, detail: string) {
    super(`${reason} ${detail}`);
    this.name = 'TryAgainError';
    this.reason = reason;
  }
}

/** Takes a mail apart and keeps its attachments. Throws TryAgainError where that failed for now and `mayRetry` is set. */
export async function prepareMail(
  parts: { readonly blobs: BlobStore; readonly parser: MailParser },
  instanceId: number,
  raw: Uint8Array,
  options: { readonly mayRetry: boolean; readonly truncated?: boolean },
): Promise<PreparedMail> {
  const rawHash = await parts.blobs.put(instanceId, raw);
  const common = { rawHash, rawSize: raw.byteLength, crude: crudeHeaders(raw) };
  const outcome = await parts.parser.parse(raw);
  if (!outcome.ok) {
    // One that takes too long is listed at once and read at leisure: others wait for the same processes.
    const passing = outcome.reason === 'closed' || outcome.reason === 'crashed';
    if (outcome.reason === 'closed' || (passing && options.mayRetry))
      throw new TryAgainError(outcome.reason, outcome.detail);
    return { ...common, parsed: null, attachments: [], failure: outcome.reason };
  }
  const { attachments, ...parsed } = outcome.mail;
  const kept: NewAttachment[] = [];
  for (const [part, attachment] of attachments.entries()) {
    kept.push({
      part,
      filename: attachment.filename,
      content_type: attachment.contentType,
      content_id: attachment.contentId,
      disposition: attachment.disposition,
      size: attachment.bytes.byteLength,
      blob_hash: await parts.blobs.put(instanceId, attachment.bytes),
    });
  }
  return { ...common, parsed, attachments: kept, failure: options.truncated ? 'truncated' : null };
}

/** Where a mail is put, and how it stands with those who see it. */
export interface Placement {
  readonly boxId: number;
  readonly channel: string;
  readonly direction: Direction;
  readonly viewers: readonly { readonly userId: number; readonly status: Status }[];
  /** For mails without a date of their own. */
  readonly internalDate: Date;
  readonly answered: boolean;
}

/** What makes two mails one. What a person sent is another item than what colleagues got: direction and state belong to it. */
export const contentKeyOf = (mail: PreparedMail, direction: Direction): string =>
  `${direction}:${mail.parsed?.contentKey ?? mail.crude.contentKey}`;

/**
 * Puts a mail into the lists, in the transaction of `ctx`, and answers its id. One that is there already, from another mailbox or folder,
 * gets the new viewers and nothing else.
 */
export async function listMail(ctx: ChangeContext, mail: PreparedMail, place: Placement): Promise<number> {
  const key = contentKeyOf(mail, place.direction);
  // Whoever has left the box since the caller looked sees nothing of what comes into it.
  const members = await holdBox(ctx.db, ctx.instance.id, place.boxId, 'share');
  const placed = place.viewers.filter(({ userId }) => members.has(userId));
  const viewers: Viewer[] = placed.map(({ userId, status }) => ({
    userId,
    status,
    boxId: place.boxId,
    mine: placed.length === 1,
  }));
  await lockContentKey(ctx.db, ctx.instance.id, key);
  const known = await findMailByKey(ctx.db, ctx.instance.id, key);
  if (known !== undefined) {
    await addViewers(ctx, 'email', known, viewers);
    return known;
  }
  const facts = factsOf(mail);
  const warnings = await warningsOf(ctx, facts, place.direction);
  const { boxId, channel, direction } = place;
  const item = { module: 'email', boxId, channel, direction, viewers } as const;
  const mailId = await insertItem(ctx, { ...item, ...itemOf(mail, facts, place, warnings) });
  await insertMail(
    ctx.db,
    {
      instance_id: ctx.instance.id,
      mail_id: mailId,
      content_key: key,
      raw_hash: mail.rawHash,
      raw_size: mail.rawSize,
      ...fieldsOf(mail, facts, warnings),
    },
    mail.attachments,
  );
  if (place.direction === 'outgoing') {
    const receivers = [...facts.people.to, ...facts.people.cc];
    const domains = receivers.flatMap(({ address }) => domainOf(address)?.host ?? []);
    await noteWritten(ctx.db, ctx.instance.id, mailId, [...new Set(domains)]);
  }
  await enqueueReadingIfWorthwhile(ctx, mailId, mail.failure);
  return mailId;
}

/** What is known of a mail, whether it could be taken apart or not. */
interface Facts {
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
export const fieldsOf = (
  { parsed, crude, failure }: PreparedMail,
  facts: Facts,
  warnings: readonly SenderWarning[],
) => ({
  message_id: parsed ? parsed.messageId : crude.messageId,
  in_reply_to: parsed?.inReplyTo ?? null,
  refs: parsed?.references ?? [],
  subject: facts.subject,
  people: JSON.stringify(facts.people),
  html: facts.html,
  external_images: JSON.stringify(facts.externalImages),
  auto_submitted: facts.autoSubmitted,
  unreadable: failure,
  warnings: JSON.stringify(warnings),
});

/** What the mail's entry of the lists says. */
export function itemOf(
  mail: PreparedMail,
  facts: Facts,
  place: Pick<Placement, 'direction' | 'internalDate' | 'answered'>,
  warnings: readonly SenderWarning[],
): Pick<NewItem, 'ts' | 'contact' | 'information' | 'extras' | 'search'> {
  const { from, sender, to, cc, bcc } = facts.people;
  const files = mail.attachments.filter((file) => file.disposition === 'attachment' || file.content_id === null);
  const everybody = [...from, ...to, ...cc, ...bcc].slice(0, MOST_SEARCHED_PEOPLE);
  return {
    ts: new Date(facts.date ?? place.internalDate),
    contact: contactOf(facts.people, place.direction),
    information: facts.subject,
    extras: {
      senderAddress: from[0]?.address ?? sender?.address ?? '',
      preview: facts.preview,
      ...(files.length > 0 ? { hasAttachments: true } : {}),
      ...(facts.externalImages.length > 0 ? { containsExternalImages: true } : {}),
      ...(place.answered ? { answered: true } : {}),
      ...(warnings.length > 0 ? { warned: true } : {}),
    },
    search: {
      title: facts.subject,
      people: everybody.map(({ name, address }) => `${name} ${address}`).join(' '),
      body: `${files.map(({ filename }) => filename).join(' ')}\n${facts.text}`.slice(0, LIMITS.searchText),
    },
  };
}
