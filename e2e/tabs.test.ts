import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import {
  PHONE,
  findBrowser,
  openBrowser,
  picture,
  rows,
  signIn,
  sitDown,
  subjectOf,
  type Seat,
} from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

describe.skipIf(findBrowser() === undefined)('tabs of what is open', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    seat = await sitDown(browser, kontor.address);
    page = seat.page;
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
  });
  afterAll(async () => {
    await seat?.close();
    await browser?.close();
    await kontor?.close();
  });

  const bar = (where = page) => where.getByRole('tablist', { name: 'Geöffnet' });
  const tabs = (where = page) => bar(where).getByRole('tab');
  const titles = () => tabs().locator('.open-tab-title').allInnerTexts();
  const shown = () => bar().locator('[aria-selected=true] .open-tab-title').innerText();
  const reader = (where = page) => where.locator('article.reader:visible');
  const clean = async (where: Page, name: string): Promise<void> => {
    expect(await barriersInBothLights(where), name).toEqual([]);
  };
  interface Found {
    readonly at: number;
    readonly subject: string;
  }
  /** Three rows whose subjects differ. */
  const some = async (): Promise<readonly [Found, Found, Found]> => {
    const found: Found[] = [];
    for (let at = 0; ; at += 1) {
      const subject = await subjectOf(page, at);
      if (!found.some((one) => one.subject === subject)) found.push({ at, subject });
      const [one, two, three] = found;
      if (one !== undefined && two !== undefined && three !== undefined) return [one, two, three];
    }
  };
  const start = async (): Promise<void> => {
    await page.goto(kontor.address);
    await rows(page).first().waitFor();
    // Another entry of the menu closes all.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^E-Mails/ })
      .click();
    await page.getByRole('heading', { name: 'E-Mails' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Eingang' }).click();
    await expect.poll(() => tabs().count()).toBe(0);
    await rows(page).first().waitFor();
  };

  test('a click shows a preview, in the place of the one before; a double click keeps it', async () => {
    await start();
    const [one, two, three] = await some();
    await rows(page).nth(one.at).click();
    await expect.poll(titles).toEqual([one.subject]);
    await rows(page).nth(two.at).click();
    await expect.poll(titles).toEqual([two.subject]);
    expect(await tabs().first().getAttribute('data-kept')).toBe('false');
    await rows(page).nth(two.at).dblclick();
    await expect.poll(() => tabs().first().getAttribute('data-kept')).toBe('true');
    await rows(page).nth(three.at).click();
    await expect.poll(titles).toEqual([two.subject, three.subject]);
    expect(await shown()).toBe(three.subject);
    await rows(page).nth(one.at).click({ button: 'middle' });
    await expect.poll(titles).toEqual([two.subject, three.subject, one.subject]);
    await reader().getByRole('heading', { name: one.subject }).waitFor();
    await picture(page, 'tabs');
    await clean(page, 'tabs');
  });

  test('keys show the next and the one before, close one, and the others', async () => {
    await start();
    const [one, two, three] = await some();
    for (const { at } of [one, two, three]) await rows(page).nth(at).click({ button: 'middle' });
    await expect.poll(titles).toEqual([one.subject, two.subject, three.subject]);
    await page.keyboard.press('l');
    await expect.poll(shown).toBe(one.subject);
    await page.keyboard.press('h');
    await expect.poll(shown).toBe(three.subject);
    await page.keyboard.press('w');
    await expect.poll(titles).toEqual([one.subject, two.subject]);
    expect(await shown()).toBe(two.subject);
    await tabs().first().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-selected'))).toBe('true');
    await page.keyboard.press('W');
    await expect.poll(() => tabs().count()).toBe(1);
    await tabs().first().click({ button: 'middle' });
    await expect.poll(() => tabs().count()).toBe(0);
    await page.getByText('Nichts geöffnet').waitFor();
  });

  test('what is done goes on in the list, and never comes to a tab that nobody has shown', async () => {
    await start();
    const [one, two] = await some();
    await rows(page).nth(one.at).dblclick();
    await rows(page).nth(two.at).click();
    await expect.poll(shown).toBe(two.subject);
    await page.keyboard.press('Escape');
    await expect.poll(titles).toEqual([one.subject]);
    await page.getByText('Nichts geöffnet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    // Still there, and one click away.
    await tabs().first().click();
    await reader().getByRole('heading', { name: one.subject }).waitFor();
    await page.goBack();
    await page.getByText('Nichts geöffnet').waitFor();
    expect(await titles()).toEqual([one.subject]);
  });

  test('another entry of the menu closes them, its own list does not', async () => {
    await start();
    const [one] = await some();
    await rows(page).nth(one.at).dblclick();
    await expect.poll(titles).toEqual([one.subject]);
    await page.getByRole('navigation').getByRole('link', { name: 'Eingang' }).click();
    await page.getByText('Nichts geöffnet').waitFor();
    expect(await titles()).toEqual([one.subject]);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^E-Mails/ })
      .click();
    await expect.poll(() => tabs().count()).toBe(0);
  });

  test('they survive a reload, without a title on the device, and an address of one can be opened', async () => {
    await start();
    const [one, two] = await some();
    await rows(page).nth(one.at).dblclick();
    await rows(page).nth(two.at).click({ button: 'middle' });
    await expect.poll(titles).toEqual([one.subject, two.subject]);
    await page.reload();
    await expect.poll(titles).toEqual([one.subject, two.subject]);
    expect(await shown()).toBe(two.subject);
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(kept).toContain('kontor.tabs/');
    expect(kept).not.toContain(one.subject);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tabs().first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Adresse kopieren' }).click();
    await page.getByText('Die Adresse wurde kopiert.').waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    const other = await page.context().newPage();
    await other.goto(address);
    await other.locator('article.reader').getByRole('heading', { name: one.subject }).waitFor();
    expect(await tabs(other).count()).toBe(1);
    await other.close();
  });

  test('a tab stands where it was scrolled to', async () => {
    await start();
    await page.setViewportSize({ width: 1200, height: 320 });
    const [one, two] = await some();
    await rows(page).nth(one.at).dblclick();
    await reader().getByRole('heading', { name: one.subject }).waitFor();
    const top = () => page.locator('[data-scrolls]:visible').evaluate((element) => element.scrollTop);
    await expect
      .poll(() =>
        page.locator('[data-scrolls]:visible').evaluate((element) => {
          element.scrollTop = 60;
          return element.scrollTop;
        }),
      )
      .toBe(60);
    await rows(page).nth(two.at).click({ button: 'middle' });
    await expect.poll(shown).toBe(two.subject);
    await tabs().first().click();
    await expect.poll(top).toBe(60);
    await page.reload();
    await expect.poll(top).toBe(60);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('at most twelve are open, and the one that is shown is in sight', async () => {
    await start();
    for (let at = 0; at < 14; at += 1) await rows(page).nth(at).click({ button: 'middle' });
    await expect.poll(() => tabs().count()).toBe(12);
    await expect
      .poll(() =>
        bar().evaluate((element) => {
          const tab = element.querySelector('[aria-selected=true]')?.getBoundingClientRect();
          const box = element.getBoundingClientRect();
          return tab !== undefined && tab.right <= box.right + 1 && tab.left >= box.left - 1;
        }),
      )
      .toBe(true);
    await picture(page, 'tabs-many');
    await clean(page, 'many tabs');
    await tabs().nth(3).click({ button: 'right' });
    await picture(page, 'tabs-menu');
    await page.getByRole('menuitem', { name: 'Alle schließen' }).click();
    await expect.poll(() => tabs().count()).toBe(0);
  });

  test('what is there no more says so in its tab', async () => {
    await start();
    await page.goto(
      `${kontor.address}/mail/${encodeURIComponent('{"moduleName":"email","entryId":99999999,"userId":1,"sourceContainerId":0,"targetContainerId":0}')}/inbox/view`,
    );
    await expect.poll(titles).toEqual(['Nicht mehr da']);
    await picture(page, 'tab-gone');
    await clean(page, 'gone');
  });

  test('there are none on a phone, nor for who has signed out', async () => {
    await start();
    const [one] = await some();
    await rows(page).nth(one.at).dblclick();
    await expect.poll(() => tabs().count()).toBe(1);
    const phone = await sitDown(browser, kontor.address, PHONE);
    await signIn(phone.page, 'ben', PASSWORD);
    await rows(phone.page).first().tap();
    await reader(phone.page).waitFor();
    expect(await bar(phone.page).count()).toBe(0);
    await phone.close();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Abmelden');
    await page.keyboard.press('Enter');
    await page.getByLabel('Benutzername').waitFor();
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kontor.tabs'))),
    ).toEqual([]);
    await page.goto(kontor.address);
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
    expect(await tabs().count()).toBe(0);
  });
});
