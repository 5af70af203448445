import type { Browser, CDPSession, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { quantile } from './measure.ts';
import { PASSWORD, READER } from './seed.ts';
import type { Line } from './table.ts';

const SLOW_DOWNS = [1, 4] as const;
const ROUNDS = 7;
/** As a developer's "slow 4G". */
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** Lists that are open at once, the inbox last, when states are changed. */
const LISTS = [
  '/mails/open/all/main',
  '/mails/all/all/main',
  '/mails/mine/all/main',
  '/mails/open/lastFourWeeks/main',
  '/mails/all/lastFourWeeks/main',
  '/mails/all/olderThanAMonth/main',
  '/filter/open/all/main',
  '/filter/all/all/main',
  '/filter/mine/all/main',
  '/',
] as const;
/** Items that are changed by one key. */
const MANY = 100;

/** First paint, change of state, and scrolling as a person at a browser meets them, with and without a slower processor. */
export async function benchBrowser(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  if (findBrowser() === undefined) {
    say('No Chromium is installed: the browser is left out.');
    return [];
  }
  const browser = await openBrowser();
  try {
    const lines: Line[] = [];
    for (const slowDown of SLOW_DOWNS) {
      say(`Chromium, processor slowed ${slowDown} times …`);
      lines.push(...(await startLines(browser, kontor, slowDown)));
      lines.push(...(await workLines(browser, kontor, slowDown)));
    }
    return lines;
  } finally {
    await browser.close();
  }
}

/** Signs the reader of the seeded instance in, with a processor that is slowed down. */
export async function open(browser: Browser, kontor: KontorProcess, slowDown: number) {
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(addressOf(kontor));
  await page
    .getByLabel('Instanz')
    .fill('bench')
    .catch(() => undefined);
  await page.getByLabel('Benutzername').fill(READER);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await firstRow(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  return { context, page, cdp };
}

export const addressOf = (kontor: KontorProcess) => `http://bench.localhost:${kontor.port}`;
export const firstRow = (page: Page) => page.locator('.row:visible').first().waitFor({ timeout: 60_000 });

async function startLines(browser: Browser, kontor: KontorProcess, slowDown: number): Promise<Line[]> {
  const { context, page, cdp } = await open(browser, kontor, slowDown);
  try {
    const network = slowDown > 1;
    if (network) await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    const cold = await starts(page, cdp, kontor, true);
    const warm = await starts(page, cdp, kontor, false);
    const empty = await emptyPage(page, kontor);
    const how = network ? `, ${slowDown}x slower processor, slow 4G` : '';
    return [
      {
        name: `cold start to the first row${how}`,
        unit: 'ms',
        ours: cold,
        against: 'a page of one word',
        anchor: empty,
      },
      {
        name: `warm start to the first row${how}`,
        unit: 'ms',
        ours: warm,
        against: 'the same, cold',
        anchor: cold,
        aim: { most: 0.5 },
      },
    ];
  } finally {
    await context.close();
  }
}

/** Milliseconds from the navigation to the first row, of the median. Cold: nothing of ours is kept by the browser but the sign-in. */
async function starts(page: Page, cdp: CDPSession, kontor: KontorProcess, isCold: boolean): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (isCold) {
      await cdp.send('Network.clearBrowserCache');
      await cdp.send('Storage.clearDataForOrigin', {
        origin: addressOf(kontor),
        storageTypes: 'indexeddb,cache_storage,service_workers',
      });
    }
    await page.goto(addressOf(kontor), { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('.row') !== null, undefined, { polling: 'raf' });
    times.push(await page.evaluate(() => performance.now()));
    // What is kept for the next start is written when nothing else is to do.
    await page.waitForTimeout(1500);
  }
  return quantile(times, 0.5);
}

async function emptyPage(page: Page, kontor: KontorProcess): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${addressOf(kontor)}/health/live`, { waitUntil: 'load' });
    times.push(await page.evaluate(() => performance.now()));
  }
  return quantile(times, 0.5);
}

async function workLines(browser: Browser, kontor: KontorProcess, slowDown: number): Promise<Line[]> {
  const { context, page } = await open(browser, kontor, slowDown);
  const how = slowDown > 1 ? `, ${slowDown}x slower processor` : '';
  try {
    for (const path of LISTS) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.waitForTimeout(400);
    }

    await firstRow(page);
    await timeKeys(page);
    await page.keyboard.press('j');
    const one = await changes(page);
    const many = await manyChanges(page);
    await page.keyboard.press('Escape');
    const frames = await scrolled(page);
    const frame = { unit: 'ms' as const, against: 'one frame', anchor: 1000 / 60, aim: { most: slowDown > 1 ? 3 : 2 } };
    return [
      { name: `key to changed row, ${LISTS.length} lists open${how}`, ours: one, ...frame },
      { name: `key to ${MANY} changed rows, ${LISTS.length} lists open${how}`, ours: many, ...frame },
      {
        name: `scrolling, slowest frame of 20${how}`,
        unit: 'ms',
        ours: frames.ours,
        against: 'a plain page of 2,000 lines',
        anchor: frames.anchor,
        aim: { most: 1.5 },
      },
    ];
  } finally {
    await context.close();
  }
}

interface Timed {
  /** Milliseconds from each key to the frame that shows what it has changed. */
  times: number[];
}

async function timeKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const timed = Object.assign(window, { times: [] as number[] });
    const listen = (event: KeyboardEvent) =>
      requestAnimationFrame(() => {
        // The task after the frame: what it changed is on the screen.
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => timed.times.push(performance.now() - event.timeStamp));
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    addEventListener('keydown', listen, { capture: true });
  });
}

const KEYS = ['i', 'u'] as const;

/** Milliseconds from a key to the frame that shows what it does. */
async function timed(page: Page, key: string): Promise<readonly number[]> {
  await page.evaluate(() => void Object.assign(window, { times: [] }));
  await page.keyboard.press(key);
  await page.waitForFunction(() => (window as unknown as Timed).times.length > 0);
  return page.evaluate(() => (window as unknown as Timed).times);
}

/** Milliseconds from a key that changes the state of the row in hand to the frame that shows it, of the median. */
async function changes(page: Page): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < 3 * ROUNDS; round += 1) {
    found.push(...(await timed(page, KEYS[round % 2] ?? 'i')));
    await page.waitForTimeout(120);
  }
  return quantile(found, 0.5);
}

/** The same of many rows, which are chosen before, from the key that answers the question whether all of them are meant. */
async function manyChanges(page: Page): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.keyboard.press('x');
    for (let n = 1; n < MANY; n += 1) await page.keyboard.press(round % 2 === 0 ? 'Shift+J' : 'Shift+K');
    await page.keyboard.press(KEYS[round % 2] ?? 'i');
    await page.getByRole('dialog').waitFor();
    found.push(...(await timed(page, 'Enter')));
    await page.waitForTimeout(1000);
    await page.keyboard.press('Escape');
  }
  return quantile(found, 0.5);
}

async function scrolled(page: Page): Promise<{ ours: number; anchor: number }> {
  const list = page.locator('.row:visible').first();
  await list.hover();
  const ours = await framesWhile(page, () => wheel(page));
  return { ours: quantile(ours, 0.95), anchor: await plainFrame(page) };
}

/** The same of a page of 2,000 lines without anything else, which is loaded in place of ours: the 95th percentile. */
export async function plainFrame(page: Page): Promise<number> {
  // A page of its own: ours lets nothing write markup into it.
  await page.goto('about:blank');
  await page.setContent(`<body style="font:14px sans-serif">${'<p>Eine Zeile Text</p>'.repeat(2000)}`);
  await page.mouse.move(400, 400);
  return quantile(await framesWhile(page, () => wheel(page)), 0.95);
}

export async function wheel(page: Page, step = 240, times = 60): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await page.mouse.wheel(0, step);
    await page.waitForTimeout(16);
  }
}

/** Milliseconds between the frames that a page draws while something is done with it. */
export async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames);
}
