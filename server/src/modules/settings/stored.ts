import type { Stored } from '../../platform/storage/stored.ts';
import { deviceBinding, keyBinding } from './push/keys.ts';

/** What an instance signs its pushes with, and where devices are reached. */
export const settingsStored: Stored = {
  module: 'settings',
  secrets: [
    { table: 'push_key', column: 'sealed_key', key: ['instance_id'], boundTo: keyBinding },
    { table: 'push_device', column: 'sealed_subscription', key: ['instance_id', 'session_id'], boundTo: deviceBinding },
  ],
  blobs: [],
};
