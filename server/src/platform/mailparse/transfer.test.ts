import { expect, test } from 'vitest';
import { parseMail } from './parse.ts';

const TEXT = 'Mitteilung mit Grüßen an alle in Köln';
const DATA = Buffer.from(TEXT).toString('base64');
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const mail = (fields: string, body: string): Buffer =>
  Buffer.from(`From: a@b.example\nMIME-Version: 1.0\n${fields}\n\n${body}`.replaceAll('\n', '\r\n'));
const encoded = (body: string, type = 'text/plain; charset=utf-8', encoding = 'base64'): Buffer =>
  mail(`Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}`, body);

test.each([
  ['a footer in its line', `${DATA}-- Fuß der Liste`],
  ['a footer in its line, behind data without padding', `${base64('Mitteilung mit')}\n\n`, 'Mitteilung mit'],
  ['a rule', `${DATA}\n_______________________\nListe mailing list`],
  ['one word', `${DATA}\nFusszeile`],
  ['a word as long as data could be', `${base64('Mitteilung mit Grüßen')}\nAbmelden`, 'Mitteilung mit Grüßen'],
  ['words in front', `Hier beginnt es:\n${DATA}`],
  ['marks of quoting', DATA.replace(/(.{20})/g, '> $1\n> ')],
  ['blanks', DATA.replace(/(.{8})/g, '$1 ')],
  ['soft line ends', DATA.replace(/(.{20})/g, '$1=\n')],
  ['its padding quoted', DATA.replaceAll('=', '=3D')],
  ['its end cut off', base64('Guten Tag').slice(0, -2), 'Guten T'],
  ['some noise', `${DATA.slice(0, 10)}!${DATA.slice(10)}`],
  ['the alphabet of addresses', base64('>>>??? ÿÿ').replaceAll('+', '-').replaceAll('/', '_'), '>>>??? ÿÿ'],
])('base64 with %s is its data', async (_name, body, text = TEXT) => {
  expect((await parseMail(encoded(body))).text).toBe(text);
});

test.each(['Hallo', 'Guten Tag\nalles gut', 'Hallo\nPeter\nGruss\nKlaus', 'Mit freundlichen Grüßen'])(
  'what is no base64 stays the text that it is: %j',
  async (text) => {
    expect((await parseMail(encoded(text))).text).toBe(text);
    expect((await parseMail(encoded(text, 'text/plain'))).text).toBe(text);
  },
);

test.each(['BASE64', '"base64"', 'base-64', 'x-base64', 'base64 (x)', '7bit\nContent-Transfer-Encoding: base64'])(
  'base64 that is called %j is base64',
  async (name) => {
    expect((await parseMail(encoded(DATA, undefined, name))).text).toBe(TEXT);
  },
);

test('text of two bytes a sign, and of single bytes, is data', async () => {
  const wide = base64(Buffer.from('Grüße', 'utf16le'));
  expect((await parseMail(encoded(wide, 'text/plain; charset=utf-16le'))).text).toBe('Grüße');
  const single = base64(Buffer.from('Grüße aus Köln', 'latin1'));
  for (const type of ['text/plain', 'text/plain; charset=utf-8', 'text/plain; charset=iso-8859-1'])
    expect((await parseMail(encoded(single, type))).text).toBe('Grüße aus Köln');
});

test('a file keeps each of its bytes, and nothing that stands behind it', async () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 37) % 256));
  const lines = bytes.toString('base64').replace(/(.{76})/g, '$1\n');
  for (const body of [lines, `${lines}\n-- \nFuß der Liste`, lines.replace(/(.{76})\n/g, '$1 \n')]) {
    const [file] = (await parseMail(encoded(body, 'application/pdf; name=a.pdf'))).attachments;
    expect(Buffer.compare(Buffer.from(file?.bytes ?? []), bytes)).toBe(0);
  }
});

test.each(['x-uuencode', 'uuencode', 'X-UUE'])('a file in the encoding %s', async (encoding) => {
  const raw = encoded('begin 644 a.txt\n#86)C\n`\nend', 'application/octet-stream; name=a.txt', encoding);
  const [file] = (await parseMail(raw)).attachments;
  expect([file?.filename, Buffer.from(file?.bytes ?? []).toString()]).toEqual(['a.txt', 'abc']);
});
