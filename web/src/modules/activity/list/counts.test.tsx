import { activityCommands, activityQueries } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import { renderAt } from '../../../testing/app.ts';
import { menu, rows } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { answerMails, mails } from '../../../testing/mails.ts';

const badge = (): string | undefined =>
  menu()
    .getByRole('link', { name: /^Eingang/ })
    .element()
    .querySelector<HTMLElement>('.count')?.innerText;

test('without a network a reload changes neither the list nor the number beside its name', async () => {
  const app = await renderAt('/', {
    settings: { caching: true },
    server: (server) => {
      answerMails(server, mails(5));
      server.answer(activityQueries.unfinishedCounts, [{ module: 'email', count: 5 }]);
    },
  });
  await expect.poll(() => rows().elements().length).toBe(5);
  await expect.poll(badge).toBe('5');
  app.server.cut(true);
  await press('j', 'e');
  await expect.poll(() => rows().elements().length).toBe(4);
  await expect.poll(badge).toBe('4');
  await app.kontor.session.get().client?.cache.get()?.flush();
  const again = await app.reload();
  await expect.poll(() => rows().elements().length).toBe(4);
  await expect.poll(badge).toBe('4');
  again.server.answer(activityQueries.unfinishedCounts, [{ module: 'email', count: 4 }]);
  answerMails(again.server, mails(5).slice(1));
  again.server.cut(false);
  await expect.poll(() => again.server.commandsOf(activityCommands.setState)).toHaveLength(1);
  await expect.poll(badge).toBe('4');
});
