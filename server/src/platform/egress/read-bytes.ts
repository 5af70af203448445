import type { IncomingMessage } from 'node:http';

/** The host was reached, and what it answered is not wanted; asking again would not help. */
export class FetchRefusal extends Error {}

/** Everything that a response holds. Throws FetchRefusal where that is more than `maxBytes`. */
export async function readBytes(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      response.destroy();
      throw new FetchRefusal(`More than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
