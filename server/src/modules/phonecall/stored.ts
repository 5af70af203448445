import type { Stored } from '../../platform/storage/stored.ts';

/** Faxes and voice messages. */
export const phonecallStored: Stored = {
  module: 'phonecall',
  secrets: [],
  blobs: [{ table: 'phone_call', column: 'file_hash' }],
};
