// Covers: activity
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersInBothLights, barriersOf } from '../src/barriers.ts';
import {
  DESKTOP,
  findBrowser,
  openBrowser,
  PHONE,
  picture,
  rows,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { crampedRows, markedRows } from '../src/marks.ts';
import { openSessionAs } from '../src/signed-in.ts';

const LATEST = 60_000;

describe.skipIf(findBrowser() === undefined)('searching', () => {
  let kontor: Kontor;
  let browser: Browser;
  let session: BrowserSession;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    session = await openSessionAs('anna', browser, kontor.address);
    await session.page.goto(`${kontor.address}/filter/all/all/main`);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const box = () => session.page.getByRole('combobox');
  const marks = () => rows(session.page).locator('mark');
  const contacts = () => rows(session.page).locator('.row-contact').allInnerTexts();

  test('shows where it was found what the row does not show', async () => {
    await box().fill('Arbeitszeiterfassung Stunde');
    await expect.poll(() => marks().allInnerTexts(), { timeout: LATEST }).toContain('Arbeitszeiterfassung');
    await picture(session.page, 'search-body');
    await box().fill('Ausbildungsnachweis_Wochen');
    await expect.poll(() => marks().allInnerTexts(), { timeout: LATEST }).toContain('Wochen');
    expect(await barriersOf(session.page)).toEqual([]);
  });

  test.each([
    ['on a phone', 'ben', PHONE, {}],
    ['beside the reader', 'ben', DESKTOP, {}],
    ['as a table', 'ben', DESKTOP, { splitView: false }],
    // The size of rows follows a person from one device to the next.
    ['in compact rows beside the reader', 'chris', DESKTOP, { rowSize: 'compact' }],
    ['as a table of compact rows', 'chris', DESKTOP, { rowSize: 'compact', splitView: false }],
  ])('shows in each row what it was found by, %s', async (name, person, options, settings) => {
    const { page, close } = await openSession(browser, kontor.address, options);
    await page.evaluate((set) => localStorage.setItem('kontor.settings', JSON.stringify(set)), settings);
    await page.reload();
    await signIn(page, person, PASSWORD);
    await page.goto(`${kontor.address}/filter/all/all/main`);
    for (const [term, least] of [
      ['rechnung', 5],
      ['rech', 5],
      ['bericht', 1],
    ] as const) {
      await page.getByRole('combobox').fill(term);
      await page.waitForURL((url) => url.searchParams.get('q') === term);
      const shown = async () => {
        const all = await markedRows(page);
        return { isEnough: all.length >= least, unmarked: all.filter(({ isMarked }) => !isMarked) };
      };
      await expect.poll(shown, { timeout: LATEST }).toEqual({ isEnough: true, unmarked: [] });
      expect(await crampedRows(page)).toEqual([]);
    }
    expect((await page.locator('.table-row').count()) > 0).toBe(name.includes('table'));
    expect(await page.locator(`.row[data-compact=${!name.includes('compact')}]`).count()).toBe(0);
    expect(await barriersOf(page)).toEqual([]);
    await picture(page, `search-marks-${name.replaceAll(' ', '-')}`);
    await close();
  });

  test('is cut by operators, and says under the box what it did not understand', async () => {
    await box().fill('von:lena hat:anhang');
    await expect
      .poll(async () => [...new Set(await contacts())], { timeout: LATEST })
      .toEqual([expect.stringContaining('Lena')]);
    await box().fill('von:lena farbe:rot');
    const quiet = session.page.getByText('„farbe:rot“ wird als Wort gesucht. Diese Angaben gibt es: von:, an:,');
    await quiet.waitFor({ timeout: LATEST });
    await box().fill('von:lena ist:blau');
    await session.page.getByText('Hinter „ist:“ kann stehen: neu, bearbeitung, erledigt').waitFor({ timeout: LATEST });
    await picture(session.page, 'search-problem');
    expect(await barriersOf(session.page)).toEqual([]);
    await box().fill('von:lena');
    await expect.poll(() => rows(session.page).count(), { timeout: LATEST }).toBeGreaterThan(0);
    expect(await session.page.locator('.search-problems').innerText()).toBe('');
  });

  test('finds what was deleted where that is asked for', async () => {
    const term = 'Ausbildungsnachweis_Wochen';
    await box().fill(term);
    await expect.poll(() => marks().allInnerTexts(), { timeout: LATEST }).toContain('Wochen');
    const count = await rows(session.page).count();
    const subject = await rows(session.page).first().locator('.row-information').innerText();
    await rows(session.page).first().hover();
    await rows(session.page).first().locator('[data-action=delete]').click();
    await expect.poll(() => rows(session.page).count(), { timeout: LATEST }).toBe(count - 1);
    await box().fill(`${term} ist:gelöscht`);
    await expect
      .poll(() => rows(session.page).locator('.row-information').allInnerTexts(), { timeout: LATEST })
      .toEqual([subject]);
  });

  test('a search box that comes back after a selection takes the focus from nobody', async () => {
    const { page } = session;
    await page.goto(`${kontor.address}/filter/all/all/main`);
    await expect.poll(() => box().evaluate((one) => one === document.activeElement)).toBe(true);
    const row = rows(page).filter({ visible: true }).first();
    await row.waitFor();
    // An empty box offers what was searched for; the first closes that, the second leaves the box().
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await box().waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await box().waitFor();
    expect(await box().evaluate((one) => one === document.activeElement)).toBe(false);
    expect(await page.locator('.offers').count()).toBe(0);
    await page.keyboard.press('/');
    await expect.poll(() => box().evaluate((one) => one === document.activeElement)).toBe(true);
  });

  describe('completes what is typed', () => {
    const page = () => session.page;
    const offers = () => page().locator('.offers').getByRole('option');
    const texts = () => offers().locator('.offer-text').allInnerTexts();
    const clean = async (where = page()): Promise<void> => {
      expect(await barriersInBothLights(where)).toEqual([]);
    };

    test('by the keys alone: operators, their values, people and days', async () => {
      await box().fill('');
      await box().focus();
      await page().keyboard.type('vo');
      await expect.poll(texts, { timeout: LATEST }).toEqual(['von:', 'vor:']);
      expect(await box().getAttribute('aria-activedescendant')).toBe(null);
      await page().keyboard.press('ArrowDown');
      const active = await box().getAttribute('aria-activedescendant');
      expect(await page().locator(`[id="${active}"]`).innerText()).toContain('von:');
      await page().keyboard.press('Enter');
      expect(await box().inputValue()).toBe('von:');
      await page().keyboard.type('len');
      await expect.poll(texts, { timeout: LATEST }).toContainEqual(expect.stringMatching(/^von:"Lena /));
      await picture(page(), 'complete-people');
      await clean();
      await page().keyboard.press('ArrowDown');
      await page().keyboard.press('Tab');
      expect(await box().inputValue()).toMatch(/^von:"Lena .*" $/);
      expect(await box().evaluate((field) => field === document.activeElement)).toBe(true);
      await expect
        .poll(async () => [...new Set(await contacts())], { timeout: LATEST })
        .toEqual([expect.stringContaining('Lena')]);
      await page().keyboard.type('ist:');
      await expect.poll(texts).toContain('ist:erledigt');
      await picture(page(), 'complete-values');
      await page().keyboard.press('Escape');
      expect(await offers().count()).toBe(0);
      expect(await box().inputValue()).toMatch(/ist:$/);
      await page().keyboard.type('n');
      await expect.poll(texts).toEqual(['ist:neu']);
      // Nothing is chosen: Enter searches for what is there.
      await page().keyboard.press('Enter');
      expect(await box().inputValue()).toMatch(/ist:n$/);
      await box().fill('vor:');
      await expect.poll(texts).toContain('vor:heute');
      await picture(page(), 'complete-days');
      await clean();
    });

    test('an empty box offers what was searched for last, and saved filters; kept for the next time', async () => {
      await box().fill('Ersatzteilshop');
      await page().keyboard.press('Enter');
      await expect.poll(() => rows(page()).count(), { timeout: LATEST }).toBeGreaterThan(0);
      await page().keyboard.press('Escape');
      await page().locator('.virtual-list:visible').focus();
      await page().keyboard.press('Shift+S');
      await page().getByRole('dialog').getByLabel('Name').fill('Alles Gesuchte');
      await page().getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
      await page().getByRole('dialog').waitFor({ state: 'detached' });
      await page().waitForURL('**/saved-**');
      await page().goto(`${kontor.address}/filter/all/all/main`);
      await box().click();
      await expect.poll(texts, { timeout: LATEST }).toContain('Alles Gesuchte');
      await expect.poll(texts, { timeout: LATEST }).toContain('Ersatzteilshop');
      await picture(page(), 'complete-empty');
      await clean();
      await offers().filter({ hasText: 'Ersatzteilshop' }).click();
      expect(await box().inputValue()).toBe('Ersatzteilshop');
      await page().waitForURL('**q=Ersatzteilshop');
      await box().fill('');
      await expect.poll(texts).toContain('Alles Gesuchte');
      for (
        let n = 0;
        n < 20 &&
        !(await offers().filter({ hasText: 'Alles Gesuchte' }).getAttribute('aria-selected'))?.includes('true');
        n += 1
      )
        await page().keyboard.press('ArrowDown');
      await page().keyboard.press('Enter');
      await page().waitForURL('**/saved-**');
    });

    test('on a phone, by the finger, beneath what is typed', async () => {
      const phone = await openSessionAs('ben', browser, kontor.address, PHONE);
      await phone.page.goto(`${kontor.address}/filter/all/all/main`);
      const field = phone.page.getByRole('combobox');
      await field.click();
      await field.pressSequentially('ist:');
      const list = phone.page.locator('.offers');
      await list.waitFor({ timeout: LATEST });
      const [above, below] = [await field.boundingBox(), await list.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      await picture(phone.page, 'complete-phone');
      await clean(phone.page);
      await list.getByRole('option').filter({ hasText: 'ist:erledigt' }).tap();
      expect(await field.inputValue()).toBe('ist:erledigt ');
      await phone.close();
    });
  });
});
