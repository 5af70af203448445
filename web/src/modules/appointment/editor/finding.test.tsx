import {
  appointmentCommands,
  appointmentQueries,
  resourceCalendar,
  type AppointmentDetail,
  type FoundTime,
} from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import {
  FRIDAY,
  aParticipant,
  answerAppointment,
  appointmentAddress,
  appointmentDetails,
} from '../../../testing/appointments.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, field, option } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const HALL = resourceCalendar(4);
const { save } = appointmentCommands;
const anna = aParticipant(1, 'Anna Berger');
const ben = aParticipant(2, 'Ben Krüger');
const hall = aParticipant(null, 'Halle 2', { memberId: 7, resourceId: 4 });
/** An instant of the day of the appointment, by the clock of its zone, which is an hour ahead then. */
const at = (hour: number, minute = 0): string =>
  `${FRIDAY}T${String(hour - 1).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`;
const time = (from: number, to: number, part: Partial<FoundTime> = {}): FoundTime => ({
  start: at(from),
  end: at(to, 30),
  unsuited: [],
  chosen: null,
  ...part,
});

const add = () => page.getByRole('combobox', { name: 'Person, Gruppe, Raum, Gerät oder Adresse' });

async function open(
  part: Partial<AppointmentDetail>,
  told: (server: FakeServer) => void = () => undefined,
  more: Parameters<typeof renderAt>[1] = {},
) {
  const details = appointmentDetails(part);
  const app = await renderAt(appointmentAddress(details.aggregateId), {
    ...more,
    server: (server) => {
      answerAppointment(server, details);
      server.answer(appointmentQueries.freeBusy, [
        { calendarId: 1, times: [{ start: at(13, 30), end: at(15), kind: 'busy' }] },
        {
          calendarId: 2,
          times: [
            { start: at(9), end: at(11), kind: 'busy' },
            { start: at(14), end: at(16), kind: 'busy' },
          ],
        },
      ]);
      told(server);
    },
  });
  await expect.element(add()).toBeVisible();
  return app;
}

describe('a resource', () => {
  test('is added by its name, says whether it is free then, and is saved', async () => {
    const { server } = await open({ participants: [anna] }, ({ answer }) =>
      answer(appointmentQueries.findTimes, [time(13, 15)]),
    );
    await add().fill('halle');
    await option(/Halle 2.*8\s*Plätze · fest/).click();
    await expect.element(page.getByText('8\u00a0Plätze · fest')).toBeVisible();
    await expect.element(page.getByText('frei', { exact: true })).toBeVisible();
    expect(server.queriesOf(appointmentQueries.findTimes).find(({ hours }) => hours.to === '24:00')).toMatchObject({
      must: [1, HALL],
      minutes: 90,
      hours: { from: '00:00', to: '24:00' },
    });
    await expect.element(page.getByText(/^1\u00a0Person$/)).toBeVisible();
    await button(/^Speichern/).click();
    await expect
      .poll(() => server.commandsOf(save)[0]?.participants)
      .toMatchObject([{ userId: 1 }, { userId: null, resourceId: 4, address: '' }]);
  });

  test('that is taken is said under the field, with another time as the only way', async () => {
    const app = await open({ participants: [anna, hall] }, (server) => {
      server.answer(appointmentQueries.findTimes, [
        time(13, 15, { unsuited: [{ calendarId: HALL, kind: 'busy', isOptional: false }] }),
      ]);
      server.refuse(save, 'RESOURCE_TAKEN', {
        pairs: [
          {
            calendarId: HALL,
            name: 'Halle 2',
            startDate: `${FRIDAY}T14:00:00`,
            endDate: `${FRIDAY}T16:00:00`,
            title: 'Abnahme',
          },
        ],
      });
    });
    await expect.element(page.getByText('belegt', { exact: true })).toBeVisible();
    await field('Titel').fill('Planung');
    await button(/^Speichern/).click();
    await expect.element(page.getByText('Zu dieser Zeit nicht zu haben:')).toBeVisible();
    await expect.element(page.getByText('Halle 2: Abnahme, 14:00 – 16:00')).toBeVisible();
    expect(button('Trotzdem speichern').elements()).toEqual([]);
    await expectUsable(app);
    await button('Zeit finden').last().click();
    await expect.element(dialog()).toBeVisible();
  });
});

describe('the strip', () => {
  const strip = () => page.getByRole('region', { name: 'Zeit finden' });

  test('says when each of them is taken, without the appointment itself, and the first gap', async () => {
    const app = await open({ participants: [anna, ben] }, ({ answer }) =>
      answer(appointmentQueries.findTimes, [
        time(13, 15, { unsuited: [{ calendarId: 2, kind: 'busy', isOptional: false }] }),
      ]),
    );
    await expect.element(strip().getByRole('img', { name: 'Anna Berger: frei' })).toBeVisible();
    await expect
      .element(strip().getByRole('img', { name: 'Ben Krüger: belegt 9:00 bis 11:00, belegt 14:00 bis 16:00' }))
      .toBeVisible();
    await expect.element(strip().getByText('Erste gemeinsame Lücke: 11:00 bis 12:30')).toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll('.strip [data-kind="meets"]').length).toBe(1);
    await expectUsable(app);
  });

  test('offers times that suit all, and one that is pressed is that of the appointment', async () => {
    const { server } = await open({ participants: [anna, ben] }, ({ answer }) =>
      answer(appointmentQueries.findTimes, [
        time(11, 12),
        time(16, 17, { unsuited: [{ calendarId: 2, kind: 'busy', isOptional: false }] }),
      ]),
    );
    await strip()
      .getByRole('button', { name: /11:00–12:30 nehmen$/ })
      .click();
    await expect.element(field('Beginnt um')).toHaveValue('11:00');
    await expect.element(field('Endet um')).toHaveValue('12:30');
    expect(
      strip()
        .getByRole('button', { name: /nehmen$/ })
        .elements(),
    ).toHaveLength(1);
    await button(/^Speichern/).click();
    await expect
      .poll(() => server.commandsOf(save))
      .toMatchObject([{ startDate: `${FRIDAY}T11:00:00`, endDate: `${FRIDAY}T12:30:00` }]);
  });

  test('is not there for one alone', async () => {
    await open({ participants: [anna] });
    expect(strip().elements()).toEqual([]);
  });

  test('says that it could not be loaded, and asks again', async () => {
    const { server, isLive } = await open({ participants: [anna, ben] }, (given) =>
      given.refuse(appointmentQueries.freeBusy, 'APPOINTMENT_TIMES_INVALID'),
    );
    await expect.element(page.getByText('Wer wann belegt ist, war nicht zu laden.')).toBeVisible();
    await expect.poll(isLive).toBe(true);
    server.answer(appointmentQueries.freeBusy, [{ calendarId: 2, times: [] }]);
    await button('Erneut versuchen').click();
    await expect.element(strip().getByRole('img', { name: 'Ben Krüger: frei' })).toBeVisible();
    await expect.element(strip().getByRole('img', { name: 'Anna Berger: nicht zu sehen' })).toBeVisible();
  });
});

test('finding a time from the editor sets it, and takes the room that is free', async () => {
  const app = await open(
    { participants: [anna, ben] },
    ({ answer }) => answer(appointmentQueries.findTimes, [time(9, 10, { chosen: HALL })]),
    { size: PHONE },
  );
  await button('Zeit finden').first().click();
  await dialog()
    .getByRole('button', { name: /^9:00–10:30/ })
    .click();
  await expect.element(field('Beginnt um')).toHaveValue('09:00');
  await expect.element(page.getByText('8\u00a0Plätze · fest')).toBeVisible();
  expect(app.server.queriesOf(appointmentQueries.findTimes).at(-1)).toMatchObject({ appointmentId: 31 });
  await expectUsable(app);
});
