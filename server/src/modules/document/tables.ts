import type { Defaulted } from '../../platform/db/tables.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    document: {
      instance_id: number;
      document_id: number;
      edit: Defaulted<number>;
      buzzwords: Defaulted<string>;
      categories: Defaulted<number[]>;
      newest: Defaulted<number>;
      created_by: number;
    };
    document_version: {
      instance_id: number;
      document_id: number;
      version: number;
      filename: string;
      size: number;
      content_type: string;
      blob_hash: string;
      attachment_id: number | null;
      created_by: number;
      created_at: number;
    };
  }
}
