// Covers: mail
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SmtpPeer } from '../../server/src/platform/mailreceive/testing/smtp-peer.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { barriersOf } from '../src/barriers.ts';
import { findBrowser, openBrowser, picture, rows, openSession, VIEWS, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { openSessionAs } from '../src/signed-in.ts';

const ADDRESS = 'werkstatt@nordwerk.example';
const OLD_ADDRESS = 'lager@nordwerk.example';
const LAST_ADDRESS = 'kasse@nordwerk.example';

interface KnownRule {
  readonly ruleId: string;
  readonly name: string;
  readonly version: number;
  readonly isOn: boolean;
  readonly actions: readonly { readonly kind: string }[];
}

describe.skipIf(findBrowser() === undefined)('rules of mails', () => {
  let kontor: Kontor;
  let browser: Browser;
  let anna: TestClient;
  let session: BrowserSession;
  let page: Page;
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
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    for (const [name, email] of [
      ['Werkstatt', ADDRESS],
      ['Lager', OLD_ADDRESS],
      ['Kasse', LAST_ADDRESS],
    ])
      await anna.command('mail.addAddress', { name, email, memberIds: [], sharedState: true });
    session = await openSessionAs('anna', browser, kontor.address);
    page = session.page;
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  async function deliver(subject: string, from = 'Paul Neumann <paul@werft.example>'): Promise<void> {
    const peer = await SmtpPeer.greeted(smtpPort);
    const raw = rawMail({ from, to: ADDRESS, subject, text: 'Guten Tag' });
    expect((await peer.deliver({ to: [ADDRESS], raw: Buffer.from(raw) })).text).toMatch(/^250 /);
    peer.close();
  }
  const accountIdOf = async (email: string): Promise<number> => {
    const accounts = await anna.query<{ id: number; email: string }[]>('mail.accountSettings');
    return accounts.find((one) => one.email === email)?.id ?? 0;
  };
  const rulesOf = (accountId: number | null): Promise<KnownRule[]> =>
    anna.query<KnownRule[]>('mail.rules', { accountId });
  const open = async (whose?: string): Promise<void> => {
    await page.goto(`${kontor.address}/settings/rules`);
    await page.getByRole('button', { name: 'Neue Regel' }).waitFor();
    if (whose !== undefined) await page.getByLabel('Regeln für').selectOption({ label: whose });
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const menu = async (rule: string, item: string): Promise<void> => {
    await button(`Mehr zu ${rule}`).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const condition = (number: number) => page.getByRole('group', { name: `Bedingung ${number}`, exact: true });
  const action = (number: number) => page.getByRole('group', { name: `Aktion ${number}`, exact: true });
  const save = async (): Promise<void> => {
    await button('Speichern').click();
    await page.getByText('Die Regel ist gespeichert.').first().waitFor();
    await button('Neue Regel').waitFor();
  };
  const isAccessible = async (name: string, where = page): Promise<void> => {
    await picture(where, name);
    const fits = await where.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(fits, `${name} is too wide`).toBe(true);
    expect(await barriersOf(where), name).toEqual([]);
  };

  test('who has none begins with one of three, and switches, orders and deletes what there is', async () => {
    await open();
    await page.getByText('Noch keine Regeln.').waitFor();
    await isAccessible('rules-none');
    await button('Damit beginnen: Rundschreiben ins Archiv').click();
    await page.getByText('Wenn sie ein Rundschreiben ist, dann ins Archiv legen.').waitFor();
    await save();
    await button('Neue Regel').click();
    await button('Speichern').click();
    await page.getByText('Geben Sie der Regel einen Namen.').waitFor();
    await page.getByText('Schreiben Sie, wonach gesucht wird.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Angebote');
    await condition(1).getByLabel('Was geprüft wird').selectOption({ label: 'der Betreff' });
    await condition(1).getByLabel('Gesucht').fill('Angebot\nOfferte');
    await button('Bedingung').click();
    await condition(2).getByLabel('Was geprüft wird').selectOption({ label: 'die Zeit' });
    await condition(2).getByLabel('Sonntag').uncheck();
    await page.getByLabel('Wie viel davon zutreffen muss').selectOption('any');
    await action(1).getByLabel('Was geschieht').selectOption({ label: 'Stand setzen' });
    await button('Aktion').click();
    await action(2).getByLabel('Was geschieht').selectOption({ label: 'Personen vorlegen' });
    await button('Speichern').click();
    await page.getByText('Wählen Sie mindestens eine Person.').waitFor();
    await isAccessible('rules-editor');
    await action(2).getByRole('checkbox').first().check();
    await save();
    expect((await rulesOf(null)).map(({ name }) => name)).toEqual(['Rundschreiben ins Archiv', 'Angebote']);

    const names = () => page.locator('.rule-name > button').allInnerTexts();
    await expect.poll(names).toEqual(['Rundschreiben ins Archiv', 'Angebote']);
    await button('Angebote verschieben').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(names).toEqual(['Angebote', 'Rundschreiben ins Archiv']);
    await expect
      .poll(async () => (await rulesOf(null)).map(({ name }) => name))
      .toEqual(['Angebote', 'Rundschreiben ins Archiv']);
    await page.getByLabel('Angebote ist eingeschaltet').uncheck();
    await expect.poll(async () => (await rulesOf(null)).map(({ isOn }) => isOn)).toEqual([false, true]);
    await isAccessible('rules-list');

    await menu('Angebote', 'Löschen');
    await expect.poll(names).toEqual(['Rundschreiben ins Archiv']);
    await button('Rückgängig').click();
    await expect.poll(names).toEqual(['Angebote', 'Rundschreiben ins Archiv']);
    await expect.poll(async () => (await rulesOf(null)).map(({ isOn }) => isOn)).toEqual([false, true]);
  });

  test('a rule from a mail is tried, applied, logged, and named where the mail is read', async () => {
    await deliver('Kran am Montag');
    await deliver('Etwas anderes', 'Petra <petra@hafen.example>');
    await page.goto(`${kontor.address}/mails/all/all/main`);
    const row = (subject: string) =>
      rows(page)
        .filter({ has: page.locator('.row-information', { hasText: subject }) })
        .first();
    await row('Kran am Montag').click();
    const reader = page.locator('article.reader:visible');
    await reader.getByRole('heading', { level: 1, name: 'Kran am Montag' }).waitFor();
    const more = async (item: string): Promise<void> => {
      await page.locator('.reader-bar:visible').getByRole('button', { name: 'Weitere Aktionen' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await more('Warum sehe ich das?');
    await page.getByText('Keine Regel hat etwas mit ihr getan.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
    await more('Regel aus dieser E-Mail …');
    const dialog = page.getByRole('dialog', { name: 'Regel aus dieser E-Mail' });
    expect(await dialog.getByLabel('Gesucht').inputValue()).toBe('paul@werft.example');
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('E-Mails von Paul Neumann');
    await dialog.getByLabel('Name', { exact: true }).fill('Werft');
    await dialog.getByLabel('Regeln für').selectOption({ label: `Werkstatt (${ADDRESS})` });
    await action(1).getByLabel('Was geschieht').selectOption({ label: 'Stand setzen' });
    await dialog.getByRole('button', { name: 'Aktion', exact: true }).click();
    await action(2).getByLabel('Was geschieht').selectOption({ label: 'Weiterleiten' });
    await action(2).getByLabel('Adressen').fill('keine Adresse');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('An eine der Adressen kann nichts gesendet werden.').waitFor();
    await isAccessible('rules-from-mail');
    await action(2).getByLabel('Adressen').fill('chef@werft.example');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });

    await open(`Werkstatt (${ADDRESS})`);
    await menu('Werft', 'Testen');
    const trying = page.getByRole('dialog', { name: '„Werft“ testen' });
    await trying.getByText(/Trifft auf 1 von \d+\sE-Mails zu\./).waitFor();
    await trying.getByText(/Trifft zu, weil der Absender genau .*paul@werft\.example/).waitFor();
    await trying.getByLabel('Auch die anderen zeigen').check();
    await trying.getByText('Trifft nicht zu.').first().waitFor();
    await isAccessible('rules-try');
    await trying.getByRole('button', { name: /Auf 1\sE-Mail anwenden/ }).click();
    await page.getByText(/Die Regel wurde auf 1\sE-Mail angewendet\./).waitFor();

    await deliver('Kran am Dienstag');
    await expect
      .poll(async () => (await anna.query<unknown[]>('mail.ruleLog', { accountId: await accountIdOf(ADDRESS) })).length)
      .toBe(2);
    await button('Protokoll').click();
    const log = page.getByRole('dialog', { name: 'Protokoll' });
    await log.getByRole('button', { name: 'Kran am Dienstag' }).waitFor();
    await log.getByText('Auf E-Mails, die schon da waren, wird nicht geantwortet').waitFor();
    await log.getByText('Aus dem Postfach kann nichts gesendet werden.').waitFor();
    await isAccessible('rules-log');
    await log.getByRole('button', { name: 'Kran am Dienstag' }).click();
    await reader.getByRole('heading', { level: 1, name: 'Kran am Dienstag' }).waitFor();
    await more('Warum sehe ich das?');
    const why = page.getByRole('dialog', { name: 'Warum sehe ich das?' });
    await why.getByRole('listitem').filter({ hasText: 'Werft' }).waitFor();
    await isAccessible('rules-why');
    await why.getByRole('button', { name: 'Regeln öffnen' }).click();
    await button('Neue Regel').waitFor();
  });

  test('what was changed elsewhere, is not possible any more, or is refused is told, and nothing is lost', async () => {
    const accountId = await accountIdOf(ADDRESS);
    const [werft] = await rulesOf(accountId);
    if (werft === undefined) throw new Error('There is no rule');
    await open(`Werkstatt (${ADDRESS})`);
    await button('Werft').click();
    await page.getByLabel('Name', { exact: true }).fill('Meine Werft');
    const given = {
      ruleId: werft.ruleId,
      accountId,
      name: 'Werft und Hafen',
      isOn: true,
      match: 'all',
      conditions: [{ field: 'isBulk', is: false }],
      actions: [
        { kind: 'box', accountId: await accountIdOf(OLD_ADDRESS) },
        { kind: 'state', state: 'ready' },
      ],
    };
    await anna.command('mail.saveRule', { ...given, aggregateVersion: werft.version });
    await button('Speichern').click();
    await page.getByText('Die Regel „Werft und Hafen“ wurde inzwischen anderswo geändert.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Meine Werft');
    await button('Andere Fassung zeigen').click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Werft und Hafen');

    await page.route('**/command', (route) =>
      route.fulfill({
        status: 422,
        json: { type: 'about:blank', title: 'no', status: 422, code: 'RULE_TOO_MANY' },
      }),
    );
    await button('Speichern').click();
    await page.getByText('Mehr als 200 Regeln gehen nicht.').waitFor();
    await page.unroute('**/command');
    await action(2).getByLabel('Was geschieht').selectOption({ label: 'In ein anderes Postfach legen' });
    await action(2)
      .getByLabel('Postfach', { exact: true })
      .selectOption({ label: `Kasse (${LAST_ADDRESS})` });
    for (const email of [OLD_ADDRESS, LAST_ADDRESS])
      await anna.command('mail.removeAccount', { accountId: await accountIdOf(email) });
    await button('Speichern').click();
    await page.getByText('Was hier gewählt ist, gibt es nicht mehr. Wählen Sie etwas anderes.').waitFor();
    await button('Aktion 2 entfernen').click();
    await save();
    await page
      .getByText('Wird übersprungen, weil das Ziel fehlt oder nicht mehr erlaubt ist: in das Postfach')
      .waitFor();
    await isAccessible('rules-broken');
    expect(session.complaints).toEqual([]);
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
    await one.page.goto(`${kontor.address}/settings/rules`);
    const list = one.page.locator('.rule-name > button');
    await list.first().waitFor();
    await isAccessible(`rules-list-${view}`, one.page);
    await list.first().click();
    await one.page.getByRole('button', { name: isGerman ? 'Speichern' : 'Save', exact: true }).waitFor();
    await isAccessible(`rules-editor-${view}`, one.page);
    await one.page.getByRole('button', { name: isGerman ? 'Testen' : 'Try', exact: true }).click();
    await one.page.getByText(isGerman ? /^Trifft auf / : /^True of /).waitFor();
    await isAccessible(`rules-try-${view}`, one.page);
    expect(one.complaints).toEqual([]);
    await one.close();
  });
});
