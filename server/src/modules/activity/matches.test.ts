import { exampleRow, type EntryRow } from '@kontor/contract/activity';
import { MARKS } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { saidBy, saidWith, toMatch, type FoundTexts } from './matches.ts';

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
  const { text, ...found } = saidWith(saidBy(row, words), texts, words).match ?? { text: undefined };
  return text === undefined ? undefined : [found, read(text)];
};
/** What a row says without its texts. */
const alone = (words: string[], of: EntryRow = row) => {
  const said = saidBy(of, words);
  const found = toMatch(said, said.match);
  return found === undefined ? undefined : { ...found, text: read(found.text) };
};

// Words as the index has them: small, without points, and cut to their stems.
test.each<[string[], string[]]>([
  [['gross'], ['Groß']],
  [
    ['ruckruf', 'haus'],
    ['Rückruf', 'Häuser'],
  ],
  [['bjorn'], ['Björn']],
  // The beginning of a word marks the whole of it.
  [['w'], ['wegen']],
])('contact and title show %j themselves, as %j', (words, shown) => {
  expect(alone(words)).toEqual({ entryId: row.entryId, field: 'row', text: '', words: shown });
});

test('the preview is an excerpt, for a row shows little of it', () => {
  const { entryId } = row;
  expect(alone(['zeichnung', '1184', '2026'])).toEqual({
    entryId,
    field: 'body',
    text: 'Anbei die [Zeichnung] [2026]-[1184].',
  });
  const preview = `${'Text davor. '.repeat(12)}Zuletzt die Pumpen.`;
  expect(alone(['pump', 'haus'], { ...row, extras: { preview } })).toEqual({
    entryId,
    field: 'body',
    text: '… die [Pumpen].',
    words: ['Häuser'],
  });
  expect(alone(['motor'])).toBeUndefined();
  expect(alone(['pump'], { ...row, extras: {} })).toBeUndefined();
});

test('what is to be marked are words of letters and digits alone, each of them once', () => {
  const information = 'Re: (Pumpe) [pumpe] Pumpe+Pumpen, $1 .* pumpe.step Pu\u0308mpe';
  expect(alone(['pump'], { ...row, contact: '', information })?.words).toEqual(['Pumpe', 'pumpe', 'Pumpen']);
});

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
  expect(match(['motor', 'haus'])).toBeUndefined();
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
