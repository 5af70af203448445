// Covers: activity
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersInBothLights } from '../src/barriers.ts';
import { findBrowser, openBrowser, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const LATEST = 60_000;

interface Box {
  readonly boxId: number;
  readonly name: string;
}
interface Person {
  readonly userId: number;
  readonly fullName: string;
}

describe.skipIf(findBrowser() === undefined)('lists', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
  let box: Box;
  let ben: Person;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    session = await openSessionAs('anna', browser, kontor.address);
    page = session.page;
    const { boxes } = await anna.query<{ boxes: Box[] }>('mail.boxes', {});
    box = boxes.find(({ name }) => name.startsWith('info@')) as Box;
    const people = await anna.query<Person[]>('module.users', { module: 'email' });
    ben = people.find(({ fullName }) => fullName.startsWith('Ben')) as Person;
  });
  afterAll(async () => {
    await kontor?.close();
  });

  const countOf = async (params: object): Promise<number> =>
    (await anna.envelope('mail.items', params, { limit: 1, format: 'rows' })).totalCount;
  /** The list says how many it has. */
  const shows = async (where: Page, count: number): Promise<void> => {
    const words = new RegExp(`^${count}\\s(Eintrag|Einträge)$`);
    await where.getByText(words).filter({ visible: true }).first().waitFor({ timeout: LATEST });
  };
  const query = (): string => decodeURIComponent(new URL(page.url()).search);
  const chips = (where = page) => where.getByRole('toolbar', { name: 'Filter' }).filter({ visible: true });
  const panel = () => page.getByRole('region', { name: 'Filter' });
  const clean = async (where: Page, name: string): Promise<void> => {
    expect(await barriersInBothLights(where), name).toEqual([]);
  };

  test('mails are those of today at first, and all of them by one click, from then on', async () => {
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.waitForURL('**/mails/open/today/main');
    await chips().getByRole('button', { name: '„Heute“ entfernen' }).click();
    await page.waitForURL('**/mails/open/all/main');
    await shows(page, await countOf({ view: 'open' }));
    await page.getByRole('tab', { name: 'Alle' }).click();
    await page.waitForURL('**/mails/all/all/main');
    await page.getByRole('link', { name: 'Eingang' }).click();
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    await page.getByRole('link', { name: 'E-Mails' }).click();
    await page.waitForURL('**/mails/all/all/main');
    await shows(page, await countOf({ view: 'all' }));
  });

  test('are cut to boxes, people, directions and days; each is a chip, and a step back', async () => {
    await page.keyboard.press('f');
    await panel().getByRole('button', { name: 'Alle Tage' }).waitFor();
    await panel().getByLabel(box.name).check();
    await shows(page, await countOf({ view: 'all', boxIds: [box.boxId] }));
    await panel().getByLabel(ben.fullName).check();
    await shows(page, await countOf({ view: 'all', boxIds: [box.boxId], userFilter: [ben.userId] }));
    await panel().getByRole('radio', { name: 'Eingehend' }).click();
    await panel().getByRole('button', { name: 'Letzte vier Wochen' }).click();
    await page.waitForURL('**/mails/all/lastFourWeeks/main?**');
    expect(query()).toBe(`?box=${box.boxId}&user=${ben.userId}&dir=in`);
    const cut = {
      view: 'all',
      boxIds: [box.boxId],
      userFilter: [ben.userId],
      direction: 'incoming',
      dateFilter: 'lastFourWeeks',
    };
    await shows(page, await countOf(cut));
    await clean(page, 'filter');
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await chips()
      .getByRole('button', { name: /Filter zeigen$/ })
      .click();
    // Beside the four that it is cut to: filter, saved filters, less, reset.
    expect(await chips().getByRole('button').count()).toBe(8);

    await page.goBack();
    await page.waitForURL('**/mails/all/all/main?**');
    await page.goBack();
    await expect.poll(query).toBe(`?box=${box.boxId}&user=${ben.userId}`);
    await page.goForward();
    await page.goForward();
    await page.waitForURL('**/mails/all/lastFourWeeks/main?**');

    // The same list elsewhere, by its address alone.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await shows(other, await countOf(cut));
    await chips(other)
      .getByRole('button', { name: /Filter zeigen$/ })
      .click();
    await chips(other)
      .getByRole('button', { name: `„${ben.fullName}“ entfernen` })
      .click();
    await shows(other, await countOf({ ...cut, userFilter: [] }));
    await other.close();

    await chips()
      .getByRole('button', { name: `„${box.name}“ entfernen` })
      .click();
    await expect.poll(query).toBe(`?user=${ben.userId}&dir=in`);
    await chips().getByRole('button', { name: 'Zurücksetzen' }).click();
    await page.waitForURL((url) => url.search === '');
  });
});
