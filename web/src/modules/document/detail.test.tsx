import { activityCommands } from '@kontor/contract/activity';
import { documentCommands, documentQueries, type DocumentDetail } from '@kontor/contract/document';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { aDocument, answerDocuments } from '../../testing/documents.ts';
import { button, dialog, field, heading, link, menu, rows } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const { process: save } = documentCommands;
const CONTRACT = aDocument(17, 'Wartungsvertrag');
const row = rows().filter({ hasText: 'Wartungsvertrag' });
const { result: example } = documentQueries.details.example;
/** What stands there by somebody else’s word. */
const theirs = (part: object) => ({
  aggregateVersion: 4,
  title: 'Wartungsvertrag',
  filename: example.filename,
  buzzwords: example.buzzwords,
  categories: [1],
  postboxId: 5,
  ...part,
});

async function open(part: Partial<Omit<DocumentDetail, 'aggregateId' | 'entry'>> = {}) {
  const app = await renderAt('/documents/all/all/main', {
    server: (server) => answerDocuments(server, [CONTRACT], part),
  });
  await row.click();
  await expect.element(heading('Wartungsvertrag')).toBeVisible();
  return app;
}

describe('a document', () => {
  test('shows what is in it, and its older versions', async () => {
    const app = await open({ contentType: 'text/plain', fileType: 'text', filename: 'Vertrag.txt' });
    await expect.element(page.getByText('Der Schlüssel wurde geeicht.')).toBeVisible();
    await expectUsable(app);
    await page
      .getByRole('button', { name: /Version 1/ })
      .first()
      .click();
    await expect.element(dialog()).toBeVisible();
    await expect.poll(() => app.server.queriesOf(documentQueries.preview).at(-1)?.version).toBe(1);
    await press('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test.each([
    ['de', { userId: 2, fullName: 'Paul Neumann' }, 'Keine; gehört Paul Neumann'],
    ['en', { userId: 2, fullName: 'Paul Neumann' }, 'None; belongs to Paul Neumann'],
    ['de', { userId: 1, fullName: 'Anna Berger' }, 'Nur für mich'],
    ['de', undefined, 'Keine'],
  ] as const)('says whose it is where it lies in no box (%s, %o)', async (language, owner, said) => {
    await renderAt('/documents/all/all/main', {
      settings: { language },
      server: (server) => answerDocuments(server, [CONTRACT], { postbox: '', postboxId: 0, owner }),
    });
    await row.click();
    await expect.element(page.getByText(said, { exact: true })).toBeVisible();
  });

  test('is edited by keys, with the focus on its title', async () => {
    const app = await open();
    await press('Shift+E');
    await expect.element(field('Titel')).toHaveFocus();
    await expectUsable(app);
    await field('Titel').fill('Wartungsvertrag 2027');
    await press('Control+Enter');
    await expect.element(field('Titel')).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(save))
      .toMatchObject([{ title: 'Wartungsvertrag 2027', filename: example.filename, aggregateVersion: 3 }]);
  });

  test('asks where two have changed the same, and keeps what only the other one has changed', async () => {
    const app = await open();
    await press('Shift+E');
    await field('Titel').fill('Vertrag von Anna');
    app.server.refuse(save, 'DOCUMENT_CONFLICT', theirs({ title: 'Vertrag von Ben', buzzwords: 'Werft, Ben' }));
    await press('Control+Enter');
    await expect.element(page.getByText('Jemand anderes hat inzwischen dasselbe geändert')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /Vertrag von Ben/ })).not.toBeChecked();
    await expectUsable(app);
    app.server.restore(save);
    await button('Speichern').click();
    await expect.element(field('Titel')).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(save).at(-1))
      .toMatchObject({
        title: 'Vertrag von Anna',
        buzzwords: 'Werft, Ben',
        aggregateVersion: 4,
      });
  });

  test('is saved without a question where others have changed something else', async () => {
    const { server } = await open();
    await press('Shift+E');
    await field('Titel').fill('Vertrag von Anna');
    server.answer(save, ({ aggregateVersion }) =>
      aggregateVersion === 4
        ? { aggregateVersion: 5 }
        : Response.json(
            {
              type: 'about:blank',
              title: 'no',
              status: 409,
              code: 'DOCUMENT_CONFLICT',
              data: theirs({ buzzwords: 'Werft, Ben' }),
            },
            { status: 409 },
          ),
    );
    await press('Control+Enter');
    await expect.element(field('Titel')).not.toBeInTheDocument();
    await expect
      .poll(() => server.commandsOf(save).map(({ title, buzzwords }) => [title, buzzwords]))
      .toEqual([
        ['Vertrag von Anna', example.buzzwords],
        ['Vertrag von Anna', 'Werft, Ben'],
      ]);
  });

  test('that is begun to be edited is not lost by going elsewhere, and is given up after a question', async () => {
    await open();
    await press('Shift+E');
    await field('Titel').fill('Halb geschrieben');
    await link(/^Papierkorb/, menu()).click();
    await expect.element(heading('Papierkorb')).toBeVisible();
    await link(/^Dokumente/, menu()).click();
    await row.click();
    await expect.element(field('Titel')).toHaveValue('Halb geschrieben');
    await button('Abbrechen').click();
    await button(/Verwerfen/, dialog()).click();
    await expect.element(heading('Wartungsvertrag')).toBeVisible();
  });

  test('begins a mail', async () => {
    await open();
    await button('Weitere Aktionen').last().click();
    await page.getByRole('menuitem', { name: 'An neue E-Mail anhängen' }).click();
    await expect.poll(() => location.pathname).toBe('/mailSend');
    await expect.element(page.getByRole('textbox', { name: 'Betreff' })).toBeVisible();
    await expect.element(page.getByText(example.filename).first()).toBeVisible();
  });

  test('is deleted by a key, and comes back by another', async () => {
    const { server } = await open({ documentMayBeDeleted: true });
    await press('#');
    await expect.element(row).not.toBeInTheDocument();
    await expect.poll(() => server.commandsOf(activityCommands.deleteItems)).toHaveLength(1);
    await press('z');
    await expect.element(row).toBeVisible();
  });

  test('is not offered to be deleted to who has not filed it, nor to be edited to who may not', async () => {
    await open({ documentMayBeDeleted: false, changeable: false });
    await expect.element(button('Archivieren').first()).toBeVisible();
    expect(button('Löschen').elements()).toEqual([]);
    expect(button('Bearbeiten').elements()).toEqual([]);
  });
});
