import type { ColumnType, Generated } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Column that the database fills when nothing is given. */
export type Defaulted<T> = Generated<T>;
export type Json<T> = ColumnType<T, string, string>;

/** All tables. Each module adds its own by declaration merging, in its `tables.ts`. */
export interface Tables {
  instance: {
    instance_id: Generated<number>;
    name: string;
    title: string;
    settings: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Defaulted<Timestamp>;
    chance: Generated<string>;
  };
  command_log: {
    instance_id: number;
    user_id: number;
    process_id: string;
    command: string;
    request_hash: Buffer;
    state: 'queued' | 'done' | 'failed';
    parameters: Json<unknown> | null;
    answer: Json<unknown> | null;
    created_at: Defaulted<Timestamp>;
  };
  event_outbox: {
    instance_id: number;
    seq: Generated<number>;
    topic: string;
    body: string;
    created_at: Defaulted<Timestamp>;
  };
  audit_entry: {
    instance_id: number;
    entry_id: number;
    at: Timestamp;
    kind: string;
    user_id: number | null;
    user_name: string;
    address: string;
    device: string;
    subject: string;
    details: Json<Record<string, string>>;
    hash: Buffer;
  };
  audit_head: { instance_id: number; entries: number; hash: Buffer };
  change_stamp: { instance_id: number; user_id: number; stamp: number };
}
