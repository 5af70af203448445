import type { Stored } from '../../platform/storage/stored.ts';

export const sharingStored: Stored = { module: 'sharing', secrets: [], blobs: [] };
