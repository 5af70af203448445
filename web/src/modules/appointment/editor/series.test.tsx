import { appointmentCommands, appointmentQueries, type AppointmentDetail } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import {
  FRIDAY,
  aParticipant,
  answerAppointment,
  appointmentAddress,
  appointmentDetails,
  appointmentId,
} from '../../../testing/appointments.ts';
import { button, checkbox, dialog, field, option } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { save, delete: remove, delayOneWeek, hide, restoreOccurrence, myAlert } = appointmentCommands;
const OCCURRENCE = appointmentId(31, `${FRIDAY}T13:30:00`);
const weekly = {
  repetitionType: 'weekly' as const,
  tact: 2,
  weekdays: [],
  firstDate: FRIDAY,
  hasAnEnd: true,
  durationEnd: '2036-01-29',
  nTimes: null,
  monthDate: null,
  groupId: 0,
  rule: '',
};

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
const openSeries = (part: Partial<AppointmentDetail> = {}, options: Options = {}) =>
  open({ aggregateId: OCCURRENCE, repeats: true, repetition: weekly, ...part }, options);
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const menuItem = (name: string) => page.getByRole('menuitem', { name });

describe('a series', () => {
  test.each([
    ['Nur dieser Termin', 'one'],
    ['Dieser und alle folgenden', 'following'],
    ['Alle der Serie', 'all'],
  ])('is saved as is asked for: %s', async (choice, scope) => {
    const app = await openSeries();
    await says('Jeden zweiten Freitag, bis 29. Januar 2036');
    await field('Titel').fill('Montage');
    await button(/^Speichern/).click();
    await expect.element(dialog().getByText('Für welche Termine der Serie gilt die Änderung?')).toBeVisible();
    if (scope === 'one') await expectUsable(app);
    await button(choice, dialog()).click();
    await expect.poll(() => app.server.commandsOf(save).map((sent) => sent.scope)).toEqual([scope]);
  });

  test('that is opened as a whole is saved as a whole', async () => {
    const { server } = await openSeries({ aggregateId: appointmentId(31) });
    await says('Sie bearbeiten die ganze Serie.');
    await field('Titel').fill('Montage');
    await button(/^Speichern/).click();
    await expect.poll(() => server.commandsOf(save).map(({ scope }) => scope)).toEqual(['all']);
  });

  test('has a rule that is changed in a form, for more than one of them', async () => {
    const app = await openSeries();
    await button(/^Jeden zweiten Freitag.*Ändern$/).click();
    await field('Wiederholen', dialog()).selectOptions('Monatlich');
    await field('An welchem Tag', dialog()).selectOptions('am letzten Freitag');
    await field('Alle wie viele Monate', dialog()).fill('0');
    await button('Übernehmen', dialog()).click();
    await expect.element(dialog().getByText('Eine ganze Zahl von 1 bis 999.')).toBeVisible();
    await field('Alle wie viele Monate', dialog()).fill('1');
    await field('Endet', dialog()).selectOptions('Nach einer Anzahl');
    await field('Wie oft', dialog()).fill('6');
    await expectUsable(app);
    await button('Übernehmen', dialog()).click();
    await says('Jeden Monat am letzten Freitag, 6-mal');
    await says(/28\. Dez\. · .*25\. Jan\. 2036/);
    await button(/^Speichern/).click();
    await expect.element(button('Nur dieser Termin', dialog())).not.toBeInTheDocument();
    await button('Alle der Serie', dialog()).click();
    await expect
      .poll(() => app.server.commandsOf(save)[0]?.repetition)
      .toMatchObject({
        repetitionType: 'monthly',
        monthDate: 'weekdayFromEnd',
        hasAnEnd: true,
        nTimes: 6,
        durationEnd: null,
      });
  });

  test.each([
    [
      '2036-01-31',
      'Monatlich',
      'Monate ohne einen 31. werden ausgelassen: Februar, April, Juni, September und November.',
    ],
    ['2036-02-29', 'Jährlich', 'Jahre ohne 29. Februar werden ausgelassen.'],
  ])('from %s says which are left out, and offers the last day of the month', async (day, type, said) => {
    const { server } = await open({
      startDate: `${day}T13:30:00`,
      endDate: `${day}T15:00:00`,
      startDateOriginal: `${day}T13:30:00`,
      endDateOriginal: `${day}T15:00:00`,
    });
    await button('Wiederholen …').click();
    await field('Wiederholen', dialog()).selectOptions(type);
    await expect.element(dialog().getByText(said)).toBeVisible();
    await button('Stattdessen am letzten Tag des Monats', dialog()).click();
    await expect.element(dialog().getByText(said)).not.toBeInTheDocument();
    await button('Übernehmen', dialog()).click();
    await button(/^Speichern/).click();
    await expect.poll(() => server.commandsOf(save)[0]?.repetition).toMatchObject({ monthDate: 'lastDay' });
  });

  test('begins with a single one, on chosen days of the week', async () => {
    const { server } = await open();
    await button('Wiederholen …').click();
    await expect.element(checkbox('Fr', dialog())).toBeChecked();
    await checkbox('Mo', dialog()).click();
    await button('Übernehmen', dialog()).click();
    await says('Jede Woche am Montag und Freitag');
    await button(/^Speichern/).click();
    await expect
      .poll(() => server.commandsOf(save)[0]?.repetition)
      .toMatchObject({ repetitionType: 'weekly', weekdays: ['friday', 'monday'], hasAnEnd: false });
  });

  test('has occurrences that were left out brought back', async () => {
    const gone = appointmentId(31, '2035-12-14T13:30:00');
    const { server } = await openSeries({ excluded: [{ aggregateId: gone, startDate: '2035-12-14T13:30:00' }] });
    await button(/14\. Dez.* zurückholen/).click();
    await says('Der Termin findet wieder statt.');
    expect(server.commandsOf(restoreOccurrence)).toHaveLength(1);
  });

  test('is deleted as is asked for, and comes back by Undo', async () => {
    const { server } = await openSeries();
    await button('Löschen').first().click();
    await button('Dieser und alle folgenden', dialog()).click();
    await says('Serie beendet, die folgenden Termine gelöscht.');
    await expect.poll(() => server.commandsOf(remove)).toMatchObject([{ scope: 'following', takesBack: false }]);
    await press('z');
    await expect.poll(() => server.commandsOf(remove)).toMatchObject([{}, { scope: 'following', takesBack: true }]);
  });

  test('is moved by a week though something is taken', async () => {
    const { server } = await openSeries();
    server.refuse(delayOneWeek, 'APPOINTMENT_COLLIDES', {
      pairs: [{ calendarId: 2, name: 'Ben Krüger', startDate: FRIDAY, endDate: FRIDAY, title: null }],
    });
    await button('Weitere Aktionen').click();
    await menuItem('Um eine Woche verschieben').click();
    await button('Nur dieser Termin', dialog()).click();
    await says('Nicht verschoben: Dann ist Ben Krüger schon belegt.');
    server.restore(delayOneWeek);
    await button('Trotzdem verschieben').click();
    await says('Der Termin ist verschoben.');
    expect(server.commandsOf(delayOneWeek)).toMatchObject([{ accepted: false }, { scope: 'one', accepted: true }]);
  });
});

describe('what the person does for themselves', () => {
  test('is to hide it', async () => {
    const { server } = await open();
    server.answer(hide, () => {
      server.answer(appointmentQueries.details, appointmentDetails({ isHidden: true }));
      return {};
    });
    await button('Weitere Aktionen').click();
    await menuItem('Ausblenden').click();
    await says(/Sie haben diesen Termin ausgeblendet/);
    expect(server.commandsOf(hide)).toMatchObject([{ isHidden: true }]);
  });

  test('is to be called at another time', async () => {
    const { server } = await open();
    await button('Wie der Termin (15\u00a0Minuten vorher)').click();
    await expect.poll(() => server.commandsOf(myAlert)).toMatchObject([{ alert: { unit: 'minutes', value: 15 } }]);
    server.refuse(myAlert, 'REMINDER_PAST');
    await page.getByRole('combobox', { name: 'Meine Erinnerung', exact: true }).selectOptions('7\u00a0Tage vorher');
    await says('Die Erinnerung muss zwischen jetzt und dem Beginn liegen.');
  });

  test('is to look at what became of it', async () => {
    await open();
    await button('Weitere Aktionen').click();
    await menuItem('Verlauf').click();
    await expect.element(dialog().getByRole('heading', { name: 'Was geändert wurde' })).toBeVisible();
  });
});

describe('an appointment that is not the person’s to write', () => {
  test('is read, without a field', async () => {
    const details = appointmentDetails({
      writepermission: false,
      meetingUrl: 'https://meet.example/x',
      access: 'private',
      repeats: true,
      repetition: weekly,
      aggregateId: OCCURRENCE,
      participants: [aParticipant(2, 'Ben Krüger')],
      organiser: { userId: 2, name: 'Ben Krüger', address: '' },
    });
    const app = await renderAt(appointmentAddress(OCCURRENCE), {
      server: (server) => answerAppointment(server, details),
    });
    await expect.element(page.getByRole('heading', { name: 'Montageplanung Norderney' })).toBeVisible();
    await says(/30\. Nov\. 2035, 13:30 – 15:00/);
    await says('Halle 2');
    await says('Ben Krüger');
    await says('Kran anfragen.');
    await says(/Sie lesen diesen Termin/);
    expect(field('Titel').elements()).toEqual([]);
    expect(button(/^Speichern/).elements()).toEqual([]);
    await expectUsable(app);
  });

  test('is said to be taken, and nothing else, where no more is to be seen', async () => {
    const details = appointmentDetails({
      writepermission: false,
      insightRight: false,
      title: '',
      description: '',
      location: '',
      calendarId: 2,
      participants: [],
      level: 'busy',
    });
    const app = await renderAt(appointmentAddress(details.aggregateId), {
      server: (server) => answerAppointment(server, details),
    });
    await expect.element(page.getByRole('heading', { name: 'Belegt' })).toBeVisible();
    await says(/Im Kalender von Ben Krüger/);
    expect(page.getByRole('button', { name: 'Löschen' }).elements()).toEqual([]);
    await expectUsable(app);
  });

  test.each(['NOT_FOUND', 'OCCURRENCE_GONE'])('is gone (%s)', async (code) => {
    await renderAt(appointmentAddress(OCCURRENCE), {
      server: (server) => server.refuse(appointmentQueries.details, code),
    });
    await expect.element(page.getByText('Nicht gefunden')).toBeVisible();
  });
});

test('a group and an address are added by one field', async () => {
  const { server } = await open();
  const add = page.getByRole('combobox', { name: 'Person, Gruppe, Raum, Gerät oder Adresse' });
  await add.fill('mont');
  await option(/Gruppe, 2/).click();
  await says(/3\u00a0Personen/);
  await add.fill('hauke@reederei-norderney.de');
  await press('Enter');
  await says('Einladung geht raus');
  await button(/^Speichern/).click();
  await expect
    .poll(() => server.commandsOf(save)[0]?.participants.map(({ userId, address }) => userId ?? address))
    .toEqual([1, 2, 3, 'hauke@reederei-norderney.de']);
});
