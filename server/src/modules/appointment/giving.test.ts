import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, codeOf, create, details, occurrence, openOffice, starts, type Office } from './testing/fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice('giving');
  const { ben, ids } = office;
  await ben.command('appointment.saveRights', { calendarId: ids.ben, rights: [{ userId: ids.anna, level: 'write' }] });
});
afterAll(() => office?.server.close());

const whose = async (aggregateId: string) => {
  const { calendarId, participants } = await details(office.anna, aggregateId);
  return [calendarId, participants.filter(({ active }) => active === 'true').map(({ userId }) => userId)];
};

test('an appointment is given to somebody else with its time, and comes back', async () => {
  const { anna, ids } = office;
  const aggregateId = await create(anna, { title: 'Montage', startDate: at(3, '09:00'), endDate: at(3, '10:00') });
  const give = (calendarId: number, time: string) =>
    anna.command('appointment.editSingle', {
      aggregateId,
      calendarId,
      participants: [{ userId: calendarId }],
      startDate: at(3, time),
      endDate: at(3, '12:00'),
      allDay: false,
    });
  await give(ids.ben, '11:00');
  expect(await whose(aggregateId)).toEqual([ids.ben, [ids.ben]]);
  expect([await starts(anna, ids.anna), await starts(anna, ids.ben)]).toEqual([[], ['2031-03-03T10:00:00.000Z']]);
  await give(ids.anna, '09:00');
  expect(await whose(aggregateId)).toEqual([ids.anna, [ids.anna]]);
  expect([await starts(anna, ids.ben), await starts(anna, ids.anna)]).toEqual([[], ['2031-03-03T08:00:00.000Z']]);
  // In a calendar that one may not write in, nothing is put.
  const chris = { aggregateId, calendarId: ids.chris, participants: [{ userId: ids.chris }] };
  expect(await codeOf(anna.tryCommand('appointment.editSingle', chris))).toBe('403 RIGHT_MISSING');
  await anna.command('appointment.delete', { aggregateId });
});

test('of a series one occurrence is given, and the others stay', async () => {
  const { anna, ids } = office;
  const series = await create(anna, {
    title: 'Rundgang',
    startDate: at(4, '09:00'),
    endDate: at(4, '10:00'),
    repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 },
  });
  await anna.command('appointment.editSingle', {
    aggregateId: occurrence(series, at(11, '09:00')),
    calendarId: ids.ben,
    participants: [{ userId: ids.ben }],
  });
  expect(await starts(anna, ids.anna)).toEqual(['2031-03-04T08:00:00.000Z', '2031-03-18T08:00:00.000Z']);
  expect(await starts(anna, ids.ben)).toEqual(['2031-03-11T08:00:00.000Z']);
});
