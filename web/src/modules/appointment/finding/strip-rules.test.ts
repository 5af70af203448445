import { expect, test } from 'vitest';
import { beginAt, blocksOn, firstGap, hoursShown, without, type Block } from './strip-rules.ts';

const ZONE = 'Europe/Berlin';
const block = (from: number, to: number, kind: Block['kind'] = 'busy'): Block => ({
  from: from * 60,
  to: to * 60,
  kind,
});
const taken = (start: string, end: string) => ({ start: `${start}Z`, end: `${end}Z`, kind: 'busy' as const });

test.each([
  ['within the day', taken('2026-12-01T08:00:00', '2026-12-01T09:00:00'), [block(9, 10)]],
  ['from the day before', taken('2026-11-30T20:00:00', '2026-12-01T09:00:00'), [block(0, 10)]],
  ['into the next day', taken('2026-12-01T20:00:00', '2026-12-02T09:00:00'), [block(21, 24)]],
  ['all of it', taken('2026-11-30T10:00:00', '2026-12-03T09:00:00'), [block(0, 24)]],
  ['until its midnight alone', taken('2026-11-30T20:00:00', '2026-11-30T23:00:00'), []],
  ['another day', taken('2026-12-02T08:00:00', '2026-12-02T09:00:00'), []],
])('a time on a day: %s', (_name, time, blocks) => {
  expect(blocksOn([time], '2026-12-01', ZONE)).toEqual(blocks);
});

test.each([
  ['nothing else', [block(9, 10)], { from: 540, to: 600 }, []],
  ['what is around it', [block(8, 12)], { from: 540, to: 600 }, [block(8, 9), block(10, 12)]],
  ['what begins in it', [block(9.5, 11)], { from: 540, to: 600 }, [block(10, 11)]],
  ['what lies elsewhere', [block(14, 15)], { from: 540, to: 600 }, [block(14, 15)]],
  ['all where there is none', [block(9, 10)], undefined, [block(9, 10)]],
])('without its own time is left %s', (_name, blocks, part, left) => {
  expect(without(blocks, part)).toEqual(left);
});

test.each([
  ['at once', [], 60, 0, { from: 480, to: 540 }],
  ['between two', [[block(8, 9)], [block(10, 12)]], 60, 0, { from: 540, to: 600 }],
  ['where it is long enough', [[block(8, 9)], [block(10, 12)]], 90, 0, { from: 720, to: 810 }],
  ['at a quarter', [[block(8, 9.1)]], 60, 0, { from: 555, to: 615 }],
  ['behind what lies within another', [[block(8, 12)], [block(9, 10)]], 60, 0, { from: 720, to: 780 }],
  ['from now on', [], 60, 13 * 60 + 5, { from: 795, to: 855 }],
  ['nowhere', [[block(8, 17.5)]], 60, 0, undefined],
])('the first gap is %s', (_name, rows, minutes, since, gap) => {
  expect(firstGap(rows, minutes, since)).toEqual(gap);
});

test('the hours that are shown have the chosen time among them', () => {
  expect(hoursShown(undefined)).toEqual({ from: 480, to: 1080 });
  expect(hoursShown({ from: 390, to: 1115 })).toEqual({ from: 360, to: 1140 });
});

test.each([
  [0, 480],
  [0.5, 780],
  [0.512, 780],
  [1, 1080],
  [-1, 480],
])('a press at %d of the strip begins at minute %d', (share, minute) => {
  expect(beginAt(share, { from: 480, to: 1080 }, 60)).toBe(minute);
});

test('what takes all day begins with it', () => {
  expect(beginAt(0.5, { from: 480, to: 1080 }, 1440)).toBe(0);
});
