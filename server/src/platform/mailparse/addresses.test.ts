import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMail } from './parse.ts';

const mail = (headers: string, body: string): Buffer =>
  Buffer.from(`${headers.replaceAll('\n', '\r\n')}\r\n\r\n${body}`);

describe('whom a field of addresses names', () => {
  const names = fc.constantFrom(
    '',
    'Udo',
    'Weber, Udo',
    '"Weber, Udo"',
    'Einkauf: Udo',
    'Dr. Weber, Udo, Einkauf',
    'Weber GmbH; Udo',
    'Müller',
    String.raw`"Udo \"Max\" Weber"`,
    '=?utf-8?Q?M=C3=BCller=2C_Udo?=',
    '=?utf-8?Q?M=C3=BCller?=, Udo',
    'Udo (Werft, Nord)',
    "O'Neil",
    '(Werft)',
    'Udo @ Werft',
  );
  const forms = ['<u@f.example>', '< u@f.example >', '<mailto:u@f.example>', '<u @f.example>', '<<u@f.example>>'];
  const address = fc
    .tuple(fc.nat(9), fc.constantFrom(...forms, '\t<u@f.example>'))
    .map(([number, form]) => form.replace('u', `u${number}`));
  const person = fc.tuple(names, address).map(([name, one]) => `${name} ${one}`.trim());
  const bare = fc.nat(9).map((number) => `b${number}@f.example`);
  const group = fc.array(fc.oneof(person, bare), { maxLength: 3 }).map((members) => `Team: ${members.join(', ')};`);
  const words = fc.constantFrom('Lang', '"Lang, Ina"', 'Lang Ina', '(Lang)', '', ' ', 'Lang <>', 'Einkauf');
  const entry = fc.oneof({ arbitrary: person, weight: 4 }, { arbitrary: bare, weight: 3 }, group, words);
  const field = fc
    .tuple(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.constantFrom(', ', ',', ' , ', ',\n ', '; '))
    .map(([entries, between]) => entries.join(between));

  test('is only who has an address, where anybody has one, and everybody who has one', async () => {
    await fc.assert(
      fc.asyncProperty(field, fc.constantFrom('From', 'To', 'Cc'), async (written, name) => {
        const parsed = await parseMail(mail(`${name}: ${written}\nSubject: x`, 'x'));
        const meant = [...written.matchAll(/\b[ub]\d(?= ?@f\.example)/g)].map(([one]) => `${one}@f.example`);
        const found = parsed[name === 'From' ? 'from' : name === 'To' ? 'to' : 'cc'].map((one) => one.address);
        if (meant.length > 0) expect(found).toEqual(meant);
      }),
      { numRuns: 400 },
    );
  });

  test('of a sender beyond many words', async () => {
    const { from, sender } = await parseMail(mail(`From: ${'Wort <>, '.repeat(80)}a@b.example\nSender: Udo`, 'x'));
    expect([from.map((one) => one.address), sender]).toEqual([['a@b.example'], null]);
  });
});
