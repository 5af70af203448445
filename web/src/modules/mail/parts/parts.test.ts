import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SenderWarning } from '@kontor/contract/mail';
import { SENDER_WARNINGS } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { texts } from '../texts.ts';
import { isPrintKey } from './body.tsx';
import { PRINT_SANDBOX, SANDBOX, printPage, readerPage } from './frame.ts';
import { withSender } from './images.ts';
import { warningSentences } from './warnings.tsx';

test('a frame never lets scripts run, and its page fetches nothing but our own typeface', () => {
  for (const sandbox of [SANDBOX, PRINT_SANDBOX]) expect(sandbox).not.toMatch(/scripts|forms|top-navigation/);
  for (const page of [readerPage('de'), printPage('de')])
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src \S+\/inter[^/"]*\.woff2; form-action 'none'; base-uri 'none'"/,
    );
});

test('what stands until our typeface is there takes the same room as in the app', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../ui/tokens.css'), 'utf8');
  const measures = (css: string) =>
    css.match(/(?:ascent|descent|line-gap)-override: ?[\d.]+%|size-adjust: ?[\d.]+%/g) ?? [];
  const ours = measures(tokens).map((one) => one.replace(' ', ''));
  expect(ours).toHaveLength(4);
  expect(measures(readerPage('de'))).toEqual(ours);
});

test.each(['de', 'en'] as const)('every warning has a sentence of its own in %s', (language) => {
  const warnings = SENDER_WARNINGS.map((code): SenderWarning => ({ code, value: 'WERT', other: 'ANDERES' }));
  const sentences = warningSentences(warnings, texts[language].warnings);
  expect(new Set(sentences).size).toBe(SENDER_WARNINGS.length);
  // What a stranger wrote keeps its own direction inside of our sentence.
  for (const sentence of sentences) expect(sentence).toContain('\u2068WERT\u2069');
});

test('senders whose images are wanted are kept once, in lower case, the latest five hundred', () => {
  expect(withSender(['a@x.example'], 'A@X.example')).toEqual(['a@x.example']);
  const many = Array.from({ length: 500 }, (_, n) => `${n}@x.example`);
  expect(withSender(many, 'neu@x.example').slice(-1)).toEqual(['neu@x.example']);
  expect(withSender(many, 'neu@x.example')).toHaveLength(500);
});

const key = (more: Partial<KeyboardEvent>): KeyboardEvent =>
  ({ key: 'p', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as KeyboardEvent;
test.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true, key: 'P' }, true],
  [{}, false],
  [{ ctrlKey: true, shiftKey: true }, false],
  [{ ctrlKey: true, key: 'o' }, false],
])('%o prints: %s', (press, prints) => {
  expect(isPrintKey(key(press))).toBe(prints);
});
