// Covers: record, editor
import type { ItemChangeEntry } from '@kontor/contract/activity';
import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { PHONE, findBrowser, rows, openSession } from '../src/browser.ts';
import { PUMP, clean, line, linkedChip, reader, row, startRecords, type RecordStage } from '../src/records.ts';
import { openItem, saved, text, title, typeAtEnd } from '../src/written.ts';
import { written } from '../src/writing.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

describe.skipIf(findBrowser() === undefined)('records that are named in texts', () => {
  let stage: RecordStage;
  let page: Page;
  let boiler: Named;
  let port: Named;
  let ben: number;

  beforeAll(async () => {
    stage = await startRecords();
    ({ page } = stage.annas);
    const { idoInstanceId } = stage.shipyard;
    const create = async (values: object): Promise<Named> => {
      const params = { idoInstanceId, jsonPayload: { values } };
      const { idoId } = await stage.anna.command<{ idoId: number }>('record.create', params);
      return { idoId, idoInstanceId };
    };
    boiler = await create({ name: 'Kesselbau Quarnstedt', number: '90417', city: 'Quarnstedt' });
    port = await create({ name: 'Hafenbetrieb Quarnstedt', number: '90418' });
    const people = await stage.anna.query<{ id: number; userName: string }[]>('account.people');
    ben = people.find(({ userName }) => userName === 'ben')?.id ?? 0;
  });
  afterAll(() => stage?.close());

  const list = (on = page) => on.getByRole('listbox', { name: /^(Gefundene Datensätze|Records found)$/ });
  const offers = (on = page) => list(on).getByRole('option');
  const chips = (on = page) => on.locator('.link-line:visible button.link-chip');
  const named = (words: string, on = page) => text(on).locator('.written-record').filter({ hasText: words });
  const recordPage = (on = page) => on.locator('.record-page:visible').getByRole('heading', { level: 1 });
  const happened = (on: Page) => on.locator('.record-page:visible .happened-item');
  const keyOf = ({ idoInstanceId, idoId }: Named): string => `${idoInstanceId}-${idoId}`;
  const create = async (moduleLayout: 'note' | 'task', name: string, content = ''): Promise<string> => {
    const given = { moduleLayout, inactive: false, title: name, content, ownerUserId: ben };
    return (await stage.anna.command<{ aggregateId: string }>('task.create', given)).aggregateId;
  };
  const open = (aggregateId: string, on = page) => openItem(on, stage.kontor.address, aggregateId);
  const detailsOf = (aggregateId: string) => stage.anna.query<TaskDetail>('task.details', { aggregateId });
  const linkedWith = async (aggregateId: string) => (await detailsOf(aggregateId)).links.map(({ idoId }) => idoId);
  const linkings = async (aggregateId: string): Promise<number> =>
    (await stage.anna.query<ItemChangeEntry[]>('activity.history', { aggregateId }))
      .flatMap(({ differences }) => differences)
      .filter(({ field }) => field === 'links').length;
  const undo = () => page.locator('button.button').filter({ hasText: 'Rückgängig' });
  /** Moves the choice to a record and takes it by a key. */
  const choose = async (words: string, key: string): Promise<void> => {
    await expect.poll(() => offers().count()).toBe(2);
    const chosen = list().locator('[aria-selected=true]');
    await chosen.waitFor();
    if (!(await chosen.innerText()).includes(words)) await page.keyboard.press('ArrowDown');
    expect(await chosen.innerText()).toContain(words);
    await page.keyboard.press(key);
    await list().waitFor({ state: 'detached' });
  };

  test('one is chosen by keys alone: the note is kept with it, linked with it, and in its history, until Undo', async () => {
    const note = await create('note', 'Rückruf');
    const bens = stage.bens.page;
    await bens.goto(`${stage.kontor.address}/record/${keyOf(boiler)}/ido/view/activity`);
    await bens.getByText('Noch nichts geschehen').waitFor();
    await open(note);
    await text(page).click();
    await page.keyboard.type('Anruf von #quarn');
    await offers().first().waitFor();
    await offers().filter({ hasText: 'Kesselbau Quarnstedt' }).getByText('Kunden').waitFor();
    await clean(page, 'record-mention-offers');
    await choose('Kesselbau', 'Enter');
    await page.keyboard.type('wegen der Dichtung');
    await page.getByText(/^Verknüpft mit Kesselbau Quarnstedt/).waitFor();
    await chips().filter({ hasText: 'Kesselbau Quarnstedt' }).waitFor();
    await saved(page);
    await clean(page, 'record-mention-note');
    expect((await detailsOf(note)).content).toBe(
      `<p>Anruf von\u00a0<span data-record="${keyOf(boiler)}">#Kesselbau Quarnstedt</span>\u00a0wegen der Dichtung</p>`,
    );
    expect(await linkedWith(note)).toEqual([boiler.idoId]);
    const found = await stage.anna.query<{ information: string }[]>('note.items', {
      view: 'all',
      searchTerm: 'kesselbau dichtung',
    });
    expect(found.map(({ information }) => information)).toEqual(['Rückruf']);
    await happened(bens).filter({ hasText: 'Rückruf' }).waitFor();
    await undo().click();
    await expect.poll(() => linkedWith(note)).toEqual([]);
    await expect.poll(() => happened(bens).count()).toBe(0);
    await named('#Kesselbau Quarnstedt').waitFor();
  });

  test('one is opened by a click and by keys', async () => {
    const named1 = `<span data-record="${keyOf(boiler)}">#Kesselbau Quarnstedt</span>`;
    const note = await create('note', 'Termin', `<p>Bei ${named1} um drei</p>`);
    await open(note);
    await named('#Kesselbau Quarnstedt').click();
    await recordPage().filter({ hasText: 'Kesselbau Quarnstedt' }).waitFor();
    await open(note);
    await text(page).click();
    await page.keyboard.press('Control+End');
    for (let n = 0; n < 20 && (await text(page).locator('.ProseMirror-selectednode').count()) === 0; n += 1)
      await page.keyboard.press('ArrowLeft');
    await clean(page, 'record-mention-chosen');
    await page.keyboard.press('Enter');
    await recordPage().filter({ hasText: 'Kesselbau Quarnstedt' }).waitFor();
    expect((await detailsOf(note)).content).toContain('Bei <span');
  });

  test('one that the item is linked with is named and nothing else; a number is itself until an arrow key', async () => {
    const task = await create('task', 'Wartung');
    await stage.anna.command('record.link', { aggregateId: task, ...port });
    await open(task);
    await chips().filter({ hasText: 'Hafenbetrieb' }).waitFor();
    await text(page).click();
    await page.keyboard.type('Bei #quarn');
    await choose('Hafenbetrieb', 'Tab');
    await page.keyboard.type('Punkt #90417');
    await offers().first().waitFor();
    expect(await list().locator('[aria-selected=true]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('und #90417');
    await offers().first().waitFor();
    await page.keyboard.press('Escape');
    await list().waitFor({ state: 'detached' });
    await page.keyboard.type(' oder #zzzz');
    await page.keyboard.press('Enter');
    await page.keyboard.type('sonst #90417');
    await offers().first().waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await chips().filter({ hasText: 'Kesselbau' }).waitFor();
    await saved(page);
    const words = (await detailsOf(task)).content.replaceAll('\u00a0', ' ');
    expect(words.replaceAll(/<[^>]*>/g, '|')).toBe(
      '|Bei |#Hafenbetrieb Quarnstedt| Punkt #90417||und #90417 oder #zzzz||sonst |#Kesselbau Quarnstedt| |',
    );
    expect(await linkedWith(task)).toEqual([port.idoId, boiler.idoId]);
    expect(await linkings(task)).toBe(2);
  });

  test('a note that is begun is linked with what it names before it is finished', async () => {
    await page.goto(`${stage.kontor.address}/notes/all/all/main`);
    await rows(page).first().waitFor();
    await page.keyboard.press('Shift+Q');
    await title(page).waitFor();
    await page.keyboard.type('Lieferzeiten');
    await page.keyboard.press('Enter');
    await page.keyboard.type('#quarn');
    await choose('Hafenbetrieb', 'Enter');
    await chips().filter({ hasText: 'Hafenbetrieb' }).waitFor();
    await saved(page);
    const about = async () =>
      (
        await stage.anna.query<{ information: string }[]>('filter.items', {
          view: 'all',
          searchTerm: `record:${port.idoId}`,
        })
      ).map(({ information }) => information);
    await expect.poll(about).toContain('Lieferzeiten');
  });

  test('in a memo too', async () => {
    const { aggregateId } = await stage.anna.command<{ aggregateId: string }>('memo.create', {
      idoId: port.idoId,
      instanceId: port.idoInstanceId,
    });
    await open(aggregateId);
    await typeAtEnd(text(page), 'Kommt mit #quarn');
    await choose('Kesselbau', 'Enter');
    await saved(page);
    await chips().filter({ hasText: 'Kesselbau' }).waitFor();
    expect(await chips().count()).toBe(2);
  });

  test('without a connection it is said why none is offered, and Enter begins a line', async () => {
    const note = await create('note', 'Unterwegs');
    await open(note);
    await text(page).click();
    await page.context().setOffline(true);
    await page.keyboard.type('Bei #quarn');
    await page.getByText('Zum Suchen braucht es eine Verbindung.').filter({ visible: true }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('weiter');
    await page.context().setOffline(false);
    await expect.poll(async () => (await detailsOf(note)).content).toContain('weiter');
    expect((await detailsOf(note)).content.replaceAll('\u00a0', ' ')).toBe('<p>Bei #quarn</p><p>weiter</p>');
  });

  test('in a comment on a mail it is words, and the mail is linked', async () => {
    await page.goto(`${stage.kontor.address}/mails/all/all/main`);
    await row(page, PUMP).click();
    await reader(page).waitFor();
    await page.keyboard.press('m');
    const field = page.getByRole('textbox', { name: 'Kommentar' });
    await field.waitFor();
    await page.keyboard.type('Gehört zu #quarn');
    await offers().first().waitFor();
    await clean(page, 'record-mention-comment');
    await choose('Kesselbau', 'Enter');
    expect(await field.inputValue()).toBe('Gehört zu #Kesselbau Quarnstedt ');
    await linkedChip(page, 'Kesselbau Quarnstedt').waitFor();
    await page.keyboard.type('oder #quarn');
    await choose('Kesselbau', 'Tab');
    await page.keyboard.press('Control+Enter');
    await reader(page).locator('.comment-text').filter({ hasText: 'oder #Kesselbau Quarnstedt' }).waitFor();
    expect(await line(page).locator('button.link-chip').filter({ hasText: 'Kesselbau' }).count()).toBe(1);
    await undo().click();
    await expect.poll(() => linkedChip(page, 'Kesselbau Quarnstedt').count()).toBe(0);
  });

  test('in a mail that is written it is its title, and nothing internal', async () => {
    await page.goto(`${stage.kontor.address}/mails/all/all/main`);
    await page.getByRole('button', { name: 'Schreiben' }).first().click();
    await page.getByRole('menuitem', { name: 'E-Mail' }).click();
    const mail = written(page);
    await mail.text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Angebot für #quarn');
    await offers().first().waitFor();
    await clean(page, 'record-mention-mail');
    await choose('Kesselbau', 'Enter');
    await page.keyboard.type('anbei');
    await mail.text.getByText('Angebot für Kesselbau Quarnstedt anbei').waitFor();
    expect(await mail.text.locator('[data-record], .written-record').count()).toBe(0);
    const draft = async (): Promise<string> => {
      const { autoDrafts } = await stage.anna.query<{ autoDrafts: { ID: number }[] }>('mail.accounts');
      const draftOrTemplateId = autoDrafts[0]?.ID;
      if (draftOrTemplateId === undefined) return '';
      return (await stage.anna.query<{ Content: string }>('mail.draftOrTemplate', { draftOrTemplateId })).Content;
    };
    await expect
      .poll(async () => (await draft()).replaceAll('\u00a0', ' '))
      .toContain('Angebot für Kesselbau Quarnstedt anbei</p>');
    expect(await draft()).not.toContain(keyOf(boiler));
    // A person, by the same list: the name stands in the text, and the address in the head.
    await page.keyboard.type(' für @paul');
    const people = page.getByRole('listbox', { name: 'Vorschläge' }).filter({ visible: true });
    await people.getByRole('option').filter({ hasText: 'Paul Neumann' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('persönlich');
    await mail.text.getByText(/anbei für Paul Neumann persönlich/).waitFor();
    expect(await mail.chips.allInnerTexts()).toEqual(['Paul Neumann']);
  });

  test('who may see no records reads the words, is offered none, and is told so where one is opened', async () => {
    const content = `<p>Bei <span data-record="${keyOf(boiler)}">#Kesselbau Quarnstedt</span> fragen</p>`;
    const note = await create('note', 'Nachfrage', content);
    await stage.kontor.cli(['rights', 'revoke', 'demo', 'ben', 'idoList']);
    const bens = stage.bens.page;
    await open(note, bens);
    await expect.poll(() => text(bens).innerText()).toContain('Bei #Kesselbau Quarnstedt fragen');
    await expect.poll(() => bens.locator('.link-line:visible').count()).toBe(0);
    const requests: string[] = [];
    bens.on('request', (request) => requests.push(request.url()));
    await typeAtEnd(text(bens), ' bei #quarn');
    await bens.keyboard.press('Enter');
    await bens.keyboard.type('weiter');
    await saved(bens);
    expect(await list(bens).count()).toBe(0);
    expect(requests.filter((url) => url.includes('record.'))).toEqual([]);
    await clean(bens, 'record-mention-without-right');
    await named('#Kesselbau Quarnstedt', bens).click();
    await expect.poll(() => bens.url()).toContain(`/record/${keyOf(boiler)}`);
    await bens.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' }).waitFor();
    await clean(bens, 'record-mention-not-seen');
    expect(await recordPage(bens).count()).toBe(0);
  });

  test('on a phone, in English, by fingers', async () => {
    const note = await create('note', 'Call back');
    const phone = await openSession(stage.browser, stage.kontor.address, { ...PHONE, locale: 'en-US' });
    const on = phone.page;
    await on.getByLabel('User name').fill('anna');
    await on.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await on.getByRole('button', { name: 'Sign in', exact: true }).click();
    await on.getByRole('heading', { name: 'Inbox' }).waitFor();
    await on.goto(`${stage.kontor.address}/note/${encodeURIComponent(note)}/module/view`);
    const field = on.getByRole('textbox', { name: /^Text of/ }).filter({ visible: true });
    await field.tap();
    await on.keyboard.type('Call #quarn');
    await offers(on).first().waitFor();
    const box = await list(on).boundingBox();
    expect(box === null ? 0 : box.x + box.width).toBeLessThanOrEqual(390);
    await clean(on, 'record-mention-phone');
    await offers(on).filter({ hasText: 'Kesselbau' }).tap();
    await on.keyboard.type('tomorrow');
    await on.getByText(/^Linked with Kesselbau Quarnstedt/).waitFor();
    await expect.poll(() => linkedWith(note)).toEqual([boiler.idoId]);
    await clean(on, 'record-mention-phone-note');
    await field.locator('.written-record').tap();
    await recordPage(on).filter({ hasText: 'Kesselbau Quarnstedt' }).waitFor();
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});
