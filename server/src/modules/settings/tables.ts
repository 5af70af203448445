import type { PushDeviceKind, PushTestProblem } from '@kontor/contract/settings';
import type { Generated } from 'kysely';
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
    push_key: { instance_id: number; public_key: string; sealed_key: string };
    push_device: {
      instance_id: number;
      device_id: Generated<number>;
      user_id: number;
      session_id: string;
      endpoint_hash: Buffer;
      sealed_subscription: string;
      failures: Defaulted<number>;
      created_at: Timestamp;
      kind: Defaulted<PushDeviceKind>;
    };
    push_test: {
      instance_id: number;
      session_id: string;
      test_id: string;
      relayed: boolean;
      begun_at: Timestamp;
      sent_at: Timestamp | null;
      relay_at: Timestamp | null;
      service_at: Timestamp | null;
      arrived_at: Timestamp | null;
      problem: PushTestProblem | null;
    };
  }
}
