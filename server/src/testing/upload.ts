import { randomUUID } from 'node:crypto';
import type { TestClient } from './client.ts';

/** Uploads a file as a client does, in one go. Returns both of its names. */
export async function upload(
  by: TestClient,
  content: string | Uint8Array,
  name = 'Angebot.txt',
): Promise<{ id: number; uploadId: string; size: number }> {
  const uploadId = randomUUID();
  const size = Buffer.byteLength(content);
  const body = new FormData();
  for (const [key, value] of Object.entries({ uploadId, name, total: String(size) })) body.set(key, value);
  body.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const answer = await by.send<{ attachmentId: number }>('/upload', { method: 'POST', headers: by.headers(), body });
  return { id: answer.body.attachmentId, uploadId, size };
}
