// Covers: record
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PAGE = '/settings/recordTransfer';
const TABLE = [
  'Firma;Kd-Nr.;Mail;Telefon;Ort;Status;Notizen',
  'Werft Neumann;QX70001;info@werft-neumann.example;+49 431 12345;Kiel;aktiv;=1+1',
  'Bäckerei Öztürk;QX70002;laden@oeztuerk.example;0431 998877;Kiel;Interessent;<img src=x onerror=alert(1)>',
  'Schlosserei Hansen;QX70003;keine Adresse;;Husum;Aktiv;',
  ';QX70004;ohne@name.example;;Husum;;',
  'Gärtnerei Möller;QX70005;;;Flensburg;Vielleicht;',
].join('\r\n');

describe.skipIf(findBrowser() === undefined)('records from a file', () => {
  let kontor: Kontor;
  let browser: Browser;
  let session: BrowserSession;
  let page: Page;
  let anna: TestClient;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    session = await openSessionAs('anna', browser, kontor.address);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const choose = async (name: string, content: string | Buffer): Promise<void> => {
    await page.goto(`${kontor.address}${PAGE}`);
    await page.getByRole('heading', { name: 'Datensätze importieren' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  };
  const count = async (): Promise<number> =>
    (await anna.query<{ idoId: number }[]>('record.search', { query: 'QX7000' })).length;
  const download = async (name: string): Promise<string> => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
    return readFile(await file.path(), 'utf8');
  };

  test('what there is to begin with is said', async () => {
    await page.goto(`${kontor.address}${PAGE}`);
    await page.getByText('Noch kein Import.').waitFor();
    await clean(page, 'record-import-empty');
  });

  test('a table is mapped by itself, set up further, and found where it was left', async () => {
    await choose('Kunden.csv', TABLE);
    await page.getByRole('heading', { level: 2, name: 'Kunden.csv' }).waitFor();
    for (const [column, target] of [
      ['Firma', 'name'],
      ['Mail', 'email'],
      ['Telefon', 'phone'],
      ['Ort', 'city'],
      ['Notizen', 'notes'],
    ] as const)
      expect(await page.getByLabel(`Feld für ${column}`).inputValue(), column).toBe(target);
    await page.getByText('Die ersten Zeilen').click();
    await page.getByRole('cell', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await clean(page, 'record-import-setup');
    // By keys alone.
    const number = page.getByLabel('Feld für Kd-Nr.');
    await number.focus();
    await number.selectOption('number');
    await page.getByLabel('Kundennummer', { exact: true }).focus();
    if (!(await page.getByLabel('Kundennummer', { exact: true }).isChecked())) await page.keyboard.press('Space');
    await expect
      .poll(async () => (await anna.query<{ setup: { keys: string[] } | null }[]>('record.imports'))[0]?.setup?.keys)
      .toContain('number');
    await page.goto(`${kontor.address}/`);
    await page.goto(`${kontor.address}${PAGE}`);
    await page.getByRole('link', { name: /^Kunden.csv/ }).click();
    await expect.poll(() => page.getByLabel('Feld für Kd-Nr.').inputValue()).toBe('number');
  });

  test('a dry run says what comes of it, and nothing is written by it', async () => {
    await button('Prüfen').click();
    await page.getByRole('heading', { name: 'Das kommt dabei heraus' }).waitFor();
    await page.getByText('2 neu', { exact: true }).waitFor();
    await page.getByText('3 fehlerhaft', { exact: true }).waitFor();
    await page.getByText('Mail „keine Adresse“ ist keine E-Mail-Adresse').waitFor();
    await page.getByText('Firma fehlt').waitFor();
    await page.getByText('Status „Vielleicht“ steht nicht zur Wahl').waitFor();
    expect(await count()).toBe(0);
    await clean(page, 'record-import-checked');
  });

  test('it is run, its faulty rows are mended and brought in again, and all is taken back', async () => {
    await button(/^2.Datensätze importieren$/).click();
    await page.getByRole('heading', { name: 'Das kam dabei heraus' }).waitFor();
    await expect.poll(count).toBe(2);
    await clean(page, 'record-import-done');
    const errors = await download('Fehler herunterladen');
    const mended = errors
      .replace('keine Adresse', 'post@hansen.example')
      .replace('"";"QX70004"', '"Ohne Namen";"QX70004"')
      .replace('"Vielleicht"', '"Ruhend"');
    await choose('mehr.csv', mended);
    await page.getByLabel('Feld für Kd-Nr.').selectOption('number');
    await button('Prüfen').click();
    await button(/^3.Datensätze importieren$/).click();
    await expect.poll(count).toBe(5);
    await button('Alles zurücknehmen').click();
    await page.getByText('3 zurückgenommen.').waitFor();
    await expect.poll(count).toBe(2);
    await clean(page, 'record-import-undone');
    await button('Alle Importe').click();
    await page.getByRole('link', { name: /^Kunden.csv/ }).waitFor();
    await clean(page, 'record-import-list');
  });

  test('what is no table is refused in words, and another one is taken', async () => {
    await choose('mappe.csv', Buffer.from('504b030414000600', 'hex'));
    await page.getByRole('alert').filter({ hasText: 'Diese Datei lässt sich nicht lesen.' }).waitFor();
    await clean(page, 'record-import-refused');
    await page.locator('input[type=file]').setInputFiles({
      name: 'p.vcf',
      mimeType: 'text/vcard',
      buffer: Buffer.from('BEGIN:VCARD\nFN:Ida Falk\nEMAIL:ida@falk.example\nEND:VCARD\n'),
    });
    await page.getByRole('heading', { level: 2, name: 'p.vcf' }).waitFor();
    expect(await page.getByLabel('Feld für E-Mail').inputValue()).toBe('email');
    await button('Verwerfen').click();
    await page.getByRole('heading', { name: 'Datensätze importieren' }).waitFor();
    expect(await page.getByRole('link', { name: /^p.vcf/ }).count()).toBe(0);
  });

  test('records are taken out as a table and as cards', async () => {
    await page.goto(`${kontor.address}${PAGE}`);
    expect(await download('Exportieren')).toContain('"Werft Neumann";"QX70001"');
    await page.getByRole('radio', { name: 'Kontakte (vCard)' }).click();
    expect(await download('Exportieren')).toContain('FN:Werft Neumann');
    expect(session.complaints).toEqual([]);
  });
});
