import fc from 'fast-check';
import { crc32, deflateRawSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';
import { sumOf, sumOfAll } from './crc.ts';
import { joined, packPiece, packToKeep, type Body } from './pack.ts';

describe('a head and a packed body', () => {
  test('are one file of gzip', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 3000 }),
        (head, text) => {
          const [first, rest] = [Buffer.from(head), Buffer.from(text)];
          for (const level of [0, 1, 6])
            expect(gunzipSync(joined(first, sumOf(rest), [deflateRawSync(rest, { level })])).toString()).toBe(
              head + text,
            );
        },
      ),
    ));

  test('also of pieces that were packed each by itself', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 500 }), { maxLength: 5 }), async (texts) => {
        const pieces = await Promise.all(texts.map((text) => packPiece(text)));
        const end = Buffer.from([1, 0, 0, 0xff, 0xff]);
        const parts = pieces.map(({ bytes }) => bytes);
        const file = joined(Buffer.from('{'), sumOfAll(pieces.map(({ sum }) => sum)), [
          ...pieces.map(({ stream }) => stream),
          end,
        ]);
        expect(gunzipSync(file)).toEqual(Buffer.concat([Buffer.from('{'), ...parts]));
      }),
    ));

  test('also where the head takes several blocks', () => {
    for (const length of [0, 1, 65_535, 65_536, 200_000]) {
      const head = Buffer.alloc(length, 'k');
      const rest = Buffer.from('"results":[]}');
      expect(gunzipSync(joined(head, sumOf(rest), [deflateRawSync(rest)])).byteLength).toBe(length + rest.byteLength);
    }
  });

  test('keep the head out of what is packed', () => {
    const rest = Buffer.from('"results":"x"}'.repeat(100));
    const stream = deflateRawSync(rest);
    const sizes = ['geheim', 'x'.repeat(6)].map(
      (secret) => joined(Buffer.from(secret), sumOf(rest), [stream]).byteLength,
    );
    expect(new Set(sizes).size).toBe(1);
  });
});

test('the sum of several is that of all their bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 6 }), (all) => {
      const bytes = Buffer.concat(all);
      expect(sumOfAll(all.map((one) => sumOf(Buffer.from(one))))).toEqual({ length: bytes.length, crc: crc32(bytes) });
    }),
  );
  const [long, longer] = [Buffer.alloc(3_000_000, 'ab'), Buffer.alloc(5_000_001, 'xyz')];
  expect(sumOfAll([sumOf(long), sumOf(longer)]).crc).toBe(crc32(Buffer.concat([long, longer])));
});

describe('answers in memory', () => {
  const answer = (text: string): { body: Body; rows: number } => ({ body: { text }, rows: 1 });

  test('are given for their count of changes alone, and packed when they are asked for again', () => {
    const cache = new AnswerCache();
    cache.put('a', 1, answer('x'.repeat(2000)));
    expect(cache.get('a', 1)?.body.packed?.bytes.byteLength).toBe(2000);
    expect(cache.get('a', 2)).toBeUndefined();
    expect(cache.get('a', 1)).toBeUndefined();
  });

  test('take no more room than there is, packed ones neither', () => {
    const cache = new AnswerCache(5000);
    cache.put('a', 1, answer('x'.repeat(2000)));
    cache.put('b', 1, answer('y'.repeat(2000)));
    // Packed it takes more than twice its room, so that the other one goes.
    expect(cache.get('b', 1)).toBeDefined();
    expect(cache.get('a', 1)).toBeUndefined();
    expect(cache.get('b', 1)).toBeDefined();
  });

  test('that are large are not packed before they are sent', () => {
    const body: Body = { text: 'x'.repeat(300_000) };
    packToKeep(body);
    expect(body.packed).toBeUndefined();
  });
});
