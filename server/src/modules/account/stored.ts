import type { Stored } from '../../platform/storage/stored.ts';
import { seedBinding } from './two-factor.ts';

const KEY = ['instance_id', 'user_id'] as const;

/** Tokens, passwords and codes are kept as hashes; what an authenticator app shares with us must be read again. */
export const accountStored: Stored = {
  module: 'account',
  secrets: [
    { table: 'user_factor', column: 'seed', key: KEY, boundTo: seedBinding },
    { table: 'user_factor', column: 'pending_seed', key: KEY, boundTo: seedBinding },
  ],
  blobs: [{ table: 'app_user', column: 'avatar' }],
  // Whoever signed out, or was signed out, after the backup was made would be signed in again, and a link that was used could be used once more.
  afterRestore: [
    'update session set ended_at = now() where ended_at is null',
    'delete from one_time_link',
    'delete from menu_code',
    // So would a device be known that its person has removed since.
    'delete from known_device',
    // And an app password be good that was revoked.
    'delete from app_password',
  ],
};
