import type { ReplyType } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { addressKey } from '../rules.ts';
import type { MailPeople } from '../store/tables.ts';
import { areBegun, isNoReply, nameParts, receiversOf, scoreOf, subjectOf, wordsOf } from './rules.ts';

test.each<[string, ReplyType, 'de' | 'en', string]>([
  ['Lieferung', 'reply', 'de', 'AW: Lieferung'],
  ['Lieferung', 'replyAll', 'en', 'Re: Lieferung'],
  ['AW: Lieferung', 'reply', 'de', 'AW: Lieferung'],
  ['Re: AW: RE[3]: Lieferung', 'reply', 'de', 'AW: Lieferung'],
  ['SV: Odp: Lieferung', 'reply', 'en', 'Re: Lieferung'],
  ['WG: Lieferung', 'reply', 'de', 'AW: WG: Lieferung'],
  ['AW: Lieferung', 'forward', 'de', 'WG: AW: Lieferung'],
  ['Fwd: FW: WG: Lieferung', 'forward', 'en', 'Fwd: Lieferung'],
  ['Lieferung', 'forwardAsAttachment', 'de', 'WG: Lieferung'],
  ['AW: Lieferung', 'editAsNew', 'de', 'AW: Lieferung'],
  ['', 'reply', 'de', 'AW:'],
  ['Real: ein Wort, das so beginnt', 'reply', 'de', 'AW: Real: ein Wort, das so beginnt'],
  ['Re：Lieferung', 'reply', 'de', 'AW: Lieferung'],
])('the subject %j becomes, by %s in %s, %j', (subject, type, language, wanted) => {
  expect(subjectOf(subject, type, language)).toBe(wanted);
});

test('a subject stays as long as a line may be, whatever it is made of', () => {
  for (const subject of ['x'.repeat(5000), 'Re: '.repeat(3000), '😀'.repeat(700)])
    expect(subjectOf(subject, 'reply', 'de').length).toBeLessThanOrEqual(998);
  expect(subjectOf('Re: '.repeat(3000), 'reply', 'de')).toBe('AW:');
});

const one = (address: string, name = '') => ({ name, address });
const mail = (people: Partial<MailPeople>): MailPeople => ({
  from: [one('paul@werft.example', 'Paul')],
  sender: null,
  replyTo: [],
  to: [one('info@nordwerk.example')],
  cc: [],
  bcc: [],
  ...people,
});
const own = new Set(['info@nordwerk.example', 'anna@nordwerk.example'].map(addressKey));
const addresses = ({ to, cc }: ReturnType<typeof receiversOf>) => [to, cc].map((list) => list.map((it) => it.receiver));

describe('an answer goes', () => {
  test.each<[string, Partial<MailPeople>, ReplyType, string[][]]>([
    ['to who wrote', {}, 'reply', [['paul@werft.example'], []]],
    ['where answers are asked for', { replyTo: [one('a@b.example')] }, 'reply', [['a@b.example'], []]],
    [
      'to the sender where nobody is the author',
      { from: [], sender: one('s@b.example') },
      'reply',
      [['s@b.example'], []],
    ],
    ['to nobody where nobody is named', { from: [] }, 'reply', [[], []]],
    [
      'to all but oneself',
      {
        to: [one('Info@Nordwerk.example'), one('c@b.example')],
        cc: [one('anna@nordwerk.example'), one('d@b.example'), one('C@b.example')],
      },
      'replyAll',
      [['paul@werft.example', 'c@b.example'], ['d@b.example']],
    ],
    [
      'of a mail of one’s own to whom it went',
      { from: [one('anna@nordwerk.example')], to: [one('c@b.example')], cc: [one('d@b.example')] },
      'reply',
      [['c@b.example'], []],
    ],
    [
      'of a mail of one’s own to all',
      { from: [one('anna@nordwerk.example')], to: [one('c@b.example')], cc: [one('d@b.example')] },
      'replyAll',
      [['c@b.example'], ['d@b.example']],
    ],
    [
      'to oneself where nobody else is left',
      { from: [one('anna@nordwerk.example')], to: [one('anna@nordwerk.example')] },
      'replyAll',
      [['anna@nordwerk.example'], []],
    ],
    ['nowhere where it is sent on', { cc: [one('d@b.example')] }, 'forward', [[], []]],
    [
      'where the mail went that is written once more',
      { cc: [one('d@b.example')] },
      'editAsNew',
      [['info@nordwerk.example'], ['d@b.example']],
    ],
    ['to no empty address', { from: [one('')] }, 'reply', [[], []]],
  ])('%s', (_what, people, type, wanted) => {
    expect(addresses(receiversOf(mail(people), type, own))).toEqual(wanted);
  });

  test('once more to all whom it went to, also those whom nobody is told of, each in one field', () => {
    const people = {
      from: [one('anna@nordwerk.example')],
      to: [one('c@b.example')],
      cc: [one('d@b.example'), one('C@b.example')],
      bcc: [one('e@b.example', 'Emil'), one('D@b.example')],
    };
    expect(receiversOf(mail(people), 'editAsNew', own)).toEqual({
      to: [{ receiver: 'c@b.example', receiverRealName: '' }],
      cc: [{ receiver: 'd@b.example', receiverRealName: '' }],
      bcc: [{ receiver: 'e@b.example', receiverRealName: 'Emil' }],
    });
    for (const type of ['reply', 'replyAll', 'forward', 'forwardAsAttachment'] as const)
      expect(receiversOf(mail(people), type, own).bcc).toEqual([]);
  });

  test('to no more than a field takes', () => {
    const to = Array.from({ length: 3000 }, (_, index) => one(`a${index}@b.example`));
    expect(receiversOf(mail({ to }), 'replyAll', own).to).toHaveLength(1000);
  });
});

test.each([
  ['noreply@shop.example', true],
  ['no-reply@shop.example', true],
  ['shop+noreply@shop.example', true],
  ['Do-Not-Reply@shop.example', true],
  ['MAILER-DAEMON@shop.example', true],
  ['reply@shop.example', false],
  ['norbert@shop.example', false],
  ['bounce.back@shop.example', true],
])('%s says that nobody reads there: %s', (address, is) => {
  expect(isNoReply(address)).toBe(is);
});

test.each([
  ['Paul Neumann', 'Paul', 'Neumann'],
  ['Neumann, Paul', 'Paul', 'Neumann'],
  ['Anna Maria von Berg (Einkauf)', 'Anna', 'Maria von Berg'],
  ['Nordwerk', '', ''],
  ['info@nordwerk.example', '', ''],
  ['', '', ''],
])('%j is %j and %j', (name, first, last) => {
  expect(nameParts(name)).toEqual({ first, last });
});

const never = { sent: 0, received: 0, days: null, begins: false, isColleague: false };
test.each([
  [never, 5],
  [{ ...never, begins: true }, 10],
  [{ ...never, isColleague: true }, 15],
  [{ ...never, sent: 63, days: 0, begins: true }, 80],
  [{ ...never, sent: 63, days: 90, begins: true }, 68],
  [{ ...never, received: 255, days: 0 }, 50],
  [{ sent: 1e9, received: 1e9, days: 0, begins: true, isColleague: true }, 100],
  [{ ...never, sent: 1, days: -5 }, 38],
])('%j scores %i', (known, score) => {
  expect(scoreOf(known)).toBe(score);
});

test('words are those of name and address, folded', () => {
  expect(wordsOf('Jörg Müßig', 'joerg.m@werft-nord.example')).toEqual([
    'jorg',
    'mussig',
    'joerg',
    'm',
    'werft',
    'nord',
    'example',
  ]);
  expect(wordsOf("'; drop table mail; --")).toEqual(['drop', 'table', 'mail']);
  expect(areBegun(['jo', 'wer'], wordsOf('Jörg', 'j@werft.example'))).toBe(true);
  expect(areBegun(['org'], wordsOf('Jörg'))).toBe(false);
});
