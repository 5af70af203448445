import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAuthenticator } from './authenticator.ts';
import { barriersOf } from './barriers.ts';
import { openBrowser, picture, signIn, openSession, type BrowserSession } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';

export const ELSEWHERE_PASSWORD = 'anderswo anderswo anderswo';

/** At a name of its own each server is a site of its own to a browser, which keeps its passkeys from the other's pages. */
const siteOf = (kontor: Kontor, name: string): string => `http://${name}.localhost:${kontor.port}`;

/** Two servers at sites of their own, with Anna in both; a browser with an authenticator, at the page of the second one. */
export interface ElsewhereStage {
  readonly away: Kontor;
  readonly browser: Browser;
  /** Addresses of the two. */
  readonly here: string;
  readonly there: string;
  readonly session: BrowserSession;
  readonly device: Awaited<ReturnType<typeof addAuthenticator>>;
  close(): Promise<void>;
}

export async function startElsewhere(): Promise<ElsewhereStage> {
  const [home, browser] = await Promise.all([openKontor({ KONTOR_DEMO: 'false' }), openBrowser()]);
  const here = siteOf(home, 'werk');
  const away = await openKontor({ KONTOR_DEMO: 'false', KONTOR_ORIGINS: here });
  const there = siteOf(away, 'laden');
  const named = ['--first-name', 'Anna', '--last-name', 'Berger', '--password-file', '-'];
  await home.cli(['instance', 'create', 'werk', '--title', 'Nordwerk']);
  await home.cli(['person', 'add', 'werk', 'anna', ...named], ELSEWHERE_PASSWORD);
  await away.cli(['instance', 'create', 'laden', '--title', 'Laden am Markt']);
  await away.cli(['person', 'add', 'laden', 'anna', ...named], ELSEWHERE_PASSWORD);
  const session = await openSession(browser, there);
  const { page } = session;
  const device = await addAuthenticator(page);
  // The owner agrees with everything, also with what the browser only offers in the field: nobody would ever see the sign-in.
  await page.addInitScript(() => {
    // Blank pages have none.
    if (typeof PublicKeyCredential !== 'undefined')
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await page.reload();
  const close = async (): Promise<void> => {
    await home.close();
    await away.close();
  };
  return { away, browser, here, there, session, device, close };
}

/** Can be read by everybody, and nothing stands over the edge. */
export async function isFine(page: Page, name: string): Promise<void> {
  await picture(page, name);
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll('.login, .login-card, dialog')]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.className),
  );
  expect(tooWide).toEqual([]);
  expect(await barriersOf(page), name).toEqual([]);
}

/** What Anna does on the page of a stage. */
export const elsewhereOn = ({ here, there, session: { page } }: ElsewhereStage) => {
  const showing = (title: string) => page.locator('.drawer-title:visible', { hasText: title }).waitFor();
  const openSwitcher = () => page.locator('.drawer-title:visible').click();
  /** On the instance's page, for the client. */
  const arriveThere = async (): Promise<void> => {
    await page.waitForURL((url) => url.origin === there);
    await page.getByRole('heading', { name: 'Anmelden bei Laden am Markt' }).waitFor();
  };
  /** Makes a passkey at the instance there. */
  const makePasskey = async (): Promise<void> => {
    await signIn(page, 'anna', ELSEWHERE_PASSWORD);
    await page.goto(`${there}/settings/security`);
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await page.locator('.notice').filter({ hasText: 'Der Passkey ist eingerichtet.' }).waitFor();
  };
  /** Signs in here, and names the instance there in the dialog that adds one. */
  const addThere = async (): Promise<void> => {
    await page.goto(here);
    await signIn(page, 'anna', ELSEWHERE_PASSWORD);
    await openSwitcher();
    await page.getByRole('menuitem', { name: 'Instanz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Instanz').fill(there);
    await dialog.getByLabel('Benutzername').focus();
    await dialog.getByText(`Dafür öffnet sich die Anmeldung von ${new URL(there).host}.`).waitFor();
  };
  return { showing, openSwitcher, arriveThere, makePasskey, addThere };
};
