import type { Rule } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { answerBar, isMeaningful, judge, needsVerdict, type RuleFacts } from './rules.ts';

type Condition = Rule['conditions'][number];

const person = (name: string, address: string) => ({ name, address });
const HEADERS: Readonly<Record<string, readonly string[]>> = { 'x-mailer': ['Werft 3'], received: ['a', 'b'] };
const facts = (more: Partial<RuleFacts> = {}): RuleFacts => ({
  people: {
    from: [person('Paul Neumann', 'Paul.Neumann@post.Werft.example')],
    sender: null,
    replyTo: [],
    to: [person('Info', 'info@nordwerk.example')],
    cc: [person('', 'ben@nordwerk.example')],
    bcc: [],
  },
  subject: 'Rechnung 4711',
  body: 'Guten Tag, anbei die Mahnung.',
  attachmentNames: ['Rechnung.PDF'],
  header: (name) => HEADERS[name.toLowerCase()] ?? [],
  bytes: 1000,
  hasAttachment: true,
  isBulk: false,
  isAutomatic: false,
  isInvitation: false,
  isWarned: false,
  isKnownSender: true,
  isOfRecord: true,
  isLinked: false,
  verdict: 'confirmed',
  // A Sunday evening in Hamburg.
  arrivedAt: Date.parse('2026-11-22T19:30:00Z'),
  timeZone: 'Europe/Berlin',
  ...more,
});
const text = (field: string, is: string, ...values: string[]) =>
  ({ field, is, values, header: field === 'header' ? 'X-Mailer' : '' }) as Condition;
const time = (from: string, to: string, ...weekdays: number[]) => ({ field: 'time', from, to, weekdays }) as Condition;
const is = (condition: Condition, more: Partial<RuleFacts> = {}): boolean =>
  judge({ match: 'all', conditions: [condition] }, facts(more)).fires;

test.each([
  [text('from', 'contains', 'neumann'), true],
  [text('from', 'contains', 'neu\u00admann'), true],
  [text('from', 'contains', 'werft.example'), true],
  [text('from', 'contains', 'ben'), false],
  [text('from', 'containsNot', 'ben', 'clara'), true],
  [text('from', 'containsNot', 'ben', 'PAUL'), false],
  [text('from', 'equals', 'paul.neumann@post.werft.example'), true],
  [text('from', 'equals', 'Paul Neumann'), true],
  [text('from', 'equals', 'Paul'), false],
  [text('from', 'begins', 'paul.'), true],
  [text('from', 'ends', '.example'), true],
  [text('from', 'matchesDomain', 'werft.example'), true],
  [text('from', 'matchesDomain', '@post.werft.example'), true],
  [text('from', 'matchesDomain', 'ft.example'), false],
  [text('from', 'matchesDomain', 'example'), true],
  [text('to', 'contains', 'info@'), true],
  [text('to', 'contains', 'ben@'), false],
  [text('cc', 'contains', 'ben@'), true],
  [text('receivers', 'contains', 'ben@'), true],
  [text('receivers', 'contains', 'info@'), true],
  [text('subject', 'contains', 'invoice', 'RECHNUNG'), true],
  [text('subject', 'equals', 'rechnung 4711'), true],
  [text('subject', 'begins', '4711'), false],
  [text('subject', 'ends', '4711'), true],
  [text('subject', 'containsNot', 'Rechnung'), false],
  [text('body', 'contains', 'mahnung'), true],
  [text('body', 'contains', 'Rechnung'), false],
  [text('attachmentName', 'ends', '.pdf'), true],
  [text('attachmentName', 'ends', '.exe'), false],
  [text('header', 'begins', 'werft'), true],
  [text('header', 'equals', 'werft'), false],
  [{ field: 'size', is: 'over', bytes: 999 }, true],
  [{ field: 'size', is: 'over', bytes: 1000 }, false],
  [{ field: 'size', is: 'under', bytes: 1001 }, true],
  [{ field: 'size', is: 'under', bytes: 1000 }, false],
  [{ field: 'hasAttachment', is: true }, true],
  [{ field: 'isBulk', is: true }, false],
  [{ field: 'isBulk', is: false }, true],
  [{ field: 'isAutomatic', is: true }, false],
  [{ field: 'isInvitation', is: true }, false],
  [{ field: 'isWarned', is: true }, false],
  [{ field: 'isKnownSender', is: true }, true],
  [{ field: 'isOfRecord', is: true }, true],
  [{ field: 'isOfRecord', is: false }, false],
  [{ field: 'isLinked', is: true }, false],
  [{ field: 'isLinked', is: false }, true],
  [{ field: 'isOnlyReceiver', is: true }, false],
  [{ field: 'isOnlyReceiver', is: false }, true],
  [{ field: 'authentication', is: 'confirmed' }, true],
  [{ field: 'authentication', is: 'failed' }, false],
  [time('20:00', '21:00', 7), true],
  [time('20:30', '20:31', 7), true],
  [time('20:31', '22:00', 7), false],
  [time('20:00', '20:30', 7), false],
  [time('20:00', '21:00', 1, 2, 3, 4, 5, 6), false],
  [time('00:00', '00:00', 7), true],
  [time('22:00', '06:00', 7), false],
  [time('18:00', '06:00', 7), true],
] as const)('%j is %s of the mail', (condition, expected) => {
  expect(is(condition as Condition)).toBe(expected);
});

test.each([
  // Monday, three in the morning.
  ['2026-11-23T02:00:00Z', time('22:00', '06:00', 7), true],
  ['2026-11-23T02:00:00Z', time('22:00', '06:00', 1), false],
  ['2026-11-23T05:00:00Z', time('22:00', '06:00', 7), false],
  // In summer Hamburg is an hour further.
  ['2026-07-19T19:30:00Z', time('21:00', '22:00', 7), true],
] as const)('at %s it is %j: %s', (at, condition, expected) => {
  expect(is(condition, { arrivedAt: Date.parse(at) })).toBe(expected);
});

test('all of the conditions, or any, and which', () => {
  const conditions = [text('subject', 'contains', 'Rechnung'), text('body', 'contains', 'nichts')];
  expect(judge({ match: 'all', conditions }, facts())).toEqual({ fires: false, because: [0] });
  expect(judge({ match: 'any', conditions }, facts())).toEqual({ fires: true, because: [0] });
  expect(judge({ match: 'any', conditions: conditions.slice(1) }, facts())).toEqual({ fires: false, because: [] });
});

test('who sent it stands in Sender where there is no From', () => {
  const people = { ...facts().people, from: [], sender: person('Clara', 'clara@werft.example') };
  expect(is(text('from', 'contains', 'clara'), { people })).toBe(true);
});

test.each([
  [text('subject', 'matchesDomain', 'x'), false],
  [text('to', 'matchesDomain', 'x'), true],
  [{ ...text('header', 'contains', 'x'), header: '' }, false],
  [{ ...text('header', 'contains', 'x'), header: 'a b' }, false],
  [text('header', 'contains', 'x'), true],
  [{ field: 'isBulk', is: true }, true],
] as const)('%j can be true: %s', (condition, expected) => {
  expect(isMeaningful(condition as Condition)).toBe(expected);
});

test('where a mail is from is waited for by rules that ask for it, and that send something', () => {
  const rule = (field: string, kind: string) => ({ conditions: [{ field }], actions: [{ kind }] }) as never;
  expect(needsVerdict([rule('subject', 'archive')])).toBe(false);
  expect(needsVerdict([rule('subject', 'archive'), rule('authentication', 'archive')])).toBe(true);
  expect(needsVerdict([rule('subject', 'answer')])).toBe(true);
  expect(needsVerdict([rule('subject', 'forward')])).toBe(true);
});

describe('nothing is sent by itself', () => {
  const from = (address: string) => ({ people: { ...facts().people, from: [person('', address)] } });
  const header = (name: string, ...values: string[]) => ({
    header: (requested: string) => (requested === name ? values : []),
  });
  test.each([
    ['to an ordinary mail', {}, ''],
    ['to an automatic one', { isAutomatic: true }, 'AUTOMATIC'],
    ['to one for many, or of a list', { isBulk: true }, 'BULK'],
    ['to nobody', from(''), 'NO_REPLY'],
    ['to who wants no answer', from('no-reply@werft.example'), 'NO_REPLY'],
    ['to a mail server', from('MAILER-DAEMON@werft.example'), 'NO_REPLY'],
    ['to itself', from('Info@nordwerk.example'), 'OWN'],
    ['to who asks for none', header('x-auto-response-suppress', 'OOF, AutoReply'), 'SUPPRESSED'],
    ['but to who suppresses nothing', header('x-auto-response-suppress', 'None'), ''],
    ['where none can come back', header('return-path', '<>'), 'NO_RETURN'],
    ['but where one can', header('return-path', '<paul@werft.example>'), ''],
    ['to who pretends', { isWarned: true }, 'WARNED'],
    ['to who is not from there', { verdict: 'failed' as const }, 'WARNED'],
    ['to what goes in circles', header('received', ...Array.from({ length: 21 }, () => 'x')), 'HOPS'],
    ['but to what came a long way', header('received', ...Array.from({ length: 20 }, () => 'x')), ''],
  ])('%s', (_what, more, why) => {
    expect(answerBar(facts(more), { own: new Set(['info@nordwerk.example']), isOurs: false })).toBe(why);
  });

  test('to a mail of ours that comes back', () => {
    expect(answerBar(facts(), { own: new Set(), isOurs: true })).toBe('OWN');
  });
});
