// Covers: record
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

describe.skipIf(findBrowser() === undefined)('many records at once', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
  let customers: number;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const kinds = await anna.query<{ ID: number; Name: string }[]>('record.instances');
    customers = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
    session = await openSessionAs('anna', browser, kontor.address);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const create = async (name: string, city: string): Promise<Named> => {
    const params = { idoInstanceId: customers, jsonPayload: { values: { name, city } } };
    const { idoId } = await anna.command<{ idoId: number }>('record.create', params);
    return { idoId, idoInstanceId: customers };
  };
  const changedAt = async (named: Named): Promise<number> => {
    const { jsonModel } = await anna.query<{ jsonModel: { lastKnownChangeTimestamp: number } | null }>(
      'record.model',
      named,
    );
    return jsonModel?.lastKnownChangeTimestamp ?? 0;
  };

  test('a field of several is changed at once, and each has again what it had', async () => {
    const grid = page.getByRole('grid');
    const cell = (text: string, key: string) =>
      grid.getByRole('row').filter({ hasText: text }).first().locator(`[data-key=${key}]`);
    await create('Segelmacherei Südwind', 'Schleswig');
    await create('Segelschule Südwind', 'Husum');
    const third = await create('Werft Südwind', 'Kiel');
    await page.goto(`${kontor.address}/records/${third.idoInstanceId}`);
    await grid.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('suedwind');
    await page.getByText('3 Datensätze', { exact: true }).waitFor();
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('U');
    const dialog = page.getByRole('dialog', { name: 'Feld von 3 Datensätzen ändern' });
    await dialog.getByLabel('Feld').selectOption({ label: 'Ort' });
    await dialog.getByLabel('Ort').fill('Rostock');
    await dialog.getByText('3 Datensätze bekommen diesen Wert.').waitFor();
    await clean(page, 'record-list-change');
    // One of them is gone meanwhile: it is told of, and the others are changed.
    await anna.command('record.delete', { ...third, lastKnownChangeTimestamp: await changedAt(third) });
    await page.keyboard.press('Enter');
    const left = page.getByRole('dialog', { name: '1 Datensatz nicht geändert' });
    await left.getByText('Es gibt ihn nicht mehr.').waitFor();
    await clean(page, 'record-list-left');
    await left.getByRole('button', { name: 'Schließen' }).last().click();
    for (const name of ['Segelmacherei', 'Segelschule']) await cell(name, 'city').getByText('Rostock').waitFor();
    await page.getByText('Ort bei 2 Datensätzen geändert.').waitFor();
    await page.keyboard.press('z');
    await cell('Segelmacherei', 'city').getByText('Schleswig').waitFor();
    await cell('Segelschule', 'city').getByText('Husum').waitFor();
    await page.getByText('Ort bei 2 Datensätzen wieder wie vorher.').waitFor();
    await cell('Segelschule', 'name').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Feld ändern …/ }).waitFor();
    await clean(page, 'record-list-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Auswahl aufheben/ }).click();
    await page.getByRole('button', { name: 'Spalten', exact: true }).waitFor();
  });

  test('what was deleted is found again long after, and brought back, by keys alone', async () => {
    const names = ['Kutter Eins', 'Kutter Zwei', 'Barkasse'];
    for (const name of names) {
      const named = await create(`${name} Ötting`, 'Emden');
      await anna.command('record.delete', { ...named, lastKnownChangeTimestamp: await changedAt(named) });
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('gelöschte daten');
    await page.getByRole('option', { name: 'Gelöschte Datensätze' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Gelöschte Datensätze' });
    await dialog.getByText('Barkasse Ötting').waitFor();
    await clean(page, 'record-deleted');
    await page.keyboard.type('nichts davon');
    await dialog.getByRole('heading', { name: 'Nichts gefunden' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('otting');
    await dialog.getByText('3 Datensätze', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Barkasse Ötting, Emden zurückholen' }).press('Enter');
    await dialog.getByText('2 Datensätze', { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Kutter Zwei Ötting, Emden zurückholen');
    await dialog.getByRole('button', { name: 'Alle 2 dieser Seite zurückholen' }).press('Enter');
    await dialog.getByRole('heading', { name: 'Nichts gefunden' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const found = await anna.query<unknown[]>('record.search', { query: 'Ötting Emden' });
    expect(found).toHaveLength(3);
  });
});
