import type { ReceiverInput, ReplyType } from '@kontor/contract/mail';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';

/** Receivers of a mail that is being written, by field, as they were typed. */
export interface WrittenReceivers {
  readonly to: readonly ReceiverInput[];
  readonly cc: readonly ReceiverInput[];
  readonly bcc: readonly ReceiverInput[];
}

/** Where a file of a mail that is being written came from. */
export type FileSource = 'upload' | 'mail' | 'document';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mail_sender: {
      instance_id: number;
      sender_id: Generated<number>;
      account_id: number;
      email: string;
      name: string;
      is_main: boolean;
      standard_template_id: number | null;
      removed_at: Timestamp | null;
    };
    mail_choice: {
      instance_id: number;
      user_id: number;
      standard_sender_id: number | null;
    };
    mail_signature: {
      instance_id: number;
      signature_id: Generated<number>;
      sender_id: number;
      owner_id: number | null;
      name: string;
      content: string;
      is_standard: Defaulted<boolean>;
      version: Defaulted<number>;
    };
    mail_draft: {
      instance_id: number;
      draft_id: Generated<number>;
      draft_key: string;
      owner_id: number;
      kind: 'auto' | 'draft' | 'template';
      is_global: Defaulted<boolean>;
      name: Defaulted<string>;
      sender_id: number | null;
      signature_id: number | null;
      subject: Defaulted<string>;
      content: Defaulted<string>;
      is_plain: Defaulted<boolean>;
      receivers: Json<Partial<WrittenReceivers>>;
      answer_type: ReplyType | null;
      answer_mail_id: number | null;
      template_id: number | null;
      version: Defaulted<number>;
      saved_at: Timestamp;
      saved_by: number;
      deleted_at: Timestamp | null;
      outgoing_id: number | null;
    };
    mail_draft_file: {
      instance_id: number;
      draft_id: number;
      place: number;
      source: FileSource;
      attachment_id: number | null;
      from_mail_id: number | null;
      from_part: number | null;
      filename: string;
      size: number;
      content_type: string;
      blob_hash: string;
      disposition: 'inline' | 'attachment';
    };
    mail_correspondent: {
      instance_id: number;
      box_id: number;
      address: string;
      name: string;
      sent: number;
      received: number;
      last_at: Timestamp;
      words: string;
    };
    mail_counted: {
      instance_id: number;
      box_id: number;
      up_to: number;
    };
  }
}
