// Covers: record, activity
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, rows, type BrowserSession } from '../src/browser.ts';
import { addEarlierRecords } from '../src/earlier-records.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

const TASKS = ['Wartung Kessel Nord', 'Wartung Kessel Süd', 'Wartung Kessel West'] as const;

describe.skipIf(findBrowser() === undefined)('items and records that are found and brought together', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
  let customers: number;
  let yard: Named;
  let port: Named;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    await addEarlierRecords(kontor);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const kinds = await anna.query<{ ID: number; Name: string }[]>('record.instances');
    customers = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
    const create = async (values: object): Promise<Named> => {
      const params = { idoInstanceId: customers, jsonPayload: { values } };
      const { idoId } = await anna.command<{ idoId: number }>('record.create', params);
      return { idoId, idoInstanceId: customers };
    };
    yard = await create({ name: 'Kesselbau Ötting', number: '90417' });
    port = await create({ name: 'Hafenbetrieb Ötting', number: '90418' });
    for (const title of TASKS) {
      const task = { moduleLayout: 'task', inactive: false, title };
      ids.set(title, (await anna.command<{ aggregateId: string }>('task.create', task)).aggregateId);
    }
    session = await openSessionAs('anna', browser, kontor.address);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const grid = () => page.getByRole('grid');
  const picker = () => page.getByRole('dialog', { name: /^Einträge mit .* verknüpfen$/ });
  const search = () => picker().getByRole('searchbox', { name: 'Einträge suchen' });
  const found = (title: string) => picker().getByRole('checkbox', { name: new RegExp(title) });
  const happened = () => page.locator('.record-page:visible .happened-item');
  const toHistory = async ({ idoId, idoInstanceId }: Named): Promise<void> => {
    await page.goto(`${kontor.address}/record/${idoInstanceId}-${idoId}/ido/view/activity`);
    await page.locator('.record-page:visible').getByRole('heading', { level: 1 }).waitFor();
  };
  /** Moves the focus to what is meant, by Tab alone. */
  const tabTo = async (isThere: () => Promise<boolean>): Promise<void> => {
    for (let n = 0; n < 12 && !(await isThere()); n += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const isFocused = (what: ReturnType<typeof found>) => what.evaluate((one) => one === document.activeElement);

  test('several items are linked from a record’s page, by keys alone, stand in its history, and are let go by z', async () => {
    await toHistory(yard);
    await page.getByText('Noch nichts geschehen').waitFor();
    await page.getByRole('button', { name: 'Eintrag verknüpfen' }).press('Enter');
    await search().waitFor();
    expect(await isFocused(search())).toBe(true);
    await page.keyboard.type('Kessel Nord');
    await expect.poll(() => picker().getByRole('checkbox').count()).toBe(1);
    await tabTo(() => isFocused(found('Kessel Nord')));
    await page.keyboard.press('Space');
    await search().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Kessel Süd');
    // What was chosen before stays in sight.
    await expect.poll(() => picker().getByRole('checkbox').count()).toBe(2);
    expect(await found('Kessel Nord').isChecked()).toBe(true);
    await tabTo(() => isFocused(found('Kessel Süd')));
    await page.keyboard.press('Space');
    await clean(page, 'item-picker');
    const link = picker().getByRole('button', { name: /^2\sEinträge verknüpfen$/ });
    await tabTo(() => isFocused(link));
    await page.keyboard.press('Enter');
    await page.getByText(/^2\sEinträge sind mit Kesselbau Ötting verknüpft/).waitFor();
    await picker().waitFor({ state: 'detached' });
    await expect.poll(() => happened().count()).toBe(2);
    await happened().filter({ hasText: 'Kessel Nord' }).waitFor();
    await happened().filter({ hasText: 'Kessel Süd' }).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => happened().count()).toBe(0);
  });

  test('an item is linked with several records that were selected, and with none of them after z', async () => {
    await page.goto(`${kontor.address}/records/${customers}?text=oetting`);
    await page.getByText('2 Datensätze', { exact: true }).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('2 Datensätze ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Eintrag verknüpfen' }).press('Enter');
    await page.getByRole('dialog', { name: /^Einträge mit 2\sDatensätzen verknüpfen$/ }).waitFor();
    await search().waitFor();
    await page.keyboard.type('Kessel West');
    await expect.poll(() => picker().getByRole('checkbox').count()).toBe(1);
    await tabTo(() => isFocused(found('Kessel West')));
    for (const key of ['Space', 'Enter']) await page.keyboard.press(key);
    await page.getByText(/^1\sEintrag ist mit 2\sDatensätzen verknüpft/).waitFor();
    const about = async ({ idoId }: Named) =>
      (await anna.query<{ information: string }[]>('filter.items', { view: 'all', searchTerm: `record:${idoId}` })).map(
        ({ information }) => information,
      );
    for (const named of [yard, port]) expect(await about(named)).toEqual(['Wartung Kessel West']);
    await page.keyboard.press('z');
    for (const named of [yard, port]) await expect.poll(() => about(named)).toEqual([]);
  });

  test('all that a list has are selected, more than it has loaded; they are counted, changed, and let go', async () => {
    await page.goto(`${kontor.address}/records/${customers}?text=gmbh`);
    await grid().getByRole('row').nth(3).waitFor();
    const toolbar = page.locator('.toolbar').first();
    const total = Number((await toolbar.innerText()).match(/(\d+)\sDatensätze/)?.[1]);
    expect(total).toBeGreaterThan(200);
    const status = page.locator('.record-selection').getByRole('status');
    await page.keyboard.press('Control+a');
    await expect.poll(() => status.innerText()).toBe(`${total}\u00a0Datensätze ausgewählt`);
    await clean(page, 'record-list-all-selected');
    await page.keyboard.press('U');
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Feld von ${total}\\sDatensätzen ändern$`) });
    await dialog.getByLabel('Feld').selectOption({ label: 'Ort' });
    await dialog.getByLabel('Ort').fill('Überallhausen');
    await page.keyboard.press('Enter');
    await page.getByText(new RegExp(`^Ort bei ${total}\\sDatensätzen geändert`)).waitFor();
    const changed = async () => {
      const params = { idoInstanceId: customers, fulltextSearch: 'Überallhausen' };
      return (await anna.query<{ totalCount: number }>('record.items', params)).totalCount;
    };
    expect(await changed()).toBe(total);
    await page.keyboard.press('z');
    await page.getByText(new RegExp(`^Ort bei ${total}\\sDatensätzen wieder wie vorher`)).waitFor();
    expect(await changed()).toBe(0);
    await status.waitFor();
    await page.keyboard.press('Escape');
    await status.waitFor({ state: 'detached' });
    await page.getByText(`${total} Datensätze`, { exact: true }).waitFor();
    expect(await grid().locator('[aria-selected=true]').count()).toBe(0);
  });

  test('of more records than can be selected the first are, and it is said', async () => {
    await page.goto(`${kontor.address}/records/0`);
    await grid().getByRole('row').nth(3).waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('10.000 Datensätze ausgewählt').waitFor();
    await page.getByText('Ausgewählt sind die ersten 10.000.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.record-selection').waitFor({ state: 'detached' });
  });

  test('tabs of records are called by their names after a reload, also before they are shown', async () => {
    const address = ({ idoId, idoInstanceId }: Named) => `/record/${idoInstanceId}-${idoId}/ido/view`;
    await page.goto(`${kontor.address}${address(yard)}`);
    await page.locator('.record-page:visible').getByRole('heading', { level: 1, name: 'Kesselbau Ötting' }).waitFor();
    await page.keyboard.press('p');
    // A key that comes while a page is still loading waits for it.
    await page.locator('.open-tab[data-kept=true]').waitFor();
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address(port));
    await page.locator('.record-page:visible').getByRole('heading', { name: 'Hafenbetrieb Ötting' }).waitFor();
    await page.reload();
    const names = () => page.locator('.open-tab-title').allInnerTexts();
    await expect.poll(names).toEqual(['Kesselbau Ötting', 'Hafenbetrieb Ötting']);
  });

  describe('the search of items', () => {
    const box = () => page.getByRole('combobox', { name: /^Suche/ });
    const offers = () => page.locator('.offers').getByRole('option');
    const titles = async () =>
      (await rows(page).locator('.row-information').allInnerTexts())
        .map((text) => text.replaceAll(/\s+/g, ' '))
        .toSorted();
    const linkOf = (title: string, named: Named) =>
      anna.command('record.link', { aggregateId: ids.get(title), ...named });

    test('is cut to a record by its name and its number, completed by keys, and shows what is linked meanwhile', async () => {
      const [north, south, west] = TASKS;
      await linkOf(north, yard);
      await linkOf(west, port);
      await page.goto(`${kontor.address}/filter/all/all/main`);
      await box().focus();
      await page.keyboard.type('date');
      await offers().filter({ hasText: 'datensatz:' }).first().waitFor();
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      expect(await box().inputValue()).toBe('datensatz:');
      await page.keyboard.type('kesselb');
      await expect.poll(titles).toEqual([north]);
      // Nobody is asked for, and the record itself is offered with its kind.
      await expect.poll(() => offers().allInnerTexts()).toEqual([expect.stringMatching(/Kesselbau Ötting"\s+Kunden/)]);
      await clean(page, 'search-record-offered');
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      expect(await box().inputValue()).toBe('datensatz:"Kesselbau Ötting" ');
      await expect.poll(titles).toEqual([north]);
      // From what was typed the keys lead to what was found.
      await page.keyboard.press('Enter');
      expect(await box().evaluate((one) => one === document.activeElement)).toBe(false);
      // Until the list has what was searched for, too.
      const goDown = async (): Promise<number> => {
        await page.keyboard.press('ArrowDown');
        return page.locator('.virtual-row[data-active=true]').count();
      };
      await expect.poll(goDown).toBe(1);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url()).toContain('/task/');
      await page.goBack();
      await linkOf(south, yard);
      await expect.poll(titles).toEqual([north, south]);
      await anna.command('record.unlink', { aggregateId: ids.get(south), ...yard });
      await expect.poll(titles).toEqual([north]);
      await box().fill('');
      await page.keyboard.type(`record:${port.idoId}`);
      await expect.poll(titles).toEqual([west]);
      await box().fill('');
      await page.keyboard.type('record:ötting kessel');
      await expect.poll(titles).toEqual([north, west]);
    });

    test('is cut to what has a record, and shows what is linked meanwhile', async () => {
      const [north, south, west] = TASKS;
      await box().fill('');
      await page.keyboard.type('Wartung Kessel hat:d');
      await expect.poll(() => offers().locator('.offer-text').allInnerTexts()).toEqual(['hat:datensatz']);
      for (const key of ['ArrowDown', 'Tab']) await page.keyboard.press(key);
      expect(await box().inputValue()).toBe('Wartung Kessel hat:datensatz ');
      await expect.poll(titles).toEqual([north, west]);
      await clean(page, 'search-has-record');
      await linkOf(south, port);
      await expect.poll(titles).toEqual([north, south, west]);
      await box().fill('');
      await page.keyboard.type('Wartung Kessel -has:record');
      await page.getByText('Nichts gefunden').waitFor();
      expect(session.complaints).toEqual([]);
    });
  });
});
