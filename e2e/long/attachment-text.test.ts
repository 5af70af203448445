// Covers: activity, mail
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersOf } from '../src/barriers.ts';
import { DESKTOP, PHONE, findBrowser, openBrowser, picture, rows, openSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';

const ADDRESS = 'anfragen@nordwerk.example';
const LATEST = 60_000;
const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', '..', 'server', 'src', 'platform', 'filetext', 'fixtures', name));

describe.skipIf(findBrowser() === undefined)('what attachments say', () => {
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
  const enter = async (page: Page): Promise<void> => {
    const fields = page.locator('input');
    await expect.poll(() => fields.first().inputValue(), { timeout: LATEST }).toBe('demo');
    await fields.nth(1).fill('anna');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await rows(page).first().waitFor();
  };

  const isAccessible = async (page: Page, name: string): Promise<void> => {
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(fits, `${name} is too wide`).toBe(true);
    expect(await barriersOf(page), name).toEqual([]);
  };

  const VIEWS: readonly [string, BrowserContextOptions, string, string][] = [
    [
      'desktop-light-de',
      DESKTOP,
      'Inhalt nicht durchsuchbar: verschlüsselt',
      'Inhalt nicht durchsuchbar: enthält keinen Text',
    ],
    [
      'desktop-dark-en',
      { ...DESKTOP, locale: 'en-US', colorScheme: 'dark' },
      'Content not searchable: encrypted',
      'Content not searchable: contains no text',
    ],
    [
      'phone-light-en',
      { ...PHONE, locale: 'en-US' },
      'Content not searchable: encrypted',
      'Content not searchable: contains no text',
    ],
    [
      'phone-dark-de',
      { ...PHONE, colorScheme: 'dark' },
      'Inhalt nicht durchsuchbar: verschlüsselt',
      'Inhalt nicht durchsuchbar: enthält keinen Text',
    ],
  ];

  test('a mail that arrives is found by a word in its PDF, and the list that stands there shows it by itself', async () => {
    const { page, complaints, close } = await openSession(browser, kontor.address);
    await enter(page);
    await page.goto(`${kontor.address}/filter/all/all/main`);
    await page.getByRole('combobox').fill('Kondensatabscheider');
    await expect.poll(() => rows(page).count(), { timeout: LATEST }).toBe(0);
    await deliver(
      rawMail({
        subject: 'Unterlagen zur Wartung',
        text: 'Anbei alles wie besprochen.',
        files: {
          'Rechnung_Werft_Süd_2026-0815.pdf': fixture('rechnung.pdf'),
          'Vertrag.pdf': fixture('verschluesselt.pdf'),
          'Scan.pdf': fixture('bild.pdf'),
        },
      }),
    );
    await rows(page).first().waitFor({ timeout: LATEST });
    expect(await rows(page).locator('mark').allInnerTexts()).toEqual(['Kondensatabscheider']);
    expect(await rows(page).locator('.row-file').innerText()).toContain('Rechnung_Werft_Süd_2026-0815.pdf');
    expect(complaints).toEqual([]);
    await close();
  });

  test.each(VIEWS)(
    'the row says in which file, and the mail what is not searched: %s',
    async (name, view, locked, empty) => {
      const { page, close } = await openSession(browser, kontor.address, view);
      await enter(page);
      await page.goto(`${kontor.address}/filter/all/all/main`);
      await page.getByRole('combobox').fill('Großpumpe Husum');
      await expect
        .poll(() => rows(page).locator('mark').allInnerTexts(), { timeout: LATEST })
        .toEqual(['Großpumpe', 'Husum']);
      expect(await rows(page).locator('.row-file').innerText()).toContain('Rechnung_Werft_Süd_2026-0815.pdf');
      await picture(page, `attachment-text-found-${name}`);
      await isAccessible(page, `found ${name}`);
      await rows(page).first().click();
      await page.getByText(locked).waitFor({ timeout: LATEST });
      await page.getByText(empty).waitFor();
      expect(await page.locator('.attachment').count()).toBe(3);
      expect(await page.locator('.attachment-why').count()).toBe(2);
      expect(await page.locator('.attachment').nth(1).getAttribute('aria-describedby')).toBe(
        await page.getByText(locked).getAttribute('id'),
      );
      await picture(page, `attachment-text-reader-${name}`);
      await isAccessible(page, `reader ${name}`);
      await close();
    },
  );
});
