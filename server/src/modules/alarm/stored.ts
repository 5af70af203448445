import type { Stored } from '../../platform/storage/stored.ts';

/** Nothing of it is sealed, and no file belongs to it. */
export const alarmStored: Stored = { module: 'alarm', secrets: [], blobs: [] };
