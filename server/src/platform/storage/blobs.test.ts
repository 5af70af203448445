import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import type { BlobStore } from './blobs.ts';
import { openBlobs } from './open.ts';
import { s3Blobs } from './s3-blobs.ts';
import { startS3Peer, type S3Peer } from './testing/s3-peer.ts';

let folder: string;
let peer: S3Peer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-blobs-'));
  peer = await startS3Peer();
});
afterAll(async () => {
  await peer?.close();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (env: Readonly<Record<string, string>>) =>
  loadConfig({ env: { KONTOR_DATA: folder, ...env }, cwd: folder });
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Bytes that files of a folder take. */
async function roomOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = files.filter((it) => it.isFile()).map(async (it) => (await stat(join(it.parentPath, it.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe.each([
  ['files', () => ({})],
  ['a bucket', () => peer.env],
])('blobs in %s', (kind, env) => {
  let blobs: BlobStore;
  beforeAll(async () => {
    blobs = await openBlobs(configOf(env()));
  });

  test('come back as they were, the same twice over, also empty and large ones', async () => {
    for (const bytes of [Buffer.from('Grüße'), Buffer.alloc(0), randomBytes(3_000_000)]) {
      expect([await blobs.put(1, bytes), await blobs.put(1, bytes)]).toEqual([hashOf(bytes), hashOf(bytes)]);
      const hash = hashOf(bytes);
      expect(await blobs.size(1, hash)).toBe(bytes.byteLength);
      expect((await blobs.get(1, hash)).equals(bytes)).toBe(true);
      expect((await buffer(blobs.stream(1, hash))).equals(bytes)).toBe(true);
      expect((await blobs.withFile(1, hash, (file) => readFile(file))).equals(bytes)).toBe(true);
    }
  });

  test('are read in parts, and left in the middle', async () => {
    const bytes = randomBytes(1_000_000);
    const hash = await blobs.put(1, bytes);
    expect(await buffer(blobs.stream(1, hash, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20));
    expect(await buffer(blobs.stream(1, hash, { start: 999_999, end: 999_999 }))).toEqual(bytes.subarray(999_999));
    for await (const chunk of blobs.stream(1, hash)) {
      expect((chunk as Buffer).byteLength).toBeGreaterThan(0);
      break;
    }
  });

  test('are whole while they are put again', async () => {
    const bytes = randomBytes(20_000);
    const hash = await blobs.put(1, bytes);
    const work = Array.from({ length: 120 }, async (_, n) => {
      if (n % 2 === 0) await blobs.put(1, bytes);
      else expect((await blobs.get(1, hash)).equals(bytes)).toBe(true);
    });
    await Promise.all(work);
  });

  test('are taken from a file, which stays', async () => {
    const bytes = randomBytes(400_000);
    const file = join(folder, 'given');
    await writeFile(file, bytes);
    for (let times = 0; times < 2; times += 1) await blobs.adopt(2, file, hashOf(bytes));
    expect((await blobs.get(2, hashOf(bytes))).equals(bytes)).toBe(true);
    expect((await readFile(file)).equals(bytes)).toBe(true);
  });

  test('belong to their instance, and an absent one is an error', async () => {
    const hash = await blobs.put(3, Buffer.from('only three'));
    await expect(blobs.get(4, hash)).rejects.toThrow();
    await expect(blobs.size(4, hash)).rejects.toThrow();
    await expect(buffer(blobs.stream(4, hash))).rejects.toThrow();
    await expect(blobs.withFile(4, hash, (file) => readFile(file))).rejects.toThrow();
    await expect(blobs.get(3, '../../etc/passwd')).rejects.toThrow('Not a hash');
  });

  test('are removed one by one, unless they were put again', async () => {
    const [gone, again, large] = [Buffer.from('gone'), Buffer.from('put again'), randomBytes(300_000)];
    for (const bytes of [gone, again, large]) await blobs.put(6, bytes);
    // Storages tell whole seconds.
    await sleep(1100);
    const since = new Date();
    await sleep(1100);
    await blobs.put(6, again);
    for (const bytes of [gone, again, large]) await blobs.remove(6, hashOf(bytes), since);
    await blobs.remove(6, hashOf(gone), since);
    await expect(blobs.get(6, hashOf(gone))).rejects.toThrow();
    await expect(blobs.get(6, hashOf(large))).rejects.toThrow();
    expect((await blobs.get(6, hashOf(again))).toString()).toBe('put again');
  });

  // A bucket has no way to remove what is still the same: there a moment is left, which who removes keeps free by a lock of its own.
  test.runIf(kind === 'files')('that are put while they are removed are there', async () => {
    const bytes = Buffer.from('wanted and not wanted');
    const hash = hashOf(bytes);
    for (let n = 0; n < 50; n += 1) {
      await blobs.put(7, bytes);
      const since = new Date();
      await sleep(2);
      await Promise.all([blobs.remove(7, hash, since), blobs.put(7, bytes)]);
      expect((await blobs.get(7, hash)).equals(bytes)).toBe(true);
    }
  });

  test('of a mail are one body and a head a copy, and come back byte for byte, whole and in parts', async () => {
    const body = randomBytes(1_000_000);
    const copyOf = (n: number) =>
      Buffer.concat([Buffer.from(`Delivered-To: person${n}@nordwerk.example\r\nSubject: Alle\r\n\r\n`), body]);
    const hashes: string[] = [];
    for (let n = 0; n < 50; n += 1) hashes.push(await blobs.put(8, copyOf(n), 'mail'));
    expect(hashes).toEqual(Array.from({ length: 50 }, (_, n) => hashOf(copyOf(n))));
    if (kind === 'files') expect(await roomOf(join(folder, 'blobs', 'i8'))).toBeLessThan(1_020_000);
    for (const n of [0, 7, 49]) {
      const [hash, bytes] = [hashes[n] ?? '', copyOf(n)];
      expect(await blobs.size(8, hash)).toBe(bytes.byteLength);
      expect((await blobs.get(8, hash)).equals(bytes)).toBe(true);
      expect((await buffer(blobs.stream(8, hash))).equals(bytes)).toBe(true);
      expect((await blobs.withFile(8, hash, (file) => readFile(file))).equals(bytes)).toBe(true);
      const head = bytes.byteLength - body.byteLength;
      for (const [start, end] of [
        [0, 3],
        [0, head - 1],
        [head - 2, head + 2],
        [head, head + 1],
        [head + 5, head + 9],
        [bytes.byteLength - 1, bytes.byteLength - 1],
      ] as const)
        expect([start, (await buffer(blobs.stream(8, hash, { start, end }))).toString('hex')]).toEqual([
          start,
          bytes.subarray(start, end + 1).toString('hex'),
        ]);
    }
    const named: string[] = [];
    for await (const { instanceId, hash } of blobs.all()) if (instanceId === 8) named.push(hash);
    expect(named.toSorted()).toEqual(hashes.toSorted());
  });

  test('of a mail are their own where one byte is another one, and stay when another copy goes', async () => {
    const head = 'Subject: Eins\n\n';
    const [one, other] = ['a', 'b'].map((end) => Buffer.from(`${head}${'x'.repeat(20_000)}${end}`));
    const trace = Buffer.concat([Buffer.from('Received: by mx.example\n'), one ?? Buffer.alloc(0)]);
    const file = join(folder, 'mail');
    await writeFile(file, trace);
    const hashes = await Promise.all([one, other].map((bytes) => blobs.put(9, bytes ?? Buffer.alloc(0), 'mail')));
    await blobs.adopt(9, file, hashOf(trace), 'mail');
    expect((await readFile(file)).equals(trace)).toBe(true);
    await sleep(1100);
    await blobs.remove(9, hashes[0] ?? '', new Date());
    await expect(blobs.get(9, hashes[0] ?? '')).rejects.toThrow();
    await expect(blobs.withFile(9, hashes[0] ?? '', (path) => readFile(path))).rejects.toThrow();
    expect((await blobs.get(9, hashes[1] ?? '')).equals(other ?? Buffer.alloc(0))).toBe(true);
    expect((await blobs.get(9, hashOf(trace))).equals(trace)).toBe(true);
  });

  test('of a mail that was kept whole are read as before, also once it came again', async () => {
    const bytes = Buffer.from(`Subject: Alt\r\n\r\n${'y'.repeat(30_000)}`);
    const hash = await blobs.put(10, bytes);
    expect((await blobs.withFile(10, hash, (file) => readFile(file))).equals(bytes)).toBe(true);
    expect(await blobs.put(10, bytes, 'mail')).toBe(hash);
    expect((await buffer(blobs.stream(10, hash, { start: 2, end: 9 }))).toString()).toBe('bject: A');
    expect((await blobs.get(10, hash)).equals(bytes)).toBe(true);
  });

  test('go with their instance, and no other ones do', async () => {
    const kept = await blobs.put(51, Buffer.from('of another'));
    const hashes: string[] = [];
    for (let n = 0; n < 40; n += 1) hashes.push(await blobs.put(5, Buffer.from(`number ${n}`)));
    await blobs.removeAll(5);
    await blobs.removeAll(5);
    for (const hash of hashes) await expect(blobs.size(5, hash)).rejects.toThrow();
    expect(await blobs.size(51, kept)).toBe(10);
  });
});

test.each([
  [{ KONTOR_S3_ACCESS_KEY: 'nobody' }, 'KONTOR_S3_ACCESS_KEY'],
  [{ KONTOR_S3_BUCKET: 'absent' }, 'The bucket that KONTOR_S3_BUCKET names does not exist'],
  [{ KONTOR_S3_ENDPOINT: 'http://127.0.0.1:1' }, 'Nothing answers at the address in KONTOR_S3_ENDPOINT'],
])('a storage with %j is refused in a sentence', async (env, sentence) => {
  const opening = openBlobs(configOf({ ...peer.env, ...(env as Record<string, string>) }));
  await expect(opening).rejects.toThrow(
    expect.objectContaining({ name: 'StartError', message: expect.stringContaining(sentence) }),
  );
});

test('a storage that falls silent in the middle is given up', async () => {
  const silent = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') response.end();
    else if (request.url?.includes('/check-') === true) response.end('kontor');
    else response.writeHead(200, { 'Content-Length': 100 }).write('the first');
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const config = configOf({ ...peer.env, KONTOR_S3_ENDPOINT: `http://127.0.0.1:${port}` });
  const blobs = await s3Blobs({ ...config, s3Bucket: 'kontor' }, 300);
  const hash = hashOf(Buffer.from('long'));
  await expect(blobs.get(1, hash)).rejects.toThrow('timed out after 300 ms');
  await expect(buffer(blobs.stream(1, hash))).rejects.toThrow('timed out after 300 ms');
  silent.closeAllConnections();
  silent.close();
});

test('a wrong secret is refused in a sentence (left out where the storage looks at none)', async ({ skip }) => {
  if (!peer.isStrict) skip();
  const opening = openBlobs(configOf({ ...peer.env, KONTOR_S3_SECRET_KEY: 'wrong' }));
  await expect(opening).rejects.toThrow('refuses the secret in KONTOR_S3_SECRET_KEY');
});

test.each([
  ['SignatureDoesNotMatch', 'refuses the secret in KONTOR_S3_SECRET_KEY'],
  ['AccessDenied', 'forbids the key in KONTOR_S3_ACCESS_KEY'],
  ['SlowDown', 'The storage cannot be used: Not today'],
])('an answer %s is told in a sentence', async (code, sentence) => {
  // What storages answer to one and the same mistake differs.
  const refusing = createServer((_request, response) =>
    response
      .writeHead(403, { 'Content-Type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Not today</Message></Error>`),
  );
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  const opening = openBlobs(configOf({ ...peer.env, KONTOR_S3_ENDPOINT: `http://127.0.0.1:${port}` }));
  await expect(opening).rejects.toThrow(sentence);
  refusing.closeAllConnections();
  refusing.close();
});
