import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { someItems } from './items.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
/** Eight hours of work, of which each minute is done in as much time as there is. */
const WORKING_MINUTES = 480;
const FIRST_MINUTES = 10;
/** Changes by colleagues in such a minute. */
const CHANGES = 6;
const PLACES = ['/', '/mails/open/all/main', '/mails/all/all/main', '/filter/open/all/main', '/settings/help'] as const;

/** Memory after a working day of reading, changing and being told of changes, against that after its first ten minutes. */
export async function benchMemory(
  kontor: KontorProcess,
  minutes: number,
  say: (text: string) => void,
): Promise<Line[]> {
  if (findBrowser() === undefined) return [];
  const ben = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('ben', PASSWORD);
  const items = await someItems(ben, 100);
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext(DESKTOP)).newPage();
    const cdp = await page.context().newCDPSession(page);
    await page.goto(`http://demo.localhost:${kontor.port}`);
    await page.getByLabel('Benutzername').fill('anna');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.locator('.row:visible').first().waitFor();
    let first: Memory | undefined;
    const minuteMs = (minutes * 60_000) / WORKING_MINUTES;
    for (let minute = 0; minute < WORKING_MINUTES; minute += 1) {
      const end = Date.now() + minuteMs;
      await work(page, minute);
      for (let n = 0; n < CHANGES; n += 1) {
        const aggregateId = items[(minute * CHANGES + n) % items.length];
        const state = ['seen', 'ready', 'unseen'][(minute + n) % 3];
        await ben.command('activity.setState', { aggregateIds: [aggregateId], state });
      }
      if (minute === FIRST_MINUTES) first = await memoryOf(cdp, kontor);
      if (minute % 60 === 59) say(`${(minute + 1) / 60} of ${WORKING_MINUTES / 60} hours …`);
      await sleep(Math.max(0, end - Date.now()));
    }
    const last = await memoryOf(cdp, kontor);
    if (first === undefined) return [];
    const line = (name: string, ours: number, anchor: number): Line => ({
      name,
      unit: 'MB',
      ours,
      against: `the same after ${FIRST_MINUTES} minutes`,
      anchor,
      aim: { most: 1.2 },
    });
    const hours = WORKING_MINUTES / 60;
    return [
      line(`client: script memory after ${hours} simulated hours`, last.script, first.script),
      line(`client: nodes of the page (thousands) after ${hours} simulated hours`, last.nodes, first.nodes),
      ...(last.server === undefined || first.server === undefined
        ? []
        : [line(`server: memory after ${hours} simulated hours`, last.server, first.server)]),
    ];
  } finally {
    await browser.close();
  }
}

/** A minute of somebody's day: another list, an item read, a state set and taken back. */
async function work(page: Page, minute: number): Promise<void> {
  const path = PLACES[minute % PLACES.length] ?? '/';
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForTimeout(150);
  for (const key of ['j', 'j', 'Enter', 'Escape', 'i', 'z']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(40);
  }
}

interface Memory {
  readonly script: number;
  readonly nodes: number;
  readonly server: number | undefined;
}

async function memoryOf(cdp: CDPSession, kontor: KontorProcess): Promise<Memory> {
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes } = await cdp.send('Memory.getDOMCounters');
  const server = await kontor.memory();
  return { script: usedSize / 1e6, nodes: nodes / 1000, server: server === undefined ? undefined : server / 1e6 };
}
