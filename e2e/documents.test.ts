// Covers: document
import type { ListEntry } from '@kontor/contract/activity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { findBrowser, type BrowserSession } from './src/browser.ts';
import { bar, named, row, shown, startDocuments, textFile, type DocumentStage } from './src/documents.ts';
import { clean } from './src/records.ts';
import { written } from './src/writing.ts';
import { long } from '../server/src/testing/long.ts';

describe.skipIf(findBrowser() === undefined)('documents', () => {
  let stage: DocumentStage | undefined;
  let page: Page;
  let bens: BrowserSession;
  let anna: TestClient;
  let ben: TestClient;
  let address: string;
  let list: DocumentStage['list'];
  let open: DocumentStage['open'];

  beforeAll(async () => {
    stage = await startDocuments();
    ({ anna, ben, bens, list, open } = stage);
    ({ page } = stage.session);
    ({ address } = stage.kontor);
  });
  afterAll(() => stage?.close());

  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const choose = async (files: Parameters<Page['setInputFiles']>[1]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Hochladen' }).first().click();
    await (await chooser).setFiles(files);
  };

  test('a file is uploaded and filed, is there for the others as it comes, and is found by what is in it', async () => {
    await Promise.all([list(page), list(bens.page)]);
    await choose([textFile('Prüfprotokoll Presse 4.txt', 'Der Drehmomentschlüssel wurde geeicht.')]);
    const filing = dialog('Dokument ablegen');
    await filing.getByLabel('Titel').fill('Prüfprotokoll');
    await filing.getByLabel('Ablage').selectOption({ label: 'Technik' });
    await filing.getByLabel('Schlagwörter').fill('Presse, Eichung');
    await filing.getByRole('button', { name: 'Ablegen', exact: true }).click();
    await filing.waitFor({ state: 'hidden' });
    await row(page, 'Prüfprotokoll').waitFor();
    await row(bens.page, 'Prüfprotokoll').waitFor();
    expect(await named(ben, 'Prüfprotokoll')).toMatchObject({ status: 1, channel: 'Technik', contact: 'Anna Berger' });
    await row(page, 'Prüfprotokoll').click();
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

  test('a new version takes its place, and the old one stays', long, async () => {
    await open(bens.page, 'Prüfprotokoll');
    await open(page, 'Prüfprotokoll');
    await bar(page).getByRole('button', { name: 'Weitere Aktionen' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Neue Version hochladen' }).click();
    await (await chooser).setFiles([textFile('Prüfprotokoll 2.txt', 'Zweite Messung: alles gut.')]);
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

  test('documents are taken along in a mail', long, async () => {
    await page.goto(`${address}/mailSend?draft=${crypto.randomUUID()}`);
    const mail = written(page);
    await mail.form.getByRole('button', { name: 'Aus Dokumenten' }).click();
    const picker = dialog('Aus den Dokumenten anhängen');
    await picker.getByRole('searchbox').or(picker.getByRole('textbox')).first().fill('preisliste');
    await picker.getByText('Preisliste 2027.pdf').waitFor();
    await picker.getByRole('checkbox', { name: /Preisliste 2027/ }).check();
    await picker.getByRole('button', { name: /nhängen$/ }).click();
    await mail.form.getByText('Preisliste 2027.pdf').waitFor();
    await mail.to.fill('paul@werft.example');
    await mail.subject.fill('Preise');
    await mail.text.fill('Guten Tag, anbei die Preisliste.');
    await mail.saved.waitFor();
    await page.reload();
    await mail.form.getByText('Preisliste 2027.pdf').waitFor();
    await mail.form.getByRole('button', { name: 'Senden', exact: true }).click();
    const sent = await stage?.catcher.next('paul@werft.example');
    expect(sent?.toString()).toMatch(/Content-Type: application\/pdf[\s\S]*Preisliste 2027\.pdf/);
    expect([...(stage?.session.complaints ?? []), ...bens.complaints]).toEqual([]);
  });
});
