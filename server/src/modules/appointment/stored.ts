import type { Stored } from '../../platform/storage/stored.ts';

/** Files belong to an import for as long as what they brought can be taken back. */
export const appointmentStored: Stored = {
  module: 'appointment',
  secrets: [],
  blobs: [{ table: 'calendar_import', column: 'blob_hash' }],
};
