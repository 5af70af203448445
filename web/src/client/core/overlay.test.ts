import { expect, test } from 'vitest';
import { aRow as row } from '../testing/rows.ts';
import { withPatch } from './overlay.ts';

test('a number that the server has less of by then stays as the server has it', () => {
  const counted = (unread: number) => row(1, { extras: { unread, lastText: 'Hallo' } });
  const read = { atMost: { unread: 2 } };
  expect(withPatch(counted(5), read).extras).toEqual({ unread: 2, lastText: 'Hallo' });
  expect(withPatch(counted(0), read).extras).toEqual({ unread: 0, lastText: 'Hallo' });
  expect(withPatch(withPatch(counted(5), read), read).extras).toMatchObject({ unread: 2 });
});

test('what was only looked at is in process where it is New, and else as it was', () => {
  const looked = { status: 2, onlyNew: true } as const;
  const [before, after] = [row(1, { status: 1, userList: [[1, 1]] }), row(1, { status: 3, userList: [[1, 3]] })];
  expect(withPatch(before, looked)).toEqual({ ...before, status: 2, userList: [[1, 2]] });
  expect(withPatch(after, looked)).toEqual(after);
});
