import type { CalendarSubscription, FoundTime, Taken } from '@kontor/contract/appointment';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { MORNINGS, ZONE, ahead } from '../booking-pages/testing/office.ts';
import { calendar, openOffice, spans, type Office } from '../testing/fixture.ts';

/** Nobody is there; a booking page only asks whether mails could go out. */
const MAILS = { KONTOR_MAIL_URL: 'smtp://127.0.0.1:9', KONTOR_MAIL_FROM: 'kontor@nordwerk.example' };

let office: Office;
let host: Server;
let one: CalendarSubscription;

const event = (uid: string, ...lines: readonly string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'].join('\r\n');
/** The day of the booking page, whose morning the feed takes from ten to eleven. */
const DAY = ahead(7);
const FEED = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  event('a', 'DTSTART:20310303T090000Z', 'DTEND:20310303T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2', 'SUMMARY:Zahnarzt'),
  event('b', 'DTSTART:20310305T130000', 'DTEND:20310305T140000', 'SUMMARY:Kanarienvogel', 'LOCATION:Tresor'),
  event('c', 'DTSTART;VALUE=DATE:20310306', 'TRANSP:OPAQUE', 'SUMMARY:Umzug'),
  event('d', 'DTSTART;VALUE=DATE:20310307', 'TRANSP:TRANSPARENT', 'SUMMARY:Frauentag'),
  event('e', `DTSTART;TZID=${ZONE}:${DAY.replaceAll('-', '')}T100000`, 'DURATION:PT1H', 'SUMMARY:Geheim'),
  'END:VCALENDAR',
  '',
].join('\r\n');

beforeAll(async () => {
  host = createServer((_, response) => response.end(FEED));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  office = await openOffice(
    'feedstaking',
    { imagePolicy: { allowPrivateHosts: true, ports: [port] }, alone: true },
    MAILS,
  );
  const { id } = await office.anna.command<{ id: number }>('appointment.subscribe', {
    address: `http://127.0.0.1:${port}/own.ics`,
  });
  const found = async () => {
    const { subscriptions } = await office.anna.query<{ subscriptions: CalendarSubscription[] }>(
      'appointment.subscriptions',
    );
    return subscriptions.find((it) => it.id === id);
  };
  one = await vi.waitUntil(
    async () => {
      const subscription = await found();
      return subscription?.events === 5 ? subscription : undefined;
    },
    { timeout: 60_000 },
  );
});
afterAll(async () => {
  await office?.server.close();
  host?.close();
});

const count = (isBusy: boolean) => office.anna.command('appointment.saveSubscription', { id: one.id, isBusy });
const TAKEN = [
  ['2031-03-03T09:00:00.000Z', '2031-03-03T10:00:00.000Z'],
  ['2031-03-05T12:00:00.000Z', '2031-03-05T13:00:00.000Z'],
  ['2031-03-05T23:00:00.000Z', '2031-03-06T23:00:00.000Z'],
  ['2031-03-10T09:00:00.000Z', '2031-03-10T10:00:00.000Z'],
];
const march = { from: '2031-03-01T00:00:00.000Z', to: '2031-04-01T00:00:00.000Z', zone: ZONE };
const takenOf = async (by = office.ben) => {
  const [taken] = await by.query<Taken[]>('appointment.freeBusy', { calendars: [office.ids.anna], ...march });
  return taken?.times.map(({ start, end }) => [start, end]);
};
const seen = async (by = office.ben) => {
  const rows = await spans(by, [office.ids.anna]);
  return rows.toSorted((x, y) => (x.start < y.start ? -1 : 1)).map(({ start, title, kind }) => [start, title, kind]);
};

test('a feed takes its person no time until they say so, and then to everybody, without a word', async () => {
  const { server, anna, ben, ids } = office;
  expect([one.isBusy, await takenOf(), await seen(), await takenOf(anna)]).toEqual([false, [], [], []]);
  await count(true);
  const events = await runSql(
    server.url,
    `select body::text as body from event_outbox where topic = 'user.${ids.ben}' order by seq`,
  );
  const bodies = (events as { body: string }[]).map(({ body }): unknown => JSON.parse(body));
  expect(bodies.at(-1)).toMatchObject({
    type: 'appointment.spans',
    payload: { keys: [`calendar:${ids.anna}`], calendars: [ids.anna], weeks: [] },
  });
  expect(await takenOf()).toEqual(TAKEN);
  expect(await takenOf(anna)).toEqual(TAKEN);
  // Whole days stand there as days.
  expect(await seen()).toEqual([
    ['2031-03-03T09:00:00.000Z', null, 'busy'],
    ['2031-03-05T12:00:00.000Z', null, 'busy'],
    ['2031-03-06', null, 'busy'],
    ['2031-03-10T09:00:00.000Z', null, 'busy'],
  ]);
  const wire = JSON.stringify([await spans(ben, [ids.anna]), await calendar(ben, { calendar: ids.anna })]);
  for (const word of ['Zahnarzt', 'Kanarienvogel', 'Tresor', 'Umzug', 'Frauentag']) expect(wire).not.toContain(word);
  expect(await calendar(ben, { calendar: ids.anna })).toHaveLength(4);
  // The person sees it once: as the feed.
  expect(await seen(anna)).toEqual([]);
  const own = await spans(anna, [one.calendarId]);
  expect(own.map(({ title, kind }) => `${title} ${kind}`).toSorted()).toEqual([
    'Frauentag free',
    'Kanarienvogel busy',
    'Umzug busy',
    'Zahnarzt busy',
    'Zahnarzt busy',
  ]);
});

test('who may not see when somebody is taken sees nothing of a feed either', async () => {
  const { anna, ben, ids } = office;
  await count(true);
  await anna.command('appointment.saveRights', { calendarId: ids.anna, rights: [{ userId: ids.ben, level: 'none' }] });
  expect([await takenOf(), await seen()]).toEqual([undefined, []]);
  await anna.command('appointment.saveRights', { calendarId: ids.anna, rights: [{ userId: ids.ben, level: 'read' }] });
  // Who reads the calendar reads no more of it.
  expect((await seen()).map(([, title]) => title)).toEqual([null, null, null, null]);
  await anna.command('appointment.saveRights', { calendarId: ids.anna, rights: [] });
  expect(
    await ben.query('appointment.days', { calendars: [ids.anna], from: '2031-03-03', to: '2031-03-06', zone: ZONE }),
  ).toEqual([
    { day: '2031-03-03', minutes: 60, count: 1 },
    { day: '2031-03-05', minutes: 60, count: 1 },
    { day: '2031-03-06', minutes: 1440, count: 1 },
  ]);
});

test('times are found, and a booking page offers them, around what a feed takes', async () => {
  const { anna, ben, ids, server } = office;
  const find = async () => {
    const found = await ben.query<FoundTime[]>('appointment.findTimes', {
      must: [ids.anna],
      minutes: 60,
      from: '2031-03-03T08:30:00.000Z',
      to: '2031-03-03T10:00:00.000Z',
      zone: ZONE,
    });
    return found.map(({ start, unsuited }) => [start, unsuited.length]);
  };
  const { slug } = await anna.command<{ slug: string }>('appointment.saveBookingPage', {
    title: 'Beratung',
    hours: MORNINGS,
    durations: [60],
  });
  const offered = async () => {
    const text = await (await fetch(`${server.base}/book/feedstaking/${slug}?day=${DAY}`)).text();
    expect(text).not.toContain('Geheim');
    return [...text.matchAll(/name="slot"\s+value="([^"]+)"/g)].map(([, slot = '']) =>
      new Date(slot).toLocaleTimeString('de-DE', { timeZone: ZONE, timeStyle: 'short' }),
    );
  };
  await count(true);
  expect((await find())[0]).toEqual(['2031-03-03T08:30:00.000Z', 1]);
  expect(await offered()).toEqual(['09:00', '11:00']);
  await count(false);
  expect((await find())[0]).toEqual(['2031-03-03T08:30:00.000Z', 0]);
  expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00']);
  await count(true);
  await anna.command('appointment.unsubscribe', { id: one.id });
  expect(await takenOf()).toEqual([]);
});
