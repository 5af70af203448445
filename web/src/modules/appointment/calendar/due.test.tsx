import { appointmentCommands } from '@kontor/contract/appointment';
import { dueQueries, type DueItem } from '@kontor/contract/activity';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { answerCalendar, instantAt, todayThere } from '../../../testing/calendars.ts';
import { dialog } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const tomorrow = todayThere().add({ days: 1 }).toString();
const [example] = dueQueries.due.example.result as [DueItem];
const task = (title: string) => page.getByRole('link', { name: new RegExp(`^Aufgabe: ${title}`) });

/** Tomorrow with these tasks, and nothing else. */
async function open(tasks: readonly { readonly title: string; readonly due: string }[]) {
  const app = await renderAt(`/agenda?day=${tomorrow}`, {
    server: (server) => {
      answerCalendar(server, () => []);
      server.answer(
        dueQueries.due,
        tasks.map((one, index) => ({
          ...example,
          ...one,
          aggregateId: example.aggregateId.replace('17', String(70 + index)),
        })),
      );
    },
  });
  await expect.element(task(tasks[0]?.title ?? '')).toBeVisible();
  // Until then the page gives the focus to what it shows.
  await expect.poll(app.isLive).toBe(true);
  return app;
}

test('what is due stands at its day in every view of the own calendar', async () => {
  const app = await open([
    { title: 'Angebot Werft Neumann', due: tomorrow },
    { title: 'Rückruf', due: instantAt(1, '11:30') },
  ]);
  await expect.element(page.getByRole('link', { name: 'Aufgabe: Rückruf 11:30' })).toBeVisible();
  await expectUsable(app);
  for (const [key, name] of [
    ['2', 'Woche'],
    ['3', 'Monat'],
    ['6', 'Agenda'],
  ] as const) {
    await press(key);
    await expect.element(page.getByRole('tab', { name, selected: true })).toBeVisible();
    await expect.element(task('Angebot')).toBeVisible();
    await expectUsable(app);
  }
  expect(app.server.queriesOf(dueQueries.due)[0]).toEqual({ from: tomorrow, to: tomorrow, zone: 'Europe/Berlin' });
});

test('it becomes an appointment by a key, which says what it was made of', async () => {
  const app = await open([{ title: 'Angebot schreiben', due: tomorrow }]);
  (task('Angebot schreiben').element() as HTMLElement).focus();
  await press('p');
  await expect.element(dialog()).toBeVisible();
  await press('Enter');
  await expect
    .poll(() => app.server.commandsOf(appointmentCommands.create))
    .toMatchObject([
      {
        title: 'Angebot schreiben',
        startDate: `${tomorrow}T09:00:00`,
        origin: { module: 'task', entryId: 70 },
      },
    ]);
});

test('it is dragged to a time', async () => {
  const app = await open([{ title: 'Angebot schreiben', due: tomorrow }]);
  const column = document.querySelector<HTMLElement>('[data-column="0"]')?.getBoundingClientRect();
  const source = task('Angebot schreiben').element();
  const { x, y } = source.getBoundingClientRect();
  const to = { x: x + 40, y: (column?.top ?? 0) + 13 * 56 + 2 };
  const at = (type: string, clientX: number, clientY: number, on: EventTarget = window): void =>
    void on.dispatchEvent(
      new MouseEvent(type, { bubbles: true, button: 0, buttons: type === 'mouseup' ? 0 : 1, clientX, clientY }),
    );
  at('mousedown', x + 40, y + 8, source);
  at('mousemove', x + 40, y + 30);
  at('mousemove', to.x, to.y);
  await expect.element(page.getByText('13:00–14:00')).toBeVisible();
  at('mouseup', to.x, to.y);
  await expect.element(dialog()).toBeVisible();
  await press('Enter');
  await expect
    .poll(() => app.server.commandsOf(appointmentCommands.create))
    .toMatchObject([{ title: 'Angebot schreiben', startDate: `${tomorrow}T13:00:00` }]);
});
