// Covers: activity
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersInBothLights } from '../src/barriers.ts';
import {
  findBrowser,
  INSTALLED,
  openBrowser,
  PHONE,
  picture,
  rows,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const LATEST = 60_000;

interface Saved {
  readonly filterId: string;
  readonly name: string;
  readonly pinned: number | null;
}

describe.skipIf(findBrowser() === undefined)('saved filters', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
  let bens: BrowserSession;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    session = await openSessionAs('anna', browser, kontor.address, INSTALLED);
    page = session.page;
  });
  afterAll(async () => {
    await kontor?.close();
  });

  const saved = () => anna.query<Saved[]>('filter.saved');
  const idOf = async (name: string): Promise<string> =>
    (await saved()).find((filter) => filter.name === name)?.filterId ?? '';
  const addressOf = (where = page): string =>
    new URL(where.url()).pathname + decodeURIComponent(new URL(where.url()).search);
  const chip = (where = page) => where.locator('.chips:visible [aria-keyshortcuts=s]');
  const choose = async (item: string, where = page): Promise<void> => {
    await chip(where).click();
    await where.getByRole('menu').locator('button', { hasText: item }).first().click();
  };
  const dialog = (where = page) => where.getByRole('dialog');
  const pins = (where = page) => where.locator('.pinned a');
  const countOf = async (params: object): Promise<number> =>
    (await anna.envelope('mail.items', params, { limit: 1, format: 'rows' })).totalCount;
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
  });

  test('a list is saved under a name, and shown again by one click', async () => {
    await page.goto(`${kontor.address}/mails/all/all/main?dir=in`);
    await rows(page).first().waitFor({ timeout: LATEST });
    await choose('Diese Liste speichern …');
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await dialog().getByText('Geben Sie dem Filter einen Namen.').waitFor();
    await dialog().getByLabel('Name').fill('Eingegangene Post');
    await picture(page, 'saved-dialog');
    await clean(page, 'dialog');
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => chip().innerText()).toBe('Eingegangene Post');
    await expect.poll(() => idOf('Eingegangene Post'), { timeout: LATEST }).not.toBe('');
    const id = await idOf('Eingegangene Post');
    expect(addressOf()).toBe(`/mails/all/all/saved-${id}?dir=in&hide=none&sort=timestamp.desc`);

    await page.getByRole('link', { name: 'Suche' }).click();
    await page.waitForURL('**/filter/**');
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.waitForURL('**/mails/**/main');
    await choose('Eingegangene Post');
    await page.waitForURL(`**/saved-${id}?**`);
    await chip().click();
    await picture(page, 'saved-menu');
    await clean(page, 'menu');
    await page.keyboard.press('Escape');
    // An address that only names it shows what it is now.
    await page.goto(`${kontor.address}/mails/usual/usual/saved-${id}`);
    await page.waitForURL(`**/mails/all/all/saved-${id}?dir=in**`);
  });

  test('what was changed since is saved, saved as another one, or given up', async () => {
    const act = (name: string) => page.locator('.saved-changes').getByRole('button', { name, exact: true });
    await page.getByRole('tab', { name: 'Offen' }).click();
    await act('Änderungen speichern').waitFor();
    await picture(page, 'saved-changed');
    await clean(page, 'changed');
    await act('Verwerfen').click();
    await page.waitForURL('**/mails/all/all/saved-**');
    await act('Verwerfen').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Offen' }).click();
    await act('Änderungen speichern').click();
    await act('Änderungen speichern').waitFor({ state: 'detached' });
    await page.getByText('„Eingegangene Post“ gespeichert').waitFor();
    await page.locator('.chips:visible').getByRole('button', { name: '„Eingehend“ entfernen' }).click();
    await act('Als neu speichern').click();
    await dialog().getByLabel('Name').fill('eingegangene post');
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await dialog().getByText('So heißt schon einer Ihrer Filter.').waitFor();
    await dialog().getByLabel('Name').fill('Offene Post');
    await dialog().getByLabel('Ins Menü aufnehmen').check();
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await expect.poll(() => chip().innerText()).toBe('Offene Post');
    await pins().first().waitFor();
  });

  test('its number in the menu moves while colleagues work', async () => {
    const first = async (): Promise<number> =>
      Number.parseInt((await pins().first().locator('.count').innerText()) || '0', 10);
    const open = await countOf({ view: 'open' });
    const shown = open >= 100 ? 99 : open;
    await expect.poll(first, { timeout: LATEST }).toBe(shown);
    const items = await anna.query<{ aggregateId: string }[]>('mail.items', { view: 'open' }, { limit: 1000 });
    const left = 3;
    for (let from = left; from < items.length; from += 100)
      await anna.command('activity.setState', {
        aggregateIds: items.slice(from, Math.min(from + 100, items.length)).map(({ aggregateId }) => aggregateId),
        state: 'ready',
      });
    await expect.poll(first, { timeout: LATEST }).toBe(left);
    // And at once with what is done here.
    await page.keyboard.press('e');
    await rows(page).first().click();
    await page.keyboard.press('e');
    await expect.poll(first, { timeout: LATEST }).toBeLessThan(left);
    await picture(page, 'saved-pinned');
    await clean(page, 'pinned');
  });

  test('pinned ones are put into another order by the keys, and stand in the narrow menu and in that of phones', async () => {
    await page.goto(`${kontor.address}/mails/usual/usual/saved-${await idOf('Eingegangene Post')}`);
    await expect.poll(() => chip().innerText(), { timeout: LATEST }).toBe('Eingegangene Post');
    await choose('Ins Menü aufnehmen');
    await expect.poll(() => pins().locator('.label').allInnerTexts()).toEqual(['Offene Post', 'Eingegangene Post']);
    await pins().nth(1).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => pins().locator('.label').allInnerTexts()).toEqual(['Eingegangene Post', 'Offene Post']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Eingegangene Post');
    const pinnedNames = async () =>
      (await saved())
        .filter(({ pinned }) => pinned !== null)
        .toSorted((a, b) => Number(a.pinned) - Number(b.pinned))
        .map(({ name }) => name);
    await expect.poll(pinnedNames, { timeout: LATEST }).toEqual(['Eingegangene Post', 'Offene Post']);
    // By dragging, too, which opens nothing.
    const before = addressOf();
    const from = await pins().nth(1).boundingBox();
    const to = await pins().nth(0).boundingBox();
    if (from === null || to === null) throw new Error('There are no pins');
    await page.mouse.move(from.x + 60, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 4, { steps: 8 });
    await page.mouse.up();
    await expect.poll(pinnedNames, { timeout: LATEST }).toEqual(['Offene Post', 'Eingegangene Post']);
    expect(addressOf()).toBe(before);
    await page.getByRole('button', { name: 'Menü verkleinern' }).click();
    await picture(page, 'saved-mini');
    await clean(page, 'mini');
    await pins().first().click();
    await expect.poll(() => chip().innerText()).toBe('Offene Post');
    await page.getByRole('button', { name: 'Menü vergrößern' }).click();

    const phone = await openSessionAs('anna', browser, kontor.address, PHONE);
    await phone.page.getByRole('button', { name: 'Menü' }).click();
    await pins(phone.page).first().waitFor({ timeout: LATEST });
    await picture(phone.page, 'saved-phone-menu');
    await clean(phone.page, 'phone');
    await pins(phone.page).first().click();
    await phone.page.waitForURL('**/saved-**');
    await expect.poll(() => chip(phone.page).innerText()).toBe('Offene Post');
    await picture(phone.page, 'saved-phone');
    await phone.close();
  });

  test('shared with a colleague it is there at once, follows its owner, and says so when it is gone', async () => {
    bens = await openSession(browser, kontor.address);
    const ben = bens.page;
    await signIn(ben, 'ben', PASSWORD);
    await ben.goto(`${kontor.address}/mails/all/all/main`);
    await page.goto(`${kontor.address}/mails/usual/usual/saved-${await idOf('Eingegangene Post')}`);
    await expect.poll(() => chip().innerText(), { timeout: LATEST }).toBe('Eingegangene Post');
    await choose('Umbenennen und teilen …');
    await dialog().getByLabel('Name').fill('Post des Hauses');
    await dialog().getByLabel(/^Ben/).check();
    await dialog().getByRole('button', { name: 'Speichern' }).click();

    await expect
      .poll(
        async () => {
          await chip(ben).click();
          const texts = await ben.getByRole('menuitemradio').allInnerTexts();
          await ben.keyboard.press('Escape');
          return texts.join();
        },
        { timeout: LATEST },
      )
      .toMatch(/Post des Hauses\s+von Anna/);
    await chip(ben).click();
    await ben.getByRole('menuitemradio').first().click();
    await ben.waitForURL('**/saved-**');
    await chip(ben).click();
    expect(await ben.getByRole('menuitem', { name: 'Filter löschen' }).count()).toBe(0);
    await picture(ben, 'saved-shared');
    await ben.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Alle' }).click();
    await page.locator('.saved-changes').getByRole('button', { name: 'Änderungen speichern' }).click();
    await ben
      .getByText('„Post des Hauses“ wurde geändert; die Liste zeigt den neuen Stand')
      .waitFor({ timeout: LATEST });
    await ben.waitForURL('**/mails/all/all/saved-**');

    await choose('Filter löschen');
    await page.waitForURL('**/mails/all/all/main?dir=in**');
    await ben
      .getByText('„Post des Hauses“ gibt es nicht mehr; die Liste bleibt, wie sie ist')
      .waitFor({ timeout: LATEST });
    expect(addressOf(ben)).toBe('/mails/all/all/main?dir=in&hide=none&sort=timestamp.desc');
    await picture(ben, 'saved-gone');
    await page.keyboard.press('z');
    await expect.poll(() => pins().locator('.label').allInnerTexts(), { timeout: LATEST }).toContain('Post des Hauses');
    await expect.poll(() => idOf('Post des Hauses'), { timeout: LATEST }).not.toBe('');
    await bens.close();
  });

  test('without a network it is saved, opened and pinned, and all of it sent later', async () => {
    await page.goto(`${kontor.address}/filter/all/all/main?q=Rechnung`);
    await rows(page).first().waitFor({ timeout: LATEST });
    // So that nothing that comes after it is without a network where this fails.
    onTestFinished(() => page.context().setOffline(false));
    await page.context().setOffline(true);
    await choose('Diese Liste speichern …');
    await dialog().getByLabel('Name').fill('Unterwegs');
    await dialog().getByLabel('Ins Menü aufnehmen').check();
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await expect.poll(() => pins().locator('.label').allInnerTexts()).toContain('Unterwegs');
    await expect.poll(() => chip().innerText()).toBe('Unterwegs');
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.waitForURL('**/mails/**');
    await pins().filter({ hasText: 'Unterwegs' }).click();
    await page.waitForURL('**/filter/all/all/saved-**');
    await picture(page, 'saved-offline');
    expect(await idOf('Unterwegs')).toBe('');
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await saved()).find(({ name }) => name === 'Unterwegs')?.pinned, { timeout: LATEST })
      .toBe(3);
    await expect.poll(() => pins().filter({ hasText: 'Unterwegs' }).count()).toBe(1);
  });

  test('a filter that names a box that is gone says so by its chip, and is as without it', async () => {
    const conditions = {
      view: 'all',
      date: 'all',
      boxIds: [987_654],
      userIds: [],
      direction: 'bidirectional',
      moduleIds: [],
      text: '',
      hidden: '',
      archived: true,
      shared: true,
    };
    const filterId = crypto.randomUUID();
    await anna.command('filter.save', {
      filterId,
      name: 'Altes Fach',
      list: 'email',
      conditions,
      sort: { property: 'timestamp', direction: 'DESC' },
      sharedWith: { everybody: false, userIds: [] },
    });
    await page.goto(`${kontor.address}/mails/usual/usual/saved-${filterId}`);
    await page
      .locator('.chips:visible [data-gone=true]')
      .getByText('Unbekanntes Postfach')
      .waitFor({ timeout: LATEST });
    await expect.poll(() => rows(page).count(), { timeout: LATEST }).toBeGreaterThan(3);
    expect(await page.locator('.saved-changes').getByRole('button', { name: 'Änderungen speichern' }).count()).toBe(0);
  });

  test('with the keys alone, and by the palette', async () => {
    await page.goto(`${kontor.address}/mails/open/all/main`);
    await page.locator('.chips:visible').waitFor({ timeout: LATEST });
    await page.keyboard.press('Shift+S');
    await dialog().getByLabel('Name').waitFor();
    await page.keyboard.type('Mit der Tastatur');
    await page.keyboard.press('Enter');
    await expect.poll(() => chip().innerText()).toBe('Mit der Tastatur');
    await page.keyboard.press('s');
    await page.getByRole('menu').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Mit der Tastatur');
    for (let n = 0; n < 40; n += 1) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Filter löschen') break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.getByText('„Mit der Tastatur“ gelöscht').waitFor();
    await page.waitForURL('**/main?**');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Filter: Unterw');
    await page.getByRole('option', { name: /Filter: Unterwegs/ }).waitFor({ timeout: LATEST });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/filter/all/all/saved-**');
    await expect.poll(() => chip().innerText()).toBe('Unterwegs');
  });

  test('all of them are overseen in one place', async () => {
    await choose('Alle gespeicherten Filter …');
    await dialog().getByRole('button', { name: '„Altes Fach“ löschen' }).waitFor();
    await picture(page, 'saved-all');
    await clean(page, 'all');
    await dialog().getByRole('button', { name: '„Altes Fach“ löschen' }).click();
    await dialog().getByRole('button', { name: '„Altes Fach“ löschen' }).waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Rückgängig' }).click();
    await dialog().getByRole('button', { name: '„Altes Fach“ löschen' }).waitFor();
    await dialog().getByRole('button', { name: '„Unterwegs“ aus dem Menü nehmen' }).click();
    await expect.poll(() => pins().filter({ hasText: 'Unterwegs' }).count()).toBe(0);
    expect(session.complaints).toEqual([]);
  });

  test('who was slower sees what it is now, and is told what became of the own change', async () => {
    const filterId = await idOf('Unterwegs');
    const kept = (await anna.query<Record<string, unknown>[]>('filter.saved')).find(
      (one) => one['filterId'] === filterId,
    );
    await page.goto(`${kontor.address}/filter/usual/usual/saved-${filterId}`);
    await expect.poll(() => chip().innerText(), { timeout: LATEST }).toBe('Unterwegs');
    onTestFinished(() => page.context().setOffline(false));
    await page.context().setOffline(true);
    await choose('Umbenennen und teilen …');
    await dialog().getByLabel('Name').fill('Von hier');
    await dialog().getByRole('button', { name: 'Speichern' }).click();
    await expect.poll(() => chip().innerText()).toBe('Von hier');
    await anna.command('filter.save', {
      filterId,
      aggregateVersion: kept?.['aggregateVersion'],
      name: 'Von dort',
      list: kept?.['list'],
      conditions: kept?.['conditions'],
      sort: kept?.['sort'],
      sharedWith: kept?.['sharedWith'],
    });
    await page.context().setOffline(false);
    await page.getByText('Der Server hat eine Änderung abgelehnt.').waitFor({ timeout: LATEST });
    await page.getByText('„Von hier“ gespeichert').waitFor({ state: 'detached', timeout: 2000 });
    await expect.poll(() => chip().innerText(), { timeout: LATEST }).toBe('Von dort');
    await picture(page, 'saved-conflict');
    await page.getByRole('button', { name: 'Anzeigen' }).click();
    await dialog().getByText('Inzwischen wurde es anderswo geändert').waitFor();
    await dialog().getByText('Sie ist auf Ihrem Bildschirm zurückgenommen.').waitFor();
    await dialog()
      .getByRole('button', { name: /^Verwerfen: / })
      .click();
    await dialog().getByText('Alles ist gesendet.').waitFor();
    expect((await saved()).find((one) => one.filterId === filterId)?.name).toBe('Von dort');
  });
});
