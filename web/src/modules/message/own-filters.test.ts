import { messageExtras } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { isListed } from './own-filters.ts';

test.each([
  ['unread', { unread: 0 }, true],
  ['waiting', { waitsForAnswer: true }, true],
  ['waiting', { waitsForAnswer: false, isMentioned: true }, false],
  ['mentioned', { isMentioned: true }, true],
  ['mentioned', { isMentioned: false, waitsForAnswer: true }, false],
])('in the selection %s a message with %j stays: %j', (custom, extras, stays) => {
  expect(isListed({ extras: messageExtras(extras) }, custom)).toBe(stays);
});
