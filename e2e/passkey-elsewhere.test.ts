import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator } from './src/authenticator.ts';
import { barriersOf } from './src/barriers.ts';
import { PHONE, findBrowser, openBrowser, picture, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

const PASSWORD = 'anderswo anderswo anderswo';

/** At a name of its own each server is a site of its own to a browser, which keeps its passkeys from the other's pages. */
const siteOf = (kontor: KontorProcess, name: string): string => `http://${name}.localhost:${kontor.port}`;

describe.skipIf(findBrowser() === undefined)('a passkey of an instance at another site', () => {
  let home: KontorProcess;
  let away: KontorProcess;
  let here: string;
  let there: string;
  let browser: Browser;
  let seat: Seat;
  let page: Page;
  let device: Awaited<ReturnType<typeof addAuthenticator>>;
  const requests: Request[] = [];

  beforeAll(async () => {
    [home, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO: 'false' }), openBrowser()]);
    here = siteOf(home, 'werk');
    away = await KontorProcess.start({ KONTOR_DEMO: 'false', KONTOR_ORIGINS: here });
    there = siteOf(away, 'laden');
    const named = ['--first-name', 'Anna', '--last-name', 'Berger', '--password-file', '-'];
    home.cli(['instance', 'create', 'werk', '--title', 'Nordwerk']);
    home.cli(['person', 'add', 'werk', 'anna', ...named], PASSWORD);
    away.cli(['instance', 'create', 'laden', '--title', 'Laden am Markt']);
    away.cli(['person', 'add', 'laden', 'anna', ...named], PASSWORD);
    seat = await sitDown(browser, there);
    page = seat.page;
    page.setDefaultTimeout(10_000);
    page.context().on('request', (request) => requests.push(request));
    device = await addAuthenticator(page);
    // The owner agrees with everything, also with what the browser only offers in the field: nobody would ever see the sign-in.
    await page.addInitScript(() => {
      // Blank pages have none.
      if (typeof PublicKeyCredential !== 'undefined')
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await page.reload();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await home?.close();
    await away?.close();
  });

  /** Can be read by everybody, and nothing stands over the edge. */
  const isFine = async (name: string): Promise<void> => {
    await picture(page, name);
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll('.login, .login-card, dialog')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.className),
    );
    expect(tooWide).toEqual([]);
    expect(await barriersOf(page), name).toEqual([]);
  };
  const showing = (title: string) => page.locator('.drawer-title:visible', { hasText: title }).waitFor();
  const openSwitcher = () => page.locator('.drawer-title:visible').click();
  const originOf = (): string => new URL(page.url()).origin;
  const passkeyButton = () => page.getByRole('button', { name: 'Mit Passkey anmelden' });
  /** On the instance's page, for the client. */
  const arriveThere = async (): Promise<void> => {
    await page.waitForURL((url) => url.origin === there);
    await page.getByRole('heading', { name: 'Anmelden bei Laden am Markt' }).waitFor();
  };
  const addThere = async (): Promise<void> => {
    await openSwitcher();
    await page.getByRole('menuitem', { name: 'Instanz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Instanz').fill(there);
    await dialog.getByLabel('Benutzername').focus();
    await dialog.getByText(`Dafür öffnet sich die Anmeldung von ${new URL(there).host}.`).waitFor();
  };

  test('is made there', async () => {
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${there}/settings/security`);
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await page.locator('.notice').filter({ hasText: 'Der Passkey ist eingerichtet.' }).waitFor();
  });

  test('signs in here when the instance is added, though somebody is signed in there, only after a press of the button', async () => {
    await page.goto(here);
    await signIn(page, 'anna', PASSWORD);
    await addThere();
    await isFine('elsewhere-add');
    await page.getByRole('dialog').getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await arriveThere();
    await page.getByText(`in Kontor unter ${here}`).waitFor();
    await isFine('elsewhere-ask');
    // Nothing happens by itself; a page that is loaded again asks again.
    await page.waitForTimeout(500);
    await page.reload();
    await arriveThere();
    // By keys alone: the button has the focus.
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.origin === here);
    await showing('Laden am Markt');
    expect(page.url()).not.toMatch(/code=|state=/);
    expect(await page.evaluate(() => sessionStorage.getItem('kontor.passkeyElsewhere'))).toBeNull();
    await page.goto(`${here}/settings/security`);
    await page.getByText('angemeldet jetzt mit Passkey').waitFor();
    // A step back leads to where the person was before, never to the page in between.
    await page.goBack();
    expect(originOf()).toBe(here);
    await page.goto(here);
    await page.reload();
    await showing('Laden am Markt');
  });

  test('left no code and no token in any address that was asked for', () => {
    // What stands behind `#` is not sent.
    const addresses = requests.map((request) => request.url().split('#')[0] ?? '');
    expect(addresses.filter((address) => /code=|state=|code_verifier|[?&]token/.test(address))).toEqual([]);
    const bodies = requests.filter((request) => request.url() === `${there}/auth/exchange`);
    const [body] = bodies;
    if (body === undefined || bodies.length > 1) throw new Error(`${bodies.length} exchanges`);
    const { code_verifier: verifier } = body.postDataJSON() as { code_verifier: string };
    const seen = requests.filter((request) => (request.postData() ?? '').includes(verifier));
    expect(seen).toEqual(bodies);
  });

  test('that is called off leads back with a way to try again, and the second try works', async () => {
    away.cli(['lock', 'laden', 'anna']);
    away.cli(['unlock', 'laden', 'anna']);
    await showing('Nordwerk');
    await openSwitcher();
    await page.getByRole('menuitemradio').filter({ hasText: 'Laden am Markt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await arriveThere();
    await device.agrees(false);
    await passkeyButton().click();
    await page.waitForTimeout(1000);
    expect(originOf()).toBe(there);
    await device.agrees(true);
    await page.getByRole('button', { name: 'Abbrechen und zurück' }).click();
    await page.getByRole('heading', { name: 'Nicht bei Laden am Markt angemeldet' }).waitFor();
    await page.getByText('Sie haben die Anmeldung mit dem Passkey abgebrochen.').waitFor();
    await isFine('elsewhere-cancelled');
    expect(originOf()).toBe(here);
    await page.getByRole('button', { name: 'Noch einmal mit Passkey' }).click();
    await arriveThere();
    await passkeyButton().click();
    await showing('Laden am Markt');
  });

  test('an answer that nobody here has asked for signs nobody in, and is off the address at once', async () => {
    const asked = requests.length;
    await page.goto('about:blank');
    await page.goto(`${here}/login#state=${'x'.repeat(43)}&iss=${encodeURIComponent(there)}&code=abc`);
    await page.getByRole('heading', { name: 'Diese Anmeldung gehört nicht hierher' }).waitFor();
    expect(page.url()).toBe(`${here}/login`);
    await isFine('elsewhere-strange');
    await page.getByRole('button', { name: 'Zurück zu Kontor' }).click();
    await showing('Laden am Markt');
    expect(requests.slice(asked).filter((request) => request.url().includes('/auth/'))).toEqual([]);
  });

  test('a client that the instance does not know is told so there, and is not gone back to', async () => {
    const given = { redirect: 'https://evil.example', instance: 'laden', state: 'x'.repeat(43) };
    const proof = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    await page.goto(`${there}/login#${new URLSearchParams({ ...given, ...proof })}`);
    await page.getByText('Kontor unter evil.example darf hier niemanden anmelden.').waitFor();
    expect(await passkeyButton().count()).toBe(0);
    await isFine('elsewhere-refused');
    await page.getByRole('button', { name: 'Hier anmelden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    expect(page.url()).toBe(`${there}/login`);
    await page.goto('about:blank');
    await page.goto(`${there}/login#${new URLSearchParams({ ...given, redirect: here })}`);
    await page.getByText('Der Adresse fehlt etwas.').waitFor();
  });

  test('one that was removed is refused there in words, and the password is still good here', async () => {
    await page.goto('about:blank');
    await page.goto(there);
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${there}/settings/security`);
    await page.getByRole('button', { name: /^Chrome auf Linux entfernen$/ }).click();
    await page.getByRole('dialog').getByLabel('Ihr Passwort').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('.notice').filter({ hasText: 'Der Passkey ist entfernt.' }).waitFor();
    // In English, on a phone, in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(here);
    await showing('Laden am Markt');
    for (const name of ['Laden am Markt', 'Nordwerk']) {
      await page.goto(`${here}/settings/common`);
      await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
      if (name === 'Laden am Markt') await showing('Nordwerk');
    }
    await page.getByLabel('Sprache').selectOption('en');
    await page.setViewportSize(PHONE.viewport);
    await page.getByLabel('Instance').fill(there);
    await page.getByLabel('User name').focus();
    await page.getByText(`For that, the sign-in of ${new URL(there).host} opens.`).waitFor();
    await isFine('elsewhere-phone-form');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.origin === there);
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByText(`You want to use this instance in Kontor at ${here}.`).waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not good here.').waitFor();
    await isFine('elsewhere-phone-unknown');
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByRole('heading', { name: 'Not signed in to Laden am Markt' }).waitFor();
    await isFine('elsewhere-phone-back');
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    expect(await page.getByLabel('Instance').inputValue()).toBe(there);
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(originOf()).toBe(here);
    expect(seat.complaints.filter((text) => !/CORS|ERR_|Failed to fetch/.test(text))).toEqual([]);
    await seat.close();
  });
});
