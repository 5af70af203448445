// Covers: task, memo, editor
import type { ItemChangeEntry } from '@kontor/contract/activity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { findBrowser, rows, type BrowserSession } from '../src/browser.ts';
import { openNotes, type NoteStage } from '../src/notes.ts';
import { clean } from '../src/records.ts';
import { dialog, menu, saved, text, title, wordsOf } from '../src/written.ts';

describe.skipIf(findBrowser() === undefined)('what people write themselves, further on', () => {
  let stage: NoteStage | undefined;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let anna: TestClient;
  let address: string;
  let ids: NoteStage['ids'];
  let open: NoteStage['open'];
  let create: NoteStage['create'];
  let shared: NoteStage['shared'];
  let detailsOf: NoteStage['detailsOf'];

  beforeAll(async () => {
    stage = await openNotes();
    ({ annas, bens, anna, address, ids, open, create, shared, detailsOf } = stage);
  });
  afterAll(() => stage?.close());

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
    for (const { page } of [annas, bens]) await expect.poll(() => wordsOf(page)).toContain(whole);
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
    await panel.getByText('Bestellung').waitFor();
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

  test('is nothing that a page complains of', () => {
    expect([...annas.complaints, ...bens.complaints]).toEqual([]);
  });
});
