import { sessionQueries } from '@kontor/contract/account';
import { activityCommands, type EntryRow } from '@kontor/contract/activity';
import { taskCommands, taskQueries } from '@kontor/contract/task';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { button, dialog, heading, option, rows, textsOf } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';
import { aTask, answerTasks, dayAhead, taskId } from '../../testing/tasks.ts';

const open = async (
  all: readonly EntryRow[],
  address = '/tasks/open/all/main',
  size = {},
  more: (server: FakeServer) => void = () => undefined,
) => {
  const app = await renderAt(address, {
    ...size,
    server: (server) => {
      answerTasks(server, all);
      more(server);
    },
  });
  if (all.length > 0) await expect.element(rows().first()).toBeVisible();
  return app;
};
const row = (title: string) => option(new RegExp(title)).first();
const quick = () => page.getByRole('textbox', { name: 'Neue Aufgabe in einer Zeile' });
const picture = (title: string) =>
  page.elementLocator(row(title).element().querySelector('[data-part=picture]') as Element);
/** That of the notice: a text that is open has one of its own. */
const undo = () => button('Rückgängig').last();
const titles = () => textsOf('[role=option] .row-information');

describe('the list of tasks', () => {
  test('refuses a day that no calendar has in words, until it is said to be none', async () => {
    const app = await open([]);
    await quick().fill('Steuer 31.2. abgeben');
    const refused = page.getByText('Den 31.2. gibt es nicht. Berichtigen Sie das Datum.');
    await expect.element(refused).toBeVisible();
    await expectUsable(app);
    await quick().click();
    await press('Enter');
    await expect.element(quick()).toHaveValue('Steuer 31.2. abgeben');
    expect(app.server.commandsOf(taskCommands.create)).toEqual([]);
    await button('Es ist kein Datum').click();
    await expect.element(refused).not.toBeInTheDocument();
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(taskCommands.create).map(({ title }) => title))
      .toEqual(['Steuer 31.2. abgeben']);
  });

  test('is reached by keys, has its frames, and says what tasks have', async () => {
    const app = await renderAt('/', {
      server: (server) =>
        answerTasks(server, [
          aTask(1, 'Rückruf Meierei', { due: dayAhead(-3) }),
          aTask(2, 'Messe Hamburg', { due: dayAhead(0), subtasks: 3, subtasksDone: 1, checks: 4, checked: 2 }),
          aTask(3, 'Lager zählen', { due: dayAhead(1), repeats: true, hasAlarm: true, waits: true, tags: ['Lager'] }),
        ]),
    });
    await expect.element(heading('Eingang')).toBeVisible();
    await press('g', 't');
    await expect.element(heading('Aufgaben')).toBeVisible();
    await expect.element(row('Messe Hamburg')).toBeVisible();
    expect(row('Messe Hamburg').element().textContent).toContain('Fällig:');
    expect(row('Rückruf Meierei').element().querySelector('.task-due')?.textContent).toMatch(/^Überfällig seit:/);
    for (const label of ['Teilaufgaben: 1 von 3', 'Checkliste: 2 von 4'])
      await expect.element(row('Messe Hamburg').getByRole('img', { name: label })).toBeVisible();
    for (const label of ['Wiederholt sich', 'Mit Erinnerung', 'Wartet auf eine andere Aufgabe'])
      await expect.element(row('Lager zählen').getByRole('img', { name: label })).toBeVisible();
    await expect
      .poll(() => rows().first().element().closest<HTMLElement>('.virtual-list')?.innerText)
      .toMatch(/Bis gestern fällig[^]*Rückruf Meierei[^]*Heute[^]*Messe Hamburg[^]*Morgen[^]*Lager zählen/);
    await expectUsable(app);
  });

  test('says that there is none, and what the line is for', async () => {
    await open([], '/tasks/all/all/main');
    await expect.element(page.getByText('Noch keine Aufgaben')).toBeVisible();
    await button('Erste Aufgabe anlegen').click();
    await expect.poll(() => location.pathname).toMatch(/^\/task\/.*\/edit$/);
  });

  test('has thousands of them, of which few are drawn', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => aTask(index + 1, `Viele ${index}`, { due: dayAhead(30) }));
    await open(many);
    const scroller = document.querySelector('.virtual-list');
    for (let step = 1; step <= 15; step += 1) {
      scroller?.scrollTo(0, 3000 * step);
      await new Promise(requestAnimationFrame);
    }
    await expect.poll(() => Number(/\d+/.exec(titles()[0] ?? '')?.[0] ?? 0)).toBeGreaterThan(500);
    expect(rows().elements().length).toBeLessThan(100);
  });

  test.each([
    ['Aufgabe', 'task'],
    ['Notiz', 'note'],
  ])('a new one is begun from the menu: %s', async (name, module) => {
    const { server } = await open([aTask(1, 'Messe Hamburg')]);
    server.answer(taskCommands.create, ({ moduleLayout }) => ({ aggregateId: taskId(17, moduleLayout) }));
    await button('Schreiben').first().click();
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
    await expect.poll(() => location.pathname).toMatch(new RegExp(`^/${module}/.*/edit$`));
    await expect
      .poll(() => server.commandsOf(taskCommands.create))
      .toMatchObject([{ moduleLayout: module, inactive: true }]);
  });

  test('is a selection of its own of favourites, what is overdue, given, repeats or has a tag', async () => {
    const { server } = await open([aTask(1, 'Zaun streichen')], '/tasks/all/all/main');
    server.answer(taskQueries.tags, ['Sonderfall']);
    await row('Zaun streichen').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Favorit' }).click();
    await expect.element(row('Zaun streichen').getByRole('img', { name: 'Favorit' })).toBeVisible();
    await expect.poll(() => server.commandsOf(taskCommands.favor)).toMatchObject([{ favored: true }]);
    const all: Readonly<Record<string, readonly EntryRow[]>> = {
      favorites: [aTask(1, 'Zaun streichen', { favored: true })],
      overdue: [aTask(2, 'Längst vorbei', { due: dayAhead(-3) })],
      given: [aTask(3, 'Für Ben', { responsibleUserId: 2 })],
      'tag:Sonderfall': [aTask(3, 'Für Ben', { responsibleUserId: 2, tags: ['Sonderfall'] })],
    };
    const choose = async (name: string, custom: string, has: string): Promise<void> => {
      server.list(taskQueries.taskItems, all[custom] ?? []);
      await button(name, page.getByRole('group', { name: 'Auswahl der Aufgaben' })).click();
      await expect.element(row(has)).toBeVisible();
      const wanted = expect.objectContaining({ customFilter: custom });
      await expect.poll(() => server.queriesOf(taskQueries.taskItems)).toContainEqual(wanted);
    };
    server.list(taskQueries.taskItems, all['favorites'] ?? []);
    await page.getByRole('tab', { name: 'Auswahl' }).click();
    await expect.poll(titles).toEqual(['Zaun streichen']);
    await choose('Überfällig', 'overdue', 'Längst vorbei');
    await choose('Von mir vergeben', 'given', 'Für Ben');
    await choose('#Sonderfall', 'tag:Sonderfall', 'Für Ben');
    expect(location.search).toBe('?custom=tag%3ASonderfall');
  });
});

describe('the line of a new task', () => {
  const ben = () => {
    const [anna] = sessionQueries.moduleUsers.example.result.slice(-1);
    if (anna === undefined) throw new Error('The example has nobody');
    return [anna, { ...anna, userId: 2, userIds: [2], fullName: 'Ben Krüger', UserDisplayname: 'Ben Krüger' }];
  };

  test('is understood while it is typed, and makes what is left of it', async () => {
    // Asked for as soon as the line has the focus, or ahead of that.
    const app = await open([aTask(1, 'Messe Hamburg')], undefined, {}, (server) =>
      server.answer(sessionQueries.moduleUsers, ben()),
    );
    await press(',');
    await expect.element(quick()).toHaveFocus();
    await type('morgen Prüfstand mieten @Ben +Technik jeden Montag');
    const parts = page.getByRole('list', { name: 'Verstanden' });
    await expect.element(parts.getByText('Ben Krüger')).toBeVisible();
    await expect.element(parts.getByText('jeden Montag')).toBeVisible();
    await expectUsable(app);
    await button(/„jeden Montag“ nicht verstehen/, parts).click();
    await expect.element(parts.getByText('jeden Montag')).not.toBeInTheDocument();
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(taskCommands.create))
      .toMatchObject([
        {
          title: 'Prüfstand mieten jeden Montag',
          fixedMaturityDate: dayAhead(1),
          responsibleUserId: 2,
          tags: ['Technik'],
          repetitionConfig: null,
          inactive: false,
        },
      ]);
    await expect.element(quick()).toHaveValue('');
  });

  test('says where nothing is to be done in it, and stays', async () => {
    const { server } = await open([aTask(1, 'Messe Hamburg')]);
    await quick().fill('morgen');
    await press('Enter');
    await expect.element(page.getByRole('alert').getByText('Schreiben Sie noch, was zu tun ist.')).toBeVisible();
    await expect.element(quick()).toHaveValue('morgen');
    await press('Escape');
    await expect.element(quick()).toHaveValue('');
    expect(server.commandsOf(taskCommands.create)).toEqual([]);
  });

  test('fits a phone, as does the menu of what can be begun', async () => {
    const app = await open([aTask(1, 'Messe Hamburg')], undefined, { size: PHONE });
    await quick().fill('übermorgen Werkzeug zählen');
    await expect.element(button(/nicht verstehen/, page.getByRole('list', { name: 'Verstanden' }))).toBeVisible();
    await expectUsable(app);
    await button('Schreiben', page.getByRole('navigation')).click();
    const { right, bottom, left, top } = page.getByRole('menu').element().getBoundingClientRect();
    expect([left >= 0, top >= 0, right < PHONE.width, bottom < PHONE.height]).toEqual([true, true, true, true]);
    await press('Escape');
    await quick().click();
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(taskCommands.create))
      .toMatchObject([{ title: 'Werkzeug zählen', fixedMaturityDate: dayAhead(2) }]);
  });
});

describe('a task in the list', () => {
  test('is put off by a day and a week by the keys, and back again', async () => {
    const { server } = await open([aTask(1, 'Zaun streichen', { due: dayAhead(1) })]);
    await picture('Zaun streichen').click();
    await press('Shift+T');
    await expect.poll(() => server.commandsOf(taskCommands.delayOneDay)).toHaveLength(1);
    await expect.element(page.getByText('Um einen Tag verschoben.')).toBeVisible();
    await press('z');
    await expect
      .poll(() => server.commandsOf(taskCommands.process).map(({ fixedMaturityDate }) => fixedMaturityDate))
      .toEqual([dayAhead(1)]);
    await press('Shift+V');
    await expect.element(page.getByText('Um eine Woche verschoben.')).toBeVisible();
    await expect.poll(() => server.commandsOf(taskCommands.delayOneWeek)).toHaveLength(1);
    await press('z');
    await expect.poll(() => server.commandsOf(taskCommands.process)).toHaveLength(2);
  });

  test('that repeats is thrown away with its series, or left out once, each with a way back', async () => {
    const app = await open([aTask(1, 'Filter wechseln', { due: dayAhead(0), repeats: true })]);
    const { server } = app;
    await row('Filter wechseln').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Dieses Mal auslassen' }).click();
    await expect.element(page.getByText('Dieses Mal wird ausgelassen.')).toBeVisible();
    await undo().click();
    await expect
      .poll(() => server.commandsOf(taskCommands.skip).map(({ takesBack }) => takesBack))
      .toEqual([false, true]);
    await userEvent.hover(row('Filter wechseln').element());
    await page
      .elementLocator(row('Filter wechseln').element().querySelector('[data-action=delete]') as Element)
      .click();
    await expect.element(heading('Wiederkehrende Aufgabe löschen', dialog())).toBeVisible();
    await expectUsable(app);
    await button('Alle der Serie', dialog()).click();
    await expect.element(page.getByText('Serie mit allen Aufgaben gelöscht.')).toBeVisible();
    await expect.poll(titles).toEqual([]);
    await undo().click();
    await expect.poll(titles).toEqual(['Filter wechseln']);
    await expect
      .poll(() => server.commandsOf(taskCommands.destroy).map(({ saveType, takesBack }) => [saveType, takesBack]))
      .toEqual([
        ['all', false],
        ['all', true],
      ]);
  });

  test('that is open asks the same, and is left out with the same way back', async () => {
    const { server } = await open([aTask(1, 'Tank spülen', { due: dayAhead(0), repeats: true })]);
    await row('Tank spülen').click();
    const bar = page.getByRole('toolbar').filter({ has: button('Weitere Aktionen') });
    await button('Weitere Aktionen', bar).click();
    await page.getByRole('menuitem', { name: 'Dieses Mal auslassen' }).click();
    await undo().click();
    await expect
      .poll(() => server.commandsOf(taskCommands.skip).map(({ takesBack }) => takesBack))
      .toEqual([false, true]);
    (button('Löschen', bar).element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(heading('Wiederkehrende Aufgabe löschen', dialog())).toBeVisible();
    (button('Alle der Serie', dialog()).element() as HTMLElement).focus();
    await press('Enter');
    await expect.poll(titles).toEqual([]);
    await expect.poll(() => document.querySelector('.written-title')).toBeNull();
    await undo().click();
    await expect.poll(titles).toEqual(['Tank spülen']);
  });

  test('that repeats is asked about once among several, by the keys too, and all is taken back at once', async () => {
    const weekly = { due: dayAhead(0), repeats: true };
    const all = [aTask(1, 'Reihe Kessel', weekly), aTask(2, 'Reihe Lüfter', weekly), aTask(3, 'Reihe allein')];
    const app = await open(all);
    const { server } = app;
    const ask = async () => {
      for (const { information } of all) {
        // What was taken back may be asked for once more before it stays.
        await expect.element(row(information)).toBeVisible();
        await picture(information).click();
      }
      await press('Delete');
      await expect.element(heading('Wiederkehrende Aufgaben löschen', dialog())).toBeVisible();
    };
    await ask();
    await expect.element(dialog().getByText('2 der ausgewählten Aufgaben wiederholen sich')).toBeVisible();
    await expect.element(dialog().getByText('Ein weiterer Eintrag')).toBeVisible();
    await expectUsable(app);
    // The keys go from choice to choice: the second ends the series.
    await press('Tab', 'Enter');
    await expect.poll(titles).toEqual([]);
    await expect
      .poll(() => server.commandsOf(taskCommands.destroy).map(({ saveType }) => saveType))
      .toEqual(['thisAndFollowing', 'thisAndFollowing']);
    await press('z');
    await expect.poll(() => titles().toSorted()).toEqual(all.map(({ information }) => information));
    await expect
      .poll(() => server.commandsOf(taskCommands.destroy).filter(({ takesBack }) => takesBack))
      .toHaveLength(2);
    await ask();
    await button('Nur die ausgewählten', dialog()).click();
    await expect.poll(() => server.commandsOf(activityCommands.deleteItems).at(-1)?.aggregateIds).toHaveLength(3);
  });
});
