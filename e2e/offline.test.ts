// Covers: client
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { INSTALLED, findBrowser, openBrowser, picture, signIn, openSession } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const NEW_PASSWORD = 'ohne netz weiter arbeiten';
/** Items that the first tab sets Done; and items that the second sets In process and the first then Done: a hundred changes. */
const ONCE = 40;
const TWICE = 30;

interface Item {
  readonly aggregateId: string;
  readonly aggregateVersion: number;
  readonly status: number;
  readonly extras: Readonly<Record<string, unknown>>;
}

const idOf = (item: Item): number => (JSON.parse(item.aggregateId) as { entryId: number }).entryId;
const PARAMS = { statusRed: 'unseen', statusYellow: 'seen' };

describe.skipIf(findBrowser() === undefined)('a hundred changes without a network', () => {
  let kontor: KontorProcess;
  /** Anna's: it is another one by the end. */
  let password = PASSWORD;
  let browser: Browser;
  let context: BrowserContext;
  let first: Page;
  let second: Page;
  let colleague: Page;
  let before: ReadonlyMap<number, Item>;
  const complaints: string[] = [];

  const script = () => new TestClient(kontor.address, 'demo').signIn('anna', password);
  const items = async (): Promise<Map<number, Item>> => {
    const all = await (await script()).query<Item[]>('filter.items', { view: 'all' }, { limit: 1000 });
    return new Map(all.map((item) => [idOf(item), item]));
  };
  const openCount = async (who: string): Promise<number> => {
    const client = await new TestClient(kontor.address, 'demo').signIn(who, who === 'anna' ? password : PASSWORD);
    return (await client.envelope('inbox.items', PARAMS, { limit: 1, format: 'rows' })).totalCount;
  };
  /** Presses a key for the first rows of the list, one after the other. */
  const press = async (page: Page, keys: readonly string[], times: number): Promise<void> => {
    await page.bringToFront();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    for (let n = 0; n < times; n += 1) for (const key of keys) await page.keyboard.press(key);
  };
  const shows = (page: Page, count: number) => page.getByText(`${count} Einträge`).first().waitFor();

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.startOn('demo'), openBrowser()]);
  });
  afterAll(async () => {
    await kontor?.close();
  });

  test('two tabs of one person and a colleague see the same', async () => {
    const anna = await script();
    // One key is one change: mails of a thread are rows of their own.
    await anna.command('settings.change', { values: { mailThreads: false }, versions: { mailThreads: Date.now() } });
    let last = -1;
    const isFilled = async (): Promise<boolean> => {
      const { totalCount } = await anna.envelope('filter.items', { view: 'all' }, { limit: 1, format: 'rows' });
      const isStable = totalCount === last && totalCount > 2 * (ONCE + TWICE);
      last = totalCount;
      return isStable;
    };
    await expect.poll(isFilled, { timeout: 110_000, interval: 3000 }).toBe(true);
    // All are new, so that every key changes something.
    const all = [...(await items()).values()].map(({ aggregateId }) => aggregateId);
    for (let from = 0; from < all.length; from += 100)
      await anna.command('activity.setState', { aggregateIds: all.slice(from, from + 100), state: 'unseen' });
    const session = await openSession(browser, kontor.address, INSTALLED);
    first = session.page;
    context = first.context();
    await signIn(first, 'anna', PASSWORD);
    second = await context.newPage();
    second.on('pageerror', (error) => complaints.push(error.message));
    await second.goto(kontor.address);
    colleague = (await openSession(browser, kontor.address, INSTALLED)).page;
    await signIn(colleague, 'ben', PASSWORD);
    const count = await openCount('anna');
    await Promise.all([shows(first, count), shows(second, count)]);
    before = await items();
  });

  test('the network and the server go; both tabs work on and agree', async () => {
    const count = await openCount('anna');
    await context.setOffline(true);
    await kontor.crash();
    await press(first, ['e'], ONCE);
    await shows(second, count - ONCE);
    await press(second, ['i', 'ArrowDown'], TWICE);
    await shows(first, count - ONCE);
    await press(first, ['e'], TWICE);
    await Promise.all([shows(first, count - ONCE - TWICE), shows(second, count - ONCE - TWICE)]);
    await expect
      .poll(() => second.locator('.shell-bars').innerText())
      .toMatch(new RegExp(`${ONCE + 2 * TWICE}\\sÄnderungen warten`));
    await second.getByRole('button', { name: 'Anzeigen' }).first().click();
    await second
      .getByText(/1\sE-Mail → In Bearbeitung/)
      .first()
      .waitFor();
    await picture(second, 'offline-changes');
    await second.keyboard.press('Escape');
  });

  test('one tab is killed, and the session ends meanwhile: nothing is lost and nothing sent', async () => {
    const devtools = await context.newCDPSession(first);
    const gone = first.waitForEvent('crash');
    void devtools.send('Page.crash').catch(() => undefined);
    await gone;
    await first.close();
    await kontor.resume();
    kontor.cli(['password', 'demo', 'anna', '--password-file', '-'], NEW_PASSWORD);
    password = NEW_PASSWORD;
    expect(await items()).toEqual(before);
    await context.setOffline(false);
    await second.bringToFront();
    await second.getByLabel('Passwort', { exact: true }).waitFor();
    await picture(second, 'offline-signed-out');
    expect(await items()).toEqual(before);
  });

  test('the same person signs in again: each change is there once, in its order, for everybody', async () => {
    await signIn(second, 'anna', NEW_PASSWORD);
    const changed = async (): Promise<Item[]> =>
      [...(await items()).values()].filter((item) => item.status === 3 && before.get(idOf(item))?.status !== 3);
    await expect.poll(async () => (await changed()).length, { timeout: 90_000 }).toBe(ONCE + TWICE);
    const steps = (await changed()).map((item) => {
      const was = before.get(idOf(item));
      // Who is called back is wanted no more once the call is Done, which is a change of its own.
      const more = was?.extras['callbackDesired'] === true ? 1 : 0;
      return item.aggregateVersion - (was?.aggregateVersion ?? 0) - more;
    });
    const counted = [1, 2].map((times) => steps.filter((step) => step === times).length);
    expect(counted).toEqual([ONCE, TWICE]);
    const count = await openCount('anna');
    const third = await context.newPage();
    await third.goto(kontor.address);
    await Promise.all([shows(second, count), shows(third, count), shows(colleague, await openCount('ben'))]);
    await second.getByText('Änderungen warten').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
