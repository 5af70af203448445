// Covers: message, presence, editor, client
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { DEMO_PASSWORD } from './src/begun.ts';
import { PHONE, findBrowser, openBrowser, rows, type BrowserSession } from './src/browser.ts';
import { kept } from './src/cache.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { clean } from './src/records.ts';
import { openSessionAs } from './src/signed-in.ts';

describe.skipIf(findBrowser() === undefined)('what people ask each other', () => {
  let kontor: Kontor | undefined;
  let annas: BrowserSession;
  let bens: BrowserSession;

  const row = ({ page }: BrowserSession, hasText: string) => rows(page).filter({ hasText }).first();
  /** Somebody who is offered; rows of the list are options, too. */
  const person = ({ page }: BrowserSession, hasText: string) =>
    page.locator('[role=option]:not(.virtual-row)', { hasText });
  const log = ({ page }: BrowserSession) => page.getByRole('log', { name: 'Texte' });
  const editor = ({ page }: BrowserSession) => page.getByRole('textbox', { name: /^(Ihre Antwort|Antwort an)/ });

  beforeAll(async () => {
    kontor = await openKontor();
    const browser = await openBrowser();
    annas = await openSessionAs('anna', browser, kontor.address);
    bens = await openSessionAs('ben', browser, kontor.address, PHONE);
  });
  afterAll(async () => {
    await Promise.all([annas?.close(), bens?.close()]);
    await kontor?.close();
  });

  test('a question is asked by keys, comes to a phone at once, and its answer comes back', async () => {
    const { page } = annas;
    await page.goto(`${kontor?.address}/messages/open/all/all`);
    await page.getByRole('heading', { name: 'Nachrichten' }).waitFor();
    await page.keyboard.press('Shift+P');
    const to = page.getByRole('combobox', { name: 'An' });
    await to.waitFor();
    await page.keyboard.type('Ben');
    await person(annas, 'Ben Krüger').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Ihre Nachricht' }).click();
    await page.keyboard.type('Kommt der Kran am Donnerstag?');
    await clean(page, 'message-new');
    await page.keyboard.press('Control+Enter');
    await log(annas).getByText('Kommt der Kran am Donnerstag?').waitFor();

    await bens.page.goto(`${kontor?.address}/messages/open/all/all`);
    await row(bens, 'Kommt der Kran am Donnerstag?').click();
    await log(bens).getByText('Kommt der Kran am Donnerstag?').waitFor();
    await log(annas)
      .getByText(/^gelesen /)
      .waitFor();
    await clean(bens.page, 'message-phone');
    await editor(bens).click();
    await bens.page.keyboard.type('Ja, um neun.');
    await bens.page.getByRole('button', { name: 'Senden', exact: true }).click();
    await log(annas).getByText('Ja, um neun.').waitFor();
    await clean(page, 'message-thread');
  });

  test('a sign and an edit are seen by the other at once', long, async () => {
    await editor(annas).click();
    await annas.page.keyboard.type('Danke, ich sage dem Lager bescheid.');
    await annas.page.keyboard.press('Control+Enter');
    await log(bens).getByText('Danke, ich sage dem Lager bescheid.').waitFor();
    await annas.page.keyboard.press('ArrowUp');
    const changing = annas.page.getByRole('textbox', { name: 'Text ändern' });
    await changing.getByText('bescheid').waitFor();
    await changing.fill('Danke, ich sage dem Lager Bescheid.');
    await annas.page.keyboard.press('Control+Enter');
    await log(bens).getByText('Danke, ich sage dem Lager Bescheid.').waitFor();
    await log(bens).getByRole('button', { name: 'bearbeitet' }).waitFor();
    await annas.page
      .getByRole('article', { name: /^Ben Krüger/ })
      .last()
      .focus();
    await annas.page.keyboard.press('+');
    await annas.page.getByRole('searchbox', { name: 'Zeichen suchen' }).waitFor();
    await annas.page.keyboard.type('Daumen');
    await annas.page.keyboard.press('Enter');
    await log(bens)
      .getByRole('button', { name: /^Daumen hoch: Anna Berger/ })
      .waitFor();
  });

  test('what is written without a network is sent once it is back, and once', async () => {
    await annas.page.context().setOffline(true);
    await editor(annas).click();
    await annas.page.keyboard.type('Bis Donnerstag.');
    await annas.page.keyboard.press('Control+Enter');
    await log(annas).getByText('Wird gesendet, sobald es eine Verbindung gibt').waitFor();
    await annas.page.context().setOffline(false);
    await log(bens).getByText('Bis Donnerstag.').waitFor();
    await expect.poll(() => log(annas).locator('.message-pending').count()).toBe(0);
    expect(await log(bens).getByText('Bis Donnerstag.').count()).toBe(1);
  });

  test('a thread that was never opened is read without a network, and written in', long, async () => {
    const { page } = annas;
    const ben = await new TestClient(kontor?.address ?? '', 'demo').signIn('ben', DEMO_PASSWORD);
    const [anna] = await ben.query<{ userId: number }[]>('message.availableReceivers', { searchTerm: 'anna' });
    const { aggregateId } = await ben.command<{ aggregateId: string }>('message.composeSend', {
      addressee: [anna?.userId],
      messageContent: '<p>Wo liegt der Schlüssel?</p>',
    });
    await ben.command('message.send', { aggregateId, messageContent: '<p>Im Büro ist er nicht.</p>' });
    await page.mouse.move(0, 0);
    await page.goto(`${kontor?.address}/messages/open/all/all`);
    await row(annas, 'Im Büro ist er nicht.').waitFor();
    await kept(page);
    await page.context().setOffline(true);
    await row(annas, 'Im Büro ist er nicht.').click();
    await log(annas).getByText('Wo liegt der Schlüssel?').waitFor();
    await log(annas).getByText('Im Büro ist er nicht.').waitFor();
    await editor(annas).click();
    await page.keyboard.type('Am Haken neben der Tür.');
    await page.keyboard.press('Control+Enter');
    await log(annas).getByText('Wird gesendet, sobald es eine Verbindung gibt').waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(async () => JSON.stringify(await ben.query('message.texts', { aggregateId })))
      .toContain('Am Haken neben der Tür.');
  });

  test('colleagues are asked about a mail, which stands at the question and has it beside it', async () => {
    const { page } = annas;
    await page.goto(`${kontor?.address}/mails/all/all/main`);
    const mail = rows(page).first();
    await mail.waitFor();
    await mail.click();
    await page.locator('article.reader:visible').waitFor();
    await page.keyboard.press('Shift+I');
    await page.getByText(/^Zu: /).waitFor();
    await page.getByRole('combobox', { name: 'An' }).click();
    await page.keyboard.type('Ben');
    await person(annas, 'Ben Krüger').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Ihre Nachricht' }).click();
    await page.keyboard.type('Weißt du etwas davon?');
    await page.keyboard.press('Control+Enter');
    await log(annas).getByText('Weißt du etwas davon?').waitFor();
    await page.locator('.message-main .related-line').first().waitFor();
  });
});
