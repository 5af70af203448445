import type { Authentication, MailServerFault, SenderWarning, SignatureCheck } from '@kontor/contract/mail';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';
import type {
  CalendarEvent,
  DeliveryReport,
  MailAddress,
  UnsubscribeOffer,
} from '../../../platform/mailparse/index.ts';
import type { FolderRole, MailServerAddress, MailLocation } from '../../../platform/mailwire/index.ts';

/** The people of a mail by header field. */
export interface MailPeople {
  readonly from: readonly MailAddress[];
  readonly sender: MailAddress | null;
  readonly replyTo: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
}

/** A signature that was found, and what it is worth once that was looked at. */
export interface FoundSignature {
  readonly kind: 'detached' | 'opaque';
  readonly checked?: Omit<SignatureCheck, 'isKnown'>;
}

/** JSON that may be absent. */
type Found<T> = ColumnType<T | null, string | null | undefined, string | null>;

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mail_account: {
      instance_id: number;
      account_id: Generated<number>;
      box_id: number;
      owner_id: number;
      kind: Defaulted<'imap' | 'smtp'>;
      name: string;
      email: string;
      host: string;
      port: number;
      security: MailServerAddress['security'];
      user_name: string;
      sealed_password: string;
      trusted_fingerprint: string | null;
      fault: ColumnType<MailServerFault | null, string | null | undefined, string | null>;
      last_sync: Timestamp | null;
      on_server: number | null;
      paused: Defaulted<boolean>;
      authentication: Defaulted<'password' | 'oauth2'>;
      token_url: string | null;
      client_id: string | null;
      sealed_client_secret: string | null;
      sealed_refresh_token: string | null;
      removed_at: Timestamp | null;
      smtp_host: string | null;
      smtp_port: number | null;
      smtp_security: MailServerAddress['security'] | null;
      smtp_user_name: string | null;
      sealed_smtp_password: string | null;
      smtp_fingerprint: string | null;
      smtp_fault: ColumnType<MailServerFault | null, string | null | undefined, string | null>;
      sent_copy: Defaulted<'auto' | 'append' | 'server'>;
      rights_version: Defaulted<number>;
    };
    mail_folder: {
      instance_id: number;
      folder_id: Generated<number>;
      account_id: number;
      path: string;
      role: FolderRole;
      uid_validity: number;
      first_uid_next: number;
      modseq: string | null;
      mailbox_id: string | null;
      mark: string | null;
      missing: Defaulted<boolean>;
    };
    mail: {
      instance_id: number;
      mail_id: number;
      content_key: string;
      message_id: string | null;
      in_reply_to: string | null;
      refs: readonly string[];
      subject: string;
      people: Json<MailPeople>;
      html: string;
      external_images: Json<readonly string[]>;
      raw_hash: string;
      raw_size: number;
      auto_submitted: boolean;
      unreadable: string | null;
      warnings: ColumnType<readonly SenderWarning[], string | undefined, string>;
      thread_id: number | null;
      thread_by: 'references' | 'subject' | 'hand' | null;
      subject_key: string | null;
      form: Defaulted<number>;
      bulk: Defaulted<boolean>;
      unsubscribe: Found<UnsubscribeOffer>;
      invitation: Found<CalendarEvent>;
      report: Found<DeliveryReport>;
      authentication: Found<Authentication>;
      signature: Found<FoundSignature>;
    };
    mail_written: {
      instance_id: number;
      domain: string;
      mail_id: number;
    };
    mail_image: {
      instance_id: number;
      mail_id: number;
      image_id: number;
      blob_hash: string | null;
      content_type: string | null;
      size: number;
      fetched_at: Timestamp;
      retry_at: Timestamp | null;
    };
    mail_attachment: {
      instance_id: number;
      attachment_id: Generated<number>;
      mail_id: number;
      part: number;
      storage_key: string | null;
      filename: string;
      content_type: string;
      content_id: string | null;
      disposition: 'inline' | 'attachment';
      size: number;
      blob_hash: string;
    };
    mail_copy: {
      instance_id: number;
      copy_id: Generated<number>;
      folder_id: number;
      uid_validity: number;
      uid: number | null;
      seen: boolean;
      answered: boolean;
      flagged: boolean;
      deleted: boolean;
      want_seen: boolean | null;
      was_there: boolean;
      truncated: Defaulted<boolean>;
      internal_date: Timestamp;
      raw_hash: string;
      raw_size: number;
      mail_id: number | null;
      place: Defaulted<MailLocation>;
      want_place: MailLocation | null;
      want_flags: Defaulted<readonly string[]>;
      home: string | null;
      recheck: Defaulted<boolean>;
      target_path: string | null;
      target_uid_validity: number | null;
      target_next: number | null;
      target_uid: number | null;
      alone: Defaulted<boolean>;
      retry_at: Timestamp | null;
    };
    mail_kept: {
      instance_id: number;
      kept_id: Generated<number>;
      mail_id: number;
      box_id: number;
      raw_hash: string;
      raw_size: number;
    };
    mail_received: {
      instance_id: number;
      received_id: Generated<number>;
      account_id: number;
      sent_hash: string;
      sender: string;
      raw_hash: string;
      raw_size: number;
      received_at: Timestamp;
      mail_id: number | null;
    };
  }
}
