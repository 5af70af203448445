import { randomBytes } from 'node:crypto';
import { WrittenMailSchema } from '@kontor/contract/mail';
import * as v from 'valibot';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { domainOf } from '../domains.ts';
import type { SenderRow } from '../writing/store/senders.ts';
import { announceOutgoing } from './announce.ts';
import { insertOutgoing, lockOutgoing, type NewFile } from './store/outgoing.ts';
import type { OutgoingFields } from './tables.ts';

export type Receiver = { readonly address: string; readonly name: string; readonly field: 'to' | 'cc' | 'bcc' };

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
  readonly sender: SenderRow;
  readonly cause: 'person' | 'invitation' | 'unsubscribe';
  readonly receivers: readonly Receiver[];
  readonly files: readonly NewFile[];
  readonly fields: Omit<OutgoingFields, 'from'>;
  readonly sendAt: Date;
  readonly draft: { readonly key: string | null; readonly id: number | null };
}

/** Puts a mail into the outbox, in the transaction of `ctx`. Answers its id; undefined where there is one of the same draft. */
export async function queueMail(ctx: CommandContext, mail: QueuedMail): Promise<number | undefined> {
  const { sender, reference, domain, sendAt, draft } = mail;
  const now = new Date(ctx.now());
  const fields: OutgoingFields = { ...mail.fields, from: { name: sender.name, address: sender.email } };
  const outgoingId = await insertOutgoing(
    ctx.db,
    {
      instance_id: ctx.instance.id,
      sender_id: sender.sender_id,
      account_id: sender.account_id,
      user_id: ctx.person.id,
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

/** A few lines of text that a person has sent by a button: an answer to an invitation, or an unsubscription. */
export interface Note extends Pick<OutgoingFields, 'past' | 'calendar' | 'unsubscribes'> {
  readonly cause: 'invitation' | 'unsubscribe';
  readonly sender: SenderRow;
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
}

/** Puts such a note into the outbox, to be sent at once. Answers its id. */
export async function queueNote(ctx: CommandContext, note: Note): Promise<number> {
  const { cause, sender, to, past, calendar, unsubscribes } = note;
  const outgoingId = await queueMail(ctx, {
    ...identityFor(sender),
    cause,
    sender,
    receivers: [{ ...to, field: 'to' }],
    files: [],
    fields: {
      written: v.parse(WrittenMailSchema, { subject: note.subject, content: note.text, isPlain: true }),
      files: [],
      pictures: {},
      past,
      wantsDelivery: false,
      importance: 'normal',
      ...(calendar === undefined ? {} : { calendar }),
      ...(unsubscribes === undefined ? {} : { unsubscribes }),
    },
    sendAt: new Date(ctx.now()),
    draft: { key: null, id: null },
  });
  if (outgoingId === undefined) throw new Error('A note was not queued');
  return outgoingId;
}
