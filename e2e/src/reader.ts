import type { Page } from 'playwright-core';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { openBrowser, rows } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';
import { MailCatcher } from './mail-catcher.ts';
import { ADDRESS, readerMails } from './reader-mails.ts';
import { openSessionAs } from './signed-in.ts';

/** Anna at her desk, with a mailbox that all kinds of mails have come to. */
export interface ReaderStage {
  readonly kontor: Kontor;
  readonly catcher: MailCatcher;
  readonly page: Page;
  readonly anna: TestClient;
  /** Opens a mail from the list. */
  open(subject: string): Promise<void>;
  close(): Promise<void>;
}

/** The mail that is read. */
export const readerOn = (page: Page) => page.locator('article.reader:visible');

export async function openReader(): Promise<ReaderStage> {
  const [catcher, smtpPort] = await Promise.all([MailCatcher.start(), freePort()]);
  const [kontor, browser] = await Promise.all([
    openKontor({
      KONTOR_SMTP_PORT: String(smtpPort),
      KONTOR_SMTP_NAME: 'mx.nordwerk.example',
      KONTOR_SMTP_GREYLIST: 'false',
      KONTOR_MAIL_URL: catcher.url,
      KONTOR_MAIL_FROM: 'kontor@nordwerk.example',
      KONTOR_MAIL_PRIVATE_HOSTS: 'true',
    }),
    openBrowser(),
  ]);
  const anna = await new TestClient(kontor.address, 'demo').signIn('anna', DEMO_PASSWORD);
  await anna.command('mail.addAddress', { name: 'Werkstatt', email: ADDRESS, memberIds: [], sharedState: true });
  const peer = await SmtpPeer.greeted(smtpPort);
  for (const raw of readerMails()) {
    const { text } = await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) });
    if (!text.startsWith('250 ')) throw new Error(`The mail was not taken: ${text}`);
  }
  peer.close();
  const session = await openSessionAs('anna', browser, kontor.address);
  const { page } = session;
  await rows(page).first().waitFor();
  return {
    kontor,
    catcher,
    page,
    anna,
    open: async (subject) => {
      await page.goto(`${kontor.address}/mails/all/all/main`);
      await rows(page)
        .filter({ has: page.locator('.row-information', { hasText: subject }) })
        .first()
        .click();
      await readerOn(page).getByRole('heading', { level: 1, name: subject }).waitFor();
    },
    close: async () => {
      await session.close();
      await kontor.close();
      await catcher.close();
    },
  };
}
