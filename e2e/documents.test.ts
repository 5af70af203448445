import type { ListEntry } from '@kontor/contract/activity';
import type { DocumentDetail } from '@kontor/contract/document';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { PHONE, findBrowser, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { clean } from './src/records.ts';
import { WRITING_PASSWORD as PASSWORD, openDesk, written, type WritingDesk } from './src/writing.ts';

const SCAN = 'Scan vom Kopierer Flur 1';
const CONTRACT = 'Wartungsvertrag Meierei Geestland';

describe.skipIf(findBrowser() === undefined)('documents', () => {
  let desk: WritingDesk | undefined;
  let page: Page;
  let bens: Seat;
  let anna: TestClient;
  let ben: TestClient;
  let address: string;

  beforeAll(async () => {
    desk = await openDesk();
    ({ page } = desk.seat);
    ({ address } = desk.kontor);
    [anna, ben] = (await Promise.all(
      ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, PASSWORD)),
    )) as [TestClient, TestClient];
    bens = await sitDown(desk.browser, address);
    await signIn(bens.page, 'ben', PASSWORD);
  });
  afterAll(async () => {
    await bens?.close();
    await desk?.close();
  });

  const row = (on: Page, title: string) => rows(on).filter({ hasText: title }).first();
  const shown = (on: Page) => on.locator('.document:visible');
  const bar = (on: Page) => on.locator('.document-bar:visible');
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const list = (on: Page): Promise<unknown> => on.goto(`${address}/documents/all/all/main`);
  const open = async (on: Page, title: string): Promise<void> => {
    await list(on);
    await row(on, title).click();
    await shown(on).getByRole('heading', { level: 1, name: title }).waitFor();
  };
  const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  const choose = async (files: Parameters<Page['setInputFiles']>[1]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Hochladen' }).first().click();
    await (await chooser).setFiles(files);
  };
  const named = async (by: TestClient, title: string): Promise<ListEntry> => {
    const all = await by.query<ListEntry[]>('document.items', { view: 'all' });
    return all.find(({ information }) => information === title) ?? expect.fail(`No document is called ${title}`);
  };

  test('stand in the menu, and are listed with what they are', async () => {
    await page.getByRole('link', { name: 'Dokumente' }).click();
    await row(page, 'Preisliste 2027').waitFor();
    expect(await row(page, 'Preisliste 2027').innerText()).toMatch(/Chris Okafor[\s\S]*Vertrieb · PDF/);
    await clean(page, 'documents-list');
  });

  test('a file is uploaded, filed into a box, and is there for the others as it comes', async () => {
    await list(bens.page);
    await choose([text('Prüfprotokoll Presse 4.txt', 'Der Drehmomentschlüssel wurde geeicht.')]);
    const filing = dialog('Dokument ablegen');
    await filing.getByLabel('Titel').fill('Prüfprotokoll');
    await filing.getByLabel('Ablage').selectOption({ label: 'Technik' });
    await filing.getByLabel('Schlagwörter').fill('Presse, Eichung');
    await clean(page, 'documents-filing');
    await filing.getByRole('button', { name: 'Ablegen', exact: true }).click();
    await filing.waitFor({ state: 'hidden' });
    await row(page, 'Prüfprotokoll').waitFor();
    await row(bens.page, 'Prüfprotokoll').waitFor();
    expect(await named(ben, 'Prüfprotokoll')).toMatchObject({ status: 1, channel: 'Technik', contact: 'Anna Berger' });
  });

  test('files that are dropped on the list are filed as many', async () => {
    await list(page);
    await row(page, 'Prüfprotokoll').waitFor();
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['eins'], 'Plan A.txt', { type: 'text/plain' }));
      transfer.items.add(new File(['zwei'], 'Plan B.txt', { type: 'text/plain' }));
      return transfer;
    });
    for (const type of ['dragenter', 'dragover', 'drop'])
      await row(page, 'Prüfprotokoll').dispatchEvent(type, { dataTransfer: data });
    const filing = dialog('2 Dokumente ablegen');
    await filing.getByRole('button', { name: 'Plan B.txt entfernen' }).waitFor();
    await filing.getByLabel('Ablage').selectOption({ label: 'Nur für mich' });
    await filing.getByRole('button', { name: 'Ablegen', exact: true }).click();
    await row(page, 'Plan A').waitFor();
    await row(page, 'Plan B').waitFor();
    expect(
      (await ben.query<ListEntry[]>('document.items', { view: 'all' })).map((one) => one.information),
    ).not.toContain('Plan A');
  });

  test('opens with what is in it, and is found by that', async () => {
    await open(page, 'Prüfprotokoll');
    await shown(page).getByText('Der Drehmomentschlüssel wurde geeicht.').waitFor();
    await clean(page, 'documents-detail');
    await expect
      .poll(
        async () =>
          (await anna.query<ListEntry[]>('document.items', { view: 'all', searchTerm: 'drehmomentschlüssel' })).length,
      )
      .toBe(1);
    await page.goto(`${address}/filter/all/all/main?q=drehmomentschlüssel`);
    await row(page, 'Prüfprotokoll').waitFor();
  });

  test('a new version takes its place, and the old one stays', async () => {
    await open(bens.page, 'Prüfprotokoll');
    await open(page, 'Prüfprotokoll');
    await bar(page).getByRole('button', { name: 'Weitere Aktionen' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Neue Version hochladen' }).click();
    await (await chooser).setFiles([text('Prüfprotokoll 2.txt', 'Zweite Messung: alles gut.')]);
    await dialog(/^Neue Version/)
      .getByRole('button', { name: 'Als neue Version ablegen' })
      .click();
    await shown(page).getByText('Zweite Messung: alles gut.').waitFor();
    // The colleague who has it open sees it as well.
    await shown(bens.page).getByText('Zweite Messung: alles gut.').waitFor();
    await shown(page)
      .getByRole('button', { name: /Version 1/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog');
    await viewer.getByText('Der Drehmomentschlüssel wurde geeicht.').waitFor();
    await clean(page, 'documents-version');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
  });

  test('is edited by the keys, and asks where two have changed the same', async () => {
    await open(page, 'Prüfprotokoll');
    await page.keyboard.press('Shift+E');
    const title = shown(page).getByLabel('Titel');
    await expect.poll(() => title.evaluate((field) => field === globalThis.document.activeElement)).toBe(true);
    await clean(page, 'documents-edit');
    const { aggregateId } = await named(ben, 'Prüfprotokoll');
    const before = await ben.query<DocumentDetail>('document.details', { aggregateId });
    await ben.command('document.process', {
      aggregateId,
      title: 'Protokoll von Ben',
      filename: before.filename,
      buzzwords: 'Presse, Eichung, Ben',
      categories: [],
      postboxId: before.postboxId,
      aggregateVersion: before.aggregateVersion,
    });
    await title.fill('Protokoll von Anna');
    await page.keyboard.press('Control+Enter');
    await shown(page).getByText('Jemand anderes hat inzwischen dasselbe geändert').waitFor();
    await clean(page, 'documents-conflict');
    await shown(page)
      .getByRole('radio', { name: /Protokoll von Ben/ })
      .waitFor();
    await shown(page).getByRole('button', { name: 'Speichern' }).click();
    await shown(page).getByRole('heading', { level: 1, name: 'Protokoll von Anna' }).waitFor();
    // What only the other one has changed is kept.
    expect(await anna.query<DocumentDetail>('document.details', { aggregateId })).toMatchObject({
      title: 'Protokoll von Anna',
      buzzwords: 'Presse, Eichung, Ben',
    });
  });

  test('what is begun to be edited is not lost by going elsewhere', async () => {
    await open(page, 'Protokoll von Anna');
    await page.keyboard.press('Shift+E');
    await shown(page).getByLabel('Titel').fill('Halb geschrieben');
    await page.getByRole('link', { name: 'Papierkorb' }).click();
    await page.getByRole('link', { name: 'Dokumente' }).click();
    await row(page, 'Protokoll von Anna').click();
    expect(await shown(page).getByLabel('Titel').inputValue()).toBe('Halb geschrieben');
    await shown(page).getByRole('button', { name: 'Abbrechen' }).click();
    await page.getByRole('button', { name: /Verwerfen/ }).click();
    await shown(page).getByRole('heading', { level: 1, name: 'Protokoll von Anna' }).waitFor();
  });

  test('documents are taken along in a mail', async () => {
    await page.goto(`${address}/mailSend?draft=${crypto.randomUUID()}`);
    const mail = written(page);
    await mail.form.getByRole('button', { name: 'Aus Dokumenten' }).click();
    const picker = dialog('Aus den Dokumenten anhängen');
    await picker.getByRole('searchbox').or(picker.getByRole('textbox')).first().fill('preisliste');
    await picker.getByText('Preisliste 2027.pdf').waitFor();
    await clean(page, 'documents-picker');
    await picker.getByRole('checkbox').first().check();
    await picker.getByRole('button', { name: /nhängen$/ }).click();
    await mail.form.getByText('Preisliste 2027.pdf').waitFor();
    await mail.to.fill('paul@werft.example');
    await mail.subject.fill('Preise');
    await mail.text.fill('Guten Tag, anbei die Preisliste.');
    await mail.saved.waitFor();
    await page.reload();
    await mail.form.getByText('Preisliste 2027.pdf').waitFor();
    await mail.form.getByRole('button', { name: 'Senden', exact: true }).click();
    const sent = await desk?.catcher.next('paul@werft.example');
    expect(sent?.toString()).toMatch(/Content-Type: application\/pdf[\s\S]*Preisliste 2027\.pdf/);
  });

  test('a document begins a mail', async () => {
    await open(page, CONTRACT);
    await bar(page).getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'An neue E-Mail anhängen' }).click();
    await written(page).form.getByText(`${CONTRACT}.pdf`).waitFor();
  });

  test('a file of a mail is filed, and mail and document lead to each other', async () => {
    // Looked for: how far down it is depends on the time of day.
    await page.goto(`${address}/mails/all/all/main?q=Kopierer`);
    await row(page, SCAN).click();
    const reader = page.locator('article.reader:visible');
    await reader
      .getByRole('button', { name: /^Weitere? .*\.pdf|Mehr.*\.pdf/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Als Dokument ablegen' }).click();
    const filing = dialog('Als Dokument ablegen');
    await filing.getByLabel('Titel').fill('Unterschriebener Auftrag');
    await clean(page, 'documents-from-mail');
    await filing.getByRole('button', { name: 'Ablegen', exact: true }).click();
    await filing.waitFor({ state: 'hidden' });
    const made = reader.getByRole('region', { name: 'Daraus entstanden' });
    await made.getByRole('link', { name: /Unterschriebener Auftrag/ }).click();
    await shown(page).getByRole('heading', { level: 1, name: 'Unterschriebener Auftrag' }).waitFor();
    await clean(page, 'documents-related');
    await shown(page).getByRole('region', { name: 'Entstanden aus' }).getByRole('link').click();
    await reader.getByRole('heading', { level: 1 }).filter({ hasText: SCAN }).waitFor();
  });

  test('is deleted and brought back; who has not filed it is not offered that', async () => {
    await open(page, 'Plan B');
    await page.keyboard.press('#');
    await row(page, 'Plan B').waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await row(page, 'Plan B').waitFor();
    await open(bens.page, 'Protokoll von Anna');
    await bar(bens.page).getByRole('button', { name: 'Archivieren' }).first().waitFor();
    expect(await bar(bens.page).getByRole('button', { name: 'Löschen', exact: true }).count()).toBe(0);
  });

  test('boxes are made by administrators, and one that is not empty stays', async () => {
    await page.goto(`${address}/settings/documentBoxes`);
    await clean(page, 'documents-boxes');
    await page.getByRole('button', { name: 'Ablage Technik löschen' }).click();
    await page.getByText('Nur eine leere Ablage kann gelöscht werden').waitFor();
    await page.getByRole('button', { name: 'Neue Ablage' }).click();
    await page.getByLabel('Name').fill('Personal');
    await clean(page, 'documents-box');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('Ablage Personal gespeichert.').waitFor();
    await page.getByRole('button', { name: 'Ablage Personal löschen' }).click();
    await page.getByRole('button', { name: 'Löschen', exact: true }).click();
    await page.getByText('Ablage Personal gelöscht.').waitFor();
  });

  test('on a phone all of it is there', async () => {
    const phone = await sitDown(desk?.browser ?? expect.fail('No browser'), address, PHONE);
    await signIn(phone.page, 'anna', PASSWORD);
    await list(phone.page);
    await row(phone.page, CONTRACT).waitFor();
    await clean(phone.page, 'documents-phone-list');
    await row(phone.page, CONTRACT).click();
    await shown(phone.page).getByRole('heading', { level: 1, name: CONTRACT }).waitFor();
    await clean(phone.page, 'documents-phone');
    await phone.close();
  });

  test('nothing went wrong on the page', () => {
    expect([...(desk?.seat.complaints ?? []), ...bens.complaints]).toEqual([]);
  });
});
