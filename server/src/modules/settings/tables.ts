import type { Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    user_setting: {
      instance_id: number;
      user_id: number;
      key: string;
      value: Json<unknown> | null;
      version: number;
    };
  }
}
