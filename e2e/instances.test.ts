import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { barriersOf } from './src/barriers.ts';
import {
  INSTALLED,
  PHONE,
  arrive,
  findBrowser,
  openBrowser,
  picture,
  rows,
  signIn,
  sitDown,
  type Seat,
} from './src/browser.ts';
import { keptRecords } from './src/device-cache.ts';
import { Front } from './src/front.ts';
import { KontorProcess } from './src/kontor-process.ts';

const PASSWORD = 'several several several';
const LATEST = 30_000;

interface Item {
  readonly information: string;
  readonly status: number;
}

describe.skipIf(findBrowser() === undefined)('several instances in one client', () => {
  /** Two instances where the app is served, and one at another origin. */
  let home: KontorProcess;
  let away: KontorProcess;
  let front: Front;
  let browser: Browser;
  let seat: Seat;
  let page: Page;
  const requests: Promise<{ readonly request: Request; readonly headers: Record<string, string> } | undefined>[] = [];
  let letters = 0;

  /** Puts new mails into a person's own box, as the owner of the server would. */
  const deliver = (server: KontorProcess, instance: string, user: string, subjects: readonly string[]): void => {
    for (const subject of subjects) {
      letters += 1;
      const date = new Date(Date.UTC(2026, 10, 1) + letters * 60_000).toUTCString();
      const head = [`From: Paul <paul@werft.example>`, 'To: anna@x.example', `Subject: ${subject}`, `Date: ${date}`];
      writeFileSync(
        join(server.folder, `${letters}.eml`),
        `${[...head, `Message-ID: <${letters}@werft.example>`, 'Content-Type: text/plain; charset=utf-8'].join('\r\n')}\r\n\r\n${subject}\r\n`,
      );
    }
    const files = subjects.map((_, index) => join(server.folder, `${letters - index}.eml`));
    server.cli(['import', instance, user, ...files, '--state', 'new']);
  };
  const addPerson = (server: KontorProcess, instance: string, user: string, name: string): void => {
    const named = ['--first-name', name, '--last-name', 'Berger'];
    server.cli(['person', 'add', instance, user, ...named, '--password-file', '-'], PASSWORD);
  };
  const itemsOf = async (server: string, instance: string): Promise<Item[]> => {
    const client = await new TestClient(server, instance).signIn('anna', PASSWORD);
    return client.query<Item[]>('filter.items', { view: 'all' }, { limit: 100 });
  };

  const openSwitcher = () => page.locator('.drawer-title:visible').click();
  const entry = (name: string) => page.getByRole('menu').getByRole('menuitemradio').filter({ hasText: name });
  const showing = (title: string) => page.locator('.drawer-title:visible', { hasText: title }).waitFor();
  const switchTo = async (title: string): Promise<void> => {
    await openSwitcher();
    await entry(title).click();
    await showing(title);
  };
  const add = async (instance: string, user: string): Promise<void> => {
    await openSwitcher();
    await page.getByRole('menuitem', { name: 'Instanz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Instanz').fill(instance);
    await dialog.getByLabel('Benutzername').fill(user);
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  beforeAll(async () => {
    front = await Front.start();
    [home, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO: 'false' }), openBrowser()]);
    away = await KontorProcess.start({
      KONTOR_DEMO: 'false',
      KONTOR_PUBLIC_URL: front.address,
      KONTOR_ORIGINS: home.address,
    });
    front.target = away.port;
    home.cli(['instance', 'create', 'werk', '--title', 'Nordwerk']);
    home.cli(['instance', 'create', 'hof', '--title', 'Hof Berger']);
    away.cli(['instance', 'create', 'laden', '--title', 'Laden am Markt']);
    addPerson(home, 'werk', 'anna', 'Anna');
    addPerson(home, 'werk', 'ben', 'Ben');
    addPerson(home, 'hof', 'anna', 'Anna');
    addPerson(away, 'laden', 'anna', 'Anna');
    deliver(home, 'werk', 'anna', ['Werk eins', 'Werk zwei', 'Werk drei']);
    deliver(home, 'hof', 'anna', ['Hof eins', 'Hof zwei']);
    deliver(away, 'laden', 'anna', ['Laden eins', 'Laden zwei', 'Laden drei', 'Laden vier']);
    seat = await sitDown(browser, home.address, INSTALLED);
    page = seat.page;
    page.setDefaultTimeout(10_000);
    page.context().on('request', (request) => {
      requests.push(
        request.allHeaders().then(
          (headers) => ({ request, headers }),
          // A page that is closed takes along what was still on its way.
          () => undefined,
        ),
      );
    });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await front?.close();
    await home?.close();
    await away?.close();
  });

  test('are added one after the other, each with its own list', async () => {
    await page.getByLabel('Instanz').fill('werk');
    await signIn(page, 'anna', PASSWORD);
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor();
    await add('hof', 'anna');
    await rows(page).filter({ hasText: 'Hof zwei' }).waitFor();
    await add(front.address, 'anna');
    await rows(page).filter({ hasText: 'Laden vier' }).waitFor();
    expect(await rows(page).count()).toBe(4);
    await openSwitcher();
    for (const [name, count] of [
      ['Nordwerk', '3'],
      ['Hof Berger', '2'],
      ['Laden am Markt', '4'],
    ] as const)
      await entry(name).filter({ hasText: count }).waitFor();
    await picture(page, 'instances-switcher');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.title()).toMatch(/^\(9\) /);
    expect(seat.complaints).toEqual([]);
  });

  test('counts of those that are not shown follow what happens there', async () => {
    await switchTo('Nordwerk');
    deliver(home, 'hof', 'anna', ['Hof drei']);
    deliver(away, 'laden', 'anna', ['Laden fünf']);
    await expect.poll(() => page.title(), { timeout: LATEST }).toMatch(/^\(11\) /);
    await openSwitcher();
    await entry('Hof Berger').filter({ hasText: '3' }).waitFor();
    await entry('Laden am Markt').filter({ hasText: '5' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the server of another one that is of another version is told of by name, and looked after', async () => {
    await switchTo('Nordwerk');
    front.headers = { 'x-compatibility-version': '999' };
    await page.reload();
    await page.getByText('der Server von Laden am Markt braucht sie').waitFor({ timeout: LATEST });
    await picture(page, 'instances-version');
    await page.reload();
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor();
    await page.getByRole('button', { name: 'Aktualisieren' }).click();
    await page.getByRole('heading', { name: 'passt nicht mehr zum Server von Laden am Markt' }).waitFor();
    await picture(page, 'instances-version-mismatch');
    front.headers = {};
    await page.getByRole('button', { name: 'Jetzt nachsehen' }).click();
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor({ timeout: LATEST });
    expect(await page.getByText('der Server von Laden am Markt braucht sie').count()).toBe(0);
  });

  test('switching takes no request and less than the blink of an eye, by keys too', async () => {
    for (const keys of ['2', '3', '1']) {
      await page.locator('body').press('g');
      await page.keyboard.press(keys);
      await page.waitForTimeout(300);
    }
    await showing('Nordwerk');
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
    await showing('Laden am Markt');
  });

  test('back leads to the account whose step it is', async () => {
    await switchTo('Nordwerk');
    await rows(page).filter({ hasText: 'Werk eins' }).click();
    await page.waitForURL(/\/mail\//);
    await switchTo('Hof Berger');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    await showing('Nordwerk');
    await page.waitForURL(/\/mail\//);
    await page.goForward();
    await showing('Hof Berger');
  });

  test('what was queued without a network is sent when it is back, while another account is shown', async () => {
    await switchTo('Laden am Markt');
    front.cut();
    await page.getByText('Keine Verbindung zum Server.').waitFor({ timeout: LATEST });
    await rows(page).filter({ hasText: 'Laden eins' }).hover();
    await rows(page).filter({ hasText: 'Laden eins' }).locator('[data-action=ready]').click();
    await switchTo('Nordwerk');
    expect(await page.getByText('Keine Verbindung zum Server.').filter({ visible: true }).count()).toBe(0);
    await openSwitcher();
    await entry('Laden am Markt').getByText('Keine Verbindung').waitFor();
    await picture(page, 'instances-offline');
    await page.keyboard.press('Escape');
    front.mend();
    const done = async () => (await itemsOf(away.address, 'laden')).filter(({ status }) => status === 3);
    await expect.poll(done, { timeout: LATEST }).toMatchObject([{ information: 'Laden eins' }]);
    await showing('Nordwerk');
    expect((await itemsOf(home.address, 'werk')).filter(({ status }) => status === 3)).toEqual([]);
  });

  test('what is being typed is there after switching and after a reload, and nowhere else', async () => {
    await switchTo('Nordwerk');
    await page.getByRole('link', { name: 'Suche' }).filter({ visible: true }).click();
    const search = page.getByRole('combobox').filter({ visible: true });
    await search.fill('halb getipptes Wort');
    await switchTo('Laden am Markt');
    await page.getByRole('link', { name: 'Suche' }).filter({ visible: true }).click();
    expect(await search.inputValue()).toBe('');
    await switchTo('Nordwerk');
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
    await switchTo('Laden am Markt');
    await openForm();
    await page.waitForTimeout(500);
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe('');
    await page.reload();
    await switchTo('Nordwerk');
    await openForm();
    await expect.poll(() => page.getByLabel('E-Mail-Adresse').inputValue()).toBe('anna@nordwerk.example');
    await page.goto(home.address);
  });

  test('two people of one instance are there beside each other', async () => {
    await add('werk', 'ben');
    await page.locator('.drawer-user:visible', { hasText: 'Ben Berger' }).waitFor();
    expect(await rows(page).filter({ hasText: 'Werk eins' }).filter({ visible: true }).count()).toBe(0);
    await page.reload();
    await page.locator('.drawer-user:visible', { hasText: 'Ben Berger' }).waitFor();
    await openSwitcher();
    await page.getByRole('menuitemradio', { name: 'Nordwerk anna' }).click();
    await page.locator('.drawer-user:visible', { hasText: 'Anna Berger' }).waitFor();
    await page.getByRole('link', { name: 'Eingang' }).filter({ visible: true }).click();
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor();
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
    await openSwitcher();
    await entry('Hof Berger').filter({ hasText: '3' }).waitFor();
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
    await entry('Hof Berger').waitFor();
    await picture(page, 'instances-switcher-phone');
    await entry('Hof Berger').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rows(page).filter({ hasText: 'Hof eins' }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a session that its server has ended is over for that account alone', async () => {
    await switchTo('Hof Berger');
    home.cli(['lock', 'hof', 'anna']);
    await page.getByText('Ihre Sitzung bei Hof Berger ist beendet.').waitFor({ timeout: LATEST });
    await page.locator('.drawer-title:visible', { hasText: /Nordwerk|Laden/ }).waitFor();
    await openSwitcher();
    await entry('Hof Berger').getByText('Sitzung beendet').waitFor();
    await picture(page, 'instances-ended');
    await page.keyboard.press('Escape');
    await switchTo('Laden am Markt');
    await page.getByRole('link', { name: 'Eingang' }).filter({ visible: true }).click();
    await rows(page).filter({ hasText: 'Laden zwei' }).waitFor();
    home.cli(['unlock', 'hof', 'anna']);
    await openSwitcher();
    await entry('Hof Berger').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Benutzername').inputValue()).toBe('anna');
    await picture(page, 'instances-again');
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await rows(page).filter({ hasText: 'Hof eins' }).filter({ visible: true }).waitFor();
  });

  test('one is removed with what was not sent, after a question that says how much', async () => {
    await switchTo('Laden am Markt');
    front.cut();
    await page.getByText('Keine Verbindung zum Server.').filter({ visible: true }).waitFor({ timeout: LATEST });
    await rows(page).filter({ hasText: 'Laden zwei' }).hover();
    await rows(page).filter({ hasText: 'Laden zwei' }).locator('[data-action=ready]').click();
    await switchTo('Hof Berger');
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
    expect((await itemsOf(away.address, 'laden')).filter(({ status }) => status === 3)).toHaveLength(1);
  });

  test('no request bore what belongs to another server', async () => {
    const all = await Promise.all(requests);
    const known = all.filter((one) => one !== undefined);
    const toAway = known.filter(({ request }) => request.url().startsWith(front.address));
    const toHome = known.filter(({ request }) => request.url().startsWith(home.address));
    expect([toAway.length > 20, toHome.length > 50]).toEqual([true, true]);
    const tokensOf = (some: typeof known) => new Set(some.flatMap(({ headers }) => headers['authorization'] ?? []));
    const [awayTokens, homeTokens] = [tokensOf(toAway), tokensOf(toHome)];
    expect([awayTokens.size > 0, homeTokens.size > 0]).toEqual([true, true]);
    expect([...awayTokens].filter((token) => homeTokens.has(token))).toEqual([]);
    for (const { headers } of toAway) {
      expect(headers['cookie'] ?? '').toBe('');
      expect([headers['x-csrf-token'], headers['x-instance']]).toEqual([undefined, undefined]);
    }
    // Nor did anything else that a page sends tell of a token.
    const secrets = [...awayTokens, ...homeTokens].map((token) => token.slice('Bearer '.length));
    for (const { request } of known) expect(secrets.some((secret) => request.url().includes(secret))).toBe(false);
    expect(
      known.filter(
        ({ request }) =>
          !/^(?:data|blob):/.test(request.url()) && !toAway.concat(toHome).some((one) => one.request === request),
      ),
    ).toEqual([]);
    expect(seat.complaints.filter((text) => !/CORS|ERR_|Failed to fetch/.test(text))).toEqual([]);
  });
});
