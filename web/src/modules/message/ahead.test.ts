import { messageQueries } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { queryKey } from '../../client/ask.ts';
import { Failure } from '../../client/failure.ts';
import { aMessage, aReceiver, aText, messageDetails, messageId } from '../../testing/messages.ts';
import { threadsAhead } from './ahead.ts';

const aggregateId = messageId(17);
const ROW = aMessage(17, 'Wer macht den Stand?');
const ANSWER = messageDetails(ROW, [aText(0, 2, 'Wer macht den Stand?')]);

/** Threads of Anna (1), which the server answers with `answer`. */
function ahead(answer: (params: { communicationPartnerUserId?: number | null }) => unknown) {
  const transport = {
    query: async (_definition: unknown, params: { communicationPartnerUserId?: number | null }) => ({
      results: answer(params),
      keys: ['message:17'],
    }),
  };
  return threadsAhead({ transport, user: { get: () => ({ id: 1 }) } } as never);
}
const keysOf = async (threads: ReturnType<typeof ahead>) => (await threads.fetch(aggregateId)).map(({ key }) => key);
const keyOf = (partner?: number) =>
  queryKey(messageQueries.details, {
    aggregateId,
    ...(partner === undefined ? {} : { communicationPartnerUserId: partner }),
  });

test('a thread is kept under the key that its screen has for it, with all that puts it out of date', async () => {
  const threads = ahead(() => ANSWER);
  const [thread] = await threads.fetch(aggregateId);
  expect(thread).toMatchObject({ key: threads.key(aggregateId), data: ANSWER });
  expect(thread?.keys).toEqual(expect.arrayContaining(['message:17', 'messageTexts:17', 'messageRules', 'people']));
  expect(await keysOf(threads)).toEqual([keyOf()]);
});

test('of a message to several its sender has the threads of those who have answered', async () => {
  const receivers = [
    aReceiver(2, 'Ben Kurz', { lastNo: 3 }),
    aReceiver(3, 'Cem Aydin', { lastNo: 0 }),
    aReceiver(4, 'Dora Ems', { lastNo: 1 }),
  ];
  const toSeveral = messageDetails(ROW, [], { senderUserId: 1, receiverCount: 3, receivers });
  expect(await keysOf(ahead(() => toSeveral))).toEqual([keyOf(), keyOf(2), keyOf(4)]);
  expect(await keysOf(ahead(() => ({ ...toSeveral, isOpen: true })))).toEqual([keyOf()]);
});

test('of an announcement that many have answered the threads with the most in them are fetched, and no more', async () => {
  const receivers = Array.from({ length: 2000 }, (_, n) => aReceiver(2 + n, `Person ${n}`, { lastNo: n }));
  const toMany = messageDetails(ROW, [], { senderUserId: 1, receiverCount: 2000, receivers });
  const [own, ...others] = await keysOf(ahead(() => toMany));
  expect(own).toBe(keyOf());
  expect(others).toEqual(Array.from({ length: 10 }, (_, n) => keyOf(2001 - n)));
});

test('what was taken away meanwhile is left out, and without a network the round ends', async () => {
  const failing = (failure: Failure) =>
    ahead(() => {
      throw failure;
    });
  expect(await keysOf(failing(new Failure('problem', 'gone', { status: 404 })))).toEqual([]);
  await expect(keysOf(failing(new Failure('offline', 'no network')))).rejects.toThrow('no network');
});

test('the row says so where something was said, read, or changed in the message', () => {
  const { stampOf } = ahead(() => ANSWER);
  const stamp = stampOf(ROW);
  expect(stampOf({ ...ROW, contact: 'Ben Kurz-Meier' })).toBe(stamp);
  for (const other of [
    { ...ROW, timestamp: ROW.timestamp + 1 },
    { ...ROW, aggregateVersion: ROW.aggregateVersion + 1 },
    { ...ROW, extras: { ...ROW.extras, read: 1 } },
    { ...ROW, extras: { ...ROW.extras, lastText: 'Ich.' } },
  ])
    expect(stampOf(other)).not.toBe(stamp);
});
