import { expect, test } from 'vitest';
import { nearbyOf } from './nearby.ts';

const time = (what: string) => {
  const [start = 0, end = 0] = what.split('-').map(Number);
  return { what, moments: { start, end } };
};

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['what is before and after', '6-7 7-8 8-9 11-12 10-11', ['8-9', '10-11']],
  ['what is at the same time', '8-9 9-10 10-11', ['8-9', '9-10!', '10-11']],
  ['what reaches into it', '8-10 9-11', ['8-10!', '9-11!']],
  ['what is all around it, and what ends last before it', '0-24 6-9 8-8', ['6-9', '0-24!']],
  ['what has no length', '9-9 10-10', ['9-9!', '10-10']],
])('around 9 to 10 there is %s', (_what, all, expected) => {
  const found = nearbyOf(all.split(' ').filter(Boolean).map(time), { start: 9, end: 10 });
  expect(found.map(({ what, collides }) => `${what}${collides ? '!' : ''}`)).toEqual(expected);
});

test('ten that collide are enough', () => {
  const all = Array.from({ length: 30 }, () => time('9-10'));
  expect(nearbyOf(all, { start: 9, end: 10 })).toHaveLength(10);
});
