import { SEARCH_OPERATORS, parseSearch } from '@kontor/contract/activity';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeSearch, takeOffer, type CompletionOptions } from './complete.ts';

const people = [
  { name: 'Lena Maier', address: 'lena@werft.example' },
  { name: 'Jörg Lehmann' },
  { name: 'Paul "Pit" Neumann' },
  { name: 'Magdalena Sommer' },
  { name: '', address: 'info@nordwerk.example' },
];
// A Saturday, in the evening of which it is Sunday in Tokyo.
const given: CompletionOptions = {
  language: 'de',
  people,
  records: false,
  found: [],
  now: Date.UTC(2026, 10, 21, 20),
  timeZone: 'Europe/Berlin',
};

/** The caret stands where the bar is. */
const offered = (marked: string, more: Partial<CompletionOptions> = {}): string | undefined => {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return completeSearch(text, caret, { ...given, ...more })
    ?.offers.map((offer) => offer.text)
    .join(' ');
};

test.each<[string, string | undefined]>([
  ['date|', 'datensatz: hat:datensatz'],
  ['hat:|', 'hat:anhang hat:datensatz hat:warnung'],
  ['datensatz:|', undefined],
])('who sees records is offered for %s %j', (marked, offers) => {
  expect(offered(marked, { records: true })).toBe(offers);
});

const found = [
  { name: 'Werft Neumann, Kiel', kind: 'Kunden' },
  { name: 'Werft', kind: 'Projekte' },
  { name: 'Werft', kind: 'Kunden' },
];
test.each<[string, string | undefined]>([
  ['datensatz:wer|', 'datensatz:"Werft Neumann, Kiel" datensatz:Werft'],
  ['record:wer|', 'record:"Werft Neumann, Kiel" record:Werft'],
  ['-datensatz:"wer|', '-datensatz:"Werft Neumann, Kiel" -datensatz:Werft'],
  ['datensatz:|', undefined],
  ['von:wer|', 'von:werft'],
])('records that were found are offered for %s %j', (marked, offers) => {
  expect(offered(marked, { records: true, found, people: [{ name: 'werft' }] })).toBe(offers);
});

describe('offers', () => {
  test.each<[string, string | undefined]>([
    ['|', undefined],
    ['v|', 'von: vor:'],
    ['vo|', 'von: vor:'],
    ['von|', 'von:'],
    ['VO|', 'von: vor:'],
    ['-vo|', '-von: -vor:'],
    ['fr|', 'from:'],
    ['Pumpe i|', 'ist:'],
    ['Pumpe i| Werft', 'ist:'],
    ['Pumpe i|st Werft', 'ist:'],
    ['Pumpe | Werft', undefined],
    ['xyz|', undefined],
    ['"von|', undefined],
    ['erled|', 'ist:erledigt'],
    ['done|', 'ist:erledigt'],
    ['term|', 'art:termin'],
    ['er|', undefined],
    ['lena|', 'von:"Lena Maier"'],
    ['jorg|', 'von:"Jörg Lehmann"'],
    [
      'ist:|',
      'ist:neu ist:bearbeitung ist:erledigt ist:archiviert ist:geteilt ist:gelöscht ist:meine ist:zurückgestellt ist:gesendet ist:verpasst ist:rückruf',
    ],
    [
      'is:|',
      'is:neu is:bearbeitung is:erledigt is:archiviert is:geteilt is:gelöscht is:meine is:zurückgestellt is:gesendet is:verpasst is:rückruf',
    ],
    ['ist:ge|', 'ist:bearbeitung ist:geteilt ist:gelöscht ist:gesendet'],
    ['ist:gelo|', 'ist:gelöscht'],
    ['ist:un|', 'ist:neu'],
    ['ist:neu|', undefined],
    ['-ist:n|', '-ist:neu'],
    ['ist:blau|', undefined],
    ['hat:|', 'hat:anhang hat:warnung'],
    ['art:t|', 'art:anruf art:aufgabe art:termin'],
    ['datensatz:|', undefined],
    [
      'von:|',
      'von:"Lena Maier" von:"Jörg Lehmann" von:"Paul Pit Neumann" von:"Magdalena Sommer" von:info@nordwerk.example',
    ],
    ['von:le|', 'von:"Lena Maier" von:"Jörg Lehmann"'],
    ['von:"Lena M|', 'von:"Lena Maier"'],
    ['von:"Le|na M" Rest', 'von:"Lena Maier" von:"Jörg Lehmann"'],
    ['an:werft|', 'an:"Lena Maier"'],
    ['an:info@|', 'an:info@nordwerk.example'],
    ['von:niemand|', undefined],
    ['vor:|', 'vor:heute vor:gestern vor:7t vor:4w vor:3m vor:1j'],
    ['vor:g|', 'vor:gestern'],
    ['vor:2|', 'vor:2t vor:2w vor:2m vor:2j'],
    ['vor:21.11.|', 'vor:21.11.'],
    ['vor:2026-02-30|', undefined],
    ['http://x|', undefined],
  ])('%j: %j', (marked, texts) => {
    expect(offered(marked)).toBe(texts);
  });

  test.each<[string, string | undefined]>([
    ['fr|', 'from:'],
    ['vo|', 'von: vor:'],
    [
      'is:|',
      'is:new is:process is:done is:archived is:shared is:trashed is:mine is:snoozed is:sent is:missed is:callback',
    ],
    ['is:erl|', 'is:done'],
    ['before:|', 'before:today before:yesterday before:7d before:4w before:3m before:1y'],
    ['type:anruf|', 'type:call'],
  ])('in English %j: %j', (marked, texts) => {
    expect(offered(marked, { language: 'en' })).toBe(texts);
  });

  test('days as they are where the person is', () => {
    const aboutOf = (timeZone: string) => completeSearch('vor:heute', 9, { ...given, timeZone })?.offers[0]?.about;
    expect([aboutOf('Europe/Berlin'), aboutOf('Asia/Tokyo')]).toEqual(['2026-11-21', '2026-11-22']);
  });
});

test.each<[string, string]>([
  ['vo|', 'von:|'],
  ['a ist:n|', 'a ist:neu |'],
  ['a ist:n| b', 'a ist:neu |b'],
  ['a -ist:ge|t', 'a -ist:bearbeitung |'],
  ['von:"Le|na M" Rest', 'von:"Lena Maier" |Rest'],
])('taken, %j becomes %j', (marked, then) => {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const completion = completeSearch(text, caret, given);
  const [offer] = completion?.offers ?? [];
  if (completion === undefined || offer === undefined) throw new Error('Nothing is offered');
  const taken = takeOffer(text, completion, offer);
  expect(`${taken.text.slice(0, taken.caret)}|${taken.text.slice(taken.caret)}`).toBe(then);
});

test('whatever is typed, what is offered is understood, and leaves all else as it is', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"',
      '„',
      ' ',
      '-',
      ':',
      '\u200b',
      '\t',
      'ü',
      '7',
      '.',
      ...SEARCH_OPERATORS.flatMap(({ de, en }) => [`${de}:`, `${en}:`, de.slice(0, 2)]),
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  const typed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const known = fc.array(
    fc.record({ name: fc.string({ unit: 'binary', maxLength: 12 }), address: fc.string({ maxLength: 8 }) }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(
      typed,
      fc.nat(60),
      known,
      fc.constantFrom('de' as const, 'en' as const),
      (text, at, others, language) => {
        const caret = Math.min(at, text.length);
        const completion = completeSearch(text, caret, { ...given, language, people: [...people, ...others] });
        if (completion === undefined) return;
        expect(completion.offers.length).toBeGreaterThan(0);
        expect(completion.offers.length).toBeLessThanOrEqual(11);
        const end = completion.at + completion.length;
        expect(completion.at <= caret && caret <= end && end <= text.length).toBe(true);
        expect(new Set(completion.offers.map((offer) => offer.text)).size).toBe(completion.offers.length);
        for (const offer of completion.offers) {
          const taken = takeOffer(text, completion, offer);
          expect(taken.text.startsWith(text.slice(0, completion.at) + offer.text)).toBe(true);
          expect(taken.text.endsWith(text.slice(end))).toBe(true);
          expect(taken.caret).toBeLessThanOrEqual(taken.text.length);
          const { problems } = parseSearch(offer.text, given);
          expect(problems.map(({ code }) => code)).toEqual(offer.kind === 'operator' ? ['VALUE_MISSING'] : []);
        }
      },
    ),
    { numRuns: 500 },
  );
});
