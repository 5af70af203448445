import { sendingCommands, writingCommands, writingQueries } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DESKTOP, PHONE, renderAt, type App } from '../../../testing/app.ts';
import { button, dialog, heading, rows, textsOf } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { answerMails, mails } from '../../../testing/mails.ts';
import { openMail } from '../testing/open-mail.ts';
import { answerSenders } from '../testing/senders.ts';
import docs from './testing/clipboards/docs.html?raw';
import excel from './testing/clipboards/excel.html?raw';
import outlook from './testing/clipboards/outlook.html?raw';
import word from './testing/clipboards/word.html?raw';

const form = () => page.elementLocator(document.querySelector('.write') ?? document.body);
const text = () => form().getByRole('textbox', { name: 'Text der E-Mail' });
const subject = () => form().getByRole('textbox', { name: 'Betreff' });

async function write(size = DESKTOP as { readonly width: number; readonly height: number }): Promise<App> {
  const app = await renderAt('/mailSend/paul@werft.example', { size, server: answerSenders });
  await expect.poll(() => document.querySelector('.write')).not.toBeNull();
  await expect.element(text()).toBeVisible();
  return app;
}

describe('a mail that is written', () => {
  test('goes on from the subject to the text by Tab, and back to what stands above the text', async () => {
    await write();
    await subject().fill('Angebot');
    await press('Tab');
    await expect.element(text()).toHaveFocus();
    await type('Guten Tag');
    await expect.element(text()).toHaveTextContent('Guten Tag');
    await press('Shift+Tab');
    expect(document.activeElement?.closest('[role=toolbar]')).not.toBeNull();
  });

  test('tells once what is odd about it, and Enter goes back', async () => {
    const app = await write();
    await text().click();
    await type('Der Plan ist im Anhang.');
    await press('Control+Enter');
    await expect.element(heading('Vor dem Senden', dialog())).toBeVisible();
    await expect.element(dialog().getByText('Der Betreff ist leer.')).toBeVisible();
    await expect.element(dialog().getByText(/^Sie schreiben von einem Anhang/)).toBeVisible();
    await expectUsable(app);
    await press('Enter');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(text()).toBeVisible();
    expect(app.server.commandsOf(sendingCommands.send)).toEqual([]);
  });

  test('says once it is sent when it goes, and that it can be taken back until then', async () => {
    const app = await write();
    await subject().fill('Plan');
    await text().click();
    await type('Guten Tag');
    await press('Control+Enter');
    const said = page.getByText(/^Wird in \d+ s gesendet\.$/);
    await expect.element(said).toBeVisible();
    await expect.element(button('Rückgängig')).toBeVisible();
    const first = said.element().textContent;
    await expect.poll(() => said.element().textContent).not.toBe(first);
    await expect.poll(() => app.server.commandsOf(sendingCommands.send)).toHaveLength(1);
  });

  test.each([
    ['taken back', 'Control+Enter', { draftId: 9, version: 3 }, { draftId: 9, aggregateVersion: 3 }],
    ['thrown away and brought back', 'Control+Shift+D', undefined, { aggregateVersion: null }],
  ])('is sent at once when it was %s: no version of before is named', async (_what, key, held, sent) => {
    const app = await write();
    if (held !== undefined) app.server.answer(sendingCommands.cancelSending, { ...held, draftKey: 'unused' });
    await subject().fill('Plan');
    await text().click();
    await type('Guten Tag');
    await expect.poll(() => app.server.commandsOf(writingCommands.saveDraft).length).toBeGreaterThan(0);
    await expect.element(page.getByText(/^Gespeichert /)).toBeVisible();
    await press(key);
    await button('Rückgängig').click();
    await expect.element(subject()).toHaveValue('Plan');
    const before = app.server.commandsOf(sendingCommands.send).length;
    await text().click();
    await press('Control+Enter');
    await expect.poll(() => app.server.commandsOf(sendingCommands.send)).toHaveLength(before + 1);
    expect(app.server.commandsOf(sendingCommands.send).at(-1)).toMatchObject(sent);
  });

  test('has its line parted at its end by Enter right after End, before the browser has said where the caret is', async () => {
    await write();
    await text().click();
    await type('eins zwei');
    await press('Home');
    // On a busy page keys come without a pause, and overtake that word; so do these.
    getSelection()?.modify('move', 'forward', 'lineboundary');
    const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
    text().element().dispatchEvent(new KeyboardEvent('keydown', enter));
    await type('drei');
    await expect
      .poll(() => [...text().element().querySelectorAll('p')].slice(0, 2).map(({ innerText }) => innerText))
      .toEqual(['eins zwei', 'drei']);
  });

  test('that is an answer quotes the mail, which stays as it is until it is shortened', async () => {
    const app = await openMail(
      { readableContentHTML: '<p>Guten Tag,</p><p>das Ventil klemmt.</p>' },
      { server: answerSenders },
    );
    const { result } = writingQueries.prepareAnswer.example;
    app.server.answer(writingQueries.prepareAnswer, { ...result, subject: 'AW: Rechnung' });
    await button('Antworten').first().click();
    await expect.poll(() => document.querySelector('.write')).not.toBeNull();
    await button('Betreff', form()).click();
    await expect.element(subject()).toHaveValue('AW: Rechnung');
    expect(textsOf('.write .write-chip-name')).toHaveLength(1);
    await button(/^Zitat von/, form()).click();
    await expectUsable(app);
    await button('Kürzen', form()).click();
    await expect.poll(() => document.querySelector('.written-quote')).toBeNull();
    await expect.poll(() => text().element().querySelector('blockquote')?.textContent).toContain('das Ventil klemmt.');
  });

  test('leaves nothing behind where nothing was written: no tab, no draft, and nothing is asked', async () => {
    const app = await renderAt('/', { server: (server) => (answerSenders(server), answerMails(server, mails(2))) });
    await expect.element(rows().first()).toBeVisible();
    await press('c');
    await expect.element(text()).toBeVisible();
    await expect.poll(() => textsOf('[role=tablist] .open-tab-title')).toEqual(['Neue E-Mail']);
    await rows().first().click();
    await expect.poll(() => textsOf('[role=tablist] .open-tab-title')).toEqual(['Angebot 2']);
    await press('c');
    await text().click();
    await press('Escape');
    await expect.poll(() => document.querySelector('.write')).toBeNull();
    expect(app.server.commandsOf(writingCommands.saveDraft)).toEqual([]);
    const drafts = await app.kontor.session.get().client?.drafts();
    await expect.poll(() => drafts?.list()).toEqual([]);
  });

  test('leaves nothing behind either where all that was written, and saved, was taken out again', async () => {
    const app = await renderAt('/', { server: (server) => (answerSenders(server), answerMails(server, mails(2))) });
    await expect.element(rows().first()).toBeVisible();
    await press('c');
    await subject().fill('Plan');
    await expect.poll(() => app.server.commandsOf(writingCommands.saveDraft)).toHaveLength(1);
    await subject().fill('');
    await rows().first().click();
    await expect.poll(() => textsOf('[role=tablist] .open-tab-title')).toEqual(['Angebot 2']);
    const { draftId } = writingCommands.saveDraft.example.result;
    await expect
      .poll(() => app.server.commandsOf(writingCommands.deleteDraftOrTemplate))
      .toEqual([{ draftOrTemplateId: draftId, type: 'draft' }]);
  });

  test('stays in its tab as soon as a word is in it', async () => {
    await renderAt('/', { server: (server) => (answerSenders(server), answerMails(server, mails(2))) });
    await expect.element(rows().first()).toBeVisible();
    await press('c');
    await subject().fill('Plan');
    await rows().first().click();
    await expect.poll(() => textsOf('[role=tablist] .open-tab-title').toSorted()).toEqual(['Angebot 2', 'Plan']);
  });

  test('is as it was when its tab is shown again, and goes on where the caret stood', async () => {
    await renderAt('/', { server: (server) => (answerSenders(server), answerMails(server, mails(2))) });
    await expect.element(rows().first()).toBeVisible();
    await press('c');
    await text().click();
    await type('Guten Tag');
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await rows().first().click();
    await expect.element(heading('Angebot 2').last()).toBeVisible();
    await page.getByRole('tab').first().click();
    await expect.element(text()).toBeVisible();
    await subject().click();
    await press('Tab');
    await expect.poll(() => getSelection()?.anchorOffset).toBe('Guten '.length);
    await type('schönen ');
    await expect.poll(() => text().element().querySelector('p')?.textContent).toMatch(/^Guten\sschönen\sTag$/);
    await press('Control+z');
    await expect.poll(() => text().element().querySelector('p')?.textContent).toMatch(/^Guten\sTag$/);
  });

  test('fills the screen of a phone, with everything in reach', async () => {
    await expectUsable(await write(PHONE));
  });
});

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
type Feature = keyof typeof FEATURES;
/** What each program's clipboard, as the fixtures have it, comes without. */
const CLIPBOARDS: readonly (readonly [name: string, html: string, lost: readonly Feature[]])[] = [
  ['Word', word, []],
  ['Outlook', outlook, []],
  [
    'Excel',
    excel,
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
  ['Google Docs', docs, ['picture']],
];

test.each(CLIPBOARDS)('of what %s has copied, what mails may use is kept', async (_name, html, lost) => {
  const { server } = await write();
  // Pictures are on their way for as long as the test takes.
  server.at('/upload', () => new Promise(() => undefined));
  await text().click();
  const data = new DataTransfer();
  data.setData('text/html', html);
  const editor = text().element();
  editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.poll(() => editor.querySelector('table')).not.toBeNull();
  // What is listed is not there, or not in what was copied; that one comes to be kept is news, too.
  const missing = () =>
    Object.entries(FEATURES).flatMap(([feature, selector]) =>
      editor.querySelector(selector) === null ? [feature] : [],
    );
  await expect.poll(missing).toEqual(lost);
  expect(editor.textContent).not.toMatch(/mso-|supportLists|@list/);
});
