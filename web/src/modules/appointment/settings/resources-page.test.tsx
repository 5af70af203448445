import { appointmentCommands, appointmentQueries, type Resource } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { RESOURCES } from '../../../testing/calendars.ts';
import { button, checkbox, dialog, field } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { saveResource, removeResource } = appointmentCommands;

async function open(resources: readonly Resource[], options: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/settings/calendarResources', {
    ...options,
    server: (server) => server.answer(appointmentQueries.resources, [...resources]),
  });
  await expect
    .element(button(options.settings?.language === 'en' ? 'New room or equipment' : 'Neuer Raum oder neues Gerät'))
    .toBeVisible();
  return app;
}

test('none are there at first, and one is made', async () => {
  const app = await open([]);
  await expect.element(page.getByText('Noch keine Räume und Geräte')).toBeVisible();
  await expectUsable(app);
  await button('Neuer Raum oder neues Gerät').click();
  await field('Plätze').fill('acht');
  await button('Anlegen').click();
  await expect.element(page.getByText('Geben Sie einen Namen an.')).toBeVisible();
  await expect.element(page.getByText(/Schreiben Sie eine ganze Zahl/)).toBeVisible();
  await expectUsable(app);
  await field('Name').fill('  Vorführ wagen ');
  await field('Art').selectOptions('Fahrzeug');
  await field('Plätze').fill('5');
  await field('Beschreibung').fill('Im Hof');
  await checkbox(/^Fest/).click();
  await button('Anlegen').click();
  await expect
    .poll(() => app.server.commandsOf(saveResource))
    .toEqual([{ id: null, name: 'Vorführ wagen', kind: 'vehicle', capacity: 5, description: 'Im Hof', isHard: false }]);
  await expect.element(page.getByText('Vorführ wagen ist gespeichert.')).toBeVisible();
});

test('one is changed; where it is taken twice it cannot become exclusive, and what takes it is said', async () => {
  const { server } = await open(RESOURCES);
  await expect.element(page.getByText('Raum · 8\u00a0Plätze · fest · Mit Kran')).toBeVisible();
  await button('Vorführwagen bearbeiten').click();
  server.refuse(saveResource, 'RESOURCE_TAKEN', {
    pairs: [
      {
        calendarId: 1_000_000_005,
        name: 'Vorführwagen',
        startDate: '2035-11-30T09:00:00',
        endDate: '2035-11-30T10:00:00',
        title: 'Messe',
      },
    ],
  });
  await checkbox(/^Fest/).click();
  await button('Speichern').click();
  await expect.element(page.getByText(/^Es ist schon zweimal zur selben Zeit belegt/)).toBeVisible();
  await expect.element(page.getByText(/Vorführwagen: Messe, Fr/)).toBeVisible();
  expect(server.commandsOf(saveResource).at(-1)).toMatchObject({ id: 5, capacity: null, isHard: true });
});

test('one is deleted after a question', async () => {
  const { server } = await open(RESOURCES);
  await button('Halle 2 löschen').click();
  await expect.element(dialog().getByText(/behalten den Namen/)).toBeVisible();
  server.answer(removeResource, () => {
    server.answer(appointmentQueries.resources, RESOURCES.slice(1));
    return {};
  });
  await button('Löschen', dialog()).click();
  await expect.element(page.getByText('Halle 2 ist gelöscht.')).toBeVisible();
  await expect.element(button('Halle 2 bearbeiten')).not.toBeInTheDocument();
  expect(server.commandsOf(removeResource)).toEqual([{ id: 4 }]);
});

test('too many are refused in words, and what was typed stays', async () => {
  const { server } = await open(RESOURCES);
  server.refuse(saveResource, 'TOO_MANY_RESOURCES', { max: 500 });
  await button('Neuer Raum oder neues Gerät').click();
  await field('Name').fill('Noch einer');
  await button('Anlegen').click();
  await expect.element(page.getByText('Es gibt höchstens 500 Räume und Geräte.')).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Noch einer');
});

test('the page is there on a phone, in English', async () => {
  const app = await open(RESOURCES, { size: PHONE, settings: { language: 'en' } });
  await expectUsable(app);
  await button('Edit Halle 2').click();
  await expect.element(field('Seats')).toHaveValue('8');
  await expectUsable(app);
});
