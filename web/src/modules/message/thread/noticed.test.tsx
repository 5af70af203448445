import { messageCommands } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { heading } from '../../../testing/find.ts';
import { answerMessage, messageDetails, messageId } from '../../../testing/messages.ts';
import { keepAnswer } from '../../../service-worker/accounts.ts';
import { ROW, TEXTS, address, editor } from '../testing.ts';

/** A list of messages; `answer` opens one of them as the button of a notification does. */
async function open() {
  const app = await renderAt('/messages/all/all/main', {
    size: PHONE,
    server: (server) => answerMessage(server, messageDetails(ROW, TEXTS)),
  });
  await expect.element(heading('Nachrichten')).toBeVisible();
  const account = app.kontor.session.get().client?.key ?? '';
  const params = new URLSearchParams({ answer: messageId(17), of: account });
  return { ...app, account, answer: () => app.shell.navigator.go(`${address()}?${params}`) };
}

test('a message is answered from a notification: its editor has the focus', async () => {
  const { answer, server } = await open();
  answer();
  await expect.element(editor()).toHaveFocus();
  expect(location.search).toBe('');
  expect(server.commandsOf(messageCommands.send)).toEqual([]);
});

test('what was typed into a notification, and could not be sent from there, is sent by the page, once', async () => {
  const { account, answer, server } = await open();
  const kept = { aggregateId: messageId(17), communicationPartnerUserId: null, messageContent: 'Um <zehn>' };
  await keepAnswer(account, { ...kept, processId: '7b0a4a0e-1f53-4f53-9a0f-5d5d3f0e7c11' });
  answer();
  await expect
    .poll(() => server.commandsOf(messageCommands.send))
    .toMatchObject([{ messageContent: 'Um <zehn>', communicationPartnerUserId: null }]);
  await expect.element(page.getByRole('log', { name: 'Texte' })).toBeVisible();
  answer();
  await expect.element(editor()).toHaveFocus();
  expect(server.commandsOf(messageCommands.send)).toHaveLength(1);
});
