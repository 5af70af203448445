import { formatAggregateId } from '@kontor/contract/kernel';
import type { GlobalizationRecord, SharedWith } from '@kontor/contract/sharing';
import { describe, expect, test } from 'vitest';
import { availableFor, linesOf, offersFor, stepsOf, undoOfEnding, undoOfSharing, type Chosen } from './rules.ts';
import { withWaiting } from './waiting.ts';

const ME = 1;
const idOf = (entryId: number): string => formatAggregateId({ module: 'task', entryId, userId: ME });
const user = (userId: number, displayName: string) => ({ userId, displayName, userAvatar: null });
const people = [user(1, 'Anna Berger'), user(2, 'Ben Ahrens'), user(3, 'Céline Órtega'), user(4, 'Dora Ahrens')];
const office = { groupId: 7, displayName: 'Büro', userIds: [1, 2, 3] };

const shared = (userId: number, more: Partial<SharedWith> = {}): SharedWith => ({
  userId,
  displayName: people.find((one) => one.userId === userId)?.displayName ?? '',
  throughUserId: ME,
  throughName: 'Anna Berger',
  groupId: 0,
  groupName: '',
  message: '',
  timestamp: 100,
  mayRemove: true,
  ...more,
});

const record = (
  entryId: number,
  globalizedUsers: SharedWith[] = [],
  window: Partial<GlobalizationRecord['window']> = {},
): GlobalizationRecord => ({
  aggregateId: idOf(entryId),
  aggregateVersion: 1,
  direction: 'uninvolved',
  globalization: 'notGlobalized',
  mayShare: true,
  tooltip: { users: [] },
  window: { groups: [], users: [], globalizedUsers, ...window },
});

describe('whom items can be shared with', () => {
  const wide = record(1, [], { users: people, groups: [office] });
  const narrow = record(2, [], { users: people.filter(({ userId }) => userId !== 3), groups: [office] });

  test('are those who may see all their kinds, without oneself', () => {
    const { users, groups } = availableFor([wide, record(3), narrow], ME);
    expect(users.map(({ userId }) => userId)).toEqual([2, 4]);
    expect(groups).toEqual([{ ...office, userIds: [2] }]);
    expect(availableFor([], ME)).toEqual({ users: [], groups: [] });
  });

  test.each([
    ['', []],
    ['ahrens', ['Ben Ahrens', 'Dora Ahrens']],
    ['dora a', ['Dora Ahrens']],
    ['ortega', ['Céline Órtega']],
    ['bü', ['Büro']],
    ['b', ['Büro', 'Ben Ahrens']],
    ['niemand', []],
  ])('are offered for „%s“', (typed, names) => {
    const offered = offersFor(availableFor([wide], ME), [], typed);
    expect(offered.map(({ displayName }) => displayName)).toEqual(names);
  });

  test('with things beside people, each once', () => {
    const hall = { kind: 'thing' as const, thingId: 4, displayName: 'Ahrens-Halle', icon: 'door' as const, detail: '' };
    const offered = offersFor(availableFor([wide], ME), [], 'ahrens', [hall]);
    expect(offered.map(({ kind, displayName }) => [kind, displayName])).toContainEqual(['thing', 'Ahrens-Halle']);
    expect(offersFor(availableFor([wide], ME), [hall], 'halle', [hall])).toEqual([]);
  });

  test('and nobody twice', () => {
    const ben: Chosen = { kind: 'user', ...user(2, 'Ben Ahrens') };
    expect(offersFor(availableFor([wide], ME), [ben], 'ahrens')).toHaveLength(1);
  });
});

describe('who has them', () => {
  test('is one line for the same of several items, and a group is one', () => {
    const group = { groupId: 7, groupName: 'Büro' };
    const lines = linesOf([
      record(1, [shared(2, group), shared(3, { ...group, timestamp: 90 }), shared(4)]),
      record(2, [shared(4, { timestamp: 50 }), shared(4, { throughUserId: 2, throughName: 'Ben', mayRemove: false })]),
    ]);
    expect(lines.map(({ name, count, timestamp, endable }) => [name, count, timestamp, endable.length > 0])).toEqual([
      ['Büro', 1, 90, true],
      ['Dora Ahrens', 2, 50, true],
      ['Dora Ahrens', 1, 100, false],
    ]);
    expect(lines[0]?.people.map(({ userId }) => userId)).toEqual([2, 3]);
  });

  test('is its people where the group is no more, and several lines where other words were said', () => {
    expect(
      linesOf([record(1, [shared(2, { groupId: 7 }), shared(3, { groupId: 7, message: 'Bitte' })])]),
    ).toMatchObject([
      { name: 'Ben Ahrens', isGroup: false },
      { name: 'Céline Órtega', isGroup: false, message: 'Bitte' },
    ]);
  });
});

describe('the commands that it takes', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => idOf(n + 1));
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

  test.each([
    [1, 1, 1],
    [500, 20, 1],
    [501, 1, 2],
    [1200, 200, 24],
    [3, 450, 3],
  ])('%i items with %i people are %i', (items, count, commands) => {
    const steps = stepsOf(ids(items), numbers(count));
    expect(steps).toHaveLength(commands);
    const pairs = steps.reduce((sum, step) => sum + step.aggregateIds.length * step.userIds.length, 0);
    expect(pairs).toBe(items * count);
    for (const step of steps) {
      expect(step.aggregateIds.length).toBeLessThanOrEqual(500);
      expect(step.userIds.length).toBeLessThanOrEqual(200);
    }
  });

  test('a group goes as one, with the people beside it where there is room, by its people where it is too large', () => {
    expect(stepsOf([idOf(1)], [9], [office])).toEqual([{ aggregateIds: [idOf(1)], userIds: [9], groupIds: [7] }]);
    const large = { groupId: 8, userIds: numbers(300) };
    expect(stepsOf([idOf(1)], [9], [office, large]).map(({ userIds, groupIds }) => [userIds.length, groupIds])).toEqual(
      [
        [1, []],
        [0, [7]],
        [200, []],
        [100, []],
      ],
    );
  });
});

describe('the way back', () => {
  const records = [record(1, [shared(2, { message: 'Alt' }), shared(3, { throughUserId: 2 })]), record(2)];

  test('of sharing ends what was made, and says again what was said', () => {
    expect(undoOfSharing(records, [2, 3], 'Neu', ME)).toEqual({
      ends: [
        { aggregateIds: [idOf(1)], userIds: [3], groups: [], message: '' },
        { aggregateIds: [idOf(2)], userIds: [2, 3], groups: [], message: '' },
      ],
      makes: [{ aggregateIds: [idOf(1)], userIds: [2], groups: [], message: 'Alt' }],
    });
    expect(undoOfSharing(records, [2], 'Alt', ME).makes).toEqual([]);
  });

  test('of the end of a group’s makes it the group’s again, while it still means those it did', () => {
    const ofGroup = [2, 3].map((userId) => shared(userId, { groupId: 7, groupName: 'Büro' }));
    const all = [record(1, [...ofGroup, shared(4)]), record(2, ofGroup)];
    const makesWith = (userIds: number[]) =>
      undoOfEnding(all, [2, 3, 4], ME, [{ ...office, userIds }]).makes.map((one) => [
        one.aggregateIds,
        one.userIds,
        one.groups.map(({ groupId }) => groupId),
      ]);
    expect(makesWith([2, 3])).toEqual([
      [[idOf(1)], [4], [7]],
      [[idOf(2)], [], [7]],
    ]);
    expect(makesWith([2, 3, 5])).toEqual([
      [[idOf(1)], [2, 3, 4], []],
      [[idOf(2)], [2, 3], []],
    ]);
  });

  test('of the end makes one’s own again, and nobody else’s', () => {
    expect(undoOfEnding(records, [2, 3], ME)).toEqual({
      ends: [],
      makes: [{ aggregateIds: [idOf(1)], userIds: [2], groups: [], message: 'Alt' }],
    });
  });
});

describe('what waits in the queue', () => {
  const context = { users: people, groups: [office], own: { userId: ME, name: 'Anna Berger' } };
  const command = (name: string, params: object) => ({
    name: `globalization.${name}`,
    params: { aggregateIds: [idOf(1)], ...params },
    createdAt: 200_000,
  });
  const after = (shares: SharedWith[], ...commands: ReturnType<typeof command>[]) =>
    withWaiting(record(1, shares), commands, context).window.globalizedUsers.map(
      ({ userId, groupId, message }) => [userId, groupId, message] as const,
    );

  test('is laid over what the server has, in order', () => {
    const set = command('set', { userIds: [4], groupIds: [7], message: 'Bitte' });
    expect(after([], set)).toEqual([
      [2, 7, 'Bitte'],
      [3, 7, 'Bitte'],
      [4, 0, 'Bitte'],
    ]);
    expect(after([shared(4, { message: 'Alt' })], command('set', { userIds: [4], message: 'Neu' }))).toEqual([
      [4, 0, 'Neu'],
    ]);
    expect(after([shared(4)], command('update', { message: 'Neu' }), command('remove', { userIds: [4] }))).toEqual([]);
  });

  test('is about its items alone, and takes nothing that is not the person’s to take', () => {
    const elsewhere = { ...command('remove', { userIds: [4] }), params: { aggregateIds: [idOf(2)], userIds: [4] } };
    expect(after([shared(4)], elsewhere)).toHaveLength(1);
    expect(
      after([shared(4, { throughUserId: 2, mayRemove: false })], command('remove', { userIds: [4] })),
    ).toHaveLength(1);
  });
});
