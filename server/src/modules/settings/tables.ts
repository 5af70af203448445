import type { Defaulted, Json } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    user_setting: {
      instance_id: number;
      user_id: number;
      key: string;
      value: Json<unknown> | null;
      version: number;
    };
    colour_scheme: {
      instance_id: number;
      name: string;
      /** As it travels: the text of a JSON object. */
      scheme: string;
      made_by: Defaulted<number | null>;
    };
  }
}
