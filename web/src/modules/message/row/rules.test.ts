import type { EntryRow } from '@kontor/contract/activity';
import { exampleRow } from '@kontor/contract/activity';
import { messageExtras, type MessageExtras } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { momentText, rowOfMessage } from './rules.ts';

const row = (information: string, extras: Partial<MessageExtras>): EntryRow => ({
  ...exampleRow,
  moduleName: 'message',
  information,
  extras: messageExtras(extras),
});

test.each([
  ['Wer kommt?', 'Wer kommt?', ''],
  ['Wer kommt?', 'Wer kommt? Wir fangen um acht an.', 'Wir fangen um acht an.'],
  ['Wer kommt mor…', 'Wer kommt morgen?', 'gen?'],
  ['Wer kommt?', 'Ich.', 'Ich.'],
  ['', 'Ich.', 'Ich.'],
])('the title %j and the last text %j leave %j to be said', (title, lastText, said) => {
  expect(rowOfMessage(row(title, { lastText }), 1).said).toBe(said);
});

test('how many have read it is said of what went to several, once anybody has', () => {
  expect(rowOfMessage(row('a', { hasMultipleReceivers: true, read: 5, done: 2 }), 1).counts).toEqual({
    read: 5,
    done: 2,
  });
  expect(rowOfMessage(row('a', { hasMultipleReceivers: true }), 1).counts).toBeUndefined();
  expect(rowOfMessage(row('a', { read: 1 }), 1).counts).toBeUndefined();
});

test('an entry of an older version has nothing of all that', () => {
  expect(rowOfMessage({ ...exampleRow, information: 'a', extras: {} }, 1)).toEqual({
    said: '',
    isOwn: false,
    unread: 0,
    counts: undefined,
    isMuted: false,
    isAwaited: false,
    isMentioned: false,
    sendAt: undefined,
    partner: undefined,
  });
});

test('that it names the person, and when what waits is sent, is as the extras have it', () => {
  const at = '2026-11-24T07:00:00.000Z';
  expect(rowOfMessage(row('a', { isMentioned: true, sendAt: at }), 1)).toMatchObject({
    isMentioned: true,
    sendAt: Date.parse(at),
  });
});

test.each([
  ['2026-11-23T13:30:00Z', '14:30'],
  ['2026-11-23T23:30:00Z', 'Di., 24.11., 00:30'],
  ['2027-01-04T07:00:00Z', 'Mo., 4.1.2027, 08:00'],
])('%s is said as %s on 23 November in Berlin', (moment, said) => {
  const where = { now: Date.parse('2026-11-23T09:00:00Z'), zone: 'Europe/Berlin', locale: 'de-DE' };
  expect(momentText(Date.parse(moment), where)).toBe(said);
});
