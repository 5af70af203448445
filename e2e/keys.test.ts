import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { findBrowser, openBrowser, picture, rows, signIn, sitDown, subjectOf, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

describe.skipIf(findBrowser() === undefined)('keys', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    seat = await sitDown(browser, kontor.address);
    page = seat.page;
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
  });
  afterAll(async () => {
    await seat?.close();
    await browser?.close();
    await kontor?.close();
  });

  const button = (what: string, where = page) =>
    where.getByRole('button', { name: new RegExp(`^${what}: .*, ändern$`) });
  const open = async (): Promise<void> => {
    await page.goto(`${kontor.address}/settings/keys`);
    await button('Erledigt').waitFor();
  };
  const record = async (what: string, ...keys: readonly string[]): Promise<void> => {
    await button(what).click();
    for (const key of keys) await page.keyboard.press(key);
  };
  const named = (what: string, key: string) =>
    page.getByRole('button', { name: `${what}: ${key}, ändern`, exact: true });

  test('another key does what the usual one did, wherever keys are shown, and on another device', async () => {
    await open();
    await picture(page, 'settings-keys');
    expect(await barriersInBothLights(page)).toEqual([]);
    await record('Erledigt', '9');
    await named('Erledigt', '9').waitFor();
    await page.getByRole('status').getByText('Erledigt: jetzt 9.').waitFor({ state: 'attached' });
    await page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: /^Eingang/ })
      .click();
    await rows(page).first().click();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Tasten' });
    await sheet.getByText('Erledigt', { exact: true }).waitFor();
    expect(await sheet.locator('.keys-list').innerText()).toMatch(/9\s+Erledigt/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Erledigt');
    expect(
      await page
        .getByRole('option', { name: /^Erledigt/ })
        .first()
        .innerText(),
    ).toMatch(/9$/);
    await page.keyboard.press('Escape');
    const subject = await subjectOf(page, 0);
    const same = rows(page).filter({ hasText: subject });
    const before = await same.count();
    await rows(page).first().click();
    await page.keyboard.press('e');
    await page.keyboard.press('9');
    await expect.poll(() => same.count()).toBe(before - 1);
    await page.keyboard.press('z');
    await expect.poll(() => same.count()).toBe(before);
    const other = await sitDown(browser, kontor.address);
    await signIn(other.page, 'anna', PASSWORD);
    await other.page.goto(`${kontor.address}/settings/keys`);
    await other.page.getByRole('button', { name: 'Erledigt: 9, ändern', exact: true }).waitFor();
    await other.close();
  });

  test('a key that is taken is told, and can be swapped; others are refused with the reason', async () => {
    await open();
    await record('Archivieren', 'u');
    await page.getByText('U gehört schon zu „Neu“.').waitFor();
    await picture(page, 'settings-keys-taken');
    await page.getByRole('button', { name: 'Tauschen' }).click();
    await named('Archivieren', 'U').waitFor();
    await named('Neu', 'A').waitFor();
    await record('In Bearbeitung', 'Control+w');
    await page.getByText('Strg W behält der Browser für sich.').waitFor();
    await page.keyboard.press('Control+c');
    await page.getByText('Strg C wird zum Bearbeiten von Text gebraucht.').waitFor();
    await page.keyboard.press('g');
    await page.getByText(/^G geht nicht/).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await named('In Bearbeitung', 'G Y').waitFor();
    await button('Filter').click();
    await page.getByRole('button', { name: 'Keine Taste', exact: true }).click();
    await named('Filter', 'keine Taste').waitFor();
    await button('Filter').click();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Filter: keine Taste, ändern');
    await page.getByLabel('Aktion oder Taste suchen').fill('archivieren');
    await expect.poll(() => page.getByRole('button', { name: /, ändern$/ }).count()).toBe(1);
    await page.getByLabel('Aktion oder Taste suchen').fill('');
    await page.getByRole('button', { name: 'Filter: übliche Taste' }).click();
    await named('Filter', 'F').waitFor();
    await page.getByRole('button', { name: 'Alle Tasten wie üblich' }).click();
    for (const [what, key] of [
      ['Archivieren', 'A'],
      ['Neu', 'U'],
      ['In Bearbeitung', 'I'],
      ['Erledigt', 'E'],
    ] as const)
      await named(what, key).waitFor();
  });

  test('single keys can be turned off as a whole', async () => {
    await open();
    await page.getByRole('checkbox', { name: /^Einzelne Tasten/ }).uncheck();
    await page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: /^Eingang/ })
      .click();
    await rows(page).first().click();
    const before = await rows(page).count();
    for (const key of ['e', '#', '?', 'g', 'm']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/^\/mail\//);
    expect(await rows(page).count()).toBe(before);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('Nichts geöffnet').waitFor();
    await open();
    await page.getByRole('checkbox', { name: /^Einzelne Tasten/ }).check();
  });

  test('what a swipe does is the person’s choice', async () => {
    await page.goto(`${kontor.address}/settings/controls`);
    const right = page.getByRole('group', { name: 'Nach rechts wischen' });
    await right.getByLabel('Kurz').selectOption('spam');
    await expect.poll(() => right.locator('.swipe-sample').allInnerTexts()).toEqual(['Spam', 'Archivieren']);
    await picture(page, 'settings-swipe');
    expect(await barriersInBothLights(page)).toEqual([]);
  });
});
