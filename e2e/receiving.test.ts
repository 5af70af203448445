import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SmtpPeer } from '../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { runningDatabase } from '../server/src/testing/running-database.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersOf } from './src/barriers.ts';
import { VIEWS, findBrowser, openBrowser, picture, sitDown } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { freePort } from '../server/src/testing/free-port.ts';

const ADDRESS = 'anfragen@nordwerk.example';

describe.skipIf(findBrowser() === undefined)('mail without a mail server', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let smtpPort: number;

  beforeAll(async () => {
    smtpPort = await freePort();
    [kontor, browser] = await Promise.all([
      KontorProcess.start({
        KONTOR_DEMO_PASSWORD: PASSWORD,
        KONTOR_SMTP_PORT: String(smtpPort),
        KONTOR_SMTP_NAME: 'mx.nordwerk.example',
        KONTOR_SMTP_GREYLIST: 'false',
      }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
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
    await expect.poll(() => fields.first().inputValue(), { timeout: 30_000 }).toBe('demo');
    await fields.nth(1).fill(userName);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor();
  };

  const openSettings = async (page: Page, tab: string): Promise<void> => {
    await page.goto(`${kontor.address}/settings/${tab}`);
    await page.locator('#settings-title').waitFor();
  };

  test('an administrator adds an address, and what is sent to it arrives by itself', async () => {
    const { page, complaints, close } = await sitDown(browser, kontor.address);
    await enter(page, 'anna');
    await openSettings(page, 'mail');
    await page.getByRole('button', { name: 'Postfach hinzufügen' }).click();
    await page.getByText('Von Kontor empfangene Adresse').click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect.poll(() => page.getByText('Bitte ausfüllen.').count()).toBe(2);
    await page.getByLabel('E-Mail-Adresse').fill(ADDRESS);
    await picture(page, 'address-form-desktop-light-de');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('dialog', { name: 'Versand einrichten' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Empfängt', { exact: true }).waitFor();
    await page.goto(`${kontor.address}/`);
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    await deliver('From: Paul <paul@werft.example>\r\nSubject: Ohne Mailserver\r\n\r\nGuten Tag\r\n');
    await page.getByText('Ohne Mailserver').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  /** Nothing is wider than the window, and nothing keeps anybody out. */
  const check = async (page: Page, name: string): Promise<void> => {
    await picture(page, name);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(fits, `${name} is too wide`).toBe(true);
    expect(await barriersOf(page), name).toEqual([]);
  };

  test('mails of a file are tried, brought in, taken back, and taken along', async () => {
    const seat = await sitDown(browser, kontor.address);
    const { page } = seat;
    await enter(page, 'anna');
    await openSettings(page, 'mailTransfer');
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
    await page.getByText('In einer der Dateien sind keine E-Mails.').waitFor();
    await page.getByRole('button', { name: 'bild.mbox entfernen' }).click();
    await choose('alt.mbox', box);
    await page.getByRole('button', { name: 'Erst prüfen' }).click();
    await list.getByText('Geprüft: 2 E-Mails kämen dazu, 1 nicht gelesen.').waitFor();
    await page.getByRole('button', { name: 'Importieren' }).click();
    await list.getByText('2 E-Mails importiert, 1 nicht gelesen.').waitFor();
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await page.getByText('Altbestand eins').waitFor();
    await openSettings(page, 'mailTransfer');
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
    expect(seat.complaints).toEqual([]);
    await seat.close();
    for (const [view, options] of VIEWS) {
      const isGerman = options.locale === 'de-DE';
      const one = await sitDown(browser, kontor.address, options);
      await enter(one.page, 'anna');
      await openSettings(one.page, 'mailTransfer');
      await one.page.getByRole('heading', { name: isGerman ? 'Bisher' : 'So far' }).waitFor();
      await check(one.page, `transfer-${view}`);
      await one.close();
    }
  });

  test('what cannot be read, and work that was given up, say so in all sizes, lights and languages', async () => {
    await deliver(`From: a@b.example\r\nSubject: Kopflastig\r\nX-Long: ${'x'.repeat(1_100_000)}\r\n\r\nText\r\n`);
    const database = await runningDatabase(join(kontor.folder, 'data'));
    // About no mail at all: no try can succeed.
    await database.query(`select add_job('mail.readAnew', '{"instanceId":1,"mailId":"none"}', max_attempts => 1)`);
    await expect
      .poll(
        async () =>
          (
            await database.query<{ done: boolean }>(
              `select exists (select from graphile_worker.jobs where attempts >= max_attempts and locked_at is null)
               and exists (select from mail where unreadable is not null) as done`,
            )
          ).rows[0]?.done,
        { timeout: 30_000 },
      )
      .toBe(true);
    await database.end();
    for (const [view, options] of VIEWS) {
      const isGerman = options.locale === 'de-DE';
      const { page, complaints, close } = await sitDown(browser, kontor.address, options);
      await enter(page, 'anna');
      await openSettings(page, 'mail');
      await page.getByRole('heading', { name: isGerman ? 'Nicht lesbare E-Mails' : 'Unreadable emails' }).waitFor();
      await check(page, `quarantine-${view}`);
      await page.getByRole('button', { name: isGerman ? 'Postfach hinzufügen' : 'Add mailbox' }).click();
      await page.getByText(isGerman ? 'Von Kontor empfangene Adresse' : 'Address received by Kontor').click();
      await page.getByText('mx.nordwerk.example').waitFor();
      await check(page, `address-${view}`);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: /Kopflastig/ }).click();
      await page.getByRole('button', { name: isGerman ? 'Erneut lesen' : 'Read again' }).waitFor();
      await check(page, `unreadable-${view}`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: isGerman ? 'E-Mail herunterladen' : 'Download email' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.eml$/);
      await page.getByRole('button', { name: isGerman ? 'Erneut lesen' : 'Read again' }).click();
      await page.getByText(isGerman ? 'Auch der neue Versuch ist gescheitert.' : 'The new try failed too.').waitFor();
      await page.goto(`${kontor.address}/settings/overview`);
      await page.getByRole('link', { name: isGerman ? /^Liegengebliebenes\s*1$/ : /^Given-up work\s*1$/ }).click();
      await page.getByRole('button', { name: isGerman ? 'Verwerfen' : 'Discard' }).waitFor();
      await check(page, `jobs-${view}`);
      expect([view, complaints]).toEqual([view, []]);
      await close();
    }
  });

  test('given-up work is discarded by whoever may', async () => {
    const { page, close } = await sitDown(browser, kontor.address);
    await enter(page, 'anna');
    await openSettings(page, 'jobs');
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Nichts ist liegen geblieben').waitFor();
    await close();
    const ben = await sitDown(browser, kontor.address);
    await enter(ben.page, 'ben');
    await openSettings(ben.page, 'jobs');
    expect(await ben.page.getByRole('link', { name: 'Liegengebliebenes' }).count()).toBe(0);
    await ben.close();
  });
});
