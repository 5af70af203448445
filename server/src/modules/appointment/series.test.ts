import type { Alarm } from '@kontor/contract/alarm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedRecord } from '../record/factory.ts';
import {
  at,
  codeOf,
  create,
  day,
  details,
  list,
  numberOf,
  occurrence,
  openOffice,
  see,
  spans,
  starts,
  type Office,
} from './testing/fixture.ts';

let office: Office;
let series: string;
beforeAll(async () => {
  office = await openOffice('serien');
});
afterAll(() => office?.server.close());

const WEEKLY = { repetitionType: 'weekly', hasAnEnd: true, nTimes: 4 };
/** A series on four Mondays, with Ben. */
const begin = (part: object = {}) =>
  create(office.anna, {
    title: 'Runde',
    description: '<p>Text</p>',
    startDate: at(3, '09:00'),
    endDate: at(3, '10:00'),
    participants: [{ userId: office.ids.ben }],
    repetition: WEEKLY,
    ...part,
  });
/** Days and hours of the month at which Anna's calendar is taken. */
const taken = async (calendarId = office.ids.anna) =>
  (await starts(office.anna, calendarId, ['2031-03-01', '2031-05-01'])).map((start) =>
    start.slice(5, 13).replace('T', ' '),
  );

beforeEach(async () => {
  for (const entry of await list(office.anna)) {
    const { aggregateId } = entry;
    await office.anna.tryCommand('appointment.delete', { aggregateId, scope: 'all' });
  }
  series = await begin();
});

test('a series has each of its occurrences in the calendars of all who take part', async () => {
  const { anna, ids } = office;
  expect(await taken()).toEqual(['03-03 08', '03-10 08', '03-17 08', '03-24 08']);
  expect(await taken(ids.ben)).toEqual(await taken());
  const [first, second] = await spans(anna, [ids.anna]);
  expect([first?.original, second?.original]).toEqual([
    Date.parse('2031-03-03T09:00:00Z') / 60_000,
    Date.parse('2031-03-10T09:00:00Z') / 60_000,
  ]);
  expect(await details(anna, series)).toMatchObject({
    startDate: at(3, '09:00'),
    repeats: true,
    repetition: { ...WEEKLY, firstDate: day(3), rule: 'FREQ=WEEKLY;BYDAY=MO;WKST=MO;INTERVAL=1;COUNT=4' },
  });
  expect(await details(anna, occurrence(series, at(10, '09:00')))).toMatchObject({
    aggregateId: occurrence(series, at(10, '09:00')).replace('"userId":1', `"userId":${ids.anna}`),
    startDate: at(10, '09:00'),
    startDateOriginal: at(10, '09:00'),
  });
  expect(await see(anna, occurrence(series, at(11, '09:00')))).toBe('410 OCCURRENCE_GONE');
});

test('begins with the first time that its rule gives, by the clock over the change to summer time', async () => {
  const aggregateId = await create(office.anna, {
    startDate: at(26, '09:00'),
    endDate: at(26, '10:00'),
    repetition: { repetitionType: 'weekly', weekdays: ['friday'], hasAnEnd: true, nTimes: 2 },
  });
  expect(await details(office.anna, aggregateId)).toMatchObject({ startDate: at(28, '09:00') });
  expect((await taken()).slice(-2)).toEqual(['03-28 08', '04-04 07']);
});

test.each([
  [
    { repetitionType: 'monthly', monthDate: 30, hasAnEnd: true, durationEnd: '2030-01-01' },
    '422 APPOINTMENT_REPETITION_INVALID',
  ],
  [{ repetitionType: 'weekly', hasAnEnd: true }, '422 APPOINTMENT_REPETITION_INVALID'],
  [{ repetitionType: 'custom', rule: 'FREQ=SECONDLY' }, '422 APPOINTMENT_REPETITION_INVALID'],
  [{ repetitionType: 'daily', tact: 0 }, '422 PARAMETERS_INVALID'],
  [{ repetitionType: 'daily', hasAnEnd: true, nTimes: 1_000_000_000 }, '422 PARAMETERS_INVALID'],
])('%j is refused', async (repetition, expected) =>
  expect(await codeOf(office.anna.tryCommand('appointment.create', { startDate: at(3, '09:00'), repetition }))).toBe(
    expected,
  ),
);

describe('one occurrence', () => {
  const named = () => occurrence(series, at(10, '09:00'));

  test('that is moved is an appointment of its own, and goes on being meant by its id', async () => {
    const { anna, ben, ids } = office;
    const times = { startDate: at(11, '14:00'), endDate: at(11, '15:00'), allDay: false };
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.changeTimes', {
      aggregateId: named(),
      ...times,
    });
    expect(numberOf(aggregateId)).not.toBe(numberOf(series));
    expect(await taken()).toEqual(['03-03 08', '03-11 13', '03-17 08', '03-24 08']);
    expect(await taken(ids.ben)).toEqual(await taken());
    for (const id of [aggregateId, named()])
      expect(await details(ben, id)).toMatchObject({
        appointmentId: numberOf(aggregateId),
        startDate: at(11, '14:00'),
        startDateOriginal: at(10, '09:00'),
        description: '<p>Text</p>',
        participation: 'none',
        repetition: { repetitionType: 'weekly' },
      });
    await anna.command('appointment.editSingle', { aggregateId: named(), title: 'Anders' });
    expect(await details(anna, aggregateId)).toMatchObject({ title: 'Anders' });
    expect(await details(anna, series)).toMatchObject({ title: 'Runde', startDate: at(3, '09:00') });
  });

  test('that is edited has the links of its series, and its own history', async () => {
    const { server, instance, anna } = office;
    const record = await seedRecord(server.change, instance, { values: { name: `Werft ${series}` } });
    await anna.command('record.link', { ...record, aggregateId: series });
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.editSingle', {
      aggregateId: named(),
      title: 'Anders',
    });
    expect(await details(anna, aggregateId)).toMatchObject({ links: [{ idoId: record.idoId }] });
    const changes = await anna.query<{ differences: { field: string }[] }[]>('activity.history', { aggregateId });
    const fields = changes.flatMap(({ differences }) => differences.map(({ field }) => field));
    expect(fields.toSorted()).toEqual(['links', 'title']);
  });

  test('that is deleted is taken out, and brought back', async () => {
    const { anna } = office;
    await anna.command('appointment.delete', { aggregateId: named() });
    expect(await taken()).toEqual(['03-03 08', '03-17 08', '03-24 08']);
    expect(await see(anna, named())).toBe('410 OCCURRENCE_GONE');
    expect((await details(anna, series)).excluded).toMatchObject([{ startDate: at(10, '09:00') }]);
    await anna.command('appointment.restoreOccurrence', { aggregateId: named() });
    expect(await taken()).toHaveLength(4);
    await anna.command('appointment.delete', { aggregateId: named() });
    await anna.command('appointment.delete', { aggregateId: named(), takesBack: true });
    expect(await taken()).toHaveLength(4);
    expect(await codeOf(anna.tryCommand('appointment.restoreOccurrence', { aggregateId: named() }))).toBe(
      '422 APPOINTMENT_REPETITION_INVALID',
    );
  });

  test('that was moved and is deleted does not stand where it was meant to be, and comes back moved', async () => {
    const { anna } = office;
    await anna.command('appointment.changeTimes', {
      aggregateId: named(),
      startDate: at(11, '14:00'),
      endDate: at(11, '15:00'),
    });
    await anna.command('appointment.delete', { aggregateId: named() });
    expect(await taken()).toEqual(['03-03 08', '03-17 08', '03-24 08']);
    await anna.command('appointment.restoreOccurrence', { aggregateId: named() });
    expect(await taken()).toEqual(['03-03 08', '03-11 13', '03-17 08', '03-24 08']);
  });

  test('is the next one where none is named', async () => {
    const { anna } = office;
    await anna.command('appointment.delete', { aggregateId: series });
    expect(await taken()).toEqual(['03-10 08', '03-17 08', '03-24 08']);
  });

  test('is answered for itself, which asks nobody anew', async () => {
    const { anna, ben, ids } = office;
    await ben.command('appointment.answer', { aggregateId: named(), state: 'declined' });
    expect(await taken(ids.ben)).toEqual(['03-03 08', '03-17 08', '03-24 08']);
    expect(await taken()).toHaveLength(4);
    expect(await details(anna, named())).toMatchObject({ sequence: 0, participation: 'accepted' });
    await ben.command('appointment.answer', { aggregateId: series, state: 'accepted', scope: 'all' });
    expect(await details(ben, series)).toMatchObject({ participation: 'accepted', confirmedByUser: true });
  });
});

describe('the following ones', () => {
  const named = () => occurrence(series, at(17, '09:00'));

  test('become a series of their own, with as many as are left', async () => {
    const { anna } = office;
    const times = { startDate: at(18, '11:00'), endDate: at(18, '12:00'), scope: 'following' };
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.changeTimes', {
      aggregateId: named(),
      ...times,
    });
    expect(await taken()).toEqual(['03-03 08', '03-10 08', '03-18 10', '03-25 10']);
    const [before, after] = [await details(anna, series), await details(anna, aggregateId)];
    expect(before.repetition).toMatchObject({ hasAnEnd: true, nTimes: null, durationEnd: day(16) });
    expect(after.repetition).toMatchObject({ nTimes: 2, weekdays: [] });
    expect([before.repetitionGroupId, after.repetitionGroupId]).toEqual([numberOf(series), numberOf(series)]);
    expect(await details(anna, occurrence(series, at(25, '11:00')))).toMatchObject({ startDate: at(25, '11:00') });
  });

  test('take along what was changed and taken out of them', async () => {
    const { anna } = office;
    await anna.command('appointment.editSingle', { aggregateId: occurrence(series, at(24, '09:00')), title: 'Anders' });
    await anna.command('appointment.delete', { aggregateId: named() });
    const scoped = { aggregateId: occurrence(series, at(10, '09:00')), scope: 'following' };
    const times = { startDate: at(10, '10:00'), endDate: at(10, '11:00') };
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.changeTimes', {
      ...scoped,
      ...times,
    });
    expect(await taken()).toEqual(['03-03 08', '03-10 09', '03-24 09']);
    expect(await details(anna, occurrence(aggregateId, at(24, '10:00')))).toMatchObject({
      title: 'Anders',
      startDate: at(24, '10:00'),
    });
    expect((await details(anna, aggregateId)).excluded).toMatchObject([{ startDate: at(17, '10:00') }]);
  });

  test('end where the series was ended before', async () => {
    const { anna } = office;
    await anna.command('appointment.delete', { aggregateId: occurrence(series, at(24, '09:00')), scope: 'following' });
    const moved = { aggregateId: occurrence(series, at(10, '09:00')), scope: 'following' };
    await anna.command('appointment.changeTimes', { ...moved, startDate: at(11, '09:00'), endDate: at(11, '10:00') });
    expect(await taken()).toEqual(['03-03 08', '03-11 08', '03-18 08']);
  });

  test('are deleted, and go on where that is undone', async () => {
    const { anna } = office;
    await anna.command('appointment.delete', { aggregateId: named(), scope: 'following' });
    expect(await taken()).toEqual(['03-03 08', '03-10 08']);
    await anna.command('appointment.delete', { aggregateId: series, scope: 'following', takesBack: true });
    expect(await taken()).toHaveLength(4);
  });
});

describe('all of them', () => {
  test('move by as much as one of them is moved, weekdays and all', async () => {
    const { anna, ben } = office;
    await ben.command('appointment.answer', { aggregateId: series, state: 'accepted', scope: 'all' });
    const times = { startDate: at(18, '10:30'), endDate: at(18, '11:00'), scope: 'all' };
    await anna.command('appointment.changeTimes', { aggregateId: occurrence(series, at(17, '09:00')), ...times });
    expect(await taken()).toEqual(['03-04 09', '03-11 09', '03-18 09', '03-25 09']);
    expect(await details(ben, series)).toMatchObject({
      startDate: at(4, '10:30'),
      endDate: at(4, '11:00'),
      participation: 'none',
      sequence: 1,
    });
  });

  test('take whole days as one of them does, and have hours again', async () => {
    const { anna } = office;
    const ofOne = async (original: string, times: object) => {
      await anna.command('appointment.changeTimes', {
        aggregateId: occurrence(series, original),
        ...times,
        scope: 'all',
      });
      return details(anna, series);
    };
    const days = { startDate: day(18), endDate: day(18), allDay: true, timeMode: 'allDay' };
    expect(await ofOne(at(17, '09:00'), days)).toMatchObject({ ...days, startDate: day(4), endDate: day(4) });
    const hours = { startDate: at(18, '10:00'), endDate: at(18, '11:00'), allDay: false, timeMode: 'fixedTime' };
    expect(await ofOne(`${day(18)}T00:00:00`, hours)).toMatchObject({ startDate: at(4, '10:00'), allDay: false });
    expect(await taken()).toEqual(['03-04 09', '03-11 09', '03-18 09', '03-25 09']);
  });

  test('have another rule, and none', async () => {
    const { anna } = office;
    const detail = await details(anna, series);
    const repetition = { repetitionType: 'daily', hasAnEnd: true, nTimes: 3 };
    await anna.command('appointment.save', { ...detail, repetition, scope: 'all' });
    expect(await taken()).toEqual(['03-03 08', '03-04 08', '03-05 08']);
    await anna.command('appointment.save', { ...(await details(anna, series)), repetition: null, scope: 'all' });
    expect(await taken()).toEqual(['03-03 08']);
    expect(await details(anna, series)).toMatchObject({ repeats: false, repetition: null });
  });

  test('are off, in the trash of all, and back', async () => {
    const { anna, ben } = office;
    await anna.command('appointment.delete', { aggregateId: series, scope: 'all' });
    expect(await taken()).toEqual([]);
    expect((await details(ben, series)).entry.trashed).toBe(true);
    await anna.command('activity.restore', { aggregateIds: [series] });
    expect(await taken()).toHaveLength(4);
    expect((await details(ben, series)).entry.trashed).toBe(false);
  });
});

test('calls to the next occurrence', async () => {
  const { anna } = office;
  await create(anna, {
    title: 'Früh',
    startDate: at(3, '06:00'),
    repetition: { repetitionType: 'daily' },
    alert: { unit: 'days', value: 1 },
  });
  const alarms = await anna.query<Alarm[]>('alarm.unconfirmed', {});
  expect(
    alarms
      .filter(({ title }) => title === 'Früh')
      .map(({ alarmTimestamp }) => new Date(alarmTimestamp * 1000).toISOString()),
  ).toEqual(['2031-03-02T05:00:00.000Z']);
});

test('what lies beyond the horizon is reckoned when it is asked for', async () => {
  const { anna, ids } = office;
  await create(anna, {
    title: 'Ewig',
    startDate: at(3, '05:00'),
    repetition: { repetitionType: 'yearly' },
    access: 'private',
  });
  const far = await spans(anna, [ids.anna], ['2060-01-01', '2060-12-31']);
  expect(far.map(({ title, start }) => [title, start])).toEqual([['Ewig', '2060-03-03T04:00:00.000Z']]);
  expect(await spans(office.chris, [ids.anna], ['2060-01-01', '2060-12-31'])).toMatchObject([
    { title: null, kind: 'busy', repeats: false },
  ]);
});
