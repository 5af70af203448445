// Covers: record
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordCommands, type BoardAnswer, type Favourite } from '@kontor/contract/record';
import { randomUUID } from 'node:crypto';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { DESKTOP, findBrowser, openBrowser, VIEWS, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

/** Until something that was sent is to be seen by others. */
const LATEST = 15_000;
const NAMES = ['Albatros GmbH', 'Bussard Werke', 'Condor Logistik'];

describe.skipIf(findBrowser() === undefined)('favourites', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let annas: BrowserSession;
  let second: BrowserSession;
  const records: object[] = [];

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const [kind] = await anna.query<{ ID: number }[]>('record.instances');
    const idoInstanceId = kind?.ID ?? 0;
    for (const name of NAMES) {
      const jsonPayload = { values: { name } };
      const { idoId } = await anna.command<{ idoId: number }>('record.create', { idoInstanceId, jsonPayload });
      records.push({ idoId, idoInstanceId });
    }
    annas = await openSessionAs('anna', browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
    second = await openSessionAs('anna', browser, kontor.address);
  });
  afterAll(async () => {
    await annas?.close();
    await second?.close();
    await kontor?.close();
  });

  const stored = async () => (await anna.query<Favourite[]>('record.favourites')).map(({ title }) => title);
  const list = (page: Page) => page.getByRole('list', { name: 'Favoriten' }).getByRole('button');
  const shown = (page: Page) => list(page).allInnerTexts();

  test('what is marked stands in the menu of all devices, and its star takes it out and back', async () => {
    const { page } = annas;
    expect(await list(page).count()).toBe(0);
    for (const record of records) await anna.command('record.addFavourite', record);
    await expect.poll(() => shown(page), { timeout: LATEST }).toEqual(NAMES);
    await clean(page, 'favourites-menu');
    await list(page).nth(1).click();
    const head = page.locator('.record-head:visible');
    await head.getByRole('heading', { name: 'Bussard Werke' }).waitFor();
    await head.getByRole('button', { name: 'Bussard Werke aus den Favoriten nehmen' }).click();
    await head.getByRole('button', { name: 'Bussard Werke als Favorit merken' }).waitFor();
    await clean(page, 'favourites-star');
    await expect.poll(stored, { timeout: LATEST }).toEqual(['Albatros GmbH', 'Condor Logistik']);
    await expect.poll(() => shown(second.page), { timeout: LATEST }).toEqual(['Albatros GmbH', 'Condor Logistik']);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => shown(page)).toEqual(NAMES);
    await expect.poll(stored, { timeout: LATEST }).toEqual(NAMES);
  });

  test('they are put into another order by dragging, by keys and in their dialog', async () => {
    const { page } = annas;
    await list(page).first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => shown(page)).toEqual(['Bussard Werke', 'Albatros GmbH', 'Condor Logistik']);
    await page.getByText('Albatros GmbH: Platz 2 von 3').waitFor();
    expect(
      await list(page)
        .nth(1)
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await drag(page, list(page).nth(2), list(page).first());
    await expect.poll(() => shown(page)).toEqual(['Condor Logistik', 'Bussard Werke', 'Albatros GmbH']);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Favoriten ordnen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Favoriten' });
    await dialog.getByRole('button', { name: 'Albatros GmbH nach oben' }).click();
    await clean(page, 'favourites-dialog');
    const wanted = ['Condor Logistik', 'Albatros GmbH', 'Bussard Werke'];
    await expect.poll(stored, { timeout: LATEST }).toEqual(wanted);
    await page.keyboard.press('Escape');
    await expect.poll(() => shown(second.page), { timeout: LATEST }).toEqual(wanted);
  });

  test('without a network they are changed all the same, and sent later', async () => {
    const { page } = annas;
    await page.context().setOffline(true);
    await list(page).first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => shown(page)).toEqual(['Albatros GmbH', 'Condor Logistik', 'Bussard Werke']);
    await page.context().setOffline(false);
    await expect.poll(stored, { timeout: LATEST }).toEqual(['Albatros GmbH', 'Condor Logistik', 'Bussard Werke']);
  });
});

describe.skipIf(findBrowser() === undefined)('boards', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let idoInstanceId = 0;
  const id = randomUUID();
  const ids = new Map<string, number>();

  const make = async (name: string, values: object = {}): Promise<void> => {
    const jsonPayload = { values: { name, status: 'Aktiv', ...values } };
    const { idoId } = await anna.command<{ idoId: number }>('record.create', { idoInstanceId, jsonPayload });
    ids.set(name, idoId);
  };

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const [kind] = await anna.query<{ ID: number }[]>('record.instances');
    idoInstanceId = kind?.ID ?? 0;
    for (const name of ['Pfeil', 'Rad', 'Segel']) await make(`Zq ${name}`, { city: 'Kiel' });
    annas = await openSessionAs('anna', browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
    bens = await openSessionAs('ben', browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
  });
  afterAll(async () => {
    await annas?.close();
    await bens?.close();
    await kontor?.close();
  });

  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
  const cards = (page: Page, name: string) => column(page, name).locator('.board-title').allInnerTexts();
  const stored = async (name: string) => {
    const { piles } = await anna.query<BoardAnswer>('record.board', { queryId: id });
    return (piles.find((pile) => pile.column === name)?.cards ?? []).map(({ title }) => title);
  };
  const card = (page: Page, name: string) => page.locator(`[data-card="${ids.get(name) ?? 0}"]`);

  test('who has no board is told what one is, and makes one', async () => {
    const { page } = annas;
    // The demo has one of its own.
    await page.goto(`${kontor.address}/kanban`);
    await page.getByRole('heading', { level: 1, name: 'Projekte nach Status' }).waitFor();
    await column(page, 'In Arbeit').waitFor();
    await clean(page, 'board-of-the-demo');
    for (const { id: one } of await anna.query<{ id: string }[]>('record.sharedQueries'))
      await anna.command('record.deleteQuery', { id: one });
    await page.getByRole('heading', { name: 'Noch kein Board' }).waitFor();
    await clean(page, 'board-none');
    await page.getByRole('button', { name: 'Neues Board' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Neues Board' });
    await dialog.getByLabel('Name').fill('Mein Board');
    await clean(page, 'board-dialog');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mein Board' }).waitFor();
    await column(page, 'Aktiv').waitFor();
    await clean(page, 'board-demo');
  });

  test('cards are dragged with the mouse and the keys, taken back, and seen by all', async () => {
    const { page } = annas;
    await anna.command('record.saveQuery', {
      ...recordCommands.saveQuery.example.params,
      id,
      name: 'Zq',
      idoInstanceId,
      fulltextSearch: 'zq',
    });
    for (const session of [annas, bens]) {
      await session.page.goto(`${kontor.address}/kanban/${id}`);
      await expect.poll(() => cards(session.page, 'Aktiv'), { timeout: LATEST }).toHaveLength(3);
    }
    await dragTo(page, card(page, 'Zq Segel'), column(page, 'Interessent').locator('.board-cards'));
    await expect.poll(() => cards(page, 'Interessent')).toEqual(['Zq Segel']);
    await expect.poll(() => stored('Interessent'), { timeout: LATEST }).toEqual(['Zq Segel']);
    await expect.poll(() => cards(bens.page, 'Interessent'), { timeout: LATEST }).toEqual(['Zq Segel']);
    await clean(page, 'board-dragged');
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => stored('Aktiv'), { timeout: LATEST }).toEqual(['Zq Pfeil', 'Zq Rad', 'Zq Segel']);

    await card(page, 'Zq Pfeil').focus();
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(300);
    await page.keyboard.press('Space');
    await expect.poll(() => stored('Aktiv'), { timeout: LATEST }).toEqual(['Zq Rad', 'Zq Pfeil', 'Zq Segel']);
    await card(page, 'Zq Pfeil').focus();
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
    expect(await stored('Aktiv')).toEqual(['Zq Rad', 'Zq Pfeil', 'Zq Segel']);
  });

  test('by its menu a card goes to another column, and a new one is made where it belongs', async () => {
    const { page } = annas;
    await card(page, 'Zq Rad').getByRole('button', { name: 'Mehr zu Zq Rad' }).click();
    await page.getByRole('menuitem', { name: 'Verschieben nach Interessent' }).click();
    await expect.poll(() => stored('Interessent'), { timeout: LATEST }).toEqual(['Zq Rad']);
    await column(page, 'Interessent').getByRole('button', { name: 'Neue Karte in Interessent' }).click();
    await page.getByLabel('Name der neuen Karte').fill('Zq Neu');
    await page.keyboard.press('Enter');
    await expect.poll(() => cards(page, 'Interessent'), { timeout: LATEST }).toContain('Zq Neu');
    await expect.poll(() => cards(bens.page, 'Interessent'), { timeout: LATEST }).toContain('Zq Neu');
  });

  test('who moves what somebody else has moved meanwhile is told where it is', async () => {
    const { page } = annas;
    await page.context().setOffline(true);
    await card(page, 'Zq Segel').getByRole('button', { name: 'Mehr zu Zq Segel' }).click();
    await page.getByRole('menuitem', { name: 'Verschieben nach Interessent' }).click();
    await expect.poll(() => cards(page, 'Interessent')).toContain('Zq Segel');
    await card(bens.page, 'Zq Segel').getByRole('button', { name: 'Mehr zu Zq Segel' }).click();
    await bens.page.getByRole('menuitem', { name: 'Verschieben nach Ehemalig' }).click();
    await expect.poll(() => stored('Ehemalig'), { timeout: LATEST }).toEqual(['Zq Segel']);
    await page.context().setOffline(false);
    await page.getByText(/Jemand anders hat Zq Segel inzwischen verschoben/).waitFor();
    await expect.poll(() => cards(page, 'Ehemalig'), { timeout: LATEST }).toEqual(['Zq Segel']);
    expect(await stored('Ehemalig')).toEqual(['Zq Segel']);
  });

  test('boards are put in order and into folders by dragging, for all who see them', async () => {
    const { page } = annas;
    const folder = randomUUID();
    await anna.command('record.saveQuery', {
      ...recordCommands.saveQuery.example.params,
      id: folder,
      name: 'Ordner Zq',
      isFolder: true,
      board: null,
    });
    const line = (name: string) => page.locator('.query-tree li').filter({ hasText: name });
    const tree = async () => (await anna.query<{ label: string }[]>('record.sharedQueries')).map(({ label }) => label);
    await line('Ordner Zq').waitFor();
    const middleOf = async (name: string) => {
      const box = await line(name).boundingBox();
      if (box === null) throw new Error('There is nothing to drag');
      return { x: box.x + 60, top: box.y, height: box.height };
    };
    const lay = async (what: string, onto: string, part: number): Promise<void> => {
      const [from, to] = [await middleOf(what), await middleOf(onto)];
      await page.mouse.move(from.x, from.top + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.top + from.height / 2);
      await page.mouse.move(to.x, to.top + to.height * part, { steps: 8 });
      // The line says where it would lie: where the machine is busy that comes later than the mouse.
      await page.locator('.query-tree li[data-drop]').filter({ hasText: onto }).waitFor();
      await page.mouse.up();
    };
    await lay('Ordner Zq', 'Mein Board', 0.2);
    await expect.poll(tree, { timeout: LATEST }).toEqual(['Ordner Zq', 'Mein Board', 'Zq']);
    await lay('Mein Board', 'Ordner Zq', 0.5);
    await expect.poll(tree, { timeout: LATEST }).toEqual(['Ordner Zq', 'Ordner Zq / Mein Board', 'Zq']);
    await page.getByText('Mein Board liegt jetzt in „Ordner Zq“').waitFor({ state: 'attached' });
    // Nothing was opened by it.
    await page.getByRole('heading', { level: 1, name: 'Zq' }).waitFor();
    await lay('Mein Board', 'Ordner Zq', 0.1);
    await expect.poll(tree, { timeout: LATEST }).toEqual(['Mein Board', 'Ordner Zq', 'Zq']);
  });

  test.each(VIEWS)('looks as it should: %s', async (name, options) => {
    const session = await openSessionAs('anna', browser, kontor.address, {
      ...options,
      locale: 'de-DE',
      serviceWorkers: 'block',
    });
    await session.page.goto(`${kontor.address}/kanban/${id}`);
    await session.page.locator('.board-card').first().waitFor();
    await clean(session.page, `board-${name}`);
    await session.close();
  });
});

async function dragTo(page: Page, what: Locator, to: Locator): Promise<void> {
  const [from, onto] = [await what.boundingBox(), await to.boundingBox()];
  if (from === null || onto === null) throw new Error('There is nothing to drag');
  await page.mouse.move(from.x + 30, from.y + from.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) {
    const part = step / 12;
    await page.mouse.move(from.x + 30 + (onto.x - from.x) * part, from.y + 10 + (onto.y + 20 - from.y) * part);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
}

async function drag(page: Page, what: Locator, to: Locator): Promise<void> {
  const [from, onto] = [await what.boundingBox(), await to.boundingBox()];
  if (from === null || onto === null) throw new Error('There is nothing to drag');
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1)
    await page.mouse.move(from.x + 40, from.y + from.height / 2 + ((onto.y - from.y - 6) * step) / 8);
  await page.mouse.up();
}
