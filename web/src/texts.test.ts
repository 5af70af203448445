import { MAIL_SERVER_FAULTS } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { texts as accounts } from './modules/mail/settings/texts.ts';
import type { Texts } from './shell/language.ts';

/** Every catalogue of the app, by its file. */
const catalogues = Object.entries(
  import.meta.glob<Readonly<Record<string, Texts<object>>>>('./**/*texts.ts', { eager: true }),
).flatMap(([path, exported]) => Object.values(exported).map((texts) => [path, texts] as const));

/** Every text of a catalogue with the path to it; functions are called with numbers that read as words too. */
function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String((value as (...given: unknown[]) => unknown)(2, 2, 2))]];
  return Object.entries(value as object).flatMap(([key, child]) => flatten(child, `${path}.${key}`));
}

test('every catalogue is looked at', () => {
  expect(catalogues.length).toBeGreaterThan(20);
});

test.each(catalogues)('%s has every text in both languages', (_, texts) => {
  const german = flatten(texts.de, '');
  const english = flatten(texts.en, '');
  expect(english.map(([path]) => path)).toEqual(german.map(([path]) => path));
  for (const [path, text] of [...german, ...english]) {
    expect(text.trim(), path).not.toBe('');
    expect(text, path).not.toMatch(/!(?!=)|undefined|\b(du|dein|deine)\b/i);
  }
});

const sources = Object.entries(
  import.meta.glob<string>('./**/*texts.ts', { eager: true, query: '?raw', import: 'default' }),
);
test.each(sources)('%s calls keys by what the keyboard calls them', (_, source) => {
  const prose = source.replaceAll(/nameOfKeys?\([^)]*\)/g, '');
  expect(prose).not.toMatch(/\b(Strg|Umschalt|Eingabetaste|Leertaste|Entf|Ctrl|Escape|Esc)\b|⌘/);
});

test('there is a sentence for whatever a mail server does', () => {
  for (const language of ['de', 'en'] as const)
    expect(Object.keys(accounts[language].faults).sort()).toEqual([...MAIL_SERVER_FAULTS].sort());
});
