import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { PHONE, findBrowser, openBrowser, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { clean } from './src/records.ts';
import { chip, dialog, menu, openItem, saved, text, title, typeAtEnd, wordsOf } from './src/written.ts';

type Browser = Awaited<ReturnType<typeof openBrowser>>;

describe.skipIf(findBrowser() === undefined)('what people write themselves', () => {
  let kontor: KontorProcess | undefined;
  let browser: Browser | undefined;
  let annas: Seat;
  let bens: Seat;
  let anna: TestClient;
  let ben: TestClient;
  let address: string;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    ({ address } = kontor);
    [anna, ben] = (await Promise.all(
      ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, PASSWORD)),
    )) as [TestClient, TestClient];
    for (const { id, userName } of await anna.query<{ id: number; userName: string }[]>('account.people'))
      ids[userName] = id;
    annas = await sitDown(browser, address);
    bens = await sitDown(browser, address);
    await signIn(annas.page, 'anna', PASSWORD);
    await signIn(bens.page, 'ben', PASSWORD);
  });
  afterAll(async () => {
    await annas?.close();
    await bens?.close();
    await browser?.close();
    await kontor?.close();
  });

  const open = (on: Page, aggregateId: string, how: 'view' | 'edit' = 'view') =>
    openItem(on, address, aggregateId, how);
  const create = async (moduleLayout: 'task' | 'note', more: object = {}): Promise<string> =>
    (await anna.command<{ aggregateId: string }>('task.create', { moduleLayout, inactive: false, ...more }))
      .aggregateId;
  const detailsOf = (aggregateId: string, by = anna) => by.query<TaskDetail>('task.details', { aggregateId });
  /** A note that both write in. */
  const shared = (content: string, name = 'Besprechung') =>
    create('note', { title: name, content, ownerUserId: ids['ben'] });

  test('a note is begun from the menu, written at once, and there for others when it is finished', async () => {
    const { page } = annas;
    await page.goto(`${address}/notes/all/all/main`);
    await rows(page).first().waitFor();
    await page.keyboard.press('Shift+Q');
    await title(page).waitFor();
    await page.keyboard.type('Einkauf für die Messe');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Kabel und Klebeband');
    await saved(page);
    await rows(page).filter({ hasText: 'Einkauf für die Messe' }).waitFor();
    await clean(page, 'note-detail');
    const [found] = await anna.query<ListEntry[]>('note.items', { view: 'all', searchTerm: 'Klebeband' });
    expect(found?.information).toBe('Einkauf für die Messe');
  });

  test('what is typed before a new note is open stands in it, also where the server takes its time', async () => {
    const { page } = annas;
    await page.goto(`${address}/notes/all/all/main`);
    await rows(page).first().waitFor();
    const before = await rows(page).count();
    await page.route('**/command', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      await route.continue();
    });
    await page.keyboard.press('Shift+Q');
    await page.keyboard.type('Messe in Essen');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Halle 7');
    await expect.poll(() => title(page).inputValue()).toBe('Messe in Essen');
    await text(page).getByText('Halle 7').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await saved(page);
    expect(await rows(page).count()).toBe(before + 1);
  });

  test('and where the code for it has to be loaded first', async () => {
    const { page } = annas;
    await page.goto(`${address}/notes/all/all/main`);
    await rows(page).first().waitFor();
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      await route.continue();
    });
    await page.keyboard.press('Shift+Q');
    await page.keyboard.type('Messe in Hannover');
    await expect.poll(() => title(page).inputValue()).toBe('Messe in Hannover');
    await page.unrouteAll({ behavior: 'wait' });
    await saved(page);
  });

  test('two in one note see each other, and each other’s words as they come', async () => {
    const aggregateId = await shared('<p>Preise</p><p>Termine</p>');
    await open(annas.page, aggregateId);
    await open(bens.page, aggregateId);
    await typeAtEnd(text(annas.page), ' im Januar');
    await text(bens.page).getByText('Termine im Januar').waitFor();
    await bens.page.getByText(/Anna Berger (schreibt|liest) mit/).waitFor();
    const first = text(bens.page).getByText('Preise');
    await first.click();
    await bens.page.keyboard.press('End');
    await bens.page.keyboard.type(' steigen');
    await text(annas.page).getByText('Preise steigen').waitFor();
    expect(await wordsOf(annas.page)).toMatch(/Preise steigen\s+Termine im Januar/);
    await annas.page.getByText(/Ben Krüger (schreibt|liest) mit/).waitFor();
    await clean(bens.page, 'note-together');
  });

  test('both write in one line at a time, and no letter of either is lost', async () => {
    const aggregateId = await shared('<p>Anfang Ende</p>', 'Zugleich');
    await open(annas.page, aggregateId);
    await open(bens.page, aggregateId);
    const begin = async (on: Page, key: 'Home' | 'End'): Promise<void> => {
      await text(on).getByText('Anfang').click();
      await on.keyboard.press(key);
    };
    await begin(annas.page, 'Home');
    await begin(bens.page, 'End');
    await Promise.all([
      annas.page.keyboard.type('Anna schreibt hier vorne und hört nicht auf ', { delay: 25 }),
      bens.page.keyboard.type(' und Ben schreibt dahinter auch noch weiter', { delay: 25 }),
    ]);
    const whole = 'Anna schreibt hier vorne und hört nicht auf Anfang Ende und Ben schreibt dahinter auch noch weiter';
    for (const { page } of [annas, bens]) await expect.poll(() => wordsOf(page), { timeout: 15_000 }).toContain(whole);
    await expect.poll(async () => (await detailsOf(aggregateId)).content).toContain(whole);
  });

  test('what both have made something else of stands side by side, to be decided', async () => {
    const aggregateId = await create('task', { title: 'Angebot', ownerUserId: ids['ben'] });
    await open(annas.page, aggregateId);
    await open(bens.page, aggregateId);
    // Without a network Anna does not hear of it.
    await annas.page.context().setOffline(true);
    await title(annas.page).fill('Entwurf');
    await title(bens.page).fill('Bestellung');
    await saved(bens.page);
    await annas.page.context().setOffline(false);
    const panel = annas.page.getByRole('alert', { name: 'Zugleich geändert' });
    await panel.getByText('Bestellung').waitFor({ timeout: 20_000 });
    await panel.getByText('Entwurf').waitFor();
    await clean(annas.page, 'task-odds');
    await panel.getByRole('button', { name: 'Andere nehmen' }).click();
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await detailsOf(aggregateId)).title).toBe('Bestellung');
    expect(await title(annas.page).inputValue()).toBe('Bestellung');
  });

  test('a check-list counts in the list, and people and pictures stand in the text', async () => {
    const { page } = annas;
    const aggregateId = await shared('', 'Aufbau');
    await open(page, aggregateId);
    await text(page).click();
    await page.getByRole('button', { name: /Prüfliste|Checkliste|Aufgabenliste/ }).click();
    await page.keyboard.type('Licht');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Strom');
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('@Ben');
    await page.getByRole('option', { name: /Ben Krüger/ }).click();
    await saved(page);
    await expect.poll(async () => (await detailsOf(aggregateId)).content).toMatch(/data-checked="true"[\s\S]*Strom/);
    const { content, entry } = await detailsOf(aggregateId);
    expect(content).toContain(`data-mention="${ids['ben']}"`);
    expect(entry.extras).toMatchObject({ checks: 2, checked: 1 });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Bild einfügen' }).click();
    const buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    await (await chooser).setFiles({ name: 'punkt.gif', mimeType: 'image/gif', buffer });
    await expect.poll(async () => (await detailsOf(aggregateId)).content).toContain('data-kontor-inline');
    await open(bens.page, aggregateId);
    await expect
      .poll(() =>
        text(bens.page)
          .locator('img[alt="punkt"]')
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(1);
  });

  test('every change is in the history, with what can be put back', async () => {
    const { page } = annas;
    const aggregateId = await create('task', { title: 'Wartung', content: '<p>Termin im März</p>' });
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'ready' });
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'seen' });
    await open(page, aggregateId);
    await typeAtEnd(text(page), ' bei uns');
    await saved(page);
    await expect
      .poll(async () => (await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId })).length)
      .toBeGreaterThan(2);
    await menu(page, 'Verlauf');
    const history = dialog(page, 'Was geändert wurde');
    await history.getByText('bei uns').waitFor();
    await history.getByText('Erledigt').first().waitFor();
    await clean(page, 'task-history');
    await history
      .getByRole('button', { name: /„Text“ zurücknehmen/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await expect.poll(() => wordsOf(page)).not.toContain('bei uns');
    await expect.poll(async () => (await detailsOf(aggregateId)).content).toMatch(/^<p[^>]*>Termin im März<\/p>$/);
  });

  test('so is how it stands and where it lies, and each is put back by what is done by hand, too', async () => {
    const { page } = annas;
    const aggregateId = await create('task', { title: 'Zurück damit' });
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'seen' });
    const done = async (command: string, more: object = {}): Promise<void> =>
      void (await anna.command(`activity.${command}`, { aggregateIds: [aggregateId], ...more }));
    await done('setState', { state: 'ready' });
    await open(page, aggregateId);
    await menu(page, 'Verlauf');
    const history = dialog(page, 'Was geändert wurde');
    const putBack = (field: string) =>
      history.getByRole('button', { name: `Änderung an „${field}“ zurücknehmen` }).first();
    const entry = async () => (await detailsOf(aggregateId)).entry;
    const last = async () =>
      (await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId }))[0]?.differences[0];
    await putBack('Status').click();
    await expect.poll(async () => (await entry()).status).toBe(2);
    expect(await last()).toMatchObject({ field: 'state', before: 'ready', after: 'seen' });
    await done('archive');
    await putBack('Archiv').click();
    await expect.poll(async () => (await entry()).archived).toBe(false);
    expect(await last()).toMatchObject({ field: 'archived', before: true, after: false });
    const [record] = await anna.query<{ idoId: number; instanceId: number }[]>('record.search', { query: 'Meierei' });
    await anna.command('record.link', { aggregateId, idoId: record?.idoId, idoInstanceId: record?.instanceId });
    const links = async () =>
      (await anna.query<{ isSuggested: boolean }[]>('record.links', { aggregateId })).filter((one) => !one.isSuggested);
    await putBack('Verknüpfung').click();
    await expect.poll(links).toEqual([]);
    await history.getByText(/^Verknüpfung mit „.+“ gelöst$/).waitFor();
    await putBack('Verknüpfung').click();
    await expect.poll(links).toHaveLength(1);
    await done('delete');
    await putBack('Papierkorb').click();
    await expect.poll(async () => (await entry()).trashed).toBe(false);
    // Taken back once more it is in the trash again.
    await putBack('Papierkorb').click();
    await expect.poll(async () => (await entry()).trashed).toBe(true);
    expect(await last()).toMatchObject({ field: 'trashed', before: false, after: true });
  });

  test('a task is due, given to somebody, reminded of and repeated by its chips', async () => {
    const { page } = annas;
    const aggregateId = await create('task', { title: 'Bericht schreiben' });
    await open(page, aggregateId);
    await chip(page, /^Fällig/).click();
    await dialog(page, 'Wann ist es fällig?').getByRole('button', { name: 'Morgen' }).click();
    await chip(page, 'Fällig: morgen').waitFor();
    await chip(page, /^Verantwortlich/).click();
    await page.getByRole('menuitemradio', { name: 'Ben Krüger' }).click();
    await chip(page, 'Auftraggeber: Ich').waitFor();
    await chip(page, /^Erinnerung/).click();
    const alarm = dialog(page, 'Wer wird wann erinnert?');
    await alarm.getByRole('button', { name: 'Zum Termin' }).click();
    await clean(page, 'task-alarm');
    await alarm.getByRole('button', { name: 'Übernehmen' }).click();
    await chip(page, /^Wiederholung/).click();
    const repeat = dialog(page, 'Wie oft wiederholt es sich?');
    await repeat
      .getByLabel('Freitag')
      .or(repeat.getByLabel('Fr', { exact: true }))
      .check();
    await clean(page, 'task-repetition');
    await repeat.getByRole('button', { name: 'Übernehmen' }).click();
    await chip(page, /Wöchentlich · Fr/).waitFor();
    await saved(page);
    await expect
      .poll(async () => (await detailsOf(aggregateId)).repetitionConfig)
      .toMatchObject({ type: 'weekly', friday: true });
    expect(await detailsOf(aggregateId)).toMatchObject({
      responsibleUserId: ids['ben'],
      ownerUserId: ids['anna'],
      alarmConfig: { notifiable: true },
    });
    await rows(bens.page).first().waitFor();
    // He is told once it is finished.
    await expect
      .poll(async () => (await ben.query<ListEntry[]>('task.items', { view: 'open' })).map((one) => one.information), {
        timeout: 20_000,
      })
      .toContain('Bericht schreiben');
  });

  test('sub-tasks are added in a line, and done where they stand', async () => {
    const { page } = annas;
    const aggregateId = await create('task', { title: 'Messestand' });
    await open(page, aggregateId);
    const line = page.getByLabel('Teilaufgabe hinzufügen');
    for (const name of ['Teppich', 'Theke']) {
      await line.fill(name);
      await line.press('Enter');
      await page.locator('.task-around').getByRole('link', { name }).waitFor();
    }
    await page.getByRole('checkbox', { name: '„Teppich“ erledigen' }).click();
    await page.getByRole('checkbox', { name: '„Teppich“ wieder öffnen' }).waitFor();
    await page.getByText('1/2').first().waitFor();
    await expect.poll(async () => (await detailsOf(aggregateId)).subtasks.map(({ status }) => status)).toEqual([3, 2]);
  });

  test('who edits alone keeps the others out, until one takes over', async () => {
    const aggregateId = await shared('<p>Vertrag</p>', 'Vertragstext');
    await open(annas.page, aggregateId);
    await menu(annas.page, 'Allein bearbeiten');
    await annas.page.getByText('Sie bearbeiten das allein.').waitFor();
    await open(bens.page, aggregateId);
    await bens.page.getByText(/Anna Berger bearbeitet das allein/).waitFor();
    expect(await title(bens.page).getAttribute('readonly')).not.toBeNull();
    await clean(bens.page, 'note-locked');
    await bens.page.getByRole('button', { name: 'Übernehmen' }).click();
    await annas.page.getByText(/Ben Krüger bearbeitet das allein/).waitFor();
    await title(bens.page).fill('Vertragstext von Ben');
    await expect.poll(async () => (await detailsOf(aggregateId)).title).toBe('Vertragstext von Ben');
  });

  test('Ctrl+Enter finishes it and goes back', async () => {
    const { page } = annas;
    await page.goto(`${address}/tasks/all/all/main`);
    await rows(page).first().waitFor();
    await page.keyboard.press('q');
    await title(page).waitFor();
    await page.keyboard.type('Gleich fertig');
    await saved(page);
    await page.keyboard.press('Control+Enter');
    await title(page).waitFor({ state: 'hidden' });
    await expect
      .poll(() => anna.query<ListEntry[]>('task.items', { view: 'all', searchTerm: 'Gleich fertig' }))
      .toMatchObject([{ status: 3, extras: { inactive: false } }]);
  });

  test('a memo is written about a record, with its clock and its contact person', async () => {
    const { page } = annas;
    const [found] = await anna.query<{ idoId: number; instanceId: number }[]>('record.search', { query: 'Meierei' });
    const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', {
      idoId: found?.idoId,
      instanceId: found?.instanceId,
    });
    await open(page, aggregateId, 'edit');
    await page.keyboard.type('Anruf wegen der Wartung');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Termin im März.');
    await chip(page, /^Art des Gesprächs/).click();
    await page.getByRole('menuitemradio', { name: 'Telefonat' }).click();
    await chip(page, /^Dauer/).click();
    await page.getByRole('menuitem', { name: 'Uhr starten' }).click();
    await chip(page, /^Dauer: 0:0[1-9]/).waitFor();
    await chip(page, /^Dauer/).click();
    await page.getByRole('menuitem', { name: 'Uhr anhalten' }).click();
    await chip(page, /^Erinnerung/).click();
    await dialog(page, 'Wann möchten Sie erinnert werden?')
      .getByRole('button', { name: /^Morgen/ })
      .click();
    await saved(page);
    await clean(page, 'memo-detail');
    await expect
      .poll(() => anna.query('memo.details', { aggregateId }))
      .toMatchObject({
        title: 'Anruf wegen der Wartung',
        communicationTypeId: 1,
        content: expect.stringMatching(/^<p[^>]*>Termin im März\.<\/p>$/) as string,
      });
    const memo = await anna.query<{ duration: number; alarm: string | null }>('memo.details', { aggregateId });
    expect(memo.duration).toBeGreaterThan(0);
    expect(memo.alarm).not.toBeNull();
    expect((await ben.tryQuery('memo.details', { aggregateId })).status).toBe(404);
  });

  test('a phone has room for it', async () => {
    const aggregateId = await shared('<p>Unterwegs gelesen</p>', 'Auf dem Telefon');
    const phone = await sitDown(browser as Browser, address, PHONE);
    await signIn(phone.page, 'anna', PASSWORD);
    await open(phone.page, aggregateId);
    await clean(phone.page, 'note-phone');
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    expect(wide).toBe(false);
    await phone.close();
  });

  test('is nothing that a page complains of', () => {
    expect([...annas.complaints, ...bens.complaints]).toEqual([]);
  });
});
