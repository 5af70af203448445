import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from './src/barriers.ts';
import { DESKTOP, PHONE, findBrowser, picture, signIn, sitDown, type Seat } from './src/browser.ts';
import type { KontorProcess } from './src/kontor-process.ts';
import { openNordwerk } from './src/nordwerk.ts';

const PASSWORD = 'ein langer satz am morgen';

const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${name} is too wide`,
  ).toBe(true);
  expect(await barriersOf(page), name).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('people, corners, and what is told', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: KontorProcess;
  let browser: Browser;
  let laptop: Seat;
  let phone: Seat;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    const names = ['--first-name', 'Ben', '--last-name', 'Carstens', '--password-file', '-'];
    kontor.cli(['person', 'add', 'nordwerk', 'ben', ...names], PASSWORD);
    [laptop, phone] = await Promise.all([
      sitDown(browser, kontor.address, { ...DESKTOP, permissions: ['notifications'] }),
      sitDown(browser, kontor.address, PHONE),
    ]);
    for (const { page } of [laptop, phone]) await signIn(page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await laptop?.close();
    await phone?.close();
    await nordwerk?.close();
  });

  test('the people stand at the right, are found by keys, and lead to what concerns them', async () => {
    const { page } = laptop;
    await page.keyboard.press('o');
    const drawer = page.getByRole('complementary', { name: 'Personen' });
    await drawer.getByRole('link', { name: /Anna Berger\s\(Sie\)/ }).waitFor();
    // Who comes is there without a reload.
    const dora = ['--first-name', 'Dora', '--last-name', 'Ems', '--password-file', '-'];
    kontor.cli(['person', 'add', 'nordwerk', 'dora', ...dora], PASSWORD);
    await drawer.getByRole('link', { name: 'Dora Ems' }).waitFor();
    await isAccessible(page, 'people-drawer');
    await page.keyboard.type('cars');
    await expect.poll(() => drawer.getByRole('link').count()).toBe(1);
    const bar = drawer.getByRole('separator');
    await bar.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('294');
    await page.reload();
    await expect.poll(() => bar.getAttribute('aria-valuenow'), { timeout: 20_000 }).toBe('294');
    await drawer.getByRole('searchbox').fill('ben');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/filter\/all\/all\/main\?user=\d+/);
    await drawer.getByRole('searchbox').focus();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    await phone.page.locator('.bottom-menu').getByRole('button', { name: 'Personen' }).click();
    await phone.page.getByRole('dialog', { name: 'Personen' }).getByRole('link', { name: 'Ben Carstens' }).waitFor();
    await isAccessible(phone.page, 'people-phone');
    await phone.page.keyboard.press('Escape');
    await phone.page.getByRole('dialog', { name: 'Personen' }).waitFor({ state: 'detached' });
  });

  test('what stands at the corners is the person’s choice, on all devices', async () => {
    const { page } = laptop;
    await page.goto(`${kontor.address}/settings/layout`);
    const corner = (name: string) => page.getByRole('group', { name, exact: true });
    await corner('Unten links').getByRole('combobox').selectOption('Änderungen');
    await corner('Oben rechts').getByLabel('Daneben').selectOption('Alles finden (Strg K)');
    expect(await corner('Unten rechts').getByRole('option').allInnerTexts()).not.toContain('Anlegen');
    await isAccessible(page, 'corners');
    await page.locator('.drawer').getByRole('button', { name: 'Alles finden' }).click();
    await page.getByRole('combobox', { name: 'Alles finden und tun' }).waitFor();
    await page.keyboard.press('Escape');
    const bottom = phone.page.locator('.bottom-menu .label');
    await expect.poll(async () => (await bottom.allInnerTexts())[0], { timeout: 20_000 }).toBe('Änderungen');
    await phone.page.locator('.bottom-menu').getByRole('button', { name: 'Änderungen' }).click();
    await phone.page.waitForURL('**/settings/changes');
    await phone.page.goto(kontor.address);
    await phone.page.locator('.toolbar').getByRole('button', { name: 'Alles finden' }).waitFor();
    await isAccessible(phone.page, 'corners-phone');
    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await expect.poll(async () => (await bottom.allInnerTexts())[0], { timeout: 20_000 }).toBe('Personen');
  });

  test('new mails are told of where the person wants that and looks elsewhere', async () => {
    const { page } = laptop;
    await page.addInitScript(() => {
      const told: unknown[] = [];
      class Told extends EventTarget {
        static readonly permission = 'granted';
        constructor(title: string, { body, tag }: { body: string; tag: string }) {
          super();
          told.push({ title, body, tag });
        }
        close(): void {}
      }
      Object.assign(window, { told, Notification: Told });
    });
    await page.goto(`${kontor.address}/settings/push`);
    const mails = page.getByLabel('E-Mails', { exact: true }).and(page.locator('input'));
    expect(await mails.isChecked()).toBe(false);
    await mails.check();
    await isAccessible(page, 'push');
    await phone.page.goto('about:blank');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const mail = join(kontor.folder, 'neu.eml');
    const date = new Date().toUTCString().replace('GMT', '+0000');
    await writeFile(
      mail,
      `From: Paul <paul@werft.example>\r\nTo: anna@nordwerk.example\r\nSubject: Pumpe\r\nDate: ${date}\r\n\r\nMoin`,
    );
    kontor.cli(['import', 'nordwerk', 'anna', mail, '--state', 'new']);
    const told = () => page.evaluate(() => (window as unknown as { told: { body: string }[] }).told);
    await expect.poll(told, { timeout: 30_000 }).toMatchObject([{ body: 'Pumpe' }]);
  });

  test('the icon of the app is chosen for this device, by keys too', async () => {
    const { page } = laptop;
    await page.goto(`${kontor.address}/settings/appIcon`);
    const named = (relation: string) => page.locator(`link[rel="${relation}"]`).getAttribute('href');
    await page.getByRole('radio', { name: 'Blau' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => named('icon')).toBe('/icon-night.svg');
    await isAccessible(page, 'app-icon');
    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: 'Nacht' }).isChecked()).toBe(true);
    await expect.poll(() => named('icon')).toBe('/icon-night.svg');
    // Whoever installs the app now is given what the manifest of this icon names, and all of that is there.
    const read = async (address: string) => {
      const answer = await page.request.get(new URL(address, kontor.address).href);
      expect(answer.status(), address).toBe(200);
      return answer;
    };
    const manifest = await read((await named('manifest')) ?? '');
    expect(manifest.headers()['content-type']).toContain('application/manifest+json');
    const { icons } = (await manifest.json()) as { icons: { src: string; sizes: string; type: string }[] };
    for (const { src, type } of [...icons, { src: (await named('apple-touch-icon')) ?? '', type: 'image/png' }]) {
      expect(src).toMatch(/^\/icon-night/);
      expect((await read(src)).headers()['content-type']).toContain(type);
    }
    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await expect.poll(() => named('manifest')).toBe('/manifest.webmanifest');
  });

  test('the pages that explain are there in both languages', async () => {
    const { page } = laptop;
    for (const tab of ['help', 'about']) {
      await page.goto(`${kontor.address}/settings/${tab}`);
      await page.locator('.settings-page h2').first().waitFor();
      await isAccessible(page, `settings-${tab}`);
    }
    await expect.poll(() => page.locator('.setting-facts').innerText()).toMatch(/Version des Servers\s+\d/);
  });

  test('the names of what others have made can be asked for again', async () => {
    // What its service worker answers would not be stopped.
    const { page, close } = await sitDown(browser, kontor.address);
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${kontor.address}/settings/about`);
    await page.route('**/licences.md', (route) => route.abort());
    await page.getByText('Anzeigen', { exact: true }).click();
    await page.getByText('Die Liste konnte nicht geladen werden.').waitFor();
    await page.unroute('**/licences.md');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.locator('.setting-licences pre').getByText('react').first().waitFor();
    await close();
  });
});
