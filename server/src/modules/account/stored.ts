import type { Stored } from '../../platform/storage/stored.ts';

/** Tokens and passwords are kept as hashes; nothing here is sealed. */
export const accountStored: Stored = {
  module: 'account',
  secrets: [],
  blobs: [],
  // Whoever signed out, or was signed out, after the backup was made would be signed in again.
  afterRestore: ['update session set ended_at = now() where ended_at is null'],
};
