import type { AlarmType } from '@kontor/contract/alarm';
import type { Generated } from 'kysely';
import type { Defaulted } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    alarm: {
      instance_id: number;
      alarm_id: Generated<number>;
      activity_id: number;
      user_id: number;
      type: AlarmType;
      subject_at: Timestamp;
      alarm_at: Timestamp;
      overridden_at: Timestamp | null;
      rings_at: Timestamp;
      rung_at: Timestamp | null;
      confirmed_at: Timestamp | null;
      held: Defaulted<boolean>;
      set_by: number | null;
    };
  }
}
