import type { Stored } from '../../platform/storage/stored.ts';

export const messageStored: Stored = {
  module: 'message',
  secrets: [],
  blobs: [
    { table: 'message_file', column: 'blob_hash' },
    { table: 'message_draft_file', column: 'blob_hash' },
  ],
};
