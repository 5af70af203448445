// Covers: activity
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { barriersOf } from '../src/barriers.ts';
import { DESKTOP, findBrowser, picture, rows, type BrowserSession } from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { openNordwerk } from '../src/nordwerk.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PASSWORD = 'ein langer satz am morgen';
/** More than two answers of a list hold. */
const MAILS = 2350;

const mailbox = (count: number): string =>
  Array.from({ length: count }, (_, index) =>
    [
      'From paul@werft.example Sun Nov  1 08:00:00 2026',
      'From: Paul Neumann <paul@werft.example>',
      'To: anna@nordwerk.example',
      `Subject: Lieferung ${index + 1}`,
      `Date: ${new Date(Date.UTC(2026, 9, 1) + index * 60_000).toUTCString()}`,
      `Message-ID: <${index + 1}@werft.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `Palette ${index + 1} ist unterwegs.`,
      '',
      '',
    ].join('\n'),
  ).join('');

describe.skipIf(findBrowser() === undefined)('many items at once', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: Kontor;
  let browser: Browser;
  let session: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    const file = join(kontor.folder, 'mails.mbox');
    writeFileSync(file, mailbox(MAILS));
    await kontor.cli(['import', 'nordwerk', 'anna', file, '--state', 'new']);
    session = await openSessionAs('anna', browser, kontor.address, DESKTOP, PASSWORD);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await nordwerk?.close();
  });

  const counted = async (): Promise<number> => {
    const client = await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
    const counts = await client.query<{ module: string; count: number }[]>('session.unfinishedCounts', {
      statusRed: 'unseen',
    });
    return counts.find(({ module }) => module === 'email')?.count ?? 0;
  };
  const selectAll = async (): Promise<void> => {
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Control+a');
  };
  const isAccessible = async (name: string): Promise<void> => {
    await picture(page, name);
    expect(await barriersOf(page), name).toEqual([]);
  };

  test('all that the list has are selected, far more than are loaded, and set to Done after a question', async () => {
    await selectAll();
    await page.getByText('100 ausgewählt', { exact: true }).waitFor();
    await isAccessible('bulk-offer');
    await page.getByRole('button', { name: 'Alle 2.350 auswählen' }).click();
    await page.getByText('2.350 ausgewählt', { exact: true }).waitFor();
    await page.keyboard.press('e');
    const question = page.getByRole('dialog', { name: '2.350 Einträge auf „Erledigt“ setzen?' });
    await question.waitFor();
    await isAccessible('bulk-question');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByText('2.350 ausgewählt', { exact: true }).waitFor();
    await page.keyboard.press('e');
    await question.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Alles erledigt' }).waitFor();
    await page.getByText('2.350 Einträge erledigt.').waitFor();
    await picture(page, 'bulk-done');
    await expect.poll(counted).toBe(0);
  });

  test('and brought back in one', async () => {
    await page.keyboard.press('z');
    await rows(page).first().waitFor();
    await page.getByText('2.350 Einträge', { exact: true }).waitFor();
    await expect.poll(counted).toBe(MAILS);
  });

  test('what goes on for long says how far it is, and stops where the person says so', async () => {
    // The server takes its time for the third of the commands and those behind it.
    let requests = 0;
    const held: (() => void)[] = [];
    await page.route('**/command', async (route) => {
      requests += 1;
      if (requests > 2) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await selectAll();
    // The list may be loaded whole from before.
    const [offer, whole] = [
      page.getByRole('button', { name: 'Alle 2.350 auswählen' }),
      page.getByText('2.350 ausgewählt'),
    ];
    await offer.or(whole).waitFor();
    if (await offer.isVisible()) await offer.click();
    await whole.waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: '2.350 Einträge archivieren?' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('200 von 2.350 Einträgen geändert.').waitFor();
    await picture(page, 'bulk-progress');
    await page.getByRole('button', { name: 'Anhalten' }).click();
    await page.getByText(/Angehalten: [2-6]00 von 2\.350\sEinträgen sind geändert\./).waitFor();
    for (const resolve of held) resolve();
    await page.unrouteAll({ behavior: 'wait' });
    const archived = async (): Promise<number> => {
      const client = await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
      const items = await client.query<{ archived: boolean }[]>('mail.items', { view: 'all' }, { limit: 1000 });
      return items.filter((item) => item.archived).length;
    };
    await expect.poll(archived).toBeGreaterThanOrEqual(200);
    expect(await archived()).toBeLessThanOrEqual(600);
  });

  test('where the rest cannot be loaded it is said, and tried again', async () => {
    await page.reload();
    await selectAll();
    await page.route('**/query?*limit=1000*', (route) => route.abort());
    await page.getByRole('button', { name: 'Alle 2.350 auswählen' }).click();
    await page.getByText('Die übrigen waren nicht zu laden.').waitFor();
    await picture(page, 'bulk-rest-failed');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByText('2.350 ausgewählt', { exact: true }).waitFor();
  });

  test('where the server refuses a part of it, the notice says how many were changed, and Undo is of those', async () => {
    let commands = 0;
    await page.route('**/command', async (route) => {
      // What the person has chosen of the list is sent meanwhile.
      if (!/name="command"\s+activity\./.test(route.request().postData() ?? '')) return route.continue();
      commands += 1;
      if (commands !== 2 && commands !== 3) return route.continue();
      return route.fulfill({
        status: 422,
        headers: { 'Content-Type': 'application/problem+json', 'X-Compatibility-Version': '1' },
        body: JSON.stringify({ type: 'urn:kontor:problem:x', title: 'x', status: 422, code: 'INVALID' }),
      });
    });
    await page.keyboard.press('i');
    await page.getByRole('dialog', { name: '2.350 Einträge auf „In Bearbeitung“ setzen?' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 Änderungen wurden vom Server abgelehnt und zurückgenommen.').waitFor();
    await page.locator('.notice', { hasText: '2.150 von 2.350 Einträgen geändert.' }).getByText('Rückgängig').waitFor();
    expect(await page.getByText('2.350 Einträge in Bearbeitung.').count()).toBe(0);
    await picture(page, 'bulk-refused');
    await expect.poll(counted).toBe(200);
    expect(commands).toBe(24);
    await page.keyboard.press('z');
    await expect.poll(counted).toBe(MAILS);
    expect(commands).toBe(24 + 22);
  });
});
