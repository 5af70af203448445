// Covers: account
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from '../src/barriers.ts';
import { findBrowser, picture, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { openNordwerk } from '../src/nordwerk.ts';

/** An entry of the log as the JSON lines have it. */
interface Noted {
  readonly entry: number;
  readonly at: string;
  readonly kind: string;
  readonly userId: number;
  readonly userName: string;
  readonly address: string;
  readonly device: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
  readonly hash: string;
}

const PASSWORD = 'ein langer satz am morgen';

const notice = (page: Page, text: string | RegExp) => page.locator('.notice').filter({ hasText: text }).waitFor();
const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(await barriersOf(page), name).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('administering people', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: Kontor;
  let browser: Browser;
  let anna: BrowserSession;
  let ben: BrowserSession;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
  });
  afterAll(async () => {
    await nordwerk?.close();
  });

  const open = async (page: Page, tab: string, heading: string): Promise<void> => {
    await page.goto(`${kontor.address}/settings/${tab}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  };

  test('somebody is invited, chooses a password by the link that was handed over, and is inside', async () => {
    anna = await openSession(browser, kontor.address);
    await signIn(anna.page, 'anna', PASSWORD);
    const { page } = anna;
    await open(page, 'people', 'Personen');
    await page.getByText('1 Person', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Person einladen' }).click();
    await page.getByLabel('Vorname').fill('Ben');
    await page.getByLabel('Nachname').fill('Carstens');
    await page.getByRole('button', { name: 'Einladen', exact: true }).click();
    await page.getByText('Bitte ausfüllen.').waitFor();
    await page.getByLabel('Benutzername').fill('Anna');
    await page.getByRole('button', { name: 'Einladen', exact: true }).click();
    await page.getByText('Diesen Benutzernamen gibt es schon.').waitFor();
    await page.getByLabel('Benutzername').fill('ben');
    await isAccessible(page, 'invite');
    await page.getByRole('button', { name: 'Einladen', exact: true }).click();
    const link = await page.getByRole('dialog').getByLabel('Link').inputValue();
    await isAccessible(page, 'invitation-link');
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('button', { name: /Ben Carstens.*Eingeladen/ }).waitFor();
    await isAccessible(page, 'people');

    // The link leads to another name of the same server; here everybody uses the one that was typed.
    ben = await openSession(browser, link.replace(/^https?:\/\/[^/]+/, kontor.address));
    await ben.page.getByRole('heading', { name: 'Willkommen, Ben Carstens' }).waitFor();
    await isAccessible(ben.page, 'invitation');
    await ben.page.getByLabel('Neues Passwort', { exact: true }).fill(PASSWORD);
    await ben.page.keyboard.press('Enter');
    await ben.page.getByRole('link', { name: 'E-Mails' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Ben Carstens(?!.*Eingeladen).*Zuletzt aktiv/ }).waitFor();
  });

  test('who takes a right away takes it away at once, and gives it back likewise', async () => {
    const { page } = anna;
    await page.getByRole('searchbox', { name: 'Name oder Adresse suchen' }).fill('carst');
    await page.getByText('1 von 2 Personen').waitFor();
    await page.getByRole('button', { name: /Ben Carstens/ }).click();
    const mails = page.getByRole('group', { name: 'Sehen' }).getByLabel('E-Mails');
    await isAccessible(page, 'person');
    for (const isGiven of [false, true]) {
      await mails.setChecked(isGiven);
      await page.getByRole('button', { name: 'Speichern' }).click();
      await notice(page, 'Gespeichert. Die Rechte gelten sofort.');
      await ben.page.getByRole('link', { name: 'E-Mails' }).waitFor({ state: isGiven ? 'visible' : 'detached' });
    }
    await page.getByRole('button', { name: 'Alle Personen' }).click();
    // The list is as it was, with the focus on the person.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Ben Carstens');
    expect(await page.getByRole('searchbox', { name: 'Name oder Adresse suchen' }).inputValue()).toBe('carst');
    await page.getByRole('button', { name: /Ben Carstens/ }).click();
  });

  test('who is locked is signed out at once and told why at the sign-in; the last administrator stays one', async () => {
    const { page } = anna;
    await page.getByRole('button', { name: 'Sperren', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sperren', exact: true }).click();
    await notice(page, 'Die Person ist gesperrt.');
    await ben.page.getByText('Ihre Sitzung ist beendet.').waitFor();
    await ben.page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await ben.page.keyboard.press('Enter');
    await notice(ben.page, 'Sie sind für diese App nicht freigeschaltet.');
    await isAccessible(ben.page, 'sign-in-locked');
    await ben.page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Freischalten' }).click();
    await notice(page, 'Die Person ist freigeschaltet.');
    await signIn(ben.page, 'ben', PASSWORD);

    await page.getByRole('button', { name: 'Alle Personen' }).click();
    await page.getByRole('searchbox', { name: 'Name oder Adresse suchen' }).fill('');
    await page.getByRole('button', { name: 'Anna Berger Sie Verwaltung' }).click();
    await page.getByLabel('Verwaltet diese Instanz').uncheck();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Das ist die letzte Person, die diese Instanz verwalten kann.').waitFor();
  });

  test('the sign-in names the instance and links to what it has to say by law', async () => {
    const { page } = anna;
    await open(page, 'instance', 'Instanz');
    await page.getByLabel('Name', { exact: true }).fill('Nordwerk GmbH');
    await page.getByLabel('Datenschutz').fill('nordwerk.example');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Das ist keine Adresse, die mit https:// beginnt.').waitFor();
    await page.getByLabel('Datenschutz').fill('https://nordwerk.example/datenschutz');
    await isAccessible(page, 'instance');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await notice(page, 'Gespeichert.');
    const stranger = await openSession(browser, kontor.address);
    const link = stranger.page.getByRole('link', { name: 'Datenschutz' });
    // Server processes know an instance for two seconds before they look again.
    await expect
      .poll(async () => {
        await stranger.page.reload();
        await stranger.page.getByLabel('Benutzername').waitFor();
        return link.waitFor({ timeout: 1000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    await stranger.page.getByRole('heading', { name: 'Nordwerk GmbH' }).waitFor();
    expect(await link.getAttribute('href')).toBe('https://nordwerk.example/datenschutz');
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await stranger.page.getByRole('link', { name: 'Impressum' }).count()).toBe(0);
    expect(stranger.complaints).toEqual([]);
    await stranger.close();
  });

  test('a picture is chosen, shown wherever the person is, and removed', async () => {
    const { page } = ben;
    await page.goto(`${kontor.address}/settings/common`);
    const shown = page.locator('.own-picture img');
    const drawing = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 900;
      canvas.height = 600;
      const context = canvas.getContext('2d');
      context?.fillRect(0, 0, 450, 600);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    await page.locator('input[type=file]').setInputFiles({
      name: 'ich.png',
      mimeType: 'image/png',
      buffer: Buffer.from(drawing, 'base64'),
    });
    await notice(page, 'Ihr Bild ist gespeichert.');
    await shown.waitFor();
    await page.locator('.drawer-user img').waitFor();
    const size = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
    expect(size[0]).toBe(size[1]);
    await picture(page, 'own-picture');
    await open(anna.page, 'people', 'Personen');
    await anna.page.locator('.rows.user-rows img').waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'ich.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    });
    await notice(page, 'Das ist kein Bild, das Kontor lesen kann.');
    await page.getByRole('button', { name: 'Bild entfernen' }).click();
    await notice(page, 'Ihr Bild ist entfernt.');
    await shown.waitFor({ state: 'detached' });
  });

  test('the log says who did all that, is whole, and can be taken along', async () => {
    const { page } = anna;
    await open(page, 'audit', 'Protokoll');
    await page.getByText('Vollständig und unverändert').waitFor();
    const rows = page.locator('.audit-day li');
    for (const said of [/Person eingeladen.*Anna Berger|Person eingeladen.*anna/, /Rechte geändert/, /Link verwendet/])
      await rows.filter({ hasText: said }).first().waitFor();
    await isAccessible(page, 'audit');
    await page.getByLabel('Vorgang').selectOption({ label: 'Rechte geändert' });
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('Zeitraum').selectOption({ label: 'Gestern' });
    await page.getByRole('heading', { name: 'Keine Einträge' }).waitFor();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    // Who thinks for a moment between two letters goes on in the field.
    await page.getByLabel('Suchen', { exact: true }).focus();
    await page.keyboard.type('ben', { delay: 400 });
    expect(await page.getByLabel('Suchen', { exact: true }).inputValue()).toBe('ben');
    await expect.poll(() => rows.filter({ hasNotText: 'ben' }).count()).toBe(0);
    await page.getByLabel('Suchen', { exact: true }).fill('');

    const takeAlong = async (form: string): Promise<string> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Herausgeben' }).click();
      await page.getByRole('menuitem', { name: form }).click();
      return readFile(await (await download).path(), 'utf8');
    };
    const lines = (await takeAlong('Mit Prüfwerten (JSON Lines)')).trimEnd().split('\n');
    const changed = lines.map((line) => JSON.parse(line) as Noted).find(({ kind }) => kind === 'rights.changed');
    const device = await page.evaluate(() => navigator.userAgent);
    expect(changed).toMatchObject({ userName: 'anna', subject: 'ben', device });
    const table = (await takeAlong('Als Tabelle (CSV)')).split('\r\n');
    expect(table[0]).toBe(
      '\uFEFF"entry","at","kind","userId","userName","address","device","subject","details","hash"',
    );
    const { entry, at, userId, address, details, hash } = changed ?? expect.fail('nothing was changed');
    const words = Object.entries(details).map(([name, text]) => `${name}: ${text}`);
    expect(table.find((line) => line.startsWith(`"${entry}",`))).toBe(
      `"${entry}","${at}","rights.changed","${userId}","anna","${address}","${device}","ben","${words.join('; ')}","${hash}"`,
    );
    expect([at, address, hash]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    expect(words.length).toBeGreaterThan(0);
    // Taking it along is noted, and seen without a reload.
    await rows
      .filter({ hasText: /Daten herausgegeben/ })
      .first()
      .waitFor();
    expect([anna.complaints, ben.complaints]).toEqual([[], []]);
  });
});
