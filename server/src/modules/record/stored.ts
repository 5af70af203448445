import type { Stored } from '../../platform/storage/stored.ts';

/** Nothing of it is sealed; files belong to it for as long as what they brought can be taken back. */
export const recordStored: Stored = {
  module: 'record',
  secrets: [],
  blobs: [{ table: 'record_import', column: 'blob_hash' }],
};
