// Covers: mail
import type { Browser, Locator, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersOf } from '../src/barriers.ts';
import {
  VIEWS,
  findBrowser,
  openBrowser,
  picture,
  rows,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { MailCatcher } from '../src/mail-catcher.ts';

const ADDRESS = 'post.anna@nordwerk.example';
const HOUR_MS = 3_600_000;

interface Absence {
  readonly userId: number | null;
  readonly substituteId: number | null;
  readonly version: number;
}

describe.skipIf(findBrowser() === undefined)('being away', () => {
  let kontor: Kontor;
  let browser: Browser;
  let catcher: MailCatcher;
  let anna: TestClient;
  let ben: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let page: Page;
  let smtpPort: number;
  const ids: Record<string, number> = {};
  const names: Record<string, string> = {};

  beforeAll(async () => {
    [catcher, smtpPort] = await Promise.all([MailCatcher.start(), freePort()]);
    [kontor, browser] = await Promise.all([
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
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    ben = await new TestClient(kontor.address, 'demo').signIn('ben', PASSWORD);
    for (const { id, userName } of await anna.query<{ id: number; userName: string }[]>('account.people'))
      ids[userName] = id;
    const people = await anna.query<{ userId: number; fullName: string }[]>('module.users', { module: 'email' });
    for (const [userName, id] of Object.entries(ids))
      names[userName] = people.find(({ userId }) => userId === id)?.fullName ?? '';
    await anna.command('mail.addAddress', { name: 'Post', email: ADDRESS, memberIds: [], sharedState: true });
    [annas, bens] = await Promise.all([openSession(browser, kontor.address), openSession(browser, kontor.address)]);
    page = annas.page;
    await Promise.all([signIn(page, 'anna', PASSWORD), signIn(bens.page, 'ben', PASSWORD)]);
  });
  afterAll(async () => {
    await annas?.close();
    await bens?.close();
    await kontor?.close();
    await catcher?.close();
  });

  async function deliver(subject: string, from: string, headers?: string): Promise<void> {
    const peer = await SmtpPeer.greeted(smtpPort);
    const raw = rawMail({
      from,
      to: ADDRESS,
      subject,
      text: 'Guten Tag',
      date: new Date(),
      ...(headers === undefined ? {} : { headers }),
    });
    expect((await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) })).text).toMatch(/^250 /);
    peer.close();
  }
  const button = (name: string, where: Page | Locator = page) => where.getByRole('button', { name, exact: true });
  const open = async (): Promise<void> => {
    await page.goto(`${kontor.address}/settings/absence`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
  };
  const bar = () => page.locator('.shell-bars').getByText(/^Sie sind bis .* abwesend\.$/);
  const answered = async (): Promise<string[]> =>
    (await anna.query<{ address: string }[]>('mail.absenceAnswers', { userId: ids['anna'] })).map(
      ({ address }) => address,
    );
  const absenceOf = async (name: string): Promise<Absence | undefined> =>
    (await anna.query<Absence[]>('mail.absences')).find(({ userId }) => userId === ids[name]);
  const listed = async (by: TestClient, subject: string): Promise<number> => {
    const params = { view: 'all', searchTerm: `"${subject}"` };
    const found = await by.query<{ information: string }[]>('mail.items', params, { format: 'json', limit: 50 });
    return found.filter(({ information }) => information === subject).length;
  };
  /** Goes there as somebody without a mouse does. */
  const tabTo = async (target: Locator): Promise<void> => {
    const isThere = () => target.evaluate((node) => node === document.activeElement);
    for (let n = 0; n < 60 && !(await isThere()); n += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const isAccessible = async (name: string, where = page): Promise<void> => {
    await picture(where, name);
    const fits = await where.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(fits, `${name} is too wide`).toBe(true);
    expect(await barriersOf(where), name).toEqual([]);
  };

  test('it is planned by keyboard alone, and nothing that was written is lost by mistake', async () => {
    await deliver('Alte Sache', 'Paul Neumann <paul@werft.example>');
    await expect.poll(() => listed(anna, 'Alte Sache')).toBe(1);
    await open();
    await page.getByRole('heading', { name: 'Keine Abwesenheit geplant' }).waitFor();
    await picture(page, 'absence-none');
    await page.getByLabel('Abwesenheit von').focus();
    await tabTo(button('Abwesenheit planen'));
    await page.keyboard.press('Enter');
    await page.getByLabel('Erster Tag').waitFor();
    expect(await page.getByLabel('Erster Tag').evaluate((node) => node === document.activeElement)).toBe(true);
    await tabTo(page.getByLabel('Vertretung', { exact: true }));
    // As far as a list goes by: what is no key of this keyboard would be put in where text was typed last.
    await page.keyboard.type((names['ben'] ?? '').slice(0, 5));
    await page.getByRole('textbox', { name: 'Text der Antwort' }).getByText(`kümmert sich ${names['ben']}`).waitFor();
    await tabTo(page.getByRole('textbox', { name: 'Text der Antwort' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await tabTo(button('Speichern'));
    await page.keyboard.press('Enter');
    await page.getByText('Schreiben Sie, was geantwortet wird').waitFor();
    const text = page.getByRole('textbox', { name: 'Text der Antwort' });
    await expect.poll(() => text.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.type('Ich bin auf der Messe.');
    await isAccessible('absence-form');
    await button('Abbrechen').click();
    await page.getByRole('dialog').waitFor();
    await picture(page, 'absence-leaving');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await text.innerText()).toBe('Ich bin auf der Messe.');
    await tabTo(button('Speichern'));
    await page.keyboard.press('Enter');
    await page.getByText('Die Abwesenheit ist gespeichert.').first().waitFor();
    await bar().waitFor();
    await page.getByText(`Vertretung: ${names['ben']}`).waitFor();
    expect((await absenceOf('anna'))?.substituteId).toBe(ids['ben']);
    await picture(page, 'absence-now');
  });

  test('who writes is answered once, lists and machines are not, and whoever stands in sees it all', async () => {
    await deliver('Kran am Montag', 'Paul Neumann <paul@werft.example>');
    const answer = await PostalMime.parse(await catcher.next('paul@werft.example'));
    expect(answer.subject).toMatch(/^Abwesend bis /);
    expect(answer.text).toContain('Ich bin auf der Messe.');
    expect(answer.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied');
    await deliver('Kran am Dienstag', 'Paul Neumann <paul@werft.example>');
    await deliver('Rundbrief', 'Werft <brief@werft.example>', 'List-Id: <brief.werft.example>');
    await deliver('Automat', 'Automat <automat@werft.example>', 'Auto-Submitted: auto-generated');
    await deliver('Schiff', 'Petra Hansen <petra@hafen.example>');
    await catcher.next('petra@hafen.example');
    expect(await answered()).toEqual(['petra@hafen.example', 'paul@werft.example']);
    expect(
      ['paul@werft.example', 'petra@hafen.example', 'brief@werft.example', 'automat@werft.example'].map(
        (address) => catcher.to(address).length,
      ),
    ).toEqual([1, 1, 0, 0]);

    const { page: theirs } = bens;
    for (const subject of ['Alte Sache', 'Kran am Montag', 'Kran am Dienstag', 'Rundbrief', 'Automat', 'Schiff'])
      await expect.poll(() => listed(ben, subject)).toBe(1);
    await theirs.goto(`${kontor.address}/mails/all/all/main`);
    const row = rows(theirs).filter({ hasText: 'Schiff' }).first();
    await row.getByLabel(`In Vertretung von ${names['anna']}`).waitFor();
    await row.hover();
    await row.locator('[data-action=archive]').waitFor();
    expect(await row.locator('[data-action=delete]').count()).toBe(0);
    await row.click();
    const reader = theirs.locator('article.reader:visible');
    await reader.getByText(`Sie sehen diese E-Mail in Vertretung von ${names['anna']}.`).waitFor();
    await isAccessible('absence-reader', theirs);
    await theirs.goto(`${kontor.address}/settings/absence`);
    await theirs.getByText('Vertretung: Sie').waitFor();
    await picture(theirs, 'absence-others');
  });

  test('what was answered and what is handed over can be read', async () => {
    await open();
    await button('Gesendete Antworten').click();
    const log = page.getByRole('dialog', { name: 'Gesendete Antworten' });
    await log.getByText('petra@hafen.example').waitFor();
    await expect
      .poll(() => log.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/petra@hafen\.example[^]*auf „Schiff“[^]*gesendet/),
        expect.stringMatching(/paul@werft\.example[^]*auf „Kran am Montag“[^]*gesendet/),
      ]);
    await isAccessible('absence-answers');
    await page.keyboard.press('Escape');
    await log.waitFor({ state: 'detached' });
    await button('Übergabe').click();
    const handed = page.getByRole('dialog', { name: 'Übergabe' });
    await handed.getByRole('region', { name: 'Kam während der Abwesenheit' }).getByText('Schiff').waitFor();
    await isAccessible('absence-handover');
    await handed.getByRole('button', { name: 'Schiff' }).click();
    await page.locator('article.reader:visible').getByRole('heading', { level: 1, name: 'Schiff' }).waitFor();
  });

  test('what was changed elsewhere and what cannot be is told, and nothing is lost', async () => {
    const known = await absenceOf('anna');
    const times = {
      startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
      endsAt: new Date(Date.now() + HOUR_MS).toISOString(),
    };
    await open();
    await button('Bearbeiten').click();
    await page.getByLabel('Betreff').fill('Messe');
    await anna.command('mail.saveAbsence', {
      userId: ids['anna'],
      ...known,
      ...times,
      name: undefined,
      substituteName: undefined,
      changeable: undefined,
      version: undefined,
      subject: 'Von anderswo',
      content: '<p>Anderer Text</p>',
      aggregateVersion: known?.version,
    });
    await button('Speichern').click();
    await page.getByText('Die Abwesenheit wurde inzwischen anderswo geändert.').waitFor();
    expect(await page.getByLabel('Betreff').inputValue()).toBe('Messe');
    await picture(page, 'absence-conflict');
    await button('Andere Fassung zeigen').click();
    await expect.poll(() => page.getByLabel('Betreff').inputValue()).toBe('Von anderswo');
    await page.getByRole('textbox', { name: 'Text der Antwort' }).getByText('Anderer Text').waitFor();

    await page.getByLabel('Letzter Tag').fill('2020-01-01');
    await button('Speichern').click();
    await page.getByText(/^Das ist vor dem /).waitFor();
    await page.getByLabel('Letzter Tag').fill(new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 10));
    for (const [code, sentence] of [
      ['ABSENCE_TIME', 'So kann die Zeit nicht gelten'],
      ['ABSENCE_SUBSTITUTE', 'Diese Person kann nicht vertreten'],
      ['RIGHT_MISSING', 'Das dürfen Sie nicht'],
      ['PARAMETERS_INVALID', 'Der Betreff oder ein Text ist zu lang.'],
      ['INTERNAL', 'Das hat nicht geklappt.'],
    ] as const) {
      await page.route('**/command', (route) =>
        route.fulfill({ status: 422, json: { type: 'about:blank', title: 'no', status: 422, code } }),
      );
      await button('Speichern').click();
      await page.getByText(sentence).first().waitFor();
      await page.unroute('**/command');
    }
    await page.getByLabel('Vertretung', { exact: true }).selectOption({ label: names['chris'] ?? '' });
    await ben.command('mail.saveAbsence', {
      userId: ids['ben'],
      startsAt: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
      endsAt: new Date(Date.now() + 30 * HOUR_MS).toISOString(),
      subject: '',
      content: '<p>Weg</p>',
    });
    await page.getByLabel('Vertretung', { exact: true }).selectOption({ label: names['ben'] ?? '' });
    await button('Speichern').click();
    await page.getByText('Diese Person kann nicht vertreten').waitFor();
    await picture(page, 'absence-substitute');
    await ben.command('mail.endAbsence', { userId: ids['ben'] });
    await button('Speichern').click();
    await page.getByText('Die Abwesenheit ist gespeichert.').first().waitFor();
  });

  test('ending it ends all of it, and Undo begins it anew', async () => {
    await bar().waitFor();
    await button('Beenden', page.locator('.shell-bars')).click();
    await page.getByText('Die Abwesenheit ist beendet.').waitFor();
    await bar().waitFor({ state: 'detached' });
    await button('Rückgängig').click();
    await bar().waitFor();
    await expect.poll(() => listed(ben, 'Alte Sache')).toBe(1);
    await button('Beenden', page.locator('.shell-bars')).click();
    await bar().waitFor({ state: 'detached' });
    for (const subject of ['Alte Sache', 'Kran am Montag', 'Schiff'])
      await expect.poll(() => listed(ben, subject)).toBe(0);
    await deliver('Danach', 'Otto Brandt <otto@werft.example>');
    await expect.poll(() => listed(anna, 'Danach')).toBe(1);
    expect(await listed(ben, 'Danach')).toBe(0);
    expect(await answered()).not.toContain('otto@werft.example');
    expect(catcher.to('otto@werft.example')).toEqual([]);
    await open();
    await page.getByText('Beendet', { exact: true }).waitFor();
    await picture(page, 'absence-over');
    expect(annas.complaints).toEqual([]);
    expect(bens.complaints).toEqual([]);
  });

  test.each(VIEWS)('all of it fits and can be read: %s', async (view, options) => {
    const isGerman = options.locale === 'de-DE';
    const one = await openSession(browser, kontor.address, options);
    const fields = one.page.locator('input');
    await expect.poll(() => fields.first().inputValue()).toBe('demo');
    await fields.nth(1).fill('anna');
    await one.page.locator('input[type=password]').fill(PASSWORD);
    await one.page.keyboard.press('Enter');
    await one.page.getByRole('option').first().waitFor();
    await one.page.goto(`${kontor.address}/settings/absence`);
    const plan = one.page.getByRole('button', { name: isGerman ? /Abwesenheit planen/ : /^Plan a/ });
    await plan.waitFor();
    await picture(one.page, `absence-over-${view}`);
    await plan.click();
    await one.page.getByLabel(isGerman ? 'Ganze Tage' : 'Whole days').uncheck();
    await one.page.getByLabel(isGerman ? /anders antworten/ : /with something else/).check();
    await one.page.locator('.absence-editor').nth(1).waitFor();
    await isAccessible(`absence-form-${view}`, one.page);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});
