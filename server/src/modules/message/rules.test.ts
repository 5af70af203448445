import { describe, expect, test } from 'vitest';
import {
  isHtml,
  isLifted,
  isMarkTold,
  previewOf,
  seesMarks,
  threadOf,
  titleOf,
  toldOf,
  isShown,
  lastNoOf,
  wordsOf,
  writtenBefore,
  type Standing,
} from './rules.ts';

const [SENDER, BEN, CARLA, GUEST] = [1, 2, 3, 9];

const standing = (more: Partial<Standing>): Standing => ({
  userId: SENDER,
  begunBy: SENDER,
  isOpen: false,
  receivers: 2,
  onlyReceiver: null,
  isMember: true,
  part: null,
  joinedNo: 0,
  leftNo: null,
  ...more,
});
const single = { receivers: 1, onlyReceiver: BEN };
const ben = { userId: BEN, part: BEN };
const guest = { userId: GUEST, isMember: false };

describe('the thread that is meant', () => {
  const ofAll = { segmentId: 0, partner: null };
  test.each<[string, Partial<Standing>, number | null, boolean, object | undefined]>([
    ['sender of one', single, null, false, { segmentId: BEN, partner: BEN, isSenders: true, mayWrite: true }],
    ['sender of one, named', single, BEN, true, { segmentId: BEN, partner: BEN, mayWrite: true }],
    ['sender of one, a stranger named', single, CARLA, false, undefined],
    ['sender of several', {}, null, false, { ...ofAll, isSenders: true, mayWrite: false }],
    ['sender of several, named', {}, CARLA, true, { segmentId: CARLA, partner: CARLA, isSenders: true }],
    ['sender of several, a stranger named', {}, GUEST, false, undefined],
    ['sender of several, oneself named', {}, SENDER, false, undefined],
    ['receiver', ben, null, false, { segmentId: BEN, partner: SENDER, isSenders: false, mayWrite: true }],
    ['receiver, the sender named', ben, SENDER, false, { segmentId: BEN, partner: SENDER }],
    ['receiver, another receiver named', ben, CARLA, true, undefined],
    ['receiver, oneself named', ben, BEN, true, undefined],
    ['guest of a receiver', { ...guest, part: BEN }, null, false, { segmentId: BEN, partner: SENDER, mayWrite: false }],
    ['guest of a receiver, another receiver named', { ...guest, part: BEN }, CARLA, true, undefined],
    ['guest of who sent it to several', { ...guest, part: GUEST }, null, false, { segmentId: GUEST, mayWrite: false }],
    ['guest of who sent it to several, a receiver named', { ...guest, part: GUEST }, BEN, true, undefined],
    ['open, sender', { isOpen: true }, null, false, { ...ofAll, isSenders: false, mayWrite: true }],
    ['open, receiver', { isOpen: true, ...ben, part: null }, CARLA, true, { ...ofAll, mayWrite: true }],
    ['open, guest', { isOpen: true, ...guest }, null, false, { ...ofAll, mayWrite: false }],
    ['open, who came later', { isOpen: true, ...ben, joinedNo: 4 }, null, false, { ...ofAll, mayWrite: true, from: 4 }],
    [
      'open, who has left it',
      { isOpen: true, ...ben, isMember: false, leftNo: 7 },
      null,
      false,
      { ...ofAll, mayWrite: false, from: 0, until: 7 },
    ],
    ['a note to oneself', { receivers: 0 }, SENDER, false, { ...ofAll, mayWrite: true }],
  ])('%s', (_name, more, partner, isReceiver, expected) => {
    const found = threadOf(standing(more), partner, isReceiver);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });
});

test.each<[string, boolean, readonly number[], boolean, boolean]>([
  ['nobody hides it', true, [], true, true],
  ['who reads hides it', true, [BEN], false, true],
  ['who asks hides theirs', true, [SENDER], false, false],
  ['both do', true, [BEN, SENDER], false, false],
  ['somebody else does', true, [CARLA], true, true],
  ['the instance has none', false, [], false, false],
  ['the instance has none, and who reads hides it', false, [BEN], false, false],
  ['the instance has none, and who asks hides theirs', false, [SENDER], false, false],
])('how far somebody has read is told where %s: %s, %j: %s', (_name, isOn, hiding, isTold, sees) => {
  const marks = { isOn, hiding: new Set(hiding) };
  expect([isMarkTold(BEN, SENDER, marks), seesMarks(SENDER, marks)]).toEqual([isTold, sees]);
});

test.each<[string, Partial<Standing>, string]>([
  ['a note to oneself', { receivers: 0 }, 'nothing'],
  ['one receiver', single, 'partner'],
  ['several, all of them', {}, 'counts'],
  ['open', { isOpen: true }, 'counts'],
  ['a guest', { ...guest, part: BEN }, 'nothing'],
])('who has read is told by %s', (_name, more, expected) => {
  const who = standing(more);
  const thread = threadOf(who, null, false);
  expect(thread && toldOf(who, thread)).toBe(expected);
});

const NOW = 1_795_219_200_000;
const row = { status: 2, isAside: false, movedAt: NOW - 1000, mutedUntil: null, hasReadAll: false };

test.each([
  ['in process', row, false, true],
  ['New, of two', { ...row, status: 1 }, false, true],
  ['New, of many, moved just now', { ...row, status: 1 }, true, false],
  ['New, of many, moved five minutes ago', { ...row, status: 1, movedAt: NOW - 300_000 }, true, true],
  ['New, of many, in the archive', { ...row, status: 1, isAside: true }, true, true],
  ['Done, of many', { ...row, status: 3 }, true, true],
  ['muted', { ...row, mutedUntil: NOW + 1 }, false, false],
  ['no longer muted', { ...row, mutedUntil: NOW }, false, true],
])('a text lifts a row that is %s', (_name, before, isOpen, expected) => {
  expect(isLifted(before, { isOpen, isMentioned: false, isWatched: false, now: NOW })).toBe(expected);
});

test.each([
  ['all', { joinedNo: 0, leftNo: null }, [true, true, true], 9],
  ['later ones', { joinedNo: 4, leftNo: null }, [false, true, true], 9],
  ['earlier ones', { joinedNo: 0, leftNo: 4 }, [true, true, false], 4],
  ['none', { joinedNo: 5, leftNo: 4 }, [false, false, false], 4],
])('of an open message somebody reads %s', (_name, more, expected, last) => {
  const thread = threadOf(standing({ isOpen: true, ...more }), null, false);
  expect(thread && [0, 4, 9].map((no) => isShown(thread, no))).toEqual(expected);
  expect(thread && lastNoOf(thread, 9)).toBe(last);
});

test('a text that names somebody lifts their row at once, unless it is muted', () => {
  const fresh = { ...row, status: 1 };
  const about = { isOpen: true, isMentioned: true, isWatched: true, now: NOW };
  expect([fresh, { ...fresh, mutedUntil: NOW + 1 }].map((before) => isLifted(before, about))).toEqual([true, false]);
});

test('of many a text lifts the row of who had read all and does not see it come', () => {
  const read = { ...row, status: 1, hasReadAll: true };
  const about = { isOpen: true, isMentioned: false, now: NOW };
  expect([false, true].map((isWatched) => isLifted(read, { ...about, isWatched }))).toEqual([true, false]);
});

test.each([
  ['Dazu', [{ filename: 'Plan.pdf' }], 'Dazu'],
  ['', [{ filename: 'Plan.pdf' }, { filename: 'Lage.png' }], 'Plan.pdf, Lage.png'],
  ['', [], ''],
])('a text of %o with files %o says %o', (said, files, expected) => {
  expect(wordsOf(said, files)).toBe(expected);
});

test('when it was written is told from two minutes on', () => {
  expect([null, NOW, NOW - 119_999, NOW - 120_000, NOW + 9].map((at) => writtenBefore(at, NOW))).toEqual([
    null,
    null,
    null,
    NOW - 120_000,
    null,
  ]);
});

test.each([
  ['<p>ja</p>', true],
  ['Zeile<br>zwei', true],
  ['a < b und c > d', false],
  ['<kein Element>', false],
  ['x<y', false],
  ['Anna <anna@werft.example>', false],
])('%s is HTML: %s', (given, expected) => {
  expect(isHtml(given)).toBe(expected);
});

test('a long text is cut, and a title is its first line', () => {
  expect(titleOf('Frage\nund mehr')).toBe('Frage');
  expect(titleOf('x'.repeat(500))).toHaveLength(120);
  expect(previewOf(`${'x'.repeat(198)} ${'y'.repeat(50)}`)).toMatch(/^x+…$/);
  expect(previewOf('a\n b\t c')).toBe('a b c');
});
