import type { Addressee } from '@kontor/contract/message';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    message: {
      instance_id: number;
      message_id: number;
      begun_by: number;
      created_at: number;
      is_open: Defaulted<boolean>;
      see_each_other: Defaulted<boolean>;
      group_name: string | null;
      addressee: Json<readonly Addressee[]>;
      receivers: Defaulted<number>;
      sent_at: number | null;
      confirms: Defaulted<boolean>;
      reminded_at: number | null;
    };
    message_segment: {
      instance_id: number;
      message_id: number;
      segment_id: number;
      last_no: Defaulted<number>;
      sender_read_no: Defaulted<number>;
      sender_seen_no: Defaulted<number>;
      sender_seen_at: number | null;
      sender_told_no: Defaulted<number>;
      last_at: number;
      last_by: number;
      preview: Defaulted<string>;
    };
    message_text: {
      instance_id: number;
      message_id: number;
      segment_id: number;
      no: number;
      sent_by: number;
      sent_at: number;
      written_at: number | null;
      reply_to: number | null;
      content: string;
      edit: Defaulted<number>;
      edited_at: number | null;
      taken_back_at: number | null;
    };
    message_edit: {
      instance_id: number;
      message_id: number;
      segment_id: number;
      no: number;
      edit: number;
      at: number;
      content: string;
    };
    message_reaction: {
      instance_id: number;
      message_id: number;
      segment_id: number;
      no: number;
      user_id: number;
      sign: string;
      at: number;
    };
    message_member: {
      instance_id: number;
      message_id: number;
      user_id: number;
      segment_id: number;
      read_no: Defaulted<number>;
      seen_no: Defaulted<number>;
      seen_at: number | null;
      told_no: Defaulted<number>;
      muted_until: number | null;
      confirmed_at: number | null;
      is_listed: Defaulted<boolean>;
    };
    message_draft: {
      instance_id: number;
      draft_id: Generated<number>;
      user_id: number;
      message_id: number;
      segment_id: Defaulted<number>;
      content: Defaulted<string>;
      addressee: Json<readonly Addressee[]>;
      saved_at: number;
    };
  }
}
