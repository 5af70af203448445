// Covers: mail
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SmtpPeer } from '../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { findBrowser, openBrowser, picture, openSession } from './src/browser.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { freePort } from '../server/src/testing/free-port.ts';

const ADDRESS = 'anfragen@nordwerk.example';

describe.skipIf(findBrowser() === undefined)('mail without a mail server', () => {
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

  test('an administrator adds an address, and what is sent to it arrives by itself', async () => {
    const { page, complaints, close } = await openSession(browser, kontor.address);
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
    await page.locator('.account-card').filter({ hasText: ADDRESS }).getByText('Empfängt', { exact: true }).waitFor();
    await page.goto(`${kontor.address}/`);
    await page.getByRole('heading', { name: 'Eingang' }).waitFor();
    await deliver('From: Paul <paul@werft.example>\r\nSubject: Ohne Mailserver\r\n\r\nGuten Tag\r\n');
    await page.getByText('Ohne Mailserver').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
