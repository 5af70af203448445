import { appointmentCommands, appointmentQueries, type Span } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { aDaySpan, aSpan, answerCalendar, todayThere } from '../../../testing/calendars.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button, dialog } from '../../../testing/find.ts';
import { carry, carryByFinger, middleOf } from '../../../testing/hands.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const today = todayThere();
/** A Tuesday: days before and behind it are in its week. */
const TUESDAY = today.add({ days: 9 - today.dayOfWeek });
const ahead = (days: number): number => today.until(TUESDAY).days + days;
const dayAt = (days: number): string => TUESDAY.add({ days }).toString();

async function open(view: string, spans: readonly Span[]) {
  const stored = { spans };
  const app = await renderAt(`/agenda?${view}&day=${TUESDAY}`, {
    server: (server) => answerCalendar(server, () => stored.spans),
  });
  return { app, stored };
}
const fair = (part: Partial<Span> = {}) => aDaySpan(31, 'Messe', ahead(0), ahead(1), part);
const bar = (title = 'Messe') => page.getByRole('link', { name: new RegExp(title) }).first();
const moved = (app: { server: FakeServer }) => app.server.commandsOf(appointmentCommands.changeTimes);
const cell = (day: string, calendarId = 1): Element => {
  const found = document.querySelector(`[data-cell="${day} ${calendarId}"]`);
  if (found === null) throw new Error(`There is no ${day} of ${calendarId}`);
  return found;
};
async function focusOn(title = 'Messe'): Promise<void> {
  await expect.element(bar(title)).toBeVisible();
  (bar(title).element() as HTMLElement).focus();
}

describe('what stands above the hours', () => {
  test('is carried to another day by the mouse, shown where it would stand, and put back by Escape', async () => {
    const { app } = await open('view=week', [fair()]);
    await expect.element(bar()).toBeVisible();
    carry(document.querySelector('.cal-bar') as Element, middleOf(cell(dayAt(2))));
    await expect.poll(() => document.querySelector('.cal-bar[data-target]')).not.toBeNull();
    await press('Escape');
    await expect.poll(() => document.querySelector('.cal-bar[data-target]')).toBeNull();
    expect(moved(app)).toEqual([]);
    // It was taken at the second of its days.
    const begin = document.querySelector('[data-edge="begin"]') as Element;
    carry(begin.parentElement as Element, middleOf(cell(dayAt(3))))();
    await expect.poll(() => moved(app)).toHaveLength(1);
    expect(moved(app)).toMatchObject([{ allDay: true, scope: 'one' }]);
    expect(moved(app)[0]?.startDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    await expectUsable(app);
  });

  test('is made longer and shorter at its ends, by a finger too', async () => {
    const { app } = await open('view=week', [fair()]);
    await expect.element(bar()).toBeVisible();
    (await carryByFinger(document.querySelector('[data-edge="end"]') as Element, middleOf(cell(dayAt(3)))))();
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: dayAt(0), endDate: dayAt(3), allDay: true }]);
    carry(document.querySelector('[data-edge="begin"]') as Element, middleOf(cell(dayAt(-1))))();
    await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: dayAt(-1) });
  });

  test('is moved and lengthened by keys, again and again, and without hours it stays so', async () => {
    const note = { timeMode: 'timeIndependent', kind: 'free' } as const;
    const { app, stored } = await open('view=week', [fair(note)]);
    app.server.answer(appointmentCommands.changeTimes, ({ startDate: start, endDate: end }) => {
      stored.spans = [fair({ ...note, start, end })];
      return appointmentCommands.changeTimes.example.result;
    });
    await focusOn();
    await press('Control+ArrowRight');
    await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: dayAt(1), endDate: dayAt(2), allDay: true });
    await press('Control+ArrowRight');
    await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: dayAt(2), endDate: dayAt(3) });
    await press('Control+Shift+ArrowLeft');
    await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: dayAt(2), endDate: dayAt(2) });
    // It has no day less.
    await press('Control+Shift+ArrowLeft', 'z');
    await expect.poll(() => moved(app)).toHaveLength(4);
    expect(moved(app).at(-1)).toMatchObject({ startDate: dayAt(2), endDate: dayAt(3), accepted: true });
  });

  test('of a series asks which ones are meant, and is deleted by a key', async () => {
    const { app } = await open('view=week', [fair({ repeats: true, original: 29_935_260 })]);
    await focusOn();
    await press('Delete');
    await expect.element(dialog()).toHaveAccessibleName('Löschen');
    await press('Escape');
    await focusOn();
    await press('Control+ArrowLeft');
    await button('Alle der Serie', dialog()).click();
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: dayAt(-1), scope: 'all' }]);
  });

  test('of somebody else, that one may not write, stays where it is', async () => {
    const { app } = await open('view=week', [fair({ writepermission: false })]);
    await focusOn();
    await press('Control+ArrowRight', 'Delete');
    expect(document.querySelector('[data-day-grip]')).toBeNull();
    expect([moved(app), app.server.commandsOf(appointmentCommands.delete)]).toEqual([[], []]);
  });
});

/** The middle of an hour of a column. */
function hourAt(column: number, hour: number): { readonly x: number; readonly y: number } {
  const found = document.querySelector(`[data-column="${column}"]`) as Element;
  const { top, height } = found.getBoundingClientRect();
  return { x: middleOf(found).x, y: top + (height / 24) * hour };
}

describe('between hours and whole days', () => {
  const meeting = (part: Partial<Span> = {}) => aSpan(32, 'Wartung', ahead(0), ['09:00', '10:00'], part);
  const dayHead = (days: number) => middleOf(cell(dayAt(days)));

  test('what has hours is carried above them, where a lane comes, and takes the whole day; it has its hours back by undo', async () => {
    const { app, stored } = await open('view=week', [meeting()]);
    app.server.answer(appointmentCommands.changeTimes, ({ startDate: start, endDate: end, allDay }) => {
      stored.spans = [allDay === true ? fair({ appointmentId: 32, title: 'Wartung', start, end }) : meeting()];
      return appointmentCommands.changeTimes.example.result;
    });
    await expect.element(bar('Wartung')).toBeVisible();
    const drop = carry(bar('Wartung').element(), dayHead(2));
    await expect.poll(() => document.querySelector('.cal-bar[data-target]')?.textContent).toBe('Wartung');
    expect(document.querySelector('.cal-outline')).toBeNull();
    // Above the hours nothing is scrolled: there it is taken.
    const scroller = document.querySelector('.cal-scroll') as Element;
    const { scrollTop } = scroller;
    expect(scrollTop).toBeGreaterThan(0);
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    expect(scroller.scrollTop).toBe(scrollTop);
    drop();
    await expect
      .poll(() => moved(app))
      .toMatchObject([{ startDate: dayAt(2), endDate: dayAt(2), allDay: true, timeMode: 'allDay' }]);
    await expect.poll(() => document.querySelector('.cal-bar')).not.toBeNull();
    await expectUsable(app);
    await press('z');
    await expect
      .poll(() => moved(app).at(-1))
      .toMatchObject({ startDate: `${dayAt(0)}T09:00:00`, endDate: `${dayAt(0)}T10:00:00`, timeMode: 'fixedTime' });
  });

  test('what takes days is carried among the hours, where it takes one; Escape leaves it above', async () => {
    const { app } = await open('view=week', [fair(), meeting()]);
    await expect.element(bar()).toBeVisible();
    carry(document.querySelector('.cal-bar') as Element, hourAt(3, 11));
    await expect.poll(() => document.querySelector('.cal-outline')?.textContent).toContain('11:00');
    expect(document.querySelector('.cal-bar[data-target]')).toBeNull();
    await press('Escape');
    await expect.poll(() => document.querySelector('.cal-outline')).toBeNull();
    expect(moved(app)).toEqual([]);
    (await carryByFinger(document.querySelector('.cal-bar') as Element, hourAt(3, 11)))();
    await expect.poll(() => moved(app)).toHaveLength(1);
    expect(moved(app)).toMatchObject([{ allDay: false, timeMode: 'fixedTime', scope: 'one' }]);
    expect(moved(app)[0]).toMatchObject({ startDate: `${dayAt(2)}T11:00:00`, endDate: `${dayAt(2)}T12:00:00` });
  });

  test('what has no hours has none again by undo', async () => {
    const { app } = await open('view=week', [fair({ timeMode: 'timeIndependent', kind: 'free' })]);
    await focusOn();
    await press('Control+ArrowDown');
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: `${dayAt(0)}T09:00:00`, timeMode: 'fixedTime' }]);
    await press('z');
    await expect.poll(() => moved(app)).toHaveLength(2);
    expect(moved(app)[1]).toMatchObject({ startDate: dayAt(0), endDate: dayAt(1), timeMode: 'timeIndependent' });
  });

  test.each([
    ['Control+Home', ['14:00', '15:00']],
    ['Control+ArrowUp', ['00:00', '01:00']],
  ] as const)('by %s it takes the whole day, and by Ctrl and down it has hours', async (keys, times) => {
    const late = aSpan(32, 'Wartung', ahead(1), times);
    const { app, stored } = await open('view=week', [late]);
    app.server.answer(appointmentCommands.changeTimes, ({ startDate: start, endDate: end, allDay }) => {
      stored.spans = [allDay === true ? fair({ appointmentId: 32, title: 'Wartung', start, end }) : late];
      return appointmentCommands.changeTimes.example.result;
    });
    await focusOn('Wartung');
    await press(keys);
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: dayAt(1), endDate: dayAt(1), timeMode: 'allDay' }]);
    await expect.poll(() => document.querySelector('.cal-bar')).not.toBeNull();
    await expect.poll(() => document.activeElement?.className).toContain('cal-bar');
    await press('Control+ArrowDown');
    await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: `${dayAt(1)}T09:00:00`, allDay: false });
  });

  test('what has hours and takes days stays above them', async () => {
    const long = aSpan(32, 'Wartung', ahead(0), ['09:00', '10:00'], {
      end: aSpan(1, '', ahead(2), ['09:00', '10:00']).end,
    });
    const { app } = await open('view=week', [long]);
    await focusOn('Wartung');
    await press('Control+ArrowDown');
    carry(bar('Wartung').element(), hourAt(4, 11))();
    await expect.poll(() => moved(app)).toHaveLength(1);
    expect(moved(app)[0]?.startDate).toMatch(/T09:00:00$/);
  });
});

describe('to somebody else', () => {
  const details = {
    ...appointmentQueries.details.example.result,
    calendarId: 1,
    participants: appointmentQueries.details.example.result.participants.map((one) => ({ ...one, userId: 1 })),
  };
  const given = (app: { server: FakeServer }) => app.server.commandsOf(appointmentCommands.editSingle);

  test('what takes a whole day is given, once that is said', async () => {
    const { app } = await open('view=day&calendars=1-2', [fair()]);
    app.server.answer(appointmentQueries.details, details);
    await expect.element(bar()).toBeVisible();
    carry(document.querySelector('.cal-bar') as Element, middleOf(cell(dayAt(0), 2)))();
    await expect.element(dialog()).toHaveAccessibleName('An Ben Krüger geben?');
    await expectUsable(app);
    await button('Geben', dialog()).click();
    await expect.poll(() => given(app)).toMatchObject([{ calendarId: 2, startDate: dayAt(0), endDate: dayAt(1) }]);
    expect(given(app)[0]?.participants).toMatchObject([{ userId: 2 }]);
    await expect.element(page.getByText('Weitergegeben')).toBeVisible();
  });

  test('what has hours is given with its new time, and nothing is done where that is taken back', async () => {
    const { app } = await open('view=day&calendars=1-2', [aSpan(31, 'Wartung', ahead(0), ['09:00', '10:00'])]);
    app.server.answer(appointmentQueries.details, details);
    await focusOn('Wartung');
    await press('Control+ArrowRight');
    await expect.element(dialog()).toHaveAccessibleName('An Ben Krüger geben?');
    await button('Abbrechen', dialog()).click();
    const { x } = middleOf(document.querySelector('[data-column="1"]') as Element);
    const { y } = middleOf(bar('Wartung').element());
    carry(bar('Wartung').element(), { x, y: y + 112 })();
    await button('Geben', dialog()).click();
    await expect.poll(() => given(app)).toMatchObject([{ calendarId: 2, startDate: `${dayAt(0)}T11:00:00` }]);
    expect(moved(app)).toEqual([]);
  });

  test('one who takes part already is not asked about: it is moved', async () => {
    const both = [1, 2].map((calendarId) => fair({ calendarId }));
    const { app } = await open('view=week&calendars=1-2', both);
    await expect.element(bar()).toBeVisible();
    carry(document.querySelector('[data-cell$=" 1"] .cal-bar') as Element, middleOf(cell(dayAt(3), 2)))();
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: dayAt(3), endDate: dayAt(4) }]);
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('in a week of people keys go to the next person, and to the next day', async () => {
    const { app } = await open('view=week&calendars=1-2', [aSpan(31, 'Wartung', ahead(0), ['09:00', '10:00'])]);
    app.server.answer(appointmentQueries.details, { ...details, calendarId: 3 });
    await focusOn('Wartung');
    await press('Control+ArrowRight');
    await expect.poll(() => moved(app)).toMatchObject([{ startDate: `${dayAt(1)}T09:00:00`, allDay: false }]);
    await press('Control+ArrowDown');
    await button('Geben', dialog()).click();
    await expect.poll(() => given(app)).toHaveLength(1);
    // It was in nobody's calendar of the two: who takes part is another one alone.
    expect(given(app)[0]).not.toHaveProperty('calendarId');
    expect(given(app)[0]?.participants).toMatchObject([{ userId: 2 }]);
  });
});

test('in a month it goes to another day by the mouse, and a week on by keys', async () => {
  const service = (day: number): Span => aSpan(31, 'Wartung', ahead(day), ['09:00', '10:00']);
  const { app, stored } = await open('view=month', [service(0)]);
  await expect.element(bar('Wartung')).toBeVisible();
  // What the server answers once it has been moved, and not before.
  app.server.answer(appointmentCommands.changeTimes, ({ startDate }) => {
    stored.spans = [service(TUESDAY.until(Temporal.PlainDateTime.from(startDate).toPlainDate()).days)];
    return appointmentCommands.changeTimes.example.result;
  });
  carry(bar('Wartung').element(), middleOf(cell(dayAt(2), 0)))();
  await expect
    .poll(() => moved(app))
    .toMatchObject([{ startDate: `${dayAt(2)}T09:00:00`, endDate: `${dayAt(2)}T10:00:00`, allDay: false }]);
  await focusOn('Wartung');
  await press('Control+ArrowDown');
  await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: `${dayAt(9)}T09:00:00` });
  await press('Control+ArrowLeft');
  await expect.poll(() => moved(app).at(-1)).toMatchObject({ startDate: `${dayAt(8)}T09:00:00` });
  await expectUsable(app);
});
