import { activityCommands } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { memoQueries } from '@kontor/contract/memo';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { rows, textsOf } from '../../testing/find.ts';
import { type } from '../../testing/keys.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const ID = formatAggregateId({ module: 'activity', entryId: 77, userId: 1, sourceContainerId: 0 });

/** A memo that was just begun, beside the inbox. */
async function begin() {
  const app = await renderAt(`/memo/${encodeURIComponent(ID)}/inbox/edit`, {
    server: (server) => {
      answerMails(server, mails(1));
      const { result } = memoQueries.details.example;
      server.answer(memoQueries.details, { ...result, aggregateId: ID, title: '', content: '', changeable: true });
    },
  });
  await expect.element(page.getByRole('textbox', { name: 'Titel' })).toHaveFocus();
  return app;
}
const tabs = () => textsOf('[role=tablist] .open-tab-title');

test('a memo that is left without a word leaves neither a tab nor itself', async () => {
  const { server } = await begin();
  await rows().first().click();
  await expect.poll(tabs).toEqual(['Angebot 1']);
  await expect
    .poll(() => server.commandsOf(activityCommands.deleteItems))
    .toMatchObject([{ aggregateIds: [{ entryId: 77 }] }]);
});

test('a memo with a word in it stays', async () => {
  const { server } = await begin();
  await type('Anruf');
  await rows().first().click();
  await expect.poll(tabs).toContain('Angebot 1');
  expect(server.commandsOf(activityCommands.deleteItems)).toEqual([]);
});
