import type {
  Access,
  Alert,
  AppointmentRepetition,
  CalendarLevel,
  FeedLevel,
  Participation,
  ResourceKind,
  TimeMode,
} from '@kontor/contract/appointment';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Json } from '../../platform/db/tables.ts';
import type { Property } from '../../platform/icalendar/index.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import type { Slot } from './times.ts';

/** How long before it begins somebody is called to an appointment. */
export type AlertTime = Exclude<Alert, 'none'>;

/** An organiser who is not of the instance. */
export interface OutsideOrganiser {
  readonly name: string;
  readonly address: string;
}

/** Lines that an appointment came with and that we have no field for. */
export type ForeignLines = readonly Property[];

/** What an invitation says of an appointment, as far as another mail is sent where it is another. */
export interface Said {
  readonly slot: Slot;
  readonly title: string;
  readonly location: string;
  readonly meetingUrl: string;
  /** SHA-256. */
  readonly description: string;
  readonly rule: string | null;
  readonly excluded: readonly LocalTime[];
}

/** What a participant outside was told: that, or that it is off for them. */
export type Told = Said | 'off';

/** What they have said to it. */
export interface ToldAnswer {
  readonly state: Participation;
  readonly comment: string;
  readonly answeredAt: number | null;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    appointment_type: {
      instance_id: number;
      type_id: Generated<number>;
      title: string;
      colour: string;
      access: Access;
      alert: Json<AlertTime> | null;
      description: string;
      time_mode: TimeMode;
      has_no_repetition: boolean;
      default_title: string;
      participants: number[];
      record_button: boolean;
      sort: Defaulted<number>;
    };
    appointment: {
      instance_id: number;
      appointment_id: number;
      edit: Defaulted<number>;
      calendar_id: number;
      creator_id: number;
      created_at: number;
      description: Defaulted<string>;
      location: string;
      meeting_url: string;
      time_mode: TimeMode;
      starts_local: string;
      ends_local: string;
      zone: string | null;
      access: Access;
      color: string;
      type_id: number | null;
      is_free: boolean;
      needs_confirmation: boolean;
      checks_collision: boolean;
      alert: Json<AlertTime> | null;
      minute_interval: number;
      record_button: boolean;
      rule: string | null;
      repetition: Json<AppointmentRepetition> | null;
      cut_local: string | null;
      excluded: Defaulted<string[]>;
      horizon_at: Timestamp | null;
      series_id: number | null;
      original_local: string | null;
      group_id: number | null;
      uid: string;
      sequence: Defaulted<number>;
      organiser: Json<OutsideOrganiser> | null;
      cancelled_at: number | null;
      stamped_at: Defaulted<number>;
      ical_extra: Json<ForeignLines> | null;
    };
    appointment_person: {
      instance_id: number;
      appointment_id: number;
      member_id: number;
      user_id: number | null;
      resource_id: number | null;
      address: string;
      name: string;
      role: 'required' | 'optional';
      state: Participation;
      accepts: boolean;
      may_write: boolean;
      is_active: boolean;
      has_alert: boolean;
      own_alert: Json<Alert> | null;
      is_confirmed: boolean;
      is_hidden: Defaulted<boolean>;
      answered_at: number | null;
      comment: Defaulted<string>;
      is_removed: Defaulted<boolean>;
      kept_at: number | null;
      invited_as: Defaulted<string>;
    };
    appointment_span: {
      instance_id: number;
      appointment_id: number;
      calendar_id: number;
      original_min: number;
      starts_at: Timestamp;
      ends_at: Timestamp;
      mode: number;
      kind: number;
    };
    appointment_invitation: {
      instance_id: number;
      appointment_id: number;
      member_id: number;
      told: Json<Told> | null;
      told_sequence: Defaulted<number>;
      answer: Json<ToldAnswer> | null;
      answer_stamp: Defaulted<number>;
      sent_as: Defaulted<string>;
      outgoing_id: number | null;
      waits: Defaulted<boolean>;
      fault: 'senderMissing' | 'addressInvalid' | null;
    };
    appointment_proposal: {
      instance_id: number;
      appointment_id: number;
      member_id: number;
      time_mode: TimeMode;
      starts_local: string;
      ends_local: string;
      zone: string | null;
      comment: string;
      proposed_at: number;
      stamp: number;
      declined_at: number | null;
      answer: Defaulted<string>;
    };
    appointment_guest_reply: {
      instance_id: number;
      appointment_id: number;
      address: string;
      name: string;
      state: Exclude<Participation, 'none'>;
      comment: string;
      sequence: number;
      stamp: number;
    };
    appointment_guest_link: {
      instance_id: number;
      appointment_id: number;
      member_id: number;
      token_hash: Buffer | null;
      own_mail: 'waiting' | 'sent' | 'failed' | null;
    };
    resource: {
      instance_id: number;
      resource_id: Generated<number>;
      name: string;
      kind: ResourceKind;
      capacity: number | null;
      description: string;
      is_hard: boolean;
      removed_at: number | null;
    };
    resource_booking: {
      instance_id: number;
      resource_id: number;
      appointment_id: number;
      original_min: number;
      during: string;
      is_hard: boolean;
    };
    calendar_set: {
      instance_id: number;
      set_id: Generated<number>;
      owner_id: number;
      name: string;
      calendars: number[];
      is_shared: boolean;
    };
    calendar_change: {
      instance_id: number;
      calendar_id: number;
      uid: string;
      n: Generated<number>;
      is_gone: boolean;
      changed_at: Timestamp;
    };
    calendar_object: { instance_id: number; calendar_id: number; name: string; uid: string };
    calendar_feed: {
      instance_id: number;
      user_id: number;
      level: FeedLevel;
      nonce: string;
      created_at: Timestamp;
      last_used_at: Timestamp | null;
    };
    calendar_look: {
      instance_id: number;
      user_id: number;
      calendar_id: number;
      name: string | null;
      colour: string | null;
      /** By the names of the properties. */
      kept: ColumnType<Record<string, string>, string | undefined, string>;
    };
    calendar_right: {
      instance_id: number;
      right_id: Generated<number>;
      owner_id: number;
      user_id: number | null;
      group_id: number | null;
      level: CalendarLevel;
    };
  }
}
