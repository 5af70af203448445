// Covers: record, mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { findBrowser, type BrowserSession } from './src/browser.ts';
import type { Kontor } from './src/kontor.ts';
import { PUMP, clean, line, linkedChip, mark, reader, row, startRecords, type RecordStage } from './src/records.ts';

interface Model {
  readonly jsonModel: { readonly title: string; readonly lastKnownChangeTimestamp: number } | null;
}

describe.skipIf(findBrowser() === undefined)('records of mails', () => {
  let stage: RecordStage | undefined;
  let kontor: Kontor;
  let anna: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let shipyard: RecordStage['shipyard'];

  beforeAll(async () => {
    stage = await startRecords();
    ({ kontor, anna, annas, bens, shipyard } = stage);
  });
  afterAll(() => stage?.close());

  const open = async (page: Page, subject: string): Promise<void> => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await row(page, subject).click();
    await reader(page).getByRole('heading', { level: 1, name: subject }).waitFor();
  };
  const stored = async () => (await anna.query<Model>('record.model', shipyard)).jsonModel;

  test('a mail of a known address suggests its record, one click links it for everybody, and that is taken back', async () => {
    await Promise.all([open(annas.page, PUMP), open(bens.page, PUMP)]);
    await line(annas.page).getByText('Adresse von Paul Neumann').waitFor();
    await clean(annas.page, 'records-suggested');
    await line(annas.page)
      .getByRole('button', { name: /^Mit Werft Neumann.* verknüpfen$/ })
      .click();
    await linkedChip(annas.page, 'Werft Neumann').waitFor();
    await linkedChip(bens.page, 'Werft Neumann').waitFor();
    await mark(annas.page, PUMP).waitFor();
    await mark(bens.page, PUMP).waitFor();
    await linkedChip(bens.page, 'Werft Neumann').click();
    await bens.page
      .getByRole('menu')
      .getByText(/^Verknüpft von Anna Berger, /)
      .waitFor();
    await bens.page.keyboard.press('Escape');
    await linkedChip(annas.page, 'Werft Neumann').click();
    await annas.page.getByRole('menuitem', { name: 'Verknüpfung entfernen' }).click();
    await annas.page.getByText(/^Die Verknüpfung mit Werft Neumann.* ist entfernt\.$/).waitFor();
    await expect.poll(() => linkedChip(bens.page, 'Werft Neumann').count()).toBe(0);
    await annas.page.getByRole('button', { name: 'Rückgängig' }).click();
    await linkedChip(annas.page, 'Werft Neumann').waitFor();
    await linkedChip(bens.page, 'Werft Neumann').waitFor();
  });

  const opened = (page: Page, title = 'Werft Neumann') =>
    page
      .locator('.record-page:visible')
      .filter({ has: page.getByRole('heading', { level: 1, name: title, exact: true }) });
  const openShipyard = async (page: Page): Promise<void> => {
    await open(page, PUMP);
    await linkedChip(page, 'Werft Neumann').click();
    await page.getByRole('menuitem', { name: 'Datensatz öffnen' }).click();
    await opened(page).getByLabel('Ort').waitFor();
  };

  test('two people change a record: what both changed is chosen, all else is kept', async () => {
    const { page } = annas;
    await openShipyard(page);
    const dialog = opened(page);
    await dialog.getByLabel('Ort').fill('Flensburg');
    await dialog.getByLabel('Notizen').fill('Liefert freitags.');
    const { lastKnownChangeTimestamp } = (await stored()) ?? { lastKnownChangeTimestamp: 0 };
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText(/^Noch nicht gespeichert: Dafür braucht es eine Verbindung/).waitFor();
    await anna.command('record.save', {
      ...shipyard,
      lastKnownChangeTimestamp,
      jsonPayload: { changes: [{ key: 'city', before: 'Kiel', value: 'Eckernförde' }] },
    });
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    const conflict = dialog.getByRole('group', { name: /^Ort: Jemand anders/ });
    await conflict.getByText('Eckernförde').waitFor();
    await clean(page, 'records-conflict');
    await conflict.getByRole('button', { name: 'Meine nehmen: Ort' }).click();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Gespeichert.').waitFor();
    const fields = JSON.stringify(await stored());
    expect(fields).toContain('Flensburg');
    expect(fields).toContain('Liefert freitags.');
  });

  test('a record is deleted after a question, and its links go with it, for everybody', long, async () => {
    const { page } = annas;
    const values = { name: 'Irrtum und Söhne', city: 'Husum' };
    const { idoInstanceId } = shipyard;
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId,
      jsonPayload: { values },
    });
    const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: PUMP });
    await anna.command('record.link', { aggregateId: mail?.aggregateId, idoId, idoInstanceId });
    await Promise.all([open(page, PUMP), open(bens.page, PUMP)]);
    await linkedChip(bens.page, 'Irrtum').waitFor();
    await linkedChip(page, 'Irrtum').click();
    await page.getByRole('menuitem', { name: 'Datensatz öffnen' }).click();
    await opened(page, 'Irrtum und Söhne').getByRole('button', { name: 'Löschen' }).click();
    const question = page.getByRole('dialog', { name: 'Datensatz löschen?' });
    await question.getByText('Irrtum und Söhne').waitFor();
    await question.getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('„Irrtum und Söhne“ ist gelöscht.').waitFor();
    await linkedChip(page, 'Irrtum').waitFor({ state: 'detached' });
    await linkedChip(bens.page, 'Irrtum').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Der Datensatz ist wieder da.').waitFor();
    await linkedChip(bens.page, 'Irrtum').waitFor();
    await open(page, PUMP);
    await linkedChip(page, 'Irrtum').waitFor();
  });
});
