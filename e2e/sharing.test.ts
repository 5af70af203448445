import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import {
  INSTALLED,
  PHONE,
  findBrowser,
  isControlled,
  openBrowser,
  picture,
  rows,
  signIn,
  sitDown,
  type Seat,
} from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

/** What it may take until a colleague's page shows what was done on another one, in milliseconds. */
const WITHIN_MS = 5000;

interface Item {
  readonly aggregateId: string;
  readonly information: string;
}

const entryOf = (id: string): number => (JSON.parse(id) as { entryId: number }).entryId;

describe.skipIf(findBrowser() === undefined)('items that one shares with another', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let anna: TestClient;
  let ben: TestClient;
  let annas: Seat;
  let bens: Seat;
  const names: Record<string, string> = {};
  /** What each kind is called by which it is tried. */
  const titles: Record<string, string> = {};

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    [anna, ben] = (await Promise.all(
      ['anna', 'ben'].map((name) => new TestClient(kontor.address, 'demo').signIn(name, PASSWORD)),
    )) as [TestClient, TestClient];
    const people =
      await anna.query<{ id: number; userName: string; firstName: string; lastName: string }[]>('account.people');
    for (const { userName, firstName, lastName } of people) names[userName] = `${firstName} ${lastName}`;
    await makeOne();
    annas = await sitDown(browser, kontor.address);
    await signIn(annas.page, 'anna', PASSWORD);
    bens = await sitDown(browser, kontor.address, INSTALLED);
    await signIn(bens.page, 'ben', PASSWORD);
  });
  afterAll(async () => {
    await annas?.close();
    await bens?.close();
    await browser?.close();
    await kontor?.close();
  });

  /** One item of each kind that is Anna's alone. */
  async function makeOne(): Promise<void> {
    const task = { moduleLayout: 'task', inactive: false, content: '<p>Bis Freitag.</p>' };
    await anna.command('task.create', { ...task, title: 'Angebot Halle 4 prüfen' });
    await anna.command('task.create', { ...task, moduleLayout: 'note', title: 'Zugang zum Archivkeller' });
    const data = Buffer.from('%PDF-1.7').toString('base64');
    await anna.command('document.create', {
      fileName: 'Mietvertrag Halle 4.pdf',
      size: 8,
      type: 'application/pdf',
      data,
      box: 0,
    });
    const { record } = await someRecord();
    const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', record);
    const memo = await anna.query<{ aggregateVersion: number }>('memo.details', { aggregateId });
    await anna.command('memo.save', {
      aggregateId,
      aggregateVersion: memo.aggregateVersion,
      title: 'Gespräch mit dem Vermieter',
      content: '<p>Er wartet auf unseren Brief.</p>',
      alarm: null,
      communicationTypeId: 1,
      contactPersonId: null,
      duration: 300,
      timestamp: Math.floor(Date.now() / 1000),
    });
    const all = (by: TestClient) => by.query<Item[]>('mail.items', { view: 'all' }, { format: 'json', limit: 1000 });
    const known = new Set((await all(ben)).map(({ aggregateId: id }) => entryOf(id)));
    const mine = await all(anna);
    const counts = Map.groupBy(mine, ({ information }) => information);
    const mail = mine.find(
      ({ aggregateId: id, information }) => !known.has(entryOf(id)) && counts.get(information)?.length === 1,
    );
    if (mail === undefined) throw new Error('Anna has no mail that Ben has not');
    await anna.command('activity.setState', { aggregateIds: [mail.aggregateId], state: 'unseen' });
    Object.assign(titles, {
      task: 'Angebot Halle 4 prüfen',
      note: 'Zugang zum Archivkeller',
      document: 'Mietvertrag Halle 4',
      memo: 'Gespräch mit dem Vermieter',
      mail: mail.information,
    });
  }

  async function someRecord() {
    const found = await anna.query<{ idoId: number; instanceId: number }[]>('record.search', { query: 'a' });
    const [first] = found;
    if (first === undefined) throw new Error('The demo has no records');
    return { record: { idoId: first.idoId, instanceId: first.instanceId } };
  }

  const clean = async (page: Page, name: string): Promise<void> => {
    await picture(page, name);
    expect(await barriersInBothLights(page), name).toEqual([]);
  };
  const row = (page: Page, title: string) => rows(page).filter({ hasText: title }).first();
  const everything = (page: Page, title: string) =>
    page.goto(`${kontor.address}/filter/all/all/main?q=${encodeURIComponent(title)}`);
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Teilen' });
  const over = (page: Page) => page.getByRole('region', { name: 'Geteilt' });

  /** Shares what is under the cursor of a list, by keys alone. */
  const shareByKeys = async (page: Page, title: string, who: string, message: string): Promise<void> => {
    await row(page, title).click();
    await page.keyboard.press('y');
    await dialog(page).getByRole('combobox', { name: 'Mit wem' }).waitFor();
    await page.keyboard.type(who.split(' ')[0] ?? '');
    await dialog(page).getByRole('option', { name: who }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await dialog(page).getByRole('textbox', { name: 'Nachricht' }).focus();
    await page.keyboard.type(message);
  };

  test.each(['task', 'note', 'document', 'memo', 'mail'])(
    'a %s is in the other’s list at once, with whose it is, and gone at once when it is taken back',
    async (kind) => {
      const title = titles[kind] ?? '';
      const [a, b] = [annas.page, bens.page];
      await a.goto(kontor.address);
      await everything(a, title);
      await everything(b, title);
      await b.getByText('Nichts gefunden').waitFor();
      await shareByKeys(a, title, names['ben'] ?? '', 'Bitte ansehen');
      if (kind === 'task') await clean(a, 'share-dialog');
      const from = Date.now();
      await a.keyboard.press('Control+Enter');
      await row(b, title).waitFor();
      expect(Date.now() - from).toBeLessThan(WITHIN_MS);
      await a.getByText(`mit ${names['ben']} geteilt`).first().waitFor();
      await row(b, title).getByRole('img', { name: 'Geteilt' }).waitFor();
      await row(a, title).getByRole('img', { name: 'Geteilt' }).waitFor();
      await row(b, title).click();
      await over(b).getByText(`Geteilt von ${names['anna']}: „Bitte ansehen“`).waitFor();
      await over(a)
        .getByRole('button', { name: `Geteilt mit ${names['ben']}` })
        .waitFor();
      if (kind === 'task' || kind === 'mail') await clean(b, `shared-${kind}`);
      await over(a).getByRole('button').click();
      await dialog(a).getByText('durch Sie').waitFor();
      const end = dialog(a).getByRole('button', { name: `Nicht mehr mit ${names['ben']} teilen` });
      const until = Date.now();
      await end.click();
      await row(b, title).waitFor({ state: 'detached' });
      expect(Date.now() - until).toBeLessThan(WITHIN_MS);
      // What was open is gone with it.
      await expect.poll(() => over(b).count()).toBe(0);
      await dialog(a).getByText('Noch mit niemandem geteilt.').waitFor();
      await a.keyboard.press('Escape');
    },
  );

  test('what was taken back is gone from the device too, also when that was without a network', async () => {
    const title = titles['note'] ?? '';
    const { page } = bens;
    await isControlled(page);
    const note = (await anna.query<Item[]>('filter.items', { view: 'all' }, { format: 'json', limit: 1000 })).find(
      ({ information }) => information === title,
    );
    const people = await anna.query<{ id: number; userName: string }[]>('account.people');
    const benId = people.find(({ userName }) => userName === 'ben')?.id ?? 0;
    const about = { aggregateIds: [note?.aggregateId ?? ''], userIds: [benId] };
    await anna.command('globalization.set', about);
    await page.goto(`${kontor.address}/notes/all/all/main`);
    await row(page, title).click();
    await over(page).waitFor();
    // Until what was read is written.
    await page.waitForTimeout(3000);
    await page.context().setOffline(true);
    await page.reload();
    await row(page, title).waitFor();
    await anna.command('globalization.remove', about);
    await page.context().setOffline(false);
    await row(page, title).waitFor({ state: 'detached' });
    await page.waitForTimeout(3000);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Notizen' }).first().waitFor();
    await page.waitForTimeout(1000);
    expect(await row(page, title).count()).toBe(0);
    await page.context().setOffline(false);
  });

  test('it is undone in the notice, and found by a word and a filter', async () => {
    const title = titles['task'] ?? '';
    const [a, b] = [annas.page, bens.page];
    await everything(b, `is:shared ${title}`);
    await b.getByText('Nichts gefunden').waitFor();
    await everything(a, title);
    await shareByKeys(a, title, names['ben'] ?? '', '');
    await a.keyboard.press('Control+Enter');
    await row(b, title).waitFor();
    await a.getByText('Rückgängig', { exact: true }).click();
    await row(b, title).waitFor({ state: 'detached' });
    await row(a, title).getByRole('img', { name: 'Geteilt' }).waitFor({ state: 'detached' });
  });

  test('without a network it waits, and what one was given one lets go of', async () => {
    const title = titles['note'] ?? '';
    const [a, b] = [annas.page, bens.page];
    await b.goto(`${kontor.address}/notes/all/all/main`);
    await everything(a, title);
    await row(a, title).click();
    await a.keyboard.press('y');
    await dialog(a).getByRole('combobox', { name: 'Mit wem' }).waitFor();
    await a.context().setOffline(true);
    await a.keyboard.type('Ben');
    await a.keyboard.press('Enter');
    await a.keyboard.press('Enter');
    await dialog(a).waitFor({ state: 'detached' });
    await row(a, title).getByRole('img', { name: 'Geteilt' }).waitFor();
    await over(a).getByText(`Geteilt mit ${names['ben']}`).waitFor();
    await picture(a, 'share-waits');
    await a.context().setOffline(false);
    await row(b, title).click();
    await over(b).getByRole('button', { name: 'Entfernen' }).click();
    const question = b.getByRole('dialog', { name: 'Aus Ihren Listen entfernen?' });
    await clean(b, 'share-let-go');
    await question.getByRole('button', { name: 'Entfernen' }).click();
    await b.getByText('Der Eintrag ist nicht mehr mit Ihnen geteilt.').waitFor();
    await row(b, title).waitFor({ state: 'detached' });
    await over(a).waitFor({ state: 'detached' });
  });

  const making = (title: string): Promise<unknown> =>
    anna.command('task.create', {
      moduleLayout: 'task',
      inactive: false,
      title,
      content: '<p>Treffpunkt ist Tor 4.</p>',
    });
  /** A list, with its first row under the cursor, by keys alone. */
  const toFirst = async (page: Page, term: string): Promise<void> => {
    await everything(page, term);
    await row(page, term).waitFor();
    for (const key of ['Tab', 'j']) await page.keyboard.press(key);
  };

  test('a group and words, by keys alone: its members have it through whom it says, with new words, until it is taken back', async () => {
    const title = 'Werksbesuch vorbereiten';
    const [a, b] = [annas.page, bens.page];
    const people = await anna.query<{ id: number }[]>('account.people');
    await anna.command('account.createGroup', { name: 'Montage', userIds: people.map(({ id }) => id) });
    await making(title);
    await everything(b, title);
    await b.getByText('Nichts gefunden').waitFor();
    await toFirst(a, title);
    await a.keyboard.press('y');
    await dialog(a).getByRole('combobox', { name: 'Mit wem' }).waitFor();
    await a.keyboard.type('mont');
    await dialog(a)
      .getByRole('option', { name: /Montage.*Gruppe, 2\sPersonen/ })
      .waitFor();
    await a.keyboard.press('Enter');
    await a.keyboard.press('Tab');
    await a.keyboard.type('Wer kommt mit?');
    expect(await dialog(a).getByRole('textbox', { name: 'Nachricht' }).inputValue()).toBe('Wer kommt mit?');
    await a.keyboard.press('Control+Enter');
    await a.getByText(/^1\sEintrag ist mit Montage geteilt/).waitFor();
    await row(b, title).waitFor({ timeout: WITHIN_MS });
    await row(b, title).click();
    await over(b).getByText(`Geteilt von ${names['anna']}: „Wer kommt mit?“`).waitFor();
    await over(b).getByText(`Geteilt mit ${names['chris']}`).waitFor();
    await b.getByText('Tor 4').first().waitFor();
    const line = (page: Page) => dialog(page).getByRole('listitem').filter({ hasText: 'Montage' });
    await b.keyboard.press('y');
    await line(b).getByText(`durch ${names['anna']}`).waitFor();
    expect(await line(b).innerText()).toMatch(new RegExp(`${names['ben']}.*Wer kommt mit`, 's'));
    await clean(b, 'shared-with-group');
    await b.keyboard.press('Escape');

    await a.keyboard.press('Enter');
    await over(a).getByText('Geteilt mit Montage').waitFor();
    await a.keyboard.press('y');
    await line(a).getByText('durch Sie').waitFor();
    await dialog(a).getByRole('button', { name: 'Nachricht ändern' }).press('Enter');
    await a.keyboard.press('Control+a');
    await a.keyboard.type('Am Montag um acht');
    await a.keyboard.press('Control+Enter');
    await over(b).getByText('„Am Montag um acht“').waitFor({ timeout: WITHIN_MS });
    await line(a).getByText('Am Montag um acht').waitFor();
    const place = b.url();
    await dialog(a).getByRole('button', { name: 'Nicht mehr mit Montage teilen' }).press('Enter');
    await row(b, title).waitFor({ state: 'detached', timeout: WITHIN_MS });
    await dialog(a).getByText('Noch mit niemandem geteilt.').waitFor();
    await a.keyboard.press('Escape');
    await dialog(a).waitFor({ state: 'detached' });
    // Neither the server nor what the device had kept of it opens it again.
    await b.goto(place);
    await b.getByText('Diese Aufgabe gibt es nicht mehr').waitFor();
    await clean(b, 'shared-gone');
    await isControlled(b);
    await b.context().setOffline(true);
    await b.reload();
    await b.locator('.state-page').first().waitFor();
    expect(await b.getByText('Tor 4').or(row(b, title)).count()).toBe(0);
    await b.context().setOffline(false);
    await everything(b, title);
    await b.getByText('Nichts gefunden').waitFor();

    await a.keyboard.press('z');
    await row(b, title).waitFor({ timeout: WITHIN_MS });
    await row(b, title).click();
    await over(b).getByText('„Am Montag um acht“').waitFor();
    // It is the group’s again, and not each one’s alone; who is in it lets go of it for themselves.
    await over(a).getByText('Geteilt mit Montage').waitFor();
    await b.keyboard.press('y');
    await line(b).getByRole('button', { name: 'Entfernen' }).press('Enter');
    const question = b.getByRole('dialog', { name: 'Aus Ihren Listen entfernen?' });
    await question.getByRole('button', { name: 'Entfernen' }).press('Enter');
    await b.getByText('Der Eintrag ist nicht mehr mit Ihnen geteilt.').waitFor();
    await row(b, title).waitFor({ state: 'detached', timeout: WITHIN_MS });
    await over(a).getByText('Geteilt mit Montage').waitFor();
  });

  test('several with several people, by keys, and z takes all of it back', async () => {
    const [a, b] = [annas.page, bens.page];
    const many = ['Prüfprotokoll Nord', 'Prüfprotokoll Süd'];
    for (const title of many) await making(title);
    const chris = await new TestClient(kontor.address, 'demo').signIn('chris', PASSWORD);
    const ofChris = async () =>
      (await chris.query<Item[]>('filter.items', { view: 'all', searchTerm: 'Prüfprotokoll' })).length;
    await everything(b, 'Prüfprotokoll');
    await b.getByText('Nichts gefunden').waitFor();
    await toFirst(a, 'Prüfprotokoll');
    for (const key of ['x', 'J', 'y']) await a.keyboard.press(key);
    const window = a.getByRole('dialog', { name: /^2\sEinträge teilen$/ });
    await window.getByRole('combobox', { name: 'Mit wem' }).waitFor();
    for (const name of ['ben', 'chris']) {
      await a.keyboard.type(name);
      await window.getByRole('option', { name: names[name] ?? '' }).waitFor();
      await a.keyboard.press('Enter');
    }
    await a.keyboard.press('Enter');
    await a.getByText(/^2\sEinträge sind mit 2\sPersonen geteilt/).waitFor();
    for (const title of many) await row(b, title).waitFor({ timeout: WITHIN_MS });
    await expect.poll(ofChris).toBe(2);
    await a.keyboard.press('z');
    await b.getByText('Nichts gefunden').waitFor({ timeout: WITHIN_MS });
    await expect.poll(ofChris).toBe(0);
    await expect.poll(() => rows(a).getByRole('img', { name: 'Geteilt' }).count()).toBe(0);
    await a.keyboard.press('Escape');
  });

  test('several at once are one dialog, on a phone too', async () => {
    const seat = await sitDown(browser, kontor.address, PHONE);
    const { page } = seat;
    await signIn(page, 'anna', PASSWORD);
    await everything(page, titles['document'] ?? '');
    await row(page, titles['document'] ?? '').click();
    await page.getByRole('button', { name: 'Weitere Aktionen' }).last().click();
    await page.getByRole('menuitem', { name: 'Teilen' }).click();
    await dialog(page).getByRole('combobox', { name: 'Mit wem' }).fill('Ben');
    await dialog(page)
      .getByRole('option', { name: names['ben'] ?? '' })
      .click();
    await clean(page, 'share-phone');
    await dialog(page).getByRole('button', { name: 'Teilen', exact: true }).click();
    await over(page).getByText(`Geteilt mit ${names['ben']}`).waitFor();
    await picture(page, 'shared-phone');
    await seat.close();
    const { page: a } = annas;
    await a.goto(`${kontor.address}/tasks/all/all/main`);
    await rows(a).first().click();
    await a.keyboard.press('x');
    await a.keyboard.press('J');
    await a.keyboard.press('y');
    const many = a.getByRole('dialog', { name: /^2.Einträge teilen$/ });
    await many.getByRole('combobox', { name: 'Mit wem' }).fill('Ben');
    await a.keyboard.press('Enter');
    await clean(a, 'share-many');
    await many.getByRole('button', { name: 'Teilen', exact: true }).click();
    await a.getByText(/^2.Einträge sind mit/).waitFor();
    expect(annas.complaints).toEqual([]);
    expect(bens.complaints).toEqual([]);
  });
});
