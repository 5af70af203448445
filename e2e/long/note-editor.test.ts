// Covers: editor
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanNote } from '../../server/src/platform/html/index.ts';
import { documentsOf, notes } from '../../web/src/editor/testing/documents.ts';
import type { NotePage } from '../../web/src/editor/testing/note-calls.ts';
import { htmlOfDoc } from '../../web/src/editor/note/html.ts';
import { findBrowser, launchBrowser, openContext } from '../src/browser.ts';
import { serveStage } from '../src/stage.ts';

/** Where texts begin to differ, with what stands there. */
const differing = (found: readonly string[], wanted: readonly string[]): readonly string[][] =>
  wanted.flatMap((text, index) => {
    const other = found[index] ?? '';
    let at = 0;
    while (at < text.length && text[at] === other[at]) at += 1;
    return text === other ? [] : [[text, other].map((one) => one.slice(Math.max(0, at - 60), at + 60))];
  });

describe.skipIf(findBrowser() === undefined)('a text that stays inside the company', () => {
  let browser: Browser;
  let stage: Awaited<ReturnType<typeof serveStage>>;
  let page: Page;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([serveStage('editor/testing/note-page.ts'), launchBrowser([])]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });
  beforeEach(async () => {
    page = await (await openContext(browser)).newPage();
    await page.goto(`http://localhost:${stage.port}/`);
    await page.waitForFunction(() => 'note' in window);
    return () => page.context().close();
  });

  type Calls = { readonly note: NotePage };

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
});
