import { appointmentCommands, appointmentQueries } from '@kontor/contract/appointment';
import { recordCommands } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { FRIDAY, anAppointment, answerAppointment, appointmentDetails } from '../../../testing/appointments.ts';
import { button, field, rows } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { newAppointmentHref } from '../address.ts';

const { create } = appointmentCommands;
const title = () => field('Titel');

const renderNew = (
  beginning: Parameters<typeof newAppointmentHref>[1] = {},
  options: Parameters<typeof renderAt>[1] = {},
) =>
  renderAt(newAppointmentHref('d1', beginning), {
    ...options,
    server: (server) => {
      answerAppointment(server, appointmentDetails());
      options.server?.(server);
    },
  });

test('a new appointment is begun by its key, typed, and made by Control and S', async () => {
  const { server } = await renderAt('/agenda?view=list', {
    server: (fake) => answerAppointment(fake, appointmentDetails()),
  });
  await expect.element(page.getByText('Montageplanung Norderney')).toBeVisible();
  await press('H');
  await expect.element(title()).toHaveFocus();
  await type('Abnahme');
  await press('Control+s');
  await expect.poll(() => server.commandsOf(create)).toHaveLength(1);
  const [made] = server.commandsOf(create);
  expect(made).toMatchObject({
    title: 'Abnahme',
    allDay: false,
    calendarId: 1,
    participants: [{ userId: 1, write: true }],
  });
  const length = Date.parse(`${made?.endDate}Z`) - Date.parse(`${made?.startDate}Z`);
  expect(length).toBe(3_600_000);
  await expect.poll(() => location.pathname).toContain(encodeURIComponent('"entryId":31'));
  await expect.element(title()).toHaveValue('Montageplanung Norderney');
});

test('begins with the time, the people and the record that it was begun with', async () => {
  const app = await renderNew({
    start: `${FRIDAY}T10:00`,
    end: `${FRIDAY}T10:45`,
    people: [2],
    record: { idoId: 7, idoInstanceId: 1 },
  });
  await expect.element(page.getByText('Ben Krüger').first()).toBeVisible();
  await expectUsable(app);
  await title().fill('Messe');
  await button(/^Anlegen/).click();
  await expect
    .poll(() => app.server.commandsOf(create)[0])
    .toMatchObject({
      startDate: `${FRIDAY}T10:00:00`,
      endDate: `${FRIDAY}T10:45:00`,
      participants: [{ userId: 1 }, { userId: 2 }],
    });
  await expect.poll(() => app.server.commandsOf(recordCommands.link)).toMatchObject([{ idoId: 7, idoInstanceId: 1 }]);
});

test('that could not be linked with its record says so, and is linked by a press', async () => {
  const { server } = await renderNew({ record: { idoId: 7, idoInstanceId: 1 } });
  server.refuse(recordCommands.link, 'RECORD_TOO_MANY_LINKS');
  await title().fill('Messe');
  await button(/^Anlegen/).click();
  await expect
    .element(page.getByText('Der Termin ist angelegt, aber nicht mit dem Datensatz verknüpft.'))
    .toBeVisible();
  server.restore(recordCommands.link);
  await button('Erneut versuchen').first().click();
  await expect.poll(() => server.commandsOf(recordCommands.link)).toHaveLength(2);
});

test('a collision is said before it is made, and passed over', async () => {
  const { server } = await renderNew();
  server.refuse(create, 'APPOINTMENT_COLLIDES', {
    pairs: [
      {
        calendarId: 1,
        name: 'Anna Berger',
        startDate: `${FRIDAY}T10:00:00`,
        endDate: `${FRIDAY}T11:00:00`,
        title: 'Messe',
      },
    ],
  });
  await title().fill('Abnahme');
  await button(/^Anlegen/).click();
  await expect.element(page.getByText(/Anna Berger: Messe/)).toBeVisible();
  await expect.element(title()).toHaveValue('Abnahme');
  server.restore(create);
  await button('Trotzdem speichern').click();
  await expect.poll(() => server.commandsOf(create).map(({ accepted }) => accepted)).toEqual([false, true]);
});

test('is begun on a phone', async () => {
  const app = await renderNew({}, { size: PHONE });
  await expect.element(title()).toBeVisible();
  await expectUsable(app);
});

test('the list says when each is, where, and how it stands', async () => {
  const app = await renderAt('/agenda?view=list', {
    server: (server) => {
      server.list(appointmentQueries.items, [
        anAppointment(31, 'Montage', { location: 'Halle 2', participants: 3, participation: 'none', repeats: true }),
        anAppointment(32, 'Messe', { timeMode: 'allDay', startDate: FRIDAY, endDate: FRIDAY, access: 'private' }),
      ]);
    },
  });
  await expect.element(rows().first().getByText('Halle 2')).toBeVisible();
  await expect
    .element(
      rows()
        .first()
        .getByText(/30\.11\.2035 13:30/),
    )
    .toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Noch nicht zugesagt' })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Wiederholt sich' })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Privat' })).toBeVisible();
  await expectUsable(app);
  expect(location.pathname).toBe('/agenda');
  await page.getByRole('tab', { name: 'Alle' }).click();
  await expect.poll(() => location.search).toContain('cut=all');
});

test('a list without any says how one is begun', async () => {
  await renderAt('/agenda?view=list', { server: (server) => server.list(appointmentQueries.items, []) });
  await expect.element(page.getByText('Kein Termin steht an')).toBeVisible();
  await button('Termin anlegen').click();
  await expect.element(title()).toHaveFocus();
});
