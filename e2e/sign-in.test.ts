// Covers: account
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../server/src/platform/db/testing.ts';
import { addAuthenticator } from './src/authenticator.ts';
import { barriersOf } from './src/barriers.ts';
import { DESKTOP, findBrowser, openBrowser, picture, signIn, openSession, type BrowserSession } from './src/browser.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { MailCatcher } from './src/mail-catcher.ts';

const PASSWORD = 'ein langer satz am morgen';
const NEW_PASSWORD = 'noch ein satz am abend';
const PEOPLE = [
  ['anna', 'Anna', 'Berger'],
  ['ben', 'Ben', 'Carstens'],
  ['chris', 'Chris', 'Dietz'],
  ['doris', 'Doris', 'Ehlers'],
  ['emil', 'Emil', 'Franke'],
] as const;

const codeAt = (secret: string, at = Date.now()): string => new TOTP({ secret }).generate({ timestamp: at });

/** The next time step's code: one that was used is not good again, and the next one is taken a step early. */
const nextCode = (secret: string): string => codeAt(secret, Date.now() + 30_000);

const notice = (page: Page, text: string | RegExp) => page.locator('.notice').filter({ hasText: text }).waitFor();
const fill = async (page: Page, userName: string, password: string): Promise<void> => {
  await page.getByLabel('Benutzername').fill(userName);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
};
const submit = (page: Page) => page.getByRole('button', { name: 'Anmelden', exact: true }).click();
const signOut = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${address}/settings/common`);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.getByLabel('Benutzername').waitFor();
  // Neither the instance nor how much was unfinished stands over the page any more.
  await expect.poll(() => page.title()).toBe('Kontor');
};

/** The app is there, on whatever screen it was left. */
const inside = (page: Page) => page.getByRole('navigation', { name: 'Menü' }).waitFor();

const isAccessible = async (page: Page, name: string): Promise<void> => {
  await picture(page, name);
  expect(await barriersOf(page), name).toEqual([]);
};

describe.skipIf(findBrowser() === undefined)('signing in', () => {
  let kontor: Kontor;
  let mails: MailCatcher;
  let browser: Browser;

  beforeAll(async () => {
    mails = await MailCatcher.start();
    [kontor, browser] = await Promise.all([
      openKontor({ KONTOR_DEMO: 'false', KONTOR_MAIL_URL: mails.url }),
      openBrowser(),
    ]);
    await kontor.cli(['instance', 'create', 'nordwerk', '--title', 'Nordwerk']);
    for (const [name, first, last] of PEOPLE) {
      const names = ['--first-name', first, '--last-name', last, '--email', `${name}@nordwerk.example`];
      await kontor.cli(['person', 'add', 'nordwerk', name, ...names, '--password-file', '-'], PASSWORD);
    }
  });
  afterAll(async () => {
    await kontor?.close();
    await mails?.close();
  });

  const security = async (page: Page): Promise<void> => {
    await page.goto(`${kontor.address}/settings/security`);
    await page.getByRole('heading', { name: 'Geräte' }).waitFor();
  };

  test('a code is asked for once two-factor authentication is set up, and a backup code replaces it once', async () => {
    const { page, complaints, close } = await openSession(browser, kontor.address);
    const bounds = () => page.getByRole('button', { name: 'Anmelden', exact: true }).boundingBox();
    await expect.poll(() => page.getByLabel('Instanz').inputValue()).toBe('nordwerk');
    await signIn(page, 'anna', PASSWORD);
    await security(page);
    await page.getByRole('button', { name: 'Einrichten' }).click();
    const dialog = page.getByRole('dialog');
    // Whoever has just signed in is not asked who they are.
    await dialog.getByRole('img', { name: /QR-Code/ }).waitFor();
    const secret = (await dialog.locator('.secret').innerText()).replaceAll(/\s/g, '');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Code aus der App').fill(codeAt(secret));
    await page.keyboard.press('Enter');
    await dialog.getByText('Ersatzcodes aufbewahren').waitFor();
    const codes = await dialog.locator('.backup-codes code').allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Als Datei' }).click();
    expect((await download).suggestedFilename()).toBe('kontor-ersatzcodes.txt');
    await dialog.getByLabel('Ich habe die Codes aufbewahrt').check();
    await dialog.getByRole('button', { name: 'Fertig' }).click();
    await page.getByText('Noch 10 von 10 Ersatzcodes.').waitFor();
    await signOut(page, kontor.address);

    // The field comes when the one of the user name is left, and nothing moves.
    await page.getByLabel('Benutzername').fill('anna');
    const before = await bounds();
    await page.keyboard.press('Tab');
    await page.getByLabel('Code', { exact: true }).waitFor();
    expect(await bounds()).toEqual(before);
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await submit(page);
    await page.getByText('Bitte geben Sie den Code aus Ihrer App ein.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await submit(page);
    await notice(page, 'Die Kombination aus Benutzername, Passwort und Code ist falsch.');
    await page.getByText('Benutzername, Passwort oder 2FA-Code falsch').waitFor();
    await isAccessible(page, 'sign-in-wrong-code');
    await page.getByLabel('Code', { exact: true }).fill(nextCode(secret));
    await submit(page);
    await inside(page);
    await signOut(page, kontor.address);

    for (const right of [true, false]) {
      await fill(page, 'anna', PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
      await submit(page);
      if (right) {
        await inside(page);
        await security(page);
        await page.getByText('Noch 9 von 10 Ersatzcodes.').waitFor();
        await signOut(page, kontor.address);
      } else await notice(page, 'Die Kombination aus Benutzername, Passwort und Code ist falsch.');
    }
    expect(complaints).toEqual([]);
    await close();
  });

  test('a passkey signs in without a password, and not once it was removed', async () => {
    const { page, complaints, close } = await openSession(browser, kontor.address);
    await addAuthenticator(page);
    // Its owner agrees with everything, also with what the browser only offers in the field: nobody would ever see the sign-in.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await page.reload();
    await signIn(page, 'ben', PASSWORD);
    await security(page);
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Chrome auf Linux');
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await notice(page, 'Der Passkey ist eingerichtet.');
    await page.getByText('Chrome auf Linux', { exact: true }).waitFor();

    // One device keeps one passkey a person.
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Chrome auf Linux 2');
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await page.getByText('Auf diesem Gerät gibt es schon einen Passkey für Sie.').waitFor();
    await page.keyboard.press('Escape');

    await signOut(page, kontor.address);

    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await inside(page);
    await security(page);
    await page.getByText('angemeldet jetzt mit Passkey').waitFor();

    await page.getByRole('button', { name: 'Chrome auf Linux entfernen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
    await notice(page, 'Der Passkey ist entfernt.');
    await signOut(page, kontor.address);
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await notice(page, 'Die Anmeldung mit dem Passkey ist fehlgeschlagen.');
    await fill(page, 'ben', PASSWORD);
    await submit(page);
    await inside(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('who signed in a while ago proves once more who they are, by passkey or password, and what was begun goes on', async () => {
    const { page, close } = await openSession(browser, kontor.address);
    await addAuthenticator(page);
    await signIn(page, 'emil', PASSWORD);
    await security(page);
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await notice(page, 'Der Passkey ist eingerichtet.');
    const question = page.getByRole('dialog', { name: 'Sind Sie es?' });
    const isLongAgo = () =>
      runSql(kontor.databaseUrl, "update session set proven_at = proven_at - interval '6 minutes'");

    await isLongAgo();
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByLabel('Neues Passwort', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Mit Passkey bestätigen' }).click();
    await notice(page, 'Ihr neues Passwort gilt; Ihre anderen Geräte sind abgemeldet.');

    await isLongAgo();
    await page.getByRole('button', { name: 'Chrome auf Linux entfernen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
    await question.getByLabel('Ihr Passwort').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await question.getByText('Das Passwort stimmt nicht.').waitFor();
    await question.getByLabel('Ihr Passwort').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await notice(page, 'Der Passkey ist entfernt.');
    const changes = page
      .locator('section.part')
      .filter({ has: page.getByRole('heading', { name: 'Letzte Änderungen' }) });
    await changes.getByText('Passkey entfernt').waitFor();
    await close();
  });

  test('a forgotten password is replaced by a link that is mailed, and that works once', async () => {
    const { page, complaints, close } = await openSession(browser, kontor.address);
    for (const name of ['niemand', 'chris']) {
      await page.getByRole('button', { name: 'Passwort vergessen?' }).click();
      await page.getByLabel('Benutzername').fill(name);
      await page.getByRole('button', { name: 'Link anfordern' }).click();
      // Names that do not exist are told the same.
      await page.getByText('Gibt es diesen Benutzernamen').waitFor();
      if (name === 'chris') await isAccessible(page, 'forgotten-sent');
      await page.getByRole('button', { name: 'Zurück zur Anmeldung' }).click();
    }
    const link = await mails.linkFor('chris@nordwerk.example');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Neues Passwort setzen' }).waitFor();
    // What it lets somebody do stands neither in the address nor in the history.
    expect(await page.evaluate(() => location.href)).not.toContain('link=');
    await isAccessible(page, 'new-password');
    const field = page.getByLabel('Neues Passwort', { exact: true });
    await field.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Passwort setzen und anmelden' }).click();
    await inside(page);

    // It is good once; and nobody's session is in its way without a word.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor();
    await page.getByRole('button', { name: 'Zurück zu Kontor' }).click();
    await inside(page);
    await signOut(page, new URL(page.url()).origin);
    await fill(page, 'chris', PASSWORD);
    await submit(page);
    await notice(page, 'Die Kombination aus Benutzername und Passwort ist falsch.');
    await fill(page, 'chris', NEW_PASSWORD);
    await submit(page);
    await inside(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a device that is signed out from another one is so at once, and a new password signs out all others', async () => {
    const here = await openSession(browser, kontor.address);
    const there = await openSession(browser, kontor.address, { ...DESKTOP, userAgent: FIREFOX });
    for (const { page } of [here, there]) await signIn(page, 'doris', PASSWORD);
    const { page } = here;
    await security(page);
    const devices = page.locator('section.part').filter({ has: page.getByRole('heading', { name: 'Geräte' }) });
    await devices.getByRole('listitem').first().getByText('Dieses Gerät').waitFor();
    await devices.getByText('Dieser Rechner').first().waitFor();
    await devices.getByRole('button', { name: /^Firefox \d+ auf Windows abmelden$/ }).click();
    await notice(page, /Firefox \d+ auf Windows ist abgemeldet\./);
    await isSignedOut(there);

    await signIn(there.page, 'doris', PASSWORD);
    await devices.getByRole('button', { name: /^Firefox \d+ auf Windows abmelden$/ }).waitFor();
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Neues Passwort', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await notice(page, 'Ihr neues Passwort gilt; Ihre anderen Geräte sind abgemeldet.');
    await isSignedOut(there);
    expect([here.complaints, there.complaints]).toEqual([[], []]);
    await Promise.all([here.close(), there.close()]);
  });
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

const isSignedOut = ({ page }: BrowserSession): Promise<void> => page.getByText('Ihre Sitzung ist beendet.').waitFor();
