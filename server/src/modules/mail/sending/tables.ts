import type { WrittenMail } from '@kontor/contract/mail';
import type { Generated } from 'kysely';
import type { WrittenFile } from '../writing/store/files.ts';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';

/** How far a mail of ours is; the drawing is in docs/design/mail.md, section 3. */
export type Stage = 'waiting' | 'built' | 'handing' | 'data' | 'accepted' | 'refused' | 'unknown' | 'cancelled';

/** What is kept of the command that an outgoing mail was made of. */
export interface OutgoingFields {
  /** Without its text once nothing has to be built or given back any more. */
  readonly written: WrittenMail;
  /** What it was written with, so that it can be a draft again. */
  readonly files: readonly WrittenFile[];
  /** Whom it is from, as it was when it was sent. */
  readonly from: { readonly name: string; readonly address: string };
  /** Content ids of the pictures in its text, by what the text calls them. */
  readonly pictures: Readonly<Record<string, string>>;
  /** What it answers or forwards. */
  readonly past: {
    readonly mailId: number;
    readonly kind: 'answer' | 'forward';
    readonly inReplyTo: string | null;
    readonly references: readonly string[];
  } | null;
  /** The mails that it goes on from, where it answers none that came. Ids without brackets, the last one last. */
  readonly follows?: readonly string[];
  readonly wantsDelivery: boolean;
  readonly importance: 'low' | 'normal' | 'high';
  /** An invitation or an answer to one, as a calendar understands it; `filename`: it is a file of the mail, too. */
  readonly calendar?: {
    readonly method: 'REPLY' | 'REQUEST' | 'CANCEL' | 'COUNTER' | 'DECLINECOUNTER';
    readonly content: string;
    readonly filename?: string;
  };
  /** The mail whose kind is asked for no more. */
  readonly unsubscribes?: number;
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mail_outgoing: {
      instance_id: number;
      outgoing_id: Generated<number>;
      sender_id: number;
      account_id: number;
      user_id: number;
      draft_key: string | null;
      draft_id: number | null;
      cause: 'person' | 'rule' | 'absence' | 'invitation' | 'unsubscribe' | 'message';
      stage: Stage;
      message_id: string;
      reference: string;
      boundary: string;
      dated_at: Timestamp;
      fields: Json<OutgoingFields>;
      send_at: Timestamp;
      raw_hash: string | null;
      raw_size: number | null;
      mail_id: number | null;
      attempt: Defaulted<number>;
      process_id: string | null;
      next_at: Timestamp;
      answer: Defaulted<string>;
      fault: string | null;
      settled_by: number | null;
      created_at: Timestamp;
      stage_at: Timestamp;
    };
    mail_outgoing_receiver: {
      instance_id: number;
      outgoing_id: number;
      address: string;
      name: Defaulted<string>;
      field: 'to' | 'cc' | 'bcc';
      state: 'pending' | 'accepted' | 'refused' | 'unknown' | 'delayed' | 'bounced' | 'delivered';
      answer: Defaulted<string>;
      changed_at: Timestamp;
    };
    mail_outgoing_file: {
      instance_id: number;
      outgoing_id: number;
      place: number;
      filename: string;
      size: number;
      content_type: string;
      blob_hash: string;
      disposition: 'inline' | 'attachment';
      content_id: string | null;
    };
    mail_smtp_log: {
      instance_id: number;
      outgoing_id: number;
      attempt: number;
      at: Timestamp;
      lines: string;
    };
    mail_append: {
      instance_id: number;
      append_id: Generated<number>;
      account_id: number;
      mail_id: number;
      role: 'sent' | 'inbox';
      raw_hash: string;
      raw_size: number;
      bcc: Defaulted<string>;
      message_id: string | null;
      reference: string | null;
      flags: readonly string[];
      internal_date: Timestamp;
      not_before: Timestamp;
      stage: Defaulted<'wanted' | 'begun' | 'done' | 'refused'>;
      target_path: string | null;
      target_uid_validity: number | null;
      target_next: number | null;
      fault: string | null;
      looks_left: Defaulted<number>;
    };
    mail_answer: {
      instance_id: number;
      mail_id: number;
      kind: 'answer' | 'forward';
      outgoing_id: number;
      user_id: number;
      /** In which box that person had the mail. */
      box_id: number | null;
      at: Timestamp;
    };
    mail_dkim_key: {
      instance_id: number;
      domain: string;
      selector: string;
      sealed_key: string;
      public_key: string;
      is_on: Defaulted<boolean>;
      checked_at: Timestamp | null;
      fault: string | null;
    };
  }
}
