import { administrationQueries } from '@kontor/contract/account';
import { documentCommands, documentQueries, type DocumentBox } from '@kontor/contract/document';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, dialog, field } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { boxSettings } = documentQueries;
const { saveBox, deleteBox } = documentCommands;
const [contracts] = boxSettings.example.result as [DocumentBox];
const staff: DocumentBox = { ...contracts, boxId: 6, name: 'Personal', documents: 0 };

async function open(boxes: readonly DocumentBox[]) {
  const app = await renderAt('/settings/documentBoxes', { server: (server) => server.answer(boxSettings, [...boxes]) });
  await expect.element(button('Neue Ablage')).toBeEnabled();
  return app;
}

describe('the boxes of documents', () => {
  test('are none at first', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Ablagen')).toBeVisible();
    await expectUsable(app);
  });

  test('are made with a name', async () => {
    const app = await open([contracts]);
    await expectUsable(app);
    await button('Neue Ablage').click();
    await button('Anlegen').click();
    await expect.element(page.getByText('Der Name fehlt.')).toBeVisible();
    await field('Name').fill('Personal');
    await expectUsable(app);
    app.server.answer(saveBox, () => {
      app.server.answer(boxSettings, [contracts, staff]);
      return { boxId: 6 };
    });
    await button('Anlegen').click();
    await expect.element(page.getByText('Ablage Personal gespeichert.')).toBeVisible();
    await expect.element(button('Ablage Personal löschen')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(saveBox)).toEqual([{ boxId: null, name: 'Personal', memberIds: [] }]);
  });

  test('are opened with the keys, and the row has the focus once the list is back', async () => {
    await open([contracts, staff]);
    const row = () => page.getByRole('button', { name: /^Personal/ });
    (row().element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(field('Name')).toHaveFocus();
    await button('Alle Ablagen').click();
    await expect.element(row()).toHaveFocus();
  });

  test.each([
    ['the boxes', boxSettings],
    ['the people', administrationQueries.people],
  ])('say that they could not be had, and are asked for again: without %s', async (_what, query) => {
    const app = await renderAt('/settings/documentBoxes', { server: (server) => server.refuse(query, 'NOT_FOUND') });
    await expect.element(page.getByRole('heading', { name: 'Die Ablagen konnten nicht geladen werden' })).toBeVisible();
    await expect.element(button('Neue Ablage')).toBeDisabled();
    await expectUsable(app);
    app.server.restore(query);
    await button('Erneut versuchen').click();
    await expect.element(page.getByRole('button', { name: /^Verträge/ })).toBeVisible();
  });

  test('have names that no other has', async () => {
    const { server } = await open([contracts]);
    server.refuse(saveBox, 'DOCUMENT_BOX_EXISTS');
    await button('Neue Ablage').click();
    await field('Name').fill('Verträge');
    await button('Anlegen').click();
    await expect.element(page.getByText('So heißt schon eine andere Ablage.')).toBeVisible();
    await expect.element(field('Name')).toHaveFocus();
  });

  test('stay where they are not empty', async () => {
    const { server } = await open([contracts]);
    await button('Ablage Verträge löschen').click();
    await expect.element(page.getByText(/Nur eine leere Ablage kann gelöscht werden/)).toBeVisible();
    expect(dialog().elements()).toEqual([]);
    expect(server.commandsOf(deleteBox)).toEqual([]);
  });

  test('go after a question', async () => {
    const { server } = await open([contracts, staff]);
    server.answer(deleteBox, () => {
      server.answer(boxSettings, [contracts]);
      return {};
    });
    await button('Ablage Personal löschen').click();
    await button('Löschen', dialog()).click();
    await expect.element(page.getByText('Ablage Personal gelöscht.')).toBeVisible();
    await expect.element(button('Ablage Personal löschen')).not.toBeInTheDocument();
    await expect.element(button('Neue Ablage')).toHaveFocus();
    await expect.poll(() => server.commandsOf(deleteBox)).toEqual([{ boxId: 6 }]);
  });
});
