import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const PASSWORD = 'demo demo demo demo';
const LATEST = 60_000;

describe.skipIf(findBrowser() === undefined)('searching', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let seat: Seat;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    seat = await sitDown(browser, kontor.address);
    await signIn(seat.page, 'anna', PASSWORD);
    await seat.page.goto(`${kontor.address}/filter/all/all/main`);
  });
  afterAll(async () => {
    await seat?.close();
    await browser?.close();
    await kontor?.close();
  });

  const box = () => seat.page.getByRole('searchbox');
  const marks = () => rows(seat.page).locator('mark');
  const contacts = () => rows(seat.page).locator('.row-contact').allInnerTexts();

  test('shows where it was found what the row does not show', async () => {
    await box().fill('Arbeitszeiterfassung Stunde');
    await expect.poll(() => marks().allInnerTexts(), { timeout: LATEST }).toContain('Arbeitszeiterfassung');
    await picture(seat.page, 'search-body');
    await box().fill('Ausbildungsnachweis_Wochen');
    await expect.poll(() => marks().allInnerTexts(), { timeout: LATEST }).toContain('Wochen');
    const found = await new AxeBuilder({ page: seat.page }).analyze();
    expect(found.violations).toEqual([]);
  });

  test('is cut by operators, and says under the box what it did not understand', async () => {
    await box().fill('von:lena hat:anhang');
    await expect
      .poll(async () => [...new Set(await contacts())], { timeout: LATEST })
      .toEqual([expect.stringContaining('Lena')]);
    await box().fill('von:lena farbe:rot');
    const quiet = seat.page.getByText('„farbe:rot“ wird als Wort gesucht. Diese Angaben gibt es: von:, an:,');
    await quiet.waitFor({ timeout: LATEST });
    await box().fill('von:lena ist:blau');
    await seat.page.getByText('Hinter „ist:“ kann stehen: neu, bearbeitung, erledigt').waitFor({ timeout: LATEST });
    await picture(seat.page, 'search-problem');
    const found = await new AxeBuilder({ page: seat.page }).analyze();
    expect(found.violations).toEqual([]);
    await box().fill('von:lena');
    await expect.poll(() => rows(seat.page).count(), { timeout: LATEST }).toBeGreaterThan(0);
    expect(await seat.page.locator('.search-problems').innerText()).toBe('');
  });

  test('finds what was deleted where that is asked for', async () => {
    const term = 'Ausbildungsnachweis_Wochen';
    await box().fill(term);
    await expect.poll(() => marks().allInnerTexts(), { timeout: LATEST }).toContain('Wochen');
    const count = await rows(seat.page).count();
    const subject = await rows(seat.page).first().locator('.row-information').innerText();
    await rows(seat.page).first().hover();
    await rows(seat.page).first().locator('[data-action=delete]').click();
    await expect.poll(() => rows(seat.page).count(), { timeout: LATEST }).toBe(count - 1);
    await box().fill(`${term} ist:gelöscht`);
    await expect
      .poll(() => rows(seat.page).locator('.row-information').allInnerTexts(), { timeout: LATEST })
      .toEqual([subject]);
  });
});
