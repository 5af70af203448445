import { sessionQueries } from '@kontor/contract/account';
import {
  appointmentCommands,
  appointmentQueries,
  resourceCalendar,
  type CalendarSet,
  type FoundTime,
} from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { COLLEAGUES } from '../../../testing/appointments.ts';
import { RESOURCES, answerCalendar, aSpan, instantAt, todayThere } from '../../../testing/calendars.ts';
import { button, checkbox, dialog, field, option, textsOf } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const HALL = resourceCalendar(4);
const SERVICE: CalendarSet = {
  id: 2,
  name: 'Montage',
  calendars: [1, 2, HALL],
  isShared: false,
  isOwn: true,
  owner: 'Anna Berger',
};
const tomorrow = todayThere().add({ days: 1 }).toString();
const dayAfter = todayThere().add({ days: 2 }).toString();
const found: readonly FoundTime[] = [
  { start: instantAt(1, '10:30'), end: instantAt(1, '11:30'), unsuited: [], chosen: HALL },
  {
    start: instantAt(1, '14:00'),
    end: instantAt(1, '15:00'),
    unsuited: [{ calendarId: 3, kind: 'tentative', isOptional: true }],
    chosen: HALL,
  },
  {
    start: instantAt(2, '09:00'),
    end: instantAt(2, '10:00'),
    unsuited: [
      { calendarId: 2, kind: 'busy', isOptional: false },
      { calendarId: 3, kind: 'hidden', isOptional: true },
    ],
    chosen: null,
  },
];

interface Given extends Pick<NonNullable<Parameters<typeof renderAt>[1]>, 'size' | 'settings' | 'isAdministrator'> {
  readonly times?: readonly FoundTime[];
  readonly sets?: readonly CalendarSet[];
}

async function open(address: string, { times = found, sets = [SERVICE], ...given }: Given = {}) {
  const stored = { sets };
  const app = await renderAt(address, {
    ...given,
    server: (server) => {
      answerCalendar(server, () => [aSpan(31, 'Abnahme', 0, ['09:00', '10:00'], { calendarId: HALL })], {
        resources: RESOURCES,
        sets,
      });
      server.answer(appointmentQueries.sets, () => [...stored.sets]);
      server.answer(sessionQueries.moduleUsers, [...COLLEAGUES]);
      server.answer(appointmentQueries.findTimes, [...times]);
      server.answer(appointmentQueries.freeBusy, []);
    },
  });
  await expect.element(page.getByRole('tablist', { name: /Ansicht|View/ })).toBeVisible();
  return { app, stored };
}
const questions = (app: Awaited<ReturnType<typeof open>>['app']) => app.server.queriesOf(appointmentQueries.findTimes);
const time = (name: string | RegExp) => dialog().getByRole('button', { name });

describe('finding a time', () => {
  test('is begun by a key with those who are shown, and says whom each time does not suit', async () => {
    const { app } = await open('/agenda?view=day&calendars=1-2');
    await press('f');
    await expect.element(time(/^10:30–11:30\s*passt allen/)).toBeVisible();
    await expect.element(time(/14:00–15:00.*Jens Petersen \(kann\): vorläufig/)).toBeVisible();
    await expect.element(time(/9:00–10:00.*Ben Krüger: belegt, Jens Petersen \(kann\): nicht zu sehen/)).toBeVisible();
    await expect.poll(() => textsOf('.found-times h3').length).toBe(2);
    expect(questions(app).at(-1)).toMatchObject({ must: [1, 2], may: [], oneOf: [], minutes: 60, appointmentId: null });
    await expectUsable(app);
  });

  test('asks again for what is changed: people, rooms, length, days, hours and weekdays', async () => {
    const { app } = await open('/agenda');
    await button('Zeit finden').click();
    await field('Kann dabei sein', dialog()).fill('jens');
    await option(/Jens Petersen/).click();
    await field('Einer von diesen Räumen oder Geräten', dialog()).fill('halle');
    await option(/Halle 2/).click();
    await field('Dauer in Minuten', dialog()).fill('90');
    await field('Wann', dialog()).selectOptions('Zwischen zwei Tagen');
    await button('Freitag', dialog()).click();
    await expect
      .poll(() => questions(app).at(-1))
      .toMatchObject({
        must: [1],
        may: [3],
        oneOf: [HALL],
        minutes: 90,
        hours: { from: '08:00', to: '18:00' },
        weekdays: ['monday', 'tuesday', 'wednesday', 'thursday'],
      });
    await expect.element(time(/9:00–10:00.*kein Raum oder Gerät frei/)).toBeVisible();
    const before = questions(app).length;
    await field('Dauer in Minuten', dialog()).fill('0');
    await expect.element(page.getByText('Geben Sie an, wie viele Minuten es dauert.')).toBeVisible();
    await button('Anna Berger nicht wählen', dialog()).click();
    await expect.element(page.getByText('Wählen Sie, wer dabei sein muss.')).toBeVisible();
    expect(questions(app)).toHaveLength(before);
    await expectUsable(app);
  });

  test('goes by arrows from time to time, and Enter begins an appointment with all that was chosen', async () => {
    const { app } = await open(`/agenda?view=day&calendars=1-2-${HALL}`);
    await press('f');
    await expect.element(time(/10:30–11:30/)).toBeVisible();
    (time(/10:30–11:30/).element() as HTMLElement).focus();
    await press('ArrowDown', 'ArrowDown');
    await expect.element(time(/^9:00–10:00/)).toHaveFocus();
    await press('ArrowUp', 'ArrowUp');
    await press('Enter');
    await expect.element(field('Titel')).toBeVisible();
    await expect.element(field('Beginnt um')).toHaveValue('10:30');
    await type('Montage');
    await button(/^Anlegen/).click();
    await expect
      .poll(() => app.server.commandsOf(appointmentCommands.create))
      .toMatchObject([
        {
          title: 'Montage',
          startDate: `${tomorrow}T10:30:00`,
          endDate: `${tomorrow}T11:30:00`,
          participants: [{ userId: 1 }, { userId: 2 }, { resourceId: 4 }],
        },
      ]);
  });

  test('says that there is none, that it failed, and that there is no connection', async () => {
    const { app } = await open('/agenda', { times: [] });
    await press('f');
    await expect.element(page.getByText('Keine Zeit gefunden')).toBeVisible();
    await expectUsable(app);
    app.server.refuse(appointmentQueries.findTimes, 'APPOINTMENT_TIMES_INVALID');
    await field('Wann', dialog()).selectOptions('Diese Woche');
    await expect.element(page.getByText('Zeiten waren nicht zu finden')).toBeVisible();
    app.server.answer(appointmentQueries.findTimes, [...found]);
    await button('Erneut versuchen', dialog()).click();
    await expect.element(time(/10:30–11:30/)).toBeVisible();
    app.server.cut(true);
    await field('Dauer in Minuten', dialog()).fill('45');
    await expect.element(page.getByText(/^Wann alle frei sind, weiß nur der Server/)).toBeVisible();
    app.server.cut(false);
    await expect.element(time(/10:30–11:30/)).toBeVisible();
  });

  test('is there on a phone, in English', async () => {
    const { app } = await open('/agenda', { size: PHONE, settings: { language: 'en' } });
    await button('Month, calendars and types').click();
    await expect.element(checkbox(/Halle 2/)).toBeVisible();
    await expectUsable(app);
    await button('To the calendar').click();
    await button('Find a time').click();
    await expect.element(time(/suits everybody/)).toBeVisible();
    await expectUsable(app);
  });
});

describe('rooms and equipment', () => {
  test('are shown beside people, and an appointment made in their column takes them up', async () => {
    const { app } = await open('/agenda');
    await checkbox(/Halle 2/).click();
    await expect
      .element(page.getByRole('group', { name: 'Halle 2' }).getByRole('link', { name: /^Abnahme/ }))
      .toBeVisible();
    await expectUsable(app);
    await page.getByRole('tab', { name: 'Woche' }).click();
    await expect.element(page.getByRole('rowheader', { name: 'Halle 2' })).toBeVisible();
    await checkbox(/Anna Berger/).click();
    await page.getByRole('tab', { name: 'Tag' }).click();
    await press('c');
    await expect.element(dialog().getByText('Halle 2')).toBeVisible();
    await type('Abnahme zwei');
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(appointmentCommands.create))
      .toMatchObject([{ title: 'Abnahme zwei', calendarId: 1, participants: [{ userId: 1 }, { resourceId: 4 }] }]);
  });

  test('are named in the line, and one that is taken is refused without a way around', async () => {
    const { app } = await open('/agenda');
    app.server.refuse(appointmentCommands.create, 'RESOURCE_TAKEN', {
      pairs: [
        {
          calendarId: HALL,
          name: 'Halle 2',
          startDate: `${tomorrow}T09:00:00`,
          endDate: `${tomorrow}T10:00:00`,
          title: null,
        },
      ],
    });
    await press('c');
    await type('9-10 Montage @Halle 2');
    await press('Enter');
    await expect.element(dialog().getByText('Zu dieser Zeit nicht zu haben')).toBeVisible();
    await expect.element(dialog().getByText(/Halle 2: Belegt, 9:00 bis 10:00/)).toBeVisible();
    await expect.element(button('Anlegen', dialog())).toBeVisible();
    expect(button('Trotzdem', dialog()).elements()).toEqual([]);
  });
});

describe('groups of calendars', () => {
  test('show all that is in them', async () => {
    const { app } = await open(`/agenda?view=day&day=${dayAfter}`);
    await button(/^Montage\s*3$/).click();
    await expect.poll(() => document.querySelectorAll('[data-column]').length).toBe(3);
    await expect.element(button(/^Montage\s*3$/)).toHaveAttribute('aria-pressed', 'true');
    await expectUsable(app);
  });

  test('are found by name from everywhere', async () => {
    await open('/agenda?view=day');
    await press('Control+k');
    await type('kalender: mont');
    await option(/Kalender: Montage/).click();
    await expect.element(page.getByRole('rowheader', { name: /Ben Krüger/ })).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: 'Halle 2' })).toBeVisible();
  });

  test('are saved under a name', async () => {
    const { app } = await open('/agenda?view=day&calendars=1-3');
    await button('Gezeigte speichern').click();
    await press('Enter');
    await expect.element(page.getByText('Geben Sie der Gruppe einen Namen.')).toBeVisible();
    await type('Büro');
    await checkbox(/Mit allen teilen/).click();
    await expectUsable(app);
    await button('Speichern', dialog()).click();
    await expect
      .poll(() => app.server.commandsOf(appointmentCommands.saveSet))
      .toEqual([{ id: null, name: 'Büro', calendars: [1, 3], isShared: true }]);
    await expect.element(page.getByText('Büro ist gespeichert.')).toBeVisible();
  });

  test('are renamed, shared, given what is shown, and removed by a menu that keys open', async () => {
    const { app, stored } = await open('/agenda?view=day&calendars=1-3');
    const { saveSet, removeSet } = appointmentCommands;
    const menu = async (item: string): Promise<void> => {
      await expect.element(button('Mehr zu Montage')).toBeVisible();
      (button('Mehr zu Montage').element() as HTMLElement).focus();
      await press('Enter');
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Mit allen teilen');
    await expect.poll(() => app.server.commandsOf(saveSet).at(-1)).toMatchObject({ id: 2, isShared: true });
    await menu('Die gezeigten Kalender übernehmen');
    await expect.poll(() => app.server.commandsOf(saveSet).at(-1)).toMatchObject({ id: 2, calendars: [1, 3] });
    await menu('Umbenennen');
    await field('Name', dialog()).fill('  Halle  Nord ');
    await button('Speichern', dialog()).click();
    await expect.poll(() => app.server.commandsOf(saveSet).at(-1)).toMatchObject({ id: 2, name: 'Halle Nord' });
    await menu('Entfernen');
    stored.sets = [];
    await button('Entfernen', dialog()).click();
    await expect.poll(() => app.server.commandsOf(removeSet)).toEqual([{ id: 2 }]);
    await expect.element(button('Mehr zu Montage')).not.toBeInTheDocument();
  });

  test('of others can be chosen and not changed, and too many are refused in words', async () => {
    const theirs = { ...SERVICE, isOwn: false, isShared: true, owner: 'Ben Krüger' };
    const { app } = await open('/agenda', { sets: [theirs], isAdministrator: false });
    await expect.element(button(/^Montage/)).toBeVisible();
    expect(button('Mehr zu Montage').elements()).toEqual([]);
    app.server.refuse(appointmentCommands.saveSet, 'TOO_MANY_CALENDAR_SETS', { max: 100 });
    await button('Gezeigte speichern').click();
    await type('Noch eine');
    await press('Enter');
    await expect.element(page.getByText('Es gibt höchstens 100 eigene Gruppen.')).toBeVisible();
  });
});
