import { activityCommands, listKey } from '@kontor/contract/activity';
import { messageCommands, messageEvents, messageKey, type MessageText } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { App } from '../../testing/app.ts';
import { button, link, menu, rows, textsOf } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { aMessage, aText, answerMessage, messageDetails, messageId } from '../../testing/messages.ts';
import { editor, openMessage, said } from './testing.ts';

const TITLE = 'Wer macht den Stand?';
const texts = (count: number): MessageText[] =>
  Array.from({ length: count }, (_one, index) => aText(index, 2, `Text ${index}`));
const line = () => page.getByRole('separator').filter({ hasText: 'Neu' });
const entry = () => rows().filter({ hasText: TITLE });
const state = (name: string) => page.getByRole('radio', { name });
const marks = (app: App) => app.server.commandsOf(messageCommands.markRead).map(({ no }) => no);
/** How long a text is looked at until it counts as read, and some more, in milliseconds. */
const LOOKED_MS = 600;

/** A thread of fifty texts, most of them unread, that was opened at the first of these. */
async function openUnread(server: (server: App['server']) => void = () => undefined): Promise<App> {
  const app = await openMessage(
    messageDetails(aMessage(17, TITLE, { unread: 39 }), texts(50), { readNo: 10, unread: 39, hasMore: false }),
    { server },
  );
  await expect.element(line()).toBeInViewport();
  return app;
}

test('what was read and done elsewhere while this device was away holds, in the thread, the list and the state', async () => {
  const holding: { release?: () => void } = {};
  // What is said of one message is sent one after the other: nothing is told as read before this is answered.
  const app = await openUnread((server) => (holding.release = server.hold(activityCommands.setState)));
  app.server.cut(true);
  await button('Zum neuesten Text').click();
  await expect.element(entry()).not.toMatchTextContent(/ungelesen/);
  // On the phone two more have come, all were read, and the message is done.
  const now = aMessage(17, TITLE, { unread: 0, lastText: 'Text 51' }, { status: 3, aggregateVersion: 9 });
  answerMessage(app.server, messageDetails(now, texts(52), { readNo: 51, unread: 0, hasMore: false }));
  app.server.cut(false);
  app.server.happen(messageEvents.read, [messageKey({ entryId: 17 }), listKey('message')], {
    aggregateId: messageId(17),
    readers: [],
  });
  // So it is shown before the server has heard what this device had to say, and after.
  const check = async (): Promise<void> => {
    await expect.poll(() => said().at(-1)).toBe('Text 51');
    await expect.poll(() => line().elements()).toEqual([]);
    // It has left the list of what is open.
    await expect.poll(() => entry().elements()).toEqual([]);
    await expect.element(state('Erledigt')).toBeChecked();
  };
  await check();
  holding.release?.();
  await expect.poll(() => marks(app).at(-1)).toBe(49);
  await expect.poll(app.isLive).toBe(true);
  await check();
  expect(app.server.commandsOf(activityCommands.setState)).toMatchObject([{ state: 'seen', onlyNew: true }]);
});

test('a thread that was read without a network is read when it is opened again, and nothing is told twice', async () => {
  const app = await openUnread();
  await expect.poll(() => marks(app).length).toBe(1);
  app.server.cut(true);
  await button('Zum neuesten Text').click();
  await expect.element(entry()).not.toMatchTextContent(/ungelesen/);
  await link(/^Aufgaben/, menu()).click();
  await expect.poll(() => said()).toEqual([]);
  await link(/^Nachrichten/, menu()).click();
  await entry().click();
  await expect.poll(() => said().at(-1)).toBe('Text 49');
  expect(line().elements()).toEqual([]);
  await new Promise((looked) => setTimeout(looked, LOOKED_MS));
  app.server.cut(false);
  await expect.poll(app.isLive).toBe(true);
  expect(marks(app).at(-1)).toBe(49);
  expect(marks(app).length).toBe(2);
});

test('having something unread again says how far it was read, but not while an answer waits that reads all', async () => {
  const app = await openMessage();
  const given = () => app.server.commandsOf(messageCommands.markUnread);
  const unread = async (): Promise<void> => {
    page
      .getByRole('article', { name: /^Ben Kurz/ })
      .last()
      .element()
      .focus();
    await press('u');
  };
  await unread();
  await expect.poll(given).toMatchObject([{ no: 3, readNo: 3 }]);
  const release = app.server.hold(messageCommands.send);
  app.server.answer(messageCommands.send, { no: 4, waitingId: null });
  await editor().click();
  await type('Ja.');
  await press('Control+Enter');
  await expect.poll(() => textsOf('.message-pending').length).toBe(1);
  await unread();
  release();
  await expect.poll(given).toMatchObject([{ no: 3 }, { no: 3, readNo: null }]);
});
