import { sessionQueries } from '@kontor/contract/account';
import { appointmentCommands, appointmentQueries, type AppointmentType } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { COLLEAGUES } from '../../../testing/appointments.ts';
import { button, checkbox, dialog, field, option } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { saveType, removeType, orderTypes } = appointmentCommands;
const [montage] = appointmentQueries.types.example.result as [AppointmentType];
const customer: AppointmentType = { ...montage, id: 4, title: 'Kunde', colour: '', participants: [] };

async function open(types: AppointmentType[], options: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/settings/appointmentTypes', {
    ...options,
    server: (server) => {
      server.answer(sessionQueries.moduleUsers, [...COLLEAGUES]);
      server.answer(appointmentQueries.types, types);
    },
  });
  await expect.element(button(options.settings?.language === 'en' ? 'New type' : 'Neue Terminart')).toBeVisible();
  return app;
}

test('none are there at first, and one is made with what it gives', async () => {
  const app = await open([]);
  await expect.element(page.getByText('Noch keine Terminarten')).toBeVisible();
  await button('Neue Terminart').click();
  await button('Anlegen').click();
  await expect.element(page.getByText('Geben Sie der Terminart einen Namen.')).toBeVisible();
  await field('Name').fill('  Abnahme ');
  await field('Farbe').selectOptions('Violett');
  await field('Wer es sieht').selectOptions('Privat');
  await page.getByRole('combobox', { name: 'Erinnerung' }).selectOptions('2\u00a0Stunden vorher');
  await page.getByRole('combobox', { name: 'Wer dabei ist' }).fill('mont');
  await option(/Gruppe, 2/).click();
  await checkbox(/Wiederholt sich nicht/).click();
  await expectUsable(app);
  await button('Anlegen').click();
  await expect
    .poll(() => app.server.commandsOf(saveType))
    .toMatchObject([
      {
        id: null,
        title: 'Abnahme',
        colour: '#7d4db3',
        access: 'private',
        alert: { unit: 'hours', value: 2 },
        participants: [2, 3],
        forbiddenRepetition: true,
      },
    ]);
  await expect.element(page.getByText('Abnahme ist gespeichert.')).toBeVisible();
});

test('they are put in an order with the keys, and it is taken back where it was refused', async () => {
  const app = await open([montage, customer]);
  await expectUsable(app);
  app.server.answer(orderTypes, () => {
    app.server.answer(appointmentQueries.types, [customer, montage]);
    return {};
  });
  await expect.element(button('Montage verschieben')).toBeVisible();
  (button('Montage verschieben').element() as HTMLElement).focus();
  await press('Alt+ArrowDown');
  await expect.poll(() => app.server.commandsOf(orderTypes)).toEqual([{ ids: [4, 3] }]);
  app.server.refuse(orderTypes, 'RIGHT_MISSING');
  await button('Montage nach oben').click();
  await expect.element(page.getByText('Terminarten ändern nur Administratoren.')).toBeVisible();
});

test('one is changed; what it kept stays', async () => {
  const { server } = await open([montage, customer]);
  await button('Montage bearbeiten').click();
  await field('Name').fill('Montage Nord');
  await button('Speichern').click();
  await expect
    .poll(() => server.commandsOf(saveType))
    .toMatchObject([
      { id: 3, title: 'Montage Nord', alert: { unit: 'hours', value: 1 }, participants: [2], defaultTitle: 'Montage' },
    ]);
});

test('too many are refused in words', async () => {
  const { server } = await open([montage]);
  server.refuse(saveType, 'TOO_MANY_APPOINTMENT_TYPES', { max: 100 });
  await button('Neue Terminart').click();
  await field('Name').fill('Noch eine');
  await button('Anlegen').click();
  await expect.element(page.getByText('Es gibt höchstens 100 Terminarten.')).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Noch eine');
});

test('one is deleted after a question', async () => {
  const { server } = await open([montage, customer]);
  await button('Kunde löschen').click();
  await expect.element(dialog().getByText(/bleiben, wie sie sind/)).toBeVisible();
  server.answer(removeType, () => {
    server.answer(appointmentQueries.types, [montage]);
    return {};
  });
  await button('Löschen', dialog()).click();
  await expect.element(page.getByText('Kunde ist gelöscht.')).toBeVisible();
  await expect.element(button('Kunde bearbeiten')).not.toBeInTheDocument();
  await expect.element(button('Neue Terminart')).toHaveFocus();
  expect(server.commandsOf(removeType)).toEqual([{ id: 4 }]);
});

test('the page is there on a phone, in English', async () => {
  const app = await open([montage, customer], { size: PHONE, settings: { language: 'en' } });
  await expectUsable(app);
  await button('Edit Montage').click();
  await expect.element(field('Name')).toHaveValue('Montage');
  await expectUsable(app);
  // The bar of the text has many tools, and the page is no wider for that.
  const pane = document.querySelector('.settings-page');
  expect(pane?.scrollWidth).toBe(pane?.clientWidth);
});
