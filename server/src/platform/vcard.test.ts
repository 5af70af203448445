import { expect, test } from 'vitest';
import { CardCutter, cardLines } from './vcard.ts';

const card = (name: string): string => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD`;
const [A, B] = [card('Anna'), card('Ben')];
const open = A.replace('\nEND:VCARD', '');

const namesIn = (text: string): string[] => {
  const cutter = new CardCutter();
  const cards = text.split(/\r\n?|\n/).flatMap((line) => cutter.take(line));
  return [...cards, ...cutter.end()].map(({ text: lines }) => {
    return cardLines(lines)
      .filter(({ name }) => name === 'FN')
      .map(({ value }) => value)
      .join('+');
  });
};

test.each([
  ['nothing between them', A + B],
  ['a blank', `${A} ${B}`],
  ['a byte order mark', `${A}\ufeff${B}`],
  ['a line end and a byte order mark', `${A}\n\ufeff${B}`],
  ['a semicolon', `${A};${B}`],
  ['a group', `${A}item1.${B}`],
  ['blanks in front', `${A}\n \t${B}`],
  ['no end of the first', `${open}\n${B}`],
  ['no end of the first and nothing between', open + B],
  ['an end behind the last value', `${A.replace('\nEND', 'END')}\n${B}`],
  ['a version in the first line', `${A}\n${B.replace('VCARD\n', 'VCARD ')}`],
  ['carriage returns alone', (A + B).replaceAll('\n', '\r')],
])('two cards with %s are two people', (_name, text) => {
  expect(namesIn(text)).toEqual(['Anna', 'Ben']);
});

test.each([
  ['in a line of its own', 'AGENT:\nBEGIN:VCARD\nFN:Carla\nEND:VCARD'],
  ['in its value', String.raw`AGENT:BEGIN:VCARD\nFN:Carla\nEND:VCARD`],
  ['as words', 'NOTE:BEGIN:VCARD und END:VCARD sind Zeilen einer Karte'],
])('a card within another one is none of its own: %s', (_name, lines) => {
  expect(namesIn(A.replace('FN', `${lines}\nFN`))).toEqual(['Anna']);
});

test('a line of any length is soon read', () => {
  for (const line of [
    'AGENT:'.repeat(20_000),
    'END:VCARD;'.repeat(10_000),
    'x'.repeat(100_000),
    'a BEGIN:VCARD '.repeat(7000),
  ])
    expect(namesIn(line).length).toBeLessThan(20_000);
});

test.each([
  ['N;ENCODING=QUOTED-PRINTABLE:M=FCller', 'Müller'],
  ['N;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:M=C3=BCller', 'Müller'],
  ['N;CHARSET=unknown;ENCODING=QUOTED-PRINTABLE:M=FCller =80', 'Müller €'],
  ['N;CHARSET=iso-8859-2;ENCODING=QUOTED-PRINTABLE:=A3=F3d=BC', 'Łódź'],
])('%s keeps its letters', (line, value) => {
  expect(cardLines(line)).toMatchObject([{ name: 'N', value }]);
});
