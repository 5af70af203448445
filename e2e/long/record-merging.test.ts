// Covers: record
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import {
  DESKTOP,
  findBrowser,
  openBrowser,
  PHONE,
  picture,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

interface Model {
  readonly isAnDeletedIdo: boolean;
  readonly lastKnownChangeTimestamp?: number;
  readonly jsonModel: { readonly title: string } | null;
}
interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

describe.skipIf(findBrowser() === undefined)('records that are the same', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let kindId: number;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    const kinds = await anna.query<{ ID: number; Name: string }[]>('record.instances');
    kindId = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
    // A service worker would keep the page from being cut off.
    session = await openSessionAs('anna', browser, kontor.address, { ...DESKTOP, serviceWorkers: 'block' });
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const create = async (values: Record<string, string>): Promise<Named> => {
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId: kindId,
      jsonPayload: { values },
    });
    return { idoId, idoInstanceId: kindId };
  };
  const save = (record: Named, key: string, before: string, value: string) =>
    anna.command('record.save', {
      ...record,
      jsonPayload: { changes: [{ key, before, value }] },
      lastKnownChangeTimestamp: 1,
    });
  const memoAt = async ({ idoId, idoInstanceId }: Named, title: string): Promise<void> => {
    const memo = await anna.command<{ aggregateId: string }>('memo.create', { idoId, instanceId: idoInstanceId });
    await anna.command('memo.save', {
      ...memo,
      aggregateVersion: 1,
      title,
      content: '',
      alarm: null,
      communicationTypeId: 1,
      contactPersonId: null,
      duration: 0,
      timestamp: 1_795_219_200,
    });
  };
  const isGone = async (record: Named): Promise<boolean> =>
    (await anna.query<Model>('record.model', record)).isAnDeletedIdo;
  const search = async (page: Page, text: string, count: string): Promise<void> => {
    await page.goto(`${kontor.address}/records/${kindId}?text=${encodeURIComponent(text)}`);
    await page.getByText(count, { exact: true }).waitFor();
    await page.getByRole('grid').focus();
  };
  const mergeDialog = (page: Page) => page.getByRole('dialog', { name: /Datensätze zu einem machen/ });
  const head = (page: Page) => page.locator('.record-head:visible');

  test('who types a record that is there already is told so beside the field, looks at it and opens it', async () => {
    const { page } = session;
    await create({
      name: 'Reederei Ostermann',
      email: 'info@ostermann.example',
      phone: '0431 / 99 88 77',
      city: 'Kiel',
    });
    await search(page, 'ostermann', '1 Datensatz');
    await page.keyboard.press('Shift+R');
    const dialog = page.getByRole('dialog', { name: 'Neuer Datensatz' });
    const field = dialog.locator('[data-field=name]');
    const below = dialog.locator('[data-field=number]');
    const before = await below.boundingBox();
    await field.locator('input').fill('Rederei Ostermann');
    await field.getByRole('button', { name: 'Schon da? Reederei Ostermann' }).waitFor();
    await dialog.getByText('Vielleicht gibt es das schon: Reederei Ostermann, Kiel (Fast gleicher Name).').waitFor();
    // Nothing has moved under the fingers.
    expect(await below.boundingBox()).toEqual(before);
    await clean(page, 'merging-hint');
    await dialog.locator('[data-field=phone] input').fill('+49 431 998877');
    await dialog
      .locator('[data-field=phone]')
      .getByRole('button', { name: /Schon da/ })
      .waitFor();
    await dialog.locator('[data-field=phone] .similar-hint').click();
    const menu = page.getByRole('menu', { name: 'Vielleicht gibt es diesen Datensatz schon' });
    await menu.getByText('Gleiche Telefonnummer').waitFor();
    await picture(page, 'merging-hint-menu');
    await page.keyboard.press('Enter');
    const peek = page.getByRole('dialog', { name: 'Reederei Ostermann' });
    await peek.getByText('info@ostermann.example').waitFor();
    await clean(page, 'merging-peek');
    await page.keyboard.press('Escape');
    expect(await field.locator('input').inputValue()).toBe('Rederei Ostermann');
    // Called another one it is told of no more, also by the record that is made.
    await dialog.locator('[data-field=phone] .similar-hint').click();
    await menu.getByRole('menuitem', { name: 'Reederei Ostermann, Kiel ist ein anderer' }).click();
    await expect.poll(() => dialog.locator('.similar-hint').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByText('Rederei Ostermann ist angelegt.').waitFor();
    await page.getByRole('button', { name: 'Öffnen', exact: true }).click();
    await head(page).getByRole('heading', { name: 'Rederei Ostermann' }).waitFor();
    await page.locator('[data-field=city]:visible input').fill('Husum');
    await page.waitForTimeout(1500);
    expect(await page.locator('.similar-hint:visible').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Gespeichert.').waitFor();
  });

  test('on the page of a record another one is told of while it is changed, and called different with a way back', async () => {
    const { page } = session;
    await create({ name: 'Segelwerkstatt Jansen', email: 'post@jansen.example' });
    const own = await create({ name: 'Tauwerk Petersen' });
    await page.goto(`${kontor.address}/record/${kindId}-${own.idoId}/ido/view`);
    await head(page).getByRole('heading', { name: 'Tauwerk Petersen' }).waitFor();
    await page.locator('[data-field=email]:visible input').fill('post@jansen.example');
    const hint = page.locator('[data-field=email]:visible .similar-hint');
    await hint.waitFor();
    await clean(page, 'merging-hint-page');
    await hint.click();
    await page.getByRole('menuitem', { name: /^Segelwerkstatt Jansen.* ist ein anderer$/ }).click();
    await page.getByText('Die beiden gelten jetzt als verschieden.').waitFor();
    await expect.poll(() => hint.count()).toBe(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await hint.waitFor();
    await hint.click();
    await page.getByRole('menuitem', { name: /^Segelwerkstatt Jansen.* ansehen/ }).click();
    await head(page).getByRole('heading', { name: 'Segelwerkstatt Jansen' }).waitFor();
    // What was typed is still there.
    await page.locator('.tab-bar').getByText('Tauwerk Petersen').click();
    await head(page).getByRole('heading', { name: 'Tauwerk Petersen' }).waitFor();
    expect(await page.locator('[data-field=email]:visible input').inputValue()).toBe('post@jansen.example');
    await page.locator('[data-field=email]:visible input').fill('');
  });

  test('so it is beside the address of a contact person', async () => {
    const { page } = session;
    await create({ name: 'Bootsbau Thomsen', email: 'thea@thomsen.example' });
    const own = await create({ name: 'Ankerwerk Lund' });
    await page.goto(`${kontor.address}/record/${kindId}-${own.idoId}/ido/view`);
    await head(page).getByRole('heading', { name: 'Ankerwerk Lund' }).waitFor();
    await page.getByRole('button', { name: 'Ansprechpartner hinzufügen' }).click();
    const person = page.getByRole('region', { name: 'Neuer Ansprechpartner' });
    await person.locator('[data-field=name] input').fill('Thea Thomsen');
    await person.locator('[data-field=email] input').fill('thea@thomsen.example');
    await person.locator('[data-field=email]').getByRole('button', { name: 'Schon da? Bootsbau Thomsen' }).waitFor();
    await clean(page, 'merging-hint-person');
    await person.getByRole('button', { name: 'Nicht anlegen' }).click();
    await expect.poll(() => page.locator('.similar-hint:visible').count()).toBe(0);
  });

  test('two of a list become one, with links and history, and are taken apart again', async () => {
    const { page } = session;
    const one = await create({ name: 'Werft Kloster', city: 'Rostock', phone: '0381 111' });
    const other = await create({
      name: 'Werft Klooster',
      city: 'Wismar',
      email: 'werft@kloster.example',
      notes: 'Liefert dienstags.',
    });
    await save(one, 'notes', '', 'Zahlt pünktlich.');
    await memoAt(one, 'Gespräch im Mai');
    await memoAt(one, 'Gespräch im Juni');
    await memoAt(other, 'Besuch im Juli');
    await anna.command('record.saveContactPerson', {
      ...other,
      jsonPayload: { changes: [{ key: 'name', before: '', value: 'Karla Kloster' }] },
    });
    await search(page, 'werft klo', '2 Datensätze');
    await page.keyboard.press('Control+a');
    await page.getByText('2 Datensätze ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Zusammenführen', exact: true }).click();
    const dialog = mergeDialog(page);
    await dialog.getByRole('heading', { name: 'In 3 Feldern unterscheiden sie sich' }).waitFor();
    // The one with most links is kept; what was written last is chosen, all of a long text.
    expect(await dialog.getByRole('radio', { name: 'Werft Kloster, Rostock bleibt' }).isChecked()).toBe(true);
    await dialog.getByText('1 verknüpfter Eintrag und 1 Ansprechpartner kommen zu „Werft Kloster, Rostock“.').waitFor();
    const notes = dialog.getByRole('radiogroup', { name: 'Notizen' });
    expect(await notes.getByRole('radio', { name: /Alles zusammen/ }).isChecked()).toBe(true);
    await clean(page, 'merging-side-by-side');
    await dialog
      .getByRole('radiogroup', { name: 'Ort' })
      .getByRole('radio', { name: /Wismar/ })
      .check();
    await dialog
      .getByRole('radiogroup', { name: 'Name' })
      .getByRole('radio', { name: /^Werft Kloster/ })
      .check();
    await page.setViewportSize(PHONE.viewport);
    await picture(page, 'merging-phone');
    await page.setViewportSize(DESKTOP.viewport);
    await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).click();
    await page.getByText('2 Datensätze sind jetzt einer: Werft Kloster, Rostock.').waitFor();
    await page.getByText('1 Datensatz', { exact: true }).waitFor();
    expect(await isGone(other)).toBe(true);
    // The old address leads to the one that was kept.
    await page.goto(`${kontor.address}/record/${kindId}-${other.idoId}/ido/view`);
    await head(page).getByRole('heading', { name: 'Werft Kloster' }).waitFor();
    await expect.poll(() => page.url()).toContain(`${kindId}-${one.idoId}`);
    expect(await page.locator('[data-field=city]:visible input').inputValue()).toBe('Wismar');
    expect(await page.locator('[data-field=notes]:visible textarea').inputValue()).toContain('Zahlt pünktlich.\n\n');
    const madeOf = page.getByRole('heading', { name: 'Zusammengeführt aus' }).locator('..');
    await madeOf.getByText('Werft Klooster').waitFor();
    await madeOf.scrollIntoViewIfNeeded();
    await clean(page, 'merging-made-of');
    await page.getByRole('tab', { name: 'Verlauf' }).click();
    await page.getByText('Besuch im Juli').first().waitFor();
    await page.getByText('Gespräch im Juni').first().waitFor();
    await page.getByRole('tab', { name: 'Stammdaten' }).click();
    await madeOf.getByRole('button', { name: /wieder trennen/ }).click();
    const question = page.getByRole('dialog', { name: 'Wieder trennen?' });
    await clean(page, 'merging-part');
    await question.getByRole('button', { name: 'Wieder trennen' }).click();
    await page.getByText('Die Datensätze sind wieder getrennt.').waitFor();
    expect(await isGone(other)).toBe(false);
    await expect.poll(() => page.locator('[data-field=city]:visible input').inputValue()).toBe('Rostock');
  });

  test('from its page a record is merged with another, which is taken back at once by a key', async () => {
    const { page } = session;
    const one = await create({ name: 'Netzmacherei Boll', city: 'Sassnitz' });
    const other = await create({ name: 'Netzmacherei Bohl' });
    await page.goto(`${kontor.address}/record/${kindId}-${other.idoId}/ido/view`);
    await head(page).getByRole('button', { name: 'Mit anderem zusammenführen' }).click();
    const picker = page.getByRole('dialog', { name: 'Womit zusammenführen?' });
    // A record that is made for it would be the same as none.
    await picker.getByRole('combobox').fill('gibt es nicht');
    await picker.getByText('Kein Datensatz zu „gibt es nicht“.').waitFor();
    expect(await picker.getByRole('option').count()).toBe(0);
    await picker.getByRole('combobox').fill('netzmacherei boll');
    await picker.getByRole('option', { name: /Netzmacherei Boll/ }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = mergeDialog(page);
    await dialog.getByRole('radio', { name: /Boll, Sassnitz bleibt/ }).waitFor();
    await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).press('Enter');
    await head(page).getByRole('heading', { name: 'Netzmacherei Bo' }).waitFor();
    await expect.poll(() => page.url()).toContain(`${kindId}-${one.idoId}`);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Die Datensätze sind wieder getrennt.').waitFor();
    expect(await isGone(other)).toBe(false);
  });

  test('what a colleague changes meanwhile is told, and nothing becomes one before it was looked at', async () => {
    const { page } = session;
    const one = await create({ name: 'Seilerei Marx', city: 'Stade' });
    const other = await create({ name: 'Seilerei Marks', city: 'Buxtehude' });
    await search(page, 'seilerei', '2 Datensätze');
    await page.keyboard.press('Control+a');
    await page.getByText('2 Datensätze ausgewählt').waitFor();
    await page.getByRole('button', { name: 'Zusammenführen', exact: true }).click();
    const dialog = mergeDialog(page);
    await dialog.getByRole('radiogroup', { name: 'Ort' }).waitFor();
    await save(other, 'city', 'Buxtehude', 'Jork');
    await dialog.getByText(/^Seilerei Marks, Buxtehude: inzwischen geändert/).waitFor();
    await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).click();
    await clean(page, 'merging-changed');
    expect(await isGone(one)).toBe(false);
    expect(await isGone(other)).toBe(false);
    await dialog.getByRole('button', { name: 'Neu laden' }).click();
    await dialog.getByRole('radiogroup', { name: 'Ort' }).getByRole('radio', { name: /Jork/ }).check();
    await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).click();
    await page.getByText('2 Datensätze sind jetzt einer').waitFor();
  });

  test('likely duplicates of a kind are searched for, called different, and merged', async () => {
    const { page } = session;
    await create({ name: 'Kranbau Winter', email: 'info@winter.example' });
    await create({ name: 'Kranbau Winther', email: 'info@winter.example' });
    await create({ name: 'Kranbau Sommer' });
    await create({ name: 'Kranbau Somer' });
    await page.goto(`${kontor.address}/records/${kindId}`);
    await page.getByRole('button', { name: 'Mögliche Dubletten' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mögliche Dubletten: Kunden' });
    await dialog.getByRole('heading', { name: 'Hier hat noch niemand gesucht' }).waitFor();
    await clean(page, 'merging-not-searched');
    await dialog.getByRole('button', { name: 'Jetzt suchen' }).click();
    await dialog.getByText(/Zuletzt gesucht/).waitFor({ timeout: 120_000 });
    const group = (name: string) => dialog.locator('[data-group]').filter({ hasText: name });
    const find = async (name: string): Promise<void> => {
      while ((await group(name).count()) === 0) {
        const later = dialog.getByRole('button', { name: 'Nächste Seite' });
        const page1 = await dialog.locator('.record-pages').innerText();
        await later.click();
        await expect.poll(() => dialog.locator('.record-pages').innerText()).not.toBe(page1);
        await dialog.locator('[data-group]').first().waitFor();
      }
    };
    await clean(page, 'merging-duplicates');
    await find('Kranbau Sommer');
    await dialog.getByRole('button', { name: /Kranbau Sommer.* sind nicht dasselbe/ }).click();
    await expect.poll(() => group('Kranbau Sommer').count()).toBe(0);
    await page.getByText('Die beiden gelten jetzt als verschieden.').waitFor();
    await find('Kranbau Winther');
    await group('Kranbau Winther').getByText('Gleiche E-Mail-Adresse').waitFor();
    await group('Kranbau Winther')
      .getByRole('button', { name: /vergleichen/ })
      .click();
    await mergeDialog(page).getByRole('button', { name: 'Zusammenführen', exact: true }).click();
    await page.getByText('2 Datensätze sind jetzt einer').waitFor();
    await expect.poll(() => group('Kranbau Winther').count()).toBe(0);
    expect(session.complaints).toEqual([]);
  });

  test('on a phone values stand below each other', async () => {
    const phone = await openSession(browser, kontor.address, PHONE);
    const { page } = phone;
    await signIn(page, 'anna', PASSWORD);
    await page.goto(`${kontor.address}/records/${kindId}`);
    await page.getByRole('button', { name: 'Mögliche Dubletten' }).click();
    await page.getByRole('dialog', { name: 'Mögliche Dubletten: Kunden' }).locator('[data-group]').first().waitFor();
    await clean(page, 'merging-duplicates-phone');
    await phone.close();
  });
});
