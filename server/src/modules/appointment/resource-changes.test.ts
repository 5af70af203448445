import type { ItemChangeEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { at, create, details, occurrence, openOffice, standing, turnAt, type Office } from './testing/fixture.ts';
import { bookings, resource, take, takenBy, taking } from './testing/resources.ts';
import { eventually } from '../../testing/eventually.ts';

/** What stands in appointments of which others see no more than that time is taken. */
const SECRET = 'zqgeheim';

let office: Office;
beforeAll(async () => {
  office = await openOffice('geraete');
});
afterAll(() => office?.server.close());

/** Says of a resource that it cannot be taken twice though it is: the one that begins first is sure, the other booked beside it. */
const harden = (resourceId: number) =>
  runSql(
    office.server.url,
    `update resource set is_hard = true where resource_id = ${resourceId};
     update resource_booking b set is_hard = true where resource_id = ${resourceId}
       and not exists (select from resource_booking o where o.resource_id = b.resource_id and o.during && b.during and lower(o.during) < lower(b.during))`,
  );

const daily = (nTimes: number) => ({ repetition: { repetitionType: 'daily', hasAnEnd: true, nTimes } });

test('one that may be taken twice is asked for as people are, and can be made the other only where it is not', async () => {
  const { anna, ben } = office;
  const { resourceId, calendarId } = await resource(office, { name: 'Bus', kind: 'vehicle', isHard: false });
  const first = await take(anna, resourceId, 14, { title: SECRET });
  const given = taking(resourceId, 14, { checkCollision: true, startDate: at(14, '09:30'), endDate: at(14, '11:00') });
  expect(await ben.tryCommand('appointment.create', given)).toMatchObject({
    status: 409,
    body: { code: 'APPOINTMENT_COLLIDES', data: { pairs: [{ calendarId, name: 'Bus', title: null }] } },
  });
  await create(ben, { ...given, accepted: true });
  const hard = { id: resourceId, name: 'Bus', kind: 'vehicle', isHard: true };
  const met = await takenBy(anna.tryCommand('appointment.saveResource', hard));
  expect(met).toMatchObject([
    { startDate: at(14, '09:00'), title: SECRET },
    { startDate: at(14, '09:30'), title: null },
  ]);
  expect((await bookings(office, resourceId)).map(({ isHard }) => isHard)).toEqual([false, false]);
  await anna.command('appointment.delete', { aggregateId: first });
  await anna.command('appointment.saveResource', hard);
  expect((await bookings(office, resourceId)).map(({ isHard }) => isHard)).toEqual([true]);
  expect(await takenBy(anna.tryCommand('appointment.create', taking(resourceId, 14)))).toHaveLength(1);
  await anna.command('appointment.saveResource', { ...hard, isHard: false });
  await take(anna, resourceId, 14);
});

test('one that is removed stays in its appointments by name, is free, and who organises what is to come is told', async () => {
  const { server, anna, ben, ids } = office;
  const { resourceId, calendarId } = await resource(office, { name: 'Bühne' });
  const over = await create(ben, {
    ...taking(resourceId, 15),
    startDate: new Date(server.platform.now() - 7_200_000).toISOString(),
    endDate: new Date(server.platform.now() - 3_600_000).toISOString(),
  });
  const aggregateId = await take(ben, resourceId, 15, { participants: [{ resourceId }, { userId: ids.anna }] });
  expect([await standing(ben, aggregateId), await standing(ben, over)]).toEqual(['seen, put off', 'ready']);
  await anna.command('appointment.removeResource', { id: resourceId });
  expect((await details(ben, aggregateId)).participants[0]).toMatchObject({
    resourceId,
    name: 'Bühne',
    accept: 'false',
    active: 'true',
  });
  expect([await standing(ben, aggregateId), await standing(ben, over)]).toEqual(['unseen', 'ready']);
  expect((await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId }))[0]).toMatchObject({
    userId: ids.anna,
    differences: [{ field: 'resourceRemoved', before: 'Bühne', after: null }],
  });
  expect(await bookings(office, resourceId)).toEqual([]);
  const range = { calendars: [calendarId], from: '2031-03-15T00:00:00Z', to: '2031-03-16T00:00:00Z' };
  expect(await ben.query('appointment.freeBusy', range)).toEqual([]);
  // It can be edited as before, and the resource does not come back by it.
  await ben.command('appointment.changeTimes', { aggregateId, startDate: at(15, '12:00'), endDate: at(15, '13:00') });
  const detail = await details(ben, aggregateId);
  await ben.command('appointment.save', { ...detail, title: 'Anders' });
  expect((await details(ben, aggregateId)).participants[0]).toMatchObject({ name: 'Bühne', accept: 'false' });
  expect(await bookings(office, resourceId)).toEqual([]);
});

test('a series whose horizon comes to what has its room is booked beside it, and its organiser is told', async () => {
  const { anna, ben } = office;
  const { resourceId } = await resource(office, { name: 'Labor' });
  const series = await take(ben, resourceId, 17, { repetition: { repetitionType: 'weekly' } });
  const before = await bookings(office, resourceId);
  expect(before.at(-1)?.start).toBe('2033-03-14T08:00');
  // Mondays, of which the series says nothing yet.
  await create(anna, {
    title: 'Später',
    startDate: '2033-04-11T09:30:00',
    endDate: '2033-04-11T11:00:00',
    participants: [{ resourceId }],
  });
  await turnAt(office, series, '2031-06-04T12:00:00.000Z');
  await eventually(async () => expect(await standing(ben, series)).toBe('unseen'));
  const after = await bookings(office, resourceId);
  expect(after.filter(({ isHard }) => !isHard)).toEqual([{ start: '2033-04-11T07:00', end: '08:00', isHard: false }]);
  expect(after.at(-1)?.start).toBe('2033-05-30T07:00');
  const [change] = await ben.query<ItemChangeEntry[]>('activity.history', { aggregateId: series });
  expect(change).toMatchObject({
    userId: null,
    differences: [
      {
        field: 'resourceTaken',
        after: [{ name: 'Labor', start: '2033-04-11T07:00:00.000Z', end: '2033-04-11T08:00:00.000Z' }],
      },
    ],
  });
  expect(JSON.stringify(change)).not.toContain('Später');
});

test('what is booked beside something else is no hindrance for an edit that leaves it where it is', async () => {
  const { anna, ben, ids } = office;
  const { resourceId } = await resource(office, { name: 'Anhänger', isHard: false });
  await take(anna, resourceId, 18);
  const aggregateId = await take(ben, resourceId, 18, { startDate: at(18, '09:30'), endDate: at(18, '10:30') });
  await harden(resourceId);
  const participants = [{ resourceId }, { userId: ids.ben }, { userId: ids.chris }];
  await ben.command('appointment.save', { ...(await details(ben, aggregateId)), participants });
  expect((await bookings(office, resourceId)).map(({ isHard }) => isHard)).toEqual([true, false]);
  const onto = { aggregateId, startDate: at(18, '09:45'), endDate: at(18, '10:45') };
  expect(await takenBy(ben.tryCommand('appointment.changeTimes', onto))).toHaveLength(1);
  const beside = { aggregateId, startDate: at(18, '10:00'), endDate: at(18, '11:00') };
  await ben.command('appointment.changeTimes', beside);
  expect((await bookings(office, resourceId)).map(({ isHard }) => isHard)).toEqual([true, true]);
});

test('an occurrence that is booked beside something else stays so when it becomes an appointment of its own', async () => {
  const { anna, ben, chris, ids } = office;
  const { resourceId } = await resource(office, { name: 'Bagger', isHard: false });
  await take(anna, resourceId, 22);
  const series = await take(ben, resourceId, 21, {
    ...daily(3),
    startDate: at(21, '09:30'),
    endDate: at(21, '10:30'),
    participants: [{ resourceId }, { userId: ids.chris }],
  });
  await harden(resourceId);
  const hard = async () => (await bookings(office, resourceId)).map(({ isHard }) => isHard);
  expect(await hard()).toEqual([true, true, false, true]);
  const beside = occurrence(series, at(22, '09:30'));
  await chris.command('appointment.answer', { aggregateId: beside, state: 'accepted', scope: 'one' });
  await ben.command('appointment.editSingle', { aggregateId: occurrence(series, at(23, '09:30')), title: 'Anders' });
  expect(await hard()).toEqual([true, true, false, true]);
  const onto = { aggregateId: beside, startDate: at(22, '09:15'), endDate: at(22, '10:15') };
  expect(await takenBy(ben.tryCommand('appointment.changeTimes', onto))).toHaveLength(1);
});

test('there are five hundred of them at most', async () => {
  const { server, instance, anna } = office;
  await runSql(
    server.url,
    `insert into resource (instance_id, name, kind, is_hard) select ${instance.id}, 'Gerät ' || n, 'other', true from generate_series(1, 500) n`,
  );
  const answer = await anna.tryCommand('appointment.saveResource', { name: 'Noch eines' });
  expect(answer).toMatchObject({ status: 422, body: { code: 'TOO_MANY_RESOURCES', data: { max: 500 } } });
});
