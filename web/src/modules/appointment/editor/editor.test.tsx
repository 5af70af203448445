import { appointmentCommands, appointmentQueries, type AppointmentDetail } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { FRIDAY, answerAppointment, appointmentAddress, appointmentDetails } from '../../../testing/appointments.ts';
import { button, checkbox, field, heading, link, menu, radio } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { save } = appointmentCommands;

type Options = Parameters<typeof renderAt>[1];

async function open(part: Partial<AppointmentDetail> = {}, options: Options = {}) {
  const details = appointmentDetails(part);
  const app = await renderAt(appointmentAddress(details.aggregateId), {
    ...options,
    server: (server) => {
      answerAppointment(server, details);
      options.server?.(server);
    },
  });
  await expect.element(field(options.settings?.language === 'en' ? 'Title' : 'Titel')).toHaveValue(details.title);
  return app;
}
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();

describe('an appointment', () => {
  test('is edited in its place, and saved with the version that it was begun from', async () => {
    const app = await open();
    await expectUsable(app);
    await field('Titel').fill('Montage Norderney');
    await field('Beginnt um').fill('14:00');
    await press('Tab');
    await expect.element(field('Endet um')).toHaveValue('15:30');
    await says(/90\u00a0min/);
    await field('Ort', page.getByRole('group', { name: 'Ort' })).fill('Halle 3');
    await press('Control+s');
    await expect.poll(() => app.server.commandsOf(save)).toHaveLength(1);
    expect(app.server.commandsOf(save)[0]).toMatchObject({
      aggregateVersion: 2,
      title: 'Montage Norderney',
      startDate: `${FRIDAY}T14:00:00`,
      endDate: `${FRIDAY}T15:30:00`,
      location: 'Halle 3',
      scope: 'one',
      accepted: false,
    });
    await says('Der Termin ist gespeichert.');
  });

  test('is for whole days, and gets its hours back', async () => {
    const { server } = await open();
    await radio('Ganztägig').click();
    await expect.element(field('Beginnt um')).not.toBeInTheDocument();
    await field('Endet am').fill('02.12.2035');
    await press('Tab');
    await says(/3\u00a0Tage/);
    await button(/^Speichern/).click();
    await expect
      .poll(() => server.commandsOf(save)[0])
      .toMatchObject({ startDate: FRIDAY, endDate: '2035-12-02', allDay: true, timeMode: 'allDay' });
  });

  test('that ends before it begins is not sent, and says so', async () => {
    const { server } = await open();
    await field('Endet um').fill('12:00');
    await press('Tab');
    await says('Das Ende liegt vor dem Beginn.');
    await button(/^Speichern/).click();
    await expect.element(field('Endet um')).toHaveAttribute('aria-invalid', 'true');
    expect(server.commandsOf(save)).toEqual([]);
  });

  test('has a link to a meeting that has to be one', async () => {
    const { server } = await open();
    await button('Treffen per Video').click();
    const video = page.getByRole('textbox', { name: 'Treffen per Video' });
    await video.fill('meet');
    await button(/^Speichern/).click();
    await says(/Das ist keine Adresse einer Webseite/);
    await video.fill('https://meet.example/halle');
    await expect
      .element(page.getByRole('link', { name: 'Zum Treffen' }))
      .toHaveAttribute('href', 'https://meet.example/halle');
    await button(/^Speichern/).click();
    await expect.poll(() => server.commandsOf(save)[0]?.meetingUrl).toBe('https://meet.example/halle');
  });

  test('is private, and free, and sought for collisions', async () => {
    const { server } = await open({ checkCollision: false });
    await radio('Privat').click();
    await page.getByText('Weitere Angaben').click();
    await checkbox(/Als frei zeigen/).click();
    await checkbox(/Auf Überschneidungen prüfen/).click();
    await field('Farbe').selectOptions('Petrol');
    await button(/^Speichern/).click();
    await expect
      .poll(() => server.commandsOf(save)[0])
      .toMatchObject({ access: 'private', isFree: true, checkCollision: true, color: '#1f7a80' });
  });

  test('is left as it was typed, and found so when its tab is shown again', async () => {
    await open();
    await field('Titel').fill('Anders');
    await link(/^E-Mails/, menu()).click();
    await expect.element(heading('E-Mails')).toBeVisible();
    await page.getByRole('tab', { name: /Montageplanung/ }).click();
    await expect.element(field('Titel')).toHaveValue('Anders');
  });

  test('is edited on a phone, and in English', async () => {
    const app = await open({}, { size: PHONE, settings: { language: 'en' } });
    await expectUsable(app);
    await page.getByRole('combobox', { name: 'Reminder', exact: true }).selectOptions('1 hour before');
    await button(/^Save/).click();
    await expect.poll(() => app.server.commandsOf(save)[0]?.alert).toEqual({ unit: 'hours', value: 1 });
    await says('The appointment is saved.');
  });
});

describe('what stands in the way of saving', () => {
  test('are times that are taken: said beside them, and passed over by a press', async () => {
    const app = await open({ checkCollision: true });
    app.server.refuse(save, 'APPOINTMENT_COLLIDES', {
      pairs: [
        {
          calendarId: 3,
          name: 'Jens Petersen',
          startDate: `${FRIDAY}T14:30:00`,
          endDate: `${FRIDAY}T15:30:00`,
          title: null,
        },
        {
          calendarId: 2,
          name: 'Ben Krüger',
          startDate: `${FRIDAY}T13:00:00`,
          endDate: `${FRIDAY}T14:00:00`,
          title: 'Abnahme',
        },
      ],
    });
    await field('Titel').fill('Montage');
    await button(/^Speichern/).click();
    await says('Jens Petersen: belegt 14:30 – 15:30');
    await says('Ben Krüger: Abnahme, 13:00 – 14:00');
    await expectUsable(app);
    app.server.restore(save);
    await button('Trotzdem speichern').click();
    await expect.poll(() => app.server.commandsOf(save).map(({ accepted }) => accepted)).toEqual([false, true]);
    await says('Der Termin ist gespeichert.');
  });

  test('is another edit, with the choice between both', async () => {
    const { server } = await open();
    const {
      aggregateId: _id,
      scope: _scope,
      accepted: _accepted,
      ...example
    } = save.example.params as Record<string, unknown>;
    server.refuse(save, 'APPOINTMENT_CONFLICT', {
      ...example,
      title: 'Ganz anders',
      participants: [],
      aggregateVersion: 5,
    });
    await field('Titel').fill('Meiner');
    await button(/^Speichern/).click();
    await says('Jemand hat diesen Termin inzwischen geändert.');
    server.restore(save);
    await button('Meine speichern').click();
    await expect.poll(() => server.commandsOf(save).at(-1)).toMatchObject({ title: 'Meiner', aggregateVersion: 5 });
  });

  test('is another edit, of which one’s own is given up', async () => {
    const { server } = await open();
    const {
      aggregateId: _id,
      scope: _scope,
      accepted: _accepted,
      ...example
    } = save.example.params as Record<string, unknown>;
    server.refuse(save, 'APPOINTMENT_CONFLICT', {
      ...example,
      title: 'Ganz anders',
      participants: [],
      aggregateVersion: 5,
    });
    await field('Titel').fill('Meiner');
    await button(/^Speichern/).click();
    await button('Meine Änderungen verwerfen').click();
    await expect.element(field('Titel')).toHaveValue('Ganz anders');
  });

  test.each([
    ['REMINDER_PAST', 'Die Erinnerung muss zwischen jetzt und dem Beginn liegen.'],
    ['APPOINTMENT_TIMES_INVALID', 'Das Ende liegt vor dem Beginn, oder der Termin dauert zu lange.'],
    ['APPOINTMENT_REPETITION_INVALID', /So findet der Termin nie statt/],
    ['REPETITION_FORBIDDEN', 'Termine dieses Typs wiederholen sich nicht.'],
    ['TYPE_GONE', /Diesen Typ gibt es nicht mehr/],
    ['ORGANISER_ELSEWHERE', 'Beginn und Ende bestimmt, wer von außerhalb einlädt.'],
    ['OCCURRENCE_GONE', 'Dieser Termin der Serie findet nicht mehr statt.'],
    ['RIGHT_MISSING', 'Dafür fehlt Ihnen das Recht.'],
    ['NOT_FOUND', /Diesen Termin gibt es nicht mehr/],
  ])('%s is said in words, and nothing that was typed is lost', async (code, words) => {
    const { server } = await open({ types: [...appointmentQueries.types.example.result] });
    server.refuse(save, code);
    await field('Titel').fill('Getippt');
    await button(/^Speichern/).click();
    await says(words);
    await expect.element(field('Titel')).toHaveValue('Getippt');
    await expect.element(page.getByText(/Trotzdem/)).not.toBeInTheDocument();
  });

  test('is a series that is too long, by how long it may be', async () => {
    const { server } = await open();
    server.refuse(save, 'SERIES_TOO_LONG', { max: 20000 });
    await field('Titel').fill('Getippt');
    await button(/^Speichern/).click();
    await says(/höchstens 20.000 Termine/);
  });

  test('is a missing connection', async () => {
    const { server } = await open();
    await field('Titel').fill('Getippt');
    server.cut(true);
    await button(/^Speichern/).click();
    await says(/Ohne Verbindung lässt sich das nicht speichern/);
    server.cut(false);
    await button(/^Speichern/).click();
    await says('Der Termin ist gespeichert.');
  });

  test('is a reminder that would have rung, until there is none', async () => {
    const { server } = await open();
    await page.getByRole('combobox', { name: 'Erinnerung', exact: true }).selectOptions('Andere Zeit …');
    await field('Einheit').selectOptions('Tage');
    await field('Wie lange vorher').fill('365');
    server.refuse(save, 'REMINDER_PAST');
    await button(/^Speichern/).click();
    await says('Die Erinnerung muss zwischen jetzt und dem Beginn liegen.');
    server.restore(save);
    await button('Ohne Erinnerung').click();
    await button(/^Speichern/).click();
    await expect.poll(() => server.commandsOf(save).at(-1)?.alert).toBe('none');
  });
});
