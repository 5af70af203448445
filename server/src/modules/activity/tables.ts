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
    };
  }
}
