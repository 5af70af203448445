import type { DialWay } from '@kontor/contract/phonecall';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    dial_location: {
      instance_id: number;
      location_id: Defaulted<number>;
      title: string;
      way: DialWay | 'other';
      sealed: Defaulted<string | null>;
      url: Defaulted<string>;
      url_init: Defaulted<string>;
      url_hangup: Defaulted<string>;
      token_id: Defaulted<string>;
      call_polling: Defaulted<boolean>;
      line_id: Defaulted<number | null>;
    };
    dial_user: {
      instance_id: number;
      user_id: number;
      is_allowed: boolean;
      location_id: Defaulted<number | null>;
      terminal: Defaulted<string>;
      caller_id: Defaulted<string>;
    };
    dial_limit: { instance_id: number; max_per_user: number; max_per_instance: number };
    dial_attempt: {
      instance_id: number;
      call_id: Defaulted<number>;
      user_id: number;
      process_id: string;
      number: number | null;
      number_text: string;
      started_at: Date;
      location_id: Defaulted<number | null>;
      sealed_session: Defaulted<string | null>;
      links: Json<readonly { readonly idoId: number; readonly idoInstanceId: number }[]>;
      contact_person_id: Defaulted<number | null>;
      activity_id: Defaulted<number | null>;
      ended_at: Defaulted<Date | null>;
    };
  }
}
