import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import {
  DESKTOP,
  findBrowser,
  INSTALLED,
  isControlled,
  openBrowser,
  openProfile,
  picture,
  rows,
  signIn,
  sitDown,
  subjectOf,
  type Seat,
} from './src/browser.ts';
import { filesWith, keptRecords, whereReadable } from './src/device-cache.ts';
import { Front } from './src/front.ts';
import { KontorProcess } from './src/kontor-process.ts';

const LATEST = 60_000;
/** Longer than a page waits before it fetches ahead, and than it gathers what it writes. */
const FETCHED_MS = 4000;

const longestWord = (text: string): string =>
  text.split(/[^\p{L}\p{N}]+/u).toSorted((a, b) => b.length - a.length)[0] ?? text;
const choose = (page: Page, group: string, option: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option }).click();
const isData = (path: string): boolean => /^\/(query|command|workspace)/.test(path);

describe.skipIf(findBrowser() === undefined)('what the device keeps', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let front: Front;
  let seat: Seat;

  beforeAll(async () => {
    front = await Front.start();
    const env = { KONTOR_DEMO_PASSWORD: PASSWORD, KONTOR_PUBLIC_URL: front.address };
    [kontor, browser] = await Promise.all([KontorProcess.start(env), openBrowser()]);
    front.target = kontor.port;
    seat = await sitDown(browser, front.address, INSTALLED);
  });
  afterAll(async () => {
    await browser?.close();
    await front?.close();
    await kontor?.close();
  });

  /** Until the page has fetched all that it wants to have, and written it. */
  const kept = async (page: Page): Promise<number> => {
    let last = -1;
    let since = 0;
    const isStill = async (): Promise<boolean> => {
      const now = await keptRecords(page);
      if (now !== last) since = Date.now();
      last = now;
      return last > 10 && Date.now() - since > FETCHED_MS;
    };
    await expect.poll(isStill, { timeout: LATEST, interval: 300 }).toBe(true);
    return last;
  };

  test('the demo comes in', async () => {
    const anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    let mails = 0;
    const count = async () => {
      const { totalCount } = await anna.envelope('mail.items', { view: 'all' }, { limit: 1, format: 'rows' });
      const still = totalCount === mails && totalCount > 0;
      mails = totalCount;
      return still;
    };
    await expect.poll(count, { timeout: 100_000, interval: 1000 }).toBe(true);
    expect(mails).toBeGreaterThan(100);
  });

  test('a warm start shows the list before the network answers, and takes its answer without a jump', async () => {
    const { page } = seat;
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
    await isControlled(page);
    await kept(page);
    const first = await subjectOf(page, 0);
    front.paths.length = 0;
    front.hold(isData);
    await page.reload();
    await rows(page).first().waitFor();
    const ms = await page.evaluate(() => performance.now());
    expect(await subjectOf(page, 0)).toBe(first);
    expect(await page.getByRole('heading', { name: 'Eingang' }).count()).toBe(1);
    // Written down, not judged: how long a start takes is a matter of the machine.
    expect(ms).toBeGreaterThan(0);
    process.stdout.write(`      list on the screen ${Math.round(ms)} ms after a warm start, before any answer\n`);
    const top = (await rows(page).nth(3).boundingBox())?.y;
    front.release();
    await page.waitForFunction(() => document.querySelector('.bar-line') === null);
    expect((await rows(page).nth(3).boundingBox())?.y).toBe(top);
    expect(seat.complaints).toEqual([]);
  });

  /** Downloads the first file of the mail that is open, and answers what came. */
  const downloadFirst = async (page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    const download = page.waitForEvent('download');
    await page.locator('.attachment-chip').first().getByRole('button', { name: 'herunterladen' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };

  test('without a network a file that was opened is there, and one that was not says so and can be tried again', async () => {
    const { page } = seat;
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

  test('without a network a reload reads the list, a mail that was seen, and one that was only fetched ahead', async () => {
    const { page } = seat;
    await rows(page).nth(0).click();
    const body = page.frameLocator('iframe').locator('body');
    await body.waitFor();
    const seen = await body.innerText();
    const records = await kept(page);
    front.cut();
    await page.reload();
    await rows(page).first().waitFor();
    await page.frameLocator('iframe').locator('body').waitFor();
    expect(await body.innerText()).toBe(seen);
    await page.getByText('Keine Verbindung zum Server.').waitFor();
    await page
      .getByText(/^Stand: /)
      .first()
      .waitFor();
    await rows(page).nth(7).click();
    await page.waitForURL(/\/mail\//);
    await expect.poll(() => page.locator('.reader h1, .reader h2').first().innerText()).toBe(await subjectOf(page, 7));
    await page.frameLocator('iframe').locator('body').waitFor();
    await picture(page, 'offline-reader');
    // A list that was never opened here.
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.getByRole('button', { name: '„Heute“ entfernen' }).click();
    await page
      .getByRole('tab', { name: 'Alle' })
      .or(page.getByRole('link', { name: 'Alle' }))
      .click();
    await rows(page).nth(5).waitFor();
    await picture(page, 'offline-list');
    front.mend();
    await page.getByText('Keine Verbindung zum Server.').waitFor({ state: 'detached', timeout: LATEST });
    expect(records).toBeGreaterThan(20);
    await page.getByRole('link', { name: 'Eingang' }).click();
  });

  test('two tabs agree: what one changes is in the other, and in what both keep', async () => {
    const { page } = seat;
    const other = await page.context().newPage();
    await other.goto(front.address);
    await rows(other).first().waitFor();
    const subject = await subjectOf(other, 2);
    const same = (one: Page) => rows(one).filter({ hasText: subject });
    await rows(page).filter({ hasText: subject }).first().waitFor();
    const before = await same(page).count();
    await rows(page).filter({ hasText: subject }).first().hover();
    await rows(page).filter({ hasText: subject }).first().locator('[data-action=ready]').click();
    await expect.poll(() => same(other).count(), { timeout: LATEST }).toBe(before - 1);
    await kept(other);
    front.cut();
    await Promise.all([page.reload(), other.reload()]);
    for (const one of [page, other]) {
      await rows(one).first().waitFor();
      await expect.poll(() => same(one).count()).toBe(before - 1);
    }
    front.mend();
    await other.close();
  });

  test('nothing that is kept can be read in the browser’s databases', async () => {
    const { page } = seat;
    await expect.poll(() => keptRecords(page), { timeout: LATEST }).toBeGreaterThan(20);
    const word = longestWord(await subjectOf(page, 1));
    expect(word.length).toBeGreaterThan(4);
    expect(await whereReadable(page, word)).toEqual([]);
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
    const { page } = seat;
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

  test('signing out in one tab signs all out and wipes the device; another person finds nothing', async () => {
    const { page } = seat;
    const other = await page.context().newPage();
    await other.goto(front.address);
    await rows(other).first().waitFor();
    const word = longestWord(await subjectOf(page, 1));
    await page.goto(`${front.address}/settings/common`);
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await Promise.all([page, other].map((one) => one.getByLabel('Benutzername').waitFor({ timeout: LATEST })));
    await expect.poll(() => keptRecords(page), { timeout: LATEST }).toBe(0);
    expect(await whereReadable(page, word)).toEqual([]);
    // Who signs in in one is signed in in all.
    await page.goto(front.address);
    await signIn(page, 'ben', PASSWORD);
    await other.locator('.drawer-user').getByText('Ben Krüger').waitFor({ timeout: LATEST });
    await other.close();
  });

  test('a storage that does not answer keeps no page from coming up, and what is done meanwhile is not lost', async () => {
    front.release();
    const context = await browser.newContext(DESKTOP);
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
