import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../web/tools/browser.ts';

export { findBrowser, findWholeBrowser } from '../../web/tools/browser.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PICTURES = join(ROOT, 'test-results', 'pictures');
/** A browser of a machine that has no language of its own saves no file under a name with an umlaut. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' };

/** A browser of a journey's own, with more flags or another program, which it closes. */
export const launchBrowser = (more: readonly string[] = [], path = findBrowser()): Promise<Browser> =>
  chromium.launch({ ...pathOf(path), env, args: [...BROWSER_FLAGS, ...more] });

let shared: Browser | undefined;

/** The browser of this worker, which no journey closes: each has contexts of its own in it. */
export async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await launchBrowser();
  return shared;
}

/** Closes all that is open in the browser of this worker. */
export async function closeWindows(): Promise<void> {
  for (const context of shared?.contexts() ?? []) await context.close();
}

/** What the windows of this worker show, for whoever reads why a journey failed. */
export async function tellOfWindows(): Promise<void> {
  for (const page of (shared?.contexts() ?? []).flatMap((context) => context.pages())) {
    const shown = await page.innerText('body', { timeout: 2000 }).catch((error: unknown) => String(error));
    // oxlint-disable-next-line no-console -- it is for whoever reads why a test failed
    console.log(`The page showed, at ${page.url()}:\n${shown.replaceAll(/\n+/g, ' | ')}`);
  }
}

/** A browser that keeps its profile in a folder, as a person's does. */
export const openProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...pathOf(findBrowser()), env, args: [...BROWSER_FLAGS], ...DESKTOP });

const pathOf = (executablePath: string | undefined) => (executablePath === undefined ? {} : { executablePath });

/** When a journey that waits in vain is ended: a machine with much to do takes its time. */
const MAX_WAIT_MS = 60_000;

/** Until a page that was resized or lit otherwise stands still. */
const SETTLED_MS = 400;

/** As for people who want nothing to move: a transition is drawn sixty times a second, and what moves is not pressed until it rests. */
const STILL = { locale: 'de-DE', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
export const DESKTOP = { ...STILL, viewport: { width: 1440, height: 900 } } as const;
export const PHONE = {
  ...STILL,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

/**
 * A browser that installs the app's service worker, as every real one does: for journeys that go without a network or come to a new
 * version. It fetches and keeps all files of the app each time, half a second of a core, which others have no use for.
 */
export const INSTALLED = { ...DESKTOP, serviceWorkers: 'allow' } as const;

const EVERY_DAY: readonly [string, BrowserContextOptions][] = [
  ['desktop-light-de', DESKTOP],
  ['phone-dark-en', { ...PHONE, locale: 'en-US', colorScheme: 'dark' }],
];
/** How screens are looked at: both sizes, lights and languages every day, each with each by `npm run test:full`. */
export const VIEWS: typeof EVERY_DAY =
  process.env['KONTOR_FULL_TESTS'] === 'true'
    ? [
        ...EVERY_DAY,
        ['desktop-light-en', { ...DESKTOP, locale: 'en-US' }],
        ['desktop-dark-de', { ...DESKTOP, colorScheme: 'dark' }],
        ['desktop-dark-en', { ...DESKTOP, locale: 'en-US', colorScheme: 'dark' }],
        ['phone-light-de', PHONE],
        ['phone-light-en', { ...PHONE, locale: 'en-US' }],
        ['phone-dark-de', { ...PHONE, colorScheme: 'dark' }],
      ]
    : EVERY_DAY;

/** A person at a browser of their own. What the page complains about is kept in `complaints`. */
export interface BrowserSession {
  readonly page: Page;
  readonly complaints: string[];
  close(): Promise<void>;
}

/** How a browser says that a page's Content-Security-Policy, or its rule for markup, refused something. */
const POLICY = /Content.Security.Policy|TrustedHTML|TrustedScript|Permissions.Policy/i;

/** A browser's own world of cookies and storage, in which all wait as long as each other. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(MAX_WAIT_MS);
  return context;
}

/** Opens a browser window on an address. A journey whose page was refused anything by its own policy fails when it ends. */
export async function openSession(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<BrowserSession> {
  const context = await openContext(browser, { serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(address);
  const close = async (): Promise<void> => {
    await context.close();
    const refused = complaints.filter((text) => POLICY.test(text));
    if (refused.length > 0) throw new Error(`The page did what its own policy refuses: ${refused.join('\n')}`);
  };
  return { page, complaints, close };
}

/** Signs in as a person would. */
export async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('Benutzername').fill(userName);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await arrive(page, 'Eingang');
}

/** Waits for a screen; one that does not come up is told of with what the page shows instead. */
export async function arrive(page: Page, heading: string | RegExp): Promise<void> {
  try {
    await page.getByRole('heading', { name: heading }).waitFor();
  } catch (cause) {
    const shown = (await page.locator('body').innerText()).slice(0, 2000);
    throw new Error(`${String(heading)} did not come up at ${page.url()}, which shows: ${JSON.stringify(shown)}`, {
      cause,
    });
  }
}

/** The rows of the list that is shown. */
export const rows = (page: Page) => page.locator('.virtual-list').getByRole('option');
export const subjectOf = (page: Page, index: number) => rows(page).nth(index).locator('.row-information').innerText();

/** Waits until the service worker answers for the page. */
export async function isControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const SIZES = { desktop: DESKTOP.viewport, phone: PHONE.viewport } as const;

/** Gives the person who is signed in on a page another language, while the page is shown. Nothing where nobody is, or nobody can be asked. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(async (value) => {
    const response = await fetch(
      `/query?${new URLSearchParams({ query: 'settings.mine', parameters: '{}' }).toString()}`,
    ).catch(() => undefined);
    if (response?.ok !== true) return;
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    const body = new FormData();
    body.set('command', 'settings.change');
    body.set('processId', crypto.randomUUID());
    body.set('parameters', JSON.stringify({ values: { language: value }, versions: { language: Date.now() } }));
    await fetch('/command', { method: 'POST', body, headers: { 'X-Csrf-Token': csrfToken } });
  }, language);
  await page.waitForTimeout(SETTLED_MS);
}

/**
 * Keeps a picture of the page for people to look at, where KONTOR_TEST_PICTURES asks for them; with KONTOR_TEST_VIEWS also one in both sizes,
 * lights and languages each, in the size that it has alone where a menu is open, which closes when the window gets another size.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['KONTOR_TEST_PICTURES'] === undefined && process.env['KONTOR_TEST_VIEWS'] === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  const defaultValue = page.viewportSize();
  if (process.env['KONTOR_TEST_VIEWS'] === undefined || defaultValue === null) return;
  const isMenuOpen = (await page.getByRole('menu').count()) > 0;
  for (const language of ['en', 'de']) {
    await speak(page, language);
    for (const [size, viewport] of Object.entries(SIZES)) {
      if (isMenuOpen && viewport.width !== defaultValue.width) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        await page.waitForTimeout(SETTLED_MS);
        await page.screenshot({ path: join(PICTURES, `${name}-${size}-${colorScheme}-${language}.png`) });
      }
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(defaultValue);
}
