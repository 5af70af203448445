import { activityQueries } from '@kontor/contract/activity';
import { mailQueries } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, link, menu, rows } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const ways = () => page.getByRole('navigation', { name: 'Geschriebenes' });

test('what was sent is one press away, all of it, and another one leads back to the list as it was', async () => {
  const app = await renderAt('/mails/open/today/main', { server: (server) => answerMails(server, mails(2)) });
  await expect.element(rows().first()).toBeVisible();
  const sent = link('Gesendet', ways());
  await expect.element(sent).not.toHaveAttribute('aria-current');
  await sent.click();
  await expect
    .poll(() => app.server.queriesOf(mailQueries.items).at(-1))
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

test('what is unfinished of other days is counted under a list of today, and shown by one press', async () => {
  const app = await renderAt('/mails/open/today/main', {
    server: (server) => {
      answerMails(server, mails(2));
      server.answer(activityQueries.unfinishedCounts, [{ module: 'email', count: 14 }]);
    },
  });
  await expect.element(page.getByText('12 unerledigte Einträge sind von anderen Tagen.')).toBeVisible();
  await expectUsable(app);
  await button('Auch zeigen').click();
  await expect
    .poll(() => app.server.queriesOf(mailQueries.items).at(-1))
    .toMatchObject({ view: 'open', dateFilter: 'all' });
  await expect.element(page.getByText(/von anderen Tagen/)).not.toBeInTheDocument();
});

test.each([
  ['all of it is of today', '/mails/open/today/main', 2],
  ['finished ones are shown, too', '/mails/all/today/main', 14],
  ['it is cut to more than days', '/mails/open/today/main?dir=in', 14],
  ['it has all days', '/mails/open/all/main', 14],
])('nothing is said of other days where %s', async (_, address, count) => {
  await renderAt(address, {
    server: (server) => {
      answerMails(server, mails(2));
      server.answer(activityQueries.unfinishedCounts, [{ module: 'email', count }]);
    },
  });
  await expect.poll(() => rows().elements().length).toBe(2);
  await expect.element(menu().getByRole('link', { name: new RegExp(`^E-Mails.*${count}`) })).toBeVisible();
  expect(page.getByText(/von anderen Tagen/).elements()).toEqual([]);
});
