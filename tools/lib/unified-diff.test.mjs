import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diff } from './native-fresh.mjs';
import { revert } from './unified-diff.mjs';

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '-d\n', '+e\n', '@@ -1 +1 @@\n', '\\ f\n'), { maxLength: 25 })
  .chain((lines) => fc.constantFrom('', 'the end').map((end) => lines.join('') + end));

test('what a patch has made of a text is taken back to it', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      expect(revert(after, diff('x', before, after))).toBe(before);
    }),
  );
});

test('a line that the patch has not left so is refused', () => {
  const patch = diff('x', 'one\ntwo\nthree\n', 'one\nTWO\nthree\n');
  expect(() => revert('one\nTwo\nthree\n', patch)).toThrow('lines from 1');
  expect(() => revert('one\nTWO\nfour\n', patch)).toThrow('lines from 1');
  expect(() => revert('one\n', '')).toThrow('no hunk');
});
