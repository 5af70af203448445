import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { DESKTOP, PHONE, findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const LATEST = 60_000;
/** Wide enough for a list with columns beside the reader. */
const WIDE = { ...DESKTOP, viewport: { width: 2100, height: 900 } };

interface Box {
  readonly boxId: number;
  readonly name: string;
}
interface Person {
  readonly userId: number;
  readonly fullName: string;
}

describe.skipIf(findBrowser() === undefined)('lists', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let anna: TestClient;
  let seat: Seat;
  let page: Page;
  let box: Box;
  let ben: Person;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    seat = await sitDown(browser, kontor.address);
    page = seat.page;
    await signIn(page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await kontor?.close();
  });

  const countOf = async (params: object): Promise<number> =>
    (await anna.envelope('mail.items', params, { limit: 1, format: 'rows' })).totalCount;
  /** The list says how many it has. */
  const shows = async (where: Page, count: number): Promise<void> => {
    const words = new RegExp(`^${count}\\s(Eintrag|Einträge)$`);
    await where.getByText(words).filter({ visible: true }).first().waitFor({ timeout: LATEST });
  };
  const query = (): string => decodeURIComponent(new URL(page.url()).search);
  const place = (): string => new URL(page.url()).pathname;
  const chips = (where = page) => where.getByRole('toolbar', { name: 'Filter' }).filter({ visible: true });
  const panel = () => page.getByRole('region', { name: 'Filter' });
  const clean = async (where: Page, name: string): Promise<void> => {
    expect(await barriersInBothLights(where), name).toEqual([]);
  };

  test('the demo comes in', async () => {
    let last = 0;
    const still = async () => {
      const before = last;
      last = await countOf({ view: 'all' });
      return last > 20 && last === before;
    };
    await expect.poll(still, { timeout: 100_000, interval: 1000 }).toBe(true);
    const { boxes } = await anna.query<{ boxes: Box[] }>('mail.boxes', {});
    box = boxes.find(({ name }) => name.startsWith('info@')) as Box;
    const people = await anna.query<Person[]>('module.users', { module: 'email' });
    ben = people.find(({ fullName }) => fullName.startsWith('Ben')) as Person;
  });

  test('mails are those of today at first, and all of them by one click, from then on', async () => {
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.waitForURL('**/mails/open/today/main');
    await chips().getByRole('button', { name: '„Heute“ entfernen' }).click();
    await page.waitForURL('**/mails/open/all/main');
    await shows(page, await countOf({ view: 'open' }));
    await page.getByRole('tab', { name: 'Alle' }).click();
    await page.waitForURL('**/mails/all/all/main');
    await page.getByRole('link', { name: 'Eingang' }).click();
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.waitForURL('**/mails/all/all/main');
    await shows(page, await countOf({ view: 'all' }));
  });

  test('are cut to boxes, people, directions and days; each is a chip, and a step back', async () => {
    await page.keyboard.press('f');
    await panel().getByRole('button', { name: 'Alle Tage' }).waitFor();
    await panel().getByLabel(box.name).check();
    await shows(page, await countOf({ view: 'all', boxIds: [box.boxId] }));
    await panel().getByLabel(ben.fullName).check();
    await shows(page, await countOf({ view: 'all', boxIds: [box.boxId], userFilter: [ben.userId] }));
    await panel().getByRole('radio', { name: 'Eingehend' }).click();
    await panel().getByRole('button', { name: 'Letzte vier Wochen' }).click();
    await page.waitForURL('**/mails/all/lastFourWeeks/main?**');
    expect(query()).toBe(`?box=${box.boxId}&user=${ben.userId}&dir=in`);
    const cut = {
      view: 'all',
      boxIds: [box.boxId],
      userFilter: [ben.userId],
      direction: 'incoming',
      dateFilter: 'lastFourWeeks',
    };
    await shows(page, await countOf(cut));
    await picture(page, 'list-filter');
    await clean(page, 'filter');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await chips()
      .getByRole('button', { name: /Filter zeigen$/ })
      .click();
    // Beside the four that it is cut to: filter, saved filters, less, reset.
    expect(await chips().getByRole('button').count()).toBe(8);

    await page.goBack();
    await page.waitForURL('**/mails/all/all/main?**');
    await page.goBack();
    await expect.poll(query).toBe(`?box=${box.boxId}&user=${ben.userId}`);
    await page.goForward();
    await page.goForward();
    await page.waitForURL('**/mails/all/lastFourWeeks/main?**');

    // The same list elsewhere, by its address alone.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await shows(other, await countOf(cut));
    await chips(other)
      .getByRole('button', { name: /Filter zeigen$/ })
      .click();
    await chips(other)
      .getByRole('button', { name: `„${ben.fullName}“ entfernen` })
      .click();
    await shows(other, await countOf({ ...cut, userFilter: [] }));
    await other.close();

    await chips()
      .getByRole('button', { name: `„${box.name}“ entfernen` })
      .click();
    await expect.poll(query).toBe(`?user=${ben.userId}&dir=in`);
    await chips().getByRole('button', { name: 'Zurücksetzen' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  test('days are chosen in the calendar and by their ends', async () => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await shows(page, await countOf({ view: 'all' }));
    await page.keyboard.press('f');
    await panel().getByLabel('Von').fill('2026-01-10');
    await panel().getByLabel('Bis').fill('2026-01-20');
    await page.waitForURL('**/mails/all/2026-01-10..2026-01-20/main');
    const grid = panel().getByRole('grid', { name: 'Januar 2026' });
    await grid.getByRole('button', { name: /12\. Januar/ }).click();
    await page.waitForURL('**/mails/all/2026-01-12/main');
    await grid.getByRole('button', { name: / 8\. Januar/ }).click();
    await page.waitForURL('**/mails/all/2026-01-08..2026-01-12/main');
    await page.getByRole('heading', { name: 'In diesem Zeitraum ist nichts' }).waitFor();
    await picture(page, 'list-nothing-then');
    await page.getByRole('button', { name: 'Alle Tage zeigen' }).click();
    await page.waitForURL('**/mails/all/all/main');
    await panel().getByRole('button', { name: 'Schließen' }).click();
  });

  test('what is typed is no step back, and what an address says of another time is the usual', async () => {
    await page.goto(`${kontor.address}/mails/all/thisYear/main`);
    await rows(page).first().waitFor();
    const steps = await page.evaluate(() => history.length);
    await page.keyboard.press('/');
    await page.getByRole('combobox').pressSequentially('re', { delay: 300 });
    await expect.poll(query).toBe('?q=re');
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await page.reload();
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('re');
    await page.goto(`${kontor.address}/mails/custom/gestern/main?box=abc&user=999999&dir=up`);
    await page.waitForURL((url) => url.search === '?user=999999');
    expect(place()).toBe('/mails/all/all/main');
    await chips().getByRole('button', { name: '„Unbekannte Person“ entfernen' }).waitFor();
    await shows(page, await countOf({ view: 'all' }));
  });

  const top = (where = page) =>
    where.evaluate(() => {
      const list = [...document.querySelectorAll('[role=listbox]')].find((one) => one.checkVisibility());
      const { left, top: edge } = (list as Element).getBoundingClientRect();
      return document.elementFromPoint(left + 100, edge + 60)?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '';
    });

  test('are where they were left: after another list, after the reader, after a reload', async () => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(page).first().waitFor();
    const first = await top();
    const list = page.getByRole('listbox').filter({ visible: true });
    await list.hover();
    // As far as it takes to load more than a page.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 3000);
        return Number((await rows(page).first().getAttribute('aria-setsize')) ?? 0);
      })
      .toBeGreaterThan(100);
    await expect.poll(() => top()).not.toBe(first);
    // The second try, where a heading stands where it is looked.
    let left = '';
    for (const scrollTop of [7000, 7040]) {
      if (left !== '') break;
      await list.evaluate((element, to) => {
        element.scrollTop = to;
        return new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
      }, scrollTop);
      left = await top();
    }
    expect(left).not.toBe('');
    await page.getByRole('link', { name: 'Eingang' }).click();
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    await page.goBack();
    await expect.poll(() => top()).toBe(left);
    await page.getByRole('tab', { name: 'Meine' }).click();
    await page.waitForURL('**/mails/mine/all/main');
    await page.getByRole('tab', { name: 'Alle' }).click();
    await expect.poll(() => top()).toBe(left);
    await page.reload();
    await expect.poll(() => top(), { timeout: LATEST }).toBe(left);
  });

  test('by keys alone: filter, view, groups and what a row tells', async () => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(page).first().waitFor();
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Alle Tage');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/mails/all/endOfNextMonth/main');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await page.keyboard.press('v');
    const look = page.getByRole('dialog', { name: 'Ansicht der Liste' });
    await look.getByRole('radio', { name: 'Neueste zuerst' }).focus();
    await page.keyboard.press('ArrowRight');
    await clean(page, 'look');
    await picture(page, 'list-look');
    await page.keyboard.press('Escape');
    await look.waitFor({ state: 'detached' });
    const [oldest] = await anna.query<{ information: string }[]>(
      'mail.items',
      { view: 'all' },
      { limit: 1, sort: [{ property: 'timestamp', direction: 'ASC' }] },
    );
    const visible = rows(page).filter({ visible: true });
    await expect.poll(() => visible.first().locator('.row-information').innerText()).toBe(oldest?.information);
    const folded = page.locator('.group-head[data-folded=true]').filter({ visible: true });
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => folded.count()).toBe(1);
    await picture(page, 'list-folded');
    await clean(page, 'folded');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => folded.count()).toBe(0);
    await page.keyboard.press('j');
    await rows(page).and(page.locator('[data-active=true]')).filter({ visible: true }).waitFor();
    await page.keyboard.press('.');
    // With everybody's address, which the row does not have.
    await page
      .getByRole('tooltip')
      .getByText(/<[^ ]+@[^ ]+>/)
      .first()
      .waitFor();
    await picture(page, 'list-tip');
    await page.keyboard.press('.');
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Archivieren' }).waitFor();
    await picture(page, 'list-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('v');
    await look.getByRole('radio', { name: 'Älteste zuerst' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    expect(seat.complaints).toEqual([]);
  });

  test('are tables where they have room: the head sorts, columns come and go and stay so', async () => {
    // Whoever has to sign in first comes to where they were going.
    const wide = await sitDown(browser, `${kontor.address}/mails/all/all/main?dir=in`, WIDE);
    await wide.page.getByLabel('Benutzername').fill('anna');
    await wide.page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await wide.page.keyboard.press('Enter');
    await wide.page.waitForURL('**/mails/all/all/main?dir=in');
    await chips(wide.page).getByRole('button', { name: '„Eingehend“ entfernen' }).click();
    await wide.page.waitForURL('**/mails/all/all/main');
    const head = wide.page.getByRole('toolbar', { name: 'Sortierung' });
    await head.getByRole('button', { name: 'Kontakt' }).click();
    const contacts = () => rows(wide.page).locator('.row-contact').allInnerTexts();
    const asked = async (direction: 'ASC' | 'DESC') => {
      const sort = [{ property: 'contact', direction }];
      const entries = await anna.query<{ contact: string }[]>('mail.items', { view: 'all' }, { limit: 5, sort });
      return entries.map(({ contact }) => contact);
    };
    const ascending = await asked('ASC');
    await expect.poll(async () => (await contacts()).slice(0, 5), { timeout: LATEST }).toEqual(ascending);
    await head.getByRole('button', { name: 'Kontakt, aufsteigend' }).click();
    const descending = await asked('DESC');
    await expect.poll(async () => (await contacts()).slice(0, 5), { timeout: LATEST }).toEqual(descending);
    await wide.page.keyboard.press('v');
    const look = wide.page.getByRole('dialog', { name: 'Ansicht der Liste' });
    await look.getByLabel('Kanal', { exact: true }).check();
    await look.getByRole('button', { name: 'Kanal weiter nach vorn' }).click();
    await wide.page.keyboard.press('Escape');
    const names = () => head.getByRole('button').allInnerTexts();
    await expect.poll(names).toEqual(['Kontakt', 'Kanal', 'Betreff', 'Zeit']);
    await wide.page.reload();
    await expect.poll(names).toEqual(['Kontakt', 'Kanal', 'Betreff', 'Zeit']);
    await rows(wide.page).first().waitFor();
    await head.getByRole('button', { name: 'Zeit' }).click();
    const long = rows(wide.page).filter({ hasText: '[BrookLink] Störung E-' }).first();
    await long.hover();
    await wide.page.getByRole('tooltip').getByText('service@').first().waitFor();
    await picture(wide.page, 'list-table');
    await clean(wide.page, 'table');
    expect(wide.complaints).toEqual([]);
    await wide.close();
  });

  test('a group is marked as a whole: by its box, by a key, from its menu', async () => {
    await page.goto(kontor.address);
    // Several kinds are groups; one alone is by time, and which times there are depends on the day of the week.
    const kinds = page.locator('.group-head').filter({ hasText: 'E-Mails', visible: true });
    await kinds.waitFor();
    await page.goto(`${kontor.address}/mails/open/all/main`);
    await kinds.waitFor({ state: 'detached' });
    const head = page.locator('.group-head').filter({ visible: true }).first();
    const number = await head.locator('.group-count').innerText();
    const time = ((await head.textContent()) ?? '').replace(number, '').trim();
    const marked = page.getByText(`${number} ausgewählt`, { exact: true });
    await head.hover();
    await head.locator('.group-mark').click();
    await marked.waitFor();
    await page.getByText(new RegExp(`^Gruppe „${time}“: ${number} ausgewählt`)).waitFor({ state: 'attached' });
    await picture(page, 'list-marked');
    await clean(page, 'marked');
    await head.locator('.group-mark').click();
    await marked.waitFor({ state: 'detached' });
    await head.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Gruppe auswählen' }).click();
    await marked.waitFor();
    await page.keyboard.press('Escape');
    await marked.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.keyboard.press('X');
    await page
      .getByText(/^\d+\sausgewählt$/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(seat.complaints).toEqual([]);
  });

  test('on a phone the filter is a sheet, and a finger that swipes acts', async () => {
    await anna.command('settings.change', {
      values: { controlsMode: 'swipe' },
      versions: { controlsMode: Date.now() },
    });
    const phone = await sitDown(browser, kontor.address, PHONE);
    await signIn(phone.page, 'anna', PASSWORD);
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
