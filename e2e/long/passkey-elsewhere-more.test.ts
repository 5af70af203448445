// Covers: account
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, PHONE, signIn } from '../src/browser.ts';
import {
  ELSEWHERE_PASSWORD,
  elsewhereOn,
  isFine,
  startElsewhere,
  type ElsewhereStage,
} from '../src/passkey-elsewhere.ts';

describe.skipIf(findBrowser() === undefined)('a passkey at another site, otherwise', () => {
  let stage: ElsewhereStage | undefined;
  let on: ReturnType<typeof elsewhereOn>;
  let page: Page;
  let here: string;
  let there: string;

  beforeAll(async () => {
    stage = await startElsewhere();
    on = elsewhereOn(stage);
    ({ here, there } = stage);
    ({ page } = stage.session);
    await on.makePasskey();
    await on.addThere();
    await page.getByRole('dialog').getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await on.arriveThere();
    await page.keyboard.press('Enter');
    await on.showing('Laden am Markt');
    await page.goto(here);
  });
  afterAll(() => stage?.close());

  const passkeyButton = () => page.getByRole('button', { name: 'Mit Passkey anmelden' });

  test('that is called off leads back with a way to try again, and the second try works', async () => {
    await stage?.away.cli(['lock', 'laden', 'anna']);
    await stage?.away.cli(['unlock', 'laden', 'anna']);
    await on.showing('Nordwerk');
    await on.openSwitcher();
    await page.getByRole('menuitemradio').filter({ hasText: 'Laden am Markt' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await on.arriveThere();
    await stage?.device.agrees(false);
    await passkeyButton().click();
    await page.waitForTimeout(1000);
    expect(new URL(page.url()).origin).toBe(there);
    await stage?.device.agrees(true);
    await page.getByRole('button', { name: 'Abbrechen und zurück' }).click();
    await page.getByRole('heading', { name: 'Nicht bei Laden am Markt angemeldet' }).waitFor();
    await page.getByText('Sie haben die Anmeldung mit dem Passkey abgebrochen.').waitFor();
    await isFine(page, 'elsewhere-cancelled');
    expect(new URL(page.url()).origin).toBe(here);
    await page.getByRole('button', { name: 'Noch einmal mit Passkey' }).click();
    await on.arriveThere();
    await passkeyButton().click();
    await on.showing('Laden am Markt');
  });

  test('one that was removed is refused there in words, and the password is still good here', async () => {
    await page.goto('about:blank');
    await page.goto(there);
    await signIn(page, 'anna', ELSEWHERE_PASSWORD);
    await page.goto(`${there}/settings/security`);
    await page.getByRole('button', { name: /^Chrome auf Linux entfernen$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
    await page.locator('.notice').filter({ hasText: 'Der Passkey ist entfernt.' }).waitFor();
    // In English, on a phone, in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(here);
    await on.showing('Laden am Markt');
    for (const name of ['Laden am Markt', 'Nordwerk']) {
      await page.goto(`${here}/settings/common`);
      await page.getByRole('button', { name: 'Abmelden', exact: true }).click();
      if (name === 'Laden am Markt') await on.showing('Nordwerk');
    }
    await page.getByLabel('Sprache').selectOption('en');
    await page.setViewportSize(PHONE.viewport);
    await page.getByLabel('Instance').fill(there);
    await page.getByLabel('User name').focus();
    await page.getByText(`For that, the sign-in of ${new URL(there).host} opens.`).waitFor();
    await isFine(page, 'elsewhere-phone-form');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.origin === there);
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByText(`You want to use this instance in Kontor at ${here}.`).waitFor();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not good here.').waitFor();
    await isFine(page, 'elsewhere-phone-unknown');
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByRole('heading', { name: 'Not signed in to Laden am Markt' }).waitFor();
    await isFine(page, 'elsewhere-phone-back');
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    expect(await page.getByLabel('Instance').inputValue()).toBe(there);
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(ELSEWHERE_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(new URL(page.url()).origin).toBe(here);
    expect(stage?.session.complaints.filter((text) => !/CORS|ERR_|Failed to fetch/.test(text))).toEqual([]);
    await stage?.session.close();
  });
});
