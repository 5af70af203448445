import { phonecallQueries, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import { firstChoice, markedName, markedNumber, mergeParams, withReplaced, withStaying } from './rules.ts';

const [example] = phonecallQueries.bookItems.example.result as [PhoneBookEntry];
const entry = (id: number, part: Partial<PhoneBookEntry> = {}): PhoneBookEntry => ({ ...example, id, ...part });
const said = (parts: readonly { text: string; isFound: boolean }[]): string =>
  parts.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

test.each([
  ['Frauke Petersen', 'peters', 'Frauke [Peters]en'],
  ['Frauke Petersen', 'fra pet', '[Fra]uke [Pet]ersen'],
  ['A. (B)', '(b', 'A. [(B])'],
  ['Frauke', '204', 'Frauke'],
  ['Frauke', '', 'Frauke'],
])('%s by %j is %s', (name, searched, marked) => {
  expect(said(markedName(name, searched))).toBe(marked);
});

test.each([
  ['+49 30 23125 204', '5204', '+49 30 2312[5 204]'],
  ['+49 30 23125 204', '030231', '+49 [30 231]25 204'],
  ['+49 30 23125 204', '20', '+49 30 23125 204'],
  ['+49 30 23125 204', 'peters', '+49 30 23125 204'],
])('%s by %j is %s', (number, searched, marked) => {
  expect(said(markedNumber(number, searched))).toBe(marked);
});

const entries = [entry(1, { linkCount: 2 }), entry(2, { linkCount: 9 }), entry(3, { dial: '+491' }), entry(4)];

test('the entry that names most stays at first, and those with its number go into it', () => {
  const choice = firstChoice(entries);
  expect(mergeParams(entries, choice)).toEqual({
    primaryPhoneBookEntryId: 2,
    replacedPhoneBookEntryIds: [1, 4],
    ignoredPhoneBookEntryIds: [3],
  });
});

test('another one stays, and what stood before goes into it', () => {
  expect(mergeParams(entries, withStaying(firstChoice(entries), 1))).toEqual({
    primaryPhoneBookEntryId: 1,
    replacedPhoneBookEntryIds: [2, 4],
    ignoredPhoneBookEntryIds: [3],
  });
});

test('one goes into it, or stays apart; the one that stays cannot', () => {
  const choice = withReplaced(withReplaced(firstChoice(entries), 3, true), 1, false);
  expect(mergeParams(entries, withReplaced(choice, 2, true))).toEqual({
    primaryPhoneBookEntryId: 2,
    replacedPhoneBookEntryIds: [3, 4],
    ignoredPhoneBookEntryIds: [1],
  });
});
