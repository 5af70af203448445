// Covers: sharing
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { findBrowser, isControlled, type BrowserSession } from '../src/browser.ts';
import { clean } from '../src/records.ts';
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
} from '../src/sharing.ts';

const entryOf = (id: string): number => (JSON.parse(id) as { entryId: number }).entryId;

describe.skipIf(findBrowser() === undefined)('items that one shares with another, further', () => {
  let stage: SharingStage | undefined;
  let kontor: SharingStage['kontor'];
  let anna: TestClient;
  let ben: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let names: SharingStage['names'];
  /** What each kind is called by which it is tried. */
  const titles: Record<string, string> = {};
  let everything: SharingStage['everything'];
  beforeAll(async () => {
    stage = await startSharing();
    ({ kontor, anna, ben, annas, bens, names, everything } = stage);
    await makeOne();
  });
  afterAll(() => stage?.close());

  /** One item of each kind that is Anna's alone. */
  async function makeOne(): Promise<void> {
    await makeTask(anna, 'Zugang zum Archivkeller', '<p>Bis Freitag.</p>', 'note');
    const data = Buffer.from('%PDF-1.7').toString('base64');
    await anna.command('document.create', {
      fileName: 'Mietvertrag Halle 4.pdf',
      size: 8,
      type: 'application/pdf',
      data,
      box: 0,
    });
    const { record } = await someRecord();
    const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', record);
    const memo = await anna.query<{ aggregateVersion: number }>('memo.details', { aggregateId });
    await anna.command('memo.save', {
      aggregateId,
      aggregateVersion: memo.aggregateVersion,
      title: 'Gespräch mit dem Vermieter',
      content: '<p>Er wartet auf unseren Brief.</p>',
      alarm: null,
      communicationTypeId: 1,
      contactPersonId: null,
      duration: 300,
      timestamp: Math.floor(Date.now() / 1000),
    });
    const all = (by: TestClient) =>
      by.query<SharedItem[]>('mail.items', { view: 'all' }, { format: 'json', limit: 1000 });
    const known = new Set((await all(ben)).map(({ aggregateId: id }) => entryOf(id)));
    const mine = await all(anna);
    const counts = Map.groupBy(mine, ({ information }) => information);
    const mail = mine.find(
      ({ aggregateId: id, information }) => !known.has(entryOf(id)) && counts.get(information)?.length === 1,
    );
    if (mail === undefined) throw new Error('Anna has no mail that Ben has not');
    await anna.command('activity.setState', { aggregateIds: [mail.aggregateId], state: 'unseen' });
    Object.assign(titles, {
      note: 'Zugang zum Archivkeller',
      document: 'Mietvertrag Halle 4',
      memo: 'Gespräch mit dem Vermieter',
      mail: mail.information,
    });
  }

  async function someRecord() {
    const found = await anna.query<{ idoId: number; instanceId: number }[]>('record.search', { query: 'a' });
    const [first] = found;
    if (first === undefined) throw new Error('The demo has no records');
    return { record: { idoId: first.idoId, instanceId: first.instanceId } };
  }

  test.each(['note', 'document', 'memo', 'mail'])(
    'a %s is in the other’s list at once, with whose it is, and gone at once when it is taken back',
    async (kind) => {
      const title = titles[kind] ?? '';
      const [a, b] = [annas.page, bens.page];
      await a.goto(kontor.address);
      await everything(a, title);
      await everything(b, title);
      await b.getByText('Nichts gefunden').waitFor();
      await shareByKeys(a, title, names['ben'] ?? '', 'Bitte ansehen');
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
      if (kind === 'mail') await clean(b, 'shared-mail');
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
    },
  );

  /** A list, with its first row under the cursor, by keys alone. */
  const toFirst = async (page: Page, term: string): Promise<void> => {
    await everything(page, term);
    await row(page, term).waitFor();
    for (const key of ['Tab', 'j']) await page.keyboard.press(key);
  };

  test('a group and words, by keys alone: its members have it through whom it says, with new words, until it is taken back', async () => {
    const title = 'Werksbesuch vorbereiten';
    const [a, b] = [annas.page, bens.page];
    const people = await anna.query<{ id: number }[]>('account.people');
    await anna.command('account.createGroup', { name: 'Montage', userIds: people.map(({ id }) => id) });
    await makeTask(anna, title, '<p>Treffpunkt ist Tor 4.</p>');
    await everything(b, title);
    await b.getByText('Nichts gefunden').waitFor();
    await toFirst(a, title);
    await a.keyboard.press('y');
    await dialog(a).getByRole('combobox', { name: 'Mit wem' }).waitFor();
    await a.keyboard.type('mont');
    await dialog(a)
      .getByRole('option', { name: /Montage.*Gruppe, 2\sPersonen/ })
      .waitFor();
    await a.keyboard.press('Enter');
    await a.keyboard.press('Tab');
    await a.keyboard.type('Wer kommt mit?');
    expect(await dialog(a).getByRole('textbox', { name: 'Nachricht' }).inputValue()).toBe('Wer kommt mit?');
    await a.keyboard.press('Control+Enter');
    await a.getByText(/^1\sEintrag ist mit Montage geteilt/).waitFor();
    await row(b, title).waitFor({ timeout: WITHIN_MS });
    await row(b, title).click();
    await over(b).getByText(`Geteilt von ${names['anna']}: „Wer kommt mit?“`).waitFor();
    await over(b).getByText(`Geteilt mit ${names['chris']}`).waitFor();
    await b.getByText('Tor 4').first().waitFor();
    const line = (page: Page) => dialog(page).getByRole('listitem').filter({ hasText: 'Montage' });
    await b.keyboard.press('y');
    await line(b).getByText(`durch ${names['anna']}`).waitFor();
    expect(await line(b).innerText()).toMatch(new RegExp(`${names['ben']}.*Wer kommt mit`, 's'));
    await clean(b, 'shared-with-group');
    await b.keyboard.press('Escape');

    await a.keyboard.press('Enter');
    await over(a).getByText('Geteilt mit Montage').waitFor();
    await a.keyboard.press('y');
    await line(a).getByText('durch Sie').waitFor();
    await dialog(a).getByRole('button', { name: 'Nachricht ändern' }).press('Enter');
    await a.keyboard.press('Control+a');
    await a.keyboard.type('Am Montag um acht');
    await a.keyboard.press('Control+Enter');
    await over(b).getByText('„Am Montag um acht“').waitFor({ timeout: WITHIN_MS });
    await line(a).getByText('Am Montag um acht').waitFor();
    const address = b.url();
    await dialog(a).getByRole('button', { name: 'Nicht mehr mit Montage teilen' }).press('Enter');
    await row(b, title).waitFor({ state: 'detached', timeout: WITHIN_MS });
    await dialog(a).getByText('Noch mit niemandem geteilt.').waitFor();
    await a.keyboard.press('Escape');
    await dialog(a).waitFor({ state: 'detached' });
    // Neither the server nor what the device had kept of it opens it again.
    await b.goto(address);
    await b.getByRole('heading', { name: 'Nicht gefunden' }).waitFor();
    await clean(b, 'shared-gone');
    await isControlled(b);
    await b.context().setOffline(true);
    await b.reload();
    await b.locator('.state-page').first().waitFor();
    expect(await b.getByText('Tor 4').or(row(b, title)).count()).toBe(0);
    await b.context().setOffline(false);
    await everything(b, title);
    await b.getByText('Nichts gefunden').waitFor();

    await a.keyboard.press('z');
    await row(b, title).waitFor({ timeout: WITHIN_MS });
    await row(b, title).click();
    await over(b).getByText('„Am Montag um acht“').waitFor();
    // It is the group’s again, and not each one’s alone; who is in it lets go of it for themselves.
    await over(a).getByText('Geteilt mit Montage').waitFor();
    await b.keyboard.press('y');
    await line(b).getByRole('button', { name: 'Entfernen' }).press('Enter');
    const question = b.getByRole('dialog', { name: 'Aus Ihren Listen entfernen?' });
    await question.getByRole('button', { name: 'Entfernen' }).press('Enter');
    await b.getByText('Der Eintrag ist nicht mehr mit Ihnen geteilt.').waitFor();
    await row(b, title).waitFor({ state: 'detached', timeout: WITHIN_MS });
    await over(a).getByText('Geteilt mit Montage').waitFor();
  });
});
