import type { CommandContext, Instance, InstanceContext } from '../../../platform/operation/context.ts';
import { sendersOf, maySendFor } from '../writing/access.ts';
import { subjectOf, type Language } from '../writing/rules.ts';
import { standardOf } from '../writing/senders.ts';
import { chosenSender, type SenderRow } from '../writing/store/senders.ts';
import { identityFor, queueLetter } from './queue.ts';
import { sendableAddress } from './rules.ts';
import { findOutgoing, unreachedAmong, type NewFile } from './store/outgoing.ts';

/** Something that was said elsewhere, as a mail to one address. */
export interface WrittenLetter {
  readonly to: { readonly address: string; readonly name: string };
  /** Of the first one: what answers it says so by itself. */
  readonly subject: string;
  readonly html: string;
  readonly files: readonly Pick<NewFile, 'filename' | 'size' | 'content_type' | 'blob_hash'>[];
  /** The mails before it, by their Message-IDs without brackets, and the item that the last one is where it came to us. Undefined for the first one. */
  readonly follows: { readonly refs: readonly string[]; readonly mailId: number | null } | undefined;
}

export interface LetterParts {
  /** Whether the operator's mail server takes mails of accounts that have none of their own. */
  readonly hasRelay: (instance: Instance) => boolean;
  readonly languageOf: (ctx: Pick<InstanceContext, 'db' | 'instance'>, userId: number) => Promise<Language>;
  /** All files of one mail, with its text. */
  readonly mostBytes: number;
}

/** Most mails that one names as those before it. */
const MAX_REFERENCES = 100;

/** The address that the person writes from where nothing says otherwise; undefined where there is none that can send. */
async function senderOf(ctx: CommandContext, { hasRelay }: LetterParts): Promise<SenderRow | undefined> {
  const { db, instance, person } = ctx;
  const able = (await sendersOf(ctx)).filter(
    (sender) => maySendFor(person, sender) && (sender.smtp_host !== null || hasRelay(instance)),
  );
  return standardOf(person, able, await chosenSender(db, instance.id, person.id));
}

const asFile = ({ filename, size, content_type, blob_hash }: WrittenLetter['files'][number]): NewFile => ({
  filename,
  size,
  content_type,
  blob_hash,
  disposition: 'attachment',
  content_id: null,
});

const lastOf = (refs: readonly string[]): readonly string[] =>
  refs.length <= MAX_REFERENCES ? refs : [refs[0] ?? '', ...refs.slice(1 - MAX_REFERENCES)];

async function send(ctx: CommandContext, parts: LetterParts, sender: SenderRow, letter: WrittenLetter) {
  const { to, subject, html, files, follows } = letter;
  const refs = lastOf(follows?.refs ?? []);
  const answered = follows?.mailId ?? null;
  const outgoingId = await queueLetter(ctx, {
    cause: 'message',
    userId: ctx.person.id,
    sender,
    to: [to],
    subject: follows === undefined ? subject : subjectOf(subject, 'reply', await parts.languageOf(ctx, ctx.person.id)),
    content: html,
    isPlain: false,
    past:
      answered === null
        ? null
        : { mailId: answered, kind: 'answer', inReplyTo: refs.at(-1) ?? null, references: [...refs] },
    ...(answered === null && refs.length > 0 ? { follows: refs } : {}),
    carried: { identity: identityFor(sender), files: files.map(asFile), pictures: {}, written: [] },
  });
  const row = await findOutgoing(ctx.db, ctx.instance.id, outgoingId);
  if (row === undefined) throw new Error('A letter is not in the outbox');
  return { outgoingId, mailRef: row.message_id.slice(1, -1) };
}

/** What others say to addresses by mail. */
export function openLetters(parts: LetterParts) {
  let wake = (): void => undefined;
  return {
    addressOf: sendableAddress,

    /** Whether the person may send mails and has an address to send them from. */
    canSend: async (ctx: CommandContext): Promise<boolean> => (await senderOf(ctx, parts)) !== undefined,

    /** Puts mails from the person's standard address into the outbox, in the transaction of `ctx`: all, or none and why. */
    async send(ctx: CommandContext, letters: readonly WrittenLetter[]) {
      const sender = await senderOf(ctx, parts);
      if (sender === undefined) return 'SENDER_MISSING' as const;
      const isTooLarge = ({ html, files }: WrittenLetter): boolean =>
        files.reduce((sum, { size }) => sum + size, Buffer.byteLength(html)) > parts.mostBytes;
      if (letters.some(isTooLarge)) return 'TOO_LARGE' as const;
      const queued: { readonly outgoingId: number; readonly mailRef: string }[] = [];
      for (const letter of letters) queued.push(await send(ctx, parts, sender, letter));
      ctx.afterCommit(() => wake());
      return queued;
    },

    /** Those of some lines of the outbox that did not reach somebody. */
    unreached: (
      { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
      outgoingIds: readonly number[],
    ): Promise<ReadonlySet<number>> => unreachedAmong(db, instance.id, outgoingIds),

    /** Says what wakes who hands mails over, once that is there. */
    onQueued(wakes: () => void): void {
      wake = wakes;
    },
  };
}

export type LetterDesk = ReturnType<typeof openLetters>;
