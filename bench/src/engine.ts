import type { CDPSession, Page } from 'playwright-core';
import { findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { addressOf, firstRow, framesWhile, open, plainFrame, wheel } from './browser.ts';
import { quantile } from './measure.ts';
import { withDatabase, type Fixture } from './seed.ts';
import type { Line } from './table.ts';

/** What a list is cut to, one address after the other: each is another question. */
const FILTERS = ['lastWeek', 'lastMonth', 'lastFourWeeks', 'thisYear', 'lastYear', 'olderThanAMonth', 'all'].flatMap(
  (date) => ['', '?dir=in', '?dir=out'].map((more) => `/filter/all/${date}/main${more}`),
);
/** Rows that are scrolled through, and those that are changed at once. */
const ALL_ROWS = 100_000;
const MANY = 10_000;
const LOADING_MS = 300_000;

/** The list engine with as much in it as a person can have: another filter, a hundred thousand rows, ten thousand changes. */
export async function benchEngine(
  kontor: KontorProcess,
  fixture: Fixture,
  say: (text: string) => void,
): Promise<Line[]> {
  if (findBrowser() === undefined) return [];
  const browser = await openBrowser();
  const { context, page, cdp } = await open(browser, kontor, 1);
  try {
    say('Filters …');
    const lines = await filterLines(page);
    say(`${ALL_ROWS.toLocaleString('en')} rows …`);
    lines.push(...(await rowLines(page, cdp)));
    await page.goto(addressOf(kontor));
    say(`${MANY.toLocaleString('en')} changes …`);
    lines.push(...(await changeLines(page, kontor, fixture)));
    return lines;
  } finally {
    await context.close();
    await browser.close();
  }
}

const to = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

async function filterLines(page: Page): Promise<Line[]> {
  await to(page, '/filter/open/all/main');
  await firstRow(page);
  const first: number[] = [];
  const again: number[] = [];
  const queryTimes: number[] = [];
  for (const path of FILTERS) {
    first.push(await filtered(page, path));
    queryTimes.push(await lastQuery(page));
  }
  for (const path of FILTERS) again.push(await filtered(page, path));
  return [
    {
      name: 'another filter, to its first row',
      unit: 'ms',
      ours: quantile(first, 0.5),
      against: 'its answer alone',
      anchor: quantile(queryTimes, 0.5),
      aim: { most: 2 },
    },
    {
      name: 'a filter as it was before, to its first row',
      unit: 'ms',
      ours: quantile(again, 0.5),
      against: 'one frame',
      anchor: 1000 / 60,
      aim: { most: 2 },
    },
  ];
}

/** Milliseconds from the change of the address until the frame in which the list shows what belongs to it. */
const filtered = (page: Page, path: string): Promise<number> =>
  page.evaluate(
    (address) =>
      new Promise<number>((resolve) => {
        const shown = () => document.querySelector('.row:not([hidden] *)');
        // Rows of the address before bear its mark as long as they stand.
        for (const row of document.querySelectorAll('.row')) row.setAttribute('data-before', '');
        performance.clearResourceTimings();
        const from = performance.now();
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
        const check = (): void => {
          const row = shown();
          if (row !== null && !row.hasAttribute('data-before')) resolve(performance.now() - from);
          else if (performance.now() - from > 5000) resolve(Number.NaN);
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      }),
    path,
  );

const lastQuery = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const queries = performance.getEntriesByType('resource').filter(({ name }) => name.includes('query=filter.items'));
    return queries.at(-1)?.duration ?? Number.NaN;
  });

async function rowLines(page: Page, cdp: CDPSession): Promise<Line[]> {
  await to(page, '/filter/all/all/main');
  await firstRow(page);
  const few = await memoryOf(cdp);
  await selectAll(page);
  const rows = await selected(page);
  const many = await memoryOf(cdp);
  await page.keyboard.press('Escape');
  await page.locator('.row:visible').first().hover();
  // By the wheel, and by leaps through the whole, as with the bar at the side.
  const frames = await framesWhile(page, async () => {
    await wheel(page, 240);
    await wheel(page, 4000);
    await wheel(page, rows, 60);
  });
  const name = `scrolling ${rows.toLocaleString('en')} rows`;
  const worst = Math.max(...frames);
  return [
    {
      name: `memory of the page with ${rows.toLocaleString('en')} rows`,
      unit: 'MB',
      ours: many,
      against: 'the same with 100',
      anchor: few,
    },
    { name: `${name}, slowest frame`, unit: 'ms', ours: worst, against: '50 ms', anchor: 50, aim: { most: 1 } },
    {
      name: `${name}, slowest frame of 20`,
      unit: 'ms',
      ours: quantile(frames, 0.95),
      against: 'a plain page of 2,000 lines',
      anchor: await plainFrame(page),
      aim: { most: 1.5 },
    },
  ];
}

async function memoryOf(cdp: CDPSession): Promise<number> {
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
}

/** All that the list has, loaded to its end. */
async function selectAll(page: Page): Promise<void> {
  await page.locator('.row:visible').first().waitFor();
  // Out of the search box, which has the focus in the list that searches.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const key of ['j', 'x', 'Control+a']) await page.keyboard.press(key);
  await page.getByRole('button', { name: /^Alle .*auswählen/ }).click();
  await page.locator('.select-rest').waitFor({ state: 'detached', timeout: LOADING_MS });
}

async function selected(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d.]+\sausgewählt$/).innerText();
  return Number(text.replaceAll(/\D/g, ''));
}

async function changeLines(page: Page, kontor: KontorProcess, fixture: Fixture): Promise<Line[]> {
  return withDatabase(kontor, async (database) => {
    const { rows } = await database.query<{ activity_id: string; first: Date }>(
      `select activity_id, ts as first from activity_user where instance_id = $1 and user_id = $2 and not trashed
       order by ts desc, activity_id desc limit $3`,
      [fixture.instanceId, fixture.readerId, MANY],
    );
    const ids = rows.map(({ activity_id }) => activity_id);
    const day = rows.at(-1)?.first.toISOString().slice(0, 10) ?? 'all';
    const set = (status: number) =>
      database.query(
        'update activity_user set status = $3 where instance_id = $1 and activity_id = any($2) and status <> $3',
        [fixture.instanceId, ids, status],
      );
    await set(1);
    const began = performance.now();
    await set(3);
    const update = performance.now() - began;
    await set(1);
    await to(page, `/filter/open/${day}../main`);
    await page.reload();
    await firstRow(page);
    await selectAll(page);
    const count = await selected(page);
    await page.keyboard.press('e');
    await page.getByRole('dialog').waitFor();
    const from = performance.now();
    await page.keyboard.press('Enter');
    await page.locator('.row:visible').first().waitFor({ state: 'detached' });
    const gone = performance.now() - from;
    const open = `select count(*)::int as n from activity_user where instance_id = $1 and user_id = $2 and activity_id = any($3) and status <> 3`;
    for (;;) {
      const left = await database.query<{ n: number }>(open, [fixture.instanceId, fixture.readerId, ids]);
      if (left.rows[0]?.n === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const stored = performance.now() - from;
    const name = `${count.toLocaleString('en')} items Done`;
    return [
      { name: `${name}, gone from the screen`, unit: 'ms', ours: gone, against: 'one frame', anchor: 1000 / 60 },
      { name: `${name}, stored by the server`, unit: 'ms', ours: stored, against: 'one UPDATE', anchor: update },
    ];
  });
}
