// Covers: shell
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, rows, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const LATEST = 60_000;

describe.skipIf(findBrowser() === undefined)('everything by name', () => {
  let kontor: Kontor;
  let browser: Browser;
  let session: BrowserSession;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    session = await openSessionAs('anna', browser, kontor.address);
    await session.page.getByRole('option').nth(3).waitFor({ timeout: LATEST });
  });
  afterAll(async () => {
    await kontor?.close();
  });

  const palette = () => session.page.getByRole('dialog', { name: 'Alles finden und tun' });

  test('stands there at once when it is asked for the first time, and so do other parts that were loaded meanwhile', async () => {
    const { page } = session;
    // All of them are loaded once the first screen stands: they have come when nothing has come for a second.
    await page.waitForFunction(
      ({ calmMs }) => {
        const assets = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
        const last = Math.max(0, ...assets.map((asset) => (asset as PerformanceResourceTiming).responseEnd));
        return (
          assets.some(({ name }) => name.includes('/assets/shell-') && name.endsWith('.js')) &&
          performance.now() - last > calmMs
        );
      },
      { calmMs: 1000 },
      { timeout: LATEST },
    );
    const afterTwoFrames = (key: string, wanted: string, ctrl = false) =>
      page.evaluate(
        async ([pressed, selector, isCtrl]) => {
          const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: pressed, ctrlKey: isCtrl, bubbles: true, cancelable: true }),
          );
          await frame();
          await frame();
          return [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
        },
        [key, wanted, ctrl] as const,
      );
    expect(await afterTwoFrames('k', 'dialog.palette[open] [role=option]', true)).toBe(true);
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    expect(await afterTwoFrames('?', 'dialog.dialog[open] kbd')).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    expect(await afterTwoFrames(',', '.settings-page section')).toBe(true);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('option').nth(1).waitFor();
  });

  test('what is typed before it has come is typed into it, and does nothing to the list behind', async () => {
    const { page, close } = await openSession(browser, 'about:blank');
    let come = (): void => undefined;
    const until = new Promise<void>((resolve) => (come = resolve));
    await page.route('**/assets/shell-*', async (route) => {
      await until;
      await route.continue();
    });
    await page.goto(kontor.address);
    await signIn(page, 'anna', PASSWORD);
    await page.getByRole('option').nth(3).waitFor({ timeout: LATEST });
    // Rows further down may come meanwhile.
    const top = async () => (await rows(page).allInnerTexts()).slice(0, 4);
    const shown = await top();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('eee');
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('Zeitzone');
    await page.keyboard.press('Enter');
    expect(await top()).toEqual(shown);
    come();
    await page.waitForURL('**/settings/timeZone');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test('a part that could not be loaded is loaded again', async () => {
    const { page, close } = await openSession(browser, 'about:blank');
    await page.route('**/assets/settings-*', (route) => route.abort());
    await page.goto(kontor.address);
    await signIn(page, 'anna', PASSWORD);
    // What the menu can be without does not take the menu along.
    await page.getByRole('link', { name: 'Papierkorb' }).waitFor();
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByText('Dieser Bereich konnte nicht angezeigt werden').waitFor();
    await page.unroute('**/assets/settings-*');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('link', { name: 'Postfächer' }).waitFor();
    await close();
  });
});
