// Covers: activity, shell
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import { DESKTOP, findBrowser, PHONE, picture, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { openNordwerk } from '../src/nordwerk.ts';

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
  let kontor: Kontor;
  let browser: Browser;
  let laptop: BrowserSession;
  let phone: BrowserSession;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    const names = ['--first-name', 'Ben', '--last-name', 'Carstens', '--password-file', '-'];
    await kontor.cli(['person', 'add', 'nordwerk', 'ben', ...names], PASSWORD);
    [laptop, phone] = await Promise.all([
      openSession(browser, kontor.address, { ...DESKTOP, permissions: ['notifications'] }),
      openSession(browser, kontor.address, PHONE),
    ]);
    for (const { page } of [laptop, phone]) await signIn(page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await laptop?.close();
    await phone?.close();
    await nordwerk?.close();
  });

  test('new mails are told of where the person wants that and looks elsewhere', async () => {
    const { page } = laptop;
    await page.addInitScript(() => {
      const shown: unknown[] = [];
      class FakeNotification extends EventTarget {
        static readonly permission = 'granted';
        constructor(title: string, { body, tag }: { body: string; tag: string }) {
          super();
          shown.push({ title, body, tag });
        }
        close(): void {}
      }
      Object.assign(window, { shown, Notification: FakeNotification });
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
    await kontor.cli(['import', 'nordwerk', 'anna', mail, '--state', 'new']);
    const shown = () => page.evaluate(() => (window as unknown as { shown: { body: string }[] }).shown);
    await expect.poll(shown).toMatchObject([{ body: 'Pumpe' }]);
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
});
