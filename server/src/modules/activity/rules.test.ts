import { parseSearch } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import { isNews, isRecent, searchQuery, searchWords } from './rules.ts';

const parsed = (text: string) => parseSearch(text, { now: 0, timeZone: 'UTC' });

test.each([
  ['paul.neumann@werft.example', "('paul':* & 'neumann':* & 'werft':* & 'example':*)"],
  ['  Lieferschein   fehlt ', "'Lieferschein':* & 'fehlt':*"],
  ["O'Brien & (drop) | !x:*", "('O':* & 'Brien':*) & 'drop':* & 'x':*"],
  ['2026-1184', "('2026':* & '1184':*)"],
  ['"nicht mehr lieferbar"', "('nicht' <-> 'mehr' <-> 'lieferbar')"],
  ['"Pumpe"', "'Pumpe'"],
  ['Pumpe -Ventil -"zu spät" -12-13', "'Pumpe':* & !'Ventil':* & !('12':* & '13':*) & !('zu' <-> 'spät')"],
  ['from:paul an:info@nordwerk', "'paul':*B & ('info':C <-> 'nordwerk':*C)"],
  ['-from:"Paul Neumann"', "!('Paul':B <-> 'Neumann':*B)"],
  ['deliveries Delivery', "('deliveries':* | 'delivery':*) & ('Delivery':* | 'Deliveri':*)"],
  ['shipping ordered called', "('shipping':* | 'ship':*) & ('ordered':* | 'order':*) & ('called':* | 'call':*)"],
  ['Ding wing 3ies', "'Ding':* & 'wing':* & '3ies':*"],
  ['is:new type:mail after:2026', undefined],
  ["from:''' -\"&|!\" :*", undefined],
  ['\\\'"', undefined],
  ['', undefined],
])('a search for %j asks for %j', (text, query) => {
  expect(searchQuery(parsed(text))).toBe(query);
});

test('two terms are both asked for, and twenty words are enough', () => {
  expect(searchQuery(parsed('a'), parsed('b'))).toBe("'a':* & 'b':*");
  const many = Array.from({ length: 100 }, (_, n) => n);
  expect(searchQuery(parsed(many.join(' ')), parsed('x'))?.split(' & ')).toHaveLength(20);
  expect(searchQuery(parsed(many.join('-')))?.split(' & ')).toHaveLength(20);
  expect(searchQuery(parsed(`"${many.join('-')}"`))?.split(' <-> ')).toHaveLength(20);
});

test('what is indexed is cut into the same words', () => {
  expect(searchWords('Größe: 3/4" (blau)\nfür A&B')).toBe('Größe 3 4 blau für A B');
  for (const sign of ['\u00ad', '\u200b', '\u200d', '\u2060', '\ufeff', '\u034f'])
    expect(searchWords(`Wasser${sign}pumpe`)).toBe('Wasserpumpe');
});

test.each([
  ['New', { status: 1, isAside: false }, 2, true],
  ['New, and caused by nobody', { status: 1, isAside: false }, undefined, true],
  ['New, and caused by who sees it', { status: 1, isAside: false }, 1, false],
  ['In process', { status: 2, isAside: false }, 2, false],
  ['Done', { status: 3, isAside: false }, 2, false],
  ['New in the trash', { status: 1, isAside: true }, 2, false],
])('an item that is %s is news: %j by %s: %s', (_, standing, by, news) => {
  expect(isNews({ userId: 1, ...standing }, by)).toBe(news);
});

test('what a mailbox has held for more than a day is no news', () => {
  const now = Date.UTC(2026, 10, 23);
  expect([1, 25].map((hours) => isRecent(new Date(now - hours * 3_600_000), now))).toEqual([true, false]);
});
