// Covers: settings, shell
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, arrive, findBrowser } from '../src/browser.ts';
import { openNordwerk } from '../src/nordwerk.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PASSWORD = 'ein langer satz am morgen';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');

describe.skipIf(findBrowser() === undefined)('the light that somebody has chosen', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
  });
  afterAll(() => nordwerk?.close());

  test('a page that opens shows no other theme first, nor does the sign-in', async () => {
    const { kontor, browser } = nordwerk;
    const { page, complaints, close } = await openSessionAs('anna', browser, kontor.address, DESKTOP, PASSWORD);
    await page.goto(`${kontor.address}/settings/theme`);
    await page.getByRole('radio', { name: 'Dunkel', exact: true }).click();
    expect(await theme(page)).toBe('dark');
    await page.addInitScript(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      const record = (): void => {
        if (document.body !== null) seen.push(document.documentElement.dataset['theme']);
      };
      new MutationObserver(record).observe(document, { childList: true, subtree: true, attributes: true });
    });
    const seen = () => page.evaluate(() => [...new Set((window as unknown as { seen: unknown[] }).seen)]);
    await page.reload();
    await arrive(page, 'Farben');
    expect(await seen()).toEqual(['dark']);
    await page.goto(`${kontor.address}/settings/common`);
    await page.locator('.settings-page').getByRole('button', { name: 'Abmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    await page.reload();
    await page.getByLabel('Benutzername').waitFor();
    expect(await seen()).toEqual(['dark']);
    expect(complaints).toEqual([]);
    await close();
  });
});
