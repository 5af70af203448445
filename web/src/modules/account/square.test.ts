import { expect, test } from 'vitest';
import { middleSquare, toBase64 } from './square.ts';

test.each([
  [400, 300, { x: 50, y: 0, side: 300 }],
  [300, 401, { x: 0, y: 50, side: 300 }],
  [1, 1, { x: 0, y: 0, side: 1 }],
])('the middle of %d by %d', (width, height, square) => {
  expect(middleSquare(width, height)).toEqual(square);
});

test('bytes of any length become base64', async () => {
  const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256);
  expect(await toBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'));
});
