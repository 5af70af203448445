import type * as S3 from '@aws-sdk/client-s3';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.ts';
import { StartError } from '../start-error.ts';
import { checkName, isAbsence, type BlobStore, type ByteRange } from './blobs.ts';
import { splitMails, type NamedStore } from './split-blobs.ts';

/** Bytes from which on it is worth asking first whether they are there already. */
const ASK_FROM_BYTES = 256 * 1024;
/** So long ago a large object was put at most that is not put again. */
const FRESH_MS = 12 * 3_600_000;
const DELETED_AT_ONCE = 16;
const CONNECT_MS = 5000;
/** A storage that neither takes nor gives a byte for so long is given up; how long a large object takes is not limited. */
const MAX_SILENCE_MS = 60_000;

const REFUSALS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The storage does not know the key in KONTOR_S3_ACCESS_KEY.',
  // Some say so of a key that they do not know, too.
  SignatureDoesNotMatch:
    'The storage refuses the secret in KONTOR_S3_SECRET_KEY, or does not know the key in KONTOR_S3_ACCESS_KEY.',
  NoSuchBucket: 'The bucket that KONTOR_S3_BUCKET names does not exist. Create it first.',
  AccessDenied: 'The storage forbids the key in KONTOR_S3_ACCESS_KEY to read, write and delete in KONTOR_S3_BUCKET.',
  PermanentRedirect: 'The bucket that KONTOR_S3_BUCKET names lies in another region than KONTOR_S3_REGION.',
  AuthorizationHeaderMalformed: 'The storage expects another region than KONTOR_S3_REGION.',
  CredentialsProviderError: 'There is no key for the storage: set KONTOR_S3_ACCESS_KEY and KONTOR_S3_SECRET_KEY.',
  ECONNREFUSED: 'Nothing answers at the address in KONTOR_S3_ENDPOINT.',
  ENOTFOUND: 'The host in KONTOR_S3_ENDPOINT is not known.',
};

/** An error of the storage at the start, as a sentence where the settings are to blame. */
function startFault(error: unknown): unknown {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  const sentence = REFUSALS[name] ?? REFUSALS[code];
  if (sentence !== undefined) return new StartError(sentence, { cause: error });
  return new StartError(`The storage cannot be used: ${(error as Error).message || name}.`, { cause: error });
}

/** Blobs in a bucket of S3-compatible storage. Throws a StartError where it cannot be written, read and deleted in. */
export async function s3Blobs(
  config: Config & { readonly s3Bucket: string },
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<BlobStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = openClient(config, s3, maxSilenceMs);
  const bucket = bucketOf(client, config.s3Bucket, s3);
  await tryOut(client, config.s3Bucket, s3).catch((error: unknown) => {
    client.destroy();
    throw startFault(error);
  });
  const named = namedIn(bucket);
  return splitMails(blobsIn(bucket, named), named);
}

function openClient(config: Config, s3: typeof S3, maxSilenceMs: number): S3.S3Client {
  const { s3Endpoint, s3Region, s3AccessKey, s3SecretKey, s3PathStyle } = config;
  return new s3.S3Client({
    region: s3Region,
    forcePathStyle: s3PathStyle,
    ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
    ...(s3AccessKey === undefined || s3SecretKey === undefined
      ? {}
      : { credentials: { accessKeyId: s3AccessKey, secretAccessKey: s3SecretKey } }),
    // Storages of other makers do not know the newer checksums; the signature covers the bytes all the same.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: maxSilenceMs },
  });
}

type Bucket = ReturnType<typeof bucketOf>;

/** What is done with the objects of a bucket, each by its key. */
function bucketOf(client: S3.S3Client, Bucket: string, s3: typeof S3) {
  const head = (Key: string) => client.send(new s3.HeadObjectCommand({ Bucket, Key }));
  return {
    head,
    size: async (Key: string): Promise<number> => (await head(Key)).ContentLength ?? 0,
    async open(Key: string, range?: ByteRange): Promise<Readable> {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) }));
      if (!(Body instanceof Readable)) throw new Error('The storage answered without bytes');
      return Body;
    },
    /** One that is old is put again: somebody may be about to remove it. */
    async has(Key: string, size: number): Promise<boolean> {
      if (size < ASK_FROM_BYTES) return false;
      const known = await head(Key).catch(() => undefined);
      const { ContentLength, LastModified } = known ?? {};
      return ContentLength === size && LastModified !== undefined && Date.now() - LastModified.getTime() < FRESH_MS;
    },
    put: (Key: string, content: Pick<S3.PutObjectCommandInput, 'Body' | 'ContentLength'>) =>
      client.send(new s3.PutObjectCommand({ Bucket, Key, ...content })),
    remove: (Key: string) => client.send(new s3.DeleteObjectCommand({ Bucket, Key })),
    /** A page of the keys that begin with a prefix. */
    page: (Prefix: string, token?: string): Promise<S3.ListObjectsV2CommandOutput> =>
      client.send(
        new s3.ListObjectsV2Command({ Bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) }),
      ),
  };
}

const prefixOf = (instanceId: number) => `i${instanceId}/`;
const keyOf = (instanceId: number, hash: string) => `${prefixOf(instanceId)}${checkName(hash).slice(0, 2)}/${hash}`;

/** The objects of a bucket by the names that others give them. */
function namedIn(bucket: Bucket): NamedStore {
  return {
    async put(instanceId, name, bytes) {
      const key = keyOf(instanceId, name);
      if (!(await bucket.has(key, bytes.byteLength))) await bucket.put(key, { Body: bytes });
    },
    open: async (instanceId, name, range) => bucket.open(keyOf(instanceId, name), range),
    size: (instanceId, name) => bucket.size(keyOf(instanceId, name)),
    async remove(instanceId, name, since) {
      const key = keyOf(instanceId, name);
      const known = await bucket.head(key).catch((error: unknown) => {
        if (isAbsence(error)) return undefined;
        throw error;
      });
      if (known?.LastModified === undefined || known.LastModified > since) return;
      await bucket.remove(key);
    },
  };
}

/** The objects of a bucket by the hashes of their bytes. */
function blobsIn(bucket: Bucket, named: NamedStore): BlobStore {
  const { open } = named;
  return {
    async put(instanceId, bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      await named.put(instanceId, hash, bytes);
      return hash;
    },
    async adopt(instanceId, file, hash) {
      const key = keyOf(instanceId, hash);
      const { size } = await stat(file);
      if (await bucket.has(key, size)) return;
      await bucket.put(key, { Body: createReadStream(file), ContentLength: size });
    },
    async get(instanceId, hash) {
      const chunks: Buffer[] = [];
      for await (const chunk of await open(instanceId, hash)) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    size: named.size,
    stream(instanceId, hash, range) {
      async function* bytes() {
        yield* await open(instanceId, hash, range);
      }
      return Readable.from(bytes(), { objectMode: false });
    },
    async withFile(instanceId, hash, work) {
      const folder = await mkdtemp(join(tmpdir(), 'kontor-blob-'));
      try {
        const file = join(folder, 'blob');
        await pipeline(await open(instanceId, hash), createWriteStream(file, { mode: 0o600 }));
        return await work(file);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async *all() {
      let token: string | undefined;
      do {
        const page: S3.ListObjectsV2CommandOutput = await bucket.page('i', token);
        for (const { Key = '' } of page.Contents ?? []) {
          const [, instanceId, hash] = /^i(\d+)\/..\/([0-9a-f]{64})(?:\.head)?$/.exec(Key) ?? [];
          if (hash !== undefined) yield { instanceId: Number(instanceId), hash };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    remove: named.remove,
    async removeAll(instanceId) {
      // Page by page, and until nothing is left: somebody may still be putting.
      for (;;) {
        const { Contents = [] } = await bucket.page(prefixOf(instanceId));
        const keys = Contents.flatMap(({ Key }) => Key ?? []);
        if (keys.length === 0) return;
        while (keys.length > 0) {
          const some = keys.splice(0, DELETED_AT_ONCE);
          await Promise.all(some.map((key) => bucket.remove(key)));
        }
      }
    },
  };
}

/**
 * Does once what will be done later, with an object of its own. In no folder: a storage on a file system may take an emptied one away while
 * another process of ours begins to write into it.
 */
async function tryOut(client: S3.S3Client, Bucket: string, s3: typeof S3): Promise<void> {
  const Key = `check-${randomUUID()}`;
  await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: 'kontor' }));
  const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }));
  await Body?.transformToByteArray();
  await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
}
