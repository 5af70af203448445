import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { barriersOf } from './src/barriers.ts';
import { DESKTOP, PHONE, arrive, findBrowser, picture, signIn, sitDown } from './src/browser.ts';
import type { KontorProcess } from './src/kontor-process.ts';
import { openNordwerk } from './src/nordwerk.ts';

const PASSWORD = 'ein langer satz am morgen';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${name} is too wide`,
  ).toBe(true);
  expect(await barriersOf(page), name).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('the list of the settings', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: KontorProcess;
  let browser: Browser;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
  });
  afterAll(async () => {
    await nordwerk?.close();
  });

  test('stands beside the page, is walked through by keyboard, and comes back with the page that was open last', async () => {
    const { page, complaints, close } = await sitDown(browser, kontor.address, DESKTOP);
    await signIn(page, 'anna', PASSWORD);
    await link(page, 'Einstellungen').click();
    await arrive(page, 'Einstellungen');
    await page.getByRole('heading', { name: 'Allgemein' }).waitFor();
    expect(await page.locator('.settings-list h2').allInnerTexts()).toEqual([
      'Persönlich',
      'E-Mail',
      'Unternehmen',
      'System',
    ]);
    expect(new URL(page.url()).pathname).toBe('/settings/common');

    // Of the two buttons of the menu that open the list of instances, the one says so that has.
    const openers = page.locator('.drawer [aria-haspopup=menu]');
    const opened = () => openers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-expanded')));
    for (const index of [0, 1]) {
      await openers.nth(index).click();
      await page.getByRole('menu').waitFor();
      expect(await opened()).toEqual(index === 0 ? ['true', 'false'] : ['false', 'true']);
      await page.keyboard.press('Escape');
      await expect.poll(opened).toEqual(['false', 'false']);
    }

    await link(page, 'Allgemein').focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Sicherheit');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('Zustand des Systems');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Allgemein');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    expect(await link(page, 'Darstellung').getAttribute('aria-current')).toBe('page');
    // The whole list is one stop: the next is the page.
    expect(await focused(page)).toBe('Darstellung');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Darstellung');
    await isAccessible(page, 'settings-list');

    // One step back leads out of the settings, however many pages were looked at.
    await page.goBack();
    await arrive(page, 'Eingang');
    await link(page, 'Einstellungen').click();
    await page.getByRole('heading', { name: 'Darstellung' }).waitFor();
    // As at 200 % and 400 % zoom.
    await page.setViewportSize({ width: 720, height: 450 });
    await link(page, 'Zustand des Systems').click();
    await isAccessible(page, 'settings-zoom-200');
    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole('heading', { name: 'Zustand des Systems' }).waitFor();
    await expect.poll(() => link(page, 'Allgemein').count()).toBe(0);
    await isAccessible(page, 'settings-zoom-400');
    // Paper is white: what is printed in the dark scheme could not be read otherwise.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').evaluate((element) => getComputedStyle(element).colorScheme)).toBe('light');
    expect(complaints).toEqual([]);
    await close();
  });

  test('stays where it is, with what is being done, when a right is given or taken', async () => {
    const { page, complaints, close } = await sitDown(browser, `${kontor.address}/settings/security`, DESKTOP);
    await page.getByLabel('Benutzername').fill('anna');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    const field = page.getByRole('dialog').getByLabel('Neues Passwort');
    await field.focus();
    await page.evaluate(() => {
      const look = (): void => {
        if (document.querySelector('h1')?.checkVisibility() !== true) document.body.dataset['flashed'] = 'yes';
        requestAnimationFrame(look);
      };
      look();
    });
    kontor.cli(['rights', 'revoke', 'nordwerk', 'anna', 'mailList']);
    await expect.poll(() => link(page, 'Postfächer').count()).toBe(0);
    await page.keyboard.type('ein neuer ');
    kontor.cli(['rights', 'grant', 'nordwerk', 'anna', 'mailList']);
    await expect.poll(() => link(page, 'Postfächer').count()).toBe(1);
    await page.keyboard.type('satz');
    expect(await field.inputValue()).toBe('ein neuer satz');
    expect(await page.locator('body').getAttribute('data-flashed')).toBeNull();
    expect(complaints).toEqual([]);
    await close();
  });

  test('leaves the page and the focus alone when something of the session changes', async () => {
    const { page, complaints, close } = await sitDown(browser, kontor.address, DESKTOP);
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${kontor.address}/settings/security`);
    await page.getByRole('heading', { name: 'Geräte' }).waitFor();
    const devices = page.locator('section.part').filter({ hasText: 'Geräte' }).getByRole('listitem');
    await devices.first().waitFor();
    const before = await devices.count();
    await page.getByRole('button', { name: 'Passwort ändern' }).focus();
    await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
    await expect.poll(() => devices.count(), { timeout: 10_000 }).toBe(before + 1);
    expect(await focused(page)).toBe('Passwort ändern');

    // Where a device goes away the focus is on the next one, and after the last one on what they stand under.
    await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
    await expect.poll(() => devices.count(), { timeout: 10_000 }).toBe(before + 2);
    const ends = devices.getByRole('button', { name: /abmelden$/ });
    for (let left = (await ends.count()) - 1; left >= 0; left -= 1) {
      await ends.first().focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => ends.count(), { timeout: 10_000 }).toBe(left);
      expect(await focused(page)).toBe(left > 0 ? 'Abmelden' : 'Geräte');
    }
    await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
    const endAll = page.getByRole('button', { name: 'Alle anderen abmelden' });
    await endAll.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Alle anderen abmelden' }).click();
    await expect.poll(() => endAll.count(), { timeout: 10_000 }).toBe(0);
    expect(await focused(page)).toBe('Geräte');
    expect(complaints).toEqual([]);
    await close();
  });

  test('says on its pages in words what could not be loaded, and tries it again', async () => {
    const { page, complaints, close } = await sitDown(browser, kontor.address, DESKTOP);
    await signIn(page, 'anna', PASSWORD);
    const refuse = (query: RegExp) =>
      page.route(query, (route) =>
        route.fulfill({ status: 403, json: { type: 'about:blank', title: 'no', status: 403, code: 'REFUSED' } }),
      );
    await refuse(/query=account\.failedJobs/);
    await page.goto(`${kontor.address}/settings/jobs`);
    await page.getByRole('heading', { name: 'Dazu haben Sie kein Recht' }).waitFor();
    await page.unroute(/query=account\.failedJobs/);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('heading', { name: 'Nichts ist liegen geblieben' }).waitFor();

    await refuse(/query=[a-z.]*people/i);
    await page.goto(`${kontor.address}/settings/audit`);
    const told = page.getByText('Die Personen konnten nicht geladen werden');
    await told.waitFor();
    await isAccessible(page, 'audit-without-people');
    await page.unroute(/query=[a-z.]*people/i);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await told.waitFor({ state: 'detached' });
    await page.getByLabel('Person', { exact: true }).selectOption({ label: 'Anna Berger' });
    expect(complaints).toEqual([]);
    await close();
  });

  test('is a screen of its own on a phone, that leads to the page and back', async () => {
    const { page, complaints, close } = await sitDown(browser, kontor.address, PHONE);
    await signIn(page, 'anna', PASSWORD);
    await page.getByRole('button', { name: 'Menü' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Einstellungen' }).click();
    await arrive(page, 'Einstellungen');
    await isAccessible(page, 'settings-list-phone');
    await link(page, 'Sicherheit').click();
    await page.getByRole('heading', { name: 'Sicherheit' }).waitFor();
    expect(await link(page, 'Allgemein').count()).toBe(0);
    expect(await focused(page)).toBe('Sicherheit');
    await page.getByRole('button', { name: 'Alle Einstellungen' }).click();
    await arrive(page, 'Einstellungen');
    await expect.poll(() => focused(page)).toBe('Sicherheit');
    // The list has left no step behind: the next one back is where the person came from.
    await page.goBack();
    await arrive(page, 'Eingang');

    // Come by an address, there is no list to go back to, but one to go to.
    await page.goto(`${kontor.address}/settings/people`);
    await page.getByRole('heading', { name: 'Personen' }).waitFor();
    await page.getByRole('button', { name: 'Alle Einstellungen' }).click();
    await arrive(page, 'Einstellungen');
    await expect.poll(() => focused(page)).toBe('Personen');
    expect(complaints).toEqual([]);
    await close();
  });
});
