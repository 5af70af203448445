import type { Defaulted } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    share: {
      instance_id: number;
      activity_id: number;
      by_user: number;
      to_user: number;
      group_id: Defaulted<number>;
      message: Defaulted<string>;
      shared_at: Timestamp;
      changed_at: Timestamp;
    };
  }
}
