import type { Stored } from '../../platform/storage/stored.ts';

/** Nothing is kept of calls. */
export const phonecallStored: Stored = {
  module: 'phonecall',
  secrets: [],
  blobs: [],
};
