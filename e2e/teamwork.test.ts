import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../server/src/modules/mail/factory.ts';
import { SmtpPeer } from '../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../server/src/testing/client.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { PHONE, findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { MailCatcher } from './src/mail-catcher.ts';
import { written } from './src/writing.ts';

const ADDRESS = 'werkstatt@nordwerk.example';
const SUBJECT = 'Ventil in Halle 2 klemmt';

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

describe.skipIf(findBrowser() === undefined)('mails that several take care of', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let catcher: MailCatcher;
  let anna: TestClient;
  let annas: Seat;
  let bens: Seat;
  let accountId: number;
  const names: Record<string, string> = {};
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const [started, smtpPort] = await Promise.all([MailCatcher.start(), freePort()]);
    catcher = started;
    [kontor, browser] = await Promise.all([
      KontorProcess.start({
        KONTOR_DEMO_PASSWORD: PASSWORD,
        KONTOR_SMTP_PORT: String(smtpPort),
        KONTOR_SMTP_NAME: 'mx.nordwerk.example',
        KONTOR_SMTP_GREYLIST: 'false',
        KONTOR_MAIL_URL: catcher.url,
        KONTOR_MAIL_FROM: 'kontor@nordwerk.example',
        KONTOR_MAIL_PRIVATE_HOSTS: 'true',
      }),
      openBrowser(),
    ]);
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    for (const { id, userName } of await anna.query<{ id: number; userName: string }[]>('account.people'))
      ids[userName] = id;
    const people = await anna.query<{ userId: number; fullName: string }[]>('module.users', { module: 'email' });
    for (const [userName, id] of Object.entries(ids))
      names[userName] = people.find(({ userId }) => userId === id)?.fullName ?? '';
    await anna.command('mail.addAddress', { name: 'Werkstatt', email: ADDRESS, memberIds: [], sharedState: true });
    accountId = (await anna.query<Account[]>('mail.accountSettings')).find(({ email }) => email === ADDRESS)?.id ?? 0;
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
    annas = await sitDown(browser, kontor.address);
    await signIn(annas.page, 'anna', PASSWORD);
    bens = await sitDown(browser, kontor.address);
    await signIn(bens.page, 'ben', PASSWORD);
  });
  afterAll(async () => {
    await annas?.close();
    await bens?.close();
    await browser?.close();
    await kontor?.close();
    await catcher?.close();
  });

  const clean = async (page: Page, name: string): Promise<void> => {
    await picture(page, name);
    expect(await barriersInBothLights(page), name).toEqual([]);
  };
  const row = (page: Page) => rows(page).filter({ hasText: SUBJECT }).first();
  const reader = (page: Page) => page.locator('article.reader:visible');
  const line = (page: Page) => reader(page).locator('.team-line');
  const comments = (page: Page) => reader(page).locator('.comments');
  const field = (page: Page) => comments(page).getByRole('textbox', { name: 'Kommentar' });
  const open = async (page: Page): Promise<void> => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    await row(page).click();
    await reader(page).getByRole('heading', { level: 1, name: SUBJECT }).waitFor();
  };
  const rightsOf = () => anna.query<Rights>('mail.rights', { accountId });
  const card = (page: Page) => page.locator('.account-card').filter({ hasText: ADDRESS });
  const openSharing = async (page: Page, button: string) => {
    await page.goto(`${kontor.address}/settings/mail`);
    await card(page).getByRole('button', { name: button }).click();
    return page.getByRole('dialog', { name: 'Freigaben von Werkstatt' });
  };

  test('a mailbox is shared in its card, and who it is shared with sees its mails', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/settings/mail`);
    await card(page).getByText('Noch sehen nur Sie dieses Postfach.').waitFor();
    const dialog = await openSharing(page, 'Freigeben');
    await dialog.getByLabel('Person oder Gruppe hinzufügen').selectOption({ label: names['ben'] ?? '' });
    await dialog.getByText(/^2\s+Personen sehen es, 2 senden daraus, 1 verwaltet es\.$/).waitFor();
    expect(await dialog.getByRole('checkbox', { name: `Sieht: ${names['anna']}` }).isDisabled()).toBe(true);
    await clean(page, 'sharing');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Freigaben sind gespeichert.').waitFor();
    await card(page)
      .getByText(/2\s+Personen sehen es/)
      .waitFor();
    await bens.page.goto(`${kontor.address}/mails/all/all/main`);
    await row(bens.page).waitFor();
  });

  test('what somebody else has changed meanwhile is told, and nothing is lost', async () => {
    const { page } = annas;
    const dialog = await openSharing(page, 'Freigaben ändern');
    await dialog.getByRole('checkbox', { name: `Verwaltet: ${names['ben']}` }).check();
    const { rights, version } = await rightsOf();
    await anna.command('mail.saveRights', {
      accountId,
      rights: [
        ...rights.map(({ subject, subjectId, sends, manages }) => ({ subject, subjectId, sends, manages })),
        { subject: 'person', subjectId: ids['chris'], sends: false, manages: false },
      ],
      aggregateVersion: version,
    });
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByText('Die Freigaben wurden inzwischen von jemand anderem geändert.').waitFor();
    await dialog.getByRole('button', { name: 'Meinen Stand speichern' }).click();
    await page.getByText('Die Freigaben sind gespeichert.').waitFor();
    expect((await rightsOf()).rights).toMatchObject([{ subjectId: ids['ben'], sends: true, manages: true }]);
  });

  test('a mail is claimed by a key, everybody sees it at once, and it is taken over after asking', async () => {
    await Promise.all([open(annas.page), open(bens.page)]);
    await line(annas.page).getByRole('button', { name: 'Übernehmen', exact: true }).waitFor();
    await annas.page.keyboard.press('t');
    await line(annas.page)
      .getByText(/^Von Ihnen übernommen seit/)
      .waitFor();
    await line(bens.page).getByText(`Übernommen von ${names['anna']} seit`).waitFor();
    await row(bens.page)
      .getByRole('img', { name: `Übernommen von ${names['anna']}` })
      .waitFor();
    await clean(bens.page, 'claimed');
    await bens.page.keyboard.press('t');
    const dialog = bens.page.getByRole('dialog', { name: 'E-Mail übernehmen?' });
    await dialog.getByText(`${names['anna']} hat sie seit`).waitFor();
    await clean(bens.page, 'claim-question');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await line(annas.page).getByText(`Übernommen von ${names['ben']} seit`).waitFor();
    await line(bens.page).getByRole('button', { name: 'Abgeben' }).click();
    await line(annas.page).getByRole('button', { name: 'Übernehmen', exact: true }).waitFor();
    await expect.poll(() => row(bens.page).locator('.row-claim').count()).toBe(0);
  });

  test('who was quicker is told of, even where the page did not know it yet', async () => {
    const held: Route[] = [];
    const details = /\/query\?.*mail\.details/;
    await annas.page.route(details, (route) => void held.push(route));
    await bens.page.keyboard.press('t');
    await line(bens.page)
      .getByText(/^Von Ihnen übernommen/)
      .waitFor();
    await annas.page.keyboard.press('t');
    const dialog = annas.page.getByRole('dialog', { name: 'E-Mail übernehmen?' });
    await dialog.getByText(`${names['ben']} hat sie seit`).waitFor();
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();
    expect(held.length).toBeGreaterThan(0);
    for (const route of held.splice(0)) await route.continue();
    await annas.page.unroute(details);
    await line(annas.page).getByText(`Übernommen von ${names['ben']} seit`).waitFor();
    await bens.page.keyboard.press('t');
    await line(bens.page).getByRole('button', { name: 'Übernehmen', exact: true }).waitFor();
  });

  test('who is at a mail is seen beside it, and who answers it in the answer too', async () => {
    await Promise.all([open(annas.page), open(bens.page)]);
    await line(annas.page).getByText(`${names['ben']} liest mit.`).waitFor();
    await bens.page.keyboard.press('r');
    await written(bens.page).text.waitFor();
    await line(annas.page).getByText(`${names['ben']} antwortet gerade.`).waitFor();
    await clean(annas.page, 'presence');
    await annas.page.keyboard.press('r');
    const answer = written(annas.page);
    await answer.form.getByText(`${names['ben']} antwortet gerade.`).waitFor();
    await clean(annas.page, 'presence-composer');
    await annas.page.keyboard.press('Control+Shift+d');
    await expect.poll(() => written(annas.page).form.count()).toBe(0);
  });

  test('who begins to write an answer has claimed the mail', async () => {
    await written(bens.page).text.click();
    await bens.page.keyboard.type('Wir sehen es uns an.');
    await open(annas.page);
    await line(annas.page).getByText(`Übernommen von ${names['ben']} seit`).waitFor();
    await bens.page.keyboard.press('Control+Shift+d');
    await expect.poll(() => written(bens.page).form.count()).toBe(0);
    await expect.poll(() => line(annas.page).getByText('antwortet gerade').count()).toBe(0);
  });

  test('a draft that several have open says who reads it and who writes', async () => {
    const { sendingAccounts } = await anna.query<{ sendingAccounts: { id: number; accountId: number }[] }>(
      'mail.accounts',
    );
    const senderAccountId = sendingAccounts.find((one) => one.accountId === accountId)?.id ?? null;
    const subject = 'Gemeinsames Angebot';
    await anna.command('mail.saveDraft', { subject, content: '<p>Guten Tag</p>', isGlobal: true, senderAccountId });
    for (const { page } of [annas, bens]) {
      await page.goto(`${kontor.address}/mails/all/usual/drafts`);
      await page.locator('.folder-row', { hasText: subject }).getByRole('button').first().click();
      await written(page).text.waitFor();
    }
    await written(annas.page).form.getByText(`${names['ben']} liest mit.`).waitFor();
    await clean(annas.page, 'draft-company');
    await written(bens.page).text.click();
    await bens.page.keyboard.type('Hier schreibt Ben. ');
    await written(annas.page).form.getByText(`${names['ben']} schreibt mit.`).waitFor();
    await bens.page.goto(`${kontor.address}/inbox`);
    await expect.poll(() => written(annas.page).form.getByText('schreibt mit.').count()).toBe(0);
    await annas.page.keyboard.press('Control+Shift+d');
    await open(annas.page);
  });

  test('a comment names a colleague by keyboard, stands there at once, and is marked in the list', async () => {
    await open(bens.page);
    const { page } = annas;
    await page.keyboard.press('m');
    await page.keyboard.type('Rufst du an, @Be');
    await comments(page)
      .getByRole('option', { name: names['ben'] ?? '' })
      .waitFor();
    await clean(page, 'comment-naming');
    await page.keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe(`Rufst du an, @${names['ben']} `);
    await page.keyboard.press('Control+Enter');
    await comments(page).getByText('Rufst du an,').waitFor();
    await expect.poll(() => field(page).count()).toBe(0);
    await comments(bens.page).getByText(`@${names['ben']}`).waitFor();
    await comments(bens.page).getByRole('heading', { name: 'Kommentare (1)' }).waitFor();
    await rows(bens.page)
      .getByRole('img', { name: /^1\s+interner Kommentar$/ })
      .first()
      .waitFor();
    await clean(bens.page, 'comments');
  });

  test('what is typed is there after a reload, and without a network', async () => {
    const { page } = annas;
    await page.keyboard.press('m');
    await field(page).fill('Noch nicht fertig');
    await page.waitForTimeout(600);
    await open(page);
    await expect.poll(() => field(page).inputValue()).toBe('Noch nicht fertig');
    await page.context().setOffline(true);
    await field(page).press('Control+Enter');
    await comments(page)
      .getByText(/Dafür braucht es eine Verbindung\. .*Ihr Text bleibt auf diesem Gerät\./)
      .waitFor();
    expect(await field(page).inputValue()).toBe('Noch nicht fertig');
    await clean(page, 'comment-offline');
    await page.context().setOffline(false);
    await comments(page).getByRole('button', { name: 'Erneut versuchen' }).click();
    await comments(bens.page).getByText('Noch nicht fertig').waitFor();
  });

  test('whoever is named and does not see the mail is shown it on demand', async () => {
    const { page } = annas;
    await page.keyboard.press('m');
    await field(page).fill(`@${names['chris']}, was meinst du?`);
    await field(page).press('Control+Enter');
    await comments(page).getByText(`${names['chris']} sieht diese E-Mail nicht.`).waitFor();
    await clean(page, 'comment-unseen');
    await comments(page).getByRole('button', { name: 'E-Mail zeigen und speichern' }).click();
    await comments(page).locator('.comment-text').filter({ hasText: 'was meinst du?' }).waitFor();
    const chris = await new TestClient(kontor.address, 'demo').signIn('chris', PASSWORD);
    const items = await chris.query<{ information: string }[]>('mail.items', { view: 'all' }, { format: 'json' });
    expect(items.some(({ information }) => information === SUBJECT)).toBe(true);
  });

  test('a comment is changed and deleted', async () => {
    const { page } = annas;
    const first = comments(page).locator('.comment').first();
    await first.getByRole('button', { name: /bearbeiten$/ }).click();
    await field(page).fill('Habe angerufen.');
    await field(page).press('Control+Enter');
    await first.getByText('bearbeitet', { exact: true }).waitFor();
    await comments(bens.page).getByText('Habe angerufen.').waitFor();
    await first.getByRole('button', { name: /löschen$/ }).click();
    await page.getByRole('dialog', { name: 'Kommentar löschen?' }).getByRole('button', { name: 'Löschen' }).click();
    await expect.poll(() => comments(page).getByText('Habe angerufen.').count()).toBe(0);
    await expect.poll(() => comments(bens.page).getByText('Habe angerufen.').count()).toBe(0);
  });

  test('on a phone, in English and in the dark', async () => {
    const phone = await sitDown(browser, kontor.address, { ...PHONE, locale: 'en-US', colorScheme: 'dark' });
    const { page } = phone;
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await open(page);
    await reader(page).getByText(`Claimed by ${names['ben']} since`).waitFor();
    await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await comments(page).scrollIntoViewIfNeeded();
    await clean(page, 'teamwork-phone');
    await page.goto(`${kontor.address}/settings/mail`);
    await card(page).getByRole('button', { name: 'Change sharing' }).click();
    await page.getByRole('dialog', { name: 'Sharing of Werkstatt' }).waitFor();
    await clean(page, 'sharing-phone');
    const isWithin = () =>
      [...document.querySelectorAll('.sharing')].every((one) => one.getBoundingClientRect().right <= window.innerWidth);
    expect(await page.evaluate(isWithin)).toBe(true);
    await phone.close();
  });

  test('who is taken out is told what follows, and sees the mail no more', async () => {
    const { page } = annas;
    const dialog = await openSharing(page, 'Freigaben ändern');
    await dialog.getByRole('checkbox', { name: `Sieht: ${names['ben']}` }).uncheck();
    await dialog.getByText(`${names['ben']}: sieht die E-Mails dieses Postfachs sofort nicht mehr`).waitFor();
    await clean(page, 'sharing-taken');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Freigaben sind gespeichert.').waitFor();
    await expect.poll(() => reader(bens.page).count()).toBe(0);
    await bens.page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(bens.page).first().waitFor();
    await expect.poll(() => row(bens.page).count()).toBe(0);
    expect((await rightsOf()).rights).toEqual([]);
  });
});
