// Covers: record
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import { designerOf } from '../src/designer.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PAGE = '/settings/recordKinds';

describe.skipIf(findBrowser() === undefined)('kinds of records of one’s own', () => {
  let kontor: Kontor;
  let browser: Browser;
  let annas: BrowserSession;
  let page: Page;
  let anna: TestClient;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    annas = await openSession(browser, kontor.address);
    ({ page } = annas);
    await signIn(page, 'anna', PASSWORD);
  });
  afterAll(async () => {
    await annas?.close();
    await kontor?.close();
  });

  const { button, preview, form, card, kinds, kindId, model, whole, count, create, add, save, saved } = designerOf(
    () => page,
    () => anna,
  );

  test('all kinds stand in their order, which keys change', async () => {
    await page.goto(`${kontor.address}${PAGE}`);
    await page.getByRole('link', { name: /^Kunden/ }).waitFor();
    await page.getByText('600 Datensätze · 12 Felder').first().waitFor();
    await clean(page, 'record-kinds-list');
    const before = (await kinds()).map(({ Name }) => Name);
    await button(`${before[0] ?? ''} verschieben`).press('Alt+ArrowDown');
    await expect
      .poll(async () => (await kinds()).map(({ Name }) => Name))
      .toEqual([before[1], before[0], ...before.slice(2)]);
    await button('Kunden löschen').click();
    await page.getByText('Es gibt noch 600 Datensätze dieser Art.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
  });

  test('a kind is made of many fields, and its record is seen at once', async () => {
    await button('Neue Art').click();
    await page.getByLabel('Name der Art', { exact: true }).fill('Geräte');
    await add('Zahl', 'Preis');
    await add('Zahl', 'Menge');
    await add('Berechnung', 'Summe');
    await form().getByLabel('Formel', { exact: true }).fill('preis * menge');
    await page.locator('[data-field=preis] input').fill('12,5');
    await page.locator('[data-field=menge] input').fill('4');
    await form().getByText('Mit den Werten der Vorschau: 50').waitFor();
    await preview().locator('[data-field=summe]').getByText('50', { exact: true }).waitFor();
    await add('Text', 'Zustand', 'Rechte Spalte');
    await add('Datum', 'Gekauft', 'Rechte Spalte');
    await form().getByLabel('Vorgabe in neuen Datensätzen').selectOption('today');
    await form().getByLabel('Schreibweise').selectOption('MM/DD/YYYY');
    await form().getByLabel('Breite in Pixeln').fill('240');
    await add('Kontrollkästchen', 'Zubehör', 'Rechte Spalte');
    await form().getByLabel('Auswahlmöglichkeiten').fill('Koffer\nKabel\nAkku');
    await preview().getByRole('checkbox', { name: 'Akku' }).waitFor();
    await add('Verweis', 'Kunde', 'Rechte Spalte');
    await form().getByLabel('Verweist auf').selectOption({ label: 'Kunden' });
    await add('Text', 'Einkaufspreis', 'Rechte Spalte');
    await form().getByRole('radio', { name: 'Nicht alle' }).click();
    await clean(page, 'record-kinds-designer');
    await page.getByRole('tab', { name: 'Registerkarten' }).click();
    await button('Drucken zeigen').click();
    await button('Eigene Registerkarte').click();
    await page.getByLabel('Name von Weitere Felder').fill('Technik');
    await preview().getByRole('tab', { name: 'Technik' }).waitFor();
    await page.getByRole('tab', { name: 'Felder', exact: true }).click();
    await add('Text', 'Inventarnummer', 'Rechte Spalte');
    await form().getByRole('checkbox', { name: 'Pflichtfeld' }).check();
    await form().getByLabel('Vorgabe in neuen Datensätzen').selectOption('number');
    await add('Text', 'Erfasst von', 'Rechte Spalte');
    await form().getByLabel('Vorgabe in neuen Datensätzen').selectOption('me');
    await add('Text', 'Leistung', 'Rechte Spalte');
    await form().getByRole('checkbox', { name: 'Pflichtfeld' }).check();
    await form().getByLabel('Registerkarte').selectOption({ label: 'Technik' });
    await page.getByRole('tab', { name: 'Registerkarten' }).click();
    expect(await preview().getByRole('tab', { name: 'Drucken' }).count()).toBe(0);
    await clean(page, 'record-kinds-tabs');
    await button('Drucken zeigen').click();
    await page.getByRole('tab', { name: 'Felder', exact: true }).click();
    await save();
    await saved();
    const made = (await kinds()).find(({ Name }) => Name === 'Geräte');
    expect(made?.fields.leftColumn.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'name textField',
      'preis textField',
      'menge textField',
      'summe computed',
    ]);
    await page.waitForURL(`**${PAGE}?kind=${made?.ID ?? 0}`);
  });

  test('steps are taken back and done again, and fields carried, by keys alone', async () => {
    const order = async () => (await page.locator('.kind-card .kind-card-text > span').allInnerTexts()).join(' ');
    const before = await order();
    await card('Preis').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(order).not.toBe(before);
    await page.keyboard.press('Alt+ArrowRight');
    const right = page.getByRole('region', { name: 'Rechte Spalte' });
    await right.getByText('Preis', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(order).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(order).not.toBe(before);
    await page.keyboard.press('Control+z');
    await expect.poll(order).toBe(before);
    await page.getByText('Zurückgenommen: Feld verschoben').waitFor({ state: 'attached' });
    // Taken up by Space, carried into the other column by an arrow, laid down by Space.
    await card('Menge').focus();
    await page.keyboard.press('Space');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(600);
    await page.keyboard.press('Space');
    await right.getByText('Menge', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(order).toBe(before);
  });

  test('records of it are made in the list, and a text becomes a choice with what stands in it', async () => {
    const id = await kindId('Geräte');
    await page.goto(`${kontor.address}/records/${id}`);
    await page.getByText('Geräte', { exact: true }).first().waitFor();
    await page.keyboard.press('Shift+R');
    const dialog = page.getByRole('dialog', { name: 'Neuer Datensatz' });
    await dialog.locator('[data-field=name] input').fill('Bohrhammer');
    await dialog.getByLabel('Preis', { exact: true }).fill('100');
    await dialog.getByLabel('Menge').fill('3');
    await dialog.getByLabel('Zustand').fill('neuwertig');
    await dialog.getByRole('region', { name: 'Technik' }).getByLabel('Leistung').fill('800 Watt');
    // What fields begin with stands there, and can be written over or taken out.
    const [year, month, day] = Temporal.Now.zonedDateTimeISO('Europe/Berlin').toPlainDate().toString().split('-');
    expect(await dialog.getByLabel('Gekauft').inputValue()).toBe(`${month}/${day}/${year}`);
    expect(await dialog.getByLabel('Erfasst von').inputValue()).toBe('Anna Berger');
    await dialog.getByLabel('Erfasst von').fill('');
    expect(await dialog.getByLabel('Inventarnummer').inputValue()).toBe('');
    await clean(page, 'record-kinds-new');
    await dialog.getByLabel('Menge').press('Control+Enter');
    await page.getByRole('gridcell', { name: 'Bohrhammer' }).first().waitFor();
    const made = await model(await firstOf(id), id);
    const begun = made.rightColumn.map(({ key, value }) => `${key}: ${value ?? ''}`);
    expect(begun).toEqual(expect.arrayContaining(['inventarnummer: 1', 'erfasstVon: ']));
    const saw = { name: 'Säge', zustand: 'alt', einkaufspreis: '80', leistung: '2 kW' };
    const idoId = await create(id, saw);
    await page.goto(`${kontor.address}${PAGE}?kind=${id}`);
    await card('Zustand').press('Enter');
    await form().getByLabel('Art des Feldes').selectOption('singleChoiceSelect');
    await form().getByLabel('Auswahlmöglichkeiten').fill('neuwertig\nalt');
    await save();
    const effects = page.getByRole('dialog', { name: 'Das ändert sich' });
    await effects.getByText('„Zustand“: aus Text wird Auswahl als Liste. 2 Datensätze werden umgewandelt.').waitFor();
    await clean(page, 'record-kinds-effects');
    await effects.getByRole('button', { name: 'So speichern' }).click();
    await saved();
    await expect
      .poll(async () => (await model(idoId, id)).rightColumn.find(({ key }) => key === 'zustand')?.selectedValue)
      .toBe('alt');
    await expect.poll(async () => (await whole(id)).following ?? 0).toBe(0);
  });

  test('a choice is written otherwise, and records get the new word', async () => {
    const choices = form().getByLabel('Auswahlmöglichkeiten');
    const id = await kindId('Geräte');
    await card('Zustand').click();
    await choices.fill('neuwertig\nalt und schön');
    const becomes = form().getByLabel('„alt“ heißt jetzt');
    expect(await becomes.inputValue()).toBe('alt und schön');
    await clean(page, 'record-kinds-renamed');
    // What it has become goes with the step that wrote it.
    await page.keyboard.press('Control+z');
    await becomes.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+z');
    await becomes.waitFor();
    await becomes.selectOption('');
    await becomes.selectOption('alt und schön');
    await save();
    const effects = page.getByRole('dialog', { name: 'Das ändert sich' });
    await effects
      .getByText('„alt“ heißt bei „Zustand“ jetzt „alt und schön“. 1 Datensatz bekommt das neue Wort.')
      .waitFor();
    await clean(page, 'record-kinds-renamed-effects');
    await effects.getByRole('button', { name: 'So speichern' }).click();
    await saved();
    await becomes.waitFor({ state: 'detached' });
    const total = (value: string) => count(id, 'zustand', value);
    await expect.poll(() => total('alt und schön')).toBe(1);
    expect(await total('alt')).toBe(0);
  });

  test('a reference begins with a record that is picked, and the number is a column like others', async () => {
    await card('Kunde').click();
    await form().getByLabel('Vorgabe in neuen Datensätzen').selectOption('value');
    await form()
      .getByRole('button', { name: /: Datensatz wählen$/ })
      .click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('combobox').fill('GmbH');
    await picker.getByRole('option').filter({ hasNotText: 'anlegen' }).first().click();
    const chip = form().locator('.record-reference .link-name');
    await chip.waitFor();
    const name = await chip.innerText();
    await clean(page, 'record-kinds-begins-with-record');
    await page.getByRole('tab', { name: 'Liste' }).click();
    await button('Spalte ID zeigen').click();
    expect(await button('Spalte ID zeigen').getAttribute('aria-pressed')).toBe('false');
    await clean(page, 'record-kinds-columns');
    await page.getByRole('tab', { name: 'Felder', exact: true }).click();
    await save();
    await saved();
    const id = await kindId('Geräte');
    const idoId = await create(id, { name: 'Zange', leistung: '500 Watt' });
    const kunde = (await model(idoId, id)).rightColumn.find(({ key }) => key === 'kunde');
    expect(JSON.stringify(kunde)).toContain(name.split(',')[0]);
    expect((await whole(id)).columns[0]).toMatchObject({ key: 'ID', isShown: false });
  });

  test('a record has the kind’s own tab, in one form with the others', async () => {
    const id = await kindId('Geräte');
    await page.goto(`${kontor.address}/record/${id}-${await firstOf(id)}/ido/view`);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await page.getByLabel('Menge').fill('4');
    expect(await page.getByLabel('Leistung').isVisible()).toBe(false);
    await tab('Technik').click();
    await page.getByLabel('Leistung').fill('');
    await clean(page, 'record-own-tab');
    await tab('Stammdaten').click();
    await expect.poll(() => page.getByLabel('Menge').inputValue()).toBe('4');
    await button('Speichern').click();
    // What is missing stands in the other tab, which is shown then.
    await page.getByText('Füllen Sie dieses Feld aus.').waitFor();
    await expect.poll(() => page.getByLabel('Leistung').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('750 Watt');
    await page.keyboard.press('Control+s');
    await page.getByText('Gespeichert.', { exact: true }).waitFor();
    const stored = await model(await firstOf(id), id);
    const valueOf = (key: string) =>
      [...stored.leftColumn, ...stored.rightColumn].find((field) => field.key === key)?.value;
    expect([valueOf('menge'), valueOf('leistung')]).toEqual(['4', '750 Watt']);
  });

  test('its values are said in the same way in the list, on paper and among the changes', async () => {
    const id = await kindId('Geräte');
    const idoId = await firstOf(id);
    const customer = await firstOf(await kindId('Kunden'));
    const known = await model(idoId, id);
    const bought = known.rightColumn.find(({ key }) => key === 'gekauft')?.value;
    await anna.command('record.save', {
      idoId,
      idoInstanceId: id,
      lastKnownChangeTimestamp: 0,
      jsonPayload: {
        changes: [
          { key: 'gekauft', before: bought, value: '2026-12-01' },
          { key: 'preis', before: '100', value: '1234.5' },
          { key: 'kunde', before: '', value: String(customer) },
        ],
      },
    });
    const { jsonModel } = await anna.query<{ jsonModel: { title: string } }>('record.model', {
      idoId: customer,
      idoInstanceId: await kindId('Kunden'),
    });
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await tab('Stammdaten').click();
    const box = await page.getByLabel('Gekauft').boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(240);
    await tab('Änderungen').click();
    const change = page.locator('.record-change').filter({ hasText: '12/01/2026' });
    await change.getByText('1.234,5').or(change.getByText('1234,5')).waitFor();
    await change.getByText(jsonModel.title).waitFor();
    expect(await change.innerText()).not.toContain('2026-12-01');
    await clean(page, 'record-own-changes');
    await page.goto(`${kontor.address}/record/${id}-${idoId}/ido/view/print`);
    const paper = page.locator('.record-paper');
    await paper.getByText('12/01/2026', { exact: true }).waitFor();
    await paper.getByText(jsonModel.title).waitFor();
    await paper.getByRole('heading', { name: 'Technik' }).waitFor();
    await clean(page, 'record-own-print');
    await page.goto(`${kontor.address}/records/${id}`);
    await page.getByRole('gridcell', { name: '12/01/2026' }).waitFor();
    await page.goto(`${kontor.address}${PAGE}?kind=${id}`);
  });

  test('what is wrong is said beside its field', async () => {
    await card('Zustand').click();
    await form().getByLabel('Auswahlmöglichkeiten').fill('alt\nAlt');
    await card('Summe').click();
    await form().getByLabel('Formel', { exact: true }).fill('preis * nirgends');
    await form().getByText('Dieses Feld gibt es nicht: nirgends').waitFor();
    await form().getByLabel('Formel', { exact: true }).fill('preis * menge');
    await save();
    await page.getByText('So lässt sich die Art nicht speichern.').waitFor();
    await card('Zustand').click();
    await form().getByText('Das steht doppelt da. Alt').waitFor();
    await form().getByLabel('Auswahlmöglichkeiten').fill('neuwertig\nalt und schön');
    await page.getByText('So lässt sich die Art nicht speichern.').waitFor({ state: 'hidden' });
  });

  test('a field is taken out and comes back with what stood in it', async () => {
    const id = await kindId('Geräte');
    await card('Zustand').click();
    await form()
      .getByRole('button', { name: /^Entfernen/ })
      .click();
    await save();
    const effects = page.getByRole('dialog', { name: 'Das ändert sich' });
    await effects.getByText('„Zustand“ wird entfernt. Bei 2 Datensätzen steht etwas darin').waitFor();
    await effects.getByRole('button', { name: 'So speichern' }).click();
    await saved();
    const made = (await kinds()).find(({ ID }) => ID === id);
    expect(JSON.stringify(made?.fields)).not.toContain('zustand');
    await page.getByText('Entfernte Felder (1)').click();
    await button('Zustand zurückholen').click();
    await save();
    await effects.getByText('„Zustand“ kommt zurück, mit dem, was bei 2 Datensätzen darin steht.').waitFor();
    await effects.getByRole('button', { name: 'So speichern' }).click();
    await saved();
    await expect
      .poll(async () => JSON.stringify((await model(await firstOf(id), id)).rightColumn))
      .toContain('neuwertig');
  });
  const firstOf = async (id: number): Promise<number> =>
    Number(
      (await anna.query<{ results: (string | number)[][] }>('record.items', { idoInstanceId: id })).results[0]?.[0],
    );

  test('a design that is not saved is found again, and asked about', async () => {
    const id = await kindId('Geräte');
    await card('Preis').click();
    await form().getByLabel('Hilfe').fill('Ohne Steuer');
    await preview().getByText('Ohne Steuer').waitFor();
    await page.waitForTimeout(600);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Gespeichert ist er noch nicht.').waitFor();
    await preview().getByText('Ohne Steuer').waitFor();
    await button('Alle Arten').click();
    const question = page.getByRole('dialog');
    await question.getByText('Art: Geräte').waitFor();
    await page.keyboard.press('Escape');
    // Somebody else is quicker.
    const whole = await anna.query<Record<string, unknown> & { version: number; fields: Record<string, unknown> }>(
      'record.kind',
      { idoInstanceId: id },
    );
    const { records: _records, following: _following, changed: _changed, ...about } = whole;
    const { retired: _retired, retiredOfPersons: _ofPersons, ...fields } = whole.fields;
    await anna.command('record.saveKind', { ...about, fields, name: 'Maschinenpark' });
    await button('Unterschiede ansehen').click();
    const conflict = page.getByRole('dialog', { name: 'Jemand anders hat diese Art inzwischen gespeichert' });
    await conflict.getByText('Name: „Geräte“ wurde „Maschinenpark“').waitFor();
    await conflict.getByText('„Preis“ geändert').waitFor();
    await conflict.getByText(/^Anna .* hat am .* gespeichert\.$/).waitFor();
    await clean(page, 'record-kinds-conflict');
    await conflict.getByRole('button', { name: 'Meine darüberlegen' }).click();
    await save();
    await saved();
    const now = await anna.query<Record<string, unknown>>('record.kind', { idoInstanceId: id });
    expect([now['name'], JSON.stringify(now['fields']).includes('Ohne Steuer')]).toEqual(['Maschinenpark', true]);
  });

  test('a colleague sees neither what is not for all, nor the designer', async () => {
    const id = await kindId('Maschinenpark');
    const bens = await openSessionAs('ben', browser, kontor.address);
    await bens.page.goto(`${kontor.address}/record/${id}-${await firstOf(id)}/ido/view`);
    await bens.page.locator('[data-field=preis]').waitFor();
    expect(await bens.page.locator('[data-field=einkaufspreis]').count()).toBe(0);
    await bens.page.goto(`${kontor.address}${PAGE}`);
    await bens.page.getByRole('heading', { name: 'Einstellungen' }).first().waitFor();
    expect(await bens.page.getByRole('link', { name: 'Datensätze: Arten und Felder' }).count()).toBe(0);
    const ben = await new TestClient(kontor.address, 'demo').signIn('ben', PASSWORD);
    await expect(ben.query('record.kind', { idoInstanceId: id })).rejects.toThrow();
    await bens.close();
  });
});
