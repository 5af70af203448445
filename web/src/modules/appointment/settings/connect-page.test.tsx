import { feedCommands, feedQueries, type CalendarFeed } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading, link } from '../../../testing/find.ts';
import { watchSavedFiles } from '../../../testing/saved-files.ts';
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

test.each([
  [
    'de',
    ['Von', 'Bis', 'Als Datei sichern'],
    ['1.3.2026', '28.2.2026', '31.3.2026'],
    '31.03.2026',
    /letzte Tag liegt vor/,
  ],
  ['en', ['From', 'To', 'Save as a file'], ['3/1/2026', '2/28/2026', '3/31/2026'], '03/31/2026', /last day is before/],
] as const)(
  'the own calendar is had from day to day, which are written as the person writes them (%s)',
  async (language, names, days, said, wrong) => {
    const { server } = await renderAt('/settings/calendarConnect', { settings: { language } });
    const saved = watchSavedFiles();
    server.answer(feedQueries.export, () => new Response('BEGIN:VCALENDAR'));
    const [from, to, save] = names;
    await field(from).fill(days[0]);
    await field(to).fill(days[1]);
    await field(from).click();
    await expect.element(page.getByText(wrong)).toBeVisible();
    await expect.element(button(save)).toBeDisabled();
    await field(to).fill(days[2]);
    await field(from).click();
    await expect.element(field(to)).toHaveValue(said);
    await button(save).click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(server.queriesOf(feedQueries.export)).toEqual([{ from: '2026-03-01', to: '2026-03-31' }]);
  },
);
