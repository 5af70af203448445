import type { Stored } from '../../platform/storage/stored.ts';

export const activityStored: Stored = {
  module: 'activity',
  secrets: [],
  blobs: [{ table: 'activity_picture', column: 'blob_hash' }],
};
