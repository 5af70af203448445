// Covers: client
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import {
  DESKTOP,
  findBrowser,
  isControlled,
  openProfile,
  picture,
  rows,
  signIn,
  subjectOf,
  type BrowserSession,
  openContext,
} from '../src/browser.ts';
import { LATEST, kept, longestWord, startCache, type CacheStage } from '../src/cache.ts';
import { filesWith, keptRecords } from '../src/device-cache.ts';

const choose = (page: Page, group: string, option: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).click();

describe.skipIf(findBrowser() === undefined)('what the device keeps, further', () => {
  let stage: CacheStage | undefined;
  let browser: CacheStage['browser'];
  let front: CacheStage['front'];
  let session: BrowserSession;

  beforeAll(async () => {
    stage = await startCache();
    ({ browser, front, session } = stage);
    await signIn(session.page, 'anna', PASSWORD);
    await rows(session.page).first().waitFor();
    await isControlled(session.page);
  });
  afterAll(() => stage?.close());

  /** Downloads the first file of the mail that is open, and returns what came. */
  const downloadFirst = async (page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    const download = page.waitForEvent('download');
    await page.locator('.attachment-chip').first().getByRole('button', { name: 'herunterladen' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };

  test('without a network a file that was opened is there, and one that was not says so and can be tried again', async () => {
    const { page } = session;
    const withFiles = rows(page).filter({ has: page.getByRole('img', { name: 'Mit Anhang' }) });
    await withFiles.nth(0).click();
    const online = await downloadFirst(page);
    expect(online.bytes.length).toBeGreaterThan(0);
    const path = new URL(page.url()).pathname;
    await withFiles.nth(1).click();
    await page.waitForURL((url) => url.pathname !== path);
    await page.locator('.attachment').first().waitFor();
    const other = new URL(page.url()).pathname;
    await kept(page);
    front.cut();
    await page.goto(front.address + path);
    expect(await downloadFirst(page)).toEqual(online);
    await page.goto(front.address + other);
    await page.locator('.attachment-chip').first().getByRole('button', { name: 'herunterladen' }).click();
    await page.getByText('konnte nicht geladen werden').waitFor();
    front.mend();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await download;
    await page.goto(front.address);
    await rows(page).first().waitFor();
  });

  test('nothing that is kept can be read on the disk', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'kontor-profile-'));
    const context = await openProfile(profile);
    const page = await context.newPage();
    await page.goto(front.address);
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
    await isControlled(page);
    await kept(page);
    const word = longestWord(await subjectOf(page, 1));
    await context.close();
    // The account's name is no secret: it shows that the search finds what is there.
    expect(filesWith(profile, 'kontor.activeInstance').length).toBeGreaterThan(0);
    expect(filesWith(profile, word)).toEqual([]);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  test('the setting off keeps nothing, and on keeps again', async () => {
    const { page } = session;
    await page.goto(`${front.address}/settings/offline`);
    await page.getByText(/Auf diesem Gerät: \d+/).waitFor({ timeout: LATEST });
    await picture(page, 'settings-offline');
    await choose(page, 'Schnellspeicher', 'Aus');
    await page.getByText('Auf diesem Gerät ist nichts gespeichert.').waitFor();
    await expect.poll(() => keptRecords(page), { timeout: LATEST }).toBe(0);
    await page.getByRole('link', { name: 'Eingang' }).click();
    await rows(page).nth(4).click();
    await page.frameLocator('iframe').locator('body').waitFor();
    expect(await keptRecords(page)).toBe(0);
    await page.goto(`${front.address}/settings/offline`);
    await choose(page, 'Schnellspeicher', 'An');
    await page.getByRole('link', { name: 'Eingang' }).click();
    await rows(page).first().waitFor();
    await expect.poll(() => keptRecords(page), { timeout: LATEST }).toBeGreaterThan(1);
  });

  test('a storage that does not answer keeps no page from coming up, and what is done meanwhile is not lost', async () => {
    front.release();
    const context = await openContext(browser, DESKTOP);
    // Somebody has the storage open, does not let go, and wants it deleted: nobody else can open it.
    const holder = await context.newPage();
    await holder.goto(`${front.address}/icon.svg`);
    await holder.evaluate(async () => {
      const opening = indexedDB.open('kontor', 1);
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.addEventListener('success', () => resolve(opening.result));
      });
      indexedDB.deleteDatabase('kontor');
      Object.assign(window, { release: () => db.close() });
    });
    const page = await context.newPage();
    await page.goto(front.address);
    await signIn(page, 'ben', PASSWORD);
    const silence = page.getByText('Der Speicher dieses Geräts antwortet nicht.');
    await silence.waitFor();
    const subject = await subjectOf(page, 0);
    const same = rows(page).filter({ hasText: subject });
    const before = await same.count();
    await rows(page).first().hover();
    await rows(page).first().locator('[data-action=ready]').click();
    await expect.poll(() => same.count()).toBe(before - 1);
    await page.getByText('nur in diesem Fenster; lassen Sie es offen').waitFor();
    await picture(page, 'silent-storage');
    await holder.evaluate(() => (window as unknown as { release: () => void }).release());
    await silence.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByRole('link', { name: 'Änderungen' }).click();
    await page.getByText('Alles ist gesendet.').waitFor();
    await context.close();
  });
});
