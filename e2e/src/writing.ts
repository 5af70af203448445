import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../server/src/testing/free-port.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { INSTALLED, openBrowser, rows, type BrowserSession } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';
import { MailCatcher } from './mail-catcher.ts';
import { openSessionAs } from './signed-in.ts';

export const WRITING_PASSWORD = DEMO_PASSWORD;

/** A server that hands mail to a catcher, and Anna at a browser, with an address that she writes from. */
export interface WritingDesk {
  readonly kontor: Kontor;
  readonly browser: Browser;
  readonly catcher: MailCatcher;
  readonly session: BrowserSession;
  /** The next mail that is handed to the catcher for an address; where none comes, the failure says what became of all that was sent. */
  next(address: string): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<WritingDesk> {
  const catcher = await MailCatcher.start();
  const [kontor, browser] = await Promise.all([
    openKontor({
      KONTOR_MAIL_URL: catcher.url,
      KONTOR_MAIL_FROM: 'kontor@nordwerk.example',
      KONTOR_MAIL_PRIVATE_HOSTS: 'true',
      KONTOR_SMTP_PORT: String(await freePort()),
      KONTOR_SMTP_NAME: 'mx.nordwerk.example',
    }),
    openBrowser(),
  ]);
  const session = await openSessionAs('anna', browser, kontor.address, INSTALLED);
  const { page } = session;
  await rows(page).first().waitFor();
  await page.goto(`${kontor.address}/settings/mail`);
  await page.getByRole('button', { name: 'Postfach hinzufügen' }).click();
  await page.getByText('Von Kontor empfangene Adresse').click();
  await page.getByLabel('E-Mail-Adresse').fill('info@nordwerk.example');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page
    .locator('.account-card')
    .filter({ hasText: 'info@nordwerk.example' })
    .getByText('Empfängt', { exact: true })
    .waitFor();
  return {
    kontor,
    browser,
    catcher,
    session,
    next: async (address) => {
      try {
        return await catcher.next(address);
      } catch (cause) {
        const outgoing = await kontor.platform.database.owner
          .selectFrom('mail_outgoing')
          .select(['outgoing_id', 'stage', 'attempt', 'send_at', 'next_at', 'answer', 'fault', 'stage_at'])
          .orderBy('outgoing_id')
          .execute();
        throw new Error(`It was not handed over: ${JSON.stringify(outgoing)}`, { cause });
      }
    },
    close: async () => {
      await session.close();
      await kontor.close();
      await catcher.close();
    },
  };
}

/** The mail that is written on a page, and its fields. */
export const written = (page: Page) => {
  const form = page.locator('.write:visible');
  return {
    form,
    text: form.getByRole('textbox', { name: 'Text der E-Mail' }),
    to: form.getByRole('combobox', { name: 'An', exact: true }),
    subject: form.getByRole('textbox', { name: 'Betreff' }),
    chips: form.locator('.write-chip-name'),
    saved: form.getByText(/^Gespeichert/),
  };
};
