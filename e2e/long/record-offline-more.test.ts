// Covers: record, client
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { findBrowser, INSTALLED, isControlled, type BrowserSession } from '../src/browser.ts';
import { clean, designShips, startRecords, type RecordStage } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

describe.skipIf(findBrowser() === undefined)('records without a connection, further', () => {
  let stage: RecordStage | undefined;
  let address: string;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
  let browser: Browser;
  let shipyard: RecordStage['shipyard'];
  let ships: number;

  beforeAll(async () => {
    stage = await startRecords();
    ({ browser, anna, shipyard } = stage);
    address = stage.kontor.address;
    ships = await designShips(anna);
    session = await openSessionAs('anna', browser, address, INSTALLED);
    ({ page } = session);
    await isControlled(page);
  });
  afterAll(async () => {
    await session?.close();
    await stage?.close();
  });

  const offline = (isOffline: boolean) => page.context().setOffline(isOffline);
  afterEach(() => offline(false));
  const waiting = () => page.getByRole('list', { name: 'Noch nicht gesendet' }).getByRole('listitem');
  const dialog = () => page.getByRole('dialog', { name: 'Neuer Datensatz' });
  const list = () => page.goto(`${address}/records/${ships}`);
  const count = async (fulltextSearch: string, idoInstanceId = ships): Promise<number> => {
    const params = { idoInstanceId, fulltextSearch };
    return (await anna.query<{ totalCount: number }>('record.items', params)).totalCount;
  };
  const create = async (name: string, number: string): Promise<void> => {
    await page.keyboard.press('R');
    await dialog().getByLabel(/^Name/).fill(name);
    await dialog().getByLabel('Rufzeichen').fill(number);
  };

  test('what the server would not have says why, and is mended with all that was written', async () => {
    await anna.command('record.create', {
      idoInstanceId: ships,
      jsonPayload: { values: { name: 'Sundklipper Eins', call: 'DABC' } },
    });
    await list();
    await page.getByRole('heading', { level: 1, name: 'Schiffe' }).waitFor();
    await offline(true);
    await create('Sundklipper Zwei', 'DABC');
    await dialog().getByRole('button', { name: 'Anlegen' }).click();
    await waiting().filter({ hasText: 'Sundklipper Zwei' }).waitFor();
    await offline(false);
    await page.getByText(/^Sundklipper Zwei wurde nicht angelegt\./).waitFor();
    await clean(page, 'record-offline-refused');
    await page.reload();
    await waiting().filter({ hasText: 'Sundklipper Zwei' }).getByRole('button', { name: 'Berichtigen' }).click();
    expect(await dialog().getByLabel(/^Name/).inputValue()).toBe('Sundklipper Zwei');
    await clean(page, 'record-offline-mending');
    await dialog().getByLabel('Rufzeichen').fill('DABD');
    await dialog().getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Sundklipper Zwei ist angelegt.').waitFor();
    await expect.poll(() => waiting().count()).toBe(0);
    expect(await count('sundklipper')).toBe(2);
  });

  test('a record that was deleted comes back once there is a connection', async () => {
    await page.goto(`${address}/record/${shipyard.idoInstanceId}-${shipyard.idoId}/ido/view/masterData`);
    const shown = page.locator('.record-page:visible');
    await shown.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('„Werft Neumann“ ist gelöscht.').waitFor();
    await offline(true);
    await page.keyboard.press('z');
    await page
      .getByText(/^1\sDatensatz kommt zurück, sobald Sie wieder verbunden sind\.$/)
      .first()
      .waitFor();
    await offline(false);
    await page.getByText('Der Datensatz ist wieder da.').waitFor();
    await expect.poll(() => count('werft neumann', shipyard.idoInstanceId)).toBe(1);
    expect(session.complaints).toEqual([]);
  });
});
