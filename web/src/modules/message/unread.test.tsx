import { messageCommands, messageQueries } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../testing/find.ts';
import { aText, messageDetails } from '../../testing/messages.ts';
import { ROW, openMessage, said } from './testing.ts';

test('a thread begins where it was not read, and tells nothing as read over texts that were never shown, until its end was gone to', async () => {
  const all = Array.from({ length: 100 }, (_one, index) => aText(index, 2, `Text ${index}`));
  const details = messageDetails(ROW, all.slice(50), { readNo: 9, unread: 90 });
  // What comes before could not be had.
  const app = await openMessage(details, {
    server: (server) => server.refuse(messageQueries.texts, 'PARAMETERS_INVALID'),
  });
  await expect.poll(() => said().at(-1)).toBe('Text 99');
  // Longer than a text is looked at until it counts as read.
  await new Promise((looked) => setTimeout(looked, 600));
  expect(app.server.commandsOf(messageCommands.markRead)).toEqual([]);
  await button('Zum neuesten Text').click();
  await expect.poll(() => app.server.commandsOf(messageCommands.markRead)).toMatchObject([{ no: 99 }]);
  app.server.answer(messageQueries.texts, all.slice(0, 50));
  await app.reload();
  await expect.poll(() => said()[0]).toBe('Text 0');
  const line = page.getByRole('separator').filter({ hasText: 'Neu' });
  await expect.poll(() => line.element().nextElementSibling?.getAttribute('data-no')).toBe('10');
  await expect.element(line).toBeInViewport();
});
