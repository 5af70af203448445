import { mailQueries } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { link, rows } from '../../testing/find.ts';
import { expectUsable } from '../../testing/looks.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const ways = () => page.getByRole('navigation', { name: 'Geschriebenes' });

test('what was sent is one press away, all of it, and another one leads back to the list as it was', async () => {
  const app = await renderAt('/mails/open/today/main', { server: (server) => answerMails(server, mails(2)) });
  await expect.element(rows().first()).toBeVisible();
  const sent = link('Gesendet', ways());
  await expect.element(sent).not.toHaveAttribute('aria-current');
  await sent.click();
  await expect
    .poll(() => app.server.asked(mailQueries.items).at(-1))
    .toMatchObject({ view: 'all', direction: 'outgoing', dateFilter: 'all' });
  await expect.element(sent).toHaveAttribute('aria-current', 'page');
  await expectUsable(app);
  await sent.click();
  await expect.poll(() => `${location.pathname}${location.search}`).toBe('/mails/open/today/main');
  await expect.element(sent).not.toHaveAttribute('aria-current');
});

test('what was sent is there without a network, once it was looked at', async () => {
  const app = await renderAt('/mails/all/all/main?dir=out', {
    settings: { caching: true },
    server: (server) => answerMails(server, mails(3)),
  });
  await expect.poll(() => rows().elements().length).toBe(3);
  await app.kontor.session.get().client?.cache.get()?.flush();
  app.server.cut(true);
  await app.reload();
  await expect.poll(() => rows().elements().length).toBe(3);
  await expect.element(link('Gesendet', ways())).toHaveAttribute('aria-current', 'page');
});

test('who may not write sees what was sent as well, on a phone too', async () => {
  const app = await renderAt('/mails/all/all/main', {
    rights: { createMail: false },
    size: PHONE,
    server: (server) => answerMails(server, mails(2)),
  });
  await expect.element(link('Gesendet', ways())).toBeVisible();
  expect(link('Entwürfe', ways()).elements()).toEqual([]);
  await expectUsable(app);
});
