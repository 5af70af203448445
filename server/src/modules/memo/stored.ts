import type { Stored } from '../../platform/storage/stored.ts';

export const memoStored: Stored = { module: 'memo', secrets: [], blobs: [] };
