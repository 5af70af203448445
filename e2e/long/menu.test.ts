// Covers: settings, shell
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import {
  DESKTOP,
  findBrowser,
  INSTALLED,
  isControlled,
  PHONE,
  picture,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { openNordwerk } from '../src/nordwerk.ts';

const PASSWORD = 'ein langer satz am morgen';
const SECRET = 'nur dieser server kennt es';

const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${name} is too wide`,
  ).toBe(true);
  expect(await barriersOf(page), name).toEqual([]);
};

/** Another service of the company, which asks Kontor who has come. */
class Service {
  readonly #server: Server;
  /** How it was called: method, whether a page told where it came from, what it was handed. */
  readonly calls: { method: string; referer: string | undefined; given: Record<string, string> }[] = [];
  kontor = '';

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      void (async () => {
        if (request.url === '/favicon.ico') {
          response.writeHead(404).end();
          return;
        }
        let body = '';
        for await (const part of request) body += String(part);
        const url = new URL(request.url ?? '/', `http://${this.host}`);
        const given = Object.fromEntries(request.method === 'POST' ? new URLSearchParams(body) : url.searchParams);
        this.calls.push({ method: request.method ?? '', referer: request.headers.referer, given });
        const codeResponse = await fetch(`${this.kontor}/auth/menu-code`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            instance: given['instance'],
            host: this.host,
            secret: SECRET,
            code: given['code'] ?? '',
          }),
        });
        const answer = (await codeResponse.json()) as { user?: { userName: string } };
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
        response.end(`<title>Lager</title><h1>Moin ${answer.user?.userName ?? 'Fremder'}</h1>`);
      })();
    });
  }

  static async start(): Promise<Service> {
    const server = createServer();
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return new Service(server);
  }

  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe.skipIf(findBrowser() === undefined)('entries of the menu', () => {
  let service: Service;
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: Kontor;
  let browser: Browser;
  let chief: BrowserSession;
  let colleague: BrowserSession;
  let phone: BrowserSession;

  beforeAll(async () => {
    service = await Service.start();
    nordwerk = await openNordwerk(PASSWORD, {
      KONTOR_MENU_HOSTS: `${service.host}=${SECRET}`,
      KONTOR_MENU_SCHEMES: 'teams',
    });
    ({ kontor, browser } = nordwerk);
    service.kontor = kontor.address;
    await kontor.cli(['person', 'add', 'nordwerk', 'ben', '--first-name', 'Ben', '--password-file', '-'], PASSWORD);
    [chief, colleague, phone] = await Promise.all([
      openSession(browser, kontor.address, DESKTOP),
      openSession(browser, kontor.address, INSTALLED),
      openSession(browser, kontor.address, PHONE),
    ]);
    await signIn(chief.page, 'anna', PASSWORD);
    await signIn(colleague.page, 'ben', PASSWORD);
    await signIn(phone.page, 'ben', PASSWORD);
  });
  afterAll(async () => {
    for (const session of [chief, colleague, phone]) await session?.close();
    await nordwerk?.close();
    service?.close();
  });
  const dialog = () => chief.page.getByRole('dialog');
  const openPage = async (): Promise<void> => {
    await chief.page.goto(`${kontor.address}/settings/menuItems`);
    await chief.page.getByRole('button', { name: 'Neuer Eintrag' }).waitFor();
  };
  const add = async (fill: () => Promise<void>): Promise<void> => {
    await chief.page.getByRole('button', { name: 'Neuer Eintrag' }).click();
    await fill();
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Menü' });

  test('an administrator adds one; a colleague sees it at once, opens it, and the other side knows who has come', async () => {
    await openPage();
    await chief.page.getByText('Noch keine Einträge').waitFor();
    await isAccessible(chief.page, 'menu-empty');
    await add(async () => {
      await dialog().getByRole('button', { name: 'Speichern' }).click();
      expect(await dialog().getByText('Hier fehlt noch etwas.').count()).toBe(2);
      await dialog().getByLabel('Beschriftung').fill('Warenwirtschaft');
      await dialog().getByLabel('Adresse', { exact: true }).fill('javascript:alert(1)');
      await dialog().getByText('Hier geht nur eine Adresse mit https://').waitFor();
      expect(await dialog().getByLabel('Sagen, wer kommt').count()).toBe(0);
      await dialog().getByLabel('Adresse', { exact: true }).fill('https://anderswo.example/');
      expect(await dialog().getByLabel('Sagen, wer kommt').isDisabled()).toBe(true);
      await dialog().getByLabel('Adresse', { exact: true }).fill(`http://${service.host}/start`);
      await dialog().getByLabel('Sagen, wer kommt').check();
      await isAccessible(chief.page, 'menu-form');
    });
    await chief.page.getByText('Warenwirtschaft ist gespeichert.').waitFor();

    const entry = menu(colleague.page).getByRole('button', { name: 'Warenwirtschaft' });
    await entry.waitFor();
    const [opened] = await Promise.all([colleague.page.waitForEvent('popup'), entry.click()]);
    await opened.getByRole('heading', { name: 'Moin ben' }).waitFor();
    expect(await opened.evaluate(() => window.opener)).toBe(null);
    expect(service.calls.at(-1)).toMatchObject({ method: 'GET', referer: undefined, given: { instance: 'nordwerk' } });
    // What was handed over is good for nothing any more.
    await opened.reload();
    await opened.getByRole('heading', { name: 'Moin Fremder' }).waitFor();
    await opened.close();
    await isAccessible(colleague.page, 'menu-with-entry');
  });

  test('by a form the code does not stand in the address', async () => {
    await add(async () => {
      await dialog().getByLabel('Beschriftung').fill('Kasse');
      await dialog().getByLabel('Adresse', { exact: true }).fill(`${service.host}/kasse`);
      await dialog().getByLabel('Adresse', { exact: true }).fill(`http://${service.host}/kasse`);
      await dialog().getByRole('radio', { name: 'Formular (POST)' }).click();
      await dialog().getByLabel('Sagen, wer kommt').check();
      await dialog().getByText('Weitere Angaben').click();
      await dialog().getByLabel('Kennung für den Server').fill('kasse-1');
    });
    const entry = menu(colleague.page).getByRole('button', { name: 'Kasse' });
    await entry.waitFor();
    const [opened] = await Promise.all([colleague.page.waitForEvent('popup'), entry.click()]);
    await opened.getByRole('heading', { name: 'Moin ben' }).waitFor();
    expect(opened.url()).toBe(`http://${service.host}/kasse`);
    expect(service.calls.at(-1)).toMatchObject({ method: 'POST', given: { resourceId: 'kasse-1' } });
    await opened.close();
  });

  test('places of Kontor open in it, and programs say where they lead', async () => {
    await add(async () => {
      await dialog().getByLabel('Beschriftung').fill('Post der Werft');
      await dialog().getByLabel('Art').selectOption('Ort in Kontor');
      await dialog().getByLabel('Adresse', { exact: true }).fill(`${kontor.address}/filter/all/all/main?q=von%3Awerft`);
    });
    await add(async () => {
      await dialog().getByLabel('Beschriftung').fill('Besprechung');
      await dialog().getByLabel('Art').selectOption('Programm');
      await dialog().getByLabel('Adresse', { exact: true }).fill('calc:');
      await dialog().getByRole('button', { name: 'Speichern' }).click();
      await dialog().getByText('Dieses Programm ist auf diesem Server nicht erlaubt').waitFor();
      await dialog().getByLabel('Adresse', { exact: true }).fill('teams:/l/meeting');
    });
    await isAccessible(chief.page, 'menu-list');
    const { page } = colleague;
    const program = menu(page).getByRole('link', { name: 'Besprechung' });
    await program.waitFor();
    expect([await program.getAttribute('href'), await program.getAttribute('target')]).toEqual([
      'teams:/l/meeting',
      null,
    ]);
    await menu(page).getByRole('link', { name: 'Post der Werft' }).click();
    await page.waitForURL('**/filter/all/all/main?q=von%3Awerft');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Post der W');
    await page.getByRole('option', { name: 'Post der Werft' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('without a network they are there, and say what they cannot do', async () => {
    const { page } = colleague;
    await isControlled(page);
    await page.goto(kontor.address);
    await menu(page).getByRole('button', { name: 'Warenwirtschaft' }).waitFor();
    await page.context().setOffline(true);
    await page.reload();
    const entry = menu(page).getByRole('button', { name: 'Warenwirtschaft' });
    await entry.waitFor();
    await entry.click();
    await page.getByText('Warenwirtschaft lässt sich nur mit einer Verbindung zum Server öffnen.').waitFor();
    await page.context().setOffline(false);
  });

  test('an app that is looked at again says so, and has its lists at hand', async () => {
    const { page } = phone;
    const queries: { name: string; params: string }[] = [];
    const commands: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/query')
        queries.push({
          name: url.searchParams.get('query') ?? '',
          params: url.searchParams.get('parameters') ?? '',
        });
    });
    // What was answered: whoever leaves before their arrival was, says so once more.
    page.on('response', (response) => {
      const request = response.request();
      if (new URL(request.url()).pathname === '/command')
        commands.push(/app\.moved\w+/.exec(request.postData() ?? '')?.[0] ?? '');
    });
    const setVisibility = (state: 'hidden' | 'visible') =>
      page.evaluate((next) => {
        Object.defineProperty(document, 'visibilityState', { value: next, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const known = () => commands.filter((one) => one !== '');
    await page.goto(kontor.address);
    await expect.poll(known).toEqual(['app.movedToForeground']);
    await setVisibility('hidden');
    await expect.poll(known).toEqual(['app.movedToForeground', 'app.movedToBackground']);
    queries.length = 0;
    // What was answered within ten seconds is not asked for again: the clock of the page goes on.
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 60_000;
    });
    await setVisibility('visible');
    await expect.poll(known).toHaveLength(3);
    const wanted = ['session.unfinishedCounts', 'session.mainMenuItems', 'inbox.items', 'mail.boxes', 'module.users'];
    await expect.poll(() => wanted.filter((name) => !queries.some((one) => one.name === name))).toEqual([]);
    await expect.poll(() => queries.filter(({ name }) => name === 'mail.items').length).toBe(3);
    // Whoever only looks up for a moment asks for nothing, and tells nothing.
    await setVisibility('hidden');
    await expect.poll(known).toHaveLength(4);
    queries.length = 0;
    await setVisibility('visible');
    await setVisibility('hidden');
    await colleague.page.goto(`${kontor.address}/settings/security`);
    await colleague.page.getByText('Zuletzt geöffnet:').waitFor();
    await isAccessible(colleague.page, 'devices-with-app');
    expect(known()).toHaveLength(4);
    expect(queries.filter(({ name }) => name === 'mail.items')).toEqual([]);
  });
});
