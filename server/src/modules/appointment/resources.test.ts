import type { ItemChangeEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { hasLongTests } from '../../testing/long.ts';
import {
  at,
  calendar,
  codeOf,
  day,
  details,
  occurrence,
  openOffice,
  spans,
  starts,
  type Office,
} from './testing/fixture.ts';
import { bookings, resource, resourcesOf, take, takenBy, taking } from './testing/resources.ts';

/** What stands in private appointments alone. */
const SECRET = 'zqgeheim';

let office: Office;
beforeAll(async () => {
  office = await openOffice('raeume');
});
afterAll(() => office?.server.close());

const daily = (nTimes: number) => ({ repetition: { repetitionType: 'daily', hasAnEnd: true, nTimes } });

describe('a resource', () => {
  test('is kept by administrators, and known to who sees calendars', async () => {
    const { anna, ben } = office;
    const given = { name: ' Kran ', kind: 'machine', capacity: null, description: 'Hof', isHard: false };
    expect(await codeOf(ben.tryCommand('appointment.saveResource', given))).toBe('403 RIGHT_MISSING');
    const { resourceId, calendarId } = await resource(office, given);
    const room = await resource(office, { name: 'Saal', capacity: 40 });
    expect(await resourcesOf(ben)).toEqual([
      {
        id: room.resourceId,
        calendarId: room.calendarId,
        name: 'Saal',
        kind: 'room',
        capacity: 40,
        description: '',
        isHard: true,
      },
      { id: resourceId, calendarId, name: 'Kran', kind: 'machine', capacity: null, description: 'Hof', isHard: false },
    ]);
    await anna.command('appointment.saveResource', { ...given, id: resourceId, name: 'Portalkran' });
    expect((await resourcesOf(ben)).map(({ name }) => name)).toEqual(['Saal', 'Portalkran']);
    const gone = { id: 99_999 };
    expect(await codeOf(anna.tryCommand('appointment.saveResource', { ...given, ...gone }))).toBe('404 NOT_FOUND');
    expect(await codeOf(anna.tryCommand('appointment.removeResource', gone))).toBe('404 NOT_FOUND');
    for (const { id } of await resourcesOf(anna)) await anna.command('appointment.removeResource', { id });
    expect(await resourcesOf(ben)).toEqual([]);
    expect(await codeOf(ben.tryCommand('appointment.create', taking(resourceId, 3)))).toBe('404 NOT_FOUND');
  });

  test('takes part, and is taken in its own calendar, whole for who sees it whole by other means', async () => {
    const { anna, ben, chris, ids } = office;
    const { resourceId, calendarId } = await resource(office);
    const aggregateId = await take(anna, resourceId, 3, { participants: [{ resourceId }, { userId: ids.ben }] });
    expect((await details(anna, aggregateId)).participants).toMatchObject([
      { userId: null, resourceId, accept: 'true', active: 'true', name: 'Besprechung 1', address: '', state: 'none' },
      { userId: ids.ben, resourceId: null },
      { userId: ids.anna, resourceId: null },
    ]);
    const seen = async (by: typeof ben) =>
      (await spans(by, [calendarId], [day(3), day(4)])).map(({ kind, title, participants }) => [
        kind,
        title,
        participants,
      ]);
    expect(await seen(ben)).toEqual([['busy', 'Runde', 2]]);
    expect(await seen(chris)).toEqual([['busy', null, 0]]);
    await anna.command('appointment.saveRights', { rights: [{ userId: ids.chris, level: 'read' }] });
    expect(await seen(chris)).toEqual([['busy', 'Runde', 2]]);
    await anna.command('appointment.saveRights', { rights: [] });
    const range = { calendars: [calendarId], from: '2031-03-03T00:00:00Z', to: '2031-03-04T00:00:00Z' };
    expect(await chris.query('appointment.freeBusy', range)).toEqual([
      { calendarId, times: [{ start: '2031-03-03T08:00:00.000Z', end: '2031-03-03T09:00:00.000Z', kind: 'busy' }] },
    ]);
    expect(await calendar(chris, { calendar: calendarId })).toMatchObject([{ calendarId, title: '' }]);
    const far = await spans(ben, [calendarId + 5000], [day(3), day(4)]);
    expect(far).toEqual([]);
    // It goes with all that is said of the appointment, and out when it is taken out.
    const participants = [{ userId: ids.anna }, { userId: ids.ben }];
    await anna.command('appointment.save', { ...(await details(anna, aggregateId)), participants });
    expect(await bookings(office, resourceId)).toEqual([]);
    expect(await seen(ben)).toEqual([]);
    const [change] = await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId });
    expect(change?.differences).toMatchObject([
      { field: 'participants', before: ['Besprechung 1', ids.ben, ids.anna], after: [ids.ben, ids.anna] },
    ]);
  });

  test('says nothing of a private appointment, in its calendar or where it is taken', async () => {
    const { server, anna, ben, chris } = office;
    const { resourceId, calendarId } = await resource(office);
    const [last] = await runSql(server.url, 'select coalesce(max(seq), 0)::text as seq from event_outbox');
    const secret = { title: SECRET, location: SECRET, description: `<p>${SECRET}</p>`, access: 'private' };
    await take(anna, resourceId, 4, { ...secret, ...daily(2) });
    await anna.command('appointment.saveRights', { rights: [{ userId: office.ids.chris, level: 'write' }] });
    const range = { calendars: [calendarId], from: '2031-03-04T00:00:00Z', to: '2031-03-06T00:00:00Z' };
    for (const by of [ben, chris]) {
      const outputs = [
        await by.query('appointment.range', range),
        await by.query('appointment.freeBusy', range),
        await by.query('appointment.days', { calendars: [calendarId], from: day(4), to: day(5) }),
        await by.query('appointment.findTimes', { from: range.from, to: range.to, must: [calendarId], minutes: 60 }),
        await calendar(by, { calendar: calendarId }),
        (await by.tryCommand('appointment.create', taking(resourceId, 4))).body,
      ];
      for (const output of outputs) expect(JSON.stringify(output)).not.toContain(SECRET);
      expect(JSON.stringify(outputs[0])).toContain('busy');
      expect(outputs.at(-1)).toMatchObject({ code: 'RESOURCE_TAKEN' });
    }
    await anna.command('appointment.saveRights', { rights: [] });
    const events = await runSql(
      server.url,
      `select body::text as body from event_outbox where seq > ${(last as { seq: string }).seq} and topic = 'user.${office.ids.ben}'`,
    );
    expect(events.length).toBeGreaterThan(0);
    for (const { body } of events as unknown as { body: string }[]) expect(body).not.toContain(SECRET);
  });
});

describe('a resource that cannot be taken twice', () => {
  let room: Awaited<ReturnType<typeof resource>>;
  beforeAll(async () => {
    room = await resource(office, { name: 'Saal' });
    await take(office.anna, room.resourceId, 10, { title: 'Vorstand' });
  });
  const pair = (number: number, title: string | null, times: readonly [string, string] = ['09:00', '10:00']) => ({
    calendarId: room.calendarId,
    name: 'Saal',
    startDate: at(number, times[0]),
    endDate: at(number, times[1]),
    title,
  });

  test.each([
    ['one at the same time', {}],
    ['though it is accepted', { accepted: true }],
    ['one that begins before', { startDate: at(10, '08:00'), endDate: at(10, '09:15') }],
    ['whole days', { allDay: true, startDate: day(9), endDate: day(10) }],
    ['one without a zone', { zone: null }],
    ['one in another zone', { zone: 'America/New_York', startDate: at(10, '04:30'), endDate: at(10, '04:45') }],
    ['an occurrence of a series', { ...daily(5), startDate: at(8, '09:00'), endDate: at(8, '10:00') }],
  ])('refuses %s, and nothing is written', async (_, part) => {
    const { ben, ids } = office;
    const before = await bookings(office, room.resourceId);
    const answer = await takenBy(ben.tryCommand('appointment.create', taking(room.resourceId, 10, part)));
    expect(answer).toHaveLength(1);
    expect(answer).toMatchObject([{ calendarId: room.calendarId, name: 'Saal', title: null }]);
    expect(await bookings(office, room.resourceId)).toEqual(before);
    expect(await starts(ben, ids.ben, [day(7), day(12)])).toEqual([]);
  });

  test('says by what it is taken to who sees that', async () => {
    const answer = office.anna.tryCommand('appointment.create', taking(room.resourceId, 10));
    expect(await takenBy(answer)).toEqual([pair(10, 'Vorstand')]);
  });

  test.each([
    ['one that begins when it is over', { startDate: at(10, '10:00'), endDate: at(10, '11:00') }],
    ['one by which nobody is busy', { isFree: true }],
    ['one without hours', { timeMode: 'timeIndependent' }],
    ['one without it', { participants: [] }],
    ['one that takes no time', { startDate: at(10, '09:30'), endDate: at(10, '09:30') }],
  ])('takes %s', async (_, part) => {
    const { ben } = office;
    const aggregateId = await take(ben, room.resourceId, 10, part);
    await ben.command('appointment.delete', { aggregateId });
    expect(await bookings(office, room.resourceId)).toEqual([
      { start: `${day(10)}T08:00`, end: '09:00', isHard: true },
    ]);
  });

  test('is asked wherever the time becomes another', async () => {
    const { ben } = office;
    const { resourceId } = room;
    const aggregateId = await take(ben, resourceId, 12);
    const to = { startDate: at(10, '09:30'), endDate: at(10, '10:30') };
    expect(await takenBy(ben.tryCommand('appointment.changeTimes', { aggregateId, ...to }))).toEqual([pair(10, null)]);
    expect(await details(ben, aggregateId)).toMatchObject({ startDate: at(12, '09:00'), aggregateVersion: 1 });
    const moved = { aggregateId, startDate: at(9, '09:00'), endDate: at(9, '10:00') };
    await ben.command('appointment.changeTimes', moved);
    expect(await takenBy(ben.tryCommand('appointment.delayOneDay', { aggregateId }))).toEqual([pair(10, null)]);
    await ben.command('appointment.delete', { aggregateId });
    // It is free again, and back only where it still is.
    const other = await take(ben, resourceId, 9);
    for (const [command, params] of [
      ['appointment.delete', { aggregateId, takesBack: true }],
      ['activity.restore', { aggregateIds: [aggregateId] }],
    ] as const)
      expect(await takenBy(ben.tryCommand(command, params))).toEqual([pair(9, 'Runde')]);
    await ben.command('appointment.delete', { aggregateId: other });
    await ben.command('activity.restore', { aggregateIds: [aggregateId] });
    expect((await bookings(office, resourceId)).map(({ start }) => start)).toEqual([
      `${day(9)}T08:00`,
      `${day(10)}T08:00`,
    ]);
    await ben.command('appointment.delete', { aggregateId });
  });

  test('is booked by every occurrence, as that is moved, taken out, brought back and handed on', async () => {
    const { ben } = office;
    const { resourceId } = room;
    const series = await take(ben, resourceId, 20, { ...daily(6) });
    const at9 = (id: string, number: number) => occurrence(id, at(number, '09:00'));
    const booked = async () => (await bookings(office, resourceId)).map(({ start }) => start.slice(8)).slice(1);
    const eight = ['20T08:00', '21T08:00', '22T08:00', '23T08:00', '24T08:00', '25T08:00'];
    expect(await booked()).toEqual(eight);
    await ben.command('appointment.delete', { aggregateId: at9(series, 21) });
    expect(await booked()).toEqual(eight.filter((one) => one !== '21T08:00'));
    const between = await take(ben, resourceId, 21);
    const restored = ben.tryCommand('appointment.restoreOccurrence', { aggregateId: at9(series, 21) });
    expect(await takenBy(restored)).toEqual([pair(21, 'Runde')]);
    await ben.command('appointment.delete', { aggregateId: between });
    await ben.command('appointment.restoreOccurrence', { aggregateId: at9(series, 21) });
    expect(await booked()).toEqual(eight);
    // One alone.
    const onto = { startDate: at(23, '09:30'), endDate: at(23, '10:30') };
    const taken = ben.tryCommand('appointment.changeTimes', { aggregateId: at9(series, 22), ...onto });
    expect(await takenBy(taken)).toEqual([pair(23, 'Runde')]);
    const late = { startDate: at(22, '12:00'), endDate: at(22, '13:00') };
    await ben.command('appointment.changeTimes', { aggregateId: at9(series, 22), ...late });
    expect(await booked()).toEqual(eight.map((one) => (one === '22T08:00' ? '22T11:00' : one)));
    // Those that follow.
    const later = { startDate: at(24, '14:00'), endDate: at(24, '15:00'), scope: 'following' };
    await ben.command('appointment.changeTimes', { aggregateId: at9(series, 24), ...later });
    expect(await booked()).toEqual(['20T08:00', '21T08:00', '22T11:00', '23T08:00', '24T13:00', '25T13:00']);
    // All of what is left, onto the room of another one.
    const all = { startDate: at(10, '09:00'), endDate: at(10, '10:00'), scope: 'all' };
    expect(await takenBy(ben.tryCommand('appointment.changeTimes', { aggregateId: series, ...all }))).toEqual([
      pair(10, null),
    ]);
    await ben.command('appointment.delete', { aggregateId: at9(series, 21), scope: 'following' });
    expect(await booked()).toEqual(['20T08:00', '24T13:00', '25T13:00']);
  });

  test('has one of all who want it at once', async () => {
    const { resourceId } = await resource(office, { name: 'Pult' });
    const { anna, ben, chris } = office;
    const tries = hasLongTests ? 1000 : 200;
    const clients = [anna, ben, chris];
    // A quarter of an hour each, from minute to minute.
    const wanted = Array.from({ length: tries }, (_, n) => {
      const minutes = (n * 7) % (tries / 2);
      const start = Temporal.PlainDateTime.from(at(5, '06:00')).add({ minutes });
      return {
        title: `Versuch ${n}`,
        startDate: start.toString({ smallestUnit: 'second' }),
        endDate: start.add({ minutes: 15 }).toString({ smallestUnit: 'second' }),
        participants: [{ resourceId }],
        accepted: true,
      };
    });
    const codes: string[] = [];
    const lane = async (first: number) => {
      for (let n = first; n < tries; n += 8)
        codes.push(await codeOf((clients[n % 3] ?? anna).tryCommand('appointment.create', wanted[n] ?? {})));
    };
    await Promise.all(Array.from({ length: 8 }, (_, first) => lane(first)));
    expect(new Set(codes)).toEqual(new Set(['200', '409 RESOURCE_TAKEN']));
    const [double] = await runSql(
      office.server.url,
      `select count(*)::int as count from appointment_span a join appointment_span b on a.calendar_id = b.calendar_id and a.appointment_id < b.appointment_id
         and a.starts_at < b.ends_at and b.starts_at < a.ends_at where a.calendar_id = ${1_000_000_000 + resourceId}`,
    );
    expect(double).toEqual({ count: 0 });
    expect((await bookings(office, resourceId)).length).toBe(codes.filter((code) => code === '200').length);
  });
});
