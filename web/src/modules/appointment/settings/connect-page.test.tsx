import { feedCommands, feedQueries, type CalendarFeed } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading, link } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { renewFeed, removeFeed } = feedCommands;
const feed = feedQueries.feed.example.result.feed as CalendarFeed;

test('a calendar is connected by an address and an app password, which are named', async () => {
  const app = await renderAt('/settings/calendarConnect', {
    server: (server) => server.answer(feedQueries.feed, { feed: null }),
  });
  await expect.element(heading('Mit Telefon und Rechner abgleichen')).toBeVisible();
  await expect.element(page.getByText(/\/dav\/$/)).toBeVisible();
  await expect.element(page.getByRole('img', { name: /QR-Code/ })).toBeVisible();
  await expect.element(link('Zu den App-Passwörtern')).toHaveAttribute('href', '/settings/security');
  await expectUsable(app);
});

test('others read by a secret address, which is made, renewed and removed', async () => {
  const app = await renderAt('/settings/calendarConnect', {
    server: (server) => server.answer(feedQueries.feed, { feed: null }),
    size: PHONE,
  });
  await expect.element(page.getByText('Es gibt keine solche Adresse.')).toBeVisible();
  await field('Was dort steht').selectOptions('Termine ohne Personen, Privates nur als belegt');
  app.server.answer(renewFeed, () => {
    app.server.answer(feedQueries.feed, { feed: { ...feed, level: 'whole' } });
    return { feed: { ...feed, level: 'whole' as const } };
  });
  await button('Adresse erstellen').click();
  await expect.element(page.getByText(feed.path)).toBeVisible();
  await expectUsable(app);
  await button('Erneuern').click();
  await button('Erneuern', dialog()).click();
  await expect.poll(() => app.server.commandsOf(renewFeed)).toEqual([{ level: 'whole' }, { level: 'whole' }]);
  app.server.answer(removeFeed, () => {
    app.server.answer(feedQueries.feed, { feed: null });
    return {};
  });
  await button('Entfernen').click();
  await button('Entfernen', dialog()).click();
  await expect.element(page.getByText('Es gibt keine solche Adresse.')).toBeVisible();
});
