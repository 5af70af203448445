// Covers: mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { barriersInBothLights } from '../src/barriers.ts';
import { findBrowser, picture, rows } from '../src/browser.ts';
import { ADDRESS } from '../src/reader-mails.ts';
import { openReader, readerOn, type ReaderStage } from '../src/reader.ts';

describe.skipIf(findBrowser() === undefined)('reading mails, threads and files, further on', () => {
  let stage: ReaderStage | undefined;
  let page: Page;
  let anna: TestClient;
  let open: ReaderStage['open'];

  beforeAll(async () => {
    stage = await openReader();
    ({ page, anna, open } = stage);
  });
  afterAll(() => stage?.close());

  const reader = (where = page) => readerOn(where);
  describe('files', () => {
    test('all are had in one archive, and one goes along with a new mail', async () => {
      await open('Unterlagen zur Halle');
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        reader().getByRole('button', { name: 'Alle als ZIP' }).click(),
      ]);
      expect(zip.suggestedFilename()).toBe('Anhänge.zip');
      await reader().getByRole('button', { name: 'Mehr zu Liste.txt' }).click();
      await page.getByRole('menuitem', { name: 'An neue E-Mail anhängen' }).click();
      await page.locator('.write:visible').getByText('Liste.txt', { exact: true }).waitFor();
    });
  });

  describe('threads', () => {
    const lines = () => reader().locator('.thread-mail');
    const openOnes = () => reader().locator('.thread-mail[data-open=true]');

    test('the newest and the new ones are open; what was seen is folded, and n, Enter and ; open it', async () => {
      await open('Ventil für Halle 2');
      await reader().getByText('10 E-Mails im Thread').first().waitFor({ state: 'attached' });
      await expect.poll(() => openOnes().count()).toBe(10);
      // Each is seen once it has been looked at for a moment, and folded on the next visit.
      for (let index = 0; index < 10; index += 1) {
        await lines().nth(index).scrollIntoViewIfNeeded();
        await expect.poll(() => lines().nth(index).locator('strong[data-new=true]').count()).toBe(0);
      }
      await open('Unterlagen zur Halle');
      await open('Ventil für Halle 2');
      await expect.poll(() => openOnes().count()).toBe(1);
      expect(await lines().count()).toBe(2);
      await reader()
        .getByRole('button', { name: /^8\s+weitere/ })
        .waitFor();
      await picture(page, 'thread-folded');
      expect(await barriersInBothLights(page)).toEqual([]);
      await page.keyboard.press('n');
      await page.keyboard.press('N');
      await expect.poll(() => lines().count()).toBe(10);
      await page.keyboard.press('Enter');
      await expect.poll(() => openOnes().count()).toBe(2);
      await openOnes().first().frameLocator('.mail-sheet iframe').getByText('Nachricht 8 zum Ventil.').waitFor();
      await reader().getByText('Diese E-Mail', { exact: true }).waitFor();
      await page.keyboard.press(';');
      await expect.poll(() => openOnes().count()).toBe(10);
      await picture(page, 'thread-open');
      // What was read of each of them takes none out of the row that stands for all.
      expect(await rows(page).filter({ hasText: 'Ventil für Halle 2' }).count()).toBe(1);
    });
  });

  test('a mail of ours tells how it is doing, and who was answered is a link to the answer', async () => {
    const { sendingAccounts } = await anna.query<{ sendingAccounts: { id: number; email: string }[] }>('mail.accounts');
    const from = sendingAccounts.find(({ email }) => email === ADDRESS)?.id;
    const mail = (subject: string, receiver: string, more: object = {}): object => ({
      senderAccountId: from,
      subject,
      content: '<p>Guten Tag,</p>',
      receiversTo: [{ receiver }],
      undoSeconds: 0,
      ...more,
    });
    await anna.command('mail.send', mail('Ins Leere', 'niemand@fremd.example'));
    const found = await anna.query<{ aggregateId: string; information: string }[]>('mail.items', { view: 'all' });
    const files = found.find(({ information }) => information === 'Unterlagen zur Halle')?.aggregateId;
    const answer = { replyOrForwardMailAggregateId: files, replyOrForwardType: 'reply' };
    await anna.command('mail.send', mail('AW: Unterlagen zur Halle', 'paul.neumann@werft.example', answer));
    await open('Ins Leere');
    const banner = reader().getByRole('alert', { name: 'Versand' });
    await banner.getByText('Nicht gesendet', { exact: true }).waitFor();
    await banner.getByText(/niemand@fremd\.example: .*User unknown/).waitFor();
    await picture(page, 'reader-refused');
    expect(await barriersInBothLights(page)).toEqual([]);
    await banner.getByRole('button', { name: 'Protokoll des Versands' }).click();
    const log = page.getByRole('dialog', { name: 'Protokoll des Versands' });
    await log.getByText('RCPT TO').waitFor();
    await picture(page, 'reader-log');
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: 'Noch einmal senden' }).click();
    await expect
      .poll(async () => {
        const lines = await anna.query<{ attempts: number; subject: string }[]>('mail.outbox');
        return lines.find(({ subject }) => subject === 'Ins Leere')?.attempts;
      })
      .toBe(2);
    await banner.getByText('Nicht gesendet', { exact: true }).waitFor();
    await open('Unterlagen zur Halle');
    await page.keyboard.press(';');
    const answeredBy = reader()
      .getByRole('button', { name: /^Beantwortet von Anna/ })
      .first();
    await answeredBy.waitFor();
    await picture(page, 'reader-answered');
    await answeredBy.click();
    await reader()
      .getByRole('heading', { level: 1, name: /^(AW: )?Unterlagen zur Halle/ })
      .waitFor();
  });
});
