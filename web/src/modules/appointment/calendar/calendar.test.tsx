import { appointmentCommands, appointmentQueries, type Span } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { aDaySpan, aSpan, answerCalendar, instantAt, takenSpan, todayThere } from '../../../testing/calendars.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button, checkbox, dialog, heading, link, textsOf } from '../../../testing/find.ts';
import { carry, middleOf } from '../../../testing/hands.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { dayName, periodName } from '../period.ts';

/** A calendar whose server moves, removes and makes as it is told. */
async function open(
  address: string,
  spans: readonly Span[] = [],
  more: Parameters<typeof renderAt>[1] = {},
  told: (server: FakeServer) => void = () => undefined,
) {
  const stored = { spans };
  const app = await renderAt(address, {
    ...more,
    server: (server) => {
      answerCalendar(server, () => stored.spans);
      told(server);
    },
  });
  await expect.element(page.getByRole('tablist', { name: 'Ansicht des Kalenders' })).toBeVisible();
  return { app, stored };
}
const today = todayThere().toString();
const todayIs = (): string => dayName(today, 'de');
const titleOf = (day: string, language: 'de' | 'en' = 'de'): string =>
  periodName('day', day, { weekStart: 1, language, today });
const block = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) });
async function focusOn(title: string): Promise<void> {
  await expect.element(block(title)).toBeVisible();
  (block(title).element() as HTMLElement).focus();
}
const moved = (app: { server: FakeServer }) => app.server.commandsOf(appointmentCommands.changeTimes);

describe('the calendar', () => {
  test('shows today at first, with what is on it', async () => {
    const { app } = await open('/agenda', [
      aSpan(31, 'Wartung besprechen', 0, ['09:00', '10:30'], { location: 'Halle 2' }),
      aDaySpan(32, 'Hausmesse', -1, 1),
      takenSpan(1, 0, ['13:00', '14:00']),
    ]);
    await expect.element(heading(titleOf(today))).toBeVisible();
    await expect.element(block('Wartung besprechen')).toBeVisible();
    await expect.element(page.getByText('9:00–10:30 · Halle 2')).toBeVisible();
    await expect.element(link('Hausmesse')).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Belegt, 13:00–14:00' })).toBeVisible();
    await expectUsable(app);
  });

  test('goes by keys from view to view and from period to period', async () => {
    const { app } = await open('/agenda');
    const title = (): string | undefined => textsOf('.toolbar h1')[0];
    for (const [key, name] of [
      ['3', 'Monat'],
      ['4', 'Jahr'],
      ['6', 'Agenda'],
      ['2', 'Woche'],
      ['1', 'Tag'],
    ] as const) {
      await press(key);
      await expect.element(page.getByRole('tab', { name, selected: true })).toBeVisible();
      await expectUsable(app);
    }
    const ahead = (days: number): string => titleOf(todayThere().add({ days }).toString());
    await press('j', 'j');
    await expect.poll(title).toBe(ahead(2));
    await press('k', 'k', 'k');
    await expect.poll(title).toBe(ahead(-1));
    await press('t');
    await expect.poll(title).toBe(titleOf(today));
  });

  test('says when it did not arrive, and asks again', async () => {
    const { app } = await open('/agenda?view=week', [aSpan(31, 'Wartung', 0, ['09:00', '10:00'])]);
    await expect.element(block('Wartung')).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    app.server.refuse(appointmentQueries.range, 'NOT_FOUND');
    await press('1');
    await expect.element(page.getByText('Der Kalender kam nicht an')).toBeVisible();
    await expectUsable(app);
    answerCalendar(app.server, () => [aSpan(31, 'Wartung', 0, ['09:00', '10:00'])]);
    await button('Erneut versuchen').click();
    await expect.element(block('Wartung')).toBeVisible();
  });

  test('says in English what is on a day', async () => {
    await renderAt('/agenda?view=day', {
      settings: { language: 'en' },
      server: (server) => answerCalendar(server, () => []),
    });
    await expect.element(heading(titleOf(today, 'en'))).toBeVisible();
    await expect.element(page.getByText('Nothing planned. Click or C.')).toBeVisible();
  });
});

describe('what is made', () => {
  test('is begun by a key, and made by its title', async () => {
    const { app } = await open(`/agenda?day=${todayThere().add({ days: 1 }).toString()}`);
    await press('c');
    await expect.element(dialog()).toBeVisible();
    await expectUsable(app);
    await press('Enter');
    await expect.element(page.getByText('Geben Sie dem Termin einen Titel.')).toBeVisible();
    await type('Montage planen');
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(appointmentCommands.create))
      .toMatchObject([
        {
          title: 'Montage planen',
          startDate: expect.stringContaining('T09:00:00'),
          endDate: expect.stringContaining('T10:00:00'),
        },
      ]);
    await expect.element(page.getByText('Termin angelegt')).toBeVisible();
  });

  test('is understood as a line, with who takes part and whether they are free', async () => {
    const { app } = await open('/agenda');
    await press('c');
    await type('14-15:30 Montage mit Ben');
    await expect.element(dialog().getByText('14:00–15:30', { exact: false })).toBeVisible();
    await expect.element(dialog().getByText('Ben Krüger')).toBeVisible();
    await expect.element(dialog().getByText('belegt')).toBeVisible();
    await expectUsable(app);
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(appointmentCommands.create))
      .toMatchObject([
        {
          title: 'Montage',
          startDate: `${today}T14:00:00`,
          endDate: `${today}T15:30:00`,
          participants: [{ userId: 1 }, { userId: 2 }],
        },
      ]);
  });

  test('asks where it collides, and is made all the same', async () => {
    const { app } = await open('/agenda');
    app.server.refuse(appointmentCommands.create, 'APPOINTMENT_COLLIDES', {
      pairs: [
        {
          calendarId: 2,
          name: 'Ben Krüger',
          startDate: '2026-12-01T10:30:00',
          endDate: '2026-12-01T11:30:00',
          title: null,
        },
      ],
    });
    await press('c');
    await type('Probe');
    await press('Enter');
    await expect.element(page.getByText('Ben Krüger: Belegt, 10:30 bis 11:30')).toBeVisible();
    await expectUsable(app);
    app.server.answer(appointmentCommands.create, appointmentCommands.create.example.result);
    await button('Trotzdem').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(app.server.commandsOf(appointmentCommands.create).at(-1)).toMatchObject({ title: 'Probe', accepted: true });
  });

  test('waits without a network, and is shown meanwhile', async () => {
    const { app } = await open('/agenda');
    app.server.cut(true);
    await press('c');
    await type('Ohne Netz');
    await press('Enter');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('img', { name: 'Wartet auf die Verbindung' })).toBeInTheDocument();
    app.server.cut(false);
    await expect.poll(() => app.server.commandsOf(appointmentCommands.create).length).toBe(1);
  });
});

test('one that waited and was refused is not shown any more', async () => {
  const { app } = await open('/agenda');
  app.server.cut(true);
  await press('c');
  await type('Zu spät');
  await press('Enter');
  const waits = page.getByRole('img', { name: 'Wartet auf die Verbindung' });
  await expect.element(waits).toBeInTheDocument();
  app.server.refuse(appointmentCommands.create, 'RIGHT_MISSING');
  app.server.cut(false);
  await expect.element(waits).not.toBeInTheDocument();
});

describe('an appointment in the grid', () => {
  const one = (part: Partial<Span> = {}) => aSpan(31, 'Wartung', 0, ['09:00', '10:00'], part);

  test('is moved by keys, at once, and put back', async () => {
    const { app, stored } = await open('/agenda', [one()]);
    await focusOn('Wartung');
    await press('Control+ArrowDown');
    await expect.element(page.getByText('9:15–10:15')).toBeVisible();
    await expect
      .poll(() => moved(app))
      .toMatchObject([{ startDate: `${today}T09:15:00`, endDate: `${today}T10:15:00`, scope: 'one', accepted: false }]);
    stored.spans = [one({ start: instantAt(0, '09:15'), end: instantAt(0, '10:15') })];
    await expect.element(page.getByText('Verschoben')).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    stored.spans = [one()];
    await press('z');
    await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: `${today}T09:00:00`, accepted: true });
    await expect.element(page.getByText('9:00–10:00')).toBeVisible();
  });

  test('is made longer by keys, and is as before where that is refused', async () => {
    const { app } = await open('/agenda', [one()]);
    app.server.refuse(appointmentCommands.changeTimes, 'RIGHT_MISSING');
    await focusOn('Wartung');
    await press('Control+Shift+ArrowDown');
    await expect.poll(() => moved(app)).toMatchObject([{ endDate: `${today}T10:15:00` }]);
    await expect.element(page.getByText('Dafür fehlt Ihnen das Recht.')).toBeVisible();
    await expect.element(page.getByText('9:00–10:00')).toBeVisible();
  });

  test('is dragged by the mouse to another day of its week', async () => {
    const { app } = await open('/agenda?view=week', [one()]);
    await expect.element(block('Wartung')).toBeVisible();
    const source = block('Wartung').element();
    const column = source.closest<HTMLElement>('[data-column]');
    const index = Number(column?.dataset['column']);
    const target = document.querySelector(`[data-column="${index === 0 ? 1 : index - 1}"]`) as HTMLElement;
    const { x } = middleOf(target);
    const letGo = carry(source, { x, y: middleOf(source).y + 56 });
    await expect.element(page.getByText('10:00–11:00')).toBeVisible();
    letGo();
    await expect
      .poll(() => moved(app))
      .toMatchObject([{ startDate: expect.stringMatching(/T10:00:00$/), accepted: false }]);
    expect(moved(app)[0]?.startDate.slice(0, 10)).not.toBe(today);
  });

  test('of a series asks which ones are meant', async () => {
    const { app } = await open('/agenda', [one({ repeats: true, original: 29_935_260 })]);
    await focusOn('Wartung');
    await press('Control+ArrowUp');
    await expect.element(dialog()).toBeVisible();
    await expectUsable(app);
    await button('Dieser und alle folgenden', dialog()).click();
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: `${today}T08:45:00`, scope: 'following' }]);
  });

  test('is deleted by a key, and there again', async () => {
    const { app } = await open('/agenda', [one()]);
    await focusOn('Wartung');
    await press('Delete');
    await expect.element(block('Wartung')).not.toBeInTheDocument();
    await expect.element(page.getByText('Termin gelöscht')).toBeVisible();
    await press('z');
    await expect.element(block('Wartung')).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(appointmentCommands.delete).map(({ takesBack }) => takesBack))
      .toEqual([false, true]);
  });

  test('that asks is answered where it stands', async () => {
    const asking = one({
      end: instantAt(0, '11:00'),
      participation: 'none',
      kind: 'tentative',
      writepermission: false,
    });
    const { app } = await open('/agenda', [asking]);
    await button('Zusagen').click();
    await expect.poll(() => app.server.commandsOf(appointmentCommands.answer)).toMatchObject([{ state: 'accepted' }]);
    await expect.element(button('Zusagen')).not.toBeInTheDocument();
  });

  test('that one may not write is not moved', async () => {
    const { app } = await open('/agenda', [one({ writepermission: false })]);
    await focusOn('Wartung');
    await press('Control+ArrowDown', 'Delete');
    expect([moved(app), app.server.commandsOf(appointmentCommands.delete)]).toEqual([[], []]);
  });

  test('stands where the keyboard is, which says what is there', async () => {
    await open('/agenda', [one()]);
    const cursor = () => document.querySelector('.cal-cursor') as HTMLElement;
    await expect.poll(cursor).not.toBeNull();
    cursor().focus();
    for (let n = 0; n < 48; n += 1) await userEvent.keyboard('{ArrowUp}');
    for (let n = 0; n < 18; n += 1) await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => cursor().getAttribute('aria-label')).toBe(`${todayIs()}, 9:00–10:00, Wartung`);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).toBeVisible();
  });
});

describe('several people', () => {
  const spans = [
    aSpan(31, 'Wartung', 0, ['09:00', '10:00']),
    aSpan(31, 'Wartung', 0, ['09:00', '10:00'], { calendarId: 2 }),
    takenSpan(3, 0, ['09:30', '11:00']),
  ];

  test('stand beside each other on a day, chosen at the left', async () => {
    const { app } = await open('/agenda', spans);
    await checkbox(/Ben Krüger/).click();
    await checkbox(/Chris Okafor/).click();
    await expect.poll(() => document.querySelectorAll('[data-column]').length).toBe(3);
    await expect
      .element(page.getByRole('group', { name: 'Ben Krüger' }).getByRole('link', { name: /^Wartung/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('group', { name: 'Chris Okafor' }).getByRole('img', { name: 'Belegt, 9:30–11:00' }))
      .toBeVisible();
    await expectUsable(app);
  });

  test('are rows of a week, whose days open', async () => {
    const { app } = await open('/agenda?view=week&calendars=1-2-3', spans);
    await expect.element(page.getByRole('rowheader', { name: /Chris Okafor/ })).toBeVisible();
    await expectUsable(app);
    (button(`Ben Krüger, ${todayIs()}`).element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(page.getByRole('tab', { name: 'Tag', selected: true })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[data-column]').length).toBe(1);
  });
});

describe('other views', () => {
  const day = (ahead: number): string => dayName(todayThere().add({ days: ahead }).toString(), 'de');

  test('a month says what is on each day, and how much more', async () => {
    const many = [1, 2, 3, 4, 5, 6].map((n) => aSpan(n, `Termin ${n}`, 0, [`0${n}:00`, `0${n}:30`]));
    const { app } = await open('/agenda?view=month', many);
    await expect.element(link(/1:00 Termin 1/)).toBeVisible();
    await expect.element(button('3 weitere Termine')).toBeVisible();
    await expectUsable(app);
    await button('3 weitere Termine').click();
    await expect.element(heading(titleOf(today))).toBeVisible();
  });

  test('a month on a phone has dots, and what the chosen day has beneath', async () => {
    const first = `${today.slice(0, 7)}-01`;
    const ahead = todayThere().until(Temporal.PlainDate.from(first)).days;
    const { app } = await open('/agenda?view=month', [aSpan(1, 'Am Ersten', ahead, ['09:00', '10:00'])], {
      size: PHONE,
    });
    await button(dayName(first, 'de')).click();
    await expect.element(link(/Am Ersten/)).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Monat', selected: true })).toBeVisible();
    const name = document.querySelector('.cal-bar-head h1');
    expect(name?.scrollWidth).toBe(name?.clientWidth);
    await expectUsable(app);
  });

  test('a year says how busy each day is', async () => {
    const days = [{ day: today, minutes: 300, count: 1 }];
    await open('/agenda?view=year', [], {}, ({ answer }) => answer(appointmentQueries.days, days));
    await button(`${todayIs()}, 5 Stunden belegt`).click();
    await expect.element(heading(titleOf(today))).toBeVisible();
  });

  test('the list of all is one of them, and the calendar is as it was behind it', async () => {
    await open('/agenda?view=week&day=2026-11-26');
    await press('5');
    await expect.element(page.getByRole('tab', { name: 'Liste', selected: true })).toBeVisible();
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await press('2');
    await expect.element(heading('23.–29. Nov. 2026')).toBeVisible();
  });

  test('the list can be gone to by its address', async () => {
    await open('/agenda?view=list');
    await expect.element(page.getByRole('listbox')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Liste', selected: true })).toBeVisible();
  });

  test('an agenda has the days one below the other, with what is free', async () => {
    const ahead = Array.from({ length: 7 }, (_, n) => n + 1).find(
      (n) => todayThere().add({ days: n }).dayOfWeek < 6,
    ) as number;
    const { app } = await open('/agenda?view=agenda', [
      aSpan(1, 'Früh', ahead, ['09:00', '10:00'], { location: 'Halle 2' }),
      aSpan(2, 'Spät', ahead, ['14:00', '15:00'], { participation: 'none', kind: 'tentative' }),
    ]);
    await expect.element(heading(day(ahead))).toBeVisible();
    await expect.element(button('frei 10:00 bis 14:00')).toBeVisible();
    await expect.element(button('Zusagen')).toBeVisible();
    await expectUsable(app);
    await button('frei 10:00 bis 14:00').click();
    await expect.element(page.getByText(/10:00–11:00/)).toBeVisible();
  });
});
