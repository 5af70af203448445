import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressParser } from 'postal-mime';
import { mendAddressField } from './address-field.ts';
import { decodeWords, evenWords } from './encoded-words.ts';
import { joinFlowed, NO_MARK } from './flowed.ts';
import { takeEncodedFiles } from './uuencode.ts';
import { hasVisibleContent } from './visible.ts';

describe('encoded words', () => {
  test.each([
    ['=?utf-8?Q?J=C3?= =?utf-8?Q?=BCrgen?=', 'Jürgen'],
    ['=?utf-8?B?QmVow7Y=?= =?utf-8?B?cmRlbg==?=', 'Behörden'],
    ['=?utf-8?B?QmVow?= =?utf-8?B?7ZyZGVu?=', 'Behörden'],
    ['=?utf-8?B?w?=', ''],
    ['=?UTF-8?Q?a?= b =?utf-8?q?c?=', 'a b c'],
    ['=?utf-8?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?iso-8859-1?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?foo?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?iso-8859-1*de?Q?Gr=FC=DFe?=', 'Grüße'],
    ['=?utf-8?Q?a_b c?=', 'a b c'],
    ['=?utf-8?X?a?=', '=?utf-8?X?a?='],
    ['=?ISO-2022-JP?B?GyRCRUU7UhsoQg==?= =?ISO-2022-JP?B?GyRCJWEhPCVrGyhC?=', '電子メール'],
    ['=?utf-8?Q?a?= =?iso-8859-1?Q?=E4?=', 'aä'],
    ['=?utf-8?B?8J+Y?= =?utf-8?Q?=80?=', '😀'],
    ['=?utf-8?Q?Gr=C3?= =?utf-8?B?vMOfZQ==?=', 'Grüße'],
    ['=?utf-8?Q?Wie_geht_es??=', 'Wie geht es?'],
    ['=?utf-8?Q?Gut?_Ja?=', 'Gut? Ja'],
    ['=?utf-8?Q?Gr=C3=BC=C3=9F', 'Grüß'],
    ['=?utf-8?Q?Gr=C3=BC=C3', 'Grü'],
    ['=?iso-8859-1?Q?M=FCller <', 'Müller <'],
    ['ohne Worte', 'ohne Worte'],
  ])('%s', (value, text) => {
    expect(decodeWords(value)).toBe(text);
    expect(decodeWords(evenWords(value))).toBe(text);
  });

  test('may be cut between any two bytes', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(text, fc.array(fc.nat(40), { maxLength: 3 }), fc.boolean(), (whole, places, isBase64) => {
        const bytes = Buffer.from(whole);
        const cuts = [0, ...places.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
        const words = cuts.slice(1).flatMap((end, index) => {
          const piece = bytes.subarray(cuts[index], end);
          if (piece.length === 0) return [];
          const q = [...piece].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
          return [isBase64 ? `=?utf-8?B?${piece.toString('base64')}?=` : `=?utf-8?Q?${q}?=`];
        });
        expect(decodeWords(words.join(' '))).toBe(whole.replace(/^\ufeff/, ''));
      }),
    );
  });
});

describe('lines that were broken to be sent', () => {
  test.each([
    ['ein \nSatz\n\nnoch einer', false, 'ein Satz\n\nnoch einer'],
    ['ein \nSatz', true, 'einSatz'],
    ['> ein \n> Satz\n>> tiefer \n>> noch', false, '> ein Satz\n>> tiefer noch'],
    ['> ein \nAntwort', false, '> ein \nAntwort'],
    ['>> a \n> b', false, '>> a \n> b'],
    [' > kein Zitat', false, `${NO_MARK}> kein Zitat`],
    ['> > ein \n> > Satz', false, '>> ein Satz'],
    ['>> ein \n> > Satz', false, '>> ein Satz'],
    ['ein \n\nAbsatz', false, 'ein \n\nAbsatz'],
    ['  eingerückt', false, ' eingerückt'],
    ['Text \n-- \nPetra', false, 'Text \n-- \nPetra'],
    ['> Text\n> -- \n> Petra', false, '> Text\n> -- \n> Petra'],
    ['> die  \n> weiter', true, '> die weiter'],
  ])('%j', (text, delSp, joined) => {
    expect(joinFlowed(text, delSp)).toBe(joined);
  });
});

describe('who is meant by an address field', () => {
  const people = (field: string) =>
    addressParser(mendAddressField(evenWords(field))).map(({ name, address, group }) =>
      group === undefined ? [name, address] : [name, ...group.map((one) => one.address)],
    );
  test.each<[string, (string | undefined)[][]]>([
    ['Muster, Hans <hans@firma.example>', [['Muster, Hans', 'hans@firma.example']]],
    [
      'Weber, Udo <udo@firma.example>, Lang, Ina <ina@firma.example>',
      [
        ['Weber, Udo', 'udo@firma.example'],
        ['Lang, Ina', 'ina@firma.example'],
      ],
    ],
    ['Dr. Weber, Udo, Einkauf <udo@firma.example>', [['Dr. Weber, Udo, Einkauf', 'udo@firma.example']]],
    [
      'a@b.example, Weber, Udo <udo@firma.example>',
      [
        ['', 'a@b.example'],
        ['Weber, Udo', 'udo@firma.example'],
      ],
    ],
    ['Einkauf: Udo <udo@firma.example>', [['Einkauf: Udo', 'udo@firma.example']]],
    ['"Weber, Udo" <udo@firma.example>', [['Weber, Udo', 'udo@firma.example']]],
    ['Udo <udo @firma.example>', [['Udo', 'udo@firma.example']]],
    ['Udo < udo@firma.example >', [['Udo', 'udo@firma.example']]],
    ['udo @firma.example', [['', 'udo@firma.example']]],
    ['Weber, Udo udo@firma.example', [['Weber, Udo', 'udo@firma.example']]],
    ['Udo <mailto:udo@firma.example>', [['Udo', 'udo@firma.example']]],
    ['Udo <<udo@firma.example>>', [['Udo', 'udo@firma.example']]],
    ['<Udo Weber> udo@firma.example', [['Udo Weber', 'udo@firma.example']]],
    ['"Udo <udo@firma.example>', [['Udo', 'udo@firma.example']]],
    ['Udo" <udo@firma.example>', [['Udo', 'udo@firma.example']]],
    [
      '"Weber, Udo <udo@firma.example>, "Lang, Ina" <ina@firma.example>',
      [
        ['Weber, Udo', 'udo@firma.example'],
        ['Lang, Ina', 'ina@firma.example'],
      ],
    ],
    ['Hilfe @ Firma, Einkauf <udo@firma.example>', [['Hilfe @ Firma, Einkauf', 'udo@firma.example']]],
    ['Weber GmbH; Udo <udo@firma.example>', [['Weber GmbH; Udo', 'udo@firma.example']]],
    [
      'Weber, Udo <udo@firma.example>; Lang, Ina <ina@firma.example>',
      [
        ['Weber, Udo', 'udo@firma.example'],
        ['Lang, Ina', 'ina@firma.example'],
      ],
    ],
    [
      'Einkauf: Weber, Udo <udo@firma.example>, Lang, Ina <ina@firma.example>;',
      [['Einkauf', 'udo@firma.example', 'ina@firma.example']],
    ],
    ['udo@firma.example (Weber, Udo)', [['Weber, Udo', 'udo@firma.example']]],
    ['Team: a@b.example, c@d.example;', [['Team', 'a@b.example', 'c@d.example']]],
    ['undisclosed-recipients:;', [['undisclosed-recipients']]],
    ['=?utf-8?Q?M=C3=BCller?=, Jan <jan@firma.example>', [['Müller, Jan', 'jan@firma.example']]],
    ['=?utf-8?Q?M=C3=BCller=2C_Jan?= <jan@firma.example>', [['Müller, Jan', 'jan@firma.example']]],
    [
      'a@b.example, c@d.example',
      [
        ['', 'a@b.example'],
        ['', 'c@d.example'],
      ],
    ],
    ['a@b.example, Lang', [['', 'a@b.example']]],
    ['Lang; a@b.example; Ina;', [['Lang', 'a@b.example']]],
    ['Udo <a@b.example>, "Lang, Ina", Einkauf', [['Udo', 'a@b.example']]],
    ['a@b.example, (Lang)', [['', 'a@b.example']]],
    ['a@b.example,,, Lang,', [['', 'a@b.example']]],
    ['Lang <>, a@b.example', [['', 'a@b.example']]],
    ['Team: a@b.example, Lang;', [['Team', 'a@b.example']]],
    ['Lang, Team: a@b.example;, Ina', [['Team', 'a@b.example']]],
    [
      'Lang, Ina',
      [
        ['Lang', ''],
        ['Ina', ''],
      ],
    ],
    ['Lang, undisclosed-recipients:;', [['Lang', ''], ['undisclosed-recipients']]],
  ])('%s', (field, meant) => {
    expect(people(field)).toEqual(meant);
  });

  test('a field by the rules stays as it is, and one of any length is soon read', () => {
    const field = '"A, B" <a@b.example>, c@d.example (x, y), Team: e@f.example, g@h.example;';
    expect(mendAddressField(field)).toBe(field);
    for (const bad of [
      '"'.repeat(99_999),
      '<'.repeat(99_999),
      ','.repeat(99_999),
      '('.repeat(99_999),
      'a:'.repeat(50_000),
      'a,'.repeat(50_000),
      `"${'\\"'.repeat(20_000)}\\`,
      '"<a@b>,'.repeat(14_000),
    ])
      expect(typeof mendAddressField(bad)).toBe('string');
  });
});

describe('files in a text', () => {
  test.each([
    ['begin 644 a.txt\n#86)C\n`\nend', 'a.txt', 'abc'],
    ['begin 644 mit Namen.txt\n#86)C\n \nend', 'mit Namen.txt', 'abc'],
    ['begin-base64 644 b.txt\nYWJj\n====', 'b.txt', 'abc'],
    ['begin 644 "a b.txt"\n#86)C\n`\nend  ', 'a b.txt', 'abc'],
    ['begin 644 ohne-ende.txt\n#86)C\n`', 'ohne-ende.txt', 'abc'],
  ])('%j', (text, filename, content) => {
    const { text: rest, files } = takeEncodedFiles(`Vorher\n${text}\nNachher`);
    expect(rest).toBe('Vorher\nNachher');
    expect(files.map((file) => [file.filename, Buffer.from(file.bytes).toString()])).toEqual([[filename, content]]);
  });

  test.each(['begin 644 a.txt\nkein Code, sondern Text\nend', 'begin 644 a.txt\n#86)C\n', 'begin das Buch'])(
    '%j is a text',
    (text) => expect(takeEncodedFiles(text)).toEqual({ text, files: [] }),
  );

  test('is soon done with what only begins', () => {
    const text = 'begin 644 a\n'.repeat(100_000);
    expect(takeEncodedFiles(text).files).toEqual([]);
  });
});

test.each([
  ['<p>x</p>', true],
  ['<div style="display:none">x<p>y</p></div>', false],
  ['<div style="display:none">x</div><p>y</p>', true],
  ['<p hidden>x</p>', false],
  ['<span style="font-size:0px">x</span>', false],
  ['<span style="font-size:0.9em">x</span>', true],
  ['<img src="https://x.example/a.gif" style="width:1px;height:1px">', false],
  ['<img src="https://x.example/a.gif" style="max-width:1px;width:100px">', true],
  ['<p>&nbsp;</p>', false],
  ['<html><head><title>x</title><style>p{}</style></head><body></body></html>', false],
  ['<img src="cid:a">', true],
  ['<img src="https://x.example/a.gif" width="1" height="1">', false],
  ['<form></form>', true],
  ['<!-- x -->', false],
  ['<script>x</script>\u200b&zwnj;', false],
  ['<head><title>a</title><body>b', true],
])('whether %s shows anything: %s', (html, isVisible) => {
  expect(hasVisibleContent(html)).toBe(isVisible);
});
