import type { ListEntry } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { PHONE, findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { clean } from './src/records.ts';

/** The journey of every day makes do with fewer: each is made as a person would. */
const MANY = process.env['KONTOR_FULL_TESTS'] === 'true' ? 10_000 : 1000;
/** Tasks that are made at once. */
const AT_ONCE = 40;

describe.skipIf(findBrowser() === undefined)('tasks', () => {
  let kontor: KontorProcess;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let seat: Seat;
  let page: Page;
  let anna: TestClient;
  let ben: TestClient;
  let address: string;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    ({ address } = kontor);
    seat = await sitDown(browser, address);
    ({ page } = seat);
    await signIn(page, 'anna', PASSWORD);
    [anna, ben] = (await Promise.all(
      ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, PASSWORD)),
    )) as [TestClient, TestClient];
  });
  afterAll(async () => {
    await seat?.close();
    await browser?.close();
    await kontor?.close();
  });

  const row = (on: Page, title: string) => rows(on).filter({ hasText: title }).first();
  const quick = (on: Page = page) => on.locator('.quick-input:visible');
  const list = (view = 'open', on: Page = page): Promise<unknown> => on.goto(`${address}/tasks/${view}/all/main`);
  const found = async (title: string, by = anna): Promise<ListEntry> => {
    const all = await by.query<ListEntry[]>('task.items', { view: 'all' });
    return all.find(({ information }) => information === title) ?? expect.fail(`No task is called ${title}`);
  };
  const details = async (title: string): Promise<TaskDetail> =>
    anna.query<TaskDetail>('task.details', { aggregateId: (await found(title)).aggregateId });
  const make = (title: string, more: object = {}) =>
    anna.command('task.create', { moduleLayout: 'task', title, inactive: false, zone: 'Europe/Berlin', ...more });
  /** Number of a person: aggregate ids say who looks. */
  const idOf = async (by: TestClient): Promise<number> => {
    const [first] = await by.query<ListEntry[]>('inbox.items', {});
    return parseAggregateId(first?.aggregateId ?? '')?.userId ?? expect.fail('Nothing is in the inbox');
  };
  /** A day so many from today, where the person is. */
  const day = (ahead: number): string =>
    Temporal.Now.zonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days: ahead }).toString();
  const isMade = (title: string) =>
    expect
      .poll(async () => (await anna.query<ListEntry[]>('task.items', { view: 'all' })).map((one) => one.information))
      .toContain(title);

  test('stand in the menu, in their frames, and say what they have', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { level: 1, name: 'Aufgaben' }).waitFor();
    await row(page, 'Messe Hamburg').waitFor();
    await expect
      .poll(() => row(page, 'Messe Hamburg').getByRole('img', { name: 'Teilaufgaben: 1 von 3' }).count())
      .toBe(1);
    expect(await row(page, 'Rückruf Meierei').locator('.task-due').innerText()).toMatch(/Überfällig seit:/);
    await clean(page, 'tasks-list');
  });

  test('a line is understood while it is typed, each part can be taken back, and Enter makes the task', async () => {
    await list();
    await quick().waitFor();
    await page.keyboard.press(',');
    await expect.poll(() => quick().evaluate((field) => field === globalThis.document.activeElement)).toBe(true);
    await quick().pressSequentially('morgen 9 Uhr Prüfstand mieten @Ben +Technik jeden Montag');
    const chips = page.getByRole('list', { name: 'Verstanden' });
    await chips.getByText('Ben Krüger').waitFor();
    await chips.getByText('jeden Montag').waitFor();
    await clean(page, 'tasks-line');
    await chips.getByRole('button', { name: /„jeden Montag“ nicht verstehen/ }).click();
    await chips.getByText('jeden Montag').waitFor({ state: 'hidden' });
    await quick().press('Enter');
    await row(page, 'Prüfstand mieten jeden Montag').waitFor();
    expect(await quick().inputValue()).toBe('');
    const made = await details('Prüfstand mieten jeden Montag');
    expect(made).toMatchObject({ tags: ['Technik'], repetitionConfig: null, inactive: false, zone: 'Europe/Berlin' });
    expect(
      Temporal.Instant.from(made.fixedMaturityDate ?? '')
        .toZonedDateTimeISO('Europe/Berlin')
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' }),
    ).toBe(`${day(1)}T09:00`);
    await row(page, 'Prüfstand mieten').getByText('Morgen 09:00').waitFor();
    expect((await found('Prüfstand mieten jeden Montag', ben)).contact).toBe('Ben Krüger');
  });

  test('a line without anything to do says so, and stays', async () => {
    await list();
    await quick().fill('morgen');
    await quick().press('Enter');
    await page.getByRole('alert').getByText('was zu tun ist').waitFor();
    expect(await quick().inputValue()).toBe('morgen');
    await quick().press('Escape');
    expect(await quick().inputValue()).toBe('');
  });

  test('without a network a line waits, and is made when there is one', async () => {
    await list();
    await quick().fill('Im Keller aufgeschrieben');
    await page.getByRole('button', { name: 'Anlegen' }).waitFor();
    await page.context().setOffline(true);
    await quick().press('Enter');
    await page.locator('.quick-waiting').getByText('Im Keller aufgeschrieben').waitFor();
    await page.context().setOffline(false);
    await row(page, 'Im Keller aufgeschrieben').waitFor();
    await page.locator('.quick-waiting').waitFor({ state: 'hidden' });
  });

  test('is put off by a day and a week by the keys, and back again', async () => {
    await make('Zaun streichen', { fixedMaturityDate: day(1) });
    await list();
    await row(page, 'Zaun streichen').click();
    await page.locator('[data-scrolls]:visible').first().waitFor();
    await row(page, 'Zaun streichen').locator('[data-part=picture]').click();
    await page.keyboard.press('Shift+T');
    await expect.poll(async () => (await details('Zaun streichen')).fixedMaturityDate).toBe(day(2));
    await page.keyboard.press('Shift+V');
    await expect.poll(async () => (await details('Zaun streichen')).fixedMaturityDate).toBe(day(9));
    await page.keyboard.press('z');
    await expect.poll(async () => (await details('Zaun streichen')).fixedMaturityDate).toBe(day(2));
    await page.keyboard.press('z');
    await expect.poll(async () => (await details('Zaun streichen')).fixedMaturityDate).toBe(day(1));
    await page.keyboard.press('Escape');
  });

  test('favourites, what is overdue, given, repeats or has a tag are lists of their own', async () => {
    await make('Längst vorbei', { fixedMaturityDate: day(-3) });
    await make('Für Ben', { responsibleUserId: await idOf(ben), ownerUserId: await idOf(anna), tags: ['Sonderfall'] });
    await list('all');
    await row(page, 'Zaun streichen').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Favorit' }).click();
    await row(page, 'Zaun streichen').getByRole('img', { name: 'Favorit' }).waitFor();
    await page.getByRole('tab', { name: 'Auswahl' }).click();
    const choose = async (name: string | RegExp, has: string): Promise<void> => {
      await page.getByRole('group', { name: 'Auswahl der Aufgaben' }).getByRole('button', { name }).click();
      await row(page, has).waitFor();
    };
    await choose('Favoriten', 'Zaun streichen');
    expect(await rows(page).count()).toBe(1);
    await choose('Überfällig', 'Längst vorbei');
    await clean(page, 'tasks-custom');
    await choose('Von mir vergeben', 'Für Ben');
    await choose('#Sonderfall', 'Für Ben');
    expect(new URL(page.url()).search).toBe('?custom=tag%3ASonderfall');
    await page.reload();
    await row(page, 'Für Ben').waitFor();
    expect(await rows(page).count()).toBe(1);
  });

  test('of one that repeats, this one, those to come or all are thrown away', async () => {
    const repetitionConfig = { type: 'weekly' };
    await make('Filter wechseln', { fixedMaturityDate: day(0), repetitionConfig });
    await make('Pumpe ölen', { fixedMaturityDate: day(0), repetitionConfig });
    await list();
    const ask = async (title: string) => {
      await row(page, title).hover();
      await row(page, title).locator('[data-action=delete]').click();
      return page.getByRole('dialog', { name: 'Wiederkehrende Aufgabe löschen' });
    };
    const dialog = await ask('Filter wechseln');
    await clean(page, 'tasks-removal');
    await dialog.getByRole('button', { name: 'Nur diese' }).click();
    // The next one of the series comes in its place.
    await expect.poll(async () => (await details('Filter wechseln')).fixedMaturityDate).toBe(day(7));
    await (await ask('Pumpe ölen')).getByRole('button', { name: 'Alle der Serie' }).click();
    await row(page, 'Pumpe ölen').waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await anna.query<ListEntry[]>('task.items', { view: 'all' })).map((one) => one.information))
      .not.toContain('Pumpe ölen');
    await list();
    await row(page, 'Filter wechseln').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Dieses Mal auslassen' }).click();
    await expect.poll(async () => (await details('Filter wechseln')).fixedMaturityDate).toBe(day(14));
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(async () => (await details('Filter wechseln')).fixedMaturityDate).toBe(day(7));
  });

  test('the open one asks the same, and is left out with the same way back', async () => {
    await make('Tank spülen', { fixedMaturityDate: day(0), repetitionConfig: { type: 'weekly' } });
    await list();
    await row(page, 'Tank spülen').click();
    const bar = page.getByRole('toolbar').filter({ visible: true });
    await bar.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Dieses Mal auslassen' }).click();
    await expect.poll(async () => (await details('Tank spülen')).fixedMaturityDate).toBe(day(7));
    await page.locator('.notices').getByRole('button', { name: 'Rückgängig' }).click();
    await expect.poll(async () => (await details('Tank spülen')).fixedMaturityDate).toBe(day(0));
    const dialog = page.getByRole('dialog', { name: 'Wiederkehrende Aufgabe löschen' });
    await bar.getByRole('button', { name: 'Löschen' }).press('Enter');
    await dialog.getByRole('button', { name: 'Alle der Serie' }).press('Enter');
    await row(page, 'Tank spülen').waitFor({ state: 'hidden' });
    await page.locator('.written-title').waitFor({ state: 'hidden' });
    await page.locator('.notices').getByRole('button', { name: 'Rückgängig' }).click();
    await row(page, 'Tank spülen').waitFor();
  });

  test('of several that repeat it is asked once, by the keys too, and all of it is taken back at once', async () => {
    const repetitionConfig = { type: 'weekly' };
    const titles = ['Reihe Kessel', 'Reihe Lüfter', 'Reihe allein'];
    for (const title of titles)
      await make(title, { fixedMaturityDate: day(0), ...(title === 'Reihe allein' ? {} : { repetitionConfig }) });
    const there = async (): Promise<readonly string[]> =>
      (await anna.query<ListEntry[]>('task.items', { view: 'all' })).map((one) => one.information);
    await list();
    const ask = async () => {
      for (const title of titles) await row(page, title).locator('[data-part=picture]').click();
      await page.keyboard.press('Delete');
      return page.getByRole('dialog', { name: 'Wiederkehrende Aufgaben löschen' });
    };
    const dialog = await ask();
    await dialog.getByText('2 der ausgewählten Aufgaben wiederholen sich').waitFor();
    await dialog.getByText('Ein weiterer Eintrag').waitFor();
    await clean(page, 'tasks-removals');
    // The keys go from choice to choice.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (const title of titles) await row(page, title).waitFor({ state: 'hidden' });
    await expect.poll(async () => (await there()).filter((title) => titles.includes(title))).toEqual([]);
    await page.keyboard.press('z');
    for (const title of titles) await row(page, title).waitFor();
    await expect.poll(async () => (await there()).filter((title) => titles.includes(title)).toSorted()).toEqual(titles);
    expect((await details('Reihe Kessel')).repetitionConfig).toMatchObject({ type: 'weekly', end: 'never' });
    await (await ask()).getByRole('button', { name: 'Nur die ausgewählten' }).click();
    // Those that repeat come again, a week later.
    await expect.poll(async () => (await details('Reihe Lüfter')).fixedMaturityDate).toBe(day(7));
    await expect.poll(there).not.toContain('Reihe allein');
  });

  test('one is begun from the menu of what can be begun, and by its key', async () => {
    await list();
    await page.getByRole('button', { name: 'Schreiben' }).first().click();
    await clean(page, 'tasks-create');
    await page.getByRole('menuitem', { name: 'Aufgabe' }).click();
    await page.waitForURL(/\/task\/.*\/edit/);
    await page.goto(`${address}/notes/all/all/main`);
    await page.getByRole('heading', { level: 1, name: 'Notizen' }).waitFor();
    await page.keyboard.press('Shift+Q');
    await page.waitForURL(/\/note\/.*\/edit/);
  });

  test('one is made of a mail, and of what is selected in it', async () => {
    await page.goto(`${address}/mails/all/all/main`);
    await rows(page).nth(2).click();
    const frame = page.frameLocator('.mail-sheet:visible iframe').first();
    await frame.locator('body').getByText(/\w{3}/).first().waitFor();
    const title = await rows(page).nth(2).locator('.row-information').innerText();
    const selected = await frame.locator('body').evaluate((body) => {
      const selection = body.ownerDocument.getSelection();
      selection?.selectAllChildren(body);
      return selection?.toString().trim() ?? '';
    });
    expect(selected).not.toBe('');
    await page.keyboard.press('Shift+C');
    await page.waitForURL(/\/task\/.*\/edit/);
    const id = decodeURIComponent(/\/task\/([^/]+)\//.exec(page.url())?.[1] ?? '');
    const made = await anna.query<TaskDetail>('task.details', { aggregateId: id });
    expect(made.title).toBe(title);
    expect(made.content.replaceAll(/<[^>]+>|\s/g, '').slice(0, 20)).toBe(
      selected.replaceAll(/\s/g, '').replaceAll('&', '&amp;').slice(0, 20),
    );
    expect(made.activityLink?.title).toBe(title);
  });

  test('is all there on a phone', async () => {
    const phone = await sitDown(browser, address, PHONE);
    await signIn(phone.page, 'anna', PASSWORD);
    await list('open', phone.page);
    await row(phone.page, 'Messe Hamburg').waitFor();
    await quick(phone.page).fill('übermorgen Werkzeug zählen');
    await phone.page.getByRole('list', { name: 'Verstanden' }).getByRole('button').waitFor();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
    await clean(phone.page, 'tasks-phone');
    // A menu that lies outside for a moment would move the whole page.
    await phone.page.getByRole('navigation').getByRole('button', { name: 'Schreiben' }).click();
    const menu = await phone.page.getByRole('menu').boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? PHONE.viewport.width)).toBeLessThan(PHONE.viewport.width);
    expect((menu?.y ?? 0) + (menu?.height ?? PHONE.viewport.height)).toBeLessThan(PHONE.viewport.height);
    expect(
      await phone.page.evaluate(() => [visualViewport?.offsetTop, visualViewport?.pageTop, visualViewport?.scale]),
    ).toEqual([0, 0, 1]);
    await picture(phone.page, 'create-phone');
    await phone.page.keyboard.press('Escape');
    await quick(phone.page).press('Enter');
    await isMade('Werkzeug zählen');
    await phone.close();
  });

  test('many thousand of them scroll', { timeout: 300_000 }, async () => {
    for (let from = 0; from < MANY; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          make(`Viele ${from + index}`, { fixedMaturityDate: day(30 + ((from + index) % 200)) }),
        ),
      );
    await list();
    await rows(page).first().waitFor();
    const scroller = page.locator('.virtual-list');
    const began = Date.now();
    for (let step = 0; step < 60; step += 1) {
      await scroller.evaluate((element) => element.scrollBy(0, 3000));
      await page.waitForTimeout(30);
    }
    await row(page, 'Viele').waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(await page.evaluate(() => document.querySelector('.virtual-list')?.scrollTop ?? 0)).toBeGreaterThan(20_000);
  });
});
