import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bombs, collected } from '../../testing/fuzz/seeds.ts';
import { bodyAt, SPLIT_FROM } from './split-blobs.ts';

const filler = (size: number): string => 'x'.repeat(size);

test.each([
  ['ends of lines as mails have them', `A: b\r\nC: d\r\n\r\n${filler(SPLIT_FROM)}`, 14],
  ['those of files', `A: b\nC: d\n\n${filler(SPLIT_FROM)}`, 11],
  ['both', `A: b\r\nC: d\n\r\n${filler(SPLIT_FROM)}`, 13],
  ['a body that is too small', `A: b\r\n\r\n${filler(SPLIT_FROM - 1)}`, undefined],
  ['no empty line', `A: b\r\n${filler(3 * SPLIT_FROM)}`, undefined],
  ['a head without an end', `${`A: ${filler(60)}\r\n`.repeat(4000)}\r\n${filler(SPLIT_FROM)}`, undefined],
  ['nothing', '', undefined],
] as const)('where the body begins: %s', (_name, text, at) => {
  expect(bodyAt(Buffer.from(text))).toBe(at);
});

test('head and body are the mail, of whatever others have collected, and with anything behind it', () => {
  const mails = [...collected, ...bombs];
  let split = 0;
  for (const mail of mails)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (more) => {
        const bytes = Buffer.concat([mail, Buffer.from(filler(SPLIT_FROM)), more]);
        const at = bodyAt(bytes);
        if (at === undefined) return;
        split += 1;
        expect(bytes.byteLength - at).toBeGreaterThanOrEqual(SPLIT_FROM);
        // The empty line is the end of the head, and the first one.
        expect(/\n\r?\n$/.test(bytes.subarray(0, at).toString('latin1'))).toBe(true);
        expect(/\n\r?\n./s.test(bytes.subarray(0, at - 1).toString('latin1'))).toBe(false);
      }),
      { numRuns: 2 },
    );
  expect(split).toBeGreaterThan(mails.length);
});
