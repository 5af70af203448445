import type { PoolFailureReason } from '../parser-pool/index.ts';
import type { CalendarEvent } from './calendar.ts';
import type { UnsubscribeOffer } from './unsubscribe.ts';

/** A person or list on a mail: `name` may be empty, `address` is as written, without angle brackets. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** A part of a mail that is kept as a file. */
export interface ParsedAttachment {
  /** Its place in the mail, which `data-kontor-inline` counts by. */
  readonly part: number;
  /** What it is asked for by, where that is another thing than its place: it lay in another file. */
  readonly storageKey: string | null;
  /** A name that is safe to show and to save under; never empty. */
  readonly filename: string;
  /** Lower-case media type without parameters. */
  readonly contentType: string;
  /** Without angle brackets. */
  readonly contentId: string | null;
  readonly disposition: 'inline' | 'attachment';
  readonly bytes: Uint8Array;
}

/** What a mail server tells of a mail that it could not deliver yet, or at all, or did (RFC 3464). */
export interface DeliveryReport {
  /** What the mail was sent under (ENVID), and what its header says where that came back. */
  readonly envelopeId: string | null;
  readonly messageId: string | null;
  readonly reference: string | null;
  readonly receivers: readonly {
    readonly address: string;
    readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
    readonly answer: string;
  }[];
}

/** What a mail says, ready to be stored. Everything in it is text without NUL and well formed, as PostgreSQL demands. */
export interface ParsedMail {
  /** SHA-256, hex, over what makes the mail this mail; see `contentKey`. */
  readonly contentKey: string;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly subject: string;
  /** All of them, of all From fields; the first is the one that is shown. */
  readonly from: readonly MailAddress[];
  readonly sender: MailAddress | null;
  readonly replyTo: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  /** Milliseconds since 1970; null where the header has none that can be believed. */
  readonly date: number | null;
  /** Sanitised, with `data-kontor-inline="{part}"` of its attachments. */
  readonly html: string;
  /** Plain text for the search, at most `LIMITS.searchText` characters. */
  readonly text: string;
  /** First words, without quotes. */
  readonly preview: string;
  /** Addresses of external images, in the order of `data-kontor-external`. */
  readonly externalImages: readonly string[];
  readonly attachments: readonly ParsedAttachment[];
  /** How many parts were left out because there were too many. */
  readonly attachmentsLeftOut: number;
  readonly autoSubmitted: boolean;
  /** Sent by a list or to many at once, where fields about the sender differ by nature. */
  readonly bulk: boolean;
  /** Names and addresses of senders that hold invisible characters, with those written out. */
  readonly hidden: readonly string[];
  /** What mails of ours are known by beside their Message-ID; null for all others. */
  readonly reference: string | null;
  /** Set where it tells what became of another mail. */
  readonly report: DeliveryReport | null;
  readonly unsubscribe: UnsubscribeOffer | null;
  /** The appointment that it brings, where it asks for something. */
  readonly invitation: CalendarEvent | null;
  /** Whether it is signed (S/MIME) as a whole; what that is worth is looked at later. */
  readonly signed: 'detached' | 'opaque' | null;
}

/**
 * The form of what is read. Counted up when more comes of the same bytes: mails that were read by an older one are read anew in the
 * background.
 */
export const PARSER_FORM = 5;

export type ParseFailureReason = 'too-large' | 'not-parsable' | PoolFailureReason;

/** Outcome of parsing one mail; a failure is an outcome too, so that nothing has to be caught. */
export type ParseOutcome =
  | { readonly ok: true; readonly mail: ParsedMail }
  | { readonly ok: false; readonly reason: ParseFailureReason; readonly detail: string };

export const LIMITS = {
  /** Bytes of one mail; a larger one is kept whole and not taken apart. */
  mailBytes: 64 * 1024 * 1024,
  attachments: 500,
  addresses: 1000,
  references: 100,
  externalImages: 1000,
  /** Characters of an HTML or plain body that are looked at. */
  body: 4 * 1024 * 1024,
  searchText: 200_000,
  subject: 2000,
  preview: 200,
} as const;
