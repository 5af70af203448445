import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SMTPServerDataStream } from 'smtp-server';

const MAX_HEADER = 256 * 1024;
const EMPTY_LINE = Buffer.from('\r\n\r\n');

/** A mail on the disk, in the form it is kept in. */
export interface SpooledMail {
  readonly file: string;
  readonly size: number;
  readonly hash: string;
  readonly sentHash: string;
  /** `Received` fields that it came with. */
  readonly hops: number;
}

/** Makes the folder for mails under way, without what an ended server left there: none of it was ever promised to anybody. */
export async function prepareSpool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

/**
 * Writes a mail to a file as it comes, `trace` before it, and answers once it is durable. Undefined where it is too large; its file
 * is gone then. The stream is read to its end in any case: only then the peer hears an answer. Throws where the disk fails or the peer leaves.
 */
export async function spool(
  folder: string,
  stream: SMTPServerDataStream,
  trace: string,
): Promise<SpooledMail | undefined> {
  const file = join(folder, randomUUID());
  const sent = createHash('sha256');
  const whole = createHash('sha256').update(trace);
  const head: Buffer[] = [];
  let headLength = 0;
  let size = Buffer.byteLength(trace);
  let fault: unknown;
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => void (fault = error));
  try {
    await handle?.write(trace);
    // A failing disk is no reason to stop reading.
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (stream.sizeExceeded || fault !== undefined || handle === undefined) continue;
      sent.update(chunk);
      whole.update(chunk);
      size += chunk.length;
      if (headLength < MAX_HEADER) head.push(chunk);
      headLength += chunk.length;
      try {
        await handle.writev([chunk]);
      } catch (error) {
        fault = error;
      }
    }
    if (fault !== undefined) throw fault;
    await handle?.sync();
  } catch (error) {
    await handle?.close();
    await rm(file, { force: true });
    throw error;
  }
  await handle?.close();
  if (stream.sizeExceeded) {
    await rm(file, { force: true });
    return undefined;
  }
  const hops = hopsOf(Buffer.concat(head));
  return { file, size, hash: whole.digest('hex'), sentHash: sent.digest('hex'), hops };
}

/** Counts the `Received` fields of a mail's header. */
function hopsOf(start: Buffer): number {
  const end = start.indexOf(EMPTY_LINE);
  const header = start.subarray(0, end === -1 ? MAX_HEADER : end + 2).toString('latin1');
  return header.match(/^received[ \t]*:/gim)?.length ?? 0;
}
