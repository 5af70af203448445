// Covers: settings
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import {
  DESKTOP,
  INSTALLED,
  PHONE,
  findBrowser,
  picture,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { openNordwerk } from '../src/nordwerk.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PASSWORD = 'ein langer satz am morgen';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(await barriersOf(page), name).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('settings that follow the person', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: Kontor;
  let browser: Browser;
  let laptop: BrowserSession;
  let phone: BrowserSession;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    const mail = join(kontor.folder, 'angebot.eml');
    const date = new Date().toUTCString().replace('GMT', '+0000');
    await writeFile(
      mail,
      `From: paul@werft.example\r\nTo: anna@nordwerk.example\r\nSubject: Angebot\r\nDate: ${date}\r\n\r\nMoin`,
    );
    await kontor.cli(['import', 'nordwerk', 'anna', mail, '--state', 'new']);
    [laptop, phone] = await Promise.all([
      openSession(browser, kontor.address, INSTALLED),
      openSession(browser, kontor.address, PHONE),
    ]);
    for (const { page } of [laptop, phone]) await signIn(page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await laptop?.close();
    await phone?.close();
    await nordwerk?.close();
  });
  const open = async (page: Page, tab: string): Promise<void> => {
    await page.goto(`${kontor.address}/settings/${tab}`);
    await page.locator('.settings-page').waitFor();
  };

  test('a change on one device is seen on the other, and on one that is new', async () => {
    await open(laptop.page, 'theme');
    await laptop.page.getByRole('radio', { name: 'Dunkel', exact: true }).click();
    expect(await theme(laptop.page)).toBe('dark');
    await expect.poll(() => theme(phone.page)).toBe('dark');
    await open(phone.page, 'layout');
    await phone.page.getByRole('radio', { name: 'English', exact: true }).click();
    await laptop.page.getByRole('heading', { name: 'Theme' }).waitFor();
    await phone.page.getByRole('radio', { name: 'Deutsch', exact: true }).click();
    await laptop.page.getByRole('heading', { name: 'Farben' }).waitFor();

    const tablet = await openSessionAs('anna', browser, kontor.address, DESKTOP, PASSWORD);
    expect(await theme(tablet.page)).toBe('light');
    await expect.poll(() => theme(tablet.page)).toBe('dark');
    await tablet.close();
  });

  test('a change without a network holds here, says so, and comes to the other devices later', async () => {
    const { page } = laptop;
    await open(page, 'layout');
    const roomy = (one: Page) => one.locator('html').evaluate((html) => html.hasAttribute('data-roomy'));
    const mark = page.getByText('Noch nicht auf Ihren anderen Geräten.');
    await page.context().setOffline(true);
    await page.getByLabel('Kompakte Knöpfe').uncheck();
    await mark.waitFor();
    expect([await roomy(page), await roomy(phone.page)]).toEqual([true, false]);
    await isAccessible(page, 'own-settings-unsent');
    await page.context().setOffline(false);
    await mark.waitFor({ state: 'detached' });
    await expect.poll(() => roomy(phone.page)).toBe(true);

    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await expect.poll(() => roomy(phone.page)).toBe(false);
    expect(await page.getByLabel('Kompakte Knöpfe').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => page.getByLabel('Kompakte Knöpfe').isChecked()).toBe(false);
    await page.getByLabel('Kompakte Knöpfe').check();
    await expect.poll(() => roomy(phone.page)).toBe(false);
    await mark.waitFor({ state: 'detached' });
  });
});
