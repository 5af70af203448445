// Covers: activity
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersInBothLights } from '../src/barriers.ts';
import { findBrowser, openBrowser, PHONE, picture, rows } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const LATEST = 60_000;

interface Box {
  readonly boxId: number;
  readonly name: string;
}

describe.skipIf(findBrowser() === undefined)('a list under a finger', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let box: Box;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const { boxes } = await anna.query<{ boxes: Box[] }>('mail.boxes', {});
    box = boxes.find(({ name }) => name.startsWith('info@')) as Box;
  });
  afterAll(async () => {
    await kontor?.close();
  });

  const countOf = async (params: object): Promise<number> =>
    (await anna.envelope('mail.items', params, { limit: 1, format: 'rows' })).totalCount;
  /** The list says how many it has. */
  const shows = async (where: Page, count: number): Promise<void> => {
    const words = new RegExp(`^${count}\\s(Eintrag|Einträge)$`);
    await where.getByText(words).filter({ visible: true }).first().waitFor({ timeout: LATEST });
  };
  const clean = async (where: Page, name: string): Promise<void> => {
    expect(await barriersInBothLights(where), name).toEqual([]);
  };

  test('on a phone the filter is a sheet, and a finger that swipes acts', async () => {
    await anna.command('settings.change', {
      values: { controlsMode: 'swipe' },
      versions: { controlsMode: Date.now() },
    });
    const phone = await openSessionAs('anna', browser, kontor.address, PHONE);
    await phone.page.goto(`${kontor.address}/mails/open/all/main`);
    await rows(phone.page).first().waitFor();
    await phone.page.getByRole('button', { name: 'Filter', exact: true }).click();
    const sheet = phone.page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByRole('grid').waitFor();
    await picture(phone.page, 'phone-filter');
    await clean(phone.page, 'sheet');
    await sheet.getByLabel(box.name).check();
    await sheet.getByRole('button', { name: /zeigen$/ }).click();
    await sheet.waitFor({ state: 'detached' });
    await shows(phone.page, await countOf({ view: 'open', boxIds: [box.boxId] }));

    const finger = await phone.page.context().newCDPSession(phone.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    const before = await countOf({ view: 'open', boxIds: [box.boxId] });
    const swipe = async (way: number): Promise<void> => {
      const row = await rows(phone.page).first().boundingBox();
      if (row === null) throw new Error('no row');
      const y = row.y + row.height / 2;
      await touch('touchStart', 80, y);
      for (let x = 0; x <= way; x += 15) await touch('touchMove', 80 + x, y);
      await picture(phone.page, `phone-swipe-${way}`);
      await touch('touchEnd');
    };
    await phone.page.locator('.list-body[data-swiped=true] .gestures').waitFor({ state: 'attached' });
    await swipe(90);
    await phone.page.locator('.swipe').waitFor({ state: 'detached' });
    expect(await phone.page.getByText('1 Eintrag erledigt.').count()).toBe(0);
    await swipe(150);
    await phone.page.getByText('1 Eintrag erledigt.').waitFor({ timeout: LATEST });
    await expect.poll(() => countOf({ view: 'open', boxIds: [box.boxId] }), { timeout: LATEST }).toBe(before - 1);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});
