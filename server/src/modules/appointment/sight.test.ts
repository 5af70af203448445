import { CALENDAR_LEVELS, type CalendarLevel } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { levelFrom, sightOf, writesIn } from './sight.ts';

describe('what a reader sees', () => {
  test.each<[CalendarLevel, 'public' | 'private', boolean, string]>([
    ['none', 'public', false, 'none'],
    ['busy', 'public', false, 'busy'],
    ['read', 'public', false, 'whole'],
    ['write', 'public', false, 'whole'],
    ['manage', 'public', false, 'whole'],
    ['none', 'private', false, 'none'],
    ['busy', 'private', false, 'busy'],
    ['read', 'private', false, 'busy'],
    ['write', 'private', false, 'busy'],
    ['manage', 'private', false, 'whole'],
    ['none', 'private', true, 'whole'],
    ['busy', 'public', true, 'whole'],
  ])('by %s of a %s one, seen otherwise: %j, is %s', (level, access, isSeen, expected) =>
    expect(sightOf({ level, access, isSeen })).toBe(expected),
  );
});

describe('the level of a reader', () => {
  const everybody = (level: CalendarLevel) => ({ user_id: null, group_id: null, level });
  const group = (id: number, level: CalendarLevel) => ({ user_id: null, group_id: id, level });
  const person = (id: number, level: CalendarLevel) => ({ user_id: id, group_id: null, level });
  const inGroups = (id: number) => id === 4 || id === 5;

  test.each<[string, number, ReturnType<typeof person | typeof group | typeof everybody>[], CalendarLevel]>([
    ['of their own calendar', 1, [person(1, 'none')], 'manage'],
    ['where nothing is said', 2, [], 'busy'],
    ['by what is said of everybody', 2, [everybody('none')], 'none'],
    ['by the most of their groups', 2, [group(4, 'read'), group(5, 'write'), group(6, 'manage')], 'write'],
    ['by their groups over everybody', 2, [everybody('manage'), group(4, 'busy')], 'busy'],
    ['by themselves over their groups', 2, [group(4, 'manage'), person(2, 'none')], 'none'],
    ['by nobody else', 2, [person(3, 'manage')], 'busy'],
  ])('%s', (_, reader, rights, expected) => expect(levelFrom(1, rights, reader, inGroups)).toBe(expected));
});

test.each<[boolean, boolean, CalendarLevel, 'public' | 'private', boolean]>([
  [true, false, 'none', 'private', true],
  [false, true, 'busy', 'private', true],
  [false, false, 'read', 'public', false],
  [false, false, 'write', 'public', true],
  [false, false, 'write', 'private', false],
  [false, false, 'manage', 'private', true],
])(
  'who made it: %j, may as a participant: %j, has %s of a %s one: writes %j',
  (isCreator, mayWrite, level, access, expected) =>
    expect(writesIn({ isCreator, mayWrite, level, access })).toBe(expected),
);

test('levels are named in their order', () =>
  expect(CALENDAR_LEVELS).toEqual(['none', 'busy', 'read', 'write', 'manage']));
