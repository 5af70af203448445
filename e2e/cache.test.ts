// Covers: client
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { long } from '../server/src/testing/long.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { findBrowser, isControlled, picture, rows, signIn, subjectOf, type BrowserSession } from './src/browser.ts';
import { LATEST, kept, longestWord, startCache, type CacheStage } from './src/cache.ts';
import { keptRecords, whereReadable } from './src/device-cache.ts';
import { pressInRow } from './src/pointer.ts';

const isData = (path: string): boolean => /^\/(query|command|workspace)/.test(path);

describe.skipIf(findBrowser() === undefined)('what the device keeps', () => {
  let stage: CacheStage | undefined;
  let front: CacheStage['front'];
  let session: BrowserSession;

  beforeAll(async () => {
    stage = await startCache();
    ({ front, session } = stage);
  });
  afterAll(() => stage?.close());

  test('a warm start shows the list before the network answers, and takes its answer without a jump', async () => {
    const { page } = session;
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
    expect(session.complaints).toEqual([]);
  });

  test(
    'without a network a reload reads the list, a mail that was seen, and one that was only fetched ahead',
    long,
    async () => {
      const { page } = session;
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
      await expect
        .poll(() => page.locator('.reader h1, .reader h2').first().innerText())
        .toBe(await subjectOf(page, 7));
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
    },
  );

  test('two tabs agree: what one changes is in the other, and in what both keep', long, async () => {
    const { page } = session;
    const other = await page.context().newPage();
    await other.goto(front.address);
    await rows(other).first().waitFor();
    const subject = await subjectOf(other, 2);
    const same = (one: Page) => rows(one).filter({ hasText: subject });
    await rows(page).filter({ hasText: subject }).first().waitFor();
    const before = await same(page).count();
    await pressInRow(same(page).first(), 'ready');
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

  test('signing out in one tab signs all out and wipes the device; another person finds nothing', async () => {
    const { page } = session;
    const other = await page.context().newPage();
    await other.goto(front.address);
    await rows(other).first().waitFor();
    const word = longestWord(await subjectOf(page, 1));
    expect(word.length).toBeGreaterThan(4);
    await expect.poll(() => keptRecords(page), { timeout: LATEST }).toBeGreaterThan(20);
    // Nor can it be read before.
    expect(await whereReadable(page, word)).toEqual([]);
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
});
