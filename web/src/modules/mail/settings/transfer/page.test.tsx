import type { ResultOf } from '@kontor/contract/kernel';
import { transferCommands, transferQueries } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../../testing/app.ts';
import { button, dialog, heading } from '../../../../testing/find.ts';
import { expectUsable } from '../../../../testing/usable.ts';
import { watchSavedFiles } from '../../../../testing/saved-files.ts';

type Import = ResultOf<typeof transferQueries.imports>[number];

const tried: Import = {
  importId: 1,
  accountId: 1,
  name: 'alt.mbox',
  format: 'mbox',
  isTry: true,
  state: 'done',
  done: 900,
  total: 900,
  added: 2,
  known: 0,
  failed: 1,
  at: '2026-11-20T08:00:00.000Z',
  byName: 'Anna Berger',
};
const made: Import = { ...tried, importId: 2, isTry: false };

const open = (imports: readonly Import[], given = {}) =>
  renderAt('/settings/mailTransfer', {
    ...given,
    server: (server) => server.answer(transferQueries.imports, [...imports]),
  });

describe('mails of files', () => {
  test.each([
    ['in the light', {}],
    ['on a phone, in the dark and in English', { size: PHONE, settings: { theme: 'dark', language: 'en' } as const }],
  ])('are listed as they were brought in so far: %s', async (_view, given) => {
    const app = await open([made, tried], given);
    await expect.element(heading(/^(Bisher|So far)$/)).toBeVisible();
    await expectUsable(app);
  });

  test('are told of as tried, and as brought in', async () => {
    await open([made, tried]);
    const list = page.getByRole('region', { name: 'Bisher' });
    await expect.element(list.getByText('Geprüft: 2 E-Mails kämen dazu, 1 nicht gelesen.')).toBeVisible();
    await expect.element(list.getByText('2 E-Mails importiert, 1 nicht gelesen.')).toBeVisible();
    // What was only tried brought nothing that could be taken back.
    expect(button('Zurücknehmen', list).elements()).toHaveLength(1);
  });

  test.each([
    ['de', 'Dateien wählen', 'Importieren', 'In „leer.mbox“ sind keine E-Mails.'],
    ['en', 'Choose files', 'Import', 'There are no emails in “leer.mbox”.'],
  ] as const)('are refused with the name of the file that has none (%s)', async (language, choose, run, said) => {
    await renderAt('/settings/mailTransfer', {
      settings: { language },
      server: (server) => {
        server.answer(transferQueries.imports, []);
        server.at('/upload', () => Response.json({ attachmentId: 1, size: 4, type: 'text/plain', isComplete: true }));
        server.answer(transferCommands.importFiles, () =>
          Response.json(
            { type: 'about:blank', title: 'no', status: 422, code: 'IMPORT_UNREADABLE', detail: 'leer.mbox' },
            { status: 422 },
          ),
        );
      },
    });
    await page.getByLabelText(choose).upload(new File(['leer'], 'leer.mbox'));
    await button(run).click();
    await expect.element(page.getByText(said)).toBeVisible();
  });

  test('are taken back after a question', async () => {
    const { server } = await open([made]);
    await button('Zurücknehmen').click();
    server.answer(transferCommands.undoImport, () => {
      server.answer(transferQueries.imports, [{ ...made, state: 'undone' }]);
      return { count: 2 };
    });
    await button('Zurücknehmen', dialog()).click();
    await expect.element(page.getByText('2 E-Mails im Papierkorb.')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Bisher' }).getByText('Zurückgenommen')).toBeVisible();
    await expect.poll(() => server.commandsOf(transferCommands.undoImport)).toEqual([{ importId: 2 }]);
  });

  test('are had of a mailbox as one file', async () => {
    const { server } = await open([]);
    const saved = watchSavedFiles();
    server.answer(transferQueries.exportAccount, () => new Response('From '));
    await button('Exportieren').click();
    await expect.poll(() => saved).toHaveLength(1);
    await expect
      .poll(() => server.queriesOf(transferQueries.exportAccount))
      .toMatchObject([{ accountId: 1, format: 'mbox' }]);
  });
});
