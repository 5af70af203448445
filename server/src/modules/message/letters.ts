import type { ChangeContext, CommandContext, InstanceContext } from '../../platform/operation/context.ts';
import type { FileRow } from './store/files.ts';

/** What a letter goes on from. */
export interface Followed {
  /** Message-IDs of the mails before it, without brackets, the last one last. */
  readonly refs: readonly string[];
  /** The item that the last one is, where it came to us. */
  readonly mailId: number | null;
}

/** A text as a mail to one address. */
export interface Letter {
  readonly to: { readonly address: string; readonly name: string };
  /** Of the first one; answers say by themselves that they are. */
  readonly subject: string;
  /** HTML as texts have it. */
  readonly html: string;
  readonly files: readonly FileRow[];
  /** Undefined for the first one. */
  readonly follows: Followed | undefined;
}

/** What mails are known by that were put into the outbox. */
export interface QueuedLetter {
  readonly outgoingId: number;
  /** Message-ID without brackets. */
  readonly mailRef: string;
}

/** What messages need of mails. */
export interface Letters {
  /** An address as mails go to it; undefined where none can. */
  addressOf(typed: string): string | undefined;
  /** Whether the person may send mails and has an address to send them from. */
  canSend(ctx: CommandContext): Promise<boolean>;
  /** Puts mails from the person's standard address into the outbox, all or none. Returns them in the order given, or why they cannot be sent. */
  send(
    ctx: CommandContext,
    letters: readonly Letter[],
  ): Promise<readonly QueuedLetter[] | 'SENDER_MISSING' | 'TOO_LARGE'>;
  /** Those of some mails in the outbox that did not reach their receiver. */
  unreached(
    ctx: Pick<InstanceContext, 'db' | 'instance'>,
    outgoingIds: readonly number[],
  ): Promise<ReadonlySet<number>>;
}

/** A mail that has just come to a mailbox, as far as it may have to do with a message. */
export interface ArrivedMail {
  readonly mailId: number;
  /** Its Message-ID without brackets; null where it has none. */
  readonly mailRef: string | null;
  /** The mails that it answers, that which it does first of all first. */
  readonly answers: readonly string[];
  readonly from: string;
  /** No person has written it. */
  readonly isAutomatic: boolean;
  /** Whose mailbox it came to. */
  readonly memberIds: readonly number[];
  /** Lines of the outbox that it says of that they did not reach somebody. */
  readonly failed: readonly number[];
  /** What it says without what it quotes, as HTML, and its files. */
  content(): Promise<{
    readonly html: string;
    readonly files: readonly Omit<FileRow, 'attachment_id'>[];
  }>;
}

/** Takes from mails that have just come what they say in messages, in the transaction that lists them. */
export type TakeArrived = (ctx: ChangeContext, mails: readonly ArrivedMail[]) => Promise<void>;
