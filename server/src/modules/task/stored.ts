import type { Stored } from '../../platform/storage/stored.ts';

export const taskStored: Stored = { module: 'task', secrets: [], blobs: [] };
