import type pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, findBrowser, openBrowser } from '../../e2e/src/browser.ts';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { framesWhile } from './browser.ts';
import { quantile } from './measure.ts';
import { PASSWORD, READER, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'blick';
const PEOPLE = 60;
const SLOW_DOWN = 4;
const ROUNDS = 9;
const FRAME_MS = 1000 / 60;

/** The Monday of the six weeks of a month in which something is, of each person the same number; the months two and more further have nothing. */
const FIRST = '2031-02-24';
const DAYS = 42;
const EACH = 34;
const MONTHS = { full: '2031-03-15', empty: '2031-07-15', otherEmpty: '2031-10-15' } as const;
/** The Monday of the second of these weeks, and how many follow it to be gone through. */
const WEEK = '2031-03-03';
const STEPS = 4;
/** A day of quarters of an hour. */
const BUSY_DAY = '2031-05-14';
const COLUMNS = 20;
const QUARTERS = 50;
/** Rows of a week of people that a screen shows: the others are drawn once they are scrolled to. */
const IN_SIGHT = 12;

/** What the aims are, in milliseconds. */
const AIMS = { month: 100, week: 50, drag: 32 } as const;

/** Months and weeks of sixty people, and what is dragged over twenty columns, as a person at a browser meets them. */
export async function benchCalendarScreens(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  if (findBrowser() === undefined) {
    say('No Chromium is installed: the screens of the calendar are left out.');
    return [];
  }
  say(`Calendars of ${PEOPLE} people in a browser …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  kontor.cli(['person', 'add', INSTANCE, READER, '--password-file', '-'], PASSWORD);
  const people = await withDatabase(kontor, fill);
  const browser = await openBrowser();
  try {
    return [
      ...(await monthLines(browser, kontor, people)),
      ...(await weekLines(browser, kontor, people)),
      ...(await dragLines(browser, kontor, people)),
    ];
  } finally {
    await browser.close();
  }
}

/** Sixty people whose calendars the reader may write in. Returns their numbers. */
async function fill(client: pg.Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ instance_id: number; user_id: number }>(
    'select u.instance_id, u.user_id from app_user u join instance i using (instance_id) where i.name = $1',
    [INSTANCE],
  );
  const { instance_id: instanceId, user_id: readerId } = rows[0] ?? {};
  const made = await client.query<{ user_id: number }>(
    `insert into app_user (instance_id, user_name, first_name, last_name, rights)
      select $1, 'b' || n, 'Person', 'Nummer ' || n, (select rights from app_user where instance_id = $1 and user_id = $2)
      from generate_series(1, $3::int) n returning user_id`,
    [instanceId, readerId, PEOPLE],
  );
  const people = made.rows.map((row) => row.user_id);
  await client.query(
    "insert into calendar_right (instance_id, owner_id, level) select $1, p, 'write' from unnest($2::int[]) p",
    [instanceId, people],
  );
  // Of a person the k-th: spread over the days of the month, each person beginning at another hour; and the quarters of the busy day.
  await client.query(
    `with given as (
      select (p.n - 1) * ${EACH + QUARTERS} + k as n, p.id as person,
        case when k < ${EACH} then timestamptz '${FIRST}T06:00:00Z' + (k * ${DAYS} / ${EACH}) * interval '1 day' + ((p.n + k) % 9) * interval '1 hour'
          else timestamptz '${BUSY_DAY}T05:00:00Z' + (k - ${EACH}) * interval '15 minutes' end as begins,
        case when k < ${EACH} then interval '1 hour' else interval '15 minutes' end as takes
      from unnest($2::int[]) with ordinality as p (id, n) cross join generate_series(0, ${EACH + QUARTERS} - 1) k
      where k < ${EACH} or p.n <= ${COLUMNS}
    ), numbered as (
      select nextval(pg_get_serial_sequence('activity', 'activity_id')) as id, given.* from given
    ), items as (
      insert into activity (activity_id, ts, instance_id, module, direction, contact, information)
      select id, begins, $1, 7, 2, '', 'Besprechung ' || n from numbered
    ), made as (
      insert into appointment (instance_id, appointment_id, calendar_id, creator_id, created_at, location, time_mode, starts_local, ends_local, zone, access, uid)
      select $1, id, person, person, 0, 'Halle 2', 'fixedTime', to_char(begins at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'),
        to_char((begins + takes) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), 'UTC', 'public', 'blick-' || id
      from numbered
    ), persons as (
      insert into appointment_person (instance_id, appointment_id, member_id, user_id, state, accepts, is_confirmed)
      select $1, id, 1, person, 'accepted', true, true from numbered
    )
    insert into appointment_span (instance_id, appointment_id, calendar_id, original_min, starts_at, ends_at, mode, kind)
    select $1, id, person, 0, begins, begins + takes, 0, 1 from numbered`,
    [instanceId, people],
  );
  await client.query('vacuum analyze activity, appointment, appointment_person, appointment_span');
  return people;
}

/** Signs the reader in and opens the calendar, with a processor that is slowed down from then on. */
async function open(browser: Browser, kontor: KontorProcess, search: string, slowDown: number): Promise<Page> {
  const context = await browser.newContext(DESKTOP);
  const page = await context.newPage();
  const address = `http://${INSTANCE}.localhost:${kontor.port}`;
  await page.goto(address);
  await page
    .getByLabel('Instanz')
    .fill(INSTANCE, { timeout: 2000 })
    .catch(() => undefined);
  await page.getByLabel('Benutzername').fill(READER);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('heading', { name: 'Eingang' }).waitFor();
  await page.goto(`${address}/agenda?${search}`);
  await page.locator('.calendar-page').waitFor();
  await page.waitForTimeout(1500);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  return page;
}

/** What has to be on the screen: so many elements. */
interface Wanted {
  readonly selector: string;
  readonly least: number;
}

/** Has the page count from `begin` until it shows what is wanted, the frame included. Resolves with milliseconds; it listens once the outer promise has resolved. */
async function shown(page: Page, begin: { readonly to: string } | 'key', wanted: Wanted) {
  const handle = await page.evaluateHandle(
    ({ to, selector, least }) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const count = (from: number): void => {
        const check = (): void => {
          if (performance.now() - from > 20_000) reject(new Error(`${selector} is not shown`));
          else if (document.querySelectorAll(selector).length < least) requestAnimationFrame(check);
          else {
            // The task after the frame: what stands in it is on the screen.
            const channel = new MessageChannel();
            channel.port1.addEventListener('message', () => resolve(performance.now() - from));
            channel.port1.start();
            channel.port2.postMessage(null);
          }
        };
        requestAnimationFrame(check);
      };
      if (to === undefined)
        addEventListener('keydown', ({ timeStamp }) => count(timeStamp), { capture: true, once: true });
      else {
        count(performance.now());
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }
      return { promise };
    },
    { ...(begin === 'key' ? {} : begin), ...wanted } as { to?: string } & Wanted,
  );
  return () => handle.evaluate(({ promise }) => promise);
}

const line = (name: string, ours: number, against: string, anchor: number, aimMs: number): Line => ({
  name,
  unit: 'ms',
  ours,
  against,
  anchor,
  aim: { most: aimMs / anchor },
});

/** A month that was looked at before, from one with nothing in it. */
async function monthLines(browser: Browser, kontor: KontorProcess, people: readonly number[]): Promise<Line[]> {
  const addressOf = (day: string) => `/agenda?view=month&day=${day}&calendars=${people.join('-')}`;
  const page = await open(browser, kontor, addressOf(MONTHS.empty).split('?')[1] ?? '', SLOW_DOWN);
  const go = async (day: string) => {
    const least = day === MONTHS.full ? 100 : 0;
    const days = `.cal-month [data-cell^="${day} "]`;
    const selector = least === 0 ? days : `.cal-month:has([data-cell^="${day} "]) .cal-line`;
    const time = await (await shown(page, { to: addressOf(day) }, { selector, least: Math.max(1, least) }))();
    // The months before and behind are asked for meanwhile.
    await page.waitForTimeout(2500);
    return time;
  };
  const [full, empty]: [number[], number[]] = [[], []];
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [day, times] of [
      [MONTHS.full, full],
      [MONTHS.otherEmpty, empty],
    ] as const) {
      const time = await go(day);
      // The first of each is asked of the server.
      if (round >= 0) times.push(time);
      await go(MONTHS.empty);
    }
  await page.context().close();
  const [ours, anchor] = [quantile(full, 0.5), quantile(empty, 0.5)];
  const name = `a month of ${PEOPLE} people, ${PEOPLE * EACH} elements, from memory, ${SLOW_DOWN}x slower processor`;
  return [
    line(name, ours, 'one frame', FRAME_MS, AIMS.month),
    { name: 'the same', unit: 'ms', ours, against: 'the same with nothing in it', anchor },
  ];
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The next week by its key, of one person, of twenty and of sixty. */
async function weekLines(browser: Browser, kontor: KontorProcess, people: readonly number[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [count, slowDown] of [
    [1, 1],
    [COLUMNS, 1],
    [PEOPLE, 1],
    [PEOPLE, SLOW_DOWN],
  ] as const) {
    const calendars = people.slice(0, count).join('-');
    const page = await open(browser, kontor, `view=week&day=${WEEK}&calendars=${calendars}`, slowDown);
    const times: number[] = [];
    for (let step = 0; step < 2 * STEPS; step += 1) {
      const by = step < STEPS ? 1 : -1;
      const reached = step < STEPS ? step + 1 : 2 * STEPS - step - 1;
      const day = dayAfter(WEEK, 7 * reached);
      const selector =
        count === 1 ? `.cal-scroll:has([data-cell^="${day} "]) .ap` : `.cal-team:has([data-cell^="${day} "]) .cal-line`;
      const time = await shown(page, 'key', { selector, least: Math.min(count, IN_SIGHT) * 4 });
      await page.keyboard.press(by === 1 ? 'j' : 'k');
      const took = await time();
      // The first key warms up.
      if (step > 0) times.push(took);
      await page.waitForTimeout(1500);
    }
    await page.context().close();
    const whose = count === 1 ? 'one person' : `${count} people`;
    const how = slowDown === 1 ? '' : `, ${slowDown}x slower processor`;
    const found = line(
      `key to the next week of ${whose}, from memory${how}`,
      quantile(times, 0.5),
      'one frame',
      FRAME_MS,
      AIMS.week,
    );
    if (slowDown === 1) lines.push(found);
    else lines.push({ ...found, name: found.name, aim: { most: AIMS.month / FRAME_MS } });
  }
  return lines;
}

/** Frames while something is carried over all columns of a day, beside those of an empty page over which the mouse is moved alike. */
async function dragLines(browser: Browser, kontor: KontorProcess, people: readonly number[]): Promise<Line[]> {
  const calendars = people.slice(0, COLUMNS).join('-');
  const page = await open(browser, kontor, `view=day&day=${BUSY_DAY}&calendars=${calendars}`, SLOW_DOWN);
  const elements = await page.locator('.cal-col .ap').count();
  if (elements !== COLUMNS * QUARTERS) throw new Error(`${elements} of ${COLUMNS * QUARTERS} elements are shown`);
  const block = page.locator('[data-column="1"] .ap').nth(12);
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  if (box === null) throw new Error('What is to be dragged is not shown');
  const carried = await framesWhile(page, async () => {
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.down();
    await across(page);
  });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const bare = await page.context().newPage();
  await bare.setContent('<body style="font:14px sans-serif">');
  await (await page.context().newCDPSession(bare)).send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  const plain = await framesWhile(bare, () => across(bare));
  await page.context().close();
  const name = `dragging over ${COLUMNS} columns, ${elements} elements, ${SLOW_DOWN}x slower processor`;
  const against = 'the same over an empty page';
  return [
    line(`${name}: slowest frame`, Math.max(...carried), against, Math.max(...plain), AIMS.drag),
    line(`${name}: 95 of 100 frames`, quantile(carried, 0.95), against, quantile(plain, 0.95), AIMS.drag),
  ];
}

/** Moves the mouse over the whole width, down and up again, and rests at the edge, where what lies beyond comes into sight. */
async function across(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? DESKTOP.viewport;
  for (let n = 0; n <= 90; n += 1) {
    await page.mouse.move(300 + (n / 90) * (width - 320), height / 2 + Math.sin(n / 8) * (height / 3));
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(1500);
}
