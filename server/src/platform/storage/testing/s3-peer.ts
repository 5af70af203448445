import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A storage of a test's own on a free port, with one empty bucket. */
export interface S3Peer {
  /** Settings with which a Kontor keeps its blobs there. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startS3Peer(bucket = 'kontor'): Promise<S3Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-s3-'));
  const configureBuckets = [{ name: bucket, configs: [] }];
  const peer = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await peer.run();
  return {
    env: {
      KONTOR_S3_BUCKET: bucket,
      KONTOR_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      KONTOR_S3_ACCESS_KEY: 'S3RVER',
      KONTOR_S3_SECRET_KEY: 'S3RVER',
    },
    async close() {
      await peer.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
