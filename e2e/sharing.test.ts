// Covers: sharing
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { findBrowser, isControlled, type BrowserSession } from './src/browser.ts';
import { clean } from './src/records.ts';
import {
  WITHIN_MS,
  dialog,
  makeTask,
  over,
  row,
  shareByKeys,
  startSharing,
  type SharedItem,
  type SharingStage,
} from './src/sharing.ts';

const TASK = 'Angebot Halle 4 prüfen';
const NOTE = 'Zugang zum Archivkeller';

describe.skipIf(findBrowser() === undefined)('items that one shares with another', () => {
  let stage: SharingStage | undefined;
  let kontor: SharingStage['kontor'];
  let anna: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let names: SharingStage['names'];
  let everything: SharingStage['everything'];

  beforeAll(async () => {
    stage = await startSharing();
    ({ kontor, anna, annas, bens, names, everything } = stage);
    await makeTask(anna, TASK, '<p>Bis Freitag.</p>');
    await makeTask(anna, NOTE, '<p>Bis Freitag.</p>', 'note');
  });
  afterAll(() => stage?.close());

  test('what is shared is in the other’s list at once, with whose it is, and gone at once when it is taken back or undone', async () => {
    const title = TASK;
    const [a, b] = [annas.page, bens.page];
    await a.goto(kontor.address);
    await everything(a, title);
    await everything(b, title);
    await b.getByText('Nichts gefunden').waitFor();
    await shareByKeys(a, title, names['ben'] ?? '', 'Bitte ansehen');
    await clean(a, 'share-dialog');
    const from = Date.now();
    await a.keyboard.press('Control+Enter');
    await row(b, title).waitFor();
    expect(Date.now() - from).toBeLessThan(WITHIN_MS);
    await a.getByText(`mit ${names['ben']} geteilt`).first().waitFor();
    await row(b, title).getByRole('img', { name: 'Geteilt' }).waitFor();
    await row(a, title).getByRole('img', { name: 'Geteilt' }).waitFor();
    await row(b, title).click();
    await over(b).getByText(`Geteilt von ${names['anna']}: „Bitte ansehen“`).waitFor();
    await over(a)
      .getByRole('button', { name: `Geteilt mit ${names['ben']}` })
      .waitFor();
    await clean(b, 'shared-task');
    await over(a).getByRole('button').click();
    await dialog(a).getByText('durch Sie').waitFor();
    const end = dialog(a).getByRole('button', { name: `Nicht mehr mit ${names['ben']} teilen` });
    const until = Date.now();
    await end.click();
    await row(b, title).waitFor({ state: 'detached' });
    expect(Date.now() - until).toBeLessThan(WITHIN_MS);
    // What was open is gone with it.
    await expect.poll(() => over(b).count()).toBe(0);
    await dialog(a).getByText('Noch mit niemandem geteilt.').waitFor();
    await a.keyboard.press('Escape');
    await everything(b, `is:shared ${title}`);
    await b.getByText('Nichts gefunden').waitFor();
    await everything(a, title);
    await shareByKeys(a, title, names['ben'] ?? '', '');
    await a.keyboard.press('Control+Enter');
    await row(b, title).waitFor();
    await a.getByText('Rückgängig', { exact: true }).click();
    await row(b, title).waitFor({ state: 'detached' });
    await row(a, title).getByRole('img', { name: 'Geteilt' }).waitFor({ state: 'detached' });
  });

  test('what was taken back is gone from the device too, also when that was without a network', async () => {
    const title = NOTE;
    const { page } = bens;
    await isControlled(page);
    const note = (
      await anna.query<SharedItem[]>('filter.items', { view: 'all' }, { format: 'json', limit: 1000 })
    ).find(({ information }) => information === title);
    const people = await anna.query<{ id: number; userName: string }[]>('account.people');
    const benId = people.find(({ userName }) => userName === 'ben')?.id ?? 0;
    const about = { aggregateIds: [note?.aggregateId ?? ''], userIds: [benId] };
    await anna.command('globalization.set', about);
    await page.goto(`${kontor.address}/notes/all/all/main`);
    await row(page, title).click();
    await over(page).waitFor();
    // Until what was read is written.
    await page.waitForTimeout(3000);
    await page.context().setOffline(true);
    await page.reload();
    await row(page, title).waitFor();
    await anna.command('globalization.remove', about);
    await page.context().setOffline(false);
    await row(page, title).waitFor({ state: 'detached' });
    await page.waitForTimeout(3000);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Notizen' }).first().waitFor();
    await page.waitForTimeout(1000);
    expect(await row(page, title).count()).toBe(0);
    await page.context().setOffline(false);
  });

  test('without a network it waits, and what one was given one lets go of', long, async () => {
    const title = NOTE;
    const [a, b] = [annas.page, bens.page];
    await b.goto(`${kontor.address}/notes/all/all/main`);
    await everything(a, title);
    await row(a, title).click();
    await a.keyboard.press('y');
    await dialog(a).getByRole('combobox', { name: 'Mit wem' }).waitFor();
    await a.context().setOffline(true);
    await a.keyboard.type('Ben');
    await a.keyboard.press('Enter');
    await a.keyboard.press('Enter');
    await dialog(a).waitFor({ state: 'detached' });
    await row(a, title).getByRole('img', { name: 'Geteilt' }).waitFor();
    await over(a).getByText(`Geteilt mit ${names['ben']}`).waitFor();
    await a.context().setOffline(false);
    await row(b, title).click();
    await over(b).getByRole('button', { name: 'Entfernen' }).click();
    const question = b.getByRole('dialog', { name: 'Aus Ihren Listen entfernen?' });
    await clean(b, 'share-let-go');
    await question.getByRole('button', { name: 'Entfernen' }).click();
    await b.getByText('Der Eintrag ist nicht mehr mit Ihnen geteilt.').waitFor();
    await row(b, title).waitFor({ state: 'detached' });
    await over(a).waitFor({ state: 'detached' });
    expect([annas.complaints, bens.complaints]).toEqual([[], []]);
  });
});
