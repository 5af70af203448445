import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersInBothLights } from './src/barriers.ts';
import { PHONE, findBrowser, picture, rows, signIn, sitDown } from './src/browser.ts';
import { WRITING_PASSWORD, openDesk, written, type WritingDesk } from './src/writing.ts';

/** Looks that mails may have, each by where it is in the editor. */
const FEATURES = {
  heading: 'h1, h2',
  headingColour: ':is(h1, h2) span[style*="color"]',
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's, del',
  colour:
    'span[style*="color: rgb(192, 0, 0)"], span[style*="color: rgb(255, 0, 0)"], span[style*="color: rgb(204, 0, 0)"]',
  size: 'span[style*="font-size"]',
  face: 'span[style*="Georgia"], span[style*="Arial"]',
  ground: 'span[style*="background-color"]',
  link: 'a[href^="https://werft.example"], a[href^="mailto:paul@werft.example"]',
  superscript: 'sup',
  subscript: 'sub',
  bullets: 'ul > li',
  numbers: 'ol > li',
  deepList: 'li ol > li',
  listInCell: ':is(td, th) li',
  table: 'table',
  cellGround: ':is(td, th)[style*="background-color"]',
  cellBorder: ':is(td, th)[style*="border"]',
  joined: ':is(td, th)[colspan]:not([colspan="1"])',
  cellAlign: ':is(td, th)[style*="right"], :is(td, th) p[style*="right"]',
  centred: 'p[style*="center"], td[style*="center"]',
  picture: 'img[width]',
} as const;
/** What each program's clipboard, as the fixtures have it, comes without. */
const CLIPBOARDS: readonly (readonly [name: string, lost: readonly (keyof typeof FEATURES)[]])[] = [
  ['word', []],
  ['outlook', []],
  [
    'excel',
    [
      'heading',
      'headingColour',
      'strike',
      'ground',
      'superscript',
      'subscript',
      'bullets',
      'numbers',
      'deepList',
      'listInCell',
      'picture',
    ],
  ],
  ['docs', ['picture']],
];

describe.skipIf(findBrowser() === undefined)('writing mails', () => {
  let desk: WritingDesk;
  let page: Page;

  beforeAll(async () => {
    desk = await openDesk();
    page = desk.seat.page;
    await page.goto(desk.kontor.address);
    await rows(page).first().waitFor();
  });
  afterAll(() => desk?.close());

  const form = () => written(page).form;
  const text = () => written(page).text;
  const to = () => written(page).to;
  const subject = () => written(page).subject;
  const write = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Schreiben' }).first().click();
    await page.getByRole('menuitem', { name: 'E-Mail' }).click();
    await to().waitFor();
  };

  test('a new mail is written by keyboard alone, sent, taken back, and is there as it was', async () => {
    await write();
    await page.keyboard.type('paul@werft.example,Anna Berger <anna@nordwerk.example>,');
    await expect
      .poll(() => form().locator('.write-chip-name').allInnerTexts())
      .toEqual(['paul@werft.example', 'Anna Berger']);
    await page.keyboard.press('Alt+s');
    await page.keyboard.type('Angebot 7');
    await page.keyboard.press('Tab');
    await text().focus();
    await page.keyboard.type('Guten Tag,');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('wie besprochen.');
    await picture(page, 'composer');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Gesendet in 10 s.').waitFor();
    await expect.poll(() => form().count()).toBe(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Zurückgeholt.').waitFor();
    await expect
      .poll(() => form().locator('.write-chip-name').allInnerTexts())
      .toEqual(['paul@werft.example', 'Anna Berger']);
    expect(await subject().inputValue()).toBe('Angebot 7');
    expect(await text().locator('strong').innerText()).toBe('wie besprochen.');
  });

  test('what is odd is told once, and Enter goes back', async () => {
    await subject().fill('');
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Der Plan ist im Anhang.');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Vor dem Senden' });
    await dialog.getByText('Der Betreff ist leer.').waitFor();
    await dialog.getByText('Sie schreiben von einem Anhang').waitFor();
    await picture(page, 'composer-odd');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await form().count()).toBe(1);
  });

  test('a file goes along, and the mail comes as it was written', async () => {
    await subject().fill('Angebot mit Plan');
    await form()
      .locator('input[type=file]')
      .setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 Plan') });
    await form().getByText('Plan.pdf', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => form().count()).toBe(0);
    const raw = await desk.catcher.next('paul@werft.example');
    const mail = await PostalMime.parse(raw);
    expect(mail.subject).toBe('Angebot mit Plan');
    expect(mail.html).toContain('<strong>wie besprochen.');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Plan.pdf']);
  });

  test('a draft is there again after the page is gone, and in the list of drafts', async () => {
    await write();
    await subject().fill('Unfertig');
    await text().click();
    await page.keyboard.type('Noch nicht fertig');
    await form()
      .getByText(/^Gespeichert/)
      .waitFor();
    await page.goto(`${desk.kontor.address}/mails/all/all/drafts`);
    await page
      .getByRole('button', { name: /Unfertig/ })
      .first()
      .click();
    await expect.poll(() => text().innerText()).toContain('Noch nicht fertig');
    await picture(page, 'composer-drafts');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Control+Shift+d');
    await page.getByText('Der Entwurf ist verworfen.').waitFor();
  });

  test('Enter right after End parts the line at its end, before the browser has said where the caret is', async () => {
    await write();
    await text().click();
    await page.keyboard.type('eins zwei');
    await page.keyboard.press('Home');
    // On a busy page keys come without a pause, and overtake that word; so do these.
    await text().evaluate((element) => {
      getSelection()?.modify('move', 'forward', 'lineboundary');
      const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', enter));
    });
    await page.keyboard.type('drei');
    await expect
      .poll(async () => (await text().locator('p').allInnerTexts()).slice(0, 2))
      .toEqual(['eins zwei', 'drei']);
    await page.keyboard.press('Control+Shift+d');
    await expect.poll(() => form().count()).toBe(0);
  });

  test('an answer quotes the mail, which stays as it is until it is shortened', async () => {
    await page.goto(desk.kontor.address);
    await rows(page).first().click();
    const reader = page.locator('article.reader:visible');
    await reader.getByRole('button', { name: 'Antworten', exact: true }).click();
    await text().waitFor();
    expect(await form().locator('.write-chip-name').count()).toBe(1);
    expect(await subject().inputValue()).toMatch(/^(AW|Re): /);
    const quote = form().locator('.written-quote');
    await quote.getByRole('button', { name: /^Zitat von/ }).click();
    await picture(page, 'composer-answer');
    expect(await barriersInBothLights(page)).toEqual([]);
    await quote.getByRole('button', { name: 'Kürzen' }).click();
    await expect.poll(() => quote.count()).toBe(0);
    expect(await text().locator('blockquote').count()).toBeGreaterThan(0);
  });

  test.each(CLIPBOARDS)('of what %s has copied, what mails may use is kept', async (name, lost) => {
    const html = readFileSync(join(import.meta.dirname, 'fixtures', 'clipboards', `${name}.html`), 'utf8');
    await write();
    await text().click();
    await text().evaluate((element, copied) => {
      const data = new DataTransfer();
      data.setData('text/html', copied);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
    await text().locator('table').waitFor();
    const found = await Promise.all(
      Object.entries(FEATURES).map(
        async ([feature, selector]) => [feature, await text().locator(selector).count()] as const,
      ),
    );
    await picture(page, `composer-paste-${name}`);
    // What is listed is not there, or not in what was copied; that one comes to be kept is news, too.
    expect(found.flatMap(([feature, count]) => (count === 0 ? [feature] : []))).toEqual(lost);
    expect(await text().innerText()).not.toMatch(/mso-|supportLists|@list/);
    await page.keyboard.press('Control+Shift+d');
    await expect.poll(() => form().count()).toBe(0);
  });

  test('on a phone it fills the screen, and everything is in reach', async () => {
    const phone = await sitDown(desk.browser, desk.kontor.address, PHONE);
    await signIn(phone.page, 'anna', WRITING_PASSWORD);
    await phone.page.goto(`${desk.kontor.address}/mailSend/paul@werft.example`);
    await written(phone.page).text.waitFor();
    await picture(phone.page, 'composer-phone');
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await barriersInBothLights(phone.page)).toEqual([]);
    await phone.close();
  });
});
