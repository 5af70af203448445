import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '../storage/blobs.ts';

/** Up to so many bytes are put together in memory. */
const SMALL = 8 * 1024 * 1024;

/** Keeps what comes as one blob and answers its hash and size. More than a little is written into a file first, never held in memory. */
export async function keepWhole(
  blobs: BlobStore,
  instanceId: number,
  bytes: AsyncIterable<Buffer>,
): Promise<{ readonly hash: string; readonly size: number }> {
  const held: Buffer[] = [];
  const digest = createHash('sha256');
  let size = 0;
  let spool: { readonly path: string; readonly file: Awaited<ReturnType<typeof open>> } | undefined;
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      digest.update(chunk);
      held.push(chunk);
      if (size <= SMALL) continue;
      if (spool === undefined) {
        const path = join(tmpdir(), `kontor-upload-${randomUUID()}`);
        spool = { path, file: await open(path, 'wx', 0o600) };
      }
      for (const one of held.splice(0)) await spool.file.writeFile(one);
    }
    if (spool === undefined) return { hash: await blobs.put(instanceId, Buffer.concat(held)), size };
    await spool.file.datasync();
    const hash = digest.digest('hex');
    await blobs.adopt(instanceId, spool.path, hash);
    return { hash, size };
  } finally {
    await spool?.file.close();
    if (spool !== undefined) await rm(spool.path, { force: true });
  }
}
