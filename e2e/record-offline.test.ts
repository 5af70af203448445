// Covers: record, client
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { findBrowser, INSTALLED, isControlled, type BrowserSession } from './src/browser.ts';
import {
  PUMP,
  clean,
  designShips,
  line,
  linkedChip,
  mark,
  row,
  startRecords,
  type RecordStage,
} from './src/records.ts';
import { openSessionAs } from './src/signed-in.ts';

describe.skipIf(findBrowser() === undefined)('records without a connection', () => {
  let stage: RecordStage | undefined;
  let address: string;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
  let browser: Browser;
  let ships: number;

  beforeAll(async () => {
    stage = await startRecords();
    ({ browser, anna } = stage);
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
  const count = async (fulltextSearch: string): Promise<number> => {
    const params = { idoInstanceId: ships, fulltextSearch };
    return (await anna.query<{ totalCount: number }>('record.items', params)).totalCount;
  };
  const create = async (name: string, number: string): Promise<void> => {
    await page.keyboard.press('R');
    await dialog().getByLabel(/^Name/).fill(name);
    await dialog().getByLabel('Rufzeichen').fill(number);
  };

  test('a record that is made then waits in its list, over a reload, and is made once there is a connection', async () => {
    await list();
    await page.getByRole('heading', { level: 1, name: 'Schiffe' }).waitFor();
    await offline(true);
    await create('Sundklipper Eins', 'DABC');
    await page.waitForTimeout(600);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Schiffe' }).waitFor();
    await page.keyboard.press('R');
    await dialog().getByText('Gespeichert ist es noch nicht.').waitFor();
    expect(await dialog().getByLabel(/^Name/).inputValue()).toBe('Sundklipper Eins');
    await dialog().getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Sundklipper Eins wird angelegt, sobald Sie wieder verbunden sind.').waitFor();
    await waiting().filter({ hasText: 'Sundklipper Eins' }).waitFor();
    await clean(page, 'record-offline-made');
    await page.reload();
    await waiting().filter({ hasText: 'Sundklipper Eins' }).waitFor();
    expect(await count('sundklipper')).toBe(0);
    await offline(false);
    await page.getByText('Sundklipper Eins ist angelegt.').waitFor();
    await page.getByRole('row').filter({ hasText: 'Sundklipper Eins' }).waitFor();
    expect(await waiting().count()).toBe(0);
    expect(await count('sundklipper')).toBe(1);
  });

  test(
    'a link that is made then stands at the item, over a reload, and so does one that is taken away',
    long,
    async () => {
      await page.goto(`${address}/mails/all/all/main`);
      await row(page, PUMP).click();
      const take = line(page).getByRole('button', { name: /^Mit Werft Neumann.* verknüpfen$/ });
      await take.waitFor();
      await offline(true);
      await take.click();
      await linkedChip(page, 'Werft Neumann').getByRole('img', { name: 'Noch nicht gesendet' }).waitFor();
      await clean(page, 'record-offline-linked');
      await page.reload();
      await linkedChip(page, 'Werft Neumann').getByRole('img', { name: 'Noch nicht gesendet' }).waitFor();
      await offline(false);
      await expect.poll(() => linkedChip(page, 'Werft Neumann').getByRole('img').count()).toBe(0);
      await linkedChip(page, 'Werft Neumann').waitFor();
      await mark(page, PUMP).waitFor();
      await offline(true);
      await linkedChip(page, 'Werft Neumann').click();
      await page.getByRole('menuitem', { name: 'Verknüpfung entfernen' }).click();
      await expect.poll(() => linkedChip(page, 'Werft Neumann').count()).toBe(0);
      await page.keyboard.press('z');
      await linkedChip(page, 'Werft Neumann').waitFor();
      await linkedChip(page, 'Werft Neumann').click();
      await page.getByRole('menuitem', { name: 'Verknüpfung entfernen' }).click();
      await offline(false);
      const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: PUMP });
      const linked = async (): Promise<number> => {
        const links = await anna.query<{ isSuggested: boolean }[]>('record.links', { aggregateId: mail?.aggregateId });
        return links.filter(({ isSuggested }) => !isSuggested).length;
      };
      await expect.poll(linked).toBe(0);
      expect(await linkedChip(page, 'Werft Neumann').count()).toBe(0);
      expect(session.complaints).toEqual([]);
    },
  );
});
