import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { TestClient } from '../../server/src/testing/client.ts';
import { installFakeBridge, type FakeBridge } from '../../web/src/device/testing/fake-bridge.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { PHONE, arrive, openBrowser, openContext } from './browser.ts';
import { deliver, switcherOf } from './instances.ts';
import { openKontor, type Kontor } from './kontor.ts';
import { listen } from './stage.ts';

const WEB = join(import.meta.dirname, '..', '..', 'web');
const AWAY_PASSWORD = 'several several several';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The app as the shell of a phone has it, among two servers: the demo's, and one with an instance of its own. */
export interface ShellStage {
  readonly home: Kontor;
  readonly away: Kontor;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Where the phone has the app from. */
  readonly origin: string;
  /** Anna at the demo, and at the other instance. */
  readonly anna: TestClient;
  readonly awayAnna: TestClient;
  /** What the shell keeps. */
  readonly kept: () => Promise<FakeBridge['kept']>;
  /** What the app has asked a plugin since the page was loaded. */
  readonly callsOf: (plugin: string, method: string) => Promise<readonly Record<string, unknown>[]>;
  /** The shell tells something. */
  readonly emit: (plugin: string, event: string, data: unknown) => Promise<void>;
  close(): Promise<void>;
}

/** Serves the build for phones as the shell does: what has no ending is the app's page. */
async function serve(folder: string) {
  return listen((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const own = join(folder, path);
    const isFile = existsSync(own) && statSync(own).isFile();
    if (!isFile && extname(path) !== '') return void response.writeHead(404).end();
    const file = isFile ? own : join(folder, 'index.html');
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
}

type World = { readonly fakeBridge: FakeBridge };

/** Opens the app on a phone of this kind, signed in at both servers. */
export async function openShell(platform: 'android' | 'ios' = 'android'): Promise<ShellStage> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-shell-'));
  const configFile = join(WEB, 'vite.config.ts');
  await build({
    configFile,
    root: WEB,
    mode: 'native',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const files = await serve(folder);
  const origin = `http://localhost:${files.port}`;
  const home = await openKontor({ KONTOR_ORIGINS: origin });
  const away = await openKontor({ KONTOR_DEMO: 'false', KONTOR_ORIGINS: origin });
  await away.cli(['instance', 'create', 'laden', '--title', 'Laden am Markt']);
  const named = ['--first-name', 'Anna', '--last-name', 'Berger', '--password-file', '-'];
  await away.cli(['person', 'add', 'laden', 'anna', ...named], AWAY_PASSWORD);
  await deliver(away, 'laden', 'anna', ['Laden eins', 'Laden zwei', 'Laden drei']);

  const context = await openContext(await openBrowser(), { ...PHONE, serviceWorkers: 'block' });
  await context.addInitScript(installFakeBridge, { platform, isKept: true });
  const page = await context.newPage();
  await page.goto(origin);
  await signInAt(page, home.address, DEMO_PASSWORD);
  const { open } = switcherOf(page);
  await page.getByRole('button', { name: 'Menü' }).click();
  await open();
  await page.getByRole('menuitem', { name: 'Instanz hinzufügen' }).click();
  await signInAt(page, away.address, AWAY_PASSWORD);
  return {
    home,
    away,
    context,
    page,
    origin,
    anna: await new TestClient(home.address, 'demo').signIn('anna', DEMO_PASSWORD),
    awayAnna: await new TestClient(away.address, 'laden').signIn('anna', AWAY_PASSWORD),
    kept: () => page.evaluate(() => (globalThis as unknown as World).fakeBridge.kept),
    callsOf: (plugin, method) =>
      page.evaluate(
        ([wanted, called]) =>
          (globalThis as unknown as World).fakeBridge.calls
            .filter((call) => call.plugin === wanted && call.method === called)
            .map(({ options }) => options),
        [plugin, method],
      ),
    emit: (...given) =>
      page.evaluate(
        ([plugin, event, data]) => (globalThis as unknown as World).fakeBridge.emit(plugin, event, data),
        given,
      ),
    async close() {
      await context.close();
      await files.close();
      await home.close();
      await away.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs in to an instance by its address: a phone has none of its own. */
async function signInAt(page: Page, address: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Instanz' }).last().fill(address);
  await page.getByLabel('Benutzername').last().fill('anna');
  await page.getByLabel('Passwort', { exact: true }).last().fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).last().click();
  await arrive(page, 'Eingang');
}
