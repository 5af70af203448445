import { documentCommands, documentQueries } from '@kontor/contract/document';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt, type App } from '../../testing/app.ts';
import { aDocument, answerDocuments } from '../../testing/documents.ts';
import { button, field, heading, link, menu, rows } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

const { create } = documentCommands;
const PRICES = aDocument(17, 'Preisliste 2027');
const row = (title: string) => rows().filter({ hasText: title });
const filing = page.getByRole('dialog', { name: /ablegen$/ });

async function open(documents = [PRICES], given: Omit<NonNullable<Parameters<typeof renderAt>[1]>, 'server'> = {}) {
  const app = await renderAt('/documents/all/all/main', {
    ...given,
    server: (server) => {
      answerDocuments(server, documents);
      server.answer(documentQueries.boxes, { boxes: [{ boxId: 5, isVirtual: false, name: 'Technik' }], users: [] });
      let uploads = 0;
      server.at('/upload', (_url, { body }) => {
        uploads += 1;
        const { size, type } = (body as FormData).get('file') as File;
        return Response.json({ attachmentId: uploads, size, type, isComplete: true });
      });
    },
  });
  await expect.element(heading('Dokumente')).toBeVisible();
  return app;
}
const textFile = (name: string) => new File(['eins'], name, { type: 'text/plain' });
/** Chooses files as the browser's own dialog does. */
async function choose(...files: File[]): Promise<void> {
  await page.getByLabelText('Dateien wählen').first().upload(files);
}
/** From now on the list has these. */
const has = (app: App, titles: readonly string[]): void =>
  answerDocuments(
    app.server,
    titles.map((title, index) => aDocument(index + 20, title)),
  );

describe('documents', () => {
  test('stand in the menu, and are listed with what they are', async () => {
    const app = await renderAt('/', { server: (server) => answerDocuments(server, [PRICES]) });
    await link(/^Dokumente/, menu()).click();
    await expect.element(row('Preisliste 2027')).toBeVisible();
    expect(row('Preisliste 2027').element().textContent).toMatch(/Chris Okafor[\s\S]*Vertrieb · PDF/);
    await expectUsable(app);
  });

  test('are none at first, and say what would be there', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Dokumente')).toBeVisible();
    await expect.element(button('Erstes Dokument hochladen')).toBeVisible();
    await expectUsable(app);
  });

  test('are not offered to be uploaded to who may file none', async () => {
    await open([], { rights: { createDocument: false } });
    await expect.element(page.getByText('Noch keine Dokumente')).toBeVisible();
    expect(page.getByRole('button', { name: /hochladen$/i }).elements()).toEqual([]);
  });

  test('are begun where everything else is', async () => {
    await renderAt('/', { server: (server) => answerDocuments(server, []) });
    await button('Schreiben').click();
    await page.getByRole('menuitem', { name: 'Dokument hochladen' }).click();
    await expect.element(filing).toBeVisible();
  });

  test('are not begun by who may file none', async () => {
    await renderAt('/', { rights: { createDocument: false }, server: (server) => answerDocuments(server, []) });
    await button('Schreiben').click();
    await expect.element(page.getByRole('menuitem').first()).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Dokument hochladen' }).elements()).toEqual([]);
  });

  test('are filed with title, box and keywords', async () => {
    const app = await open();
    await choose(textFile('Prüfprotokoll Presse 4.txt'));
    await field('Titel', filing).fill('Prüfprotokoll');
    await field('Ablage', filing).selectOptions('Technik');
    await field('Schlagwörter', filing).fill('Presse, Eichung');
    await expectUsable(app);
    await button('Ablegen', filing).click();
    await expect.element(filing).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(create))
      .toMatchObject([
        {
          fileName: 'Prüfprotokoll Presse 4.txt',
          size: 4,
          title: 'Prüfprotokoll',
          box: 5,
          keywords: 'Presse, Eichung',
        },
      ]);
  });

  test('that are dropped on the list are filed as many, for oneself where that is wanted', async () => {
    const app = await open();
    await expect.element(row('Preisliste 2027')).toBeVisible();
    const dataTransfer = new DataTransfer();
    for (const name of ['Plan A.txt', 'Plan B.txt', 'Plan C.txt']) dataTransfer.items.add(textFile(name));
    for (const type of ['dragenter', 'dragover', 'drop'])
      row('Preisliste 2027')
        .element()
        .dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    await expect.element(page.getByRole('dialog', { name: '3 Dokumente ablegen' })).toBeVisible();
    await button('Plan C.txt entfernen', filing).click();
    await expect.element(page.getByRole('dialog', { name: '2 Dokumente ablegen' })).toBeVisible();
    await field('Ablage', filing).selectOptions('Nur für mich');
    has(app, ['Plan A', 'Plan B']);
    await button('Ablegen', filing).click();
    await expect.element(filing).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(create).map(({ fileName, box }) => [fileName, box]))
      .toEqual([
        ['Plan A.txt', 0],
        ['Plan B.txt', 0],
      ]);
  });

  test('are listed and opened on a phone', async () => {
    const app = await open([PRICES], { size: PHONE });
    await expect.element(row('Preisliste 2027')).toBeVisible();
    await expectUsable(app);
    await row('Preisliste 2027').click();
    await expect.element(heading('Preisliste 2027')).toBeVisible();
    await expectUsable(app);
  });
});

test('each kind of file has an icon of its own', async () => {
  const files = ['Preise.xlsx', 'Vertrag.docx', 'Vortrag.pptx', 'Alles.zip', 'Plan.png', 'Ansage.mp3', 'Rundgang.mp4'];
  await open(
    files.map((filename, index) => {
      const row = aDocument(30 - index, filename);
      return { ...row, extras: { ...row.extras, filename, fileType: 'other' } };
    }),
  );
  await expect.element(row('Preise.xlsx')).toBeVisible();
  const icons = files.map((name) => row(name).element().querySelector('use')?.getAttribute('href') ?? '');
  expect(new Set(icons).size).toBe(files.length);
});
