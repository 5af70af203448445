import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import S3rver, { type Store } from 's3rver';

/** A storage for tests, with one empty bucket. */
export interface S3Peer {
  /** Settings with which a Kontor keeps its blobs there. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it looks at signatures, which the small one that npm installs does not. */
  readonly isStrict: boolean;
  close(): Promise<void>;
}

/** Each test makes buckets there whose names begin with `test-`, and leaves them behind. */
function givenStorage(): Record<string, string> | undefined {
  const { KONTOR_TEST_S3_ENDPOINT, KONTOR_TEST_S3_ACCESS_KEY = '', KONTOR_TEST_S3_SECRET_KEY = '' } = process.env;
  if (KONTOR_TEST_S3_ENDPOINT === undefined) return undefined;
  return {
    KONTOR_S3_ENDPOINT: KONTOR_TEST_S3_ENDPOINT,
    KONTOR_S3_ACCESS_KEY: KONTOR_TEST_S3_ACCESS_KEY,
    KONTOR_S3_SECRET_KEY: KONTOR_TEST_S3_SECRET_KEY,
  };
}

/** Makes a bucket of its own beside that of `env`, and returns the settings for it. */
export async function withOwnBucket(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const Bucket = `test-${randomUUID()}`;
  const { KONTOR_S3_ENDPOINT: endpoint = '', KONTOR_S3_ACCESS_KEY: id = '', KONTOR_S3_SECRET_KEY: secret = '' } = env;
  const credentials = { accessKeyId: id, secretAccessKey: secret };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
  return { ...env, KONTOR_S3_BUCKET: Bucket };
}

/** What is put again is replaced as a whole, as storages do: this one writes into the file, which others may be reading. */
function replaceWhole(store: Store): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const aside = { ...object, key: `aside-${randomUUID()}` };
    const result = await put(aside);
    const pathOf = (key: string, resource: string) => store.getResourcePath(object.bucket, key, resource);
    await mkdir(dirname(pathOf(object.key, 'object')), { recursive: true });
    for (const resource of ['metadata.json', 'object.md5', 'object'])
      await rename(pathOf(aside.key, resource), pathOf(object.key, resource));
    return result;
  };
}

/** The storage that the environment names, of whichever make, else one of the test's own on a free port. */
export async function startS3Peer(bucket = 'kontor'): Promise<S3Peer> {
  const given = givenStorage();
  if (given !== undefined) return { env: await withOwnBucket(given), isStrict: true, close: async () => {} };
  const directory = await mkdtemp(join(tmpdir(), 'kontor-s3-'));
  const configureBuckets = [{ name: bucket, configs: [] }];
  const peer = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  replaceWhole(peer.store);
  const { port } = await peer.run();
  return {
    env: {
      KONTOR_S3_BUCKET: bucket,
      KONTOR_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      KONTOR_S3_ACCESS_KEY: 'S3RVER',
      KONTOR_S3_SECRET_KEY: 'S3RVER',
    },
    isStrict: false,
    async close() {
      await peer.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
