import { expect, test } from 'vitest';
import { folded, UNSEEN_CLASS, withoutUnseen } from './words.ts';

test('what is unseen is what Unicode calls so, in the class that is written out for databases', () => {
  const own = new RegExp(`^${UNSEEN_CLASS}$`, 'u');
  const others: string[] = [];
  for (let point = 0; point < 0x11_0000; point += 1) {
    const sign = String.fromCodePoint(point);
    if (own.test(sign) !== /^[\p{Cf}\u034f]$/u.test(sign)) others.push(point.toString(16));
  }
  expect(others).toEqual([]);
});

test.each([
  ['Wasser\u00adpumpe', 'Wasserpumpe', 'wasserpumpe'],
  ['Zero\u200bWidth\ufeff', 'ZeroWidth', 'zerowidth'],
  ['\u202aKöln\u202c', 'Köln', 'koln'],
  ['Straße', 'Straße', 'strasse'],
])('%j reads %j and is compared as %j', (text, seen, compared) => {
  expect([withoutUnseen(text), folded(text)]).toEqual([seen, compared]);
});
