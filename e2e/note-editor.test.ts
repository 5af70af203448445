import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanNote } from '../server/src/platform/html/index.ts';
import { documentsOf, notes } from '../web/src/editor/testing/documents.ts';
import type { NotePage } from '../web/src/editor/testing/note-calls.ts';
import { htmlOfDoc } from '../web/src/editor/note/html.ts';
import { findBrowser, openBrowser } from './src/browser.ts';
import { serveStage } from './src/stage.ts';

const UPLOAD = '5d2f6f4e-8a53-4b8d-9a34-1f2d9c3b7a10';

/** Where texts begin to differ, with what stands there. */
const differing = (found: readonly string[], wanted: readonly string[]): readonly string[][] =>
  wanted.flatMap((text, index) => {
    const other = found[index] ?? '';
    let at = 0;
    while (at < text.length && text[at] === other[at]) at += 1;
    return text === other ? [] : [[text, other].map((one) => one.slice(Math.max(0, at - 60), at + 60))];
  });

describe.skipIf(findBrowser() === undefined)('a text that stays in the house', () => {
  let browser: Browser;
  let stage: Awaited<ReturnType<typeof serveStage>>;
  let page: Page;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([serveStage('editor/testing/note-page.tsx'), openBrowser([])]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    await page.goto(`http://localhost:${stage.port}/`);
    await page.waitForFunction(() => 'note' in window);
    return () => page.context().close();
  });

  type Calls = { readonly note: NotePage };
  const text = () => page.getByRole('textbox', { name: 'Text' });
  async function open(html: string, readOnly = false): Promise<void> {
    await page.evaluate(([given, isRead]) => (window as unknown as Calls).note.open(given, isRead), [
      html,
      readOnly,
    ] as const);
    await text().waitFor();
  }
  const others = (base: string, html: string) =>
    page.evaluate(([was, now]) => (window as unknown as Calls).note.others(was, now), [base, html] as const);
  const now = () => page.evaluate(() => (window as unknown as Calls).note.now());

  test('is read as it was written, from here and from the server, byte for byte', async () => {
    const samples = fc.sample(documentsOf(notes), { numRuns: 120, seed: 7 }).map(htmlOfDoc);
    const through = (list: string[]): Promise<string[]> =>
      page.evaluate((given) => (window as unknown as Calls).note.through(given), list);
    expect(differing(await through(samples), samples)).toEqual([]);
    const kept = samples.map((html) => cleanNote(html).html);
    const plain = samples.map((html) => html.replaceAll('&quot;', '"'));
    expect(
      differing(
        kept.map((html) => html.replaceAll(' />', '>')),
        plain,
      ),
    ).toEqual([]);
    expect(differing(await through(kept), samples)).toEqual([]);
  });

  test('has check-lists, by keys alone', async () => {
    await open('');
    await text().click();
    await page.keyboard.type('[ ] Milch');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Brot');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Shift+Enter');
    const { html } = await now();
    expect(html.replace(/<p.*/, '')).toBe(
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="false">Milch<ul data-type="taskList"><li data-type="taskItem" data-checked="true">Brot</li></ul></li></ul>',
    );
    await page.getByRole('checkbox', { name: 'Erledigt: Milch' }).check();
    expect(cleanNote((await now()).html).tasks).toEqual({ done: 2, all: 2 });
  });

  test('mentions people, by keys alone', async () => {
    await open('');
    await text().click();
    await page.keyboard.type('Bitte @be');
    const list = page.getByRole('listbox', { name: 'Person erwähnen' });
    await list.waitFor();
    expect(await list.getByRole('option').allTextContents()).toEqual(['Anna Berger', 'Ben Arndt', 'Berta Cohn']);
    await page.keyboard.press('ArrowDown');
    expect(await text().getAttribute('aria-activedescendant')).toBe(
      await list.locator('[aria-selected=true]').getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.keyboard.type('anrufen');
    const { html } = await now();
    expect(html).toContain('Bitte\u00a0<span data-mention="2">@Ben Arndt</span>\u00a0anrufen');
    expect(cleanNote(html).mentions).toEqual([2]);
  });

  test('names records, by keys alone, and opens them', async () => {
    await open('');
    await text().click();
    await page.keyboard.type('Zu #we');
    const list = page.getByRole('listbox', { name: 'Datensätze' });
    await list.waitFor();
    expect(await text().getAttribute('aria-activedescendant')).toBe(
      await list.locator('[aria-selected=true]').getAttribute('id'),
    );
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('fahren');
    const { html } = await now();
    expect(html).toContain('Zu\u00a0<span data-record="1-7">#Werft</span>\u00a0fahren');
    expect(cleanNote(html).text).toBe('Zu #Werft fahren');
    for (let n = 0; n < ' fahren'.length + 1; n += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect((await now()).opened).toEqual(['1-7']);
    expect((await now()).html).toBe(html);
    await text().getByText('#Werft').click();
    expect((await now()).opened).toEqual(['1-7', '1-7']);
  });

  test.each([
    ['a heading', '# Werft', '<h1>Werft</h1>'],
    ['a smaller heading', '## Hafen', '<h2>Hafen</h2>'],
    ['a sign within a word', 'C# und a#we', '<p>C# und a#we</p>'],
    ['what nothing is offered for', '#1', '<p>#1</p>'],
  ])('leaves %s as it was typed, and Enter begins a line', async (_what, typed, html) => {
    await open('');
    await text().click();
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await page.keyboard.type('weiter');
    expect((await now()).html.replace(/<p><br><\/p>$/, '')).toBe(`${html}<p>weiter</p>`);
  });

  test('copies a record, and leaves its words where it is none', async () => {
    await open('<p>Zu <span data-record="1-7">#Werft</span>, <span data-record="7">#Hafen</span></p>');
    await text().click();
    await page.keyboard.press('Control+a');
    const copied = await page.evaluate(() => {
      const data = new DataTransfer();
      document
        .querySelector('[role=textbox]')
        ?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      return { html: data.getData('text/html'), text: data.getData('text/plain') };
    });
    expect(copied.text).toBe('Zu #Werft, #Hafen');
    expect(copied.html).toContain('data-record="1-7"');
    expect(copied.html).not.toContain('data-record="7"');
  });

  test('opens a record where it is read alone, by Tab and Enter', async () => {
    await open('<p>Zu <span data-record="12-70021">#Werft</span></p>', true);
    await page.getByRole('link', { name: '#Werft' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: '#Werft' }).click();
    expect((await now()).opened).toEqual(['12-70021', '12-70021']);
  });

  test('takes in what others write, where the caret and the undo stay', async () => {
    const base = '<p style="margin:0 0 10px">eins</p><p style="margin:0 0 10px">zwei</p>';
    await open(base);
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' von mir');
    const { changes } = await now();
    await others(base, base.replace('>eins', '>EINS ganz neu').replace('>zwei', '>also zwei'));
    await page.keyboard.type('!');
    expect((await now()).text).toBe('EINS ganz neu\n\nalso zwei von mir!');
    expect((await now()).changes).toBe(changes + 1);
    await page.keyboard.press('Control+z');
    expect((await now()).text).toMatch(/^EINS ganz neu\n\nalso zwei/);
  });

  test('waits with it while an input method is at work', async () => {
    const base = '<p style="margin:0 0 10px">eins</p>';
    await open(base);
    await text().click();
    await page.keyboard.press('Control+End');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await others(base, '<p style="margin:0 0 10px">EINS</p><p style="margin:0 0 10px">neu</p>');
    await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await session.send('Input.insertText', { text: '日本' });
    await expect.poll(async () => (await text().innerText()).includes('neu')).toBe(true);
    expect((await text().innerText()).replace(/\s+/g, ' ')).toContain('日本');
    expect((await now()).text).toContain('日本');
  });

  test('has pictures, of its own and pasted', async () => {
    await open('<p style="margin:0 0 10px"><img width="10" height="20" alt="Plan" data-kontor-inline="k1"></p>');
    await expect.poll(() => text().locator('img[alt=Plan]').getAttribute('src')).toMatch(/^data:image\/gif/);
    expect((await now()).changes).toBe(0);
    await text().click();
    await page.keyboard.press('Control+End');
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(4, 4);
      canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'neu.png', { type: 'image/png' }));
      document
        .querySelector('[role=textbox]')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect.poll(async () => cleanNote((await now()).html).uploads).toEqual([UPLOAD]);
    expect(cleanNote((await now()).html).inline).toEqual(['k1']);
  });

  test('is reached with its tools by keyboard', async () => {
    await open('<p style="margin:0 0 10px">eins</p>');
    await text().click();
    await page.keyboard.press('Alt+F10');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=toolbar]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => text().evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('can be read alone', async () => {
    await open('<ul data-type="taskList"><li data-type="taskItem" data-checked="false">a</li></ul>', true);
    expect(await page.getByRole('toolbar').count()).toBe(0);
    expect(await text().getAttribute('contenteditable')).toBe('false');
    await page.getByRole('checkbox').click();
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    expect((await now()).changes).toBe(0);
  });
});
