// Covers: record, mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findBrowser, type BrowserSession } from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { DELIVERY, clean, linkedChip, mark, reader, row, startRecords, type RecordStage } from '../src/records.ts';

describe.skipIf(findBrowser() === undefined)('records of mails, further', () => {
  let stage: RecordStage | undefined;
  let kontor: Kontor;
  let annas: BrowserSession;
  let deliver: RecordStage['deliver'];

  beforeAll(async () => {
    stage = await startRecords();
    ({ kontor, annas, deliver } = stage);
  });
  afterAll(() => stage?.close());

  const open = async (page: Page, subject: string): Promise<void> => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await row(page, subject).click();
    await reader(page).getByRole('heading', { level: 1, name: subject }).waitFor();
  };

  test('a rule links mails by itself, and the reason names it', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/settings/rules`);
    await page.getByRole('button', { name: 'Neue Regel' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lieferungen zur Werft');
    await page.getByRole('group', { name: 'Bedingung 1' }).getByLabel('Was geprüft wird').selectOption('subject');
    await page.getByRole('group', { name: 'Bedingung 1' }).getByLabel('Gesucht').fill('Lieferung');
    const action = page.getByRole('group', { name: 'Aktion 1' });
    await action.getByLabel('Was geschieht').selectOption('record');
    await action.getByRole('button', { name: 'Datensatz wählen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Datensatz wählen' });
    await dialog.getByRole('combobox').fill('neumann');
    await dialog.getByRole('option').filter({ hasText: 'Werft Neumann' }).click();
    await page.getByText(/dann mit dem Datensatz „\u2068Werft Neumann.*verknüpfen/).waitFor();
    await clean(page, 'records-rule');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText(/dann mit dem Datensatz „\u2068Werft Neumann.*verknüpfen/).waitFor();
    await deliver(DELIVERY, 'Spedition Holm <fracht@holm.example>');
    await open(page, DELIVERY);
    await linkedChip(page, 'Werft Neumann').click();
    await page
      .getByRole('menu')
      .getByText(/^Verknüpft von der Regel „Lieferungen zur Werft“, /)
      .waitFor();
    await page.keyboard.press('Escape');
    await mark(page, DELIVERY).waitFor();
  });
});
