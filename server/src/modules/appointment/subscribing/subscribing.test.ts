import { readSpan, type CalendarSubscription } from '@kontor/contract/appointment';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { codeOf, openOffice, type Office } from '../testing/fixture.ts';
import { backOffMs, everyMsOf } from './feed.ts';

let office: Office;
let host: Server;
let port: number;
/** What is answered, by path; and what was asked. */
const pages = new Map<string, { status?: number; body?: string; headers?: Record<string, string> }>();
const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  host = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers });
    const { status = 200, body = '', headers: own = {} } = pages.get(url) ?? { status: 404 };
    const isSame = own['etag'] !== undefined && headers['if-none-match'] === own['etag'];
    response.writeHead(isSame ? 304 : status, own).end(isSame ? undefined : body);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  port = (host.address() as AddressInfo).port;
  office = await openOffice('subscribing', { imagePolicy: { allowPrivateHosts: true, ports: [port] }, alone: true });
});
afterAll(async () => {
  await office?.server.close();
  host?.close();
});

const file = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Feiertage', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n');

const subscriptionsOf = async (by: TestClient) =>
  (await by.query<{ subscriptions: CalendarSubscription[] }>('appointment.subscriptions')).subscriptions;
async function tried(by: TestClient, id: number, since: string | null = null): Promise<CalendarSubscription> {
  const one = async () => (await subscriptionsOf(by)).find((it) => it.id === id);
  await expect.poll(async () => (await one())?.triedAt ?? null).not.toBe(since);
  return (await one()) as CalendarSubscription;
}
async function subscribe(by: TestClient, path: string, more: object = {}): Promise<CalendarSubscription> {
  const address = `http://127.0.0.1:${port}${path}`;
  return tried(by, (await by.command<{ id: number }>('appointment.subscribe', { address, ...more })).id);
}
async function shown(by: TestClient, calendar: number) {
  const { rows } = await by.query<{ rows: unknown[][] }>('appointment.range', {
    calendars: [calendar],
    from: '2031-03-01T00:00:00.000Z',
    to: '2031-04-01T00:00:00.000Z',
    zone: 'Europe/Berlin',
  });
  return rows.map((row) => readSpan(row));
}
/** Has the next fetch come now. */
async function again(by: TestClient, one: CalendarSubscription): Promise<CalendarSubscription> {
  const { owner } = office.server.platform.database;
  await owner.updateTable('calendar_source').set({ tried_at: null }).where('address', '=', one.address).execute();
  await by.command('appointment.fetchSubscription', { id: one.id });
  return tried(by, one.id);
}

test('times that a feed names beside a rule are shown, but for those that it takes out or says otherwise', async () => {
  const { chris } = office;
  const times = ['DTSTART:20310303T090000Z', 'DTEND:20310303T100000Z'];
  pages.set('/beside.ics', {
    body: file(
      event(
        'r',
        ...times,
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'RDATE:20310305T090000Z,20310306T090000Z,20310307T090000Z',
        'EXDATE:20310306T090000Z',
        'SUMMARY:Markt',
      ),
      event(
        'r',
        'RECURRENCE-ID:20310307T090000Z',
        'DTSTART:20310307T120000Z',
        'DTEND:20310307T130000Z',
        'SUMMARY:Markt',
      ),
      event('alone', ...times, 'RDATE:20310320T090000Z', 'SUMMARY:Ohne Regel'),
    ),
  });
  const one = await subscribe(chris, '/beside.ics');
  expect(
    (await shown(chris, one.calendarId)).map(({ start, title }) => `${start.slice(8, 13)} ${title}`).toSorted(),
  ).toEqual(['03T09 Markt', '03T09 Ohne Regel', '05T09 Markt', '07T12 Markt', '10T09 Markt', '20T09 Ohne Regel']);
});

test("a feed is shown to its person alone, is nobody's time, and repeats as elsewhere", async () => {
  const { anna, ben, ids } = office;
  pages.set('/days.ics', {
    body: file(
      event('a', 'DTSTART;VALUE=DATE:20310306', 'SUMMARY:Frauentag'),
      event(
        'b',
        'DTSTART:20310303T090000Z',
        'DTEND:20310303T100000Z',
        'RRULE:FREQ=WEEKLY',
        'SUMMARY:Markt',
        'EXDATE:20310310T090000Z',
      ),
      event(
        'b',
        'RECURRENCE-ID:20310317T090000Z',
        'DTSTART:20310318T110000Z',
        'DTEND:20310318T120000Z',
        'SUMMARY:Markt, einen Tag später',
      ),
      event('c', 'DTSTART:20310320T090000Z', 'STATUS:CANCELLED', 'SUMMARY:Fällt aus'),
    ),
  });
  const one = await subscribe(anna, '/days.ics', { color: '#1f7a80' });
  expect(one).toMatchObject({ name: 'Feiertage', problem: null, events: 3 });
  const spans = await shown(anna, one.calendarId);
  expect(
    spans.map(({ start, title }) => [start, title]).toSorted((x, y) => ((x[0] ?? '') < (y[0] ?? '') ? -1 : 1)),
  ).toEqual([
    ['2031-03-03T09:00:00.000Z', 'Markt'],
    ['2031-03-06', 'Frauentag'],
    ['2031-03-18T11:00:00.000Z', 'Markt, einen Tag später'],
    ['2031-03-24T09:00:00.000Z', 'Markt'],
    ['2031-03-31T09:00:00.000Z', 'Markt'],
  ]);
  expect(
    new Set(
      spans.map(({ kind, color, writepermission, appointmentId }) =>
        [kind, color, writepermission, appointmentId].join(),
      ),
    ),
  ).toEqual(new Set(['free,#1f7a80,false,']));
  // Neither by its number nor in the person's own calendar does anybody else see it.
  expect(await shown(ben, one.calendarId)).toEqual([]);
  expect([await shown(ben, ids.anna), await shown(anna, ids.anna)]).toEqual([[], []]);
  expect(await codeOf(ben.tryCommand('appointment.unsubscribe', { id: one.id }))).toBe('404 NOT_FOUND');
});

test('one address is fetched once, whoever subscribes, and is not sent again while it is the same', async () => {
  const { anna, ben } = office;
  const count = () => requests.filter(({ path }) => path === '/shared.ics').length;
  pages.set('/shared.ics', {
    body: file(event('s', 'DTSTART:20310305T090000Z', 'SUMMARY:Geteilt')),
    headers: { etag: '"1"' },
  });
  const first = await subscribe(anna, '/shared.ics');
  const second = await subscribe(ben, '/shared.ics', { name: 'Bei mir' });
  expect([count(), second.name]).toEqual([1, 'Bei mir']);
  expect((await shown(ben, second.calendarId)).map(({ title }) => title)).toEqual(['Geteilt']);
  await again(anna, first);
  expect([count(), requests.at(-1)?.headers['if-none-match']]).toEqual([2, '"1"']);
  expect((await shown(anna, first.calendarId)).map(({ title }) => title)).toEqual(['Geteilt']);
  await anna.command('appointment.unsubscribe', { id: first.id });
  expect(await shown(anna, first.calendarId)).toEqual([]);
  expect(await shown(ben, second.calendarId)).toHaveLength(1);
  await ben.command('appointment.unsubscribe', { id: second.id });
  const { owner } = office.server.platform.database;
  const left = await owner
    .selectFrom('calendar_source')
    .select('address')
    .where('address', '=', first.address)
    .execute();
  expect(left).toEqual([]);
});

test('the last good copy stays where a fetch fails, which is said and tried again', async () => {
  const { anna } = office;
  pages.set('/flaky.ics', { body: file(event('f', 'DTSTART:20310305T090000Z', 'SUMMARY:Bleibt')) });
  const one = await subscribe(anna, '/flaky.ics');
  for (const [page, problem] of [
    [{ status: 500 }, 'refused'],
    [{ body: '<html>Anmelden</html>' }, 'calendar'],
    [{ body: 'x'.repeat(10_000_001) }, 'large'],
    [{ status: 302, headers: { location: 'http://169.254.169.254/latest' } }, 'unreached'],
    [{ status: 302, headers: { location: 'file:///etc/passwd' } }, 'unreached'],
  ] as const) {
    pages.set('/flaky.ics', page);
    const after = await again(anna, one);
    expect([after.problem, after.fetchedAt]).toEqual([problem, one.fetchedAt]);
    expect((await shown(anna, one.calendarId)).map(({ title }) => title)).toEqual(['Bleibt']);
  }
  pages.set('/flaky.ics', {
    body: file('REFRESH-INTERVAL;VALUE=DURATION:PT1M', event('f', 'DTSTART:20310305T090000Z', 'SUMMARY:Neu')),
  });
  const after = await again(anna, one);
  expect(after.problem).toBeNull();
  expect((await shown(anna, one.calendarId)).map(({ title }) => title)).toEqual(['Neu']);
  expect(Date.parse(after.nextAt ?? '') - Date.parse(after.fetchedAt ?? '')).toBe(15 * 60_000);
});

test('rules that never end are bounded', async () => {
  const { anna } = office;
  pages.set('/hostile.ics', {
    body: file(
      event('h1', 'DTSTART:20310301T000000Z', 'RRULE:FREQ=SECONDLY'),
      event('h2', 'DTSTART:19000101T000000Z', 'RRULE:FREQ=DAILY'),
      event('h3', 'DTSTART:20310301T000000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
      event('h4', 'DTSTART:99990301T000000Z'),
    ),
  });
  const one = await subscribe(anna, '/hostile.ics');
  const begun = Date.now();
  const spans = await shown(anna, one.calendarId);
  expect(spans.length).toBeGreaterThan(30);
  expect(spans.length).toBeLessThanOrEqual(5000);
  expect(Date.now() - begun).toBeLessThan(5000);
});

test.each(['ftp://x.example/a.ics', 'keine', 'http://user:pass@x.example/a.ics', 'file:///etc/passwd'])(
  'an address that is none is refused: %s',
  async (address) => {
    expect(await codeOf(office.anna.tryCommand('appointment.subscribe', { address }))).toBe(
      '422 CALENDAR_ADDRESS_INVALID',
    );
  },
);

test.each([
  ['', 21_600_000],
  ['PT1H', 3_600_000],
  ['PT1M', 900_000],
  ['P30D', 604_800_000],
  ['-PT1H', 21_600_000],
  ['x', 21_600_000],
])('a feed that says %s is fetched after %i ms', (said, ms) => expect(everyMsOf(said)).toBe(ms));

test.each([
  [1, 900_000],
  [2, 1_800_000],
  [7, 57_600_000],
  [50, 86_400_000],
])('what failed %i times is tried after %i ms', (failures, ms) => expect(backOffMs(failures)).toBe(ms));
