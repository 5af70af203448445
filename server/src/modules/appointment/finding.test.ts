import type { CalendarSet, FoundTime } from '@kontor/contract/appointment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import type { TestClient } from '../../testing/client.ts';
import { at, codeOf, create, day, openOffice, type Office } from './testing/fixture.ts';
import { resource, take } from './testing/resources.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice('finden');
});
afterAll(() => office?.server.close());

const busy = (by: TestClient, number: number, times: readonly [string, string], part: object = {}) =>
  create(by, { startDate: at(number, times[0]), endDate: at(number, times[1]), ...part });

/** The best times of a day, or of some: when, whom they do not suit, what was chosen. */
async function find(number: number, part: object = {}, by = office.anna) {
  const found = await by.query<FoundTime[]>('appointment.findTimes', {
    must: [office.ids.anna, office.ids.ben],
    minutes: 60,
    from: `${day(number)}T00:00:00.000Z`,
    to: `${day(number + 1)}T00:00:00.000Z`,
    ...part,
  });
  return found.map(({ start, unsuited, chosen }) => ({
    start: start.slice(0, 16),
    unsuited: unsuited.map(({ calendarId, kind }) => [calendarId, kind]),
    chosen,
  }));
}

describe('times that people have together', () => {
  test('are found between what they do, the best first', async () => {
    const { anna, ben, chris, ids } = office;
    await busy(anna, 3, ['08:00', '10:00']);
    await busy(ben, 3, ['10:30', '17:00']);
    await busy(chris, 3, ['17:00', '18:00']);
    const found = await find(3, { may: [ids.chris] });
    // The hours of the day, one after the other.
    expect(found).toHaveLength(10);
    expect(found.slice(0, 2)).toEqual([
      { start: `${day(3)}T16:00`, unsuited: [[ids.chris, 'busy']], chosen: null },
      { start: `${day(3)}T07:00`, unsuited: [[ids.anna, 'busy']], chosen: null },
    ]);
    expect((await find(3, { minutes: 30 }))[0]).toMatchObject({ start: `${day(3)}T09:00`, unsuited: [] });
    expect(await find(1)).toEqual([]);
    expect((await find(1, { weekdays: ['saturday'], hours: { from: '20:00', to: '21:00' } }))[0]).toMatchObject({
      start: `${day(1)}T19:00`,
    });
  });

  test('leave out whole days, and what has no zone as it is where they are looked for', async () => {
    const { anna, ben } = office;
    await create(anna, { allDay: true, startDate: day(4), endDate: day(4) });
    expect((await find(4)).every(({ unsuited }) => unsuited.length > 0)).toBe(true);
    await busy(ben, 5, ['08:00', '17:00'], { zone: null });
    expect((await find(5))[0]).toMatchObject({ start: `${day(5)}T16:00`, unsuited: [] });
    const hours = { from: '16:00', to: '18:00' };
    const newYork = await find(5, { zone: 'America/New_York', hours, to: '2031-03-06T12:00:00.000Z' });
    expect(newYork[0]).toMatchObject({ start: `${day(5)}T22:00`, unsuited: [] });
  });

  test('mind no note, nothing free, and rather what is provisional', async () => {
    const { anna, ben, chris, ids } = office;
    await busy(anna, 6, ['08:00', '18:00'], { isFree: true });
    await create(ben, { startDate: day(6), endDate: day(6), timeMode: 'timeIndependent' });
    expect((await find(6))[0]).toMatchObject({ start: `${day(6)}T07:00`, unsuited: [] });
    await busy(chris, 7, ['08:00', '17:00'], { participants: [{ userId: ids.ben }], needsConfirmation: true });
    await busy(anna, 7, ['17:00', '18:00']);
    expect((await find(7))[0]).toEqual({ start: `${day(7)}T07:00`, unsuited: [[ids.ben, 'tentative']], chosen: null });
  });

  test('have one of some rooms that is free', async () => {
    const { chris } = office;
    const [one, two] = [await resource(office, { name: 'Eins' }), await resource(office, { name: 'Zwei' })];
    await take(chris, one.resourceId, 10, { startDate: at(10, '08:00'), endDate: at(10, '12:00') });
    await take(chris, two.resourceId, 10, { startDate: at(10, '08:00'), endDate: at(10, '10:00') });
    const oneOf = [one.calendarId, two.calendarId];
    const found = await find(10, { oneOf });
    expect(found[0]).toEqual({ start: `${day(10)}T09:00`, unsuited: [], chosen: two.calendarId });
    expect(found.find(({ start }) => start === `${day(10)}T11:00`)).toMatchObject({ chosen: one.calendarId });
  });

  test('say nothing of who may not be seen, or is not there, and do not take them for free', async () => {
    const { anna, ben, ids } = office;
    await busy(ben, 11, ['08:00', '18:00']);
    await ben.command('appointment.saveRights', { rights: [{ userId: ids.anna, level: 'none' }] });
    const gone = await resource(office, { name: 'Fort' });
    await anna.command('appointment.removeResource', { id: gone.resourceId });
    expect((await find(11, { oneOf: [gone.calendarId] }))[0]).toEqual({
      start: `${day(11)}T07:00`,
      unsuited: [[ids.ben, 'hidden']],
      chosen: null,
    });
    await ben.command('appointment.saveRights', { rights: [] });
  });

  test('do not mind the appointment that is to be moved, for who sees it', async () => {
    const { anna, chris, ids } = office;
    const aggregateId = await busy(anna, 12, ['08:00', '18:00']);
    const { appointmentId } = await anna.query<{ appointmentId: number }>('appointment.details', { aggregateId });
    expect((await find(12, { appointmentId }))[0]?.unsuited).toEqual([]);
    expect((await find(12, { appointmentId }, chris))[0]?.unsuited).toEqual([[ids.anna, 'busy']]);
  });

  test('are never over, and are reckoned beyond the horizon too', async () => {
    const { server, anna, ids } = office;
    const now = server.platform.now();
    const span = {
      from: new Date(now - 5 * 86_400_000).toISOString(),
      to: new Date(now + 5 * 86_400_000).toISOString(),
    };
    const found = await find(3, { ...span, must: [ids.chris] });
    expect(found.length).toBe(20);
    expect(found.every(({ start }) => Date.parse(`${start}:00Z`) >= now - 60_000)).toBe(true);
    const aggregateId = await busy(anna, 13, ['08:00', '18:00'], { repetition: { repetitionType: 'weekly' } });
    const far = { from: '2051-03-09T00:00:00.000Z', to: '2051-03-10T00:00:00.000Z', weekdays: ['thursday'] };
    expect((await find(3, far))[0]).toMatchObject({ start: '2051-03-09T07:00', unsuited: [[ids.anna, 'busy']] });
    await anna.command('appointment.delete', { aggregateId, scope: 'all' });
  });

  test.each([
    ['ends before it begins', { to: '2031-03-01T00:00:00.000Z' }],
    ['is too long', { to: '2031-12-01T00:00:00.000Z' }],
    ['has no hours', { hours: { from: '18:00', to: '08:00' } }],
  ])('are not looked for in what %s', async (_, part) => {
    const params = { must: [1], minutes: 60, from: `${day(3)}T00:00:00.000Z`, to: `${day(4)}T00:00:00.000Z`, ...part };
    expect(await codeOf(office.anna.tryQuery('appointment.findTimes', params))).toBe('422 APPOINTMENT_TIMES_INVALID');
  });
});

describe('the days of a year', () => {
  const days = (calendars: readonly number[], from: string, to: string, part: object = {}, by = office.chris) =>
    by.query<{ day: string; minutes: number; count: number }[]>('appointment.days', { calendars, from, to, ...part });

  test('say how long calendars are taken, and what meets once', async () => {
    const { anna, ben, ids } = office;
    const june = (number: number, time: string) => `2031-06-0${number}T${time}:00`;
    const made = (by: TestClient, number: number, start: string, end: string, part: object = {}) =>
      create(by, { startDate: june(number, start), endDate: june(number, end), ...part });
    await made(anna, 2, '09:00', '10:30');
    await made(anna, 2, '10:00', '11:00');
    await made(anna, 2, '11:00', '11:30');
    await made(ben, 2, '09:00', '10:00', { participants: [{ userId: ids.anna }] });
    await made(anna, 3, '22:00', '23:59', { endDate: june(4, '02:00') });
    await made(anna, 5, '', '', { allDay: true, startDate: '2031-06-05', endDate: '2031-06-06' });
    await made(anna, 5, '12:00', '13:00');
    await made(anna, 7, '09:00', '10:00', { zone: null });
    const both = [ids.anna, ids.ben];
    expect(await days(both, '2031-06-01', '2031-06-08')).toEqual([
      { day: '2031-06-02', minutes: 210, count: 5 },
      { day: '2031-06-03', minutes: 120, count: 1 },
      { day: '2031-06-04', minutes: 120, count: 1 },
      { day: '2031-06-05', minutes: 1440, count: 2 },
      { day: '2031-06-06', minutes: 1440, count: 1 },
      { day: '2031-06-07', minutes: 60, count: 1 },
    ]);
    expect(await days([ids.anna], '2031-06-04', '2031-06-04')).toEqual([{ day: '2031-06-04', minutes: 120, count: 1 }]);
    // By the clock of who asks.
    expect(await days([ids.anna], '2031-06-01', '2031-06-04', { zone: 'America/New_York' })).toEqual([
      { day: '2031-06-02', minutes: 150, count: 4 },
      { day: '2031-06-03', minutes: 240, count: 1 },
    ]);
  });

  test('count what is free and has no hours for who sees it, and nothing that is put out of their own view', async () => {
    const { anna, ids } = office;
    const note = { startDate: '2031-07-01', endDate: '2031-07-02', timeMode: 'timeIndependent' };
    await create(anna, note);
    await create(anna, { ...note, access: 'private' });
    const hidden = await create(anna, { startDate: '2031-07-03T09:00:00', endDate: '2031-07-03T10:00:00' });
    await anna.command('appointment.hide', { aggregateId: hidden, isHidden: true });
    const of = (by: TestClient) => days([ids.anna], '2031-07-01', '2031-07-03', {}, by);
    const third = { day: '2031-07-03', minutes: 60, count: 1 };
    expect(await of(office.ben)).toEqual([third]);
    expect(await of(anna)).toEqual([
      { day: '2031-07-01', minutes: 0, count: 2 },
      { day: '2031-07-02', minutes: 0, count: 2 },
    ]);
    await anna.command('appointment.saveRights', { rights: [{ userId: ids.ben, level: 'read' }] });
    expect(await of(office.ben)).toEqual([
      { day: '2031-07-01', minutes: 0, count: 1 },
      { day: '2031-07-02', minutes: 0, count: 1 },
      third,
    ]);
    await anna.command('appointment.saveRights', { rights: [{ userId: ids.ben, level: 'none' }] });
    expect(await of(office.ben)).toEqual([]);
    await anna.command('appointment.saveRights', { rights: [] });
  });

  test('are as long as they are where the clock is changed, and whole ones count as all of it', async () => {
    const { chris, ids } = office;
    for (const number of [29, 30])
      await create(chris, { startDate: at(number, '00:00'), endDate: at(number, '04:00') });
    expect(await days([ids.chris], day(29), day(30))).toEqual([
      { day: day(29), minutes: 240, count: 1 },
      { day: day(30), minutes: 180, count: 1 },
    ]);
    await create(chris, { allDay: true, startDate: day(30), endDate: day(30) });
    await create(chris, { allDay: true, startDate: '2031-10-26', endDate: '2031-10-26' });
    expect((await days([ids.chris], day(30), '2031-10-26')).map(({ minutes }) => minutes)).toEqual([1440, 1440]);
  });

  test('are reckoned beyond the horizon too, of 400 at most', async () => {
    const { ben, ids } = office;
    const repetition = { repetitionType: 'weekly' };
    await create(ben, { startDate: '2031-08-04T09:00:00', endDate: '2031-08-04T10:00:00', repetition });
    const far = await days([ids.ben], '2040-01-01', '2041-02-03');
    expect(far.length).toBe(57);
    expect(far[0]).toEqual({ day: '2040-01-02', minutes: 60, count: 1 });
    const params = { calendars: [ids.ben], from: '2040-01-01' };
    for (const to of ['2041-02-04', '2039-12-31'])
      expect(await codeOf(ben.tryQuery('appointment.days', { ...params, to }))).toBe('422 APPOINTMENT_TIMES_INVALID');
  });
});

describe('sets of calendars', () => {
  const sets = (by: TestClient) => by.query<CalendarSet[]>('appointment.sets', {});

  test('are their person’s own, or everybody’s to choose', async () => {
    const { anna, ben, chris, ids } = office;
    const room = await resource(office, { name: 'Halle' });
    const calendars = [ids.ben, ids.anna, room.calendarId, ids.ben];
    const { id } = await ben.command<{ id: number }>('appointment.saveSet', { name: 'Montage', calendars });
    const own = { id, name: 'Montage', calendars: calendars.slice(0, 3), isShared: false, isOwn: true, owner: 'ben' };
    const mine = (await sets(ben)).map((set) => ({ ...set, owner: set.owner.toLowerCase().split(' ')[0] }));
    expect(mine).toEqual([own]);
    expect(await sets(chris)).toEqual([]);
    const params = { id, name: 'Neu', calendars: [ids.anna] };
    expect(await codeOf(chris.tryCommand('appointment.saveSet', params))).toBe('404 NOT_FOUND');
    expect(await codeOf(chris.tryCommand('appointment.removeSet', { id }))).toBe('404 NOT_FOUND');
    expect(await codeOf(anna.tryCommand('appointment.removeSet', { id }))).toBe('404 NOT_FOUND');
    await ben.command('appointment.saveSet', { id, name: 'Montage', calendars, isShared: true });
    await chris.command('appointment.saveSet', { name: 'Andere', calendars: [ids.chris] });
    expect((await sets(chris)).map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ['Andere', true],
      ['Montage', false],
    ]);
    expect(await codeOf(chris.tryCommand('appointment.saveSet', params))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(chris.tryCommand('appointment.removeSet', { id }))).toBe('403 RIGHT_MISSING');
    // What somebody may not see, and what is gone, is not in it.
    await anna.command('appointment.saveRights', { rights: [{ userId: ids.chris, level: 'none' }] });
    const shown = async (by: TestClient) => (await sets(by)).find((set) => set.id === id)?.calendars;
    expect(await shown(chris)).toEqual([ids.ben, room.calendarId]);
    await anna.command('appointment.removeResource', { id: room.resourceId });
    await runSql(office.server.url, `update app_user set is_active = false where user_id = ${ids.ben}`);
    expect(await shown(chris)).toBeUndefined();
    await runSql(office.server.url, `update app_user set is_active = true where user_id = ${ids.ben}`);
    expect(await shown(ben)).toEqual([ids.ben, ids.anna]);
    await anna.command('appointment.saveRights', { rights: [] });
    await anna.command('appointment.removeSet', { id });
    expect(await sets(ben)).toEqual([]);
  });

  test.each([
    ['a calendar that is not to be seen', () => [office.ids.ben]],
    ['nobody', () => [999]],
    ['a resource that is not there', () => [1_000_099_999]],
  ])('have no %s', async (_, calendars) => {
    const { ben, chris, ids } = office;
    await ben.command('appointment.saveRights', { rights: [{ userId: ids.chris, level: 'none' }] });
    const params = { name: 'Geheim', calendars: [ids.anna, ...calendars()] };
    expect(await codeOf(chris.tryCommand('appointment.saveSet', params))).toBe('404 NOT_FOUND');
    await ben.command('appointment.saveRights', { rights: [] });
  });

  test('are a hundred of one person at most', async () => {
    const { server, instance, ben, ids } = office;
    await runSql(
      server.url,
      `insert into calendar_set (instance_id, owner_id, name, calendars, is_shared)
       select ${instance.id}, ${ids.ben}, 'Satz ' || n, array[${ids.ben}], false from generate_series(1, 100) n`,
    );
    const answer = await ben.tryCommand('appointment.saveSet', { name: 'Noch einer', calendars: [ids.ben] });
    expect(answer).toMatchObject({ status: 422, body: { code: 'TOO_MANY_CALENDAR_SETS', data: { max: 100 } } });
  });
});
