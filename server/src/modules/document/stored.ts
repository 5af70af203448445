import type { Stored } from '../../platform/storage/stored.ts';

export const documentStored: Stored = {
  module: 'document',
  secrets: [],
  blobs: [{ table: 'document_version', column: 'blob_hash' }],
};
