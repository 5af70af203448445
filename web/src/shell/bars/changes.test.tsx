import { sendingCommands } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';

test.each([
  ['de', ['1 E-Mail → Versand', '1 Eintrag → geändert']],
  ['en', ['1 email → sending', '1 item → changed']],
] as const)(
  'what waits is said in words, also what only another version of Kontor knows (%s)',
  async (language, words) => {
    const app = await renderAt('/settings/changes', { settings: { language } });
    app.server.cut(true);
    const { client } = app.kontor.session.get();
    await client?.enqueue(
      sendingCommands.send,
      { ...sendingCommands.send.example.params, subject: 'Angebot 7' },
      { patches: [], keys: ['draft:1'] },
    );
    await client?.queue.add({
      processId: 'a-command-of-another-version',
      name: 'later.invented',
      params: {},
      keys: ['task:1'],
      patches: [],
      titles: [],
      needs: [],
    });
    for (const said of words) await expect.element(page.getByText(said, { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText('Angebot 7')).toBeVisible();
    expect(document.body.innerText).not.toMatch(/later\.invented|mail\.send/);
  },
);
