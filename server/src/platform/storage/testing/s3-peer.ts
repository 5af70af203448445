import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
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

/** Makes a bucket of its own beside that of `env`, and answers the settings for it. */
export async function withOwnBucket(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const Bucket = `test-${randomUUID()}`;
  const { KONTOR_S3_ENDPOINT: endpoint = '', KONTOR_S3_ACCESS_KEY: id = '', KONTOR_S3_SECRET_KEY: secret = '' } = env;
  const credentials = { accessKeyId: id, secretAccessKey: secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return { ...env, KONTOR_S3_BUCKET: Bucket };
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
