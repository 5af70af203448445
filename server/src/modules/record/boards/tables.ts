import type { Board } from '@kontor/contract/record';
import type { ColumnType } from 'kysely';
import type { Defaulted } from '../../../platform/db/tables.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    record_favourite: { instance_id: number; user_id: number; record_id: number; place: number };
    record_query: {
      instance_id: number;
      query_id: string;
      owner_id: number;
      parent_id: string | null;
      /** A decimal number as a text: it may have more digits than numbers here. */
      rank: string;
      name: string;
      is_folder: boolean;
      kind_id: number | null;
      words: string;
      details: string;
      memento: string;
      board: ColumnType<Board | null, string | null, string | null>;
      everybody: Defaulted<boolean>;
      version: Defaulted<number>;
      deleted_at: Date | null;
    };
    record_card: {
      instance_id: number;
      kind_id: number;
      key: string;
      record_id: number;
      value: string;
      /** A decimal number as a text. */
      rank: string;
    };
    record_query_viewer: { instance_id: number; query_id: string; user_id: number };
    record_query_group: { instance_id: number; query_id: string; group_id: number };
  }
}
