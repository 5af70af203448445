// Covers: task, memo, editor
import type { ListEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { findBrowser, rows, type BrowserSession } from './src/browser.ts';
import { openNotes, type NoteStage } from './src/notes.ts';
import { clean } from './src/records.ts';
import { chip, dialog, saved, text, title, typeAtEnd, wordsOf } from './src/written.ts';

describe.skipIf(findBrowser() === undefined)('what people write themselves', () => {
  let stage: NoteStage | undefined;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let anna: TestClient;
  let ben: TestClient;
  let address: string;
  let open: NoteStage['open'];
  let shared: NoteStage['shared'];

  beforeAll(async () => {
    stage = await openNotes();
    ({ annas, bens, anna, ben, address, open, shared } = stage);
  });
  afterAll(() => stage?.close());

  test('a note is begun from the menu, written at once, and there for others when it is finished', async () => {
    const { page } = annas;
    await page.goto(`${address}/notes/all/all/main`);
    await rows(page).first().waitFor();
    await page.keyboard.press('Shift+Q');
    await title(page).waitFor();
    await page.keyboard.type('Einkauf für die Messe');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Kabel und Klebeband');
    await saved(page);
    await rows(page).filter({ hasText: 'Einkauf für die Messe' }).waitFor();
    await clean(page, 'note-detail');
    const [found] = await anna.query<ListEntry[]>('note.items', { view: 'all', searchTerm: 'Klebeband' });
    expect(found?.information).toBe('Einkauf für die Messe');
  });

  test('two in one note see each other, and each other’s words as they come', async () => {
    const aggregateId = await shared('<p>Preise</p><p>Termine</p>');
    await open(annas.page, aggregateId);
    await open(bens.page, aggregateId);
    await typeAtEnd(text(annas.page), ' im Januar');
    await text(bens.page).getByText('Termine im Januar').waitFor();
    await bens.page.getByText(/Anna Berger (schreibt|liest) mit/).waitFor();
    const first = text(bens.page).getByText('Preise');
    await first.click();
    await bens.page.keyboard.press('End');
    await bens.page.keyboard.type(' steigen');
    await text(annas.page).getByText('Preise steigen').waitFor();
    expect(await wordsOf(annas.page)).toMatch(/Preise steigen\s+Termine im Januar/);
    await annas.page.getByText(/Ben Krüger (schreibt|liest) mit/).waitFor();
    await clean(bens.page, 'note-together');
  });

  test('a memo is written about a record, with its clock and its contact person', async () => {
    const { page } = annas;
    const [found] = await anna.query<{ idoId: number; instanceId: number }[]>('record.search', { query: 'Meierei' });
    const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', {
      idoId: found?.idoId,
      instanceId: found?.instanceId,
    });
    await open(page, aggregateId, 'edit');
    await page.keyboard.type('Anruf wegen der Wartung');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Termin im März.');
    await chip(page, /^Art des Gesprächs/).click();
    await page.getByRole('menuitemradio', { name: 'Telefonat' }).click();
    await chip(page, /^Dauer/).click();
    await page.getByRole('menuitem', { name: 'Uhr starten' }).click();
    await chip(page, /^Dauer: 0:0[1-9]/).waitFor();
    await chip(page, /^Dauer/).click();
    await page.getByRole('menuitem', { name: 'Uhr anhalten' }).click();
    await chip(page, /^Erinnerung/).click();
    await dialog(page, 'Wann möchten Sie erinnert werden?')
      .getByRole('button', { name: /^Morgen/ })
      .click();
    await saved(page);
    await clean(page, 'memo-detail');
    await expect
      .poll(() => anna.query('memo.details', { aggregateId }))
      .toMatchObject({
        title: 'Anruf wegen der Wartung',
        communicationTypeId: 1,
        content: expect.stringMatching(/^<p[^>]*>Termin im März\.<\/p>$/) as string,
      });
    const memo = await anna.query<{ duration: number; alarm: string | null }>('memo.details', { aggregateId });
    expect(memo.duration).toBeGreaterThan(0);
    expect(memo.alarm).not.toBeNull();
    expect((await ben.tryQuery('memo.details', { aggregateId })).status).toBe(404);
  });

  test('is nothing that a page complains of', () => {
    expect([...annas.complaints, ...bens.complaints]).toEqual([]);
  });
});
