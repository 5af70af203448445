import { formatAggregateId } from '@kontor/contract/kernel';
import type { Rule } from '@kontor/contract/mail';
import type { ChangeContext, Instance, InstanceContext } from '../../../../platform/operation/context.ts';
import { loadPerson, timeZoneOf } from '../../../account/index.ts';
import { recordPlaceholders } from '../../linking/linking.ts';
import { contentIdOf } from '../../sending/build.ts';
import { hasPlaceholder } from '../../sending/content.ts';
import { identityFor, queueLetter, type Identity, type Letter } from '../../sending/queue.ts';
import { referencesOf, sendableAddress } from '../../sending/rules.ts';
import { namedOutgoing, type NewFile } from '../../sending/store/outgoing.ts';
import { attachmentsOf } from '../../store/mails.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { fillFields } from '../../writing/clean.ts';
import { receiverFields, senderFields, timeFields } from '../../writing/placeholders.ts';
import { subjectOf, type Language } from '../../writing/rules.ts';
import { findDraft } from '../../writing/store/drafts.ts';
import type { WrittenFile } from '../../writing/store/files.ts';
import { findWriter } from '../../writing/store/people.ts';
import { answerBar, type RuleFacts } from './rules.ts';
import { countAutomatic, sendersOfAccount, takeAnswer, type RuleMail } from './store.ts';

type Action = Rule['actions'][number];

export interface AutomaticParts {
  /** Wakes who hands mails over. */
  readonly wake: () => void;
  /** Whether the operator's mail server takes mails of accounts that have none of their own. */
  readonly hasRelay: (instance: Instance) => boolean;
  readonly languageOf: (ctx: Pick<InstanceContext, 'db' | 'instance'>, userId: number) => Promise<Language>;
  /** All files of one mail. */
  readonly mostBytes: number;
}

/** A mail that something is sent for by itself, and on whose behalf. */
export interface Occasion {
  readonly mail: RuleMail;
  readonly facts: RuleFacts;
  readonly account: AccountRow;
  /** Whose rule it is. */
  readonly userId: number;
}

const DAY_MS = 86_400_000;
/** One answer an address in so long, and so many mails an hour and account. */
export const ANSWER_PAUSE_MS = 4 * DAY_MS;
const HOUR_MS = 3_600_000;
const MAX_AN_HOUR = 100;

/** What there is for a letter by itself: its sender, and all whom it is not sent to. Or why there is none. */
async function begin(ctx: ChangeContext, parts: AutomaticParts, { mail, facts, account }: Occasion) {
  const { db, instance } = ctx;
  const senders = await sendersOfAccount(db, instance.id, account.account_id);
  const [sender] = senders;
  if (sender === undefined || (account.smtp_host === null && !parts.hasRelay(instance))) return 'NO_SENDER';
  const own = new Set(senders.map(({ email }) => email.toLowerCase()));
  const references = facts.header('x-kontor-ref').map((value) => value.trim());
  const named = await namedOutgoing(db, instance.id, {
    messageIds: mail.message_id === null ? [] : [mail.message_id],
    references,
  });
  const why = answerBar(facts, { own, isOurs: named.length > 0 });
  if (why !== '') return why;
  const since = new Date(ctx.now() - HOUR_MS);
  if ((await countAutomatic(db, instance.id, account.account_id, since)) >= MAX_AN_HOUR) return 'TOO_MANY';
  return { sender, own };
}

/** Puts a letter into the outbox, in the transaction of `ctx`. */
async function put(
  ctx: ChangeContext,
  parts: AutomaticParts,
  { mail, userId }: Occasion,
  {
    to,
    kind,
    ...letter
  }: Omit<Letter, 'userId' | 'to' | 'past'> & { readonly to: readonly string[]; readonly kind: 'answer' | 'forward' },
): Promise<void> {
  await queueLetter(ctx, {
    ...letter,
    userId,
    to: to.map((address) => ({ address, name: '' })),
    past: {
      mailId: mail.mail_id,
      kind,
      inReplyTo: kind === 'answer' ? mail.message_id : null,
      references: referencesOf(mail),
    },
  });
  ctx.afterCommit(parts.wake);
}

/** Answers a mail with a template. Returns why it did not; undefined where it did. */
export const answer = async (
  ctx: ChangeContext,
  parts: AutomaticParts,
  occasion: Occasion,
  { templateId }: Extract<Action, { kind: 'answer' }>,
): Promise<string> => answerWith(ctx, parts, occasion, 'rule', await findDraft(ctx.db, ctx.instance.id, templateId));

/** What a mail is answered with by itself. */
export interface AnswerText {
  /** Empty: that of the mail. */
  readonly subject: string;
  readonly content: string;
  readonly is_plain: boolean;
}

/** Answers a mail with a text whose fields are filled in. Returns the reason if it sends nothing; else an empty string. */
export async function answerWith(
  ctx: ChangeContext,
  parts: AutomaticParts,
  occasion: Occasion,
  cause: 'rule' | 'absence',
  template: AnswerText | undefined,
): Promise<string> {
  const { db, instance } = ctx;
  const { mail, account, userId } = occasion;
  const begun = await begin(ctx, parts, occasion);
  if (typeof begun === 'string') return begun;
  const from = mail.people.from[0] ?? mail.people.sender;
  const to = sendableAddress(from?.address ?? '');
  if (template === undefined || from === null || from === undefined) return 'GONE';
  if (to === undefined) return 'NO_REPLY';
  const language = await parts.languageOf(ctx, userId);
  // Nobody is there to fill in what is missing: who has no name is called by the address.
  const nameless: Record<string, string> =
    from.name.trim() === '' ? { 'receiver.name': from.address, 'receiver.firstName': from.address } : {};
  const content = template.is_plain
    ? template.content
    : fillFields(template.content, {
        ...receiverFields({ receiver: from.address, receiverRealName: from.name }),
        ...nameless,
        ...(await recordPlaceholders(ctx, await loadPerson({ db, instance }, userId), {
          answeredId: mail.mail_id,
          address: from.address,
        })),
        ...senderFields({ email: begun.sender.email }, await findWriter(db, instance.id, userId)),
        ...timeFields(ctx.now(), timeZoneOf(instance), language),
        subject: mail.subject,
        'instance.title': instance.title,
      });
  if (hasPlaceholder(content)) return 'PLACEHOLDER_LEFT';
  const at = new Date(ctx.now());
  const since = new Date(ctx.now() - ANSWER_PAUSE_MS);
  const isFirst = await takeAnswer(db, instance.id, {
    accountId: account.account_id,
    address: to.toLowerCase(),
    at,
    since,
  });
  if (!isFirst) return 'ANSWERED_ALREADY';
  const subject = template.subject === '' ? subjectOf(mail.subject, 'reply', language) : template.subject;
  const { sender } = begun;
  await put(ctx, parts, occasion, {
    cause,
    sender,
    to: [to],
    subject,
    content,
    isPlain: template.is_plain,
    kind: 'answer',
  });
  return '';
}

/** The files of a mail, as another one bears them, and what its quote calls those that are pictures in it. */
async function filesOfMail(ctx: ChangeContext, mailId: number, identity: Identity) {
  const rows = await attachmentsOf(ctx.db, ctx.instance.id, mailId);
  const pictures: Record<string, string> = {};
  const files = rows.map((row, index): NewFile => {
    const isShown = row.disposition === 'inline' && row.content_id !== null;
    const contentId = isShown ? contentIdOf(identity.reference, index, identity.domain) : null;
    if (contentId !== null) pictures[`inline:${row.part}`] = contentId;
    return {
      filename: row.filename,
      size: row.size,
      content_type: row.content_type,
      blob_hash: row.blob_hash,
      disposition: isShown ? 'inline' : 'attachment',
      content_id: contentId,
    };
  });
  const written = rows
    .filter((row) => pictures[`inline:${row.part}`] === undefined)
    .map((row) => fileOf(row, { attachmentId: row.attachment_id, fromMailId: mailId, fromPart: row.part }));
  return { identity, files, pictures, written };
}

/** A file as a draft has it. */
const fileOf = (
  file: Pick<NewFile, 'filename' | 'size' | 'content_type' | 'blob_hash'>,
  from: Pick<WrittenFile, 'attachmentId' | 'fromMailId' | 'fromPart'>,
): WrittenFile => ({
  ...from,
  source: 'mail',
  filename: file.filename,
  size: file.size,
  contentType: file.content_type,
  blobHash: file.blob_hash,
  disposition: 'attachment',
});

/** Passes a mail on, with its files or as a file. Returns why it did not; undefined where it did. */
export async function forward(
  ctx: ChangeContext,
  parts: AutomaticParts,
  occasion: Occasion,
  { to: addresses, asAttachment }: Extract<Action, { kind: 'forward' }>,
): Promise<string> {
  const { mail, userId } = occasion;
  const begun = await begin(ctx, parts, occasion);
  if (typeof begun === 'string') return begun;
  const to = [...new Set(addresses.flatMap((address) => sendableAddress(address) ?? []))];
  const others = to.filter((address) => !begun.own.has(address.toLowerCase()));
  if (others.length === 0) return to.length === 0 ? 'GONE' : 'OWN';
  const whole: NewFile = {
    filename: 'mail.eml',
    size: mail.raw_size,
    content_type: 'message/rfc822',
    blob_hash: mail.raw_hash,
    disposition: 'attachment',
    content_id: null,
  };
  const identity = identityFor(begun.sender);
  const carried = asAttachment
    ? {
        identity,
        files: [whole],
        pictures: {},
        written: [fileOf(whole, { attachmentId: null, fromMailId: mail.mail_id, fromPart: null })],
      }
    : await filesOfMail(ctx, mail.mail_id, identity);
  if (carried.files.reduce((sum, { size }) => sum + size, 0) > parts.mostBytes) return 'TOO_LARGE';
  const id = formatAggregateId({ module: 'email', entryId: mail.mail_id, userId });
  const quote = `<blockquote type="cite" data-kontor-quote="${id.replaceAll('"', '&quot;')}" data-kontor-whole=""></blockquote>`;
  await put(ctx, parts, occasion, {
    cause: 'rule',
    sender: begun.sender,
    to: others,
    subject: subjectOf(mail.subject, 'forward', await parts.languageOf(ctx, userId)),
    content: asAttachment ? '' : quote,
    isPlain: false,
    kind: 'forward',
    carried,
  });
  return '';
}
