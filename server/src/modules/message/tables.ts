import type { ParamsOf } from '@kontor/contract/kernel';
import type { Addressee, messageCommands } from '@kontor/contract/message';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../platform/db/tables.ts';

/** The command that is carried out once it is time: for the message itself, or in a thread. */
export type WaitingGiven =
  | { readonly compose: ParamsOf<typeof messageCommands.composeSend> }
  | { readonly answer: ParamsOf<typeof messageCommands.send> };

interface TextFileColumns {
  instance_id: number;
  part: number;
  filename: string;
  size: number;
  content_type: string;
  blob_hash: string;
  attachment_id: number;
}

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
      guests: Defaulted<number>;
    };
    message_guest: {
      instance_id: number;
      guest_id: Generated<number>;
      message_id: number;
      address: string;
      name: Defaulted<string>;
    };
    message_letter: {
      instance_id: number;
      letter_id: Generated<number>;
      guest_id: number;
      mail_ref: string;
      outgoing_id: number | null;
      mail_id: number | null;
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
    message_change: { instance_id: number; message_id: number; segment_id: number; no: number; change: number };
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
      is_rung: Defaulted<boolean>;
      joined_no: Defaulted<number>;
      left_no: number | null;
      left_at: number | null;
    };
    message_mention: { instance_id: number; message_id: number; user_id: number; segment_id: number; no: number };
    message_file: TextFileColumns & { message_id: number; segment_id: number; no: number };
    message_draft_file: TextFileColumns & { draft_id: number };
    message_waiting: {
      instance_id: number;
      waiting_id: Generated<number>;
      user_id: number;
      message_id: number;
      segment_id: number;
      send_at: number;
      given: Json<WaitingGiven>;
      attachment_ids: number[];
    };
    message_draft: {
      instance_id: number;
      draft_id: Generated<number>;
      user_id: number;
      message_id: number;
      segment_id: Defaulted<number>;
      content: Defaulted<string>;
      addressee: Json<readonly Addressee[]>;
      is_open: Defaulted<boolean>;
      see_each_other: Defaulted<boolean>;
      confirm: Defaulted<boolean>;
      saved_at: number;
    };
  }
}
