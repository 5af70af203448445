import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { findBrowser } from './src/browser.ts';
import { OFFER, PUMP, clean, line, picker, field, reader, row, startRecords, type RecordStage } from './src/records.ts';

describe.skipIf(findBrowser() === undefined)('what is linked with a record, and what a record is linked with', () => {
  let stage: RecordStage | undefined;
  let address: string;
  let anna: TestClient;
  let annas: Page;
  let shipyard: RecordStage['shipyard'];

  beforeAll(async () => {
    stage = await startRecords();
    ({ anna, shipyard } = stage);
    annas = stage.annas.page;
    address = stage.kontor.address;
    const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: PUMP });
    await anna.command('record.link', { aggregateId: mail?.aggregateId, ...shipyard });
  });
  afterAll(() => stage?.close());

  const shown = (page: Page) => page.getByRole('dialog', { name: 'Verknüpfte Datensätze' });

  test('a row shows with how many records it is linked, and which, by its button and by a key', async () => {
    await annas.goto(`${address}/`);
    await row(annas, PUMP).hover();
    await row(annas, PUMP).locator('.row-actions .row-records').click();
    await shown(annas).getByRole('region', { name: 'Kunden' }).getByText('Werft Neumann').waitFor();
    await clean(annas, 'record-window');
    await annas.keyboard.press('Escape');
    await expect.poll(() => shown(annas).count()).toBe(0);
    await row(annas, PUMP).click();
    await reader(annas).waitFor();
    await annas.keyboard.press('D');
    await shown(annas).waitFor();
  });

  test('there one more is linked, all by keys, and stands by its kind', async () => {
    await shown(annas).getByRole('button', { name: 'Datensatz verknüpfen' }).press('Enter');
    await field(annas).fill('Umbau');
    await picker(annas)
      .getByRole('option', { name: /Umbau Halle 2/ })
      .waitFor();
    await field(annas).press('Enter');
    await shown(annas).getByRole('region', { name: 'Projekte' }).getByText('Umbau Halle 2').waitFor();
    await clean(annas, 'record-window-two');
    await expect.poll(() => row(annas, PUMP).locator('.row-records').first().innerText()).toContain('2');
  });

  test('one is let go and taken back, and one is opened', async () => {
    const project = shown(annas).getByRole('region', { name: 'Projekte' });
    await project.getByRole('button', { name: 'Verknüpfung mit Umbau Halle 2, P-88 entfernen' }).click();
    await expect.poll(() => project.count()).toBe(0);
    await shown(annas)
      .getByRole('button', { name: /^Werft Neumann/ })
      .press('Enter');
    await annas.locator('.record-page:visible').getByRole('heading', { name: 'Werft Neumann' }).waitFor();
    await row(annas, PUMP).click();
    await line(annas).getByRole('button', { name: '1 verknüpfter Datensatz' }).click();
    await shown(annas).getByText('Werft Neumann').waitFor();
    await annas.keyboard.press('Escape');
  });

  test('a row without any has no button', async () => {
    expect(await row(annas, OFFER).locator('.row-records').count()).toBe(0);
  });
});
