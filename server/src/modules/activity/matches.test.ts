import { exampleRow, type EntryRow } from '@kontor/contract/activity';
import { MARKS } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { isShown, matchOf, type FoundTexts } from './matches.ts';

const row: EntryRow = {
  ...exampleRow,
  contact: 'Björn Groß',
  information: 'Rückruf wegen der Häuser',
  extras: { preview: 'Anbei die Zeichnung 2026-1184.' },
};
const TEXTS: FoundTexts = {
  people: [
    'Björn Groß <gross@kunde.example>',
    'Anna Berg <anna@nordwerk.example>',
    'anna@privat.example',
    'Ben <ben@nordwerk.example>',
  ],
  attachments: ['Lageplan Süd.pdf', 'Pumpe.step'],
  body: `Anbei die Zeichnung 2026-1184. ${'Text davor. '.repeat(20)}Die Pumpe ist für die Wartung der Ventile. ${'Und danach. '.repeat(40)}`,
};
/** An excerpt as it would be read, with [ ] for the marks. */
const read = (text: string) => text.replaceAll(MARKS.from, '[').replaceAll(MARKS.to, ']');
const match = (words: string[], texts: FoundTexts = TEXTS): [object, string] | undefined => {
  const { text, ...found } = matchOf(row, texts, words) ?? { text: undefined };
  return text === undefined ? undefined : [found, read(text)];
};

// Words as the index has them: small, without points, and cut to their stems.
test.each([[['gross']], [['ruckruf', 'haus']], [['zeichnung', '1184', '2026']], [['bjorn']]])(
  'a row shows %j itself',
  (words) => {
    expect(isShown(row, words)).toBe(true);
  },
);

test.each<[string[], object, string]>([
  [['lageplan'], { field: 'attachment', name: 'Lageplan Süd.pdf' }, '[Lageplan] Süd.pdf'],
  [['sud', 'lage'], { field: 'attachment', name: 'Lageplan Süd.pdf' }, '[Lageplan] [Süd].pdf'],
  [['berg'], { field: 'people' }, 'Anna [Berg] <anna@nordwerk.example>'],
  [['anna'], { field: 'people' }, '[Anna] Berg <[anna]@nordwerk.example>, [anna]@privat.example'],
  // A word that the row shows is marked too, but what it does not show decides.
  [
    ['bjorn', 'wart'],
    { field: 'body' },
    '… für die [Wartung] der Ventile. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. …',
  ],
  // The part that holds most of the words.
  [
    ['pump', 'ventil'],
    { field: 'body' },
    '… Die [Pumpe] ist für die Wartung der [Ventile]. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und danach. Und …',
  ],
])('of %j it is told where they are', (words, found, text) => {
  expect(match(words)).toEqual([{ entryId: row.entryId, ...found }, text]);
});

test('nothing is told that is not there', () => {
  expect(match(['motor'])).toBeUndefined();
  expect(matchOf(row, undefined, ['motor'])).toBeUndefined();
});

test('the index spells ü as u and ue as u', () => {
  expect(match(['strass'], { people: [], attachments: [], body: 'Kaiserstraße, Straße 5' })?.[1]).toBe('… [Straße] 5');
  expect(match(['ruckruf', 'muller'], { people: [], attachments: [], body: 'Frau Mueller und Herr Müller' })?.[1]).toBe(
    'Frau [Mueller] und Herr [Müller]',
  );
});

test('excerpts are short and whole, whatever the text is', () => {
  for (const body of [
    'pumpe',
    `${'x'.repeat(500)} pumpe ${'y'.repeat(500)}`,
    `pumpe${'n'.repeat(500)}`,
    `${'💧'.repeat(300)} pumpe ${'💧'.repeat(300)}`,
    `${'💧'.repeat(300)}\u202epumpe\u0007 \ue000x\ue001 pu\u00admpe`,
    'pumpe '.repeat(5000),
  ]) {
    const text = match(['pump'], { people: [], attachments: [], body })?.[1] ?? '';
    expect(text).toMatch(/\[pumpen*\]/);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/[\p{Cf}\p{Co}\p{Cc}]/u);
    expect(text.replace(/[[\]]/g, '').length).toBeLessThan(600);
    expect(text.split('[').length).toBe(text.split(']').length);
  }
});
