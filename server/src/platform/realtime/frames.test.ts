import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatFrame, frameReader, type Frame } from './frames.ts';

interface Vector {
  readonly name: string;
  readonly chunksB64: readonly string[];
  readonly expect: {
    readonly frames?: readonly { command: string; headers: readonly [string, string][]; bodyB64: string }[];
    readonly heartbeats?: number;
    readonly error?: string;
    readonly effectiveHeaders?: Record<string, string>;
  };
}

const vectors = JSON.parse(readFileSync(new URL('fixtures/stomp-1.2.json', import.meta.url), 'utf8')) as Vector[];

function readAll(chunks: readonly Uint8Array[]): { frames: Frame[]; heartbeats: number } {
  const frames: Frame[] = [];
  let heartbeats = 0;
  const read = frameReader(
    (frame) => frames.push(frame),
    () => (heartbeats += 1),
  );
  for (const chunk of chunks) read(chunk);
  return { frames, heartbeats };
}

const chunksOf = (vector: Vector) => vector.chunksB64.map((text) => Buffer.from(text, 'base64'));
/** What a connection answers is tried on a connection, in realtime.test.ts. */
const framing = vectors.filter(
  (vector) => vector.expect.frames !== undefined || vector.expect.error === 'undefined escape',
);

describe('frames', () => {
  test.each(framing)('$name', (vector) => {
    if (vector.expect.error !== undefined) {
      expect(() => readAll(chunksOf(vector))).toThrow(vector.expect.error);
      return;
    }
    const { frames, heartbeats } = readAll(chunksOf(vector));
    expect(frames.map((frame) => frame.command)).toEqual(vector.expect.frames?.map((frame) => frame.command));
    for (const [index, wanted] of (vector.expect.frames ?? []).entries()) {
      expect({ ...frames[index]?.headers }).toEqual(Object.fromEntries(wanted.headers));
      expect(Buffer.from(frames[index]?.body ?? []).toString('base64')).toBe(wanted.bodyB64);
    }
    if (vector.expect.heartbeats !== undefined) expect(heartbeats).toBe(vector.expect.heartbeats);
  });

  test('come back as they were sent, in whatever pieces', () => {
    const header = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => text !== 'content-length');
    fc.assert(
      fc.property(
        fc.dictionary(header, fc.string({ unit: 'grapheme' })),
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        (headers, body, size) => {
          const bytes = Buffer.from(formatFrame('MESSAGE', headers, body));
          const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
            bytes.subarray(n * size, (n + 1) * size),
          );
          const { frames } = readAll(pieces);
          expect(frames).toHaveLength(1);
          const { 'content-length': _length, ...read } = { ...frames[0]?.headers };
          expect(read).toEqual({ ...headers });
          expect(Buffer.from(frames[0]?.body ?? []).toString()).toBe(body);
        },
      ),
    );
  });

  test.each([
    ['SEND\nno colon\n\nx\0', 'a header line without a name'],
    ['SEND\n:no name\n\nx\0', 'a header line without a name'],
    ['SEND\ncontent-length:-1\n\nx\0', 'content-length is no number of bytes'],
    ['SEND\ncontent-length:1e3\n\nx\0', 'content-length is no number of bytes'],
    ['SEND\ncontent-length:\n\nx\0', 'content-length is no number of bytes'],
    ['SEND\ncontent-length:999999999999\n\nx', 'frame too large'],
    ['SEND\ncontent-length:99999999999999999999\n\nx', 'content-length is no number of bytes'],
    ['SEND\ncontent-length:1\n\nxyz\0', 'the frame is longer than it says'],
    ['SEND\na:b\0', 'the header does not end'],
    ['\0', 'the header does not end'],
    ['SUBSCRIBE\nid:1\0SEND\n\nx\0', 'the header does not end'],
    ['CONNECT\0\n\n', 'the header does not end'],
    ['send\n\n\0', 'unknown command'],
    ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'unknown command'],
  ])('%j is refused as soon as it is there, and not waited for', (text, why) => {
    expect(() => readAll([Buffer.from(text)])).toThrow(why);
  });

  test('over the limit are refused, in one piece or in many', () => {
    const endless = Buffer.alloc(8 * 1024, 'x');
    expect(() => readAll(Array.from({ length: 20 }, () => endless))).toThrow('frame too large');
    expect(() => readAll([Buffer.alloc(100 * 1024, 'x')])).toThrow('frame too large');
  });
});
