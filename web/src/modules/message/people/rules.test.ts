import { SEND_STATES } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { aMessage, messageDetails } from '../../../testing/messages.ts';
import { isWithin, withoutPresent } from './rules.ts';

const person = (userId: number) => ({ userId, displayName: String(userId), userAvatar: null });
const group = (groupId: number, ...userIds: number[]) => ({ groupId, displayName: String(groupId), userIds });

test('those who are in a message are not offered, nor groups of them alone', () => {
  const available = { users: [person(2), person(3)], groups: [group(7, 2), group(8, 2, 3)] };
  expect(withoutPresent(available, new Set([2]))).toEqual({ users: [person(3)], groups: [group(8, 3)] });
});

test.each([
  [{}, true],
  [{ isOpen: false }, false],
  [{ sendState: SEND_STATES.sending }, true],
  [{ sendState: SEND_STATES.waiting }, false],
  [{ changeable: false }, false],
  [{ leftAt: '2026-11-23T09:00:00.000Z' }, false],
])('in an open message that was sent, with %j, the person is: %j', (part, isSo) => {
  expect(isWithin(messageDetails(aMessage(17, 'a'), [], { isOpen: true, ...part }))).toBe(isSo);
});
