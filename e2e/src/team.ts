import type { Page } from 'playwright-core';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { openBrowser, rows, type BrowserSession } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';
import { MailCatcher } from './mail-catcher.ts';
import { openSessionAs } from './signed-in.ts';

const ADDRESS = 'werkstatt@nordwerk.example';
/** The mail that several take care of. */
export const SUBJECT = 'Ventil in Halle 2 klemmt';

interface Account {
  readonly id: number;
  readonly email: string;
}
interface Rights {
  readonly rights: readonly {
    readonly subject: string;
    readonly subjectId: number;
    readonly sends: boolean;
    readonly manages: boolean;
  }[];
  readonly version: number;
}

/** Anna with a mailbox to which a mail has come, and Ben, each at a desk. */
export interface TeamStage {
  readonly kontor: Kontor;
  readonly anna: TestClient;
  readonly annas: BrowserSession;
  readonly bens: BrowserSession;
  readonly accountId: number;
  /** Full names of people by their names. */
  readonly names: Readonly<Record<string, string>>;
  rightsOf(): Promise<Rights>;
  /** Opens the mail from the list. */
  open(page: Page): Promise<void>;
  /** Opens whom the mailbox is shared with. */
  openSharing(page: Page, button: string): Promise<ReturnType<Page['getByRole']>>;
  close(): Promise<void>;
}

export const row = (page: Page) => rows(page).filter({ hasText: SUBJECT }).first();
export const reader = (page: Page) => page.locator('article.reader:visible');
export const line = (page: Page) => reader(page).locator('.team-line');
export const comments = (page: Page) => reader(page).locator('.comments');
export const field = (page: Page) => comments(page).getByRole('textbox', { name: 'Kommentar' });
/** The card of the mailbox in the settings. */
export const card = (page: Page) => page.locator('.account-card').filter({ hasText: ADDRESS });

/** `isShared` says whether Ben sees the mailbox from the start. */
export async function openTeam({ isShared }: { readonly isShared: boolean }): Promise<TeamStage> {
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
  const ids: Record<string, number> = {};
  for (const { id, userName } of await anna.query<{ id: number; userName: string }[]>('account.people'))
    ids[userName] = id;
  const people = await anna.query<{ userId: number; fullName: string }[]>('module.users', { module: 'email' });
  const names = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, people.find(({ userId }) => userId === id)?.fullName ?? '']),
  );
  await anna.command('mail.addAddress', { name: 'Werkstatt', email: ADDRESS, memberIds: [], sharedState: true });
  const accounts = await anna.query<Account[]>('mail.accountSettings');
  const accountId = accounts.find(({ email }) => email === ADDRESS)?.id ?? 0;
  const rightsOf = () => anna.query<Rights>('mail.rights', { accountId });
  if (isShared)
    await anna.command('mail.saveRights', {
      accountId,
      rights: [{ subject: 'person', subjectId: ids['ben'], sends: true, manages: false }],
      aggregateVersion: (await rightsOf()).version,
    });
  const peer = await SmtpPeer.greeted(smtpPort);
  const raw = rawMail({
    to: ADDRESS,
    subject: SUBJECT,
    text: 'Guten Tag,\n\ndas Ventil klemmt.\n',
    date: new Date(),
  });
  const { text } = await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) });
  if (!text.startsWith('250 ')) throw new Error(`The mail was not taken: ${text}`);
  peer.close();
  const annas = await openSessionAs('anna', browser, kontor.address);
  const bens = await openSessionAs('ben', browser, kontor.address);
  return {
    kontor,
    anna,
    annas,
    bens,
    accountId,
    names,
    rightsOf,
    open: async (page) => {
      await page.goto(`${kontor.address}/mails/all/all/main`);
      await row(page).click();
      await reader(page).getByRole('heading', { level: 1, name: SUBJECT }).waitFor();
    },
    openSharing: async (page, button) => {
      await page.goto(`${kontor.address}/settings/mail`);
      await card(page).getByRole('button', { name: button }).click();
      return page.getByRole('dialog', { name: 'Freigaben von Werkstatt' });
    },
    close: async () => {
      await annas.close();
      await bens.close();
      await kontor.close();
      await catcher.close();
    },
  };
}
