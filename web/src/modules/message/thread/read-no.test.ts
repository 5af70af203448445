import { messageCommands } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { aMessage, aText, messageDetails, messageId } from '../../../testing/messages.ts';
import { noteRead, readAfter, readNoOf } from './read-no.ts';

const { markRead, markUnread } = messageCommands;
const given = (
  { name }: { readonly name: string },
  no: number,
  {
    entryId = 17,
    partner = 2,
    state = 'queued',
  }: { entryId?: number; partner?: number; state?: 'queued' | 'refused' } = {},
) => ({ name, state, params: { aggregateId: messageId(entryId), communicationPartnerUserId: partner, no } });
const thread = { key: 'message:17', partner: 2 };

test.each([
  ['nothing', [], 5],
  ['a mark further on', [given(markRead, 8)], 8],
  ['a mark of less than was read elsewhere', [given(markRead, 3)], 5],
  ['unread again from a text on', [given(markRead, 8), given(markUnread, 4)], 3],
  ['unread again from a text that was not read', [given(markUnread, 9)], 5],
  ['read again after that', [given(markUnread, 4), given(markRead, 7)], 7],
  ['what was refused', [given(markRead, 8, { state: 'refused' })], 5],
  ['a mark of another thread', [given(markRead, 8, { partner: 3 })], 5],
  ['a mark of another message', [given(markRead, 8, { entryId: 18 })], 5],
  ['something else', [given(messageCommands.takeBack, 8)], 5],
])('with %s waiting, a thread that was read as far as 5', (_what, waiting, expected) => {
  expect(readAfter(5, waiting, thread)).toBe(expected);
});

test('what was read here since details were answered counts until others are', () => {
  const texts = [aText(0, 2, 'eins'), aText(1, 2, 'zwei'), aText(2, 2, 'drei')];
  const details = messageDetails(aMessage(17, 'eins'), texts, { readNo: 0 });
  expect(readNoOf(details, [])).toBe(0);
  noteRead(details, 2);
  expect(readNoOf(details, [])).toBe(2);
  noteRead(details, 0);
  expect(readNoOf(details, [given(markRead, 1)])).toBe(1);
  expect(readNoOf({ ...details }, [])).toBe(0);
});
