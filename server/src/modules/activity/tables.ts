import type { Conditions, Difference, Doing, SavedList, SavedSort } from '@kontor/contract/activity';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    activity: {
      activity_id: Generated<number>;
      ts: Timestamp;
      instance_id: number;
      box_id: Defaulted<number>;
      version: Defaulted<number>;
      module: number;
      direction: Defaulted<number>;
      ido_count: Defaulted<number>;
      is_shared: Defaulted<boolean>;
      contact: Defaulted<string>;
      information: Defaulted<string>;
      channel: Defaulted<string>;
      context: Defaulted<string>;
      extras: Json<Record<string, unknown>>;
    };
    activity_attendance: {
      instance_id: number;
      user_id: number;
      session_id: string;
      place: string;
      place_id: number;
      doing: Doing;
      since: Timestamp;
      until: Timestamp;
    };
    activity_user: {
      activity_id: number;
      ts: Timestamp;
      instance_id: number;
      user_id: number;
      box_id: number;
      module: number;
      status: Defaulted<number>;
      direction: number;
      archived: Defaulted<boolean>;
      trashed: Defaulted<boolean>;
      spam: Defaulted<boolean>;
      mine: Defaulted<boolean>;
      trashed_at: Timestamp | null;
      snoozed_until: Timestamp | null;
      snoozed_for: 'time' | 'answer' | null;
      snoozed_at: Timestamp | null;
      snoozed_after: number | null;
      woken_at: Timestamp | null;
      woken_by: string | null;
      ways: Defaulted<number>;
      /** The box out of which another one has put the item before the person. */
      via_box_id: number | null;
      /** Whose part of the item the person sees; null for all of it. */
      segment_id: number | null;
      is_apart: Defaulted<boolean>;
    };
    activity_origin: { instance_id: number; activity_id: number; origin_id: number; storage_key: Defaulted<string> };
    item_change: {
      instance_id: number;
      activity_id: number;
      change_id: Generated<number>;
      user_id: number | null;
      at: number;
      until: number;
      differences: Json<readonly Difference[]>;
    };
    item_edit: {
      instance_id: number;
      change_id: Generated<number>;
      activity_ids: number[];
      user_id: number;
      at: number;
      field: string;
      before: Json<unknown>;
      after: Json<unknown>;
      is_personal: boolean;
      box_id: number | null;
    };
    activity_picture: {
      instance_id: number;
      activity_id: number;
      picture_key: string;
      blob_hash: string;
      content_type: string;
      size: number;
      attachment_id: number | null;
    };
    saved_filter: {
      instance_id: number;
      filter_id: string;
      owner_id: number;
      name: string;
      list: SavedList;
      conditions: Json<Conditions>;
      sort: Json<SavedSort>;
      everybody: boolean;
      version: Defaulted<number>;
      deleted_at: Timestamp | null;
    };
    saved_filter_viewer: { instance_id: number; filter_id: string; user_id: number };
    saved_filter_group: { instance_id: number; filter_id: string; group_id: number };
    saved_filter_pin: { instance_id: number; user_id: number; filter_id: string; place: number };
    activity_note: {
      instance_id: number;
      activity_id: number;
      tsv: string;
      user_ids: Defaulted<readonly number[]>;
      box_ids: Defaulted<readonly (number | null)[]>;
    };
    activity_reading: {
      instance_id: number;
      activity_id: number;
      ts: Timestamp;
      form: Defaulted<number>;
      turn: Defaulted<number>;
    };
    activity_text: {
      instance_id: number;
      activity_id: number;
      part: number;
      name: string;
      hash: string;
      hint: string;
      form: number;
      reason: string | null;
      cut: Defaulted<boolean>;
      body: Defaulted<string>;
      characters: Defaulted<number>;
      tsv: Defaulted<string>;
    };
  }
}
