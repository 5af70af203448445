import type { Defaulted } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    communication_type: {
      instance_id: number;
      type_id: number;
      name: string;
      place: number;
      is_offered: Defaulted<boolean>;
    };
    memo: {
      instance_id: number;
      memo_id: number;
      edit: Defaulted<number>;
      content: Defaulted<string>;
      communication_type: number | null;
      contact_person_id: number | null;
      duration_s: Defaulted<number>;
      alarm_at: number | null;
      created_by: number;
    };
  }
}
