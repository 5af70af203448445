// Covers: mail
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import {
  DESKTOP,
  PHONE,
  findBrowser,
  openBrowser,
  picture,
  signIn,
  openSession,
  type BrowserSession,
} from '../src/browser.ts';
import { startHere, type KontorHere } from '../src/kontor-here.ts';
import { inspect, namesOfNewsletters, newsletter, placeholder, type Appearance } from '../src/newsletters.ts';
import { listen, type Listener } from '../src/stage.ts';
import { watch, type Watch } from '../src/watch.ts';

const PASSWORD = 'newsletter password';
const NAMES = namesOfNewsletters();
/** What an edge may be moved by, in pixels. */
const NEAR = 12;
/** The type of our sheet, where a mail says nothing of its own: the page of its writer has it, too, or all would be as wide as its letters. */
const OUR_TYPE = `@font-face{font-family:Inter;src:url(data:font/woff2;base64,${readFileSync(
  new URL('../../web/src/ui/typeface/inter.woff2', import.meta.url),
  'base64',
)});font-weight:400 650}:where(body){font:15px/1.55 Inter}`;
const MIN_TYPE = 8;

interface View {
  readonly name: string;
  readonly options: BrowserContextOptions;
  /** What is behind a mail that brings no colour. */
  readonly sheet: string;
}
const ALL_VIEWS: readonly View[] = [
  { name: 'desktop-light', options: DESKTOP, sheet: 'rgb(255, 255, 255)' },
  { name: 'desktop-dark', options: { ...DESKTOP, colorScheme: 'dark' }, sheet: 'rgb(233, 235, 238)' },
  { name: 'phone-light', options: PHONE, sheet: 'rgb(255, 255, 255)' },
  { name: 'phone-dark', options: { ...PHONE, colorScheme: 'dark' }, sheet: 'rgb(233, 235, 238)' },
];
/** Both sizes and lights every day, each with each by `npm run test:full`. */
const VIEWS = ALL_VIEWS.filter(
  ({ name }) => process.env['KONTOR_FULL_TESTS'] === 'true' || ['desktop-light', 'phone-dark'].includes(name),
);

describe.skipIf(findBrowser() === undefined)('newsletters', () => {
  let kontor: KontorHere;
  let browser: Browser;
  let pictures: Listener;
  const letters = new Map<string, string>();

  beforeAll(async () => {
    pictures = await listen((request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(placeholder(request.url ?? '')),
    );
    [kontor, browser] = await Promise.all([
      startHere({ password: PASSWORD, imagePolicy: { allowPrivateHosts: true, ports: [pictures.port] } }),
      openBrowser(),
    ]);
    for (const name of NAMES) letters.set(name, newsletter(name, `http://127.0.0.1:${pictures.port}`));
    await kontor.deliver([...letters].map(([name, html]) => rawMail({ subject: `Rundbrief ${name}`, html })));
  });
  afterAll(async () => {
    await kontor?.close();
    await pictures?.close();
  });

  /** A mail as its writer sees it: the page that it is, in a window of the frame's width, with the margin that the sheet has. */
  async function original(name: string, view: View, width: number, margin: number): Promise<Appearance> {
    const page = await browser.newPage({ viewport: { width: Math.round(width), height: 1000 } });
    await page.setContent(letters.get(name) ?? '', { waitUntil: 'load' });
    await page.addStyleTag({ content: `${OUR_TYPE}html{padding-inline:${margin}px!important;box-sizing:border-box}` });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const seen = await inspect(page, 'rgb(255, 255, 255)');
    await page.setViewportSize({ width: Math.round(width), height: Math.ceil(seen.height) });
    await picture(page, `newsletter-${name}-${view.name}-original`);
    await page.close();
    return seen;
  }

  test('there are ten', () => expect(NAMES).toHaveLength(10));

  describe.each(VIEWS)('$name', (view) => {
    const isPhone = view.options.isMobile === true;
    let session: BrowserSession;
    let page: Page;
    let seen: Watch;
    beforeAll(async () => {
      session = await openSession(browser, 'about:blank', view.options);
      page = session.page;
      seen = await watch(page.context(), (url) => url.startsWith(`${kontor.address}/`));
      await page.goto(kontor.address);
      await signIn(page, 'anna', PASSWORD);
    });
    afterAll(() => session?.close());

    test.each(NAMES)('%s', async (name) => {
      const before = pictures.connections;
      await page.goto(`${kontor.address}/mails/all/all/main`);
      await page.locator('.row-information', { hasText: new RegExp(`^Rundbrief ${name}$`) }).click();
      await page.getByRole('heading', { level: 1, name: `Rundbrief ${name}` }).waitFor();
      const element = await page.locator('.mail-sheet iframe').elementHandle();
      const frame = (await element?.contentFrame()) as Frame;
      await expect.poll(() => frame.evaluate(() => document.body.childElementCount)).toBeGreaterThan(0);
      // Nobody is asked for anything before the reader wants it.
      expect(pictures.connections).toBe(before);
      await page.getByRole('button', { name: 'Bilder laden' }).click();
      await page.locator('.image-bar').waitFor({ state: 'detached' });
      const { margin, width } = await inspect(frame, view.sheet);
      const theirs = await original(name, view, width, isPhone ? 0 : margin);
      await expect.poll(async () => (await inspect(frame, view.sheet)).images).toBe(theirs.images);
      if (!theirs.scrollsSideways)
        await expect.poll(async () => (await inspect(frame, view.sheet)).scrollsSideways).toBe(false);
      const ours = await inspect(frame, view.sheet);
      // The whole mail is there, not a strip of it.
      expect(await element?.evaluate((node) => (node as Element).clientHeight)).toBeGreaterThanOrEqual(ours.bottom);
      const defaultValue = page.viewportSize() ?? DESKTOP.viewport;
      await page.setViewportSize({ width: defaultValue.width, height: Math.min(3000, Math.ceil(ours.height) + 400) });
      await picture(page, `newsletter-${name}-${view.name}`);
      await page.setViewportSize(defaultValue);

      expect(ours.words.map(({ text }) => text)).toEqual(theirs.words.map(({ text }) => text));
      expect(ours.links).toEqual(theirs.links);
      expect(seen.escaped()).toEqual([]);
      const pairs = ours.words.map((word, index) => ({ word, other: theirs.words[index] ?? word }));
      expect(pairs.filter(({ word, other }) => word.contrast < Math.min(4.5, 0.8 * other.contrast))).toEqual([]);
      expect(pairs.filter(({ word, other }) => word.fontSize < Math.min(MIN_TYPE, other.fontSize))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      // What is wider than the sheet is made to fit: its edges are elsewhere.
      if (isPhone || theirs.scrollsSideways) return;
      const moved = pairs.flatMap(({ word, other }) => {
        const [left, right] = [word.left - other.left, word.right - other.right];
        return Math.abs(left) > NEAR || Math.abs(right) > NEAR ? [{ text: word.text.slice(0, 40), left, right }] : [];
      });
      expect(moved).toEqual([]);
    });
  });
});
