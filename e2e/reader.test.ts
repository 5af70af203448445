import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SmtpPeer } from '../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../server/src/testing/client.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { PHONE, findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { MailCatcher } from './src/mail-catcher.ts';
import { ADDRESS, readerMails } from './src/reader-mails.ts';

describe.skipIf(findBrowser() === undefined)('reading mails, threads and files', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let catcher: MailCatcher;
  let seat: Seat;
  let page: Page;
  let anna: TestClient;
  let smtpPort: number;

  async function deliver(...mails: readonly string[]): Promise<void> {
    const peer = await SmtpPeer.greeted(smtpPort);
    for (const raw of mails)
      expect((await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) })).text).toMatch(/^250 /);
    peer.close();
  }

  beforeAll(async () => {
    [catcher, smtpPort] = await Promise.all([MailCatcher.start(), freePort()]);
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
    await anna.command('mail.addAddress', { name: 'Werkstatt', email: ADDRESS, memberIds: [], sharedState: true });
    await deliver(...readerMails());
    seat = await sitDown(browser, kontor.address);
    page = seat.page;
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
  });
  afterAll(async () => {
    await seat?.close();
    await browser?.close();
    await kontor?.close();
    await catcher?.close();
  });

  const reader = (where = page) => where.locator('article.reader:visible');
  const open = async (subject: string): Promise<void> => {
    await page.goto(`${kontor.address}/mails/all/all/main`);
    const row = rows(page)
      .filter({ has: page.locator('.row-information', { hasText: subject }) })
      .first();
    await row.click();
    await reader().getByRole('heading', { level: 1, name: subject }).waitFor();
  };

  test('a mail stays to be read when the app gets another language', async () => {
    await open('Unterlagen zur Halle');
    const text = () => reader().frameLocator('iframe').locator('body').innerText();
    await expect.poll(text).not.toBe('');
    const before = await text();
    for (const language of ['en', 'de']) {
      await anna.command('settings.change', { values: { language }, versions: { language: Date.now() } });
      await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
      await reader().locator(`iframe[srcdoc*='lang="${language}"']`).waitFor();
      await expect.poll(text).toBe(before);
    }
  });

  describe('files', () => {
    const viewer = (name: string) => page.getByRole('dialog', { name, exact: true });

    test('are looked at by keyboard, one after the other, and the focus comes back to the one that was left', async () => {
      await open('Unterlagen zur Halle');
      const chips = reader().locator('.attachment');
      expect(await chips.count()).toBe(7);
      await picture(page, 'reader-files');
      await chips.first().focus();
      await page.keyboard.press('Space');
      const image = viewer('Foto.png').getByRole('img', { name: 'Foto.png' });
      await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(10);
      const upright = await image.evaluate((one) => one.getBoundingClientRect().width);
      await viewer('Foto.png').getByRole('button', { name: 'Drehen' }).click();
      expect(await image.evaluate((one) => one.getBoundingClientRect().height)).toBeCloseTo(upright, -1);
      await picture(page, 'viewer-picture');
      expect(await barriersInBothLights(page)).toEqual([]);
      await page.keyboard.press('ArrowRight');
      await viewer('Plan.pdf').waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Plan.pdf');
    });

    test('a PDF is shown from our own origin alone, its text is there and can be found', async () => {
      const strange: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(kontor.address) && !/^(blob|data):/.test(request.url()))
          strange.push(request.url());
      });
      await reader().locator('.attachment', { hasText: 'Plan.pdf' }).click();
      const dialog = viewer('Plan.pdf');
      await dialog.locator('.textLayer').getByText('Ventil steht links').waitFor();
      await dialog.getByText('Seite 1 von 1').waitFor();
      await dialog.getByRole('searchbox', { name: 'In der Datei suchen' }).fill('Ventil');
      await dialog.getByText('1 von 1', { exact: true }).waitFor();
      expect(await dialog.locator('.highlight').first().innerText()).toBe('Ventil');
      await picture(page, 'viewer-pdf');
      expect(await barriersInBothLights(page)).toEqual([]);
      await dialog.getByRole('searchbox').fill('Gibt es nicht');
      await dialog.getByText('Nichts gefunden').waitFor();
      expect(strange).toEqual([]);
      await page.keyboard.press('Escape');
    });

    test.each([
      ['Liste.txt', 'Schraube;12', 'viewer-text'],
      ['Termin.ics', 'Montage Werft 3', 'viewer-events'],
      ['Paul.vcf', '+49 40 555 0101', 'viewer-contacts'],
    ])('%s is shown', async (name, words, kept) => {
      await reader().locator('.attachment', { hasText: name }).click();
      await viewer(name).getByText(words).first().waitFor();
      await picture(page, kept);
      expect(await barriersInBothLights(page)).toEqual([]);
      await page.keyboard.press('Escape');
    });

    test('a mail in the mail is read, and what cannot be shown says so and offers the download', async () => {
      await reader().locator('.attachment', { hasText: 'Weiter.eml' }).click();
      await viewer('Weiter.eml').frameLocator('.mail-sheet iframe').getByText('Im Inneren.').waitFor();
      await picture(page, 'viewer-mail');
      expect(await barriersInBothLights(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await reader().locator('.attachment', { hasText: 'Ton.mp3' }).click();
      const dialog = viewer('Ton.mp3');
      await dialog.getByText('Für diese Art von Datei gibt es keine Vorschau').waitFor();
      await picture(page, 'viewer-none');
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('alert').getByRole('button', { name: 'Herunterladen' }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe('Ton.mp3');
      await page.keyboard.press('Escape');
    });

    test('all are had in one archive, and one goes along with a new mail', async () => {
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
      // Read by now, all of them, and on the next visit folded: what is looked at for a moment counts as seen.
      await expect
        .poll(async () => {
          for (let index = 0; index < 10; index += 1) {
            await lines().nth(index).scrollIntoViewIfNeeded();
            await page.waitForTimeout(500);
          }
          return reader().locator('.thread-names strong[data-new=true]').count();
        })
        .toBe(0);
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

  describe('threads in lists', () => {
    const row = () => rows(page).filter({ hasText: 'Ventil für Halle 2' });

    test('are one row with their number, and what is done to it is done to all of them, until it is undone', async () => {
      await page.goto(`${kontor.address}/mails/all/all/main`);
      await row().first().waitFor();
      await expect.poll(() => row().count()).toBe(1);
      expect(await row().locator('.row-count').innerText()).toContain('10');
      const open = await anna.query<{ status: number; information: string }[]>('mail.items', { view: 'all' });
      const before = open.filter(({ information }) => information.includes('Ventil')).map(({ status }) => status);
      await row().first().click();
      await reader().locator('.thread').waitFor();
      await page.keyboard.press('e');
      const states = async (): Promise<readonly number[]> =>
        (await anna.query<{ status: number; information: string }[]>('mail.items', { view: 'all' }))
          .filter(({ information }) => information.includes('Ventil'))
          .map(({ status }) => status);
      await expect.poll(states).toEqual(before.map(() => 3));
      await page.keyboard.press('z');
      await expect.poll(states).toEqual(before);
    });

    test('a mail is taken out of its thread, and put back', async () => {
      await open('Ventil für Halle 2');
      await reader().locator('.thread').waitFor();
      await page.locator('.reader-bar:visible').getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem', { name: 'Aus dem Thread lösen' }).click();
      await page.getByText('Die E-Mail steht jetzt für sich').waitFor();
      await expect.poll(() => reader().locator('.thread').count()).toBe(0);
      await page.getByRole('button', { name: 'Rückgängig' }).click();
      await reader().getByText('10 E-Mails im Thread').first().waitFor({ state: 'attached' });
    });
  });

  test('an invitation is told of in words, and answered', async () => {
    await open('Einladung zur Montage');
    const bar = reader().getByRole('region', { name: 'Termin' }).first();
    await bar.getByText('Montage Werft 3').waitFor();
    await bar.getByText(/Halle 2 · jede Woche, bis 21\.12\.2026/).waitFor();
    await bar.getByRole('button', { name: 'Zusagen' }).waitFor();
    await picture(page, 'reader-invitation');
    expect(await barriersInBothLights(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Mit Nachricht …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mit Nachricht antworten' });
    await dialog.getByLabel('Nachricht').fill('Ich bringe das Ventil mit.');
    await picture(page, 'reader-invitation-message');
    await dialog.getByRole('button', { name: 'Vielleicht' }).click();
    const raw = (await catcher.next('paul.neumann@werft.example')).toString();
    expect(raw).toMatch(/METHOD:REPLY|TUVUSE9EOlJFUExZ/);
    await bar.getByText(/^Vielleicht, sagt/).waitFor();
    await expect.poll(() => bar.getByRole('button', { name: 'Vielleicht' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('unsubscribing by a page says what opening it means, and leads there', async () => {
    await open('Neues vom Händler');
    await reader().getByRole('button', { name: 'Abmelden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Von liste.example abmelden' });
    await dialog.getByText('Dort erfährt man, dass Sie diese E-Mail gelesen haben.').waitFor();
    await picture(page, 'reader-unsubscribe');
    expect(await barriersInBothLights(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Weiter' }).click();
    const link = dialog.getByRole('link', { name: 'Seite von liste.example öffnen' });
    expect(await link.getAttribute('href')).toBe('https://liste.example/raus?wer=7');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.keyboard.press('Escape');
  });

  test('where a mail is from is told in plain words', async () => {
    await page.locator('.reader-bar:visible').getByRole('button', { name: 'Weitere Aktionen' }).click();
    await picture(page, 'reader-menu');
    await page.getByRole('menuitem', { name: 'Woher ist diese E-Mail?' }).click();
    await page.getByRole('dialog', { name: 'Woher diese E-Mail ist' }).waitFor();
    await picture(page, 'reader-checks');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Escape');
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
    const told = reader()
      .getByRole('button', { name: /^Beantwortet von Anna/ })
      .first();
    await told.waitFor();
    await picture(page, 'reader-answered');
    await told.click();
    await reader()
      .getByRole('heading', { level: 1, name: /^(AW: )?Unterlagen zur Halle/ })
      .waitFor();
  });

  test('on a phone', async () => {
    const small = await sitDown(browser, kontor.address, PHONE);
    await signIn(small.page, 'anna', PASSWORD);
    await rows(small.page).filter({ hasText: 'Ventil für Halle 2' }).first().click();
    await reader(small.page).locator('.thread').waitFor();
    await picture(small.page, 'phone-thread');
    // All of the bar is in sight, and what it has no room for in its menu.
    const more = small.page
      .getByRole('toolbar')
      .getByRole('button', { name: 'Weitere Aktionen' })
      .filter({ visible: true });
    expect((await more.boundingBox())?.x).toBeLessThan(PHONE.viewport.width - 40);
    await more.click();
    for (const name of ['Allen antworten', 'Weiterleiten', 'Drucken'])
      await small.page.getByRole('menuitem', { name }).first().waitFor();
    await small.page.keyboard.press('Escape');
    await small.close();
  });
});
