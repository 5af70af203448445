import { randomBytes } from 'node:crypto';
import { formatAggregateId } from '@kontor/contract/kernel';
import { WrittenMailSchema } from '@kontor/contract/mail';
import { parseParameters } from '../../../platform/http/problems.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { domainOf } from '../senders/domains.ts';
import type { SenderRow } from '../writing/store/senders.ts';
import { announceOutgoing } from './announce.ts';
import { insertOutgoing, lockOutgoing, type NewFile, type OutgoingRow } from './store/outgoing.ts';
import type { OutgoingFields } from './tables.ts';

export type Receiver = { readonly address: string; readonly name: string; readonly field: 'to' | 'cc' | 'bcc' };
/** The address that a mail is sent from, and its mailbox. */
type Sender = Pick<SenderRow, 'sender_id' | 'account_id' | 'email' | 'name'>;

/** What a mail is known by wherever it goes: 32 hexadecimal digits, and the domain that its ids are of. */
export interface Identity {
  readonly reference: string;
  readonly domain: string;
}

export const identityFor = ({ email }: Pick<SenderRow, 'email'>): Identity => ({
  reference: randomBytes(16).toString('hex'),
  domain: domainOf(email)?.host ?? 'localhost',
});

/** A mail that is whole but for its bytes. */
export interface QueuedMail extends Identity {
  /** Whose mail it is in the outbox. */
  readonly userId: number;
  readonly sender: Sender;
  readonly cause: OutgoingRow['cause'];
  readonly receivers: readonly Receiver[];
  readonly files: readonly NewFile[];
  readonly fields: Omit<OutgoingFields, 'from'>;
  readonly sendAt: Date;
  readonly draft: { readonly key: string | null; readonly id: number | null };
}

/** Puts a mail into the outbox, in the transaction of `ctx`. Returns its id; undefined where there is one of the same draft. */
export async function queueMail(ctx: ChangeContext, mail: QueuedMail): Promise<number | undefined> {
  const { sender, reference, domain, sendAt, draft } = mail;
  const now = new Date(ctx.now());
  const fields: OutgoingFields = { ...mail.fields, from: { name: sender.name, address: sender.email } };
  const outgoingId = await insertOutgoing(
    ctx.db,
    {
      instance_id: ctx.instance.id,
      sender_id: sender.sender_id,
      account_id: sender.account_id,
      user_id: mail.userId,
      draft_key: draft.key,
      draft_id: draft.id,
      cause: mail.cause,
      stage: 'waiting',
      message_id: `<${randomBytes(16).toString('hex')}@${domain}>`,
      reference,
      boundary: randomBytes(12).toString('hex'),
      dated_at: new Date(Math.floor(sendAt.getTime() / 1000) * 1000),
      fields: JSON.stringify(fields),
      send_at: sendAt,
      next_at: sendAt,
      created_at: now,
      stage_at: now,
    },
    mail.receivers,
    mail.files,
  );
  if (outgoingId === undefined) return undefined;
  const row = await lockOutgoing(ctx.db, ctx.instance.id, outgoingId);
  if (row !== undefined) await announceOutgoing(ctx, row);
  return outgoingId;
}

/** A mail that nobody wrote in the composer: a button, a rule, an absence or a message has it sent. */
export interface Letter extends Pick<OutgoingFields, 'past' | 'follows' | 'calendar' | 'unsubscribes'> {
  readonly cause: Exclude<QueuedMail['cause'], 'person'>;
  readonly userId: number;
  readonly sender: Sender;
  readonly to: readonly { readonly address: string; readonly name: string }[];
  readonly subject: string;
  readonly content: string;
  readonly isPlain: boolean;
  /** Files that it bears, and how its text names the pictures among them by ids of `identity`. */
  readonly carried?: {
    readonly identity: Identity;
    readonly files: readonly NewFile[];
    readonly pictures: OutgoingFields['pictures'];
    /** Those that are no pictures of a quote, as a draft has them: it becomes one where the letter is called back. */
    readonly written: OutgoingFields['files'];
  };
}

/** What it comes of, as a mail that a person writes says so. */
const comesOf = ({ past, userId }: Pick<Letter, 'past' | 'userId'>) =>
  past === null
    ? {}
    : {
        replyOrForwardMailAggregateId: formatAggregateId({ module: 'email', entryId: past.mailId, userId }),
        replyOrForwardType: past.kind === 'answer' ? 'reply' : 'forward',
      };

/** Puts such a letter into the outbox, to be sent at once. Returns its id. Throws PARAMETERS_INVALID if it is too long. */
export async function queueLetter(ctx: ChangeContext, letter: Letter): Promise<number> {
  const { cause, userId, sender, to, subject, content, isPlain, past, follows, calendar, unsubscribes, carried } =
    letter;
  const outgoingId = await queueMail(ctx, {
    ...(carried?.identity ?? identityFor(sender)),
    cause,
    userId,
    sender,
    receivers: to.map((it) => ({ ...it, field: 'to' })),
    files: carried?.files ?? [],
    fields: {
      written: parseParameters(WrittenMailSchema, {
        subject,
        content,
        isPlain,
        receiversTo: to.map(({ address }) => ({ receiver: address })),
        senderAccountId: sender.sender_id,
        ...comesOf(letter),
      }),
      files: carried?.written ?? [],
      pictures: carried?.pictures ?? {},
      past,
      wantsDelivery: false,
      importance: 'normal',
      ...(follows === undefined ? {} : { follows }),
      ...(calendar === undefined ? {} : { calendar }),
      ...(unsubscribes === undefined ? {} : { unsubscribes }),
    },
    sendAt: new Date(ctx.now()),
    draft: { key: null, id: null },
  });
  if (outgoingId === undefined) throw new Error('A letter was not queued');
  return outgoingId;
}
