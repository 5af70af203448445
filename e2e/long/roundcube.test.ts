// Covers: mail
import type { ListEntry } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { TestPostfix, findPostfix } from '../../server/src/platform/mailsubmit/testing/postfix.ts';
import { TestDovecot, findDovecot } from '../../server/src/platform/mailwire/testing/dovecot.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, picture, rows, signIn, openSession, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { isRoundcubeInstalled, startRoundcube, type Roundcube } from '../src/roundcube.ts';
import { written } from '../src/writing.ts';

const ANNA = 'anna@nordwerk.example';
const PAUL = 'paul@werft.example';
const FOLDERS = ['INBOX', 'Sent', 'Drafts', 'Junk', 'Trash'] as const;
type Folder = (typeof FOLDERS)[number];

// Slow, and beside ours: tried in the full tests, not wherever it happens to be installed.
const isHere =
  process.env['KONTOR_FULL_TESTS'] === 'true' &&
  findBrowser() !== undefined &&
  findDovecot() !== undefined &&
  findPostfix() !== undefined &&
  isRoundcubeInstalled();
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Somebody at Roundcube. */
class Webmail {
  readonly #page: Page;
  readonly #url: string;

  private constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  static async signIn(browser: Browser, url: string, user: string): Promise<Webmail> {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    await page.fill('#rcmloginuser', user);
    await page.fill('#rcmloginpwd', 'geheim');
    await page.click('#rcmloginsubmit');
    await page.locator('#messagelist').waitFor({ state: 'attached' });
    return new Webmail(page, url);
  }

  get page(): Page {
    return this.#page;
  }

  /** The row of a mail in a folder, which is read anew. */
  async row(folder: Folder, subject: string): Promise<Locator> {
    await this.#page.goto(`${this.#url}/?_task=mail&_mbox=${folder}`);
    await this.#page.waitForFunction(() => {
      const { rcmail } = window as unknown as { rcmail?: { env: { messagecount?: number }; busy: boolean } };
      return rcmail?.env.messagecount !== undefined && !rcmail.busy;
    });
    return this.#page.locator('#messagelist tbody tr.message').filter({ hasText: subject });
  }

  async has(folder: Folder, subject: string): Promise<number> {
    return (await this.row(folder, subject)).count();
  }

  /** What the list says of a mail of the inbox, or of another folder. */
  async marks(
    subject: string,
    folder: Folder = 'INBOX',
  ): Promise<{ unread: boolean; flagged: boolean; answered: boolean }> {
    const row = await this.row(folder, subject);
    if ((await row.count()) === 0) return { unread: false, flagged: false, answered: false };
    const classes = (await row.first().getAttribute('class')) ?? '';
    return {
      unread: /\bunread\b/.test(classes),
      flagged: /\bflagged\b/.test(classes),
      answered: (await row.first().locator('.msgicon.replied, .status.replied').count()) > 0,
    };
  }

  /** Chooses a mail and gives the program's own command, as its buttons do. */
  async run(folder: Folder, subject: string, command: string, argument = ''): Promise<void> {
    const row = await this.row(folder, subject);
    await row
      .first()
      .locator('td.subject')
      .click({ modifiers: ['Control'] });
    const answered = this.#page.waitForResponse((response) => response.request().method() === 'POST');
    await this.#page.evaluate(
      ([name, value]) =>
        (window as unknown as { rcmail: { command(...all: unknown[]): void } }).rcmail.command(name, value),
      [command, argument] as const,
    );
    await answered;
  }

  async open(subject: string): Promise<string> {
    await (await this.row('INBOX', subject)).first().locator('td.subject a').dblclick();
    return this.#page.locator('#messagebody').innerText();
  }

  async write(mail: { to: string; subject: string; text: string; file?: Buffer }): Promise<void> {
    // A list that is still being fetched would end by storing the session as it was before a mail was begun.
    await this.#page.waitForLoadState('networkidle');
    await this.#page.goto(`${this.#url}/?_task=mail&_action=compose&_to=${mail.to}&_subject=${mail.subject}`);
    await this.#page.locator('#composebody').fill(mail.text);
    if (mail.file === undefined) return;
    const attach = { name: 'Aufnahme.bin', mimeType: 'application/octet-stream', buffer: mail.file };
    await this.#page
      .locator('#compose-attachments ~ * input[type=file], #uploadform input[type=file]')
      .first()
      .setInputFiles(attach);
    await this.#page.locator('#attachment-list li:not(.uploading)', { hasText: 'Aufnahme.bin' }).waitFor();
  }

  async end(command: 'send' | 'savedraft'): Promise<void> {
    const answered = this.#page.waitForResponse(
      (response) => response.url().includes('_task=mail') && response.request().method() === 'POST',
    );
    await this.#page.evaluate(
      (name) => (window as unknown as { rcmail: { command(...all: unknown[]): void } }).rcmail.command(name, {}),
      command,
    );
    await answered;
    if (command === 'send') await this.#page.locator('#messagelist').waitFor({ state: 'attached' });
  }
}

describe.skipIf(!isHere)(
  'one mailbox in Kontor and in Roundcube (full tests alone; left out where Roundcube, Dovecot, Postfix or a browser is not installed)',
  () => {
    let kontor: Kontor;
    let dovecot: TestDovecot;
    let postfix: TestPostfix;
    let roundcube: Roundcube | undefined;
    let browser: Browser;
    let session: BrowserSession;
    let page: Page;
    let client: TestClient;
    let anna: Webmail;
    let paul: Webmail;

    beforeAll(async () => {
      dovecot = await TestDovecot.start();
      for (const folder of FOLDERS.slice(1)) dovecot.maildir(ANNA, folder);
      dovecot.drop(ANNA, rawMail({ subject: 'Angebot Pumpe', from: `Paul <${PAUL}>`, to: ANNA }));
      dovecot.drop(ANNA, rawMail({ subject: 'Gewinnspiel', from: 'Los <los@los.example>', to: ANNA }));
      postfix = await TestPostfix.start(dovecot, ['nordwerk.example', 'werft.example']);
      [kontor, roundcube, browser] = await Promise.all([
        openKontor({ KONTOR_DEMO: 'false' }),
        startRoundcube(dovecot.plainPort, postfix.port),
        openBrowser(),
      ]);
      await kontor.cli(['instance', 'create', 'nordwerk']);
      await kontor.cli(['person', 'add', 'nordwerk', 'anna', '--password-file', '-'], PASSWORD);
      client = await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
      const server = { host: '127.0.0.1', security: 'none', userName: ANNA, password: 'geheim' };
      const { accountId } = await client.command<{ accountId: number }>('mail.addAccount', {
        name: 'Anna',
        email: ANNA,
        port: dovecot.plainPort,
        ...server,
      });
      await client.command('mail.updateSending', { accountId, sending: { ...server, port: postfix.port } });
      session = await openSession(browser, `http://nordwerk.localhost:${kontor.port}`);
      page = session.page;
      await signIn(page, 'anna', PASSWORD);
      const url = roundcube?.url ?? '';
      [anna, paul] = await Promise.all([Webmail.signIn(browser, url, ANNA), Webmail.signIn(browser, url, PAUL)]);
    });
    afterAll(async () => {
      await session?.close();
      await roundcube?.close();
      await kontor?.close();
      await postfix?.close();
      await dovecot?.close();
    });

    const entry = async (subject: string): Promise<ListEntry | undefined> => {
      const all = await client.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
      return all.find(({ information }) => information === subject);
    };
    const status = async (subject: string): Promise<unknown> => (await entry(subject))?.status;
    const folderOf = async (subject: string): Promise<string> => {
      const extras = (await entry(subject))?.extras as { isSpam?: boolean; isTrash?: boolean } | undefined;
      return extras === undefined ? 'nowhere' : extras.isSpam ? 'spam' : extras.isTrash ? 'trash' : 'inbox';
    };
    const row = (subject: string): Locator =>
      rows(page).filter({ has: page.locator('.row-information', { hasText: new RegExp(`^${subject}$`) }) });
    const press = async (subject: string, key: string): Promise<void> => {
      await page.goto(`http://nordwerk.localhost:${kontor.port}/mails/all/all/main`);
      await row(subject).click();
      await page.getByRole('heading', { level: 1, name: subject }).waitFor();
      await page.keyboard.press(key);
    };

    test('what Roundcube sends is in Kontor, file and all', async () => {
      const file = randomBytes(150_000);
      await paul.write({ to: ANNA, subject: 'Aufnahme der Halle', text: 'Anbei die Aufnahme.', file });
      await paul.end('send');
      await row('Aufnahme der Halle').waitFor();
      expect(await anna.marks('Aufnahme der Halle')).toEqual({ unread: true, flagged: false, answered: false });
      const aggregateId = (await entry('Aufnahme der Halle'))?.aggregateId ?? '';
      const details = await client.query<MailDetail>('mail.details', { aggregateId });
      const [attachment] = details.mailModelAttachments;
      const search = new URLSearchParams({
        query: 'mail.attachmentContent',
        parameters: JSON.stringify({ aggregateId, storageKey: attachment?.storageKey }),
      });
      const answer = await fetch(`${kontor.address}/query?${search.toString()}`, { headers: client.headers() });
      expect([attachment?.filename, sha256(Buffer.from(await answer.arrayBuffer()))]).toEqual([
        'Aufnahme.bin',
        sha256(file),
      ]);
    });

    test('read in one is read in the other, and unread again', async () => {
      const subject = 'Aufnahme der Halle';
      await press(subject, 'e');
      await expect.poll(async () => (await anna.marks(subject)).unread).toBe(false);
      await press(subject, 'u');
      await expect.poll(async () => (await anna.marks(subject)).unread).toBe(true);
      await expect.poll(() => status(subject)).toBe(1);
      expect(await anna.open(subject)).toContain('Anbei die Aufnahme.');
      await expect.poll(() => status(subject)).not.toBe(1);
      await picture(anna.page, 'roundcube-mail');
    });

    test('an answer of Kontor is with its receiver, in the sent folder and on the mail that it answers', async () => {
      const subject = 'Aufnahme der Halle';
      await press(subject, 'r');
      const { text, form } = written(page);
      await text.waitFor();
      const subjectLine = await form.getByRole('textbox', { name: 'Betreff' }).inputValue();
      await text.click();
      await page.keyboard.type('Danke, das ist Halle 2.');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => paul.has('INBOX', subjectLine), { interval: 500 }).toBe(1);
      expect(await paul.open(subjectLine)).toContain('Danke, das ist Halle 2.');
      await expect.poll(() => anna.has('Sent', subjectLine), { interval: 500 }).toBe(1);
      await expect.poll(async () => (await anna.marks(subject)).answered, { interval: 500 }).toBe(true);
      expect((await entry(subject))?.extras).toMatchObject({ answered: true });
    });

    test("an answer of Roundcube's marks the mail in Kontor, and is among the sent ones", async () => {
      const number = await (
        await anna.row('INBOX', 'Angebot Pumpe')
      )
        .first()
        .evaluate((row) =>
          (
            window as unknown as { rcmail: { html_identifier_decode(id: string): string } }
          ).rcmail.html_identifier_decode(row.id.replace(/^rcmrow/, '')),
        );
      await anna.page.goto(`${roundcube?.url ?? ''}/?_task=mail&_action=compose&_reply_uid=${number}&_mbox=INBOX`);
      await anna.page.locator('#composebody').fill('Wir nehmen zwei.');
      await anna.end('send');
      await expect.poll(async () => (await entry('Angebot Pumpe'))?.extras).toMatchObject({ answered: true });
      // Folders that a server does not tell of by itself are looked at every three minutes.
      await expect
        .poll(() => entry('Re: Angebot Pumpe').then((one) => one?.direction), { timeout: 200_000, interval: 1000 })
        .toBe('outgoing');
    });

    test('thrown away, put back and called spam: where one puts it, the other has it, and a flag stays', async () => {
      await anna.run('INBOX', 'Gewinnspiel', 'mark', 'flagged');
      await press('Gewinnspiel', '#');
      await expect.poll(() => anna.has('Trash', 'Gewinnspiel'), { interval: 500 }).toBe(1);
      expect(await anna.has('INBOX', 'Gewinnspiel')).toBe(0);
      // Kontor knows no flags, and leaves those of others alone.
      expect((await anna.marks('Gewinnspiel', 'Trash')).flagged).toBe(true);
      await anna.run('Trash', 'Gewinnspiel', 'move', 'INBOX');
      await expect.poll(() => folderOf('Gewinnspiel')).toBe('inbox');
      await anna.run('INBOX', 'Gewinnspiel', 'move', 'Junk');
      await expect.poll(() => folderOf('Gewinnspiel')).not.toBe('inbox');
      await picture(anna.page, 'roundcube-spam');
      await anna.run('Junk', 'Gewinnspiel', 'move', 'INBOX');
      await expect.poll(() => folderOf('Gewinnspiel')).toBe('inbox');
      const ids = [(await entry('Gewinnspiel'))?.aggregateId];
      await client.command('activity.spam', { aggregateIds: ids });
      await expect.poll(() => anna.has('Junk', 'Gewinnspiel'), { interval: 500 }).toBe(1);
      await anna.run('INBOX', 'Aufnahme der Halle', 'delete');
      await expect.poll(() => folderOf('Aufnahme der Halle')).not.toBe('inbox');
    });

    test('a draft stays where it is written: neither takes it for a mail', async () => {
      await anna.write({ to: PAUL, subject: 'Noch nicht fertig', text: 'Anfang' });
      await anna.end('savedraft');
      await expect.poll(() => anna.has('Drafts', 'Noch nicht fertig'), { interval: 500 }).toBe(1);
      await client.command('mail.saveDraft', {
        receiversTo: [{ receiver: PAUL }],
        subject: 'Entwurf in Kontor',
        content: '<p>Anfang</p>',
        draftKey: crypto.randomUUID(),
      });
      // A mail that comes later is there, and the draft is not.
      await paul.write({ to: ANNA, subject: 'Nach den Entwürfen', text: 'Da.' });
      await paul.end('send');
      await expect.poll(() => status('Nach den Entwürfen')).toBe(1);
      expect(await entry('Noch nicht fertig')).toBeUndefined();
      expect(await anna.has('Drafts', 'Entwurf in Kontor')).toBe(0);
    });
  },
);
