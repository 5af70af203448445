import type { StateCounts, StateType } from '@kontor/contract/presence';
import type { Defaulted } from '../../platform/db/tables.ts';
import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    user_state: {
      instance_id: number;
      state_id: number;
      type: StateType;
      text_de: string;
      text_en: string;
      icon: string;
      colour: string;
      counts: StateCounts;
      is_busy: boolean;
      sort: number;
      gone: Defaulted<boolean>;
    };
    automatic_state: {
      instance_id: number;
      automatic_id: Generated<number>;
      owner_id: number | null;
      name: string;
      icon: string;
      latitude: number;
      longitude: number;
      radius: number;
      schedule: string;
      state_id: number;
      gone: Defaulted<boolean>;
    };
    automatic_key: {
      instance_id: number;
      automatic_id: number;
      session_id: string;
      key_hash: Buffer;
    };
    fence_token: {
      instance_id: number;
      session_id: string;
      token_hash: Buffer;
      device_name: string;
      created_at: Timestamp;
      valid_until: Timestamp;
    };
    user_presence: {
      instance_id: number;
      user_id: number;
      state_id: number | null;
      chosen_at: Timestamp | null;
      until: Timestamp | null;
      personal_text: string | null;
      automatic_id: number | null;
      automatic_at: Timestamp | null;
      automatic_session: string | null;
      previous_state_id: number | null;
      hidden: Defaulted<boolean>;
      version: Defaulted<number>;
    };
    presence_wait: {
      instance_id: number;
      user_id: number;
      of_user_id: number;
      until: Timestamp;
    };
  }
}
