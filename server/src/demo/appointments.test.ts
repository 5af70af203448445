import type { ListEntry } from '@kontor/contract/activity';
import {
  readSpan,
  type AppointmentDetail,
  type AppointmentType,
  type CalendarSet,
  type Resource,
  type Span,
} from '@kontor/contract/appointment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChange } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import type { TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { APPOINTMENTS, DEMO_RESOURCES, DEMO_SETS, DEMO_TYPES } from './appointments.ts';
import { fillAppointments } from './fill-appointments.ts';
import { fillRecords } from './fill-records.ts';

let server: TestServer;
let instance: Instance;
let ids: readonly number[];
const now = new Date();
beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('demo');
  ids = [
    await server.person(instance, 'anna'),
    await server.person(instance, 'ben'),
    await server.person(instance, 'chris'),
  ];
  const change = createChange(server.platform, () => {});
  await fillRecords(change, instance, now);
  await fillAppointments(change, instance, now);
  await fillAppointments(change, instance, now);
});
afterAll(() => server?.close());

const all = (by: TestClient) => by.query<ListEntry[]>('appointment.items', { view: 'all' });

test('the office has its appointments once, what is over Done and what asks New', async () => {
  for (const name of ['anna', 'ben', 'chris'] as const) {
    const entries = await all(await server.client(instance, name));
    const own = APPOINTMENTS.filter((one) => one.by === name || one.with?.includes(name));
    expect(entries.map(({ information }) => information).toSorted()).toEqual(own.map(({ title }) => title).toSorted());
    const unanswered = own
      .filter(({ says, day: [week] }) => says?.[name] === 'none' && week > 0)
      .map(({ title }) => title);
    const fresh = entries.filter(({ status }) => status === 1).map(({ information }) => information);
    expect(fresh.toSorted()).toEqual(unanswered.toSorted());
    const over = own
      .filter(({ day: [week], repetition }) => week < 0 && repetition === undefined)
      .map(({ title }) => title);
    const done = new Set(entries.filter(({ status }) => status === 3).map(({ information }) => information));
    expect(over.filter((title) => !done.has(title))).toEqual([]);
  }
});

test('its weeks are full, its types are there, and what is private is nobody else’s', async () => {
  const [anna, ben] = await Promise.all(['anna', 'ben'].map((name) => server.client(instance, name)));
  if (anna === undefined || ben === undefined) throw new Error('Somebody is not there');
  const week = (offset: number) => new Date(now.getTime() + offset * 7 * 86_400_000).toISOString();
  const range = { calendars: ids, from: week(-6), to: week(7) };
  const spansOf = async (by: TestClient) =>
    (await by.query<{ rows: unknown[][] }>('appointment.range', range)).rows.map((row): Span => readSpan(row));
  const own = await spansOf(anna);
  expect(own.filter(({ title }) => title === 'Wochenrunde').length).toBeGreaterThan(20);
  expect(own.filter(({ title }) => title === 'Training')).toEqual([]);
  expect((await spansOf(ben)).filter(({ title }) => title === 'Training').length).toBeGreaterThan(8);
  expect((await anna.query<AppointmentType[]>('appointment.types', {})).map(({ title }) => title)).toEqual(
    DEMO_TYPES.map(({ title }) => title),
  );
  const aggregateId = (await all(anna)).find(({ information }) => information === 'Wochenrunde')?.aggregateId;
  expect((await anna.query<AppointmentDetail>('appointment.details', { aggregateId })).excluded).toHaveLength(1);
});

test('its rooms, its van and its crane are there, booked by some, and its sets for everybody to choose', async () => {
  const chris = await server.client(instance, 'chris');
  const resources = await chris.query<Resource[]>('appointment.resources', {});
  expect(resources.map(({ name }) => name).toSorted()).toEqual(DEMO_RESOURCES.map(({ name }) => name).toSorted());
  const crane = resources.find(({ name }) => name === 'Autokran')?.calendarId ?? 0;
  const range = {
    calendars: [crane],
    from: now.toISOString(),
    to: new Date(now.getTime() + 21 * 86_400_000).toISOString(),
  };
  expect(
    (await chris.query<{ rows: unknown[][] }>('appointment.range', range)).rows.map((row) => readSpan(row)),
  ).toMatchObject([{ kind: 'busy', title: null }]);
  const sets = await chris.query<CalendarSet[]>('appointment.sets', {});
  expect(sets.map(({ name, calendars }) => [name, calendars.length])).toEqual(
    DEMO_SETS.map(({ name, people, resources: taken }) => [name, people.length + taken.length]),
  );
});
