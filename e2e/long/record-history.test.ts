// Covers: record, memo
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { PHONE, findBrowser, openContext } from '../src/browser.ts';
import { BILL, OFFER, PUMP, clean, startRecords, type RecordStage } from '../src/records.ts';

describe.skipIf(findBrowser() === undefined)('the page of a record', () => {
  let stage: RecordStage | undefined;
  let address: string;
  let browser: Browser;
  let anna: TestClient;
  let annas: Page;
  let bens: Page;
  let shipyard: RecordStage['shipyard'];

  beforeAll(async () => {
    stage = await startRecords();
    ({ browser, anna, shipyard } = stage);
    ({
      annas: { page: annas },
      bens: { page: bens },
    } = stage);
    address = stage.kontor.address;
  });
  afterAll(() => stage?.close());

  const pageOf = (page: Page) => page.locator('.record-page:visible');
  const open = async (page: Page, tab: string, named = shipyard): Promise<void> => {
    await page.goto(`${address}/record/${named.idoInstanceId}-${named.idoId}/ido/view/${tab}`);
    await pageOf(page).getByRole('heading', { level: 1 }).waitFor();
  };
  const items = (page: Page) => pageOf(page).locator('.happened-item');
  const link = async (subject: string): Promise<void> => {
    const [mail] = await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: subject });
    await anna.command('record.link', { aggregateId: mail?.aggregateId, ...shipyard });
  };

  test('nothing has happened with it at first, and it says what will be there', async () => {
    await open(annas, 'activity');
    await pageOf(annas).getByText('Noch nichts geschehen').waitFor();
    await clean(annas, 'record-history-none');
  });

  test('what is linked stands in its history by days, for both who look at it', async () => {
    await open(bens, 'activity');
    await link(PUMP);
    await items(bens).filter({ hasText: PUMP }).waitFor();
    for (const subject of [OFFER, BILL]) await link(subject);
    await expect.poll(() => items(annas).count()).toBe(3);
    await clean(annas, 'record-history-some');
  });

  test('it is cut by kind, direction and words, and made whole again', async () => {
    const page = pageOf(annas);
    await page.getByRole('button', { name: 'Eingrenzen' }).click();
    await page.getByLabel('Art', { exact: true }).selectOption({ label: 'Aufgabe' });
    await page.getByText('Nichts davon passt').waitFor();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await page.getByLabel('Im Verlauf suchen').fill('Dichtungen');
    await expect.poll(() => items(annas).count()).toBe(1);
    await page.getByLabel('Im Verlauf suchen').fill('');
    await page.getByRole('radio', { name: 'Heute' }).click();
    await expect.poll(() => items(annas).count()).toBe(3);
    await page.getByRole('radio', { name: 'Alles' }).click();
  });

  test('lines are selected by keys, and something is done with all of them', async () => {
    const page = pageOf(annas);
    const selected = () => items(annas).and(annas.locator('[data-selected=true]'));
    const done = () => items(annas).getByRole('img', { name: 'Erledigt' });
    await page.getByRole('tab', { name: 'Verlauf' }).focus();
    for (const key of ['j', 'x', 'J']) await annas.keyboard.press(key);
    await page.getByText('2 ausgewählt').waitFor();
    await clean(annas, 'record-history-selected');
    await annas.keyboard.press('e');
    await annas.getByRole('dialog').getByRole('button', { name: 'Auf „Erledigt“ setzen' }).click();
    await annas.getByText('2 Einträge erledigt.').waitFor();
    await expect.poll(() => done().count()).toBe(2);
    expect(await selected().count()).toBe(0);
    await annas.keyboard.press('z');
    await expect.poll(() => done().count()).toBe(0);
    await annas.keyboard.press('Control+a');
    await page.getByText('3 ausgewählt').waitFor();
    await annas.keyboard.press('D');
    const window = annas.getByRole('dialog', { name: 'Datensätze von 3 Einträgen' });
    await window.getByText('Werft Neumann').waitFor();
    await annas.keyboard.press('Escape');
    await window.waitFor({ state: 'detached' });
    await annas.keyboard.press('Escape');
    await expect.poll(() => selected().count()).toBe(0);
  });

  test('lines are selected by the pointer, and what is unlinked is linked again by its way back', async () => {
    const page = pageOf(annas);
    const opener = (index: number) => items(annas).nth(index).locator('.happened-opener');
    await opener(0).click({ modifiers: ['ControlOrMeta'] });
    await opener(2).click({ modifiers: ['Shift'] });
    await page.getByText('3 ausgewählt').waitFor();
    await opener(1).click();
    await page.getByRole('checkbox', { name: `${await opener(0).locator('strong').innerText()} auswählen` }).click();
    await page.getByText('1 ausgewählt').waitFor();
    await page.getByRole('button', { name: /^Verknüpfung mit diesem Datensatz entfernen/ }).click();
    await annas.getByText('1 Eintrag ist nicht mehr mit Werft Neumann verknüpft.').waitFor();
    await expect.poll(() => items(annas).count()).toBe(2);
    await annas.keyboard.press('z');
    await expect.poll(() => items(annas).count()).toBe(3);
    await annas.getByText('1 Eintrag ist mit Werft Neumann verknüpft.').waitFor();
    expect(await page.locator('[data-selecting=true]').count()).toBe(0);
  });

  test('an item opens in its place', async () => {
    const item = items(annas).filter({ hasText: PUMP });
    await item.getByRole('button', { expanded: false }).first().click();
    await item.locator('.happened-inside article').waitFor();
    await clean(annas, 'record-history-open');
    await item.locator('.happened-opener').first().click();
    await expect.poll(() => item.locator('.happened-inside').count()).toBe(0);
  });

  test('a conversation is written into it at once, with whom and for how long', async () => {
    const page = pageOf(annas);
    await page.getByRole('button', { name: 'Gespräch oder Notiz festhalten' }).click();
    const box = page.getByRole('form', { name: 'Gespräch oder Notiz festhalten' });
    await box.getByRole('button', { name: 'Festhalten' }).click();
    await box.getByText('Bitte schreiben Sie, worum es ging.').waitFor();
    await box.getByLabel('Worum ging es?').fill('Wartung im März besprochen');
    await box.getByLabel('Was wurde besprochen?').fill('Er meldet sich.\nWir schicken ein Angebot.');
    await box.getByLabel('Art').selectOption('Telefonat');
    await box.getByLabel('Mit wem').selectOption('Paul Neumann');
    await box.getByLabel('Dauer in Minuten').fill('12');
    await clean(annas, 'record-history-writing');
    await box.getByLabel('Was wurde besprochen?').press('Control+Enter');
    await items(annas).filter({ hasText: 'Wartung im März besprochen' }).waitFor();
    await page.getByText('Aufgewendet: 12 Min. Anna Berger').waitFor();
    await page.getByRole('tab', { name: 'Beziehungen' }).click();
    await items(annas).filter({ hasText: 'Wartung im März besprochen' }).waitFor();
    await clean(annas, 'record-person-history');
  });

  test('what is written in the form is there when another tab was shown, and two people’s changes are merged', async () => {
    await open(annas, 'masterData');
    await open(bens, 'masterData');
    await pageOf(annas).getByLabel('Branche').selectOption('Handel');
    await pageOf(annas).getByRole('tab', { name: 'Verlauf' }).click();
    await items(annas).first().waitFor();
    await pageOf(annas).getByRole('tab', { name: 'Stammdaten' }).click();
    await pageOf(bens).getByLabel('Ort').fill('Rostock');
    await pageOf(bens).getByRole('button', { name: 'Speichern' }).click();
    await pageOf(bens).getByText('Gespeichert.').waitFor();
    await expect.poll(() => pageOf(annas).getByLabel('Ort').inputValue()).toBe('Rostock');
    expect(await pageOf(annas).getByLabel('Branche').inputValue()).toBe('Handel');
    await pageOf(annas).getByRole('button', { name: 'Speichern' }).click();
    await pageOf(annas).getByText('Gespeichert.').waitFor();
    await expect.poll(() => pageOf(bens).getByLabel('Branche').inputValue()).toBe('Handel');
  });

  test('what is written and not saved is there again after a reload, beside what somebody else has saved meanwhile', async () => {
    const field = (label: string) => pageOf(annas).getByLabel(label, { exact: true });
    await field('PLZ').fill('24103');
    await field('Straße').fill('Werftstraße 1');
    await annas.waitForTimeout(600);
    await annas.goto('about:blank');
    await anna.command('record.save', {
      ...shipyard,
      lastKnownChangeTimestamp: 0,
      jsonPayload: { changes: [{ key: 'zip', before: '', value: '24148' }] },
    });
    await open(annas, 'masterData');
    await pageOf(annas).getByText('Gespeichert ist es noch nicht.').waitFor();
    expect(await field('Straße').inputValue()).toBe('Werftstraße 1');
    await clean(annas, 'record-found');
    await pageOf(annas).getByRole('button', { name: 'Diese nehmen: PLZ' }).click();
    await field('Straße').press('Control+s');
    await pageOf(annas).getByText('Gespeichert.', { exact: true }).waitFor();
    await annas.reload();
    await expect.poll(() => field('Straße').inputValue()).toBe('Werftstraße 1');
    expect(await field('PLZ').inputValue()).toBe('24148');
    expect(await pageOf(annas).getByText('Gespeichert ist es noch nicht.').count()).toBe(0);
  });

  test('the changes are told, and one is brought back', async () => {
    await pageOf(annas).getByRole('tab', { name: 'Änderungen' }).click();
    const change = pageOf(annas).locator('.record-change').filter({ hasText: 'Rostock' });
    await change.getByText('Kiel').waitFor();
    await clean(annas, 'record-changes');
    await change.getByRole('button', { name: /^Ort: zurückholen/ }).click();
    await annas.getByText('Ort steht wieder wie zuvor.').waitFor();
    await expect.poll(() => pageOf(bens).getByLabel('Ort').inputValue()).toBe('Kiel');
  });

  test('it comes to paper as what is filled', async () => {
    await pageOf(annas).getByRole('tab', { name: 'Drucken' }).click();
    await pageOf(annas).locator('.record-paper').getByText('Liefert donnerstags.').waitFor();
    await clean(annas, 'record-print');
  });

  test('on a phone it is a page of its own', async () => {
    const context = await openContext(browser, {
      ...PHONE,
      storageState: await annas.context().storageState({ indexedDB: true }),
    });
    const phone = await context.newPage();
    await open(phone, 'activity');
    await items(phone).first().waitFor();
    await clean(phone, 'record-history-phone');
    const wide = await pageOf(phone).evaluate((element) => element.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const opener = items(phone).first().locator('.happened-opener');
    const { x = 0, y = 0 } = (await opener.boundingBox()) ?? {};
    const finger = await context.newCDPSession(phone);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 40, y: y + 20 }] });
    await pageOf(phone).getByRole('toolbar').waitFor();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await items(phone).nth(1).locator('.happened-opener').tap();
    await expect.poll(() => items(phone).and(phone.locator('[data-selected=true]')).count()).toBe(2);
    await clean(phone, 'record-history-phone-selected');
    await context.close();
  });
});
