import {
  activityCommands,
  activityEvents,
  historyQueries,
  type Difference,
  type EntryRow,
} from '@kontor/contract/activity';
import { itemKey } from '@kontor/contract/kernel';
import { taskCommands, type TaskDetail } from '@kontor/contract/task';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { button, checkbox, dialog, field, heading, link, rows, textsOf } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';
import { aTask, answerTasks, dayAhead, detailsOf, taskId } from '../../testing/tasks.ts';

const people = ['Anna Berger', 'Ben Krüger'].map((name, index) => ({
  ID: index + 1,
  Displayname: name,
  UserAvatar: null,
  UserDisplayname: name,
}));
const both = { availableUsers: people, allUsers: people };

/** Opens a task by its address. */
async function open(row: EntryRow, part: Partial<TaskDetail> = {}, size = {}) {
  const module = row.moduleName === 'note' ? 'note' : 'task';
  const app = await renderAt(`/${module}/${encodeURIComponent(taskId(row.entryId, module))}/module/view`, {
    ...size,
    server: (server) => answerTasks(server, [row], { ...both, ...part }),
  });
  await expect.element(text()).toBeVisible();
  return app;
}
const text = () => page.getByRole('textbox', { name: /^Text der/ });
const title = () => document.querySelector<HTMLTextAreaElement>('.written-title');
const chip = (name: string | RegExp) =>
  page.elementLocator(document.querySelector('.written-chips') as Element).getByRole('button', { name });
const saved = () =>
  expect.poll(() => document.querySelector('.written-state')?.getAttribute('data-state')).toBe('saved');
async function choose(item: string): Promise<void> {
  await button('Weitere Aktionen', page.getByRole('toolbar').filter({ has: button('Weitere Aktionen') })).click();
  await page.getByRole('menuitem', { name: item }).click();
}

describe('a task', () => {
  test('keeps the day that it is due while what is typed is none, and its dialog open', async () => {
    const app = await open(aTask(1, 'Bericht schreiben'));
    await chip(/^Fällig/).click();
    const day = dialog().getByRole('textbox', { name: 'Tag', exact: true });
    await day.fill('31.2.2026');
    await press('Enter');
    await expect.element(dialog().getByText(/^Das ist kein Datum/)).toBeVisible();
    await button('Übernehmen', dialog()).click();
    await expect.element(day).toHaveFocus();
    await button('Morgen', dialog()).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(
      app.server.commandsOf(taskCommands.process).filter(({ fixedMaturityDate }) => fixedMaturityDate === null),
    ).toEqual([]);
  });

  test('is due, given to somebody, reminded of and repeated by its chips', async () => {
    const app = await open(aTask(1, 'Bericht schreiben'));
    await expectUsable(app);
    await chip('Fällig').click();
    await button('Morgen', dialog()).click();
    await expect.element(chip('Fällig: morgen')).toBeVisible();
    await chip(/^Verantwortlich/).click();
    await page.getByRole('menuitemradio', { name: 'Ben Krüger' }).click();
    await expect.element(chip('Auftraggeber: Ich')).toBeVisible();
    await chip('Erinnerung').click();
    await expect.element(heading('Wer wird wann erinnert?', dialog())).toBeVisible();
    await button('Zum Termin', dialog()).click();
    await expectUsable(app);
    await button('Übernehmen', dialog()).click();
    await chip('Wiederholung').click();
    await expect.element(heading('Wie oft wiederholt es sich?', dialog())).toBeVisible();
    await checkbox('Fr', dialog()).click();
    await expectUsable(app);
    await button('Übernehmen', dialog()).click();
    await expect.element(chip(/Wöchentlich · Fr/)).toBeVisible();
    await saved();
    await expect
      .poll(() => app.server.commandsOf(taskCommands.process).at(-1))
      .toMatchObject({
        fixedMaturityDate: dayAhead(1),
        responsibleUserId: 2,
        ownerUserId: 1,
        alarmConfig: { notifiable: true },
        repetitionConfig: { type: 'weekly', friday: true, monday: false },
      });
  });

  test('that repeats on a day that not all months have says which are left out, and offers the last day', async () => {
    const app = await open(aTask(1, 'Miete'), { fixedMaturityDate: '2027-01-31' });
    await chip('Wiederholung').click();
    await page.getByRole('combobox', { name: 'Wiederholung' }).selectOptions('Monatlich');
    const left = page.getByText(
      'Monate ohne einen 31. werden ausgelassen: Februar, April, Juni, September und November.',
    );
    await expect.element(left).toBeVisible();
    await expectUsable(app);
    await button('Stattdessen am letzten Tag des Monats', dialog()).click();
    await expect.element(left).not.toBeInTheDocument();
    await button('Übernehmen', dialog()).click();
    await expect
      .poll(() => app.server.commandsOf(taskCommands.process).at(-1))
      .toMatchObject({ repetitionConfig: { type: 'monthly', monthlyRule: 'lastDay' } });
  });

  test('is made of sub-tasks, which are added in a line and done where they stand', async () => {
    const { server } = await open(aTask(1, 'Messestand'));
    const parts: TaskDetail['subtasks'] = [];
    const answer = (): void => answerTasks(server, [aTask(1, 'Messestand')], { ...both, subtasks: [...parts] });
    server.answer(taskCommands.create, ({ title: name, parentId }) => {
      expect(parentId).toBe(1);
      const id = 10 + parts.length;
      parts.push({ id, aggregateId: taskId(id), title: name, status: 2, due: null, responsibleUserId: 1 });
      answer();
      return { aggregateId: taskId(id) };
    });
    const line = field('Teilaufgabe hinzufügen');
    for (const name of ['Teppich', 'Theke']) {
      await line.fill(name);
      await press('Enter');
      // Told once it is stored.
      await expect.poll(() => parts.map((part) => part.title)).toContain(name);
      server.happen(activityEvents.activityChanged, [itemKey({ module: 'task', entryId: 1 })]);
      await expect.element(link(name, page.getByRole('region', { name: 'Teilaufgaben' }))).toBeVisible();
      await expect.element(line).toHaveValue('');
    }
    await checkbox('„Teppich“ erledigen').click();
    await expect.element(checkbox('„Teppich“ wieder öffnen')).toBeVisible();
    await expect.poll(() => server.commandsOf(activityCommands.setState)).toMatchObject([{ state: 'ready' }]);
  });

  test('that was begun is no more when it is left without a word, nor its tab', async () => {
    const { server } = await renderAt('/tasks/all/all/main', {
      server: (server) =>
        answerTasks(server, [aTask(1, 'Plan'), aTask(2, '')], { title: '', content: '', inactive: true }),
    });
    server.answer(taskCommands.create, { aggregateId: taskId(2) });
    await expect.element(rows().first()).toBeVisible();
    await press('q');
    await expect.element(text()).toBeVisible();
    await rows().filter({ hasText: 'Plan' }).click();
    await expect.poll(() => server.commandsOf(taskCommands.destroy)).toMatchObject([{ aggregateId: { entryId: 2 } }]);
    await expect.poll(() => textsOf('[role=tablist] .open-tab-title')).toEqual(['Plan']);
  });

  test('that was begun stays as soon as a word is in it', async () => {
    const { server } = await renderAt('/tasks/all/all/main', {
      server: (server) =>
        answerTasks(server, [aTask(1, 'Plan'), aTask(2, '')], { title: '', content: '', inactive: true }),
    });
    server.answer(taskCommands.create, { aggregateId: taskId(2) });
    await expect.element(rows().first()).toBeVisible();
    await press('q');
    await expect.element(text()).toBeVisible();
    await type('Angebot');
    await rows().filter({ hasText: 'Plan' }).click();
    await expect.poll(() => textsOf('[role=tablist] .open-tab-title')).toHaveLength(2);
    expect(server.commandsOf(taskCommands.destroy)).toEqual([]);
  });

  test('is finished by Ctrl+Enter, which goes back to the list', async () => {
    const app = await renderAt('/tasks/all/all/main', {
      server: (server) => answerTasks(server, [aTask(1, 'Gleich fertig')]),
    });
    await rows().first().click();
    await expect.element(text()).toBeVisible();
    title()?.focus();
    await type(' jetzt');
    await press('Control+Enter');
    await expect.poll(title).toBeNull();
    await expect
      .poll(() => app.server.commandsOf(taskCommands.process).at(-1))
      .toMatchObject({
        title: expect.stringContaining('jetzt') as string,
      });
    await expect.poll(() => app.server.commandsOf(activityCommands.setState).at(-1)).toMatchObject({ state: 'ready' });
  });

  test('stands side by side with what somebody else has made of it, to be decided', async () => {
    const app = await open(aTask(1, 'Angebot'));
    const theirs = detailsOf(aTask(1, 'Bestellung'), { ...both, aggregateVersion: 9 });
    app.server.answer(taskCommands.process, ({ aggregateVersion }) =>
      aggregateVersion === 9
        ? { aggregateVersion: 10 }
        : Response.json(
            {
              type: 'about:blank',
              title: 'TASK_CONFLICT',
              status: 409,
              code: 'TASK_CONFLICT',
              data: { ...theirs, alarmConfig: {}, waitsFor: [] },
            },
            { status: 409 },
          ),
    );
    title()?.focus();
    await press('Control+a');
    await type('Entwurf');
    const panel = page.getByRole('alert', { name: 'Zugleich geändert' });
    await expect.element(panel.getByText('Bestellung')).toBeVisible();
    await expect.element(panel.getByText('Entwurf')).toBeVisible();
    await expectUsable(app);
    await button('Andere nehmen', panel).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(() => title()?.value).toBe('Bestellung');
    await saved();
  });

  test('that somebody edits alone can be read, and taken over', async () => {
    const lockConfig = {
      locked: true,
      date: new Date().toISOString(),
      userId: 2,
      userShortcut: 'BK',
      userDisplayName: 'Ben Krüger',
    };
    const app = await open(aTask(1, 'Vertragstext', {}, 'note'), { lockConfig });
    await expect.element(page.getByText(/Ben Krüger bearbeitet das allein/)).toBeVisible();
    expect(title()?.readOnly).toBe(true);
    await expectUsable(app);
    await button('Übernehmen').click();
    await expect.poll(() => app.server.commandsOf(taskCommands.lock)).toMatchObject([{ takesOver: true }]);
  });

  test('is edited alone by its menu', async () => {
    const { server } = await open(aTask(1, 'Vertragstext', {}, 'note'));
    await choose('Allein bearbeiten');
    await expect.poll(() => server.commandsOf(taskCommands.lock)).toMatchObject([{ takesOver: false }]);
  });

  test('has room on a phone', async () => {
    const app = await open(
      aTask(1, 'Auf dem Telefon', {}, 'note'),
      { content: '<p>Unterwegs gelesen</p>' },
      { size: PHONE },
    );
    await expect.element(page.getByText('Unterwegs gelesen')).toBeVisible();
    await expectUsable(app);
  });
});

describe('a new one', () => {
  test('has what was typed before it was open, where the server takes its time', async () => {
    const fresh = aTask(17, '', { inactive: true }, 'note');
    const app = await renderAt('/notes/all/all/main', {
      server: (server) => answerTasks(server, [aTask(1, 'Einkauf', {}, 'note')]),
    });
    await expect.element(rows().first()).toBeVisible();
    app.server.answer(taskCommands.create, () => {
      answerTasks(app.server, [fresh], { ...both, content: '' });
      return { aggregateId: taskId(17, 'note') };
    });
    const release = app.server.hold(taskCommands.create);
    await press('Shift+Q');
    await type('Messe in Essen');
    await press('Enter');
    await type('Halle 7');
    expect(title()).toBeNull();
    release();
    await expect.poll(() => title()?.value).toBe('Messe in Essen');
    await expect.element(text().getByText('Halle 7')).toBeVisible();
    await saved();
    await expect.poll(() => app.server.commandsOf(taskCommands.create)).toHaveLength(1);
    await expect
      .poll(() => app.server.commandsOf(taskCommands.process).at(-1))
      .toMatchObject({
        title: 'Messe in Essen',
        content: expect.stringContaining('Halle 7') as string,
      });
  });
});

describe('the history of a task', () => {
  const change = (changeId: number, ...differences: Difference[]) => ({
    changeId,
    userId: 1,
    name: 'Anna Berger',
    initial: 'AB',
    at: 1_795_219_200_000 + changeId,
    differences,
  });
  const difference = (name: string, before: unknown, after: unknown, isHtml = false): Difference => ({
    field: name,
    before,
    after,
    isHtml,
  });
  const openHistory = async (row: EntryRow, differences: readonly Difference[], part: Partial<TaskDetail> = {}) => {
    const app = await open(row, part);
    app.server.answer(
      historyQueries.history,
      differences.map((one, index) => change(differences.length - index, one)),
    );
    await choose('Verlauf');
    await expect.element(heading('Was geändert wurde', dialog())).toBeVisible();
    return app;
  };
  const putBack = (name: string) => button(`Änderung an „${name}“ zurücknehmen`, dialog());

  test('says what was written, and puts back of a text what that change has made of it', async () => {
    const app = await openHistory(
      aTask(1, 'Wartung'),
      [
        difference('content', '<p>Termin im März</p>', '<p>Termin im März bei uns</p>', true),
        difference('state', 'ready', 'seen'),
      ],
      { content: '<p>Termin im März bei uns</p>' },
    );
    await expect.element(dialog().getByText('bei uns')).toBeVisible();
    await expect.element(dialog().getByText('Erledigt')).toBeVisible();
    await expectUsable(app);
    await putBack('Text').click();
    await press('Escape');
    await expect.poll(() => text().element().textContent).toBe('Termin im März');
    await saved();
    await expect
      .poll(() => app.server.commandsOf(taskCommands.process).at(-1)?.content)
      .toMatch(/^<p[^>]*>Termin im März<\/p>$/);
  });

  test.each([
    [
      'Status',
      difference('state', 'ready', 'seen'),
      { status: 2 },
      (server: FakeServer) => server.commandsOf(activityCommands.setState),
    ],
    [
      'Archiv',
      difference('archived', false, true),
      { archived: true },
      (server: FakeServer) => server.commandsOf(activityCommands.dearchive),
    ],
    [
      'Papierkorb',
      difference('trashed', false, true),
      { trashed: true },
      (server: FakeServer) => server.commandsOf(activityCommands.restore),
    ],
  ] as const)('%s is put back by what is done by hand', async (name, one, part, commandsIn) => {
    const { server } = await openHistory({ ...aTask(1, 'Zurück damit'), ...part }, [one]);
    await putBack(name).click();
    const state = name === 'Status' ? { state: 'ready' } : {};
    await expect.poll(() => commandsIn(server)).toMatchObject([{ aggregateIds: [{ entryId: 1 }], ...state }]);
  });

  test('offers nothing for what another change came after', async () => {
    await openHistory(aTask(1, 'Zurück damit'), [difference('archived', false, true)]);
    await expect.element(dialog().getByText('archiviert', { exact: true })).toBeVisible();
    expect(putBack('Archiv').elements()).toEqual([]);
  });
});
