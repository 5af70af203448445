import type { Defaulted } from '../../platform/db/tables.ts';
import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    app_user: {
      instance_id: number;
      user_id: Generated<number>;
      user_name: string;
      first_name: Defaulted<string>;
      last_name: Defaulted<string>;
      initial: Defaulted<string>;
      avatar: string | null;
      email: string | null;
      password_hash: string | null;
      rights: Defaulted<number>;
      is_administrator: Defaulted<boolean>;
      is_unlocked: Defaulted<boolean>;
      is_active: Defaulted<boolean>;
      created_at: Defaulted<Timestamp>;
      user_handle: Buffer | null;
      password_changed_at: Timestamp | null;
    };
    session: {
      instance_id: number;
      session_id: string;
      user_id: number;
      kind: 'cookie' | 'bearer';
      token_hash: Buffer;
      previous_token_hash: Buffer | null;
      token_issued_at: Timestamp;
      token_used: Defaulted<boolean>;
      device: Defaulted<string>;
      address: Defaulted<string>;
      created_at: Timestamp;
      last_used_at: Timestamp;
      expires_at: Timestamp;
      ended_at: Timestamp | null;
      signed_in_by: Defaulted<'password' | 'twoFactor' | 'passkey'>;
      app_state: 'foreground' | 'background' | null;
      app_state_at: Timestamp | null;
      app_platform: string | null;
      app_browser: string | null;
      app_version: string | null;
      proven_at: Timestamp | null;
      device_hash: Buffer | null;
    };
    main_menu_item: {
      instance_id: number;
      item_id: Generated<number>;
      name: string;
      caption: string;
      type: 'predefined' | 'userDefinedUrl' | 'applicationStarter';
      url: string;
      method: 'GET' | 'POST';
      session: boolean;
      resource_id: string;
      sort_order: number;
      version: Defaulted<number>;
      deleted_at: Timestamp | null;
    };
    person_group: {
      instance_id: number;
      group_id: Generated<number>;
      name: string;
      version: Defaulted<number>;
      deleted_at: Timestamp | null;
    };
    person_group_member: { instance_id: number; group_id: number; user_id: number };
    menu_code: {
      instance_id: number;
      code_hash: Buffer;
      user_id: number;
      session_id: string;
      host: string;
      item: string;
      resource_id: string;
      expires_at: Timestamp;
      tries: Defaulted<number>;
    };
    replaced_token: { instance_id: number; token_hash: Buffer; session_id: string };
    user_factor: {
      instance_id: number;
      user_id: number;
      seed: string | null;
      pending_seed: string | null;
      enabled_at: Timestamp | null;
      last_step: Defaulted<number>;
    };
    backup_code: { instance_id: number; user_id: number; code_hash: Buffer; used_at: Timestamp | null };
    passkey: {
      instance_id: number;
      passkey_id: Generated<number>;
      user_id: number;
      credential_id: string;
      public_key: Buffer;
      counter: number;
      transports: Defaulted<string[]>;
      is_backed_up: Defaulted<boolean>;
      name: string;
      created_at: Timestamp;
      last_used_at: Timestamp | null;
    };
    ceremony: {
      instance_id: number;
      challenge_hash: Buffer;
      handle_hash: Buffer;
      kind: 'registration' | 'authentication';
      session_id: string | null;
      expires_at: Timestamp;
    };
    sign_in_code: {
      instance_id: number;
      code_hash: Buffer;
      user_id: number;
      passkey_id: number;
      client: string;
      challenge: string;
      expires_at: Timestamp;
      tries: Defaulted<number>;
      session_id: string | null;
    };
    one_time_link: {
      instance_id: number;
      user_id: number;
      kind: 'reset' | 'invitation';
      token_hash: Buffer;
      made_by: number | null;
      created_at: Timestamp;
      expires_at: Timestamp;
    };
    app_password: {
      instance_id: number;
      app_password_id: Generated<number>;
      user_id: number;
      name: string;
      scope: 'calendar';
      secret_hash: Buffer;
      created_at: Timestamp;
      last_used_at: Timestamp | null;
    };
    sign_in_try: { instance_id: number; key: string; at: Date[]; last_at: Timestamp; told_at: Timestamp | null };
    known_device: { instance_id: number; device_hash: Buffer; user_id: number; last_used_at: Timestamp };
    box: {
      instance_id: number;
      box_id: Generated<number>;
      module: number;
      name: string;
      is_virtual: Defaulted<boolean>;
      shared_state: Defaulted<boolean>;
    };
    box_member: { instance_id: number; box_id: number; user_id: number };
  }
}
