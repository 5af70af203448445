import type { LineKind, LineMapping } from '@kontor/contract/phonecall';
import type { Defaulted } from '../../../platform/db/tables.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    phone_line: {
      instance_id: number;
      line_id: Defaulted<number>;
      kind: LineKind;
      title: string;
      list_id: number;
      country: Defaulted<string>;
      zone: Defaulted<string>;
      is_on: Defaulted<boolean>;
      path_hash: Defaulted<Buffer | null>;
      sealed_secret: Defaulted<string | null>;
      host: Defaulted<string>;
      port: Defaulted<number>;
      user_name: Defaulted<string>;
      mapping: Defaulted<LineMapping | null>;
      last_event_at: Defaulted<Date | null>;
      fault: Defaulted<'' | 'signature' | 'unreadable' | 'away' | 'refused'>;
      fault_since: Defaulted<Date | null>;
    };
    phone_terminal: {
      instance_id: number;
      line_id: number;
      terminal: string;
      user_id: Defaulted<number | null>;
      list_id: Defaulted<number | null>;
      last_at: Defaulted<Date | null>;
    };
  }
}
