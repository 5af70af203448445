import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openBrowser, picture, signIn, sitDown } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const PASSWORD = 'several several several';

describe.skipIf(findBrowser() === undefined)('the form of the sign-in, where there are several instances', () => {
  let home: KontorProcess;
  let browser: Browser;

  beforeAll(async () => {
    [home, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO: 'false' }), openBrowser()]);
    for (const [instance, title] of [
      ['werk', 'Nordwerk'],
      ['hof', 'Hof Berger'],
    ] as const) {
      home.cli(['instance', 'create', instance, '--title', title]);
      const named = ['--first-name', 'Anna', '--last-name', 'Berger'];
      home.cli(['person', 'add', instance, 'anna', ...named, '--password-file', '-'], PASSWORD);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await home?.close();
  });

  test('whether a code is asked for is asked of the instance that stands in the field, and of no other', async () => {
    const other = await sitDown(browser, home.address);
    const asked: string[] = [];
    other.page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/auth/two-factor')
        asked.push(`${url.searchParams.get('instance')} ${url.searchParams.get('username')}`);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    const held: string[] = [];
    await other.page.route('**/instance.json', async (route) => {
      const name = route.request().headers()['x-instance'] ?? '';
      if (name === 'hof') {
        held.push(name);
        await promise;
      }
      await route.continue();
    });
    await other.page.getByLabel('Instanz').fill('werk');
    await other.page.getByLabel('Benutzername').focus();
    await other.page.getByRole('heading', { name: 'Nordwerk' }).waitFor();
    await other.page.getByLabel('Instanz').fill('hof');
    // Nothing of the one before is left: no link for it can be asked for.
    await other.page.getByRole('heading', { name: 'Kontor' }).waitFor();
    expect(await other.page.getByRole('button', { name: 'Passwort vergessen?' }).isDisabled()).toBe(true);
    await other.page.getByLabel('Benutzername').fill('anna');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await other.page.getByLabel('Passwort', { exact: true }).focus();
    await other.page.waitForTimeout(300);
    expect(asked).toEqual([]);
    resolve();
    await expect.poll(() => asked).toEqual(['hof anna']);
    await other.close();
  });

  test('who signs in to another instance by the same name begins at its inbox', async () => {
    const other = await sitDown(browser, home.address);
    // Nothing is known of anybody here: all three are missing, and the button stays where it is.
    const place = () => other.page.getByRole('button', { name: 'Anmelden', exact: true }).boundingBox();
    const untouched = await place();
    await other.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect.poll(() => other.page.getByText('Bitte ausfüllen.').count()).toBe(3);
    expect(await place()).toEqual(untouched);
    await picture(other.page, 'instances-empty');
    await other.page.getByLabel('Instanz').fill('werk');
    await signIn(other.page, 'anna', PASSWORD);
    await other.page.goto(`${home.address}/settings/common`);
    await other.page.getByRole('button', { name: 'Abmelden' }).click();
    await other.page.getByLabel('Instanz').fill('hof');
    await signIn(other.page, 'anna', PASSWORD);
    await other.close();
  });

  test('adds nobody once its dialog was closed, however late the answer comes', async () => {
    const { page, close } = await sitDown(browser, home.address);
    await page.getByLabel('Instanz').fill('werk');
    await signIn(page, 'anna', PASSWORD);
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route('**/auth/login', async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await promise;
      await route.fulfill({ response });
    });
    await page.locator('.drawer-title').click();
    await page.getByRole('menuitem', { name: 'Instanz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Instanz').fill('hof');
    await dialog.getByLabel('Benutzername').fill('anna');
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await dialog.getByText('Anmeldung läuft').waitFor();
    // Called off before the server was asked, it would have begun no session that could be ended.
    await answered.promise;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const ended = page.waitForResponse((response) => response.url().endsWith('/auth/logout'));
    resolve();
    // The session that it has begun is ended.
    expect((await ended).status()).toBe(200);
    expect(await page.evaluate(() => localStorage.getItem('kontor.instances'))).not.toContain('hof');
    await page.locator('.drawer-title', { hasText: 'Nordwerk' }).waitFor();
    await close();
  });
});
