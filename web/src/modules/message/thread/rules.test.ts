import type { MessageText } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { aDraft, aText } from '../../../testing/messages.ts';
import {
  blocksOf,
  dayName,
  firstUnread,
  gapAfter,
  isOutdated,
  mergeTexts,
  readFurther,
  unreadWithout,
  withRead,
} from './rules.ts';

const text = (no: number, sendBy: 1 | 2, at: string, more: Partial<MessageText> = {}): MessageText =>
  aText(no, sendBy, `Text ${no}`, { sendDate: `2026-11-${at}:00.000Z`, receiverData: null, ...more });
const numbersOf = (texts: readonly MessageText[]) => texts.map(({ no }) => no);
const zone = 'Europe/Berlin';

test('texts stand once each, in the order of their numbers, and the later word counts', () => {
  const merged = mergeTexts(
    [text(2, 2, '23T09:00'), text(3, 2, '23T09:01')],
    [text(1, 2, '23T08:00'), text(3, 2, '23T09:01', { message: '<p>anders</p>' })],
  );
  expect(numbersOf(merged)).toEqual([1, 2, 3]);
  expect(merged.at(-1)?.message).toBe('<p>anders</p>');
});

test('an answer that is older than what was told before takes nothing of it back', () => {
  const at = '2026-11-23T10:00:00.000Z';
  const old = text(1, 1, '23T08:00', { message: '<p>alt</p>', receiverData: { readAt: null } });
  const edited = { ...old, message: '<p>neu</p>', edit: 1 };
  const takenBack = { ...old, message: '', edit: 2, takenBackAt: at };
  const read = { ...old, receiverData: { readAt: at } };
  const merged = (known: MessageText, later: MessageText) => mergeTexts([known], [later])[0];
  expect(merged(edited, old)).toEqual(edited);
  expect(merged(takenBack, edited)).toEqual(takenBack);
  expect(merged(read, old)).toEqual(read);
  expect(merged(edited, read)).toEqual({ ...edited, receiverData: { readAt: at } });
  expect(merged(read, edited)).toEqual({ ...edited, receiverData: { readAt: at } });
  // Nobody is told any more who has read.
  expect(merged(read, { ...old, receiverData: null })).toMatchObject({ receiverData: null });
  const counts = { ...old, receiverData: { read: 1, of: 2 } };
  expect(merged({ ...old, receiverData: { read: 2, of: 2 } }, counts)).toBe(counts);
});

test.each([
  ['what was seen', 7, {}, 7],
  ['no text twice', 5, {}, undefined],
  ['nothing before it', 3, {}, undefined],
  ['nothing from where it is held', 7, { heldFrom: 6 }, undefined],
  ['what stands before where it is held', 9, { heldFrom: 8 }, 7],
  ['nothing over texts that were never shown', 20, { first: 15 }, undefined],
  ['what comes right behind what was read', 20, { first: 6 }, 20],
  ['what was passed over', 20, { first: 15, mayPass: true }, 20],
])('a thread counts as read: %s', (_what, seen, part, expected) => {
  expect(readFurther(seen, { readNo: 5, heldFrom: Infinity, first: 0, mayPass: false, ...part })).toBe(expected);
});

test.each([
  [5, 2, 3],
  [5, 7, 0],
  [5, -1, 5],
  [0, 1, 0],
])('of %i unread texts, %i of which are read now, %i are left', (unread, count, left) => {
  expect(unreadWithout(unread, count)).toBe(left);
});

test.each([
  [[], undefined],
  [[4], undefined],
  [[4, 5, 6], undefined],
  [[4, 5, 8, 9], 5],
  [[4, 7, 9], 4],
])('of the numbers %j the first gap stands behind %j', (numbers, after) => {
  expect(gapAfter(numbers.map((no) => text(no, 2, '23T09:00')))).toBe(after);
});

test('what one person wrote within five minutes stands under one name', () => {
  const texts = [
    text(0, 2, '23T09:00'),
    text(1, 2, '23T09:05'),
    text(2, 2, '23T09:11'),
    text(3, 1, '23T09:12'),
    text(4, 1, '24T09:12'),
    text(5, 1, '24T09:13'),
  ];
  expect(
    blocksOf(texts, { zone, newFrom: 5 }).map((block) => [block.kind, 'isFirst' in block && block.isFirst]),
  ).toEqual([
    ['day', false],
    ['text', true],
    ['text', false],
    ['text', true],
    ['text', true],
    ['day', false],
    ['text', true],
    ['new', false],
    ['text', true],
  ]);
});

test('a day begins at midnight where the person is', () => {
  const kinds = blocksOf([text(0, 2, '23T22:59'), text(1, 2, '23T23:01')], { zone, newFrom: undefined });
  expect(kinds.map(({ kind }) => kind)).toEqual(['day', 'text', 'day', 'text']);
});

test('the first unread one is one of somebody else', () => {
  const texts = [text(0, 2, '23T09:00'), text(1, 1, '23T09:01'), text(2, 2, '23T09:02')];
  expect(firstUnread(texts, -1, 1)).toBe(0);
  expect(firstUnread(texts, 0, 1)).toBe(2);
  expect(firstUnread(texts, 2, 1)).toBeUndefined();
});

test('what the partner has read is read as far as they have, and no time of before is changed', () => {
  const early = { readAt: '2026-11-23T09:30:00.000Z' };
  const texts = [
    text(0, 1, '23T09:00', { receiverData: early }),
    text(1, 1, '23T09:01', { receiverData: { readAt: null } }),
    text(2, 2, '23T09:02'),
    text(3, 1, '23T09:03', { receiverData: { readAt: null } }),
  ];
  const read = withRead(texts, 1, { no: 2, readAt: '2026-11-23T10:00:00.000Z' });
  expect(read.map(({ receiverData }) => receiverData)).toEqual([
    early,
    { readAt: '2026-11-23T10:00:00.000Z' },
    null,
    { readAt: null },
  ]);
  expect(withRead(read, 1, { no: 1, readAt: '2026-11-23T11:00:00.000Z' })).toBe(read);
});

test.each([
  ['2026-11-26T08:00:00Z', 'Heute'],
  ['2026-11-25T22:59:00Z', 'Gestern'],
  ['2026-11-25T23:01:00Z', 'Heute'],
  ['2026-11-23T08:00:00Z', 'Montag, 23. November'],
  ['2025-11-23T08:00:00Z', 'Sonntag, 23. November 2025'],
])('%s is %s', (at, name) => {
  const words = { locale: 'de-DE', zone, today: 'Heute', yesterday: 'Gestern' };
  expect(dayName(Date.parse(at), Date.parse('2026-11-26T08:41:00Z'), words)).toBe(name);
});

test.each([
  ['sent elsewhere meanwhile', { isSaved: true }, null, 1, true],
  ['never given to the server', { isSaved: false }, null, 1, false],
  ['kept by the server still', { isSaved: true }, aDraft('<p>x</p>'), 2, true],
  ['written on since the server got it', { isSaved: false }, aDraft('<p>x</p>'), 2, false],
  ['answered by the other one alone', { isSaved: true }, null, 2, false],
])('a draft that was %s', (_what, part, draft, sendBy, expected) => {
  const kept = { doc: { type: 'doc' }, files: [], lastNo: 3, ...part };
  const texts = [text(3, 1, '23T09:00'), text(4, sendBy as 1 | 2, '23T10:00')];
  expect(isOutdated(kept, { draft, texts }, 1)).toBe(expected);
});
