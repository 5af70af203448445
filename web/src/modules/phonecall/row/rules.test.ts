import { exampleRow, type EntryRow } from '@kontor/contract/activity';
import { OUTCOMES, phonecallExtras, type PhonecallExtras } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import { SIGN_ICONS, clockOf, rowOfCall, signOf, untilText } from './rules.ts';

const row = (extras: Partial<PhonecallExtras>, direction: EntryRow['direction'] = 'incoming'): EntryRow => ({
  ...exampleRow,
  moduleName: 'phonecall',
  direction,
  extras: phonecallExtras(extras),
});

test.each([
  ['answered', 'incoming', 'in'],
  ['answered', 'outgoing', 'out'],
  ['missed', 'incoming', 'missed'],
  ['busy', 'incoming', 'missed'],
  ['busy', 'outgoing', 'unreached'],
  ['missed', 'outgoing', 'unreached'],
  ['voice', 'incoming', 'voice'],
  ['fax', 'incoming', 'fax'],
  ['sent', 'outgoing', 'fax'],
  ['blocked', 'incoming', 'blocked'],
  ['ringing', 'incoming', 'live'],
  ['talking', 'outgoing', 'live'],
  ['unknown', 'incoming', 'in'],
] as const)('%s, %s has the form %s', (outcome, direction, sign) => {
  expect(signOf(outcome, direction)).toBe(sign);
});

test('each outcome has a form with an icon', () => {
  for (const outcome of OUTCOMES) expect(SIGN_ICONS[signOf(outcome, 'incoming')]).toBeDefined();
});

test('an entry of an older version is an answered call without more', () => {
  expect(rowOfCall({ ...exampleRow, direction: 'incoming', extras: {} })).toMatchObject({
    sign: 'in',
    duration: 0,
    by: undefined,
    to: undefined,
    isCallbackDesired: false,
    callbackUntil: undefined,
    tries: 1,
  });
});

test('who took it for whom is said, and named once where it is the same person', () => {
  const by = { receivedByInitial: 'SH', receivedByCompleteName: 'Silke Harms' };
  const to = { receivedForInitial: 'AB', receivedForCompleteName: 'Anna Berger' };
  expect(rowOfCall(row({ ...by, ...to }))).toMatchObject({ by: { initial: 'SH' }, to: { initial: 'AB' } });
  expect(rowOfCall(row({ ...by, receivedForCompleteName: 'Silke Harms' })).to).toBeUndefined();
});

test.each([
  [0, '0:00'],
  [48, '0:48'],
  [252, '4:12'],
  [3852, '1:04:12'],
])('%i seconds are %s', (seconds, said) => {
  expect(clockOf(seconds)).toBe(said);
});

test.each([
  ['2026-11-26T10:00:00Z', '11:00'],
  ['2026-11-27T10:00:00Z', 'Fr., 27.11., 11:00'],
])('%s is said as %s on 26 November in Berlin', (moment, said) => {
  const at = { now: Date.parse('2026-11-26T08:41:00Z'), zone: 'Europe/Berlin', locale: 'de-DE' };
  expect(untilText(Date.parse(moment), at)).toBe(said);
});
