// Covers: mail, activity, client
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestDovecot, findDovecot } from '../server/src/platform/mailwire/testing/dovecot.ts';
import { TestClient } from '../server/src/testing/client.ts';
import { findBrowser, openBrowser, picture, signIn, openSession, type BrowserSession } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';
import { long } from '../server/src/testing/long.ts';

const PASSWORD = 'first light password';
const MAILS = 260;
/** So many of the mails are set Done in the crash. */
const CHANGES = 200;

const missing = [findBrowser() === undefined && 'a browser', findDovecot() === undefined && 'Dovecot'].filter(Boolean);

const mail = (subject: string, at: Date, text = 'Guten Tag,\n\nanbei wie besprochen.\n'): string =>
  [
    'From: "Paul Neumann" <paul.neumann@werft.example>',
    'To: buero@nordwerk.example',
    `Subject: ${subject}`,
    `Date: ${at.toUTCString()}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}@werft.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n');

const rowOf = (page: Page, subject: string) => page.getByRole('option').filter({ hasText: subject });

describe.skipIf(missing.length > 0)(
  `first light (${missing.length > 0 ? `needs ${missing.join(' and ')}` : 'with a real mailbox'})`,
  () => {
    let kontor: KontorProcess;
    let dovecot: TestDovecot;
    let browser: Browser;
    let anna: BrowserSession;
    let ben: BrowserSession;

    beforeAll(async () => {
      [kontor, dovecot, browser] = await Promise.all([
        KontorProcess.start({ KONTOR_DEMO: 'false' }),
        TestDovecot.start(),
        openBrowser(),
      ]);
      kontor.cli(['instance', 'create', 'nordwerk', '--title', 'Nordwerk']);
      for (const [name, first, last] of [
        ['anna', 'Anna', 'Berger'],
        ['ben', 'Ben', 'Krüger'],
      ] as const) {
        kontor.cli(
          ['person', 'add', 'nordwerk', name, '--first-name', first, '--last-name', last, '--password-file', '-'],
          PASSWORD,
        );
      }
      for (let n = 0; n < MAILS; n += 1)
        dovecot.drop('buero', mail(`Vorgang ${n}`, new Date(Date.now() - (n + 1) * 60_000)));
    });
    afterAll(async () => {
      await kontor?.close();
      await dovecot?.close();
    });

    test('a person signs in and finds an inbox that teaches its next step', async () => {
      anna = await openSession(browser, kontor.address);
      await signIn(anna.page, 'anna', PASSWORD);
      const firstStep = anna.page.getByRole('button', { name: 'Postfach einrichten' });
      await firstStep.waitFor();
      await picture(anna.page, 'empty-inbox');
      await firstStep.click();
      await anna.page.getByRole('button', { name: 'Postfach hinzufügen' }).click();
    });

    test('a wrong password is told in plain words, with what the server said', async () => {
      const { page } = anna;
      await page.getByLabel('E-Mail-Adresse').fill('buero@nordwerk.example');
      await page.getByLabel('Name in Kontor').fill('Büro');
      await page.getByLabel('Passwort', { exact: true }).fill('falsch');
      await page.getByLabel('Mailserver (IMAP)').fill('127.0.0.1');
      await page.getByLabel('Port').fill(String(dovecot.tlsPort));
      await page.getByLabel('Benutzername beim Mailserver').fill('buero');
      await page.getByLabel('Ben Krüger').check();
      await page.getByRole('button', { name: 'Verbindung prüfen' }).click();
      await page.getByText('Für das Zertifikat des Servers bürgt niemand, den Kontor kennt.').waitFor();
      expect(await page.getByText(dovecot.fingerprint).count()).toBe(1);
      await page.getByRole('button', { name: 'Diesem Zertifikat vertrauen' }).click();
      await page.getByText('Der Server hat Benutzername oder Passwort abgelehnt.').waitFor();
      await picture(page, 'mailbox-refused');
    });

    test('the mailbox is added, its progress is seen, and the list fills', async () => {
      const { page } = anna;
      await page.getByLabel('Passwort', { exact: true }).fill('geheim');
      await page.getByRole('button', { name: 'Speichern' }).click();
      const sending = page.getByRole('dialog', { name: 'Versand einrichten' });
      await sending.getByText('Damit Sie daraus auch schreiben können').waitFor();
      await picture(page, 'mailbox-added');
      await sending.getByRole('button', { name: 'Abbrechen' }).click();
      await sending.waitFor({ state: 'detached' });
      await page
        .getByText(/von 260 E-Mails|Auf dem neuesten Stand/)
        .first()
        .waitFor();
      await picture(page, 'mailbox-syncing');
      await page.getByText('Auf dem neuesten Stand').waitFor({ timeout: 90_000 });
      await page.getByRole('link', { name: 'Eingang' }).click();
      await page.getByText(`${MAILS} Einträge`).waitFor();
      await rowOf(page, 'Vorgang 0').waitFor();
      await picture(page, 'inbox');
    });

    test('a mail that is delivered now appears without a reload, is read, set Done and undone, and a colleague sees each change', async () => {
      ben = await openSession(browser, kontor.address);
      await signIn(ben.page, 'ben', PASSWORD);
      await ben.page.getByText(`${MAILS} Einträge`).waitFor();
      await dovecot.deliver(
        'buero',
        mail('Eben eingetroffen', new Date(), 'Ist das angekommen?\n\nhttps://werft.example/lieferung\n'),
      );
      const [annasRow, bensRow] = [rowOf(anna.page, 'Eben eingetroffen'), rowOf(ben.page, 'Eben eingetroffen')];
      await Promise.all([annasRow.waitFor(), bensRow.waitFor()]);

      await annasRow.click();
      const body = anna.page.frameLocator('iframe').locator('body');
      await body.getByText('Ist das angekommen?').waitFor();
      // The lines of a plain text are lines here too.
      expect(await body.evaluate((element) => (element as HTMLElement).innerText.trim().split('\n'))).toEqual([
        'Ist das angekommen?',
        '',
        'https://werft.example/lieferung',
      ]);
      await bensRow.getByLabel('In Bearbeitung').waitFor();
      await picture(anna.page, 'reader');

      await anna.page.keyboard.press('e');
      await Promise.all([annasRow.waitFor({ state: 'detached' }), bensRow.waitFor({ state: 'detached' })]);
      await expect
        .poll(() => dovecot.doveadm(['search', '-u', 'buero', 'mailbox', 'INBOX', 'seen']).trim().split('\n').length)
        .toBe(1);

      await anna.page.getByRole('button', { name: 'Rückgängig' }).click();
      await Promise.all([annasRow.waitFor(), bensRow.waitFor()]);
      expect([anna.complaints, ben.complaints]).toEqual([[], []]);
    });

    test('what another mail program reads is In process here', async () => {
      dovecot.doveadm(['flags', 'add', '-u', 'buero', '\\Seen', 'mailbox', 'INBOX', 'subject', 'Vorgang 1']);
      const client = await new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
      const status = async () =>
        (
          await client.query<{ status: number }[]>(
            'filter.items',
            { view: 'all', searchTerm: 'Vorgang 1' },
            { limit: 1000 },
          )
        ).filter((entry) => entry.status === 2).length;
      await expect.poll(status).toBeGreaterThan(0);
    });

    test(
      'a server that is killed in the middle of two hundred changes loses none of them and does none twice',
      long,
      async () => {
        const { page } = ben;
        const list = page.getByRole('listbox');
        await list.focus();
        await page.keyboard.press('Home');
        const before = await client().then((it) =>
          it.query<{ aggregateVersion: number; status: number; aggregateId: string }[]>(
            'filter.items',
            { view: 'all' },
            { limit: 1000 },
          ),
        );
        for (let n = 0; n < CHANGES; n += 1) {
          if (n === CHANGES / 2) await kontor.crash();
          await page.keyboard.press('e');
        }
        await sleep(500);
        await picture(page, 'crashed');
        await kontor.resume();
        const after = async () =>
          (await client()).query<{ aggregateVersion: number; status: number; aggregateId: string }[]>(
            'filter.items',
            { view: 'all' },
            { limit: 1000 },
          );
        const entryId = (entry: { aggregateId: string }) =>
          (JSON.parse(entry.aggregateId) as { entryId: number }).entryId;
        const done = async () => (await after()).filter((entry) => entry.status === 3).length;
        await expect.poll(done).toBe(CHANGES);
        const versions = new Map(before.map((entry) => [entryId(entry), entry.aggregateVersion]));
        const changed = (await after()).filter((entry) => entry.status === 3);
        expect(changed.map((entry) => entry.aggregateVersion - (versions.get(entryId(entry)) ?? 0))).toEqual(
          changed.map(() => 1),
        );
        await page
          .getByText(`${MAILS + 1 - CHANGES} Einträge`)
          .waitFor()
          .catch(async (e) => {
            await picture(page, 'after-crash');
            await picture(anna.page, 'after-crash-anna');
            throw e;
          });
        await anna.page.getByText(`${MAILS + 1 - CHANGES} Einträge`).waitFor();
        expect(ben.complaints).toEqual([]);
      },
    );

    const client = () => new TestClient(kontor.address, 'nordwerk').signIn('anna', PASSWORD);
  },
);
