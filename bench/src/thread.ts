import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser, rows, signIn } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
const SLOW_DOWNS = [1, 4] as const;
const MAILS = 200;
/** Threads, and mails that stand alone: each is opened once, for what was shown before is kept. */
const ROUNDS = 7;
const HOUR_MS = 3_600_000;
/** Further down the list nobody looks for a thread. */
const MAX_PIXELS = 6000;

/** Opening a thread of 200 mails, all of them new and so all of them open, beside a mail that stands alone. */
export async function benchThread(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  if (findBrowser() === undefined) {
    say('No Chromium is installed: threads are left out.');
    return [];
  }
  say(`${ROUNDS * SLOW_DOWNS.length} threads of ${MAILS} mails …`);
  fill(kontor);
  const browser = await openBrowser();
  try {
    const lines: Line[] = [];
    for (const slowDown of SLOW_DOWNS) {
      const context = await browser.newContext(DESKTOP);
      const page = await context.newPage();
      await page.goto(kontor.address);
      await signIn(page, 'anna', PASSWORD);
      const cdp = await context.newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
      const times = { thread: [] as number[], alone: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.thread.push(await openingOf(page, nameOf('Faden', slowDown, round)));
        times.alone.push(await openingOf(page, nameOf('Allein', slowDown, round)));
      }
      const how = slowDown > 1 ? `, ${slowDown}x slower processor` : '';
      lines.push({
        name: `opening a thread of ${MAILS} new mails to the frame that shows the first of them${how}`,
        unit: 'ms',
        ours: quantile(times.thread, 0.5),
        against: 'the same with a mail that stands alone',
        anchor: quantile(times.alone, 0.5),
        aim: { most: 2 },
      });
      await context.close();
    }
    return lines;
  } finally {
    await browser.close();
  }
}

const nameOf = (kind: string, slowDown: number, round: number): string => `${kind} ${slowDown}-${round} zur Halle`;

/** Hands the mails in as a file; the newest of each thread are the newest of all, and so in sight. */
function fill(kontor: KontorProcess): void {
  const mails: string[] = [];
  for (const slowDown of SLOW_DOWNS)
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = `${slowDown}-${round}`;
      for (let n = 0; n < MAILS; n += 1)
        mails.push(
          rawMail({
            subject: `${n === 0 ? '' : 'AW: '}${nameOf('Faden', slowDown, round)}`,
            messageId: `faden-${key}-${n}@werft.example`,
            date: new Date(Date.now() - HOUR_MS - (MAILS - n) * 1000),
            html: `<p>Nachricht ${n}.</p><table><tr><td>Halle</td><td>${n}</td></tr></table>`,
            ...(n === 0
              ? {}
              : {
                  headers: `In-Reply-To: <faden-${key}-${n - 1}@werft.example>\nReferences: <faden-${key}-0@werft.example> <faden-${key}-${n - 1}@werft.example>`,
                }),
          }),
        );
      mails.push(
        rawMail({
          subject: nameOf('Allein', slowDown, round),
          html: '<p>Nachricht.</p>',
          date: new Date(Date.now() - HOUR_MS),
        }),
      );
    }
  const file = join(kontor.folder, 'threads.mbox');
  writeFileSync(
    file,
    mails.map((mail) => `From bench Sun Nov  1 08:00:00 2026\n${mail.replace(/^(>*From )/gm, '>$1')}\n\n`).join(''),
  );
  kontor.cli(['import', 'demo', 'anna', file, '--state', 'new']);
}

/** Milliseconds from the press on a row to the frame after the text of its mail stands. */
async function openingOf(page: Page, subject: string): Promise<number> {
  const row = rows(page).filter({ hasText: subject }).first();
  await rows(page).first().waitFor();
  // The list holds what is in sight alone.
  const list = page.getByRole('listbox').filter({ visible: true });
  for (let top = 0; (await row.count()) === 0 && top < MAX_PIXELS; top += 300) {
    await list.evaluate((element, to) => element.scrollTo(0, to), top);
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(700);
  const done = row.evaluate(
    (element, wanted) =>
      new Promise<number>((resolve) => {
        element.addEventListener(
          'mousedown',
          () => {
            const from = performance.now();
            const check = (): void => {
              const reader = document.querySelector('article.reader');
              const text = reader?.querySelector<HTMLIFrameElement>('.mail-sheet iframe');
              if (reader?.textContent.includes(wanted) === true && (text?.clientHeight ?? 0) > 20)
                setTimeout(() => resolve(performance.now() - from), 0);
              else requestAnimationFrame(check);
            };
            requestAnimationFrame(check);
          },
          { once: true },
        );
      }),
    subject,
  );
  await row.click();
  const time = await done;
  await page.waitForTimeout(700);
  return time;
}
