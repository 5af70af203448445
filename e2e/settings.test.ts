import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, arrive, findBrowser, openBrowser, picture, signIn, sitDown } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const PASSWORD = 'ein langer satz am morgen';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${name} is too wide`,
  ).toBe(true);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('the list of the settings', () => {
  let kontor: KontorProcess;
  let browser: Browser;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO: 'false' }), openBrowser()]);
    kontor.cli(['instance', 'create', 'nordwerk', '--title', 'Nordwerk']);
    const names = ['--first-name', 'Anna', '--last-name', 'Berger', '--administrator'];
    kontor.cli(['person', 'add', 'nordwerk', 'anna', ...names, '--password-file', '-'], PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await kontor?.close();
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
    expect(await link(page, 'Allgemein').count()).toBe(0);
    await isAccessible(page, 'settings-zoom-400');
    // Paper is white: what is printed in the dark scheme could not be read otherwise.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').evaluate((element) => getComputedStyle(element).colorScheme)).toBe('light');
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
