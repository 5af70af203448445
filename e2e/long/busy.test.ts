// Covers: client
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arrive, findBrowser, openBrowser, picture, rows, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const ID = '0f6f2c1e-54f9-4f2e-9f86-1ad1c2b6a001';

/** Returns every list in the server's place. A service worker would ask behind the test's back. */
async function answerLists(
  page: Page,
  status: number,
  problem: object,
  headers: Record<string, string>,
): Promise<void> {
  await page.route(/\/query\?.*query=(?:mail|inbox|filter)\.items/, (route) =>
    route.fulfill({
      status,
      headers: { 'Content-Type': 'application/problem+json', 'X-Compatibility-Version': '1', ...headers },
      body: JSON.stringify({ type: 'urn:kontor:problem:x', title: 'x', status, ...problem }),
    }),
  );
}

describe.skipIf(findBrowser() === undefined)('a server that cannot answer', () => {
  let kontor: Kontor;
  let browser: Browser;
  let session: BrowserSession;

  beforeAll(async () => {
    browser = await openBrowser();
    kontor = await openKontor();
    session = await openSessionAs('anna', browser, kontor.address);
    await rows(session.page).first().waitFor();
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  test('because it has too much to do is waited for, and said to be so only when it lasts', async () => {
    const { page } = session;
    const busy = page.getByText('Der Server hat gerade viel zu tun.');
    await answerLists(page, 503, { code: 'UNAVAILABLE' }, { 'Retry-After': '1' });
    await page.goto(kontor.address);
    expect(await busy.count()).toBe(0);
    await busy.waitFor();
    await picture(page, 'busy');
    await page.unrouteAll();
    await rows(page).first().waitFor();
    await busy.waitFor({ state: 'detached' });
  });

  test('administrators see how the server does', async () => {
    const { page } = session;
    await page.goto(`${kontor.address}/settings/system`);
    await arrive(page, 'Einstellungen');
    await page.getByText('Letzte Sicherung', { exact: true }).waitFor();
    const shown = await page.locator('.system-state').innerText();
    expect(shown).toMatch(/Verbindungen zur Datenbank\s+\d+ von \d+ in Gebrauch/);
    expect(shown).toContain('noch keine');
    await picture(page, 'system-state');
  });

  test('for a fault of its own is shown with the id that its log has', async () => {
    const { page } = session;
    await answerLists(page, 500, { code: 'INTERNAL', detail: ID }, {});
    // Five tries, with more and more time between them, which nobody needs to wait for.
    await page.clock.install();
    await page.goto(kontor.address);
    const id = page.getByText(`Kennung: ${ID}`);
    const isShownLater = async (): Promise<boolean> => {
      await page.clock.fastForward(4000);
      return id.isVisible();
    };
    await expect.poll(isShownLater, { interval: 200 }).toBe(true);
    await page.getByRole('button', { name: 'Kennung kopieren' }).waitFor();
    await picture(page, 'fault-id');
    await page.unrouteAll();
  });
});
