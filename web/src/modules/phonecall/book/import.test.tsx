import { bookImportCommands, bookImportQueries, phonecallQueries, type BookOutcome } from '@kontor/contract/phonecall';
import type { ResultOf } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { answerCalls } from '../../../testing/calls.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { bookPreview, bookCheck, bookImports } = bookImportQueries;
const { importEntries, undoImport } = bookImportCommands;
type Preview = ResultOf<typeof bookPreview>;
const PREVIEW: Preview = bookPreview.example.result;
const OUTCOME: BookOutcome = bookCheck.example.result;
const { setup } = PREVIEW;

async function open(size?: typeof PHONE, imports: ResultOf<typeof bookImports> = []) {
  const app = await renderAt('/PhoneBook', {
    server: (server) => {
      answerCalls(server, []);
      server.answer(phonecallQueries.bookItems, []);
      server.answer(bookImports, imports);
      server.at('/upload', () => Response.json({ attachmentId: 4, size: 4, type: 'text/csv', isComplete: true }));
    },
    ...(size === undefined ? {} : { size }),
  });
  await button('Importieren').click();
  await expect.element(heading('Telefonbuch importieren')).toBeVisible();
  return app;
}
const choose = (name = 'buch.csv') =>
  page
    .getByLabelText('Datei wählen')
    .first()
    .upload(new File(['a;b'], name, { type: 'text/csv' }));

test('a file is put into fields, looked at before anything is written, taken, and taken back', async () => {
  const app = await open();
  const { server } = app;
  await choose();
  await expect.element(heading('buch.csv')).toHaveFocus();
  await expect.element(field('Feld für Telefon')).toHaveValue('number');
  await expectUsable(app);
  await field('Feld für Telefon').selectOptions('Nicht übernehmen');
  await expect.element(page.getByText('Wählen Sie noch eine Spalte für: Nummer.')).toBeVisible();
  await expect.element(button('Prüfen')).toBeDisabled();
  await field('Feld für Telefon').selectOptions('Nummer');
  await field('Feld für Name').selectOptions('Firma');
  await button('Prüfen').click();
  const given = { attachmentId: 4, setup: { ...setup, targets: { c0: 'company', c1: 'number' } } };
  await expect.poll(() => server.queriesOf(bookCheck)).toEqual([given]);
  for (const said of ['2 neu', '1 schon da, ausgelassen', '1 fehlerhaft'])
    await expect.element(page.getByText(said, { exact: true })).toBeVisible();
  const why = 'Telefon „4,91512E+11“ hat seine letzten Ziffern in einer Tabellenkalkulation verloren';
  await expect.element(page.getByText(why)).toBeVisible();
  await expectUsable(app);
  expect(server.commandsOf(importEntries)).toEqual([]);
  await button('Zuordnung ändern').click();
  await expect.element(field('Feld für Name')).toHaveValue('company');
  await button('Prüfen').click();
  await button('2 Einträge importieren').click();
  await expect.element(page.getByText('2 Einträge sind neu im Telefonbuch.')).toBeVisible();
  expect(server.commandsOf(importEntries)).toEqual([given]);
  server.answer(undoImport, { taken: 1, left: 1 });
  await button('Alles zurücknehmen').click();
  await expect.element(page.getByText(/1 zurückgenommen, 1 geblieben/)).toBeVisible();
  expect(server.commandsOf(undoImport)).toEqual([{ importId: 3 }]);
  await button('Fertig').click();
  await expect.element(heading('Telefonbuch importieren')).toBeVisible();
  await button('Telefonbuch').click();
  await expect.element(page.getByText('Das Telefonbuch ist leer')).toBeVisible();
});

test('a file that is read otherwise has other columns, which are guessed anew', async () => {
  const { server } = await open();
  await choose();
  await field('Feld für Name').selectOptions('Firma');
  server.answer(bookPreview, ({ hasHeader }) => ({
    ...PREVIEW,
    setup: { ...setup, hasHeader: hasHeader ?? true, targets: { c1: 'number' as const } },
    columns: PREVIEW.columns.map((one) => ({ ...one, name: '' })),
  }));
  await field('Die erste Zeile enthält die Namen der Spalten').click();
  await expect.element(field('Feld für Spalte 1')).toHaveValue('');
  expect(server.queriesOf(bookPreview).at(-1)).toEqual({
    attachmentId: 4,
    encoding: 'utf-8',
    delimiter: ';',
    hasHeader: false,
  });
});

test('what cannot be read, is too large, or brings nothing is told in plain words', async () => {
  const { server } = await open();
  server.refuse(bookPreview, 'PHONE_BOOK_FILE_UNREADABLE');
  await choose('bild.png');
  await expect.element(page.getByText(/Diese Datei lässt sich nicht lesen/)).toBeVisible();
  await button('Andere Datei').click();
  server.restore(bookPreview);
  server.answer(bookCheck, { ...OUTCOME, made: 0, entries: 0, skipped: 4, faulty: 0, faults: [] });
  await choose();
  await button('Prüfen').click();
  await expect.element(page.getByText('Es gibt nichts zu importieren.')).toBeVisible();
  await expect.element(button('0 Einträge importieren')).toBeDisabled();
  await button('Andere Datei').click();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'viel.csv', { type: 'text/csv' }));
  const dropped = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector('.file-drop')?.dispatchEvent(dropped);
  await expect.element(page.getByText(/Möglich sind 20 MB/)).toBeVisible();
});

test('an import that was refused stays where it is, and says why', async () => {
  const { server } = await open();
  await choose();
  await button('Prüfen').click();
  server.refuse(importEntries, 'NOT_FOUND');
  await button('2 Einträge importieren').click();
  await expect.element(page.getByText(/Das gibt es nicht mehr/)).toBeVisible();
  await expect.element(button('2 Einträge importieren')).toBeEnabled();
});

test('earlier imports are taken back after a question', async () => {
  const [one] = bookImports.example.result as ResultOf<typeof bookImports>;
  if (one === undefined) throw new Error('no example');
  const app = await open(PHONE, [one]);
  await expect.element(page.getByText('2 neu, 1 schon da, ausgelassen, 1 fehlerhaft')).toBeVisible();
  await expectUsable(app);
  app.server.answer(undoImport, () => {
    app.server.answer(bookImports, [{ ...one, isUndone: true, taken: 2, left: 0 }]);
    return { taken: 2, left: 0 };
  });
  await button('Rückgängig: Telefonbuch.csv').click();
  await expect.element(dialog().getByText(/2\sEinträge aus dieser Datei werden gelöscht/)).toBeVisible();
  await button('Alles zurücknehmen', dialog()).click();
  await expect.element(page.getByText('2 zurückgenommen.')).toBeVisible();
  expect(app.server.commandsOf(undoImport)).toEqual([{ importId: 3 }]);
});
