import type { Browser, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser, signIn } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
const SLOW_DOWNS = [1, 4] as const;
const ROUNDS = 9;
/** Receivers that are pasted, as out of a column of a table beside another. */
const RECEIVERS = 200;
const LETTERS = 40;

/** Pasting 200 receivers, and writing with as many, each to the frame that shows it. */
export async function benchComposer(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  if (findBrowser() === undefined) {
    say('No Chromium is installed: the composer is left out.');
    return [];
  }
  const browser = await openBrowser();
  try {
    const lines: Line[] = [];
    for (const slowDown of SLOW_DOWNS) {
      say(`A mail to ${RECEIVERS} receivers, processor slowed ${slowDown} times …`);
      lines.push(...(await linesOf(browser, kontor, slowDown)));
    }
    return lines;
  } finally {
    await browser.close();
  }
}

async function linesOf(browser: Browser, kontor: KontorProcess, slowDown: number): Promise<Line[]> {
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  const how = slowDown > 1 ? `, ${slowDown}x slower processor` : '';
  try {
    await page.goto(kontor.address);
    await signIn(page, 'anna', PASSWORD);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    const pasted: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`${kontor.address}/mailSend?draft=${crypto.randomUUID()}`);
      await page.locator('.write .written').waitFor();
      await page.waitForTimeout(500);
      pasted.push(await paste(page));
    }
    await page.locator('.write .written').click();
    const typed = await typing(page);
    const bare = await context.newPage();
    await (await context.newCDPSession(bare)).send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await bare.setContent('<body style="font:14px sans-serif"><div contenteditable style="min-height:300px"></div>');
    await bare.locator('[contenteditable]').click();
    const plain = await typing(bare);
    return [
      {
        name: `pasting ${RECEIVERS} receivers to the frame that shows them${how}`,
        unit: 'ms',
        ours: quantile(pasted, 0.5),
        against: 'one frame',
        anchor: 1000 / 60,
        aim: { most: slowDown > 1 ? 6 : 2 },
      },
      {
        name: `a letter in the text, ${RECEIVERS} receivers above, 95 of 100${how}`,
        unit: 'ms',
        ours: typed,
        against: 'the same in an empty page that can be written in',
        anchor: plain,
        aim: { most: 2 },
      },
    ];
  } finally {
    await context.close();
  }
}

/** Milliseconds from the paste to the frame that shows the chips. */
async function paste(page: Page): Promise<number> {
  const time = await page
    .locator('.write input[role=combobox]')
    .first()
    .evaluate(async (input, count) => {
      const data = new DataTransfer();
      data.setData(
        'text/plain',
        Array.from({ length: count }, (_, n) => `Person ${n}\tp${n}@firma.example`).join('\n'),
      );
      (input as HTMLElement).focus();
      const from = performance.now();
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      await new Promise((shown) => {
        requestAnimationFrame(() => {
          // The task after the frame: what it changed is on the screen.
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', shown);
          channel.port1.start();
          channel.port2.postMessage(null);
        });
      });
      return performance.now() - from;
    }, RECEIVERS);
  const rest = await page.locator('button.write-chip').first().innerText();
  if (!rest.startsWith('+')) throw new Error(`Of ${RECEIVERS} receivers not all were taken: ${rest}`);
  return time;
}

/** Milliseconds from a letter to the frame that shows it, the 95th percentile. */
async function typing(page: Page): Promise<number> {
  await page.evaluate(() => {
    const timed = Object.assign(window, { times: [] as number[] });
    addEventListener(
      'keydown',
      (event) =>
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.addEventListener('message', () => timed.times.push(performance.now() - event.timeStamp));
          channel.port1.start();
          channel.port2.postMessage(null);
        }),
      { capture: true },
    );
  });
  for (let n = 0; n < LETTERS; n += 1) {
    await page.keyboard.press('a');
    await page.waitForTimeout(60);
  }
  return quantile(await page.evaluate(() => (window as unknown as { times: number[] }).times), 0.95);
}
