// Covers: mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../server/src/modules/mail/testing/factory.ts';
import { findBrowser, picture } from './src/browser.ts';
import { bodyOf, imagesShown, openReading, rowOf, type ReadingStage } from './src/reading.ts';
import type { Listener } from './src/stage.ts';
import { aimed, hostileVectors, type Watch } from './src/watch.ts';

const VECTORS_A_MAIL = 80;
const vectors = hostileVectors();

/** Mails that try to run something or to be told of: in their texts, and as name, subject and first words, all of which the list shows. */
function hostileMails(port: number): readonly string[] {
  const all = vectors.map((vector, index) => aimed(vector, `v${index}.mail.localhost`, port, index));
  const hostile = Array.from({ length: Math.ceil(all.length / VECTORS_A_MAIL) }, (_, n) =>
    rawMail({
      subject: `Feindlich ${n}`,
      html: all
        .slice(n * VECTORS_A_MAIL, (n + 1) * VECTORS_A_MAIL)
        .map((vector) => `<div>${vector}</div>`)
        .join('\n'),
    }),
  );
  const word = (text: string) => `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;
  const listed = all
    .filter((vector) => vector.length < 300)
    .slice(0, 150)
    .map((vector) => rawMail({ from: `${word(vector)} <x@fremd.example>`, subject: word(vector), text: vector }));
  return [...listed, ...hostile];
}

describe.skipIf(findBrowser() === undefined)('reading mail', () => {
  let stage: ReadingStage | undefined;
  let stranger: Listener;
  let page: Page;
  let seen: Watch;
  let open: ReadingStage['open'];

  beforeAll(async () => {
    stage = await openReading(hostileMails);
    ({ stranger, page, seen, open } = stage);
  });
  afterAll(() => stage?.close());

  const nothingHappened = () =>
    expect({ ran: seen.ran, escaped: seen.escaped(), connections: stranger.connections }).toEqual({
      ran: [],
      escaped: [],
      connections: 0,
    });

  test('the list shows hostile names, subjects and first words as the text that they are', async () => {
    const list = page.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('Home');
    const shown = new Set<string>();
    for (let step = 0; step < 60 && shown.size < 150; step += 1) {
      for (const text of await page.locator('.row-contact').allTextContents()) shown.add(text);
      await list.evaluate((element) => {
        const scroller = [element, ...element.querySelectorAll('*'), element.parentElement].find(
          (candidate) => candidate && candidate.scrollHeight > candidate.clientHeight + 10,
        );
        scroller?.scrollBy(0, 500);
      });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect([...shown].filter((text) => text.includes('<')).length).toBeGreaterThan(60);
    await picture(page, 'hostile-list');
    nothingHappened();
  });

  test('the reader shows hostile mails, and nothing runs or leaves', async () => {
    const count = Math.ceil(vectors.length / VECTORS_A_MAIL);
    for (let n = 0; n < count; n += 1) {
      await open(`Feindlich ${n}`);
      await page.locator('.mail-sheet iframe').waitFor();
      await expect.poll(() => bodyOf(page).evaluate((body) => body.childElementCount)).toBeGreaterThan(0);
      await bodyOf(page).evaluate((body) => {
        for (const element of body.querySelectorAll<HTMLElement>('*')) {
          element.focus();
          element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
          if (!(element instanceof HTMLAnchorElement)) element.click();
        }
      });
      await picture(page, `hostile-reader-${n}`);
    }
    nothingHappened();
  });

  test('external images come when they are asked for, through the server, once', async () => {
    await open('Mit Bildern');
    // The one that came along in the text is there at once.
    await expect.poll(() => imagesShown(page)).toBe(1);
    nothingHappened();
    await page.getByRole('button', { name: 'Bilder laden' }).click();
    await expect.poll(() => imagesShown(page)).toBe(4);
    await picture(page, 'reader-images');
    expect(stranger.requests.toSorted()).toEqual(['/bild-1.png', '/bild-2.png', '/bild-3.png']);
    expect(seen.escaped()).toEqual([]);
    // Asked again by the same person in the same hour, they come from here.
    await page.keyboard.press('Escape');
    await rowOf(page, 'Mit Bildern').click();
    await expect.poll(() => imagesShown(page)).toBe(4);
    expect(stranger.requests.length).toBe(3);
  });
});
