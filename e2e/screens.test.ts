// Covers: shell, account
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { long } from '../server/src/testing/long.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersOf } from './src/barriers.ts';
import { VIEWS, findBrowser, openBrowser, picture, openSession } from './src/browser.ts';
import { openKontor, type Kontor } from './src/kontor.ts';

const SETTINGS = [
  'overview',
  'common',
  'security',
  'people',
  'groups',
  'instance',
  'audit',
  'mail',
  'layout',
  'theme',
  'lists',
  'menu',
  'behaviour',
  'controls',
  'timeZone',
  'offline',
  'transfer',
  'help',
  'about',
];
/** Component tests look at each of them every day. */
const isFull = process.env['KONTOR_FULL_TESTS'] === 'true';

/** Until what is shown stands still, whatever is loaded for it. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  let last = '';
  const isStill = async (): Promise<boolean> => {
    const before = last;
    last = await page.locator('#root').innerHTML();
    return last === before;
  };
  // Longer than React keeps back what was not loaded when it was wanted.
  await expect.poll(isStill, { interval: 450 }).toBe(true);
}

describe.skipIf(findBrowser() === undefined)('the screens of the demo', () => {
  let kontor: Kontor;
  let browser: Browser;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
  });
  afterAll(async () => {
    await kontor?.close();
  });

  /** Nothing is wider than the window, and nothing keeps anybody out. */
  const check = async (page: Page, name: string) => {
    await picture(page, name);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      `${name} is too wide`,
    ).toBe(true);
    expect(await barriersOf(page), name).toEqual([]);
  };

  test.each(VIEWS)('%s', async (view, options) => {
    const { page, complaints, close } = await openSession(browser, kontor.address, options);
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (
        !url.startsWith(kontor.address) &&
        /^(https?|wss?):/.test(url) &&
        !url.startsWith(kontor.address.replace('http', 'ws'))
      )
        foreign.push(url);
    });
    await page.locator('input').nth(1).waitFor();
    await check(page, `${view}-login`);
    await page.locator('input').nth(1).fill('anna');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('option');
    await rows.first().waitFor();
    await check(page, `${view}-inbox`);

    await page.goto(`${kontor.address}/mails/all/all/main`);
    await rows.first().waitFor();
    await check(page, `${view}-mails`);
    await rows.nth(2).click();
    await page.locator('iframe').waitFor();
    await check(page, `${view}-reader`);

    const pages = (isFull ? SETTINGS : []).map((tab) => `settings/${tab}`);
    for (const screen of [...pages, 'trashed/all/all/main', 'no/such/screen']) {
      // As by a link: a page that is loaded anew each time takes three times as long.
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/${screen}`);
      await settled(page);
      await check(page, `${view}-${screen.replaceAll('/', '-')}`);
    }
    expect([complaints, foreign]).toEqual([[], []]);
    await close();
  });

  test('a page that could not ask for its instance asks again, and says so where nobody answers', long, async () => {
    const { page, close } = await openSession(browser, 'about:blank');
    await page.route('**/instance.json', (route) => route.abort());
    await page.goto(kontor.address);
    await page.getByLabel('Benutzername').fill('anna');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Die Instanz ist nicht zu erreichen').waitFor();
    expect(await page.getByLabel('Instanz').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.unroute('**/instance.json');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
    await close();
  });

  test('a page whose files cannot be had says so', long, async () => {
    const { page, close } = await openSession(browser, 'about:blank');
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(kontor.address);
    const link = page.getByRole('link', { name: 'laden Sie die Seite neu' });
    expect(await link.isVisible()).toBe(false);
    await link.waitFor();
    await picture(page, 'files-missing');
    await page.unroute('**/assets/**');
    await link.click();
    await page.getByLabel('Benutzername').waitFor();
    // The sign-in alone, which comes in a file of its own.
    await page.route('**/assets/login*', (route) => route.abort());
    await page.reload();
    await page.getByText('Kontor konnte nicht geladen werden.').waitFor();
    await page.unroute('**/assets/login*');
    await page.getByRole('button', { name: 'Erneut laden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    await close();
  });

  test('a person without the right has no mails: no entry, no screen, no mailboxes', async () => {
    // What else is to be done would stand in the inbox.
    const others = ['taskList', 'noteList', 'documentList', 'messageList', 'agendaList', 'phoneCallList'];
    for (const right of ['mailList', ...others]) await kontor.cli(['rights', 'revoke', 'demo', 'chris', right]);
    const { page, complaints, close } = await openSession(browser, `${kontor.address}/mails/all/all/main`);
    await page.getByLabel('Benutzername').fill('chris');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    expect(await page.getByRole('link', { name: 'E-Mails' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Eingang' }).click();
    await page.getByText('Alles erledigt').waitFor();
    for (const right of ['mailList', ...others]) await kontor.cli(['rights', 'grant', 'demo', 'chris', right]);
    await page.getByRole('link', { name: 'E-Mails' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
