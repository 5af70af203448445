import { expect, test } from 'vitest';
import { ITEM_KINDS } from './kinds.ts';
import { KINDS, ITEM_KIND_NAMES, kindOf, kindNumber, kindNameOf } from './kernel/index.ts';
import { RIGHTS, bitsToRights, rightsToBits } from './modules/account/index.ts';
import { ALARM_TYPES } from './modules/alarm/index.ts';

const each = <T>(values: readonly T[]): number => new Set(values).size;

// The database keeps these: a number that becomes another one's makes other people's items of them.
test('kinds have the numbers that the database keeps', () => {
  expect(ITEM_KIND_NAMES.slice(0, 8).map((name) => [name, kindNumber(name)])).toEqual([
    ['email', 1],
    ['phonecall', 2],
    ['document', 3],
    ['note', 4],
    ['task', 5],
    ['message', 6],
    ['appointment', 7],
    ['activity', 8],
  ]);
  for (const name of ITEM_KIND_NAMES) expect(kindNameOf(kindNumber(name))).toBe(name);
  expect(() => kindNameOf(0)).toThrow(RangeError);
});

test('rights have the bits that the database keeps', () => {
  expect(
    RIGHTS.map((right) => [right, Math.log2(rightsToBits([right]))]).filter(([, bit]) => Number(bit) < 17),
  ).toEqual([
    ['addOns', 0],
    ['agendaList', 1],
    ['colorblindMode', 2],
    ['createAppointment', 3],
    ['createDocument', 4],
    ['createIdo', 5],
    ['createMail', 6],
    ['createMessage', 7],
    ['createNote', 8],
    ['createTask', 9],
    ['documentList', 10],
    ['idoList', 11],
    ['mailList', 12],
    ['messageList', 13],
    ['noteList', 14],
    ['phoneCallList', 15],
    ['taskList', 16],
  ]);
  const none = bitsToRights(0);
  expect(bitsToRights(rightsToBits(['noteList']))).toEqual({ ...none, noteList: true });
});

test('no two kinds share a name, a route, a setting or a word of search', () => {
  const routes = KINDS.flatMap((kind) => Object.values(kind.routes));
  const settings = KINDS.flatMap(({ notices }) => notices?.setting ?? []);
  for (const values of [
    ITEM_KINDS.map(({ name }) => name),
    ITEM_KINDS.map(({ number }) => String(number)),
    routes.map(({ name }) => name),
    routes.map(({ path }) => path.split('/')[1]),
    settings,
    KINDS.map(({ words }) => words.de.one),
    KINDS.map(({ words }) => words.en.one),
  ])
    expect(each(values)).toBe(values.length);
});

test('what calls people is named once, however many kinds it is of', () => {
  expect(each(ALARM_TYPES)).toBe(ALARM_TYPES.length);
  expect(ALARM_TYPES).toEqual(
    expect.arrayContaining(['activity', 'appointment', 'task', 'taskOwner', 'taskOwnerAlways']),
  );
  expect(Object.keys(kindOf('note').alarms?.types ?? {})).toEqual(Object.keys(kindOf('task').alarms?.types ?? {}));
});
