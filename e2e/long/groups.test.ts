// Covers: account, sharing
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersInBothLights } from '../src/barriers.ts';
import {
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
import { openSessionAs } from '../src/signed-in.ts';

const LATEST = 60_000;

interface Group {
  readonly groupId: number;
  readonly aggregateVersion: number;
  readonly name: string;
  readonly userIds: readonly number[];
}

describe.skipIf(findBrowser() === undefined)('groups of people', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let ben: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  const idOf: Record<string, number> = {};

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    ben = await new TestClient(kontor.address, 'demo').signIn('ben', PASSWORD);
    for (const { id, userName } of await anna.query<{ id: number; userName: string }[]>('account.people'))
      idOf[userName] = id;
    annas = await openSessionAs('anna', browser, kontor.address);
    bens = await openSessionAs('ben', browser, kontor.address);
  });
  afterAll(async () => {
    await kontor?.close();
  });

  const clean = async (page: Page, name: string): Promise<void> => {
    await picture(page, name);
    const isWithin = () =>
      [...document.querySelectorAll('.rows')].every((one) => one.getBoundingClientRect().right <= window.innerWidth);
    expect(await page.evaluate(isWithin), `${name} is too wide`).toBe(true);
    expect(await barriersInBothLights(page), name).toEqual([]);
  };
  const notice = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text }).waitFor();
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
  const group = async (name: string): Promise<Group> => {
    const found = (await anna.query<Group[]>('account.groups')).find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no group ${name}`);
    return found;
  };
  const setMembers = async (name: string, ...names: string[]) =>
    anna.command('account.changeGroup', { ...(await group(name)), userIds: names.map((one) => idOf[one]) });
  const countOf = async (params: object): Promise<number> =>
    (await ben.envelope('mail.items', { view: 'all', ...params }, { limit: 1, format: 'rows' })).totalCount;
  const chips = (page: Page) => page.locator('.chips:visible');
  const openGroups = async (page: Page): Promise<void> => {
    await page.goto(`${kontor.address}/settings/groups`);
    await page.getByRole('heading', { name: 'Gruppen', exact: true }).waitFor();
  };
  const total = async (page: Page): Promise<number> =>
    Number.parseInt((await page.locator('.toolbar:visible .number').first().innerText()).replace(/\D/g, ''), 10);

  test('the demo comes in', async () => {
    let last = 0;
    const still = async () => {
      const before = last;
      last = await countOf({});
      return last > 20 && last === before;
    };
    await expect.poll(still, { timeout: 100_000, interval: 1000 }).toBe(true);
  });

  test('an administrator makes one with the keys alone', async () => {
    const { page } = annas;
    const before = await anna.query<Group[]>('account.groups');
    expect(before.map(({ name }) => name)).toEqual(['Service', 'Vertrieb']);
    for (const { groupId } of before) await anna.command('account.deleteGroup', { groupId });
    await openGroups(page);
    await page.getByText('Noch keine Gruppen').waitFor();
    await clean(page, 'groups-none');
    await page.getByRole('button', { name: 'Neue Gruppe' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Geben Sie der Gruppe einen Namen.').waitFor();
    await page.keyboard.type('Service');
    await page.keyboard.press('Tab');
    await page.keyboard.type('xyz');
    await page.getByText('So heißt niemand, der noch nicht dabei ist.').waitFor();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('kru');
    await page.getByRole('option', { name: /Ben Krüger/ }).waitFor();
    await clean(page, 'groups-picking');
    await page.keyboard.press('Enter');
    await page.getByText('1 Mitglied', { exact: true }).waitFor();
    await page.keyboard.type('chris');
    await page.keyboard.press('Enter');
    await page.getByText('2 Mitglieder', { exact: true }).waitFor();
    // The last one out again, by the empty field, and back in.
    await page.keyboard.press('Backspace');
    await page.getByText('1 Mitglied', { exact: true }).waitFor();
    await page.keyboard.type('oka');
    await page.keyboard.press('Enter');
    await page.getByText('2 Mitglieder', { exact: true }).waitFor();
    await clean(page, 'groups-form');
    for (let n = 0; n < 8; n += 1) {
      if ((await focused(page)) === 'Anlegen') break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await notice(page, 'Service ist gespeichert.');
    await page.getByRole('button', { name: /Service.*2 Mitglieder: Ben Krüger, Chris Okafor/ }).waitFor();
    expect(await focused(page)).toContain('Service');
    expect((await group('Service')).userIds).toEqual([idOf['ben'], idOf['chris']].toSorted((a = 0, b = 0) => a - b));
  });

  test('a name that is taken is refused, what is not saved is asked about, and two who change one are told', async () => {
    const { page } = annas;
    await page.getByRole('button', { name: 'Neue Gruppe' }).click();
    await page.getByLabel('Name', { exact: true }).fill('sErViCe');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('So heißt schon eine andere Gruppe.').waitFor();
    await page.getByRole('button', { name: 'Alle Gruppen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByRole('button', { name: /Service.*2 Mitglieder/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('Service Nord');
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bleiben' }).last().click();
    await setMembers('Service', 'ben', 'chris', 'anna');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Diese Gruppe wurde inzwischen geändert.').waitFor();
    await clean(page, 'groups-conflict');
    await page.getByRole('button', { name: 'Meine Änderungen verwerfen' }).click();
    await page.getByText('3 Mitglieder', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Anna Berger herausnehmen' }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: /Service.*2 Mitglieder/ }).waitFor();
    for (const name of ['Büro', 'Vertrieb'])
      await anna.command('account.createGroup', { name, userIds: [idOf['anna']] });
    // Of others' changes the page learns by itself.
    await page.getByText('3 Gruppen', { exact: true }).waitFor({ timeout: LATEST });
    await clean(page, 'groups');
    await page.getByRole('searchbox', { name: 'Gruppe oder Mitglied suchen' }).fill('okafor');
    await page.getByText('1 von 3 Gruppen').waitFor();
    await page.getByRole('searchbox', { name: 'Gruppe oder Mitglied suchen' }).fill('');
  });

  test('a colleague filters by it, and the list follows who is in it', async () => {
    const { page } = bens;
    const { groupId } = await group('Service');
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(page).first().waitFor({ timeout: LATEST });
    await page.keyboard.press('f');
    await page.getByRole('group', { name: 'Gruppen', exact: true }).getByLabel('Service').check();
    await page.waitForURL(`**/mails/all/all/main?group=${groupId}`);
    await chips(page).getByRole('button', { name: '„Service“ entfernen' }).waitFor();
    await clean(page, 'groups-filter');
    await expect.poll(() => total(page), { timeout: LATEST }).toBe(await countOf({ groupFilter: [groupId] }));
    const before = await total(page);
    await setMembers('Service', 'chris');
    const now = await countOf({ userFilter: [idOf['chris']] });
    expect(now).toBeLessThan(before);
    await expect.poll(() => total(page), { timeout: LATEST }).toBe(now);
    await setMembers('Service', 'ben', 'chris');
    await expect.poll(() => total(page), { timeout: LATEST }).toBe(before);
    // Whoever opens the address sees the same cut, of their own.
    await page.reload();
    await chips(page).getByRole('button', { name: '„Service“ entfernen' }).waitFor({ timeout: LATEST });
  });

  const savedOf = async (page: Page): Promise<string> => {
    await chips(page).locator('[aria-keyshortcuts=s]').click();
    const texts = await page.getByRole('menuitemradio').allInnerTexts();
    await page.keyboard.press('Escape');
    return texts.join();
  };

  test('a filter that is shared with it is at its members’, and leaves who is taken out', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/mails/all/all/main?dir=in`);
    await rows(page).first().waitFor({ timeout: LATEST });
    await page.keyboard.press('Shift+S');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Post des Service');
    await dialog.getByRole('group', { name: 'Gruppen' }).getByLabel('Service').check();
    await clean(page, 'groups-share');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect.poll(() => savedOf(bens.page), { timeout: LATEST }).toMatch(/Post des Service\s+von Anna/);
    await setMembers('Service', 'chris');
    await expect.poll(() => savedOf(bens.page), { timeout: LATEST }).not.toContain('Post des Service');
    await setMembers('Service', 'ben', 'chris');
    await expect.poll(() => savedOf(bens.page), { timeout: LATEST }).toContain('Post des Service');
    await chips(page).locator('[aria-keyshortcuts=s]').click();
    await page.getByRole('menuitem', { name: 'Alle gespeicherten Filter …' }).click();
    await dialog.getByText('E-Mails · mit 1 Gruppe geteilt').waitFor();
    await page.keyboard.press('Escape');
  });

  test('deleted it is struck through, and the list as without it; Undo brings all of it back', async () => {
    const { page } = annas;
    await openGroups(page);
    await page.getByRole('button', { name: 'Service löschen' }).click();
    await notice(page, 'Service ist gelöscht.');
    const ben = bens.page;
    await chips(ben).locator('[data-gone=true]').getByText('Unbekannte Gruppe').waitFor({ timeout: LATEST });
    await clean(ben, 'groups-gone');
    await expect.poll(() => total(ben), { timeout: LATEST }).toBe(await countOf({}));
    await expect.poll(() => savedOf(ben), { timeout: LATEST }).not.toContain('Post des Service');
    await page.keyboard.press('z');
    await page.getByRole('button', { name: /Service.*2 Mitglieder/ }).waitFor({ timeout: LATEST });
    await chips(ben).getByRole('button', { name: '„Service“ entfernen' }).waitFor({ timeout: LATEST });
    await expect.poll(() => savedOf(ben), { timeout: LATEST }).toContain('Post des Service');
  });

  test('stands with its people, beside them, and in the log', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/settings/people`);
    await page.getByRole('button', { name: /Ben Krüger/ }).click();
    await page.getByRole('heading', { name: 'Gruppen', exact: true }).waitFor();
    await page.locator('.person-groups').getByText('Service').waitFor();
    await clean(page, 'groups-person');
    await page.goto(`${kontor.address}/settings/audit`);
    await page.getByRole('strong').filter({ hasText: 'Gruppe geändert' }).first().waitFor({ timeout: LATEST });
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(page).first().waitFor({ timeout: LATEST });
    await page.keyboard.press('o');
    const drawer = page.getByRole('complementary', { name: 'Personen' });
    await drawer.locator('.group-head', { hasText: 'Gruppen' }).waitFor();
    await clean(page, 'groups-drawer');
    await drawer.getByRole('option', { name: /Service/ }).click();
    await page.waitForURL(`**/filter/all/all/main?group=${(await group('Service')).groupId}`);
    await chips(page).getByRole('button', { name: '„Service“ entfernen' }).waitFor();
  });

  test('on a phone it can be made and filtered by, too', async () => {
    const phone = await openSession(browser, kontor.address, PHONE);
    const { page } = phone;
    await signIn(page, 'anna', PASSWORD);
    await openGroups(page);
    await page.getByRole('button', { name: 'Neue Gruppe' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Unterwegs');
    await page.getByRole('combobox', { name: 'Mitglied hinzufügen' }).fill('ben');
    await page.getByRole('option', { name: /Ben Krüger/ }).tap();
    await clean(page, 'groups-phone-form');
    await page.getByRole('button', { name: 'Anlegen' }).tap();
    await page.getByRole('button', { name: /Unterwegs.*1 Mitglied/ }).waitFor();
    // With more names than a row can hold.
    await setMembers('Unterwegs', 'anna', 'ben', 'chris');
    await page.getByRole('button', { name: /Unterwegs.*3 Mitglieder/ }).waitFor({ timeout: LATEST });
    await clean(page, 'groups-phone');
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await chips(page).getByRole('button', { name: 'Filter', exact: true }).tap();
    await page.getByRole('dialog').getByLabel('Unterwegs').check();
    await clean(page, 'groups-phone-filter');
    await phone.close();
    expect([...annas.complaints, ...bens.complaints]).toEqual([]);
  });
});
