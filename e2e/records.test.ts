import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { DESKTOP, PHONE, findBrowser, signIn, sitDown, type Seat } from './src/browser.ts';
import type { KontorProcess } from './src/kontor-process.ts';
import {
  BILL,
  DELIVERY,
  NEWCOMER,
  OFFER,
  PUMP,
  clean,
  field,
  line,
  linkedChip,
  mark,
  picker,
  reader,
  row,
  startRecords,
  type RecordStage,
} from './src/records.ts';

interface Model {
  readonly jsonModel: { readonly title: string; readonly lastKnownChangeTimestamp: number } | null;
}

describe.skipIf(findBrowser() === undefined)('records of mails', () => {
  let stage: RecordStage | undefined;
  let kontor: KontorProcess;
  let browser: Browser;
  let anna: TestClient;
  let annas: Seat;
  let bens: Seat;
  let shipyard: RecordStage['shipyard'];
  let deliver: RecordStage['deliver'];

  beforeAll(async () => {
    stage = await startRecords();
    ({ kontor, browser, anna, annas, bens, shipyard, deliver } = stage);
  });
  afterAll(() => stage?.close());

  const open = async (page: Page, subject: string): Promise<void> => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await row(page, subject).click();
    await reader(page).getByRole('heading', { level: 1, name: subject }).waitFor();
  };
  const stored = async () => (await anna.query<Model>('record.model', shipyard)).jsonModel;

  test('a mail of a known address suggests its record, and one click links it for everybody', async () => {
    await Promise.all([open(annas.page, PUMP), open(bens.page, PUMP)]);
    await line(annas.page).getByText('Adresse von Paul Neumann').waitFor();
    await clean(annas.page, 'records-suggested');
    await line(annas.page)
      .getByRole('button', { name: /^Mit Werft Neumann.* verknüpfen$/ })
      .click();
    await linkedChip(annas.page, 'Werft Neumann').waitFor();
    await linkedChip(bens.page, 'Werft Neumann').waitFor();
    await mark(annas.page, PUMP).waitFor();
    await mark(bens.page, PUMP).waitFor();
    await linkedChip(bens.page, 'Werft Neumann').click();
    await bens.page
      .getByRole('menu')
      .getByText(/^Verknüpft von Anna Berger, /)
      .waitFor();
    await clean(bens.page, 'records-why');
    await bens.page.keyboard.press('Escape');
  });

  test('a link is taken away, and comes back', async () => {
    const { page } = annas;
    await linkedChip(page, 'Werft Neumann').click();
    await page.getByRole('menuitem', { name: 'Verknüpfung entfernen' }).click();
    await page.getByText(/^Die Verknüpfung mit Werft Neumann.* ist entfernt\.$/).waitFor();
    await expect.poll(() => linkedChip(bens.page, 'Werft Neumann').count()).toBe(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await linkedChip(page, 'Werft Neumann').waitFor();
    await linkedChip(bens.page, 'Werft Neumann').waitFor();
  });

  test('a suggestion that is none goes away for everybody', async () => {
    const { page } = annas;
    await Promise.all([open(page, BILL), open(bens.page, BILL)]);
    await line(bens.page).getByText('Adresse von Buchhaltung').waitFor();
    await line(page)
      .getByRole('button', { name: /^Werft Neumann.* nicht mehr vorschlagen$/ })
      .click();
    await page.getByText(/wird hier niemandem mehr vorgeschlagen/).waitFor();
    await expect.poll(() => line(bens.page).getByText('Adresse von Buchhaltung').count()).toBe(0);
  });

  test('by keyboard a record is found by name, number and address, and linked', async () => {
    const { page } = annas;
    await open(page, OFFER);
    await line(page).getByText('Adresse von Paul Neumann').waitFor();
    await page.keyboard.press('d');
    await field(page).waitFor();
    const options = picker(page).getByRole('option');
    await page.keyboard.type('10417');
    await options.filter({ hasText: 'Werft Neumann' }).waitFor();
    await field(page).fill('info@werft');
    await options.filter({ hasText: 'Werft Neumann' }).waitFor();
    await field(page).fill('werft n');
    await options.filter({ hasText: 'Werft Nord' }).waitFor();
    await options.filter({ hasText: 'Werft Neumann' }).waitFor();
    await clean(page, 'records-picker');
    // The instance has records of its own; a number is looked for before all else.
    await field(page).fill('P-88');
    await options.first().filter({ hasText: 'Umbau Halle 2' }).waitFor();
    await page.keyboard.press('Enter');
    await linkedChip(page, 'Umbau Halle 2').waitFor();
    await mark(page, OFFER).waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => linkedChip(page, 'Umbau Halle 2').count()).toBe(0);
  });

  test('without a connection the search says so, and goes on when there is one', async () => {
    const { page } = annas;
    await page.keyboard.press('d');
    await field(page).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.type('werft neumann');
    await picker(page).getByText('Zum Suchen braucht es eine Verbindung.').waitFor();
    await clean(page, 'records-picker-offline');
    await page.context().setOffline(false);
    await picker(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await picker(page).getByRole('option').filter({ hasText: 'Kiel' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => picker(page).count()).toBe(0);
  });

  test('a record is made from a mail, filled with its sender, and is linked with it', async () => {
    const { page } = annas;
    await open(page, NEWCOMER);
    await line(page).getByRole('button', { name: 'Datensatz verknüpfen' }).click();
    await picker(page).getByRole('option', { name: '„Ida Falk“ anlegen …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neuer Datensatz' });
    await dialog.getByLabel('Art').selectOption('Kontakte');
    await expect.poll(() => dialog.getByLabel('Nachname').inputValue()).toBe('Falk');
    expect(await dialog.getByLabel('E-Mail').inputValue()).toBe('ida@falk.example');
    await clean(page, 'records-new');
    await dialog.getByRole('button', { name: 'Anlegen und verknüpfen' }).click();
    await linkedChip(page, 'Ida Falk').waitFor();
    await mark(page, NEWCOMER).waitFor();
  });

  test('many mails are linked at once', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await row(page, OFFER).locator('[data-part=picture]').click();
    await row(page, BILL).locator('[data-part=picture]').click();
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: /^2\s+Einträge mit einem Datensatz verknüpfen$/ });
    await dialog.waitFor();
    await page.keyboard.type('husum');
    await dialog.getByRole('option').filter({ hasText: 'Werft Nord' }).click();
    await page.getByText(/^2\s+Einträge sind mit Werft Nord.* verknüpft\.$/).waitFor();
    await mark(page, OFFER).waitFor();
    await mark(page, BILL).waitFor();
    await page.keyboard.press('Escape');
  });

  const opened = (page: Page, title = 'Werft Neumann') =>
    page
      .locator('.record-page:visible')
      .filter({ has: page.getByRole('heading', { level: 1, name: title, exact: true }) });
  const openShipyard = async (page: Page): Promise<void> => {
    await open(page, PUMP);
    await linkedChip(page, 'Werft Neumann').click();
    await page.getByRole('menuitem', { name: 'Datensatz öffnen' }).click();
    await opened(page).getByLabel('Ort').waitFor();
  };

  test('two people change a record: what both changed is chosen, all else is kept', async () => {
    const { page } = annas;
    await openShipyard(page);
    await clean(page, 'records-record');
    const dialog = opened(page);
    await dialog.getByLabel('Ort').fill('Flensburg');
    await dialog.getByLabel('Notizen').fill('Liefert freitags.');
    const { lastKnownChangeTimestamp } = (await stored()) ?? { lastKnownChangeTimestamp: 0 };
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText(/^Noch nicht gespeichert: Dafür braucht es eine Verbindung/).waitFor();
    await anna.command('record.save', {
      ...shipyard,
      lastKnownChangeTimestamp,
      jsonPayload: { changes: [{ key: 'city', before: 'Kiel', value: 'Eckernförde' }] },
    });
    await page.context().setOffline(false);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    const conflict = dialog.getByRole('group', { name: /^Ort: Jemand anders/ });
    await conflict.getByText('Eckernförde').waitFor();
    await clean(page, 'records-conflict');
    await conflict.getByRole('button', { name: 'Meine nehmen: Ort' }).click();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Gespeichert.').waitFor();
    const fields = JSON.stringify(await stored());
    expect(fields).toContain('Flensburg');
    expect(fields).toContain('Liefert freitags.');
  });

  test('what is wrong stands beside its field, and what is not saved is asked about', async () => {
    const { page } = annas;
    const dialog = opened(page);
    await dialog.getByLabel('E-Mail').first().fill('keine Adresse');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Das ist keine E-Mail-Adresse. Prüfen Sie, wie sie geschrieben ist.').waitFor();
    await clean(page, 'records-fault');
    await page.getByRole('tab', { name: /Werft Neumann/ }).press('Delete');
    const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
    await question.getByText('Datensatz: Werft Neumann').waitFor();
    await question.getByRole('button', { name: 'Verwerfen' }).click();
    await expect.poll(() => opened(page).count()).toBe(0);
  });

  test('contact persons are added, changed and removed', async () => {
    const { page } = annas;
    await openShipyard(page);
    const dialog = opened(page);
    await dialog.getByRole('button', { name: 'Ansprechpartner hinzufügen' }).click();
    const added = dialog.getByRole('region', { name: 'Neuer Ansprechpartner' });
    await added.getByLabel('Name').fill('Marta Thon');
    await clean(page, 'records-person');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Gespeichert.').waitFor();
    await dialog.getByText('Ansprechpartner (2)').waitFor();
    const remove = async (): Promise<void> => {
      await dialog.locator('summary').filter({ hasText: 'Marta Thon' }).click();
      await dialog.getByRole('button', { name: 'Marta Thon entfernen' }).click();
      const question = page.getByRole('dialog', { name: 'Ansprechpartner entfernen?' });
      await question.getByRole('button', { name: 'Entfernen' }).click();
      await dialog.getByText('Ansprechpartner (1)').waitFor();
    };
    await remove();
    await page.getByText('„Marta Thon“ ist entfernt.').waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await dialog.getByText('Ansprechpartner (2)').waitFor();
    await remove();
    // Later they come back from what was changed.
    await dialog.getByRole('tab', { name: 'Änderungen' }).click();
    await dialog.getByRole('button', { name: 'Marta Thon zurückholen' }).first().click();
    await page.getByText('„Marta Thon“ ist wieder da.').waitFor();
    await dialog.getByRole('tab', { name: 'Stammdaten' }).click();
    await dialog.getByText('Ansprechpartner (2)').waitFor();
  });

  test('a record is deleted after a question, and its links go with it, for everybody', async () => {
    const { page } = annas;
    const values = { name: 'Irrtum und Söhne', city: 'Husum' };
    const { idoInstanceId } = shipyard;
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId,
      jsonPayload: { values },
    });
    const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: PUMP });
    await anna.command('record.link', { aggregateId: mail?.aggregateId, idoId, idoInstanceId });
    await Promise.all([open(page, PUMP), open(bens.page, PUMP)]);
    await linkedChip(bens.page, 'Irrtum').waitFor();
    await linkedChip(page, 'Irrtum').click();
    await page.getByRole('menuitem', { name: 'Datensatz öffnen' }).click();
    await opened(page, 'Irrtum und Söhne').getByRole('button', { name: 'Löschen' }).click();
    const question = page.getByRole('dialog', { name: 'Datensatz löschen?' });
    await question.getByText('Irrtum und Söhne').waitFor();
    await question.getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('„Irrtum und Söhne“ ist gelöscht.').waitFor();
    await linkedChip(page, 'Irrtum').waitFor({ state: 'detached' });
    await linkedChip(bens.page, 'Irrtum').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Der Datensatz ist wieder da.').waitFor();
    await linkedChip(bens.page, 'Irrtum').waitFor();
    await open(page, PUMP);
    await linkedChip(page, 'Irrtum').waitFor();
  });

  test('a rule links mails by itself, and the reason names it', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/settings/rules`);
    await page.getByRole('button', { name: 'Neue Regel' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lieferungen zur Werft');
    await page.getByRole('group', { name: 'Bedingung 1' }).getByLabel('Was geprüft wird').selectOption('subject');
    await page.getByRole('group', { name: 'Bedingung 1' }).getByLabel('Gesucht').fill('Lieferung');
    const action = page.getByRole('group', { name: 'Aktion 1' });
    await action.getByLabel('Was geschieht').selectOption('record');
    await action.getByRole('button', { name: 'Datensatz wählen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Datensatz wählen' });
    await dialog.getByRole('combobox').fill('neumann');
    await dialog.getByRole('option').filter({ hasText: 'Werft Neumann' }).click();
    await page.getByText(/dann mit dem Datensatz „\u2068Werft Neumann.*verknüpfen/).waitFor();
    await clean(page, 'records-rule');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText(/dann mit dem Datensatz „\u2068Werft Neumann.*verknüpfen/).waitFor();
    await deliver(DELIVERY, 'Spedition Holm <fracht@holm.example>');
    await open(page, DELIVERY);
    await linkedChip(page, 'Werft Neumann').click();
    await page
      .getByRole('menu')
      .getByText(/^Verknüpft von der Regel „Lieferungen zur Werft“, /)
      .waitFor();
    await page.keyboard.press('Escape');
    await mark(page, DELIVERY).waitFor();
  });

  test('who writes is offered the addresses of records', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/mailSend?draft=${crypto.randomUUID()}`);
    await page.getByLabel('An', { exact: true }).fill('info@wer');
    const offer = page.getByRole('option').filter({ hasText: 'info@werft.example' });
    await offer.getByText(/Datensatz/).waitFor();
    await clean(page, 'records-receivers');
  });

  test('templates have placeholders of records', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/mails/all/usual/templates`);
    await page.getByRole('button', { name: 'Neue Vorlage' }).click();
    await page.getByRole('button', { name: 'Platzhalter' }).click();
    await page.getByRole('menuitem', { name: 'Datensatz: Titel' }).waitFor();
    await clean(page, 'records-placeholders');
    await page.getByRole('menuitem', { name: 'Datensatz: Kundennummer' }).click();
    await page.locator('.written-field').filter({ hasText: 'Datensatz: Kundennummer' }).waitFor();
  });

  test('on a phone the chips are pushed sideways, and a record is a whole page', async () => {
    const seat = await sitDown(browser, kontor.address, PHONE);
    const { page } = seat;
    await signIn(page, 'anna', PASSWORD);
    await open(page, PUMP);
    await linkedChip(page, 'Werft Neumann').waitFor();
    await clean(page, 'records-phone');
    await linkedChip(page, 'Werft Neumann').click();
    await page.getByRole('menuitem', { name: 'Datensatz öffnen' }).click();
    await opened(page).getByLabel('Ort').waitFor();
    const box = await opened(page).boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390 });
    await clean(page, 'records-phone-record');
    await seat.close();
  });

  test('in English', async () => {
    const seat = await sitDown(browser, kontor.address, { ...DESKTOP, locale: 'en-US' });
    const { page } = seat;
    await page.getByLabel('User name').fill('chris');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await row(page, OFFER).click();
    await reader(page).getByText('Address of Paul Neumann').waitFor();
    await clean(page, 'records-english');
    await reader(page)
      .getByRole('button', { name: /^Werft Nord/ })
      .click();
    await page.getByRole('menuitem', { name: 'Open record' }).click();
    await opened(page, 'Werft Nord').getByRole('button', { name: 'Delete' }).waitFor();
    await clean(page, 'records-english-record');
    await seat.close();
  });

  test('who may only read records reads them', async () => {
    kontor.cli(['rights', 'revoke', 'demo', 'ben', 'createIdo']);
    const { page } = bens;
    await open(page, PUMP);
    await linkedChip(page, 'Werft Neumann').click();
    await page.getByRole('menuitem', { name: 'Datensatz öffnen' }).click();
    const dialog = opened(page);
    await dialog.getByText('Sie können diesen Datensatz lesen, aber nicht ändern.').waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    expect(await dialog.getByRole('link', { name: '+49 431 12345 anrufen' }).getAttribute('href')).toBe(
      'tel:+4943112345',
    );
    await clean(page, 'records-read-only');
    await open(page, PUMP);
    await page.keyboard.press('d');
    await field(page).fill('Neu');
    await picker(page).getByRole('option').first().waitFor();
    expect(
      await picker(page)
        .getByText(/anlegen/)
        .count(),
    ).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('who may see no records sees nothing of them', async () => {
    kontor.cli(['rights', 'revoke', 'demo', 'ben', 'idoList']);
    const { page } = bens;
    await open(page, PUMP);
    await expect.poll(() => line(page).count()).toBe(0);
    await page.keyboard.press('d');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Datensatz');
    await expect.poll(() => page.getByText('Mit Datensatz verknüpfen').count()).toBe(0);
    await page.keyboard.press('Escape');
    await clean(page, 'records-without-right');
  });
});
