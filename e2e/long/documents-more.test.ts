// Covers: document, mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openBrowser, type BrowserSession } from '../src/browser.ts';
import { row, shown } from '../src/documents.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';

const SCAN = 'Scan vom Kopierer Flur 1';

describe.skipIf(findBrowser() === undefined)('documents of mails', () => {
  let kontor: Kontor;
  let session: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    const [opened, browser] = await Promise.all([openKontor(), openBrowser()]);
    kontor = opened;
    session = await openSessionAs('anna', browser, kontor.address);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  test('a file of a mail is filed, and mail and document lead to each other', async () => {
    // Looked for: how far down it is depends on the time of day.
    await page.goto(`${kontor.address}/mails/all/all/main?q=Kopierer`);
    await row(page, SCAN).click();
    const reader = page.locator('article.reader:visible');
    await reader
      .getByRole('button', { name: /^Weitere? .*\.pdf|Mehr.*\.pdf/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Als Dokument ablegen' }).click();
    const filing = page.getByRole('dialog', { name: 'Als Dokument ablegen' });
    await filing.getByLabel('Titel').fill('Unterschriebener Auftrag');
    await clean(page, 'documents-from-mail');
    await filing.getByRole('button', { name: 'Ablegen', exact: true }).click();
    await filing.waitFor({ state: 'hidden' });
    const made = reader.getByRole('group', { name: 'Daraus entstanden' });
    await made.getByRole('link', { name: /Unterschriebener Auftrag/ }).click();
    await shown(page).getByRole('heading', { level: 1, name: 'Unterschriebener Auftrag' }).waitFor();
    await clean(page, 'documents-related');
    await shown(page).getByRole('group', { name: 'Entstanden aus' }).getByRole('link').click();
    await reader.getByRole('heading', { level: 1 }).filter({ hasText: SCAN }).waitFor();
    expect(session.complaints).toEqual([]);
  });
});
