import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { BlobStore } from './blobs.ts';
import { fileBlobs } from './file-blobs.ts';
import { s3Blobs } from './s3-blobs.ts';

/** The blobs where the settings want them. Throws a StartError where a storage refuses. */
export async function openBlobs(config: Config): Promise<BlobStore> {
  const { s3Bucket } = config;
  return s3Bucket === undefined ? fileBlobs(join(config.dataFolder, 'blobs')) : s3Blobs({ ...config, s3Bucket });
}
