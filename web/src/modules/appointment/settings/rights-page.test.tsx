import { sessionQueries } from '@kontor/contract/account';
import { appointmentCommands, appointmentQueries } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { COLLEAGUES } from '../../../testing/appointments.ts';
import { button, field, option } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { saveRights } = appointmentCommands;

const open = (options: Parameters<typeof renderAt>[1] = {}) =>
  renderAt('/settings/calendarRights', {
    ...options,
    server: (server) => {
      server.answer(sessionQueries.moduleUsers, [...COLLEAGUES]);
      server.answer(appointmentQueries.rights, {
        calendarId: 1,
        rights: [{ userId: 2, groupId: null, level: 'write' }],
      });
    },
  });

test('who may do what with one’s calendar is said for persons, groups and everybody', async () => {
  const app = await open();
  await expect.element(field('Recht von Ben Krüger')).toHaveValue('write');
  await expectUsable(app);
  await field('Alle anderen').selectOptions('Nichts');
  await field('Recht von Ben Krüger').selectOptions('Alles, auch Privates');
  await page.getByRole('combobox', { name: 'Person oder Gruppe hinzufügen' }).fill('mont');
  await option(/Montage/).click();
  await expect.element(field('Recht von Montage')).toHaveValue('read');
  await button('Speichern').click();
  await expect
    .poll(() => app.server.commandsOf(saveRights))
    .toMatchObject([
      {
        rights: [
          { userId: null, groupId: null, level: 'none' },
          { userId: 2, groupId: null, level: 'manage' },
          { userId: null, groupId: 4, level: 'read' },
        ],
      },
    ]);
  await expect.element(page.getByText('Die Rechte sind gespeichert.')).toBeVisible();
});

test('what could not be saved stays as it was typed', async () => {
  const { server } = await open();
  await button('Recht von Ben Krüger entfernen').click();
  server.refuse(saveRights, 'RIGHT_MISSING');
  await button('Speichern').click();
  await expect.element(page.getByText(/Die Rechte waren nicht zu speichern/)).toBeVisible();
  await expect.element(page.getByText(/Niemand hat ein eigenes Recht/)).toBeVisible();
});

test('is set on a phone, in English', async () => {
  const app = await open({ size: PHONE, settings: { language: 'en' } });
  await expect.element(field('Right of Ben Krüger')).toBeVisible();
  await expectUsable(app);
});
