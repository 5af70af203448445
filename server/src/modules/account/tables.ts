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
    };
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
