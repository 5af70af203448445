import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const LATEST = 60_000;

describe.skipIf(findBrowser() === undefined)('everything by name', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let seat: Seat;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    seat = await sitDown(browser, kontor.address);
    await signIn(seat.page, 'anna', PASSWORD);
    await seat.page.getByRole('option').nth(3).waitFor({ timeout: LATEST });
  });
  afterAll(async () => {
    await browser?.close();
    await kontor?.close();
  });

  const palette = () => seat.page.getByRole('dialog', { name: 'Alles finden und tun' });
  const choices = () => palette().getByRole('option');
  const type = async (text: string): Promise<void> => {
    await seat.page.keyboard.press('Control+k');
    await palette().waitFor();
    await seat.page.keyboard.type(text);
  };
  const run = async (text: string, first: string): Promise<void> => {
    await type(text);
    await expect.poll(() => choices().first().innerText(), { timeout: LATEST }).toContain(first);
    await seat.page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
  };

  test('stands there at once when it is asked for the first time, and so do other parts that were loaded meanwhile', async () => {
    const { page } = seat;
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
    expect(await afterTwoFrames('s', '.settings-page section')).toBe(true);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('option').nth(1).waitFor();
  });

  test('places and settings are found by German and by English words', async () => {
    const { page } = seat;
    await run('trash', 'Papierkorb');
    await page.waitForURL(/\/trashed\//);
    await run('eingang', 'Eingang');
    await page.waitForURL((url) => url.pathname === '/');
    await run('dark mode', 'Helligkeit: Dunkel');
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await type('');
    await picture(page, 'palette-dark');
    // What was done last stands first.
    expect(await choices().first().innerText()).toContain('Helligkeit: Dunkel');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    await run('hell', 'Helligkeit: Hell');
  });

  test('items are found by what the server finds, and opened', async () => {
    const { page } = seat;
    const subject = await page.getByRole('option').nth(1).locator('.row-information').innerText();
    const [word = subject] = subject.split(/[^\p{L}\p{N}]+/u).toSorted((a, b) => b.length - a.length);
    await type(word);
    const item = choices().filter({ hasText: subject }).first();
    await item.waitFor({ timeout: LATEST });
    await picture(page, 'palette-items');
    await item.click();
    await page.waitForURL(/\/mail\//);
    await expect.poll(() => page.locator('.reader h1, .reader h2').first().innerText()).toBe(subject);
  });

  test('what can be done with an item is offered where there is one, and done', async () => {
    const { page } = seat;
    const open = await page.locator('[data-open=true]').first().locator('.row-information').innerText();
    await run('archivieren', 'Archivieren');
    await page.getByText('1 Eintrag archiviert.').waitFor({ timeout: LATEST });
    expect(open).not.toBe('');
    await run('undo', 'Rückgängig');
    await page.getByText('1 Eintrag archiviert.').waitFor({ state: 'detached', timeout: LATEST });
    await page.goto(`${kontor.address}/settings/help`);
    await page.getByRole('heading', { name: 'Tasten' }).waitFor();
    await type('archivieren');
    await page.getByText('Nichts gefunden.').or(choices().first()).waitFor({ timeout: LATEST });
    expect(
      await choices()
        .filter({ hasText: /^Archivieren/ })
        .count(),
    ).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('the sheet of keys names what the keys do', async () => {
    const { page } = seat;
    await page.getByRole('link', { name: 'Eingang' }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Tasten' });
    await sheet.getByText('Alles finden und tun').waitFor();
    await sheet.getByText('Gehe zu: Eingang').waitFor();
    expect(seat.complaints).toEqual([]);
  });

  test('what is typed before it has come is typed into it, and does nothing to the list behind', async () => {
    const { page, close } = await sitDown(browser, 'about:blank');
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
    const { page, close } = await sitDown(browser, 'about:blank');
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

  test('who signs out while the server cannot be reached is told so', async () => {
    const { page, close } = await sitDown(browser, kontor.address);
    await signIn(page, 'ben', PASSWORD);
    await page.route('**/auth/logout', (route) => route.abort());
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Alles finden und tun' });
    await dialog.waitFor();
    await page.keyboard.type('abmelden');
    await expect.poll(() => dialog.getByRole('option').first().innerText(), { timeout: LATEST }).toContain('Abmelden');
    await page.keyboard.press('Enter');
    await page.getByLabel('Benutzername').waitFor();
    await page.getByText('Kontor beendet die Sitzung dort, sobald es geht.').waitFor();
    await close();
  });
});
