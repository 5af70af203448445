// Covers: record
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { DESKTOP, findBrowser, openBrowser, PHONE, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean, designBoats } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

interface Instance {
  readonly ID: number;
  readonly Name: string;
}
interface Items {
  readonly totalCount: number;
  readonly results: (string | number | null)[][];
}
interface Model {
  readonly jsonModel: {
    readonly model: { readonly rightColumn: { readonly key: string; readonly value?: string }[] };
  } | null;
}

describe.skipIf(findBrowser() === undefined)('lists of records', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let kinds: ReadonlyMap<string, number>;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    kinds = new Map((await anna.query<Instance[]>('record.instances')).map(({ ID, Name }) => [Name, ID]));
    // A service worker would keep the page from being cut off.
    session = await openSessionAs('anna', browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const id = (kind: string): number => kinds.get(kind) ?? 0;
  const grid = (page: Page) => page.getByRole('grid');
  const row = (page: Page, text: string) => grid(page).getByRole('row').filter({ hasText: text }).first();
  const cell = (page: Page, text: string, key: string) => row(page, text).locator(`[data-key=${key}]`);
  const first = (page: Page, key: string) =>
    grid(page).locator('[data-index="0"]').locator(`[data-key=${key}]`).innerText();
  const create = async (kind: string, values: Record<string, string>) => {
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId: id(kind),
      jsonPayload: { values },
    });
    return { idoId, idoInstanceId: id(kind) };
  };

  test('the kinds stand beside their records with their numbers, and each has its list', async () => {
    const { page } = session;
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { level: 1, name: 'Datensätze' }).waitFor();
    const pane = page.getByRole('navigation', { name: 'Arten von Datensätzen' });
    await pane.getByRole('link', { name: /^Kunden 600$/ }).waitFor();
    await pane.getByRole('link', { name: /^Alle Arten 2\.250$/ }).waitFor();
    await grid(page).getByRole('row').nth(5).waitFor();
    await clean(page, 'record-list-all');
    await pane.getByRole('link', { name: /^Kunden/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
    await page.getByText('600 Datensätze').waitFor();
    await grid(page).getByRole('row').nth(5).waitFor();
    await clean(page, 'record-list');
  });

  test('a click on a head sorts by it, and once more the other way; deep places come as one scrolls there', async () => {
    const { page } = session;
    const head = grid(page).getByRole('columnheader', { name: 'Name' });
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => first(page, 'name')).toMatch(/^[AB]/);
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(() => first(page, 'name')).not.toMatch(/^[AB]/);
    expect(page.url()).toContain('sort=name.DESC');
    await grid(page).focus();
    await page.keyboard.press('End');
    await grid(page).locator('[data-index="599"]').waitFor();
    await page.reload();
    await expect.poll(() => grid(page).locator('[data-index="599"]').getAttribute('data-active')).toBe('true');
    await grid(page).focus();
    await page.keyboard.press('Home');
    await grid(page).locator('[data-index="0"]').waitFor();
  });

  test('words and conditions narrow it together, are part of the address, and count for every kind', async () => {
    const { page } = session;
    const named = await create('Kunden', { name: 'Segelmacherei Südwind', city: 'Kiel', status: 'Aktiv' });
    await create('Kunden', { name: 'Segelschule Südwind', city: 'Husum', status: 'Ruhend' });
    await page.keyboard.press('/');
    await page.keyboard.type('suedwind');
    await page.getByText('2 Datensätze', { exact: true }).waitFor();
    await row(page, 'Segelmacherei').locator('mark').first().waitFor();
    await page.getByRole('link', { name: /^Kontakte 0$/ }).waitFor();
    await page.getByRole('button', { name: 'Bedingung', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Bedingung ändern' });
    await form.getByLabel('Feld').selectOption({ label: 'Status' });
    await form.getByLabel('Wert').selectOption('Ruhend');
    await clean(page, 'record-list-condition');
    await form.getByRole('button', { name: 'Anwenden' }).click();
    await page.getByText('1 Datensatz', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Status ist Ruhend', exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 Datensatz', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Bedingung entfernen: Status ist Ruhend' }).click();
    await page.getByText('2 Datensätze').waitFor();
    expect(named.idoId).toBeGreaterThan(0);
  });

  test('a cell is edited where it stands, by double click and by keys, and saved at once', async () => {
    const { page } = session;
    const stored = async (): Promise<string | undefined> => {
      const { results } = await anna.query<Items>('record.items', {
        idoInstanceId: id('Kunden'),
        fulltextSearch: 'segelmacherei',
      });
      const { jsonModel } = await anna.query<Model>('record.model', {
        idoId: results[0]?.[0],
        idoInstanceId: id('Kunden'),
      });
      return jsonModel?.model.rightColumn.find(({ key }) => key === 'city')?.value;
    };
    await cell(page, 'Segelmacherei', 'city').dblclick();
    const editor = page.locator('.cell-editor');
    await editor.getByLabel('Ort').fill('Flensburg');
    await clean(page, 'record-list-editing');
    await page.keyboard.press('Enter');
    await cell(page, 'Segelmacherei', 'city').getByText('Flensburg').waitFor();
    await expect.poll(stored).toBe('Flensburg');
    await page.keyboard.press('F2');
    await editor.waitFor();
    await page.keyboard.press('Tab');
    await editor.getByLabel('Telefon').waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    // Somebody else's change is there at once.
    const [{ results }] = [
      await anna.query<Items>('record.items', { idoInstanceId: id('Kunden'), fulltextSearch: 'segelmacherei' }),
    ];
    await anna.command('record.save', {
      idoId: results[0]?.[0],
      idoInstanceId: id('Kunden'),
      jsonPayload: { changes: [{ key: 'city', before: 'Flensburg', value: 'Eckernförde' }] },
      lastKnownChangeTimestamp: 1,
    });
    await cell(page, 'Segelmacherei', 'city').getByText('Eckernförde').waitFor();
  });

  test('what a cell refers to is chosen by name, and looked for by name', async () => {
    const { page } = session;
    const kindId = await designBoats(anna, id('Kunden'));
    const owners = [await create('Kunden', { name: 'Reederei Alt' }), await create('Kunden', { name: 'Reederei Neu' })];
    const boat = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId: kindId,
      jsonPayload: { values: { name: 'Kutter', owner: String(owners[0]?.idoId) } },
    });
    await anna.command('record.create', { idoInstanceId: kindId, jsonPayload: { values: { name: 'Jolle' } } });
    const pick = async (words: string): Promise<void> => {
      const dialog = page.getByRole('dialog', { name: 'Datensatz wählen' });
      await dialog.getByRole('combobox').fill(words);
      await dialog
        .getByRole('option', { name: new RegExp(words) })
        .filter({ hasNotText: 'anlegen' })
        .click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.goto(`${kontor.address}/records/${kindId}`);
    await cell(page, 'Kutter', 'owner').getByText('Reederei Alt').waitFor();
    await cell(page, 'Kutter', 'owner').dblclick();
    const editor = page.locator('.cell-editor');
    await editor.getByRole('button', { name: 'Reederei Alt entfernen' }).click();
    await clean(page, 'record-list-reference');
    await editor.getByRole('button', { name: 'Eigner: Datensatz wählen' }).click();
    await pick('Reederei Neu');
    await editor.waitFor({ state: 'detached' });
    await cell(page, 'Kutter', 'owner').getByText('Reederei Neu').waitFor();
    await expect
      .poll(async () => {
        const { jsonModel } = await anna.query<{
          jsonModel: { model: { leftColumn: { key: string; value?: string }[] } };
        }>('record.model', { idoId: boat.idoId, idoInstanceId: kindId });
        return jsonModel.model.leftColumn.find(({ key }) => key === 'owner')?.value;
      })
      .toBe(String(owners[1]?.idoId));
    // A condition is chosen in the same way, and says the name.
    await page.getByRole('button', { name: 'Bedingung', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Bedingung ändern' });
    await form.getByLabel('Feld').selectOption({ label: 'Eigner' });
    await form.getByRole('button', { name: 'Eigner: Datensatz wählen' }).click();
    await pick('Reederei Neu');
    await clean(page, 'record-list-reference-condition');
    await form.getByRole('button', { name: 'Anwenden' }).click();
    await page.getByRole('group', { name: 'Bedingungen' }).getByText('Eigner ist Reederei Neu').waitFor();
    await cell(page, 'Kutter', 'owner').waitFor();
    await expect.poll(() => grid(page).getByRole('row').filter({ hasText: 'Jolle' }).count()).toBe(0);
    await page.goto(`${kontor.address}/records/${id('Kunden')}?text=suedwind`);
    await cell(page, 'Segelmacherei', 'city').waitFor();
  });

  test('where somebody else has changed the same cell meanwhile, both values are shown', async () => {
    const { page } = session;
    await cell(page, 'Segelmacherei', 'city').dblclick();
    const editor = page.locator('.cell-editor');
    await editor.getByLabel('Ort').fill('Schleswig');
    const { results } = await anna.query<Items>('record.items', {
      idoInstanceId: id('Kunden'),
      fulltextSearch: 'segelmacherei',
    });
    await anna.command('record.save', {
      idoId: results[0]?.[0],
      idoInstanceId: id('Kunden'),
      jsonPayload: { changes: [{ key: 'city', before: 'Eckernförde', value: 'Rendsburg' }] },
      lastKnownChangeTimestamp: 1,
    });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ort wurde nicht gespeichert' });
    await dialog.getByText('Rendsburg').waitFor();
    await dialog.getByText('Schleswig').waitFor();
    await clean(page, 'record-list-conflict');
    await dialog.getByRole('button', { name: 'Meine nehmen' }).click();
    await cell(page, 'Segelmacherei', 'city').getByText('Schleswig').waitFor();
    await expect
      .poll(async () => {
        const params = { idoInstanceId: id('Kunden'), fulltextSearch: 'schleswig segelmacherei' };
        return (await anna.query<Items>('record.items', params)).totalCount;
      })
      .toBe(1);
  });

  test('many are selected and deleted, after a question', async () => {
    const { page } = session;
    await grid(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 Datensätze ausgewählt').waitFor();
    await clean(page, 'record-list-selected');
    await page.keyboard.press('#');
    const dialog = page.getByRole('dialog', { name: '2 Datensätze löschen' });
    await dialog.getByRole('button', { name: 'Löschen', exact: true }).click();
    await page.getByText('2 Datensätze gelöscht.').waitFor();
    await page.getByRole('heading', { name: 'Dazu gibt es keinen Datensatz' }).waitFor();
    await clean(page, 'record-list-nothing');
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('2 Datensätze sind wieder da.').waitFor();
    await page.getByText('2 Datensätze', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Suche leeren' }).click();
    await page.getByText('604 Datensätze').waitFor();
  });

  test('columns are chosen, and stay so', async () => {
    const { page } = session;
    await page.getByRole('button', { name: 'Spalten', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Spalten' });
    await dialog.getByRole('checkbox', { name: 'Branche' }).check();
    await dialog.getByRole('checkbox', { name: 'Telefon' }).uncheck();
    await clean(page, 'record-list-columns');
    await page.keyboard.press('Escape');
    await grid(page).getByRole('columnheader', { name: 'Branche' }).waitFor();
    await page.reload();
    await grid(page).getByRole('columnheader', { name: 'Branche' }).waitFor();
    expect(await grid(page).getByRole('columnheader', { name: 'Telefon' }).count()).toBe(0);
  });

  test('a record is made of the kind that is shown, and opened by Enter', async () => {
    const { page } = session;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+R');
    const dialog = page.getByRole('dialog', { name: 'Neuer Datensatz' });
    await dialog.locator('[data-field=name] input').fill('Reederei Ostwind');
    await clean(page, 'record-list-new');
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByText('Reederei Ostwind ist angelegt.').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('reederei ostwind');
    await row(page, 'Reederei Ostwind').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.record-head:visible').getByRole('heading', { name: 'Reederei Ostwind' }).waitFor();
    await page.goBack();
    await row(page, 'Reederei Ostwind').waitFor();
  });

  test('what the list is cut to is saved under a name, shared, found again, changed and put back', async () => {
    const { page } = session;
    await create('Kunden', { name: 'Zeltmacherei Nordlicht', city: 'Kiel', status: 'Aktiv' });
    await create('Kunden', { name: 'Zeltverleih Nordlicht', city: 'Husum', status: 'Ruhend' });
    const conditions = JSON.stringify([{ key: 'status', operator: 'is', value: 'Aktiv' }]);
    await page.goto(`${kontor.address}/records/${id('Kunden')}?text=nordlicht&where=${encodeURIComponent(conditions)}`);
    await page.getByText('1 Datensatz', { exact: true }).waitFor();
    await page.keyboard.press('S');
    const dialog = page.getByRole('dialog', { name: 'Suche speichern' });
    await dialog.getByLabel('Name').fill('Nordlichter');
    await dialog.getByRole('checkbox', { name: /^Ben / }).check();
    await clean(page, 'record-query-save');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nordlichter' }).waitFor();
    await page.waitForURL(/\/records\/\d+\/[0-9a-f-]{36}$/);
    await row(page, 'Zeltmacherei').waitFor();
    const ben = await new TestClient(kontor.address, 'demo').signIn('ben', PASSWORD);
    const named = async () =>
      (await ben.query<{ name: string; fulltextSearch: string }[]>('record.sharedQueries'))
        .filter(({ name }) => name === 'Nordlichter')
        .map(({ fulltextSearch }) => fulltextSearch);
    await expect.poll(named).toEqual(['nordlicht']);

    await page.getByRole('button', { name: /^Bedingung entfernen/ }).click();
    await page.getByText('2 Datensätze', { exact: true }).waitFor();
    await clean(page, 'record-query-changed');
    await page.getByRole('button', { name: 'Wie gespeichert' }).click();
    await page.getByText('1 Datensatz', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Bedingung entfernen/ }).click();
    await page.getByRole('button', { name: 'Änderung speichern' }).click();
    await page.waitForURL(/\/records\/\d+\/[0-9a-f-]{36}$/);
    await page.getByText('2 Datensätze', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Exportieren' }).click();
    const taking = page.getByRole('dialog', { name: 'Exportieren' });
    await taking.getByText('Alles, was diese Suche findet.').waitFor();
    await taking.getByRole('radio', { name: 'Wie in der Liste' }).click();
    await clean(page, 'record-list-export');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      taking.getByRole('button', { name: 'Exportieren', exact: true }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeff"ID";"Name"/);
    expect(lines.slice(1).map((line) => line.split(';')[1])).toEqual([
      '"Zeltmacherei Nordlicht"',
      '"Zeltverleih Nordlicht"',
    ]);
    await taking.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: /^Kunden/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Abfrage: Nordlichter');
    await page.getByRole('option', { name: 'Abfrage: Nordlichter' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Nordlichter' }).waitFor();
    await page.getByRole('button', { name: 'Mehr zu „Nordlichter“' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await page.getByText('Diese Abfrage gibt es für Sie nicht').waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nordlichter' }).waitFor();
    await page.getByRole('link', { name: /^Kunden/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
  });

  test('what was seen is there without a network, and what is written then is sent later', async () => {
    const { page } = session;
    await page.goto(`${kontor.address}/records/${id('Kunden')}?text=ostwind`);
    await row(page, 'Reederei Ostwind').waitFor();
    await page.context().setOffline(true);
    await cell(page, 'Reederei Ostwind', 'city').dblclick();
    await page.locator('.cell-editor').getByLabel('Ort').fill('Wismar');
    await page.keyboard.press('Enter');
    await cell(page, 'Reederei Ostwind', 'city').getByText('Wismar').waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(async () => {
        const params = { idoInstanceId: id('Kunden'), fulltextSearch: 'ostwind wismar' };
        return (await anna.query<Items>('record.items', params)).totalCount;
      })
      .toBe(1);
    expect(session.complaints).toEqual([]);
  });

  test('on a phone records are cards, and the kinds stand above them', async () => {
    const phone = await openSession(browser, kontor.address, PHONE);
    const { page } = phone;
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${kontor.address}/records/${id('Kunden')}`);
    await grid(page).getByRole('row').nth(3).waitFor();
    await clean(page, 'record-list-phone');
    await page.setViewportSize({ width: 320, height: 640 });
    await clean(page, 'record-list-phone-narrow');
    await grid(page).locator('[data-index="1"]').click();
    await page.locator('.record-head:visible').waitFor();
    await phone.close();
  });
});
