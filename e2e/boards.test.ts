import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Favourite } from '@kontor/contract/record';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { DESKTOP, findBrowser, openBrowser, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { clean } from './src/records.ts';

/** Until something that was sent is to be seen by others. */
const LATEST = 15_000;
const NAMES = ['Albatros GmbH', 'Bussard Werke', 'Condor Logistik'];

describe.skipIf(findBrowser() === undefined)('favourites', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let anna: TestClient;
  let annas: Seat;
  let second: Seat;
  const records: object[] = [];

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const [kind] = await anna.query<{ ID: number }[]>('record.instances');
    const idoInstanceId = kind?.ID ?? 0;
    for (const name of NAMES) {
      const jsonPayload = { values: { name } };
      const { idoId } = await anna.command<{ idoId: number }>('record.create', { idoInstanceId, jsonPayload });
      records.push({ idoId, idoInstanceId });
    }
    annas = await sitDown(browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
    await signIn(annas.page, 'anna', PASSWORD);
    second = await sitDown(browser, kontor.address);
    await signIn(second.page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await annas?.close();
    await second?.close();
    await browser?.close();
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
    const dialog = page.getByRole('dialog', { name: 'Bussard Werke' });
    await dialog.getByRole('button', { name: 'Bussard Werke aus den Favoriten nehmen' }).click();
    await dialog.getByRole('button', { name: 'Bussard Werke als Favorit merken' }).waitFor();
    await clean(page, 'favourites-star');
    await expect.poll(stored, { timeout: LATEST }).toEqual(['Albatros GmbH', 'Condor Logistik']);
    await expect.poll(() => shown(second.page), { timeout: LATEST }).toEqual(['Albatros GmbH', 'Condor Logistik']);
    await page.keyboard.press('Escape');
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

async function drag(page: Page, what: Locator, to: Locator): Promise<void> {
  const [from, onto] = [await what.boundingBox(), await to.boundingBox()];
  if (from === null || onto === null) throw new Error('There is nothing to drag');
  await page.mouse.move(from.x + 40, from.y + from.height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1)
    await page.mouse.move(from.x + 40, from.y + from.height / 2 + ((onto.y - from.y - 6) * step) / 8);
  await page.mouse.up();
}
