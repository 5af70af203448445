import type { Generated } from 'kysely';
import type { Defaulted } from '../db/tables.ts';

declare module '../db/tables.ts' {
  interface Tables {
    upload: {
      instance_id: number;
      attachment_id: Generated<number>;
      user_id: number;
      upload_id: string;
      name: string;
      type: string;
      total: number;
      size: Defaulted<number>;
      blob_hash: string | null;
      uses: Defaulted<number>;
      created_at: Timestamp;
      touched_at: Timestamp;
    };
    upload_part: {
      instance_id: number;
      attachment_id: number;
      at: number;
      size: number;
      blob_hash: string;
    };
  }
}
