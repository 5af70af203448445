import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Language } from '../../shell/index.ts';
import { cpuTime } from '../../testing/cpu-time.ts';
import { understand, type Part } from './understand.ts';

const people = [
  { userId: 1, fullName: 'Anna Berger' },
  { userId: 2, fullName: 'Ben Krüger' },
];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe'];
const moments = fc
  .tuple(fc.integer({ min: 0, max: 4_000_000 }), fc.constantFrom(...ZONES))
  .map(([minutes, zone]) => Temporal.Instant.from('2026-01-01T00:00:00Z').add({ minutes }).toZonedDateTimeISO(zone));
const languages = fc.constantFrom<Language>('de', 'en');

/** What is said of time and repetition, and what only looks like it. */
const SAID = [
  'morgen|übermorgen|heute|Freitag|nächsten Freitag|in 2 Wochen|in 3 Tagen|am 31.|24.12.|24.12.2027',
  '29.2.|um 9|um halb neun|14:30|8 Uhr abends|Mitternacht|jeden Montag|täglich|jeden 2. Dienstag',
  'alle 3 Monate|jeden 31.|10 mal|bis 31.12.|erinnere mich|1 Stunde vorher|tomorrow|next friday',
  'at 9pm|12am|every other week|every 2nd tuesday|until dec 31|12/24|in an hour|remind me',
  'at 8|the day after tomorrow|feb 29|@Anna|#Werft|+eilig|10-12 Uhr',
].flatMap((row) => row.split('|'));
const OTHER = [
  'Angebot',
  'schreiben',
  'Straße',
  'naïve',
  'Mai',
  'So',
  '9',
  '3/4',
  'C++',
  '🚢',
  'ﬁ',
  'Ö',
  'İ',
  '日本',
  ',',
  '·',
];
/** Halves of pairs, too. */
const anySign = fc.nat(0x10ff_ff).map((code) => String.fromCodePoint(code));
const lines = fc
  .array(fc.oneof(fc.constantFrom(...SAID), fc.constantFrom(...OTHER), fc.string({ maxLength: 8 })), {
    maxLength: 9,
  })
  .map((words) => words.join(' '));

/** Letters and figures, each as often as it is there. */
const signsOf = (text: string): string[] => (text.match(/[\p{L}\p{N}]/gu) ?? []).toSorted();
const textOf = (part: Part): string => part.text;

test('any text is read without a fault, by each language the same each time', () => {
  fc.assert(
    fc.property(
      fc.oneof(lines, fc.string({ maxLength: 60 }), fc.string({ unit: anySign, maxLength: 60 })),
      languages,
      moments,
      (line, language, now) => {
        const once = understand(line, { now, language, people });
        expect(understand(line, { now, language, people })).toEqual(once);
        for (const part of once.parts) {
          if (part.kind === 'due') expect(part.due).toMatch(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/);
          if (part.kind === 'reminder') expect(Date.parse(part.at)).toBeGreaterThan(now.epochMilliseconds);
        }
      },
    ),
    { numRuns: 120 },
  );
});

test('each word is in the title or in what was understood, and nowhere twice', () => {
  fc.assert(
    fc.property(lines, languages, moments, (line, language, now) => {
      const { title, parts } = understand(line, { now, language, people });
      expect(signsOf([title, ...parts.map(textOf)].join(' '))).toEqual(signsOf(line));
    }),
    { numRuns: 400 },
  );
});

test('what is left says less each time, until there is nothing to be understood', () => {
  fc.assert(
    fc.property(lines, languages, moments, (line, language, now) => {
      let { title, parts } = understand(line, { now, language, people });
      for (let tries = 0; parts.length > 0; tries += 1) {
        const again = understand(title, { now, language, people });
        if (again.parts.length === 0) expect(again.title).toBe(title);
        else expect(again.title.length).toBeLessThan(title.length);
        expect(tries).toBeLessThan(20);
        ({ title, parts } = again);
      }
    }),
    { numRuns: 150 },
  );
});

/** What is never today or before, or is today only while its time is to come. */
const TO_COME = [
  'morgen|übermorgen|Freitag|nächsten Freitag|in 2 Wochen|in 3 Tagen|am 31.|24.12.|29.2.|tomorrow',
  'next friday|in 2 weeks|on the 31st||jeden Montag|every other tuesday|täglich',
].flatMap((row) => row.split('|'));
const AT = ['', 'um 9', 'um halb neun', '14:30', 'um 0 Uhr', 'at 12am', 'at 12pm', 'at 9pm', '8 Uhr abends'];

test('what is due is to come, and the rest is as it was written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TO_COME),
      fc.constantFrom(...AT),
      fc.constantFrom('Angebot schreiben', 'Regal streichen'),
      languages,
      moments,
      (day, time, title, language, now) => {
        const isOfToday = /\d\.$|31st$/.test(day) && time !== '';
        const found = understand(`${title} ${day} ${time}`, { now, language, people });
        expect(found.title).toBe(title);
        for (const part of found.parts)
          if (part.kind === 'due' && !isOfToday)
            expect([
              part.due,
              part.due >= (part.due.length === 10 ? now.toPlainDate() : now.toInstant()).toString(),
            ]).toEqual([part.due, true]);
      },
    ),
    { numRuns: 300 },
  );
});

test('a long line is read at once, whatever it says again and again', () => {
  const now = Temporal.ZonedDateTime.from('2026-11-23T09:30:00[Europe/Berlin]');
  const time = cpuTime(() => {
    for (const piece of [...SAID, '1 ', 'um ', 'montag, ', 'bis ', '9.', '@', '(', 'a-'])
      expect(understand(piece.repeat(500), { now, language: 'de', people }).title.length).toBeLessThanOrEqual(1000);
  });
  expect(time / SAID.length).toBeLessThan(100);
});
