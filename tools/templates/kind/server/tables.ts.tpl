import type { Defaulted } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    {{name}}: {
      instance_id: number;
      {{name}}_id: number;
      edit: Defaulted<number>;
      content: Defaulted<string>;
      alarm_at: number | null;
      created_by: number;
    };
  }
}
