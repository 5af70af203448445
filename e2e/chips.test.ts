import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { DESKTOP, PHONE, findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const LATEST = 60_000;
const LISTS = /\/query\?.*query=mail\.items/;

describe.skipIf(findBrowser() === undefined)('what stands over a list and under it', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let anna: TestClient;
  let seat: Seat;
  let page: Page;
  /** A list that is cut to eight things. */
  let cut: string;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    seat = await sitDown(browser, kontor.address);
    page = seat.page;
    await signIn(page, 'anna', PASSWORD);
    const { boxes } = await anna.query<{ boxes: { boxId: number; isVirtual: boolean }[] }>('mail.boxes', {});
    const people = await anna.query<{ userId: number }[]>('module.users', { module: 'email' });
    const named = boxes.filter(({ isVirtual }) => !isVirtual).map(({ boxId }) => boxId);
    const users = people.filter(({ userId }) => userId > 0).map(({ userId }) => userId);
    const query = `box=${named.slice(0, 2).join(',')}&user=${users.slice(0, 2).join(',')}&dir=in&hidden=Rechnung`;
    cut = `${kontor.address}/mails/all/thisMonth/main?${query}&hide=archived`;
  });
  afterAll(async () => {
    await browser?.close();
    await kontor?.close();
  });

  const chips = (where: Page) => where.getByRole('toolbar', { name: 'Filter' }).filter({ visible: true });
  const removals = (where: Page) => chips(where).getByRole('button', { name: /“ entfernen$/ });
  const boxOf = async (one: Locator) => {
    const box = await one.boundingBox();
    if (box === null) throw new Error('not to be seen');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  const isIn = async (inner: Locator, outer: Locator): Promise<boolean> => {
    const [a, b] = [await boxOf(inner), await boxOf(outer)];
    return a.x >= b.x && a.right <= b.right && a.y >= b.y && a.bottom <= b.bottom;
  };
  const isApart = async (one: Locator, other: Locator): Promise<boolean> => {
    const [a, b] = [await boxOf(one), await boxOf(other)];
    return a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
  };
  /** Holds a list's answers back until it is called. */
  const holding = async (where: Page): Promise<() => Promise<void>> => {
    const gate = Promise.withResolvers<void>();
    await where.route(LISTS, async (route) => {
      await gate.promise;
      await route.continue();
    });
    return async () => {
      gate.resolve();
      await where.unrouteAll({ behavior: 'wait' });
    };
  };

  /** Chips in so many pixels, what hides the others, and all of them by keys alone. */
  const holdsTogether = async (where: Page, most: number): Promise<void> => {
    const row = chips(where);
    const more = row.getByRole('button', { name: /weiteren? Filter zeigen$/ });
    await more.waitFor({ timeout: LATEST });
    // Boxes and people have their names.
    await row.getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
    const reset = row.getByRole('button', { name: 'Zurücksetzen' });
    expect((await boxOf(row)).height).toBeLessThanOrEqual(most);
    for (const one of [...(await removals(where).all()), more, reset]) expect(await isIn(one, row)).toBe(true);
    const shown = await removals(where).count();
    expect(shown).toBeGreaterThan(0);
    expect(await more.innerText()).toBe(`+${8 - shown}`);
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.focus();
    await where.keyboard.press('Enter');
    const less = row.getByRole('button', { name: 'Weniger Filter zeigen' });
    await less.waitFor();
    expect(await less.getAttribute('aria-expanded')).toBe('true');
    expect(await less.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await removals(where).count()).toBe(8);
    for (const one of [...(await removals(where).all()), less, reset]) expect(await isIn(one, row)).toBe(true);
    expect(await barriersInBothLights(where)).toEqual([]);
    await less.focus();
    await where.keyboard.press('Enter');
    await more.waitFor();
    expect(await removals(where).count()).toBe(shown);
  };

  test('eight chips take two lines, the others stand behind a number, and the way back is in sight', async () => {
    await page.goto(cut);
    await holdsTogether(page, 80);
    await picture(page, 'chips');
    await chips(page).getByRole('button', { name: 'Zurücksetzen' }).click();
    await page.waitForURL((url) => url.search === '');
    expect(
      await chips(page)
        .getByRole('button', { name: /weitere/ })
        .count(),
    ).toBe(0);
  });

  test('the number of hits is in sight while one searches, and nothing moves when it comes', async () => {
    await page.goto(cut);
    await chips(page).waitFor({ timeout: LATEST });
    await page.keyboard.press('/');
    await page.getByRole('combobox').waitFor();
    const list = page.locator('.list-body:visible');
    const hits = page.locator('.hits:visible');
    const letGo = await holding(page);
    await page.getByRole('combobox').fill('re');
    await hits.getByText('Suche läuft …').waitFor();
    const before = await boxOf(list);
    await letGo();
    await hits.getByText(/^\d+\s(Eintrag|Einträge)$/).waitFor({ timeout: LATEST });
    expect(await boxOf(list)).toEqual(before);
    expect(await isIn(hits, page.locator('.listed-main:visible'))).toBe(true);
    await picture(page, 'chips-hits');
  });

  test('on a phone they are one line, and the filter says how many there are', async () => {
    const phone = await sitDown(browser, kontor.address, PHONE);
    await signIn(phone.page, 'anna', PASSWORD);
    await phone.page.goto(cut);
    await holdsTogether(phone.page, 52);
    await picture(phone.page, 'phone-chips');
    await phone.page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(phone.page).first().waitFor({ timeout: LATEST });
    await chips(phone.page).getByRole('button', { name: 'Filter', exact: true }).tap();
    const sheet = phone.page.getByRole('dialog', { name: 'Filter' });
    const asked = async (params: object): Promise<string> => {
      const { totalCount } = await anna.envelope('mail.items', params, { limit: 1, format: 'rows' });
      return `${totalCount}\u00a0${totalCount === 1 ? 'Eintrag' : 'Einträge'} zeigen`;
    };
    const show = sheet.getByRole('button', { name: /zeigen$/ });
    // The demo may be coming in still.
    const isTold = async (params: object): Promise<void> => {
      const isSame = async (): Promise<boolean> => (await show.innerText()) === (await asked(params));
      await expect.poll(isSame, { timeout: LATEST }).toBe(true);
    };
    await isTold({ view: 'all' });
    const letGo = await holding(phone.page);
    await sheet.getByRole('radio', { name: 'Ausgehend' }).tap();
    const unknown = sheet.getByRole('button', { name: 'Einträge zeigen', exact: true });
    await unknown.waitFor();
    // In sight wherever the filter is scrolled to.
    expect(await isIn(unknown, sheet)).toBe(true);
    await letGo();
    await isTold({ view: 'all', direction: 'outgoing' });
    await picture(phone.page, 'phone-filter-number');
    await show.tap();
    await sheet.waitFor({ state: 'detached' });
    // Back closes what lies over the list, and leaves the list where it is.
    const listed = phone.page.url();
    await chips(phone.page).getByRole('button', { name: 'Filter', exact: true }).tap();
    await sheet.waitFor();
    await phone.page.goBack();
    await sheet.waitFor({ state: 'detached' });
    expect(phone.page.url()).toBe(listed);
    await phone.close();
  });

  /** Shares of the points along each edge of a row that have the colour of its frame. */
  const framed = async (row: Locator): Promise<readonly number[]> => {
    const bytes = (await row.screenshot()).toString('base64');
    return page.evaluate(async (given) => {
      const data = Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      canvas.drawImage(bitmap, 0, 0);
      const at = (x: number, y: number) => [...canvas.getImageData(x, y, 1, 1).data].join();
      const frame = at(Math.round(width / 2), 1);
      const share = (points: string[]) => points.filter((point) => point === frame).length / points.length;
      const across = Array.from({ length: width - 8 }, (_, index) => index + 4);
      const down = Array.from({ length: height - 8 }, (_, index) => index + 4);
      return [
        share(across.map((x) => at(x, 1))),
        share(down.map((y) => at(width - 2, y))),
        share(down.map((y) => at(1, y))),
        at(Math.round(width / 2), Math.round(height / 2)) === frame ? 0 : 1,
      ];
    }, bytes);
  };

  test('the frame of the row that has the focus is whole, also while the pointer is on it', async () => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(page).first().waitFor({ timeout: LATEST });
    await page.keyboard.press('j');
    const active = rows(page).and(page.locator('[data-active=true]')).filter({ visible: true });
    await active.hover();
    await active.locator('.row-actions').waitFor();
    await picture(page, 'row-focus');
    expect(await framed(active)).toEqual([1, 1, 1, 1]);
  });

  test('what takes long is said in the place of the number, over neither rows nor notices', async () => {
    // Cut, so that its tabs are nothing that the app fetches before anybody asks.
    await page.goto(`${kontor.address}/mails/all/all/main?dir=in`);
    await rows(page).first().waitFor({ timeout: LATEST });
    const pill = page.locator('.working:visible');
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    const notice = page.locator('.notice').first();
    await notice.waitFor();
    for (const viewport of [DESKTOP.viewport, PHONE.viewport]) {
      await page.setViewportSize(viewport);
      const letGo = await holding(page);
      await page.getByRole('tab', { name: viewport === PHONE.viewport ? 'Offen' : 'Meine' }).click();
      await pill.waitFor();
      await picture(page, `working-${viewport.width}`);
      expect(await isApart(pill, page.locator('.list-body:visible'))).toBe(true);
      expect(await isApart(pill, notice)).toBe(true);
      expect(await isIn(pill, page.locator('.toolbar:visible').first())).toBe(true);
      await letGo();
      await pill.waitFor({ state: 'detached' });
    }
    await page.setViewportSize(DESKTOP.viewport);
    const undone = page.waitForResponse('**/command');
    await page.keyboard.press('z');
    await (await undone).finished();
  });

  test('what the server refuses is not said to be done, nor undone', async () => {
    // A browser that has nothing to send from before.
    const fresh = await sitDown(browser, kontor.address);
    await signIn(fresh.page, 'anna', PASSWORD);
    await fresh.page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(fresh.page).first().waitFor({ timeout: LATEST });
    const gate = Promise.withResolvers<void>();
    const told: string[] = [];
    await fresh.page.route('**/command', async (route) => {
      const name = /name="command"\s+(\S+)/.exec(route.request().postData() ?? '')?.[1] ?? '';
      // What the person has chosen of the list is sent meanwhile.
      if (!name.startsWith('activity.')) return route.continue();
      told.push(name);
      await gate.promise;
      return route.fulfill({
        status: 422,
        headers: { 'Content-Type': 'application/problem+json', 'X-Compatibility-Version': '1' },
        body: JSON.stringify({ type: 'urn:kontor:problem:x', title: 'x', status: 422, code: 'INVALID' }),
      });
    });
    await fresh.page.keyboard.press('j');
    await fresh.page.keyboard.press('a');
    const notice = fresh.page.locator('.notice', { hasText: /1\sEintrag (archiviert|aus dem Archiv geholt)\./ });
    await notice.waitFor();
    gate.resolve();
    await fresh.page.getByText('Der Server hat eine Änderung abgelehnt.').waitFor();
    await notice.waitFor({ state: 'detached', timeout: 2000 });
    await picture(fresh.page, 'refused');
    await fresh.page.keyboard.press('z');
    await fresh.page.waitForTimeout(500);
    expect(told).toHaveLength(1);
    await fresh.close();
  });
});
