import { describe, expect, test } from 'vitest';
import { isAddress, parseReceivers, withReceivers } from './parse.ts';
import { isNear, odditiesOf, type Oddity, type Receivers } from './rules.ts';

const shown = (text: string) =>
  parseReceivers(text).map(({ receiver, receiverRealName }) => [receiverRealName, receiver]);

describe('what was typed or pasted', () => {
  test.each<[string, string[][]]>([
    ['paul@werft.example', [['', 'paul@werft.example']]],
    ['Paul Neumann <paul@werft.example>', [['Paul Neumann', 'paul@werft.example']]],
    [
      '"Neumann, Paul" <paul@werft.example>; anna@nordwerk.example',
      [
        ['Neumann, Paul', 'paul@werft.example'],
        ['', 'anna@nordwerk.example'],
      ],
    ],
    ['Neumann, Paul <paul@werft.example>', [['Paul Neumann', 'paul@werft.example']]],
    [
      'a@b.example, c@d.example\ne@f.example',
      [
        ['', 'a@b.example'],
        ['', 'c@d.example'],
        ['', 'e@f.example'],
      ],
    ],
    [
      'Paul\tNeumann\tpaul@werft.example\r\nAnna\tBerger\tanna@nordwerk.example',
      [
        ['Paul Neumann', 'paul@werft.example'],
        ['Anna Berger', 'anna@nordwerk.example'],
      ],
    ],
    ['mailto:info@werft.example', [['', 'info@werft.example']]],
    ['<mailto:info@werft.example>', [['', 'info@werft.example']]],
    ['Paul', [['', 'Paul']]],
    ['  ;, ', []],
    [
      '"offen <a@b.example>\nc@d.example',
      [
        ['"offen', 'a@b.example'],
        ['', 'c@d.example'],
      ],
    ],
  ])('%j', (text, expected) => expect(shown(text)).toEqual(expected));

  test('two hundred come in at once, each address once', () => {
    const many = Array.from({ length: 200 }, (_, n) => `Person ${n} <p${n}@firma.example>`).join('; ');
    const found = parseReceivers(many);
    expect(found).toHaveLength(200);
    expect(withReceivers(found, [{ receiver: 'P7@Firma.example', receiverRealName: '' }])).toHaveLength(200);
  });
});

test.each<[string, boolean]>([
  ['paul@werft.example', true],
  ['paul.neumann+kauf@sub.werft.example', true],
  ['jörg@münchen.example', true],
  ['paul', false],
  ['paul@', false],
  ['paul@werft', false],
  ['@werft.example', false],
  ['paul@@werft.example', false],
  ['paul@werft..example', false],
  ['paul neumann@werft.example', false],
  ['paul@werft.example\r\nBcc: x@y.example', false],
  [`${'a'.repeat(320)}@werft.example`, false],
])('%j is an address: %s', (address, expected) => expect(isAddress(address)).toBe(expected));

test.each<[string, string, boolean]>([
  ['werft.exmaple', 'werft.example', true],
  ['gmial.com', 'gmail.com', true],
  ['gmai.com', 'gmail.com', true],
  ['gmaill.com', 'gmail.com', true],
  ['gmail.com', 'gmail.com', false],
  ['hotmail.com', 'gmail.com', false],
])('%s is near to %s: %s', (a, b, expected) => expect(isNear(a, b)).toBe(expected));

describe('what is odd', () => {
  const around = { known: ['werft.example'], own: ['nordwerk.example'] };
  const to = (...list: string[]): Receivers => ({
    receiversTo: list.map((receiver) => ({ receiver, receiverRealName: '' })),
    receiversCC: [],
    receiversBCC: [],
  });
  test.each<[string[], Oddity | undefined]>([
    [['paul@werft.example'], undefined],
    [['paul'], { kind: 'invalid' }],
    [['paul@werft.exmaple'], { kind: 'typo', meant: 'paul@werft.example' }],
    [['anna@nordwerl.example'], { kind: 'typo', meant: 'anna@nordwerk.example' }],
    [['no-reply@laden.example'], { kind: 'noReply' }],
    [['mailer-daemon@laden.example'], { kind: 'noReply' }],
    [['norbert@laden.example'], undefined],
    [['a@nordwerk.example', 'b@nordwerk.example', 'c@nordwerk.example', 'x@fremd.example'], { kind: 'foreign' }],
    [['a@nordwerk.example', 'b@nordwerk.example', 'x@fremd.example'], undefined],
    [['a@b.example', 'A@B.example'], { kind: 'twice' }],
  ])('%j: the last', (list, expected) => {
    expect(odditiesOf(to(...list), around)('receiversTo', list.length - 1)).toEqual(expected);
  });
  test('the same in another field is there twice, and only the later one says so', () => {
    const both: Receivers = { ...to('a@b.example'), receiversCC: [{ receiver: 'a@b.example', receiverRealName: '' }] };
    const find = odditiesOf(both, around);
    expect(find('receiversTo', 0)).toBeUndefined();
    expect(find('receiversCC', 0)).toEqual({ kind: 'twice' });
  });
});
