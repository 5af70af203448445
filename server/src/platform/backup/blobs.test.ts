import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileBlobs } from '../storage/file-blobs.ts';
import { checkBlobs, restoreBlobs, saveBlobs } from './blobs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function roomOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = files.filter((it) => it.isFile()).map(async (it) => (await stat(join(it.parentPath, it.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('copies of a mail come back byte for byte, and take no more room than before', async () => {
  const blobs = fileBlobs(join(folder, 'before'));
  const body = randomBytes(200_000);
  const copies = ['anna', 'ben', 'carla'].map((name) =>
    Buffer.concat([Buffer.from(`Delivered-To: ${name}@nordwerk.example\r\n\r\n`), body]),
  );
  const hashes: string[] = [];
  for (const bytes of copies) hashes.push(await blobs.put(1, bytes, 'mail'));
  expect(hashes).toEqual(copies.map((bytes) => createHash('sha256').update(bytes).digest('hex')));
  await writeFile(join(folder, 'named.gz'), gzipSync(hashes.map((hash) => `1\t${hash}\n`).join('')));
  const { signal } = new AbortController();
  const saved = await saveBlobs({ blobs, folder, named: 'named.gz', signal });
  expect([saved.count, saved.lostCount]).toEqual([3, 0]);
  expect(await checkBlobs(folder, saved.list.file)).toEqual([]);
  const restored = fileBlobs(join(folder, 'after'));
  await restoreBlobs({ blobs: restored, folder, list: saved.list.file, signal });
  for (const [index, bytes] of copies.entries())
    expect((await restored.get(1, hashes[index] ?? '')).equals(bytes)).toBe(true);
  expect(await roomOf(join(folder, 'after'))).toBe(await roomOf(join(folder, 'before')));
  expect(await roomOf(join(folder, 'after'))).toBeLessThan(201_000);
});
