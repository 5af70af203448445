import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outlookRows, outlookTable } from './outlook.ts';
import { dayOrderIn, readClock, readDay } from './outlook-times.ts';

const ZONE = 'Europe/Berlin';
async function rows(text: string) {
  const table = outlookTable(text) ?? expect.fail('It is no table of Outlook');
  return Array.fromAsync(outlookRows(text, table, ZONE));
}
const fixture = (name: string): string =>
  new TextDecoder(name.includes('1252') ? 'windows-1252' : 'utf-8').decode(
    readFileSync(new URL(`fixtures/${name}`, import.meta.url)),
  );
const shown = async (text: string) =>
  (await rows(text)).map(({ line, what }) =>
    typeof what === 'string'
      ? [line, what]
      : [line, what.title, what.slot.start, what.slot.end, what.slot.timeMode, what.access, what.isFree],
  );

describe('a table of Outlook', () => {
  test('in German, as Windows writes it', async () => {
    const text = fixture('outlook-de-1252.csv');
    expect(await shown(text)).toEqual([
      [2, 'Abnahme Halle 2', '2031-03-03T09:00:00', '2031-03-03T10:30:00', 'fixedTime', 'public', false],
      [4, 'Büro geschlossen', '2031-03-05T00:00:00', '2031-03-06T00:00:00', 'allDay', 'public', true],
      [5, 'Zahnarzt', '2031-03-07T14:00:00', '2031-03-07T14:45:00', 'fixedTime', 'private', false],
      [6, 'times'],
    ]);
    const [{ what } = expect.fail('Nothing is read')] = await rows(text);
    expect(what).toMatchObject({
      location: 'Werft; Tor 1',
      alert: { unit: 'minutes', value: 15 },
      foreign: [['categories', {}, 'text', 'Werft', 'Außendienst']],
    });
    expect((what as { description: string }).description).toBe(
      '<p>Pläne mitbringen</p><p>und Schlüssel &lt;A&gt;</p><p>Erforderliche Teilnehmer: Paul Neumann; Eva Holm</p>',
    );
  });

  test('in English, with months first and clocks of twelve hours', async () => {
    expect(await shown(fixture('outlook-en.csv'))).toEqual([
      [2, 'Noon', '2031-03-04T12:00:00', '2031-03-04T13:00:00', 'fixedTime', 'public', false],
      [3, 'Midnight – late', '2031-03-04T23:30:00', '2031-03-05T00:15:00', 'fixedTime', 'public', false],
      [4, 'Holiday', '2031-03-10T00:00:00', '2031-03-10T00:00:00', 'allDay', 'public', true],
      [5, '', '2031-03-13T09:00:00', '2031-03-13T09:00:00', 'fixedTime', 'public', false],
    ]);
  });

  test('names the same row in the same way each time, and one of two that are alike in another', async () => {
    const line = 'Runde,3/14/2031,9:00:00 AM,3/14/2031,10:00:00 AM';
    const text = ['Subject,Start Date,Start Time,End Date,End Time', line, line, ''].join('\r\n');
    const uids = async () => (await rows(text)).map(({ what }) => (typeof what === 'string' ? what : what.uid));
    const [first, second] = await uids();
    expect(first).not.toBe(second);
    expect(await uids()).toEqual([first, second]);
  });

  test.each<[string, string]>([
    ['of others', 'Name;Ort\r\nAnna;Kiel\r\n'],
    ['without days', 'Betreff;Ort\r\nRunde;Kiel\r\n'],
    ['of nothing', ''],
  ])('is none %s', (_what, text) => expect(outlookTable(text)).toBeUndefined());

  test('whose quote never ends has what stands before it', async () => {
    const text = `Subject,Start Date\r\nGut,3/14/2031\r\n"${'x'.repeat(1_100_000)}`;
    const read = await rows(text);
    expect(read.map(({ what }) => (typeof what === 'string' ? what : what.title))).toEqual(['Gut', 'broken']);
  });

  test('keeps signs of two halves wherever it is parted', async () => {
    const filler = Array.from({ length: 3000 }, (_, at) => `${'x'.repeat(at % 7)}😀 ${at},3/14/2031`);
    const read = await rows(['Subject,Start Date', ...filler].join('\n'));
    expect(read).toHaveLength(3000);
    expect(JSON.stringify(read)).not.toContain('\ufffd');
  });
});

test.each<[string, 'dayFirst' | 'monthFirst', string | undefined]>([
  ['3.12.2026', 'monthFirst', '2026-12-03'],
  ['03.12.26', 'dayFirst', '2026-12-03'],
  ['12/3/2026', 'monthFirst', '2026-12-03'],
  ['3/12/2026', 'dayFirst', '2026-12-03'],
  ['2026-12-03', 'dayFirst', '2026-12-03'],
  ['30.2.2026', 'dayFirst', undefined],
  ['13/13/2026', 'monthFirst', undefined],
  ['gestern', 'dayFirst', undefined],
  ['', 'dayFirst', undefined],
])('the day %s, %s, is %s', (said, order, day) => expect(readDay(said, order)).toBe(day));

test.each<[string, string | undefined]>([
  ['9:00:00 AM', '09:00'],
  ['12:15 AM', '00:15'],
  ['12:00:00 PM', '12:00'],
  ['1:30 p.m.', '13:30'],
  ['09:05:00', '09:05'],
  ['9.30', '09:30'],
  ['24:00', undefined],
  ['13:00 PM', undefined],
  ['', undefined],
])('the time %s is %s', (said, clock) => expect(readClock(said)).toBe(clock));

test.each<[readonly string[], readonly string[], string]>([
  [['3/14/2031', '1/2/2031'], [], 'monthFirst'],
  [['14/3/2031', '1/2/2031'], ['9:00 AM'], 'dayFirst'],
  [['1/2/2031'], ['9:00:00 AM'], 'monthFirst'],
  [['1/2/2031'], ['09:00:00'], 'dayFirst'],
  [['1.2.2031'], [], 'dayFirst'],
])('days as %j with clocks as %j are %s', (days, clocks, order) => expect(dayOrderIn(days, clocks)).toBe(order));
