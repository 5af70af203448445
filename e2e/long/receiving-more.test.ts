// Covers: mail
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, openSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { freePort } from '../../server/src/testing/free-port.ts';

const ADDRESS = 'anfragen@nordwerk.example';

describe.skipIf(findBrowser() === undefined)('mail without a mail server, further on', () => {
  let kontor: Kontor;
  let browser: Browser;
  let smtpPort: number;

  beforeAll(async () => {
    smtpPort = await freePort();
    [kontor, browser] = await Promise.all([
      openKontor({
        KONTOR_SMTP_PORT: String(smtpPort),
        KONTOR_SMTP_NAME: 'mx.nordwerk.example',
        KONTOR_SMTP_GREYLIST: 'false',
      }),
      openBrowser(),
    ]);
    const anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    await anna.command('mail.addAddress', { name: 'Anfragen', email: ADDRESS, memberIds: [], sharedState: true });
    await deliver('From: Paul <paul@werft.example>\r\nSubject: Ohne Mailserver\r\n\r\nGuten Tag\r\n');
  });
  afterAll(async () => {
    await kontor?.close();
  });

  async function deliver(raw: string): Promise<void> {
    const peer = await SmtpPeer.greeted(smtpPort);
    expect((await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) })).text).toMatch(/^250 /);
    peer.close();
  }

  /** Signs in, whatever the language: the instance stands there by itself. */
  const enter = async (page: Page, userName: string): Promise<void> => {
    const fields = page.locator('input');
    await expect.poll(() => fields.first().inputValue()).toBe('demo');
    await fields.nth(1).fill(userName);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
  };

  const openSettings = async (page: Page, tab: string): Promise<void> => {
    await page.goto(`${kontor.address}/settings/${tab}`);
    await page.locator('#settings-title').waitFor();
  };

  test('mails of a file are tried, brought in, taken back, and taken along', async () => {
    const session = await openSession(browser, kontor.address);
    const { page } = session;
    await enter(page, 'anna');
    const openTransfer = async (): Promise<void> => {
      await openSettings(page, 'mailTransfer');
      for (const name of ['E-Mails importieren', 'Ein Postfach exportieren']) {
        const choice = page.getByRole('region', { name }).getByLabel('Postfach');
        const own = choice.locator('option').filter({ hasText: new RegExp(`Anfragen|${ADDRESS}`) });
        await choice.selectOption((await own.getAttribute('value')) ?? '');
      }
    };
    await openTransfer();
    const mail = (subject: string): string => `From: Paul <paul@werft.example>\nSubject: ${subject}\n\nText\n\n`;
    const separator = 'From paul@werft.example Mon Jan  5 10:00:00 2026\n';
    const box = `${separator}Status: O\n${mail('Altbestand eins')}${separator}${mail('Altbestand zwei')}${separator}\n`;
    const list = page.getByRole('region', { name: 'Bisher' });
    const choose = (name: string, content: string) =>
      page
        .getByLabel('Dateien wählen', { exact: true })
        .setInputFiles({ name, mimeType: 'application/mbox', buffer: Buffer.from(content) });
    await choose('bild.mbox', 'kein Postfach');
    await page.getByRole('button', { name: 'Importieren' }).click();
    await page.getByText('In „bild.mbox“ sind keine E-Mails.').waitFor();
    await page.getByRole('button', { name: 'bild.mbox entfernen' }).click();
    await choose('alt.mbox', box);
    await page.getByRole('button', { name: 'Erst prüfen' }).click();
    await list.getByText('Geprüft: 2 E-Mails kämen dazu, 1 nicht gelesen.').waitFor();
    await page.getByRole('button', { name: 'Importieren' }).click();
    await list.getByText('2 E-Mails importiert, 1 nicht gelesen.').waitFor();
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await page.getByText('Altbestand eins').waitFor();
    await openTransfer();
    await list.getByRole('button', { name: 'Zurücknehmen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await page.getByText('2 E-Mails im Papierkorb.').waitFor();
    await list.getByText('Zurückgenommen').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportieren' }).click();
    const file = await (await download).path();
    const taken = readFileSync(file, 'utf8');
    expect(taken).toContain('Subject: Ohne Mailserver');
    expect(taken.match(/^X-Kontor: /gm)).toHaveLength(3);
    expect(session.complaints).toEqual([]);
    await session.close();
  });
});
