import type { ItemChangeEntry } from '@kontor/contract/activity';
import type { Alarm } from '@kontor/contract/alarm';
import type { AppointmentDetail } from '@kontor/contract/appointment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import { seedRecord } from '../record/factory.ts';
import {
  at,
  calendar,
  codeOf,
  create,
  day,
  details,
  list,
  numberOf,
  openOffice,
  see,
  spans,
  starts,
  type Office,
} from './testing/fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice('termine');
});
afterAll(() => office?.server.close());

/** What `appointment.save` takes of what the details answer. */
const saved = (detail: AppointmentDetail, part: object) => ({ ...detail, ...part });
const edit = async (aggregateId: string, part: object) => {
  const detail = await details(office.anna, aggregateId);
  return office.anna.tryCommand<{ aggregateId: string; aggregateVersion: number }>(
    'appointment.save',
    saved(detail, part),
  );
};

describe('one that is made', () => {
  test('says what was said, and what is usual of the rest', async () => {
    const { anna, ids } = office;
    const aggregateId = await create(anna, {
      title: 'Wartung\nbesprechen',
      description: '<p>Mit <b>Paul</b></p><script>x</script>',
      location: 'Halle 2',
      startDate: at(3, '09:00'),
      endDate: at(3, '10:30'),
    });
    expect(await details(anna, aggregateId)).toMatchObject({
      aggregateId,
      title: 'Wartung besprechen',
      description: '<p>Mit <strong>Paul</strong></p>',
      location: 'Halle 2',
      startDate: '2031-03-03T09:00:00',
      endDate: '2031-03-03T10:30:00',
      startDateOriginal: '2031-03-03T09:00:00',
      startTimestamp: Date.parse('2031-03-03T08:00:00Z') / 1000,
      allDay: false,
      timeMode: 'fixedTime',
      zone: 'Europe/Berlin',
      access: 'public',
      calendarId: ids.anna,
      creatorId: ids.anna,
      writepermission: true,
      insightRight: true,
      confirmedByUser: true,
      participation: 'accepted',
      alert: 'none',
      appointmentType: null,
      repetition: null,
      repetitionGroupId: 0,
      level: 'manage',
      aggregateVersion: 1,
      sequence: 0,
      organiser: { userId: ids.anna, address: '' },
      participants: [
        { userId: ids.anna, accept: 'true', active: 'true', write: 'true', confirmed: true, hidden: false },
      ],
      entry: { extras: { location: 'Halle 2', participation: 'accepted' } },
    });
    expect(await starts(anna, ids.anna, [day(3), day(4)])).toEqual(['2031-03-03T08:00:00.000Z']);
  });

  test('without anything begins with the next full hour, and takes an hour', async () => {
    const { anna, server } = office;
    const { startTimestamp, endTimestamp, title } = await details(anna, await create(anna, {}));
    expect([endTimestamp - startTimestamp, startTimestamp % 3600, title]).toEqual([3600, 0, '']);
    expect(startTimestamp * 1000).toBeGreaterThan(server.platform.now());
    expect(startTimestamp * 1000).toBeLessThanOrEqual(server.platform.now() + 3_600_000);
  });

  test('of people and a time has them, asks them, and is in their calendars', async () => {
    const { anna, ben, ids } = office;
    const startTimestamp = Date.parse('2031-03-04T08:00:00Z') / 1000;
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.createMinimal', {
      participants: [ids.ben],
      startTimestamp,
      duration: 45,
    });
    const seen = await details(ben, aggregateId);
    expect(seen).toMatchObject({
      startTimestamp,
      endTimestamp: startTimestamp + 45 * 60,
      participation: 'none',
      writepermission: false,
    });
    expect(seen.participants.map(({ userId, accept, confirmed }) => [userId, accept, confirmed])).toEqual([
      [ids.ben, 'true', false],
      [ids.anna, 'true', true],
    ]);
    expect(await spans(ben, [ids.ben], [day(4), day(5)])).toMatchObject([{ kind: 'busy', participation: 'none' }]);
    expect((await list(ben))[0]).toMatchObject({ status: 1, moduleName: 'appointment' });
  });

  test.each([
    [
      'whole days',
      { allDay: true, startDate: day(5), endDate: day(6) },
      { startDate: day(5), endDate: day(6), timeMode: 'allDay' },
    ],
    [
      'whole days from times',
      { allDay: true, startDate: at(5, '09:00'), endDate: at(5, '10:00') },
      { startDate: day(5), endDate: day(5) },
    ],
    [
      'a note on a day',
      { timeMode: 'timeIndependent', startDate: day(5), endDate: day(5) },
      { allDay: true, timeMode: 'timeIndependent' },
    ],
    [
      'an instant',
      { startDate: '2031-03-05T08:00:00.000Z', endDate: '2031-03-05T09:00:00.000Z' },
      { startDate: at(5, '09:00') },
    ],
    ['a beginning alone', { startDate: at(5, '16:00') }, { endDate: at(5, '17:00') }],
    [
      'a zone of its own',
      { startDate: at(5, '09:00'), endDate: at(5, '10:00'), zone: 'America/New_York' },
      { startTimestamp: Date.parse('2031-03-05T14:00:00Z') / 1000 },
    ],
    [
      'no zone',
      { startDate: at(5, '09:00'), endDate: at(5, '10:00'), zone: null },
      { zone: null, startTimestamp: Date.parse('2031-03-05T08:00:00Z') / 1000 },
    ],
    [
      'an hour that is left out',
      { startDate: '2031-03-30T02:30:00', endDate: '2031-03-30T03:30:00' },
      { startDate: '2031-03-30T02:30:00', dstChange: true },
    ],
  ])('with %s', async (_, given, expected) => {
    expect(await details(office.anna, await create(office.anna, given))).toMatchObject(expected);
  });

  test.each([
    [
      'that ends before it begins',
      { startDate: at(6, '10:00'), endDate: at(6, '09:00') },
      '422 APPOINTMENT_TIMES_INVALID',
    ],
    [
      'that takes too long',
      { startDate: at(6, '10:00'), endDate: '2032-04-01T00:00:00' },
      '422 APPOINTMENT_TIMES_INVALID',
    ],
    ['of an age that nobody sees', { startDate: '9999-01-01T00:00:00' }, '422 PARAMETERS_INVALID'],
    [
      'with a reminder in the past',
      { startDate: '2020-03-06T10:00:00', endDate: '2020-03-06T11:00:00', alert: { unit: 'hours', value: 1 } },
      '422 REMINDER_PAST',
    ],
    ['with somebody who is not there', { participants: [999_999] }, '404 NOT_FOUND'],
    ['of a type that is not there', { appointmentType: 999 }, '409 TYPE_GONE'],
    ['with an address that is none', { participants: [{ address: 'paul' }] }, '422 PARAMETERS_INVALID'],
  ])('is refused %s', async (_, given, expected) =>
    expect(await codeOf(office.anna.tryCommand('appointment.create', given))).toBe(expected),
  );

  test('is made by who has the right, in a calendar that they may write in', async () => {
    const { server, instance, anna, ben, ids } = office;
    await server.person(instance, 'emil', { rights: ['agendaList'] });
    const emil = await server.client(instance, 'emil');
    expect(await codeOf(emil.tryCommand('appointment.create', {}))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(ben.tryCommand('appointment.create', { calendarId: ids.anna }))).toBe('403 RIGHT_MISSING');
    await anna.command('appointment.saveRights', { rights: [{ userId: ids.ben, level: 'write' }] });
    const aggregateId = await create(ben, { calendarId: ids.anna, title: 'Von Ben', startDate: at(7, '09:00') });
    expect(await details(anna, aggregateId)).toMatchObject({
      creatorId: ids.ben,
      calendarId: ids.anna,
      writepermission: true,
    });
    await anna.command('appointment.saveRights', { rights: [] });
  });
});

describe('one that is edited', () => {
  test('is saved whole as it was answered, with each change in its history', async () => {
    const aggregateId = await create(office.anna, {
      title: 'Eins',
      startDate: at(10, '09:00'),
      endDate: at(10, '10:00'),
    });
    expect(await edit(aggregateId, {})).toMatchObject({ body: { data: { aggregateId, aggregateVersion: 1 } } });
    const part = { title: 'Zwei', startDate: at(10, '11:00'), endDate: at(10, '12:00'), location: 'Büro' };
    expect(await edit(aggregateId, part)).toMatchObject({ body: { data: { aggregateVersion: 2 } } });
    expect(await details(office.anna, aggregateId)).toMatchObject({ ...part, sequence: 1 });
    const [change] = await office.anna.query<ItemChangeEntry[]>('activity.history', { aggregateId });
    expect(change?.differences.map(({ field }) => field).toSorted()).toEqual([
      'endDate',
      'location',
      'startDate',
      'title',
    ]);
    await edit(aggregateId, { title: 'Drei' });
    expect((await details(office.anna, aggregateId)).sequence).toBe(1);
  });

  test('tells the second of two who edit at once what stands there', async () => {
    const aggregateId = await create(office.anna, {
      title: 'Eins',
      startDate: at(10, '13:00'),
      endDate: at(10, '14:00'),
    });
    const before = await details(office.anna, aggregateId);
    await edit(aggregateId, { title: 'Zwei' });
    expect(await office.anna.tryCommand('appointment.save', saved(before, { title: 'Drei' }))).toMatchObject({
      status: 409,
      body: { code: 'APPOINTMENT_CONFLICT', data: { aggregateVersion: 2, title: 'Zwei', startDate: at(10, '13:00') } },
    });
  });

  test('keeps what is not said, and moves by a day or a week', async () => {
    const { anna } = office;
    const aggregateId = await create(anna, { title: 'Eins', startDate: at(11, '09:00'), endDate: at(11, '10:00') });
    await anna.command('appointment.editSingle', { aggregateId, title: 'Zwei' });
    expect(await details(anna, aggregateId)).toMatchObject({ title: 'Zwei', startDate: at(11, '09:00') });
    await anna.command('appointment.delayOneDay', { aggregateId });
    expect(await details(anna, aggregateId)).toMatchObject({ startDate: at(12, '09:00'), endDate: at(12, '10:00') });
    await anna.command('appointment.delayOneWeek', { aggregateId });
    expect(await details(anna, aggregateId)).toMatchObject({ startDate: at(19, '09:00') });
    const moved = { startDate: day(20), endDate: day(21), allDay: true };
    expect(await anna.command('appointment.changeTimes', { aggregateId, ...moved })).toMatchObject({ aggregateId });
    expect(await details(anna, aggregateId)).toMatchObject({ ...moved, title: 'Zwei' });
    const noHours = { ...moved, timeMode: 'timeIndependent' };
    await anna.command('appointment.changeTimes', { aggregateId, ...noHours });
    expect(await details(anna, aggregateId)).toMatchObject(noHours);
  });

  test('whose organiser is elsewhere keeps the times that they have set', async () => {
    const { anna, server } = office;
    const aggregateId = await create(anna, { title: 'Von draußen', startDate: at(11, '15:00') });
    const organiser = { name: 'Paul Neumann', address: 'paul@werft.example' };
    await runSql(
      server.url,
      `update appointment set organiser = '${JSON.stringify(organiser)}' where appointment_id = ${numberOf(aggregateId)}`,
    );
    const times = { startDate: at(11, '16:00'), endDate: at(11, '17:00') };
    expect(await codeOf(anna.tryCommand('appointment.changeTimes', { aggregateId, ...times }))).toBe(
      '409 ORGANISER_ELSEWHERE',
    );
    expect(await codeOf(anna.tryCommand('appointment.editSingle', { aggregateId, title: 'Besuch' }))).toBe('200');
    expect(await details(anna, aggregateId)).toMatchObject({
      title: 'Besuch',
      startDate: at(11, '15:00'),
      organiser: { userId: null, ...organiser },
    });
  });

  test('calls at the time that was set, for each as they like, and not in the past', async () => {
    const { anna, ben, ids } = office;
    const alert = { unit: 'hours', value: 2 };
    const aggregateId = await create(anna, {
      title: 'Wecker',
      startDate: at(12, '09:00'),
      endDate: at(12, '10:00'),
      alert,
      participants: [{ userId: ids.ben }],
    });
    const alarms = async (by: typeof anna) =>
      (await by.query<Alarm[]>('alarm.unconfirmed', {}))
        .filter(({ title }) => title === 'Wecker')
        .map(({ alarmTimestamp }) => new Date(alarmTimestamp * 1000).toISOString());
    expect([await alarms(anna), await alarms(ben)]).toEqual([
      ['2031-03-12T06:00:00.000Z'],
      ['2031-03-12T06:00:00.000Z'],
    ]);
    await ben.command('appointment.myAlert', { aggregateId, alert: { unit: 'days', value: 1 } });
    expect(await alarms(ben)).toEqual(['2031-03-11T08:00:00.000Z']);
    expect(await details(ben, aggregateId)).toMatchObject({ alert, ownAlert: { unit: 'days', value: 1 } });
    await anna.command('appointment.changeTimes', {
      aggregateId,
      startDate: at(13, '09:00'),
      endDate: at(13, '10:00'),
    });
    expect([await alarms(anna), await alarms(ben)]).toEqual([
      ['2031-03-13T06:00:00.000Z'],
      ['2031-03-12T08:00:00.000Z'],
    ]);
    await ben.command('appointment.myAlert', { aggregateId, alert: 'none' });
    expect(await alarms(ben)).toEqual([]);
  });

  test('is linked, found, counted, and shared with who reads it', async () => {
    const { server, instance, anna, chris, ids } = office;
    const record = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
    const aggregateId = await create(anna, { title: 'Besuch', location: 'Trockendock', startDate: at(14, '09:00') });
    await anna.command('record.link', { ...record, aggregateId });
    expect(await details(anna, aggregateId)).toMatchObject({ links: [{ idoId: record.idoId }], linkedIdoCounter: 1 });
    expect(
      (await anna.query<{ aggregateId: string }[]>('filter.items', { view: 'all', searchTerm: 'Trockendock' })).map(
        (one) => one.aggregateId,
      ),
    ).toEqual([aggregateId]);
    expect(await see(chris, aggregateId)).toBe('404 NOT_FOUND');
    await anna.command('globalization.set', { aggregateIds: [aggregateId], userIds: [ids.chris], message: '' });
    expect(await details(chris, aggregateId)).toMatchObject({ title: 'Besuch', writepermission: false });
    expect(await codeOf(chris.tryCommand('appointment.editSingle', { aggregateId, title: 'Nein' }))).toBe(
      '403 RIGHT_MISSING',
    );
  });
});

describe('a calendar', () => {
  test('has what is in it by its beginning, cut by days, hours and words', async () => {
    const { chris, ids } = office;
    await create(chris, { title: 'Spät', startDate: at(24, '15:00'), endDate: at(24, '16:00') });
    await create(chris, { title: 'Früh', location: 'Werft', startDate: at(24, '06:00'), endDate: at(24, '07:00') });
    await create(chris, { title: 'Messe', allDay: true, startDate: day(24), endDate: day(25) });
    const titles = async (params: object) =>
      (await calendar(chris, { calendar: ids.chris, ...params })).map(({ title }) => title);
    const both = { startingDate: day(24), endingDate: day(24) };
    expect(await titles(both)).toEqual(['Messe', 'Früh', 'Spät']);
    expect(await titles({ ...both, minHour: 7 })).toEqual(['Messe', 'Spät']);
    expect(await titles({ ...both, searchTerm: 'werft' })).toEqual(['Früh']);
    expect(await titles({ startingDate: day(25), endingDate: day(25) })).toEqual(['Messe']);
    expect(await titles({ startingDate: day(26), endingDate: day(27) })).toEqual([]);
    expect(
      await codeOf(
        chris.tryQuery('appointment.calendar', {
          calendar: ids.chris,
          startingDate: '2030-01-01',
          endingDate: '2031-12-31',
        }),
      ),
    ).toBe('422 APPOINTMENT_TIMES_INVALID');
  });

  test('is taken at times that are put together', async () => {
    const { chris, anna, ids } = office;
    for (const [from, to] of [
      ['09:00', '10:00'],
      ['09:30', '11:00'],
      ['11:00', '11:30'],
      ['14:00', '15:00'],
    ] as const)
      await create(chris, { startDate: at(27, from), endDate: at(27, to) });
    await create(chris, { startDate: at(27, '17:00'), endDate: at(27, '18:00'), isFree: true });
    const range = { calendars: [ids.chris], from: '2031-03-27T00:00:00Z', to: '2031-03-28T00:00:00Z' };
    expect(await anna.query('appointment.freeBusy', range)).toEqual([
      {
        calendarId: ids.chris,
        times: [
          { start: '2031-03-27T08:00:00.000Z', end: '2031-03-27T10:30:00.000Z', kind: 'busy' },
          { start: '2031-03-27T13:00:00.000Z', end: '2031-03-27T14:00:00.000Z', kind: 'busy' },
        ],
      },
    ]);
  });
});
