import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { INSTALLED, findBrowser, isControlled, signIn, sitDown, type Seat } from './src/browser.ts';
import { PUMP, clean, line, linkedChip, mark, row, startRecords, type RecordStage } from './src/records.ts';

describe.skipIf(findBrowser() === undefined)('records without a connection', () => {
  let stage: RecordStage | undefined;
  let address: string;
  let anna: TestClient;
  let seat: Seat;
  let page: Page;
  let browser: Browser;
  let shipyard: RecordStage['shipyard'];
  let ships: number;

  beforeAll(async () => {
    stage = await startRecords();
    ({ browser, anna, shipyard } = stage);
    address = stage.kontor.address;
    const name = { key: 'name', label: 'Name', kind: 'textField', actionIcons: [], isRequired: true, isTitle: true };
    const call = { key: 'call', label: 'Rufzeichen', kind: 'textField', actionIcons: [], isUnique: true };
    const { idoInstanceId } = await anna.command<{ idoInstanceId: number }>('record.saveKind', {
      idoInstanceId: null,
      version: 0,
      name: 'Schiffe',
      color: '#2f6f4f',
      fields: { leftColumn: [name, call], rightColumn: [], contactPerson: [] },
      columns: [name, call].map(({ key, label }) => ({ key, label, isShown: true })),
      tabs: [{ tab: 'masterData', title: '', isShown: true }],
    });
    ships = idoInstanceId;
    seat = await sitDown(browser, address, INSTALLED);
    ({ page } = seat);
    await signIn(page, 'anna', PASSWORD);
    await isControlled(page);
  });
  afterAll(async () => {
    await seat?.close();
    await stage?.close();
  });

  const offline = (isOffline: boolean) => page.context().setOffline(isOffline);
  afterEach(() => offline(false));
  const waiting = () => page.getByRole('list', { name: 'Noch nicht gesendet' }).getByRole('listitem');
  const dialog = () => page.getByRole('dialog', { name: 'Neuer Datensatz' });
  const list = () => page.goto(`${address}/records/${ships}`);
  const count = async (fulltextSearch: string, idoInstanceId = ships): Promise<number> => {
    const asked = { idoInstanceId, fulltextSearch };
    return (await anna.query<{ totalCount: number }>('record.items', asked)).totalCount;
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
    await clean(page, 'record-offline-found');
    await dialog().getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Sundklipper Eins wird angelegt, sobald Sie wieder verbunden sind.').waitFor();
    await waiting().filter({ hasText: 'Sundklipper Eins' }).waitFor();
    await clean(page, 'record-offline-made');
    await page.reload();
    await waiting().filter({ hasText: 'Sundklipper Eins' }).waitFor();
    expect(await count('sundklipper')).toBe(0);
    await offline(false);
    await page.getByText('Sundklipper Eins ist angelegt.').waitFor({ timeout: 60_000 });
    await page.getByRole('row').filter({ hasText: 'Sundklipper Eins' }).waitFor();
    expect(await waiting().count()).toBe(0);
    expect(await count('sundklipper')).toBe(1);
  });

  test('what the server would not have says why, and is mended with all that was written', async () => {
    await offline(true);
    await create('Sundklipper Zwei', 'DABC');
    await dialog().getByRole('button', { name: 'Anlegen' }).click();
    await waiting().filter({ hasText: 'Sundklipper Zwei' }).waitFor();
    await offline(false);
    await page.getByText(/^Sundklipper Zwei wurde nicht angelegt\./).waitFor({ timeout: 60_000 });
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

  test('a link that is made then stands at the item, over a reload, and so does one that is taken away', async () => {
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
    await expect.poll(() => linkedChip(page, 'Werft Neumann').getByRole('img').count(), { timeout: 60_000 }).toBe(0);
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
    await expect.poll(linked, { timeout: 60_000 }).toBe(0);
    expect(await linkedChip(page, 'Werft Neumann').count()).toBe(0);
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
    await page.getByText('Der Datensatz ist wieder da.').waitFor({ timeout: 60_000 });
    await expect.poll(() => count('werft neumann', shipyard.idoInstanceId)).toBe(1);
    expect(seat.complaints).toEqual([]);
  });
});
