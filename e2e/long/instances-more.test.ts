// Covers: account, client
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import { PHONE, arrive, findBrowser, picture, rows, type BrowserSession } from '../src/browser.ts';
import { keptRecords } from '../src/device-cache.ts';
import { itemsOf, startInstances, switcherOf, type InstancesStage } from '../src/instances.ts';
import type { Kontor } from '../src/kontor.ts';

const LATEST = 30_000;

describe.skipIf(findBrowser() === undefined)('several instances in one client, further', () => {
  let stage: InstancesStage | undefined;
  let home: Kontor;
  let away: Kontor;
  let front: InstancesStage['front'];
  let session: BrowserSession;
  let page: Page;
  let on: ReturnType<typeof switcherOf>;

  beforeAll(async () => {
    stage = await startInstances();
    ({ home, away, front, session } = stage);
    ({ page } = session);
    on = switcherOf(page);
    await on.addAll(front.address);
  });
  afterAll(() => stage?.close());

  test('the server of another one that is of another version is told of by name, and looked after', async () => {
    await on.switchTo('Nordwerk');
    front.headers = { 'x-compatibility-version': '999' };
    await page.reload();
    await page.getByText('der Server von Laden am Markt braucht sie').waitFor({ timeout: LATEST });
    await picture(page, 'instances-version');
    await page.reload();
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor();
    await page.getByRole('button', { name: 'Aktualisieren' }).click();
    await page.getByRole('heading', { name: 'passt nicht mehr zum Server von Laden am Markt' }).waitFor();
    await picture(page, 'instances-version-mismatch');
    // The page has looked by itself by then.
    const again = page.getByRole('button', { name: 'Jetzt nachsehen', disabled: false });
    await again.waitFor();
    front.headers = {};
    await again.click();
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor({ timeout: LATEST });
    expect(await page.getByText('der Server von Laden am Markt braucht sie').count()).toBe(0);
  });

  test('switching takes no request and less than the blink of an eye, by keys too', async () => {
    for (const keys of ['2', '3', '1']) {
      await page.locator('body').press('g');
      await page.keyboard.press(keys);
      await page.waitForTimeout(300);
    }
    await on.showing('Nordwerk');
    const ms = await page.evaluate(async () => {
      const press = (key: string) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      const times: number[] = [];
      for (const key of ['2', '1', '3', '1', '2', '3']) {
        const start = performance.now();
        press('g');
        press(key);
        // The list stands there when everything that was to be done at once has been done, before the next frame is drawn.
        await new Promise((drawn) => requestAnimationFrame(() => drawn(undefined)));
        const list = [...document.querySelectorAll<HTMLElement>('[role=listbox]')].find((one) => one.checkVisibility());
        times.push(list?.querySelector('[role=option]') ? performance.now() - start : 9999);
        await new Promise((rest) => setTimeout(rest, 200));
      }
      return times;
    });
    process.stdout.write(`      list of the other account after ${ms.map((one) => Math.round(one)).join(', ')} ms\n`);
    expect(Math.max(...ms)).toBeLessThan(1000);
    await on.showing('Laden am Markt');
  });

  test('back leads to the account whose step it is', async () => {
    await on.switchTo('Nordwerk');
    await rows(page).filter({ hasText: 'Werk eins' }).click();
    await page.waitForURL(/\/mail\//);
    await on.switchTo('Hof Berger');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    await on.showing('Nordwerk');
    await page.waitForURL(/\/mail\//);
    await page.goForward();
    await on.showing('Hof Berger');
  });

  test('what is being typed is there after switching and after a reload, and nowhere else', async () => {
    await on.switchTo('Nordwerk');
    await page.getByRole('link', { name: 'Suche' }).filter({ visible: true }).click();
    const search = page.getByRole('combobox').filter({ visible: true });
    await search.fill('halb getipptes Wort');
    await on.switchTo('Laden am Markt');
    await page.getByRole('link', { name: 'Suche' }).filter({ visible: true }).click();
    expect(await search.inputValue()).toBe('');
    await on.switchTo('Nordwerk');
    expect(await search.inputValue()).toBe('halb getipptes Wort');

    const openForm = async (): Promise<void> => {
      await page.goto(`${home.address}/settings/mail`);
      await page.getByRole('button', { name: 'Postfach hinzufügen' }).click();
    };
    await openForm();
    await page.getByLabel('E-Mail-Adresse').fill('anna@nordwerk.example');
    // Kept within 200 ms.
    await page.waitForTimeout(600);
    await page.reload();
    await on.switchTo('Laden am Markt');
    await openForm();
    await page.waitForTimeout(500);
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe('');
    await page.reload();
    await on.switchTo('Nordwerk');
    await openForm();
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').inputValue()).toBe('anna@nordwerk.example');
    await page.goto(home.address);
  });

  test('the settings list them, can be read by everybody, and fit a phone', async () => {
    await page.goto(`${home.address}/settings/common`);
    await page.getByRole('button', { name: 'Zu Laden am Markt (anna) wechseln' }).waitFor();
    await picture(page, 'instances-settings');
    expect(await barriersOf(page)).toEqual([]);
    const setLanguage = async (language: 'auto' | 'en'): Promise<void> => {
      await page.goto(`${home.address}/settings/layout`);
      await page.getByRole('radio', { name: language === 'en' ? 'English' : 'Automatic', exact: true }).click();
      await page.goto(`${home.address}/settings/common`);
    };
    await page.emulateMedia({ colorScheme: 'dark' });
    await setLanguage('en');
    await page.getByRole('button', { name: 'Switch to Laden am Markt (anna)' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await on.open();
    await on.entry('Hof Berger').filter({ hasText: '2' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await picture(page, 'instances-dark-english');
    await page.emulateMedia({ colorScheme: 'light' });
    await setLanguage('auto');
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('button', { name: 'Zu Laden am Markt (anna) wechseln' }).scrollIntoViewIfNeeded();
    await picture(page, 'instances-settings-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Menü', exact: true }).click();
    await page.getByRole('dialog').locator('.drawer-title').click();
    await on.entry('Hof Berger').waitFor();
    await picture(page, 'instances-switcher-phone');
    await on.entry('Hof Berger').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rows(page).filter({ hasText: 'Hof eins' }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('one is removed with what was not sent, after a question that says how much', async () => {
    await on.switchTo('Laden am Markt');
    front.cut();
    await page.getByText('Keine Verbindung zum Server.').filter({ visible: true }).waitFor({ timeout: LATEST });
    await rows(page).filter({ hasText: 'Laden zwei' }).hover();
    await rows(page).filter({ hasText: 'Laden zwei' }).locator('[data-action=ready]').click();
    await on.switchTo('Hof Berger');
    await page.goto(`${home.address}/settings/common`);
    const before = await keptRecords(page);
    await page.getByRole('button', { name: 'Laden am Markt (anna) entfernen' }).click();
    await page.getByText('1 Änderung, die noch nicht gesendet ist').waitFor();
    await picture(page, 'instances-remove');
    // A device that will not is told of, and asked again.
    await page.evaluate(() => {
      const remove = IDBObjectStore.prototype.delete;
      IDBObjectStore.prototype.delete = () => {
        throw new Error('will not');
      };
      Object.assign(window, { mend: () => (IDBObjectStore.prototype.delete = remove) });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
    await page.getByText('Dieses Gerät konnte nicht alles löschen').waitFor({ timeout: LATEST });
    await picture(page, 'instances-not-removed');
    await page.getByRole('button', { name: 'Laden am Markt (anna) entfernen' }).waitFor();
    await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
    await page.locator('.notice').getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByText('Kontor beendet die Sitzung dort, sobald es geht.').waitFor({ timeout: LATEST });
    await page.getByRole('button', { name: /Laden am Markt/ }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('kontor.instances'))).not.toContain('laden');
    await expect.poll(() => keptRecords(page)).toBeLessThan(before);
    front.mend();
    await page.reload();
    await arrive(page, 'Einstellungen');
    const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
    await expect.poll(async () => (await kept()).filter((name) => name.includes('laden'))).toEqual([]);
    expect((await itemsOf(away.address, 'laden')).filter(({ status }) => status === 3)).toEqual([]);
  });
});
