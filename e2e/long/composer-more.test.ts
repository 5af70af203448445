// Covers: mail, editor
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersInBothLights } from '../src/barriers.ts';
import { DESKTOP, findBrowser, isControlled, picture, rows, signIn, openSession } from '../src/browser.ts';
import { WRITING_PASSWORD, openDesk, written, type WritingDesk } from '../src/writing.ts';

/** The mailbox of the desk; those of the demo are Anna's, too. */
const NORDWERK = 'info@nordwerk.example <info@nordwerk.example>';

describe.skipIf(findBrowser() === undefined)('writing mails through everything', () => {
  let desk: WritingDesk;
  let page: Page;
  const base = (): string => desk.kontor.address;
  const begin = async (link: string): Promise<ReturnType<typeof written>> => {
    await page.goto(`${base()}/mailSend?mailto=${encodeURIComponent(link)}`);
    const mail = written(page);
    await mail.text.waitFor();
    return mail;
  };

  beforeAll(async () => {
    desk = await openDesk();
    page = desk.session.page;
    // That a mail can be taken back for a while is tried in composer.test.ts; here nobody waits for it.
    await page.goto(`${base()}/settings/mailWriting`);
    await page.getByRole('radio', { name: 'Sofort senden' }).click();
  });
  afterAll(() => desk?.close());

  test('a signature is taken from the example, and stands in what is written next', async () => {
    await page.goto(`${base()}/settings/signatures`);
    const mailbox = page.getByRole('article', { name: 'info@nordwerk.example' });
    await mailbox.getByRole('button', { name: 'Beispiel übernehmen' }).click();
    const preview = page.getByRole('group', { name: 'So wird sie gesendet' });
    await page.getByRole('textbox', { name: 'Text der Unterschrift' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('HRB 1234');
    await preview.getByText('HRB 1234').waitFor();
    await preview.getByText('Anna Berger').waitFor();
    await picture(page, 'signature-form');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Unterschrift ist gespeichert.').waitFor();
    await picture(page, 'signatures');
    expect(await barriersInBothLights(page)).toEqual([]);
  });

  test('a further address is written as, with its own signature or with the one that was changed by hand', async () => {
    await page.goto(`${base()}/settings/mail`);
    const mailbox = page.locator('.account-card').filter({ hasText: 'info@nordwerk.example' });
    await mailbox.getByRole('button', { name: 'Adresse hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail-Adresse').fill('einkauf@nordwerk.example');
    await dialog.getByLabel('Name des Absenders').fill('Einkauf');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('einkauf@nordwerk.example').first().waitFor();
    await picture(page, 'mailbox-sending');
    expect(await barriersInBothLights(page)).toEqual([]);
    const mail = await begin('mailto:paul@werft.example');
    const sender = mail.form.getByRole('combobox', { name: 'Von' });
    const signature = mail.text.locator('.written-signature');
    await sender.selectOption({ label: NORDWERK });
    expect(await signature.innerText()).toContain('info@nordwerk.example');
    await sender.selectOption({ label: 'Einkauf <einkauf@nordwerk.example>' });
    await expect.poll(() => signature.count()).toBe(0);
    await sender.selectOption({ label: NORDWERK });
    await signature.getByText('HRB 1234').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Kiel');
    await sender.selectOption({ label: 'Einkauf <einkauf@nordwerk.example>' });
    await page.getByText('Ihre geänderte Unterschrift ist geblieben.').waitFor();
    expect(await signature.innerText()).toContain('HRB 1234 Kiel');
    await page.getByRole('button', { name: 'Ersetzen' }).click();
    await expect.poll(() => signature.count()).toBe(0);
    await page.keyboard.press('Control+Shift+d');
  });

  test('a key to sign with is made, and its record not found yet', async () => {
    await page.goto(`${base()}/settings/dkim`);
    await page.getByRole('button', { name: 'Schlüssel anlegen' }).click();
    await page.getByLabel('Domain', { exact: true }).fill('nordwerk.example');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByText('kontor._domainkey.nordwerk.example').waitFor();
    await page.getByRole('button', { name: 'Eintrag prüfen' }).click();
    await page.getByText(/^(Der Eintrag ist noch nicht zu finden|Das DNS hat nicht geantwortet)/).waitFor();
    expect(await page.getByRole('button', { name: 'Einschalten' }).isDisabled()).toBe(true);
    await picture(page, 'dkim');
    expect(await barriersInBothLights(page)).toEqual([]);
  });

  test('a template fills in whom it is for, and the mail is text alone on demand', async () => {
    await page.goto(`${base()}/mails/all/usual/templates`);
    await page.getByRole('button', { name: 'Neue Vorlage' }).click();
    const template = written(page);
    await template.subject.fill('Ihre Lieferung');
    await template.text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Guten Tag ');
    await template.form.getByRole('button', { name: 'Platzhalter' }).click();
    await page.getByRole('menuitem', { name: 'Name des Empfängers', exact: true }).click();
    await page.keyboard.press('Control+s');
    await page.getByLabel('Name der Vorlage').fill('Lieferung');
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Vorlage ist gespeichert.').first().waitFor();
    const mail = await begin('mailto:Paul%20Neumann%20%3Cpaul@werft.example%3E');
    await mail.form.getByRole('combobox', { name: 'Von' }).selectOption({ label: NORDWERK });
    await mail.text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('!Lief');
    await page.getByRole('option', { name: /Lieferung/ }).waitFor();
    await page.keyboard.press('Enter');
    await mail.text.getByText('Guten Tag Paul Neumann').waitFor();
    expect(await mail.subject.inputValue()).toBe('Ihre Lieferung');
    await mail.form.getByRole('button', { name: 'Nur Text' }).click();
    await expect.poll(() => mail.form.getByRole('button', { name: 'Fett' }).count()).toBe(0);
    await picture(page, 'composer-plain');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Alt+s');
    await mail.subject.fill('Nur Text');
    await page.keyboard.press('Control+Enter');
    const sent = await PostalMime.parse(await desk.next('paul@werft.example'));
    expect(sent.html ?? '').toBe('');
    expect(sent.text).toContain('Guten Tag Paul Neumann\n\n-- \nMit freundlichen Grüßen');
  });

  test('a draft is there again after the page is gone, and in the list of drafts', async () => {
    const { text, subject, form } = await begin('');
    await subject.fill('Unfertig');
    await text.click();
    await page.keyboard.type('Noch nicht fertig');
    await form.getByText(/^Gespeichert/).waitFor();
    await page.goto(`${base()}/mails/all/all/drafts`);
    await page
      .getByRole('button', { name: /Unfertig/ })
      .first()
      .click();
    await expect.poll(() => text.innerText()).toContain('Noch nicht fertig');
    await picture(page, 'composer-drafts');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Control+Shift+d');
    await page.getByText('Der Entwurf ist verworfen.').waitFor();
  });

  test('a time is chosen in the calendar, changed in the outbox, and taken back', async () => {
    const mail = await begin('mailto:spaeter@werft.example?subject=Später&body=bald');
    await mail.form.getByRole('button', { name: 'Später senden' }).click();
    const dialog = page.getByRole('dialog', { name: 'Später senden' });
    await dialog.getByRole('button', { name: 'Im Kalender wählen' }).click();
    await dialog
      .getByRole('button', { name: 'Go to the Next Month' })
      .or(dialog.locator('.rdp-button_next'))
      .first()
      .click();
    await dialog.locator('.rdp-day_button:enabled').nth(9).click();
    await picture(page, 'composer-later');
    expect(await barriersInBothLights(page)).toEqual([]);
    // The server has it only once its outbox is looked at.
    await page.route('**/command', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      await route.continue().catch(() => undefined);
    });
    await dialog.getByRole('button', { name: 'Dann senden' }).click();
    await page.getByText(/^Wird am .* um 08:00 gesendet\./).waitFor();
    await page.goto(`${base()}/mails/all/usual/outbox`);
    const row = page.locator('.folder-row', { hasText: 'Später' });
    await row.getByText(/^Wird gesendet: .* 08:00/).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await row.getByRole('button', { name: /^Mehr/ }).click();
    await page.getByRole('menuitem', { name: 'Zeit ändern' }).click();
    await page.getByLabel('Oder wann?').fill('in 3 Wochen');
    await page.getByRole('button', { name: 'Dann senden' }).click();
    await expect.poll(() => row.innerText()).not.toMatch(/um 08:00/);
    await picture(page, 'outbox');
    expect(await barriersInBothLights(page)).toEqual([]);
    await row.getByRole('button', { name: 'Nicht senden' }).click();
    await page.getByText('Zurückgeholt.').waitFor();
    await page.getByRole('button', { name: 'Bearbeiten' }).last().click();
    await expect.poll(() => written(page).subject.inputValue()).toBe('Später');
    await page.keyboard.press('Control+Shift+d');
  });

  test('what is written and sent without a network goes once there is one', async () => {
    await page.goto(base());
    await rows(page).first().waitFor();
    await isControlled(page);
    const mail = await begin('mailto:funkloch@werft.example?subject=Funkloch');
    await page.context().setOffline(true);
    await mail.text.click({ position: { x: 60, y: 24 } });
    await page.keyboard.type('Ohne Netz geschrieben.');
    await mail.form.getByText('Nur auf diesem Gerät').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Wird gesendet, sobald eine Verbindung besteht.').waitFor();
    await page.context().setOffline(false);
    const sent = await PostalMime.parse(await desk.next('funkloch@werft.example'));
    expect(sent.text).toContain('Ohne Netz geschrieben.');
  });

  test('in two windows it is one draft, and sent in one it is sent', async () => {
    const mail = await begin('mailto:zwei@werft.example?subject=Zu%20zweit&body=eins%0A%0Azwei%0A%0Adrei');
    await mail.text.getByText('eins').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' A');
    await mail.saved.waitFor();
    const other = await openSession(desk.browser, base(), DESKTOP);
    await signIn(other.page, 'anna', WRITING_PASSWORD);
    await other.page.goto(`${base()}/mails/all/usual/drafts`);
    await other.page.locator('.folder-open', { hasText: 'Zu zweit' }).click();
    const there = written(other.page);
    await there.text.getByText('drei').click();
    await other.page.keyboard.press('End');
    await other.page.keyboard.type(' B');
    // It comes in while nothing is done here.
    await mail.text.getByText('drei B').waitFor();
    await mail.text.getByText('eins A').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' C');
    await there.text.getByText('eins A C').waitFor();
    await other.page.keyboard.press('Control+Enter');
    await expect.poll(() => there.form.count()).toBe(0);
    const sent = await PostalMime.parse(await desk.next('zwei@werft.example'));
    expect(sent.text).toMatch(/eins A C[\s\S]*zwei[\s\S]*drei B/);
    await mail.text.getByText('zwei').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' und noch etwas');
    await page.getByText('Dieser Entwurf wurde anderswo gesendet. Was Sie seitdem geschrieben haben').waitFor();
    await mail.text.getByText('zwei und noch etwas').waitFor();
    await other.close();
    await page.keyboard.press('Control+Shift+d');
  });

  test('a file whose upload breaks goes on where it was, and arrives whole', async () => {
    // The service worker would answer in the place of what is broken here.
    const session = await openSession(desk.browser, base());
    await signIn(session.page, 'anna', WRITING_PASSWORD);
    let [pieces, isBroken] = [0, true];
    await session.page.route('**/upload', (route) => {
      pieces += 1;
      return pieces > 1 && isBroken ? route.abort() : route.continue();
    });
    await session.page.goto(
      `${base()}/mailSend?mailto=${encodeURIComponent('mailto:gross@werft.example?subject=Plan&body=Hier.')}`,
    );
    const mail = written(session.page);
    await mail.text.waitFor();
    const bytes = Buffer.alloc(2_600_000, 'Kontor ');
    await mail.form
      .locator('input[type=file]')
      .setInputFiles({ name: 'Plan.dwg', mimeType: 'application/octet-stream', buffer: bytes });
    await mail.form.getByText('Unterbrochen, geht von selbst weiter').waitFor();
    await mail.text.click();
    await session.page.keyboard.press('Control+Enter');
    // A request that breaks is one without a network, until the next one goes through, as one that saves the draft does meanwhile.
    await session.page
      .getByText(/^Wird gesendet, (sobald eine Verbindung besteht|wenn „Plan\.dwg“ hochgeladen ist)\.$/)
      .waitFor();
    isBroken = false;
    const sent = await PostalMime.parse(await desk.next('gross@werft.example'));
    const [file] = sent.attachments;
    expect(file?.filename).toBe('Plan.dwg');
    expect(Buffer.from(file?.content as ArrayBuffer).equals(bytes)).toBe(true);
    expect(pieces).toBeGreaterThan(2);
    await session.close();
  });

  test('that addresses to send from could not be loaded is said, and files that are too much together', async () => {
    const session = await openSession(desk.browser, base());
    await signIn(session.page, 'anna', WRITING_PASSWORD);
    let isBroken = true;
    await session.page.route(/\/query\?.*mail\.accounts/, (route) =>
      isBroken
        ? route.fulfill({ status: 400, contentType: 'application/problem+json', body: '{"code":"REFUSED"}' })
        : route.continue(),
    );
    // Nothing of what this page loads is to be remembered from the one before.
    await session.page.goto(`${base()}/mailSend`);
    const mail = written(session.page);
    await mail.text.waitFor();
    const failed = mail.form.getByText('Ihre Absenderadressen konnten nicht geladen werden.');
    await failed.waitFor();
    isBroken = false;
    await mail.form.getByRole('button', { name: 'Erneut versuchen' }).click();
    await failed.waitFor({ state: 'detached' });
    const files = mail.form.locator('input[type=file]');
    const some = (name: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(14_000_000) });
    await files.setInputFiles(some('Erste.dwg'));
    await mail.form.getByText(/^Summe 14\sMB von 26,2\sMB$/).waitFor();
    await files.setInputFiles(some('Zweite.dwg'));
    await mail.form.getByText(/^Summe 28\sMB: Eine E-Mail darf 26,2\sMB haben\.$/).waitFor();
    await mail.form.getByRole('button', { name: 'Zweite.dwg entfernen' }).click();
    await mail.form.getByText(/^Summe 14\sMB von 26,2\sMB$/).waitFor();
    await session.close();
  });

  test('the palette writes to people and from templates, and another mail goes along', async () => {
    await page.goto(base());
    await rows(page).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').first().fill('neue@werft.example');
    await page.getByRole('option', { name: 'An neue@werft.example schreiben' }).click();
    const mail = written(page);
    await expect.poll(() => mail.chips.allInnerTexts()).toEqual(['neue@werft.example']);
    await mail.form.getByRole('button', { name: 'Aus E-Mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aus einer E-Mail anhängen' });
    await dialog.locator('.write-mail').nth(3).click();
    await dialog.getByLabel('Die ganze E-Mail').check();
    await picture(page, 'composer-attach-mail');
    expect(await barriersInBothLights(page)).toEqual([]);
    await dialog.getByRole('button', { name: /anhängen$/ }).click();
    await mail.form.getByText(/\.eml$/).waitFor();
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => page.locator('.pane[data-sized=true]').isVisible()).toBe(false);
    await picture(page, 'composer-wide');
    await page.keyboard.press('Alt+Enter');
    await mail.subject.fill('Mit einer anderen');
    await mail.text.click({ position: { x: 60, y: 24 } });
    await page.keyboard.type('Siehe dort.');
    await page.keyboard.press('Control+Enter');
    const sent = await PostalMime.parse(await desk.next('neue@werft.example'));
    expect(sent.attachments.map(({ mimeType }) => mimeType)).toEqual(['message/rfc822']);
  });
});
