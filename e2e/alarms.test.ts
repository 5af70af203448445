// Covers: alarm, service-worker
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../server/src/platform/db/testing.ts';
import { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { barriersInBothLights } from './src/barriers.ts';
import {
  DESKTOP,
  findBrowser,
  INSTALLED,
  isControlled,
  signIn,
  openSession,
  type BrowserSession,
} from './src/browser.ts';
import type { Kontor } from './src/kontor.ts';
import { openNordwerk } from './src/nordwerk.ts';
import { openSessionAs } from './src/signed-in.ts';

const PASSWORD = 'rechtzeitig an alles denken';

interface Alarm {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly userAlarmTimestamp: number;
  readonly aggregateId: string;
}

describe.skipIf(findBrowser() === undefined)('being called to what one has set a time for', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: Kontor;
  let browser: Browser;
  let desk: BrowserSession;
  let elsewhere: BrowserSession;
  let context: BrowserContext;
  let page: Page;
  let window2: Page;
  let anna: TestClient;

  const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  /** A task, due in an hour, that reminds Anna in so many seconds. */
  const remind = async (title: string, seconds: number): Promise<void> => {
    const alarmConfig = { notifiable: true, date: at(seconds) };
    const task = { moduleLayout: 'task', title, inactive: false, fixedMaturityDate: at(seconds + 3600), alarmConfig };
    await anna.command('task.create', task);
  };
  const alarms = (): Promise<Alarm[]> => anna.query<Alarm[]>('alarm.unconfirmed');
  const card = (of: Page = page) => of.getByRole('region', { name: 'Erinnerungen' });
  const row = (title: string, of: Page = page) => card(of).getByRole('listitem').filter({ hasText: title });
  const ok = (title: string, of: Page = page) => row(title, of).getByRole('button', { name: 'OK', exact: true });
  const bell = (of: Page = page) => of.locator('.drawer .bell-count');
  const gone = (of: Page) => card(of).waitFor({ state: 'detached' });

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    anna = await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
    desk = await openSession(browser, kontor.address, INSTALLED);
    ({ page } = desk);
    context = page.context();
    await signIn(page, 'anna', PASSWORD);
    await isControlled(page);
    window2 = await context.newPage();
    await window2.goto(kontor.address);
    elsewhere = await openSessionAs('anna', browser, kontor.address, DESKTOP, PASSWORD);
    await window2.getByRole('heading', { name: 'Eingang' }).waitFor();
    await page.bringToFront();
  });
  afterAll(async () => {
    await desk?.close();
    await elsewhere?.close();
    await nordwerk?.close();
  });

  test('it rings once on each device, disturbs nobody who types, and a digit puts it off on all of them', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('Palet');
    await remind('Werft anrufen', 2);
    await row('Werft anrufen', elsewhere.page).waitFor();
    await expect.poll(async () => (await card().count()) + (await card(window2).count())).toBe(1);
    await Promise.all([page, window2].map(async (of) => expect.poll(() => bell(of).innerText()).toBe('1')));
    expect((await card().count()) + (await card(window2).count())).toBe(1);
    await page.keyboard.type('ten');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Paletten');
    await page.keyboard.press('Escape');
    expect(await barriersInBothLights(elsewhere.page)).toEqual([]);
    await page.keyboard.press('B');
    await ok('Werft anrufen').waitFor();
    await page.keyboard.press('2');
    await gone(elsewhere.page);
    await Promise.all([page, window2, elsewhere.page].map((of) => bell(of).waitFor({ state: 'detached' })));
    await page.getByText(/^Erinnert wieder heute|^Erinnert wieder morgen/).waitFor();
    const [alarm] = await alarms();
    const ahead = (alarm?.userAlarmTimestamp ?? 0) - Date.now() / 1000;
    expect(Math.round(ahead / 60)).toBe(15);
  });

  test(
    'what was put off for a time of one’s own rings again then; OK is silence everywhere, and can be taken back',
    long,
    async () => {
      await remind('Angebot prüfen', 1);
      await ok('Angebot prüfen', elsewhere.page).waitFor();
      await expect.poll(() => bell().innerText()).toBe('1');
      await page.keyboard.press('B');
      await ok('Angebot prüfen').waitFor();
      await page.keyboard.press('8');
      const dialog = page.getByRole('dialog', { name: 'Wann erinnern?' });
      await dialog.getByLabel('Oder wann?').fill('in 2 minuten');
      await dialog.getByRole('button', { name: 'Dann erinnern' }).click();
      await ok('Angebot prüfen', elsewhere.page).waitFor({ state: 'detached' });
      await expect.poll(async () => (await alarms()).filter(({ title }) => title === 'Angebot prüfen').length).toBe(1);
      await page.keyboard.press('Escape');
      // Nobody waits minutes for a test: the clock of the server is let go ahead.
      const url = kontor.databaseUrl;
      await expect
        .poll(() =>
          runSql(
            url,
            `update graphile_worker._private_jobs set run_at = now() where key like 'alarm.ring:%'
            and run_at < now() + interval '3 minutes' returning id`,
          ),
        )
        .not.toHaveLength(0);
      await ok('Angebot prüfen', elsewhere.page).waitFor();
      await ok('Angebot prüfen', elsewhere.page).click();
      await elsewhere.page.getByText('Erinnerung bestätigt: Angebot prüfen').waitFor();
      await Promise.all([page, window2].map((of) => bell(of).waitFor({ state: 'detached' })));
      expect((await alarms()).map(({ title }) => title)).not.toContain('Angebot prüfen');
      await elsewhere.page.getByRole('button', { name: 'Rückgängig' }).click();
      await ok('Angebot prüfen', elsewhere.page).waitFor();
      await Promise.all([page, window2].map(async (of) => expect.poll(() => bell(of).innerText()).toBe('1')));
      await ok('Angebot prüfen', elsewhere.page).click();
      await Promise.all([page, window2].map((of) => bell(of).waitFor({ state: 'detached' })));
    },
  );

  test('it rings without a network, as far as it is known, and what was missed rings when that is back', async () => {
    await window2.close();
    await remind('Vor der Funkstille gestellt', 6);
    await expect.poll(() => page.locator('.drawer .bell').count()).toBe(1);
    // The page has heard of it before the network goes.
    await page.keyboard.press('B');
    await card().getByText('Vor der Funkstille gestellt').waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await ok('Vor der Funkstille gestellt').waitFor();
    await remind('Während der Funkstille gestellt', 1);
    await ok('Während der Funkstille gestellt', elsewhere.page).waitFor();
    await ok('Vor der Funkstille gestellt').click();
    await gone(page);
    await context.setOffline(false);
    await ok('Während der Funkstille gestellt').waitFor();
    await expect
      .poll(async () => (await alarms()).map(({ title }) => title))
      .not.toContain('Vor der Funkstille gestellt');
    await ok('Während der Funkstille gestellt').click();
    await gone(elsewhere.page);
  });
});
