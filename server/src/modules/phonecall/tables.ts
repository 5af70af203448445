import type { ColumnType } from 'kysely';
import type { AttemptState, DialWay, Line, LineKind, LineMapping } from '@kontor/contract/phonecall';
import type { Defaulted, Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    call_list: {
      instance_id: number;
      box_id: number;
      shows_number: Defaulted<boolean>;
      may_print: Defaulted<boolean>;
      answered_status: Defaulted<number>;
      keeps_days: number | null;
    };
    phone_line: {
      instance_id: number;
      line_id: Defaulted<number>;
      kind: LineKind;
      title: string;
      list_id: number;
      country: Defaulted<string>;
      zone: Defaulted<string>;
      is_on: Defaulted<boolean>;
      path_hash: Defaulted<Buffer | null>;
      sealed_secret: Defaulted<string | null>;
      host: Defaulted<string>;
      port: Defaulted<number>;
      user_name: Defaulted<string>;
      mapping: ColumnType<LineMapping | null, string | null | undefined, string | null>;
      last_event_at: Defaulted<Date | null>;
      fault: Defaulted<Line['fault']>;
      fault_since: Defaulted<Date | null>;
      history_url: Defaulted<string>;
      history_user: Defaulted<string>;
      sealed_history: Defaulted<string | null>;
      history_until: Defaulted<Date | null>;
      history_next_at: Defaulted<Date | null>;
      history_failures: Defaulted<number>;
      history_fault: Defaulted<NonNullable<Line['history']>['fault']>;
      history_fault_since: Defaulted<Date | null>;
    };
    phone_terminal: {
      instance_id: number;
      line_id: number;
      terminal: string;
      user_id: Defaulted<number | null>;
      list_id: Defaulted<number | null>;
      last_at: Defaulted<Date | null>;
    };
    phone_call: {
      instance_id: number;
      activity_id: number;
      edit: Defaulted<number>;
      people_wrote: Defaulted<string[]>;
      line_id: number | null;
      group_ref: string | null;
      kind: Defaulted<number>;
      direction: number;
      number: number | null;
      number_text: Defaulted<string>;
      called: number | null;
      called_text: Defaulted<string>;
      started_at: Timestamp;
      answered_at: Timestamp | null;
      ended_at: Timestamp | null;
      duration: Defaulted<number>;
      outcome: number;
      received_by: number | null;
      received_for: number | null;
      callback: Defaulted<number>;
      callback_until: Timestamp | null;
      callback_by: number | null;
      reason: Defaulted<string>;
      system_name: Defaulted<string>;
      name_id: number | null;
      file_hash: string | null;
      file_name: Defaulted<string>;
      file_type: Defaulted<string>;
      file_size: Defaulted<number>;
      fax_pages: Defaulted<number>;
      tries: Defaulted<number>;
      is_manual: Defaulted<boolean>;
      created_by: number | null;
      done_by_call: number | null;
    };
    phone_leg: {
      instance_id: number;
      line_id: number;
      call_ref: string;
      terminal: Defaulted<string>;
      activity_id: number;
      group_ref: string;
      user_id: number | null;
      direction: number | null;
      number: number | null;
      number_text: Defaulted<string>;
      called: number | null;
      called_text: Defaulted<string>;
      diverted_from: Defaulted<string>;
      system_name: Defaulted<string>;
      rung_at: Date | null;
      answered_at: Date | null;
      ended_at: Date | null;
      duration: number | null;
      outcome: number | null;
    };
    phone_event: {
      instance_id: number;
      line_id: number;
      event_hash: Buffer;
      at: Timestamp;
    };
    phone_hidden: {
      instance_id: number;
      activity_id: number;
      user_id: number;
    };
    phone_name: {
      instance_id: number;
      name_id: Defaulted<number>;
      number: number | null;
      number_text: string;
      digits: string;
      name: string;
      name_key: string;
      company: Defaulted<string>;
      company_key: Defaulted<string>;
      code: string;
      source: Defaulted<string>;
      link_count: Defaulted<number>;
      last_call_at: Timestamp | null;
      replaced_by: number | null;
      created_by: number | null;
      created_at: Timestamp;
      import_id: number | null;
    };
    phone_import: {
      instance_id: number;
      import_id: Defaulted<number>;
      name: string;
      by_user: number;
      at: Timestamp;
      made: number;
      skipped: number;
      faulty: number;
      entries: number;
      undone_at: Timestamp | null;
      taken: Defaulted<number>;
      left_there: Defaulted<number>;
    };
    phone_sound: {
      instance_id: number;
      code: string;
      entries: number;
    };
    phone_ignored: {
      instance_id: number;
      a: number;
      b: number;
    };
    phone_merge: {
      instance_id: number;
      merge_id: Defaulted<number>;
      primary_id: number;
      replaced_ids: number[];
      by_user: number;
      at: Timestamp;
      undone_at: Timestamp | null;
    };
    number_claim: {
      instance_id: number;
      claim_id: Defaulted<number>;
      number: number;
      number_text: Defaulted<string>;
      owner_kind: string;
      owner_id: number;
      source: string;
      is_right: Defaulted<boolean>;
      first_at: Timestamp;
      last_at: Timestamp;
      seen: Defaulted<number>;
      by_user: number | null;
      revoked_at: Timestamp | null;
    };
    number_mail: {
      instance_id: number;
      mail_id: number;
      number: number;
      number_text: string;
      owner_kind: string;
      owner_id: number;
      source: string;
      at: Date;
    };
    number_said: {
      instance_id: number;
      said_id: Defaulted<number>;
      number: number;
      name: string;
      name_key: string;
      first_at: Timestamp;
      last_at: Timestamp;
      seen: Defaulted<number>;
    };
    phone_block: {
      instance_id: number;
      number: number;
      number_text: Defaulted<string>;
      by_user: number;
      at: Timestamp;
    };
    dial_location: {
      instance_id: number;
      location_id: Defaulted<number>;
      title: string;
      way: DialWay | 'other';
      sealed: Defaulted<string | null>;
      url: Defaulted<string>;
      url_init: Defaulted<string>;
      url_hangup: Defaulted<string>;
      token_id: Defaulted<string>;
      call_polling: Defaulted<boolean>;
      line_id: Defaulted<number | null>;
    };
    dial_user: {
      instance_id: number;
      user_id: number;
      is_allowed: boolean;
      location_id: Defaulted<number | null>;
      terminal: Defaulted<string>;
      caller_id: Defaulted<string>;
    };
    dial_limit: {
      instance_id: number;
      max_per_user: number;
      max_per_instance: number;
    };
    dial_attempt: {
      instance_id: number;
      call_id: Defaulted<number>;
      user_id: number;
      process_id: string;
      number: number | null;
      number_text: string;
      started_at: Date;
      location_id: Defaulted<number | null>;
      sealed_session: Defaulted<string | null>;
      links: Json<readonly { readonly idoId: number; readonly idoInstanceId: number }[]>;
      contact_person_id: Defaulted<number | null>;
      activity_id: Defaulted<number | null>;
      ended_at: Defaulted<Date | null>;
      state: ColumnType<
        Exclude<AttemptState, 'unknown'>,
        Exclude<AttemptState, 'unknown'> | undefined,
        Exclude<AttemptState, 'unknown'>
      >;
      end_state: ColumnType<
        Exclude<AttemptState, 'unknown'> | '',
        Exclude<AttemptState, 'unknown'> | '' | undefined,
        Exclude<AttemptState, 'unknown'> | ''
      >;
      href: Defaulted<string>;
      status: Defaulted<number>;
      asked_at: Defaulted<Date | null>;
    };
  }
}
