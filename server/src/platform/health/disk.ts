import { statfs } from 'node:fs/promises';

export interface Disk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Room on the disk that a folder is on, as far as this process may use it. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

const MIN_FREE = 0.05;

/** Whether so little is left that nothing new should be taken on. */
export const isNearlyFull = ({ freeBytes, totalBytes }: Disk): boolean => freeBytes < totalBytes * MIN_FREE;
