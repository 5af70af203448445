import { appointmentCommands, appointmentQueries, type BookingPage } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { saveBookingPage, removeBookingPage } = appointmentCommands;
const { bookingPages } = appointmentQueries;
const PAGES = bookingPages.example.result.pages;

async function open(pages: readonly BookingPage[], options: Parameters<typeof renderAt>[1] = {}, canMail = true) {
  const app = await renderAt('/settings/bookingPages', {
    ...options,
    server: (server) => {
      server.answer(bookingPages, { pages: [...pages], canMail });
    },
  });
  await expect
    .element(button(options.settings?.language === 'en' ? 'New booking page' : 'Neue Buchungsseite'))
    .toBeVisible();
  return app;
}

test('none are there at first, and one is made; what is wrong is said at its field', async () => {
  const app = await open([], {}, false);
  await expect.element(page.getByText('Noch keine Buchungsseiten')).toBeVisible();
  await expect.element(page.getByText(/kein Mailserver/)).toBeVisible();
  await expectUsable(app);
  await button('Neue Buchungsseite').click();
  await field('Montag').fill('12-9');
  await field('Dauer in Minuten').fill('dreißig');
  await field('Name in der Adresse').fill('Groß');
  await field('Tage im Voraus, höchstens').fill('93');
  await button('Anlegen').click();
  await expect.element(page.getByText('Geben Sie einen Titel an.')).toBeVisible();
  await expect.element(page.getByText(/die sich nicht überschneiden/)).toBeVisible();
  await expect.element(page.getByText(/verschiedene ganze Zahlen/)).toBeVisible();
  await expect.element(page.getByText(/^3 bis 40 Zeichen/)).toBeVisible();
  await expect.element(page.getByText('Schreiben Sie eine ganze Zahl von 1 bis 92.')).toBeVisible();
  expect(app.server.commandsOf(saveBookingPage)).toEqual([]);
  await expectUsable(app);
  await field('Titel').fill(' Beratung ');
  await field('Montag').fill('9-12');
  for (const day of ['Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag']) await field(day).fill('');
  await field('Dauer in Minuten').fill('30, 60');
  await field('Name in der Adresse').fill('beratung');
  await field('Tage im Voraus, höchstens').fill('14');
  await field('Buchungen am Tag, höchstens').fill('3');
  await button('Anlegen').click();
  await expect
    .poll(() => app.server.commandsOf(saveBookingPage))
    .toEqual([
      {
        id: null,
        slug: 'beratung',
        groupId: null,
        title: 'Beratung',
        text: '',
        durations: [30, 60],
        location: '',
        hours: [{ weekday: 'monday', from: '09:00', to: '12:00' }],
        bufferBefore: 0,
        bufferAfter: 0,
        noticeHours: 24,
        daysAhead: 14,
        maxPerDay: 3,
        isOn: true,
        appointmentType: null,
        alert: 'none',
      },
    ]);
  await expect.element(page.getByText('Beratung ist gespeichert.')).toBeVisible();
});

test('one that is there is shown with its address and switched off; a name that is taken is said', async () => {
  const { server } = await open(PAGES);
  await expect.element(page.getByText('Eingeschaltet · Anna Berger · 30, 60 Minuten')).toBeVisible();
  const link = page.getByRole('link', { name: 'Beratung ansehen' });
  await expect.element(link).toHaveAttribute('href', 'https://nordwerk.kontor.example/book/nordwerk/beratung');
  await expect.element(button('Adresse von Beratung kopieren')).toBeVisible();
  await button('Beratung bearbeiten').click();
  server.refuse(saveBookingPage, 'BOOKING_NAME_TAKEN');
  await checkbox(/^Seite ist eingeschaltet/).click();
  await button('Speichern').click();
  await expect.element(page.getByText('Diesen Namen in der Adresse hat schon eine andere Seite.')).toBeVisible();
  expect(server.commandsOf(saveBookingPage).at(-1)).toMatchObject({ id: 2, slug: 'beratung', isOn: false });
});

test('one is deleted after a question', async () => {
  const { server } = await open(PAGES);
  await button('Beratung löschen').click();
  await expect.element(dialog().getByText(/führt dann nirgends mehr hin/)).toBeVisible();
  server.answer(removeBookingPage, () => {
    server.answer(bookingPages, { pages: [], canMail: true });
    return {};
  });
  await button('Löschen', dialog()).click();
  await expect.element(page.getByText('Beratung ist gelöscht.')).toBeVisible();
  await expect.element(page.getByText('Noch keine Buchungsseiten')).toBeVisible();
  await expect.element(button('Neue Buchungsseite')).toHaveFocus();
  expect(server.commandsOf(removeBookingPage)).toEqual([{ id: 2 }]);
});

test('the page is there on a phone, in English', async () => {
  const app = await open(PAGES, { size: PHONE, settings: { language: 'en' } });
  await expectUsable(app);
  await button('Edit Beratung').click();
  await expect.element(field('Monday')).toHaveValue('09:00–12:00');
  await expectUsable(app);
});
