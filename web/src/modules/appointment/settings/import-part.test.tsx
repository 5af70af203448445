import {
  calendarImportCommands,
  calendarImportQueries,
  feedQueries,
  type CalendarImport,
} from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { beginImport, startImport, undoImport, dropImport } = calendarImportCommands;
const example = calendarImportQueries.imports.example.result.imports[0] as CalendarImport;
const checked: CalendarImport = { ...example, made: 3, changed: 2, skipped: 1, faulty: 1, events: 7 };

async function open(imports: readonly CalendarImport[], size?: typeof PHONE) {
  const app = await renderAt('/settings/calendarConnect', {
    server: (server) => {
      server.answer(feedQueries.feed, { feed: null });
      server.answer(calendarImportQueries.imports, { imports: [...imports] });
      server.at('/upload', () => Response.json({ attachmentId: 3, size: 4, type: 'text/calendar', isComplete: true }));
    },
    ...(size === undefined ? {} : { size }),
  });
  await expect.element(heading('Importieren')).toBeVisible();
  return app;
}

test('a calendar is chosen, shown for what becomes of it, and imported', async () => {
  const app = await open([]);
  app.server.answer(beginImport, () => {
    app.server.answer(calendarImportQueries.imports, { imports: [checked] });
    return { importId: 1 };
  });
  await page
    .getByLabelText('Datei wählen')
    .first()
    .upload(new File(['eins'], 'privat.ics', { type: 'text/calendar' }));
  await expect
    .element(page.getByText('3 neu · 2 vorhanden, in der Datei neuer · 1 schon vorhanden · 1 nicht lesbar'))
    .toBeVisible();
  expect(app.server.commandsOf(beginImport)).toEqual([{ attachmentId: 3 }]);
  await page.getByText('Die ersten Termine').click();
  await expect.element(page.getByText('Probe')).toBeVisible();
  await page.getByText('Was nicht übernommen wird').click();
  await expect.element(page.getByText('Fest hat keinen Beginn, oder liegt zu weit weg.')).toBeVisible();
  await expect.element(page.getByText('Takeout/Kalender/privat.ics · Zeile 12')).toBeVisible();
  await expectUsable(app);
  await expect.element(button('3 Termine übernehmen')).toBeVisible();
  await field('Was vorhanden und in der Datei neuer ist').selectOptions('Ersetzen');
  app.server.answer(startImport, () => {
    app.server.answer(calendarImportQueries.imports, { imports: [{ ...checked, state: 'running', at: 2 }] });
    return {};
  });
  await button('5 Termine übernehmen').click();
  await expect.element(page.getByRole('progressbar', { name: 'Fortschritt' })).toHaveAttribute('aria-valuenow', '28');
  expect(app.server.commandsOf(startImport)).toEqual([{ importId: 1, replaces: true }]);
});

test('what was imported is taken back after a question', async () => {
  const done: CalendarImport = { ...checked, state: 'done', endedAt: checked.createdAt };
  const app = await open([done], PHONE);
  await expect.element(page.getByText('3 übernommen · 2 ersetzt · 1 gelassen · 1 nicht übernommen')).toBeVisible();
  await expectUsable(app);
  app.server.answer(undoImport, () => {
    app.server.answer(calendarImportQueries.imports, {
      imports: [{ ...done, state: 'undone', taken: 4, left: 1, isKept: false }],
    });
    return {};
  });
  await button('Zurücknehmen').click();
  await button('Zurücknehmen', dialog()).click();
  await expect.element(page.getByText(/4 zurückgenommen, 1 geblieben/)).toBeVisible();
  expect(app.server.commandsOf(undoImport)).toEqual([{ importId: 1 }]);
});

test('a file without a calendar is told of in plain words, and one that is too large is not sent', async () => {
  const app = await open([
    {
      ...example,
      state: 'failed',
      why: 'CALENDAR_IMPORT_UNREADABLE',
      events: null,
      rows: [],
      faults: [],
      isKept: false,
    },
  ]);
  await expect.element(page.getByText(/In dieser Datei ist kein Kalender/)).toBeVisible();
  app.server.answer(dropImport, () => {
    app.server.answer(calendarImportQueries.imports, { imports: [] });
    return {};
  });
  await button('Verwerfen').click();
  await expect.element(page.getByText(/In dieser Datei ist kein Kalender/)).not.toBeInTheDocument();
  await page
    .getByLabelText('Datei wählen')
    .first()
    .upload(new File([new Uint8Array(10_000_001)], 'viel.ics', { type: 'text/calendar' }));
  await expect.element(page.getByText(/größer als 10 MB/)).toBeVisible();
  expect(app.server.commandsOf(beginImport)).toEqual([]);
});
