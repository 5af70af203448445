import type { FilterUser } from '@kontor/contract/account';
import type { EntryRow } from '@kontor/contract/activity';
import { describe, expect, test } from 'vitest';
import { aRow, textStorage } from '../../../client/testing/rows.ts';
import { TIME_DESC, columnsOf, compareBy, groupingOf, sortOf, storedColumns } from '../list/appearance.ts';
import { createScrollPositions, markOf } from '../list/scroll-positions.ts';
import { chipsOf, isGroup, isUnusual, withoutGone } from './chip-rules.ts';
import { daysOf, daysText, moveEnd, pickDay } from './days.ts';
import { formatQuery, defaultFilter, type Days, type ListDate } from './filter.ts';
import { moveColumn, showColumn, sortAfter } from './appearance-rules.ts';
import { TOLERANCE, FURTHER, isSwipe, sideOf, swiped, type Swipes } from '../rows/swipe.ts';

const defaultSwipes: Swipes = { swipeRight: ['ready', 'archive'], swipeLeft: ['delete', 'seen'] };
const bare = defaultFilter({ view: 'open', date: 'all' });
const shown = { archived: true, shared: true };
const person = (userId: number, fullName: string): FilterUser => ({
  userId,
  userIds: [userId],
  fullName,
  groupName: '',
  active: true,
  UserAvatar: null,
  UserDisplayname: fullName,
});
const office: FilterUser = { ...person(0, ''), groupId: 4, userIds: [2], groupName: 'Büro' };
const users = [person(1, 'Anna'), person(2, 'Ben'), person(3, 'Chris'), office];

describe('chips', () => {
  const filter = {
    ...bare,
    date: 'today' as const,
    boxIds: [3, 7],
    userIds: [1, 3],
    groupIds: [4, 9],
    direction: 'incoming' as const,
    moduleIds: ['email' as const],
    hidden: 'gelb',
    text: 'steht im Suchfeld',
  };

  test('one for each thing; each leads to the list without it', () => {
    const chips = chipsOf(filter, { archived: false, shared: false });
    expect(chips.map((chip) => ('appearance' in chip ? chip.appearance : formatQuery(chip.without)))).toEqual([
      'box=3,7&user=1,3&group=4,9&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=7&user=1,3&group=4,9&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3&user=1,3&group=4,9&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=1,3&group=9&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=1,3&group=4&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=3&group=4,9&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=1&group=4,9&dir=in&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=1,3&group=4,9&module=email&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=1,3&group=4,9&dir=in&q=steht%20im%20Suchfeld&hidden=gelb',
      'box=3,7&user=1,3&group=4,9&dir=in&module=email&q=steht%20im%20Suchfeld',
      { archived: true },
      { shared: true },
    ]);
    expect(chips[0]).toMatchObject({ kind: 'date', without: { date: 'all' } });
    expect(chipsOf(bare, shown)).toEqual([]);
  });

  test('a group is told from people by its number, however many are in it', () => {
    expect(users.filter(isGroup).map(({ groupName }) => groupName)).toEqual(['Büro']);
  });

  test.each<[object, object, boolean]>([
    [{}, {}, false],
    [{ date: 'today' }, {}, false],
    [{ date: 'thisWeek' }, {}, true],
    [{ boxIds: [1] }, {}, true],
    [{ groupIds: [1] }, {}, true],
    [{}, { archived: false }, true],
  ])('of %j with %j there is a way back: %s', (part, appearance, unusual) => {
    expect(isUnusual({ ...bare, ...part }, { ...shown, ...appearance }, 'today')).toBe(unusual);
  });

  test('what is gone, and what is only virtual, cuts nothing', () => {
    const boxes = [
      { boxId: 3, isVirtual: false, name: 'info' },
      { boxId: 7, isVirtual: true, name: 'alle' },
    ];
    expect(withoutGone(filter, boxes, users)).toMatchObject({ boxIds: [3], userIds: [1, 3], groupIds: [4] });
    expect(withoutGone({ ...filter, userIds: [2, 8] }, undefined, users)).toMatchObject({
      boxIds: [3, 7],
      userIds: [2],
      groupIds: [4],
    });
    expect(withoutGone(filter, undefined, undefined)).toBe(filter);
  });
});

describe('days', () => {
  const zone = 'Europe/Berlin';
  const now = Date.parse('2026-11-21T23:30:00Z');

  test.each<[ListDate, Days]>([
    ['all', {}],
    ['today', { from: '2026-11-22', to: '2026-11-22' }],
    ['thisWeek', { from: '2026-11-16', to: '2026-11-22' }],
    ['lastMonth', { from: '2026-10-01', to: '2026-10-31' }],
    ['olderThanAMonth', { to: '2026-10-21' }],
    [{ from: '2026-01-01' }, { from: '2026-01-01' }],
  ])('%j are %j', (date, days) => {
    expect(daysOf(date, now, zone)).toEqual(days);
  });

  test.each<[Days, string, Days]>([
    [{}, '2026-11-05', { from: '2026-11-05', to: '2026-11-05' }],
    [{ from: '2026-11-05', to: '2026-11-05' }, '2026-11-09', { from: '2026-11-05', to: '2026-11-09' }],
    [{ from: '2026-11-05', to: '2026-11-05' }, '2026-11-01', { from: '2026-11-01', to: '2026-11-05' }],
    [{ from: '2026-11-01', to: '2026-11-05' }, '2026-11-03', { from: '2026-11-03', to: '2026-11-03' }],
  ])('%j and a click on %s are %j', (days, day, next) => {
    expect(pickDay(days, day)).toEqual(next);
  });

  test.each<[Days, 'from' | 'to', string, ListDate]>([
    [{}, 'from', '2026-11-05', { from: '2026-11-05' }],
    [{ from: '2026-11-05' }, 'from', '', 'all'],
    [{ from: '2026-11-05', to: '2026-11-09' }, 'from', '2026-11-12', { from: '2026-11-12', to: '2026-11-12' }],
    [{ from: '2026-11-05', to: '2026-11-09' }, 'from', '', { to: '2026-11-09' }],
  ])('%j with %s at %j is %j', (days, end, day, next) => {
    expect(moveEnd(days, end, day)).toEqual(next);
  });

  test('are said in words', () => {
    const open = { since: (day: string) => `ab ${day}`, until: (day: string) => `bis ${day}` };
    expect(daysText({ from: '2026-11-05' }, 'de', open)).toBe('ab 05.11.2026');
    expect(daysText({ to: '2026-11-05' }, 'en', open)).toBe('bis Nov 5, 2026');
    expect(daysText({ from: '2026-11-05', to: '2026-11-05' }, 'de', open)).toBe('05.11.2026');
    expect(daysText({ from: '2026-11-05', to: '2026-11-09' }, 'de', open)).toMatch(/^05\.\s*[–-]\s*09\.11\.2026$/u);
  });
});

describe('how a list is shown', () => {
  test('columns are moved, left out, kept, and known again', () => {
    const columns = columnsOf(undefined);
    expect(columns.filter(({ visible }) => visible).map(({ name }) => name)).toEqual([
      'contact',
      'information',
      'timestamp',
    ]);
    const moved = moveColumn(showColumn(columns, 'channel', true), 'channel', -1);
    expect(columnsOf(storedColumns(moved))).toEqual(moved);
    expect(moved.map(({ name }) => name)).toEqual([
      'contact',
      'moduleInformation',
      'channel',
      'information',
      'timestamp',
    ]);
    expect(moveColumn(columns, 'contact', -1)).toBe(columns);
    const last = ['contact', 'information'].reduce((all, name) => showColumn(all, name as 'contact', false), columns);
    expect(showColumn(last, 'timestamp', false)).toBe(last);
  });

  test('a click sorts, the second one the other way round', () => {
    const byContact = sortAfter(TIME_DESC, 'contact');
    expect([byContact, sortAfter(byContact, 'contact'), sortAfter(byContact, 'timestamp')]).toEqual([
      { property: 'contact', direction: 'ASC' },
      { property: 'contact', direction: 'DESC' },
      TIME_DESC,
    ]);
    expect(sortOf({ property: 'colour', direction: 'ASC' })).toBe(TIME_DESC);
  });

  test('rows stand as the server has them', () => {
    const rows: EntryRow[] = [
      { ...aRow(1), contact: 'Östermann', timestamp: 10 },
      { ...aRow(2), contact: 'otto', timestamp: 20 },
      { ...aRow(3), contact: 'Otto', timestamp: 30 },
      { ...aRow(4), contact: 'Zeh', timestamp: 10 },
    ];
    const order = (property: string, direction: 'ASC' | 'DESC') =>
      rows.toSorted(compareBy({ property, direction })).map(({ entryId }) => entryId);
    expect(order('contact', 'ASC')).toEqual([1, 2, 3, 4]);
    expect(order('contact', 'DESC')).toEqual([4, 3, 2, 1]);
    expect(order('timestamp', 'DESC')).toEqual([3, 2, 4, 1]);
    expect(order('timestamp', 'ASC')).toEqual([1, 4, 2, 3]);
  });

  test.each([
    ['moduleGrouping', TIME_DESC, true, 'moduleGrouping'],
    ['moduleGrouping', TIME_DESC, false, 'timeframe'],
    ['timeframe', TIME_DESC, true, 'timeframe'],
    ['reason', { property: 'contact', direction: 'ASC' }, true, 'reason'],
    ['reason', TIME_DESC, false, 'timeframe'],
    ['timeframe', { property: 'contact', direction: 'ASC' }, true, 'none'],
    ['moduleGrouping', { property: 'contact', direction: 'ASC' }, true, 'moduleGrouping'],
    ['moduleGrouping', { property: 'contact', direction: 'ASC' }, false, 'none'],
    ['none', TIME_DESC, true, 'none'],
  ] as const)('%s, sorted by %j, several kinds %s: %s', (grouping, sort, mixed, expected) => {
    expect(groupingOf({ grouping, sort }, mixed)).toBe(expected);
  });
});

describe('places', () => {
  const aTab = (stored = new Map<string, string>()) => {
    let hide = (): void => undefined;
    const positions = createScrollPositions({
      tab: textStorage(stored),
      onHide: (then) => {
        hide = then;
        return () => undefined;
      },
    });
    return { positions, stored, hide: () => hide() };
  };
  const position = { key: 'email:17', offset: 12, index: 40, active: 'email:18' };

  test('are found again after a reload, and tell nobody what was looked for', () => {
    const first = aTab();
    first.positions.keep('/filter/all/all/main?q=Kündigung', position);
    first.positions.keep('/mails/all/all/main', position);
    first.positions.keep('/mails/all/all/main', undefined);
    first.hide();
    expect([...first.stored.values()].join()).not.toMatch(/filter|ndigung/);
    const { positions } = aTab(first.stored);
    expect(positions.get('/filter/all/all/main?q=Kündigung')).toEqual(position);
    expect(positions.get('/mails/all/all/main')).toBeUndefined();
    expect(markOf('/a')).not.toBe(markOf('/b'));
  });

  test.each(['', 'x', '{}', '[["a"]]', '[["a",{"key":1}]]'])('of %j there are none', (text) => {
    expect(aTab(new Map([['kontor.places', text]])).positions.get('a')).toBeUndefined();
  });
});

const anyKind = () => ({});

describe('a finger on a row', () => {
  test.each([
    [5, 5, undefined],
    [40, 10, true],
    [-40, 10, true],
    [10, 40, false],
    [20, 20, false],
  ])('that went %d to the right and %d down swipes: %s', (x, y, swipes) => {
    expect(isSwipe(x, y)).toBe(swipes);
  });

  test.each<[string, Partial<EntryRow>, number, string | undefined]>([
    ['not far enough', {}, TOLERANCE, undefined],
    ['to the right', {}, TOLERANCE + 1, 'ready'],
    ['further', {}, FURTHER + 1, 'archive'],
    ['further, archived', { archived: true }, FURTHER + 1, 'dearchive'],
    ['to the left', {}, -TOLERANCE - 1, 'delete'],
    ['further to the left', {}, -FURTHER - 1, 'seen'],
    ['in the trash', { trashed: true }, FURTHER + 1, 'restore'],
  ])('%s', (_name, part, x, action) => {
    expect(swiped({ ...aRow(1), ...part }, x, defaultSwipes, anyKind)?.action).toBe(action);
  });

  test.each<[string, Partial<EntryRow>, number, Swipes['swipeRight'], string | undefined]>([
    ['what was chosen', {}, TOLERANCE + 1, ['spam', 'unseen'], 'spam'],
    ['what was chosen for further', {}, FURTHER + 1, ['spam', 'unseen'], 'unseen'],
    ['nothing, and something further', {}, FURTHER + 1, ['none', 'delete'], 'delete'],
    ['what there is, where nothing was chosen before it', {}, TOLERANCE + 1, ['none', 'delete'], 'delete'],
    ['nothing at all', {}, FURTHER + 1, ['none', 'none'], undefined],
    ['the same twice', {}, FURTHER + 1, ['seen', 'seen'], 'seen'],
    ['no spam of what is no mail', { moduleName: 'task' }, TOLERANCE + 1, ['spam', 'seen'], 'seen'],
    ['restoring in the trash, whatever was chosen', { trashed: true }, TOLERANCE + 1, ['none', 'none'], 'restore'],
  ])('chosen: %s', (_name, part, x, swipeRight, action) => {
    expect(swiped({ ...aRow(1), ...part }, x, { ...defaultSwipes, swipeRight }, anyKind)?.action).toBe(action);
  });

  test('has nothing to do on the left of the trash', () => {
    expect(sideOf({ ...aRow(1), trashed: true }, -150, defaultSwipes, anyKind)).toEqual([]);
  });
});
