// Covers: mail, editor
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersInBothLights } from './src/barriers.ts';
import { findBrowser, picture, rows } from './src/browser.ts';
import { openDesk, written, type WritingDesk } from './src/writing.ts';

describe.skipIf(findBrowser() === undefined)('writing mails', () => {
  let desk: WritingDesk;
  let page: Page;

  beforeAll(async () => {
    desk = await openDesk();
    page = desk.session.page;
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
    await page.keyboard.type('Guten Tag,');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('wie besprochen.');
    await picture(page, 'composer');
    expect(await barriersInBothLights(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Wird in \d+ s gesendet\.$/).waitFor();
    await expect.poll(() => form().count()).toBe(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Zurückgeholt.').waitFor();
    await expect
      .poll(() => form().locator('.write-chip-name').allInnerTexts())
      .toEqual(['paul@werft.example', 'Anna Berger']);
    expect(await subject().inputValue()).toBe('Angebot 7');
    expect(await text().locator('strong').innerText()).toBe('wie besprochen.');
  });

  test('a file goes along, and the mail comes as it was written', async () => {
    await subject().fill('Angebot mit Plan');
    await form()
      .locator('input[type=file]')
      .setInputFiles({ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 Plan') });
    await form().getByText('Plan.pdf', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => form().count()).toBe(0);
    const raw = await desk.next('paul@werft.example');
    const mail = await PostalMime.parse(raw);
    expect(mail.subject).toBe('Angebot mit Plan');
    expect(mail.html).toContain('<strong>wie besprochen.');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Plan.pdf']);
  });
});
