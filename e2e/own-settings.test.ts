import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from './src/barriers.ts';
import {
  DESKTOP,
  INSTALLED,
  PHONE,
  arrive,
  findBrowser,
  picture,
  rows,
  signIn,
  sitDown,
  type Seat,
} from './src/browser.ts';
import type { KontorProcess } from './src/kontor-process.ts';
import { openNordwerk } from './src/nordwerk.ts';

const PASSWORD = 'ein langer satz am morgen';

const theme = (page: Page) => page.locator('html').getAttribute('data-theme');
const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(await barriersOf(page), name).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('settings that follow the person', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: KontorProcess;
  let browser: Browser;
  let laptop: Seat;
  let phone: Seat;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    const mail = join(kontor.folder, 'angebot.eml');
    const date = new Date().toUTCString().replace('GMT', '+0000');
    await writeFile(
      mail,
      `From: paul@werft.example\r\nTo: anna@nordwerk.example\r\nSubject: Angebot\r\nDate: ${date}\r\n\r\nMoin`,
    );
    kontor.cli(['import', 'nordwerk', 'anna', mail, '--state', 'new']);
    [laptop, phone] = await Promise.all([
      sitDown(browser, kontor.address, INSTALLED),
      sitDown(browser, kontor.address, PHONE),
    ]);
    for (const { page } of [laptop, phone]) await signIn(page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await laptop?.close();
    await phone?.close();
    await nordwerk?.close();
  });
  const open = async (page: Page, tab: string): Promise<void> => {
    await page.goto(`${kontor.address}/settings/${tab}`);
    await page.locator('.settings-page').waitFor();
  };

  test('a change on one device is seen on the other, and on one that is new', async () => {
    await open(laptop.page, 'theme');
    await laptop.page.getByRole('radio', { name: 'Dunkel', exact: true }).click();
    expect(await theme(laptop.page)).toBe('dark');
    await expect.poll(() => theme(phone.page), { timeout: 20_000 }).toBe('dark');
    await open(phone.page, 'layout');
    await phone.page.getByRole('radio', { name: 'English', exact: true }).click();
    await laptop.page.getByRole('heading', { name: 'Theme' }).waitFor({ timeout: 20_000 });
    await phone.page.getByRole('radio', { name: 'Deutsch', exact: true }).click();
    await laptop.page.getByRole('heading', { name: 'Farben' }).waitFor({ timeout: 20_000 });

    const tablet = await sitDown(browser, kontor.address, DESKTOP);
    expect(await theme(tablet.page)).toBe('light');
    await signIn(tablet.page, 'anna', PASSWORD);
    await expect.poll(() => theme(tablet.page), { timeout: 20_000 }).toBe('dark');
    await tablet.close();
  });

  test('a page that opens shows no other theme first, nor does the sign-in', async () => {
    const { page, complaints, close } = await sitDown(browser, kontor.address, DESKTOP);
    await signIn(page, 'anna', PASSWORD);
    await expect.poll(() => theme(page), { timeout: 20_000 }).toBe('dark');
    await page.addInitScript(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      const look = (): void => {
        if (document.body !== null) seen.push(document.documentElement.dataset['theme']);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
    });
    const seen = () => page.evaluate(() => [...new Set((window as unknown as { seen: unknown[] }).seen)]);
    await page.reload();
    await arrive(page, 'Eingang');
    expect(await seen()).toEqual(['dark']);
    await open(page, 'common');
    await page.locator('.settings-page').getByRole('button', { name: 'Abmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    await page.reload();
    await page.getByLabel('Benutzername').waitFor();
    expect(await seen()).toEqual(['dark']);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a change without a network holds here, says so, and comes to the other devices later', async () => {
    const { page } = laptop;
    await open(page, 'layout');
    const roomy = (one: Page) => one.locator('html').evaluate((html) => html.hasAttribute('data-roomy'));
    const mark = page.getByText('Noch nicht auf Ihren anderen Geräten.');
    await page.context().setOffline(true);
    await page.getByLabel('Kompakte Knöpfe').uncheck();
    await mark.waitFor();
    expect([await roomy(page), await roomy(phone.page)]).toEqual([true, false]);
    await isAccessible(page, 'own-settings-unsent');
    await page.context().setOffline(false);
    await mark.waitFor({ state: 'detached', timeout: 60_000 });
    await expect.poll(() => roomy(phone.page), { timeout: 20_000 }).toBe(true);

    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await expect.poll(() => roomy(phone.page), { timeout: 20_000 }).toBe(false);
    expect(await page.getByLabel('Kompakte Knöpfe').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => page.getByLabel('Kompakte Knöpfe').isChecked()).toBe(false);
    await page.getByLabel('Kompakte Knöpfe').check();
    await expect.poll(() => roomy(phone.page), { timeout: 20_000 }).toBe(false);
    await mark.waitFor({ state: 'detached', timeout: 20_000 });
  });

  test('what the server refuses holds on this device, until it is discarded', async () => {
    const { page } = laptop;
    await page.route('**/command', (route) =>
      route.fulfill({
        status: 422,
        json: { type: 'about:blank', title: 'no', status: 422, code: 'PARAMETERS_INVALID' },
      }),
    );
    await open(page, 'lists');
    const row = (name: string) => page.getByRole('radio', { name, exact: true }).getAttribute('aria-checked');
    await page.getByRole('radio', { name: 'Kompakt', exact: true }).click();
    await page.getByText('Noch nicht auf Ihren anderen Geräten.').waitFor();
    await open(page, 'changes');
    const what = '1 Einstellung → geändert';
    await page.getByRole('button', { name: `Verwerfen: ${what}` }).waitFor();
    // It is on the screen a moment before it is on the device; who reloads in between sends it once more.
    await page.waitForTimeout(1000);
    await page.unroute('**/command');
    // After a reload too: nothing sends it again by itself.
    await open(page, 'lists');
    await page.getByText('Noch nicht auf Ihren anderen Geräten.').waitFor();
    expect(await row('Kompakt')).toBe('true');
    await open(page, 'changes');
    await page.getByRole('button', { name: `Verwerfen: ${what}` }).click();
    await page.getByText('Alles ist gesendet.').waitFor();
    await open(page, 'lists');
    await expect.poll(() => row('Groß'), { timeout: 20_000 }).toBe('true');
  });

  test('the menu is put in order by keys and by dragging, on all devices', async () => {
    const { page } = laptop;
    // Both ends of the way by mouse are to be seen.
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ ...size, height: 1300 });
    await open(page, 'menu');
    const names = () => page.locator('.drawer li .label').allInnerTexts();
    const before = await names();
    expect(before[0]).toBe('Eingang');
    await page.getByRole('button', { name: 'Eingang verschieben' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)]);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Eingang verschieben');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(names).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
    await page.getByRole('button', { name: 'Eingang nach oben' }).click();
    await expect.poll(async () => (await names())[1]).toBe('Eingang');

    const [from, to] = await Promise.all(
      ['Einstellungen verschieben', `${before[1] ?? ''} verschieben`].map((name) =>
        page.getByRole('button', { name }).boundingBox(),
      ),
    );
    if (!from || !to) throw new Error('The handles are not to be seen');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y - 20, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 });
    // The others make room first: where the machine is busy that comes later than the mouse.
    const handle = page.getByRole('button', { name: `${before[1] ?? ''} verschieben` });
    await expect.poll(async () => (await handle.boundingBox())?.y ?? 0).toBeGreaterThan(to.y);
    await page.mouse.up();
    await expect.poll(async () => (await names())[0]).toBe('Einstellungen');

    // The library swallows clicks for a moment after a drag.
    await open(page, 'menu');
    await page.getByRole('group', { name: 'Unten auf kleinen Bildschirmen' }).getByLabel('Einstellungen').check();
    // What stands in the corners is no entry of the menu.
    const corner = 'Schreiben';
    const bottom = async () =>
      (await phone.page.locator('.bottom-menu .label').allInnerTexts()).filter((name) => name !== corner);
    await expect.poll(async () => (await bottom())[2], { timeout: 20_000 }).toBe('Einstellungen');
    await page.getByLabel('Unten in umgekehrter Reihenfolge').check();
    await expect.poll(async () => (await bottom()).at(-1), { timeout: 20_000 }).toBe('Einstellungen');
    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await expect.poll(names).toEqual(before);
    await page.setViewportSize(size);
  });

  test('the palette leads to each setting', async () => {
    const { page } = laptop;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Zeitzone einst');
    await page.getByRole('option', { name: 'Zeitzone einstellen' }).click();
    await page.getByRole('heading', { name: 'Zeitzone' }).waitFor();
    const field = page.getByLabel('Zeitzone', { exact: true }).and(page.locator('select'));
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.selectOption('Asia/Tokyo');
    await page.getByText('Dort ist es jetzt').waitFor();
    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await expect.poll(() => field.inputValue()).toBe('auto');
  });

  test('an item opens in the place of its list where the person wants that, and stays when it is done', async () => {
    const { page } = laptop;
    await open(page, 'layout');
    await page.getByLabel('Liste und Eintrag nebeneinander').uncheck();
    await open(page, 'behaviour');
    await page.getByLabel('Nach „Erledigt“ zurück zur Liste').uncheck();
    const list = (name: string) => page.getByRole('heading', { name, exact: true }).filter({ visible: true });
    await page.goto(kontor.address);
    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Angebot' }).waitFor();
    expect(await list('Eingang').count()).toBe(0);
    await page.getByRole('radio', { name: 'Erledigt' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Erledigt' }).getAttribute('aria-checked')).toBe('true');
    expect(await page.getByRole('heading', { name: 'Angebot' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await list('Eingang').waitFor();

    await open(page, 'behaviour');
    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await open(page, 'layout');
    await page.getByRole('button', { name: 'Diese Seite zurücksetzen' }).click();
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(page).first().click();
    await page.getByRole('heading', { name: 'Angebot' }).waitFor();
    expect(await list('E-Mails').count()).toBe(1);
    await page.getByRole('radio', { name: 'In Bearbeitung' }).click();
    await page.getByRole('radio', { name: 'Erledigt' }).click();
    await page.getByRole('heading', { name: 'Nichts geöffnet' }).waitFor();
  });

  test('settings go into a file and come out of it, after a look at what would change', async () => {
    const { page } = laptop;
    await open(page, 'transfer');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Als Datei herunterladen' }).click(),
    ]);
    const kept = JSON.parse(await readFile(await download.path(), 'utf8')) as { settings: Record<string, unknown> };
    expect(kept).toMatchObject({ kontor: 'settings', version: 1, settings: { theme: 'dark', splitView: true } });

    const choose = (name: string, text: string) =>
      page
        .getByLabel('Datei wählen')
        .and(page.locator('input'))
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('notes.json', 'kein JSON');
    await page.getByText('kein JSON und kann nicht gelesen werden').waitFor();
    const changed = { ...kept.settings, theme: 'light', rowSize: 'compact', grouping: 'by-mood', colour: 'red' };
    await choose('kontor.json', JSON.stringify({ ...kept, settings: changed }));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: 'Helligkeit Dunkel Hell' }).waitFor();
    await dialog.getByRole('row', { name: 'Zeilen in Listen Groß Kompakt' }).waitFor();
    expect(await dialog.getByRole('row').count()).toBe(3);
    await dialog.getByText('lässt sie weg: colour').waitFor();
    await dialog.getByText('weggelassen: Listen gliedern').waitFor();
    await isAccessible(page, 'own-settings-import');
    expect(await theme(page)).toBe('dark');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await expect.poll(() => theme(page)).toBe('light');
    await expect.poll(() => theme(phone.page), { timeout: 20_000 }).toBe('light');
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(() => theme(phone.page), { timeout: 20_000 }).toBe('dark');
  });

  test('a colour scheme is made, can be read by everybody in both lights, and is gone for all when it is deleted', async () => {
    const { page } = laptop;
    await open(page, 'theme');
    await page.getByRole('button', { name: 'Neues Schema' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Geben Sie dem Schema einen Namen').waitFor();
    await dialog.getByLabel('Name').fill('Sonne');
    // Neither white on it nor it on white could be read.
    await dialog.getByLabel('Hauptfarbe').fill('#ffd000');
    await dialog.getByLabel('Dunkler Hintergrund').fill('#6a5a30');
    expect(await dialog.getByText('angepasst').count()).toBeGreaterThan(2);
    await isAccessible(page, 'own-settings-scheme');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Das Schema Sonne ist gespeichert und ausgewählt.').waitFor();
    const primary = (one: Page) =>
      one.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--c-primary'));
    await expect.poll(() => primary(page)).toBe('#ffd000');
    await expect.poll(() => primary(phone.page), { timeout: 20_000 }).toBe('#ffd000');

    for (const light of ['Dunkel', 'Hell']) {
      await open(page, 'theme');
      await page.getByRole('radio', { name: light, exact: true }).click();
      await expect.poll(() => theme(page)).toBe(light === 'Hell' ? 'light' : 'dark');
      await isAccessible(page, `own-settings-sonne-${light}`);
      for (const path of ['', 'settings/security', 'settings/menu', 'settings/transfer']) {
        await page.goto(`${kontor.address}/${path}`);
        await page.getByRole('heading').first().waitFor();
        expect(await primary(page)).toBe('#ffd000');
        await isAccessible(page, `own-settings-sonne-${light}-${path.replace('/', '-')}`);
      }
    }

    await open(page, 'theme');
    await page.getByRole('button', { name: 'Sonne löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await expect.poll(() => page.getByLabel('Blue Da Ba Dee').isChecked()).toBe(true);
    await expect.poll(() => primary(phone.page), { timeout: 20_000 }).toBe('#1f5fae');
    expect([laptop.complaints, phone.complaints]).toEqual([[], []]);
  });
});
