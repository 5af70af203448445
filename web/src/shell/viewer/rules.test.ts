import { expect, test } from 'vitest';
import { kindOfBytes, mayHelp, pictureSize, stepped, turned, whyNot } from './rules.ts';

test.each([
  ['image/webp', 'picture'],
  ['application/pdf', 'pdf'],
  ['text/plain; charset=utf-8', 'text'],
  ['TEXT/PLAIN', 'text'],
  ['text/html', undefined],
  ['', undefined],
])('bytes of type %s are shown as %s', (type, kind) => {
  expect(kindOfBytes(type)).toBe(kind);
});

test.each([
  [{ kind: 'offline' }, 'offline', true],
  [{ kind: 'problem', code: 'PREVIEW_NOT_AVAILABLE', problem: { detail: 'encrypted' } }, 'encrypted', false],
  [{ kind: 'problem', code: 'PREVIEW_NOT_AVAILABLE', problem: { detail: 'tooSlow' } }, 'tooSlow', true],
  [{ kind: 'problem', code: 'PREVIEW_NOT_AVAILABLE', problem: { detail: 'what' } }, 'failed', true],
  [{ kind: 'problem', code: 'INTERNAL', problem: { detail: 'encrypted' } }, 'failed', true],
])('%o: %s', (failure, why, helps) => {
  const found = whyNot(failure);
  expect([found, mayHelp(found)]).toEqual([why, helps]);
});

test('files end at the first and the last', () => {
  expect([stepped(0, -1, 3), stepped(0, 1, 3), stepped(2, 1, 3)]).toEqual([0, 1, 2]);
});

test('four quarter turns lead back', () => {
  expect([0, 90, 180, 270].map(turned)).toEqual([90, 180, 270, 0]);
});

const room = { width: 800, height: 600 };
test.each([
  ['a small one as it is', { width: 100, height: 50 }, 0, false, { width: 100, height: 50 }],
  ['a wide one within its room', { width: 1600, height: 300 }, 0, false, { width: 800, height: 150 }],
  ['a wide one that lies on its side', { width: 1600, height: 300 }, 90, false, { width: 600, height: 113 }],
  ['as large as it is', { width: 1600, height: 300 }, 90, true, { width: 1600, height: 300 }],
  ['one that is not there yet', { width: 0, height: 0 }, 0, false, { width: 0, height: 0 }],
] as const)('a picture is shown: %s', (_name, natural, degrees, isWhole, size) => {
  expect(pictureSize(natural, room, degrees, isWhole)).toEqual(size);
});
