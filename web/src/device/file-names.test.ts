import { isDeviceName } from '@kontor/contract/file-names';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeName, safeName, uniqueNames } from './file-names.ts';
import corpus from './testing/file-names.json' with { type: 'json' };

/** A name that stays in its folder, on any system, and reads as what it is. */
function expectSafe(name: string): void {
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  expect(name).not.toMatch(/[\u0000-\u001f\u007f"*/:<>?\\|\u202a-\u202e\u2066-\u2069]/);
  expect(name).not.toMatch(/^[.\s]|[.\s]$/);
  expect(isDeviceName(name)).toBe(false);
  expect(name.isWellFormed()).toBe(true);
  const { length } = Array.from(name);
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(200);
}

test.each([
  ['Rahmenvertrag.pdf', 'Rahmenvertrag.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Temp\\brief.doc', 'brief.doc'],
  ['file:///etc/passwd', 'passwd'],
  ['CON.txt', '_CON.txt'],
  ['con .txt', '_con .txt'],
  ['conin$', '_conin$'],
  ['lpt²', '_lpt²'],
  ['..', 'Datei'],
  ['', 'Datei'],
  ['rechnung\u202Efdp.exe', 'rechnungfdp.exe'],
  ['a\u0000b.png', 'ab.png'],
  ['Angebot   Werft .pdf ', 'Angebot Werft .pdf'],
  [`${'ä'.repeat(300)}.jpeg`, `${'ä'.repeat(195)}.jpeg`],
])('%j is kept as %j', (given, wanted) => expect(safeName(given)).toBe(wanted));

test('nothing of the collection gets out of its folder', () => {
  for (const name of corpus.names) expectSafe(safeName(name));
  expect(new Set(uniqueNames(corpus.names.map(safeName)).map((name) => name.toLowerCase())).size).toBe(
    corpus.names.length,
  );
});

test('whatever is given', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 260 }), (name) => {
      expectSafe(safeName(name));
      expect(safeName(safeName(name))).toBe(safeName(name));
    }),
  ));

test('a name that is taken has a number', () => {
  expect(freeName('Brief.pdf', ['brief.PDF', 'Brief (2).pdf'])).toBe('Brief (3).pdf');
  expect(uniqueNames(['a', 'a', 'A.txt', 'a.txt'])).toEqual(['a', 'a (2)', 'A.txt', 'a (2).txt']);
});
