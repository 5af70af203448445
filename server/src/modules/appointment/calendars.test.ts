import type { AppointmentType, PermittedCalendar } from '@kontor/contract/appointment';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import {
  at,
  calendar,
  codeOf,
  create,
  day,
  details,
  numberOf,
  openOffice,
  see,
  spans,
  type Office,
} from './testing/fixture.ts';

/** What stands in private appointments alone: nobody else may read it anywhere. */
const SECRET = 'zqgeheim';

let office: Office;
beforeAll(async () => {
  office = await openOffice('kalender');
});
afterEach(() => office.anna.command('appointment.saveRights', { rights: [] }));
afterAll(() => office?.server.close());

const give = (level: string) =>
  office.anna.command('appointment.saveRights', { rights: [{ userId: office.ids.ben, level }] });
const meeting = (number: number, part: object = {}) =>
  create(office.anna, {
    title: `${SECRET} Gehalt`,
    description: `<p>${SECRET}</p>`,
    location: SECRET,
    startDate: at(number, '09:00'),
    endDate: at(number, '10:00'),
    alert: 'none',
    color: '#123456',
    ...part,
  });

describe('who may do what with a calendar', () => {
  test.each([
    ['none', { sees: '404 NOT_FOUND', writes: '404 NOT_FOUND', titles: [] }],
    ['busy', { sees: '404 NOT_FOUND', writes: '404 NOT_FOUND', titles: [null] }],
    ['read', { sees: '200', writes: '403 RIGHT_MISSING', titles: [`${SECRET} Gehalt`] }],
    ['write', { sees: '200', writes: '200', titles: [`${SECRET} Gehalt`] }],
    ['manage', { sees: '200', writes: '200', titles: [`${SECRET} Gehalt`] }],
  ])('%s: a public one', async (level, expected) => {
    const { ben, ids } = office;
    const aggregateId = await meeting(3);
    await give(level);
    expect({
      sees: await see(ben, aggregateId),
      writes: await codeOf(ben.tryCommand('appointment.editSingle', { aggregateId, location: SECRET })),
      titles: (await spans(ben, [ids.anna], [day(3), day(4)])).map(({ title }) => title),
    }).toEqual(expected);
    await office.anna.command('appointment.delete', { aggregateId });
  });

  test.each([
    ['none', { sees: '404 NOT_FOUND', titles: [] }],
    ['busy', { sees: '404 NOT_FOUND', titles: [null] }],
    ['read', { sees: '404 NOT_FOUND', titles: [null] }],
    ['write', { sees: '404 NOT_FOUND', titles: [null] }],
    ['manage', { sees: '200', titles: [`${SECRET} Gehalt`] }],
  ])('%s: a private one', async (level, expected) => {
    const { ben, ids } = office;
    const aggregateId = await meeting(4, { access: 'private' });
    await give(level);
    expect({
      sees: await see(ben, aggregateId),
      titles: (await spans(ben, [ids.anna], [day(4), day(5)])).map(({ title }) => title),
    }).toEqual(expected);
    await office.anna.command('appointment.delete', { aggregateId });
  });

  test('a group has what it is given, and everybody what is said of everybody', async () => {
    const { anna, ben, chris, ids } = office;
    const group = await anna.command<{ groupId: number }>('account.createGroup', {
      name: 'Service',
      userIds: [ids.ben],
    });
    const rights = [
      { userId: null, groupId: group.groupId, level: 'read' },
      { userId: null, groupId: null, level: 'none' },
    ];
    await anna.command('appointment.saveRights', { rights });
    expect(await anna.query('appointment.rights', {})).toEqual({ calendarId: ids.anna, rights });
    const levels = async (by: typeof ben) =>
      (await by.query<PermittedCalendar[]>('appointment.permittedCalendars', {})).map(({ realUserName, level }) => [
        realUserName,
        level,
      ]);
    expect(await levels(ben)).toEqual([
      ['ben', 'manage'],
      ['anna', 'read'],
      ['chris', 'busy'],
    ]);
    expect(await levels(chris)).toEqual([
      ['chris', 'manage'],
      ['ben', 'busy'],
    ]);
    expect(
      await chris.query('appointment.freeBusy', {
        calendars: [ids.anna],
        from: '2031-03-01T00:00:00Z',
        to: '2031-03-02T00:00:00Z',
      }),
    ).toEqual([]);
  });

  test('is said by its person, and by who manages it', async () => {
    const { ben, chris, ids } = office;
    const said = { calendarId: ids.anna, rights: [{ userId: ids.ben, level: 'manage' }] };
    expect(await codeOf(ben.tryCommand('appointment.saveRights', said))).toBe('403 RIGHT_MISSING');
    await give('manage');
    await ben.command('appointment.saveRights', {
      ...said,
      rights: [...said.rights, { userId: ids.chris, level: 'read' }],
    });
    expect(await codeOf(chris.tryQuery('appointment.rights', { calendarId: ids.anna }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(ben.tryCommand('appointment.saveRights', { calendarId: 999, rights: [] }))).toBe(
      '404 NOT_FOUND',
    );
  });
});

test('nothing of a private appointment comes out to who sees that its time is taken', async () => {
  const { server, anna, ben, chris, ids } = office;
  const [last] = await runSql(server.url, 'select coalesce(max(seq), 0)::text as seq from event_outbox');
  const series = await meeting(11, {
    access: 'private',
    repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 2 },
  });
  const aggregateId = await meeting(12, { access: 'private' });
  await anna.command('appointment.changeTimes', { aggregateId, startDate: at(12, '13:00'), endDate: at(12, '14:00') });
  const range = { calendars: [ids.anna], from: '2031-03-10T00:00:00Z', to: '2031-03-20T00:00:00Z' };
  const collides = {
    startDate: at(12, '13:30'),
    endDate: at(12, '14:30'),
    checkCollision: true,
    participants: [{ userId: ids.anna }],
  };
  const outputs = [
    await ben.query('appointment.range', range),
    await ben.query('appointment.freeBusy', range),
    await calendar(ben, { calendar: ids.anna, startingDate: day(10), endingDate: day(20) }),
    await ben.query('appointment.items', { view: 'all' }),
    await ben.query('filter.items', { view: 'all', searchTerm: SECRET }),
    (await ben.tryQuery('appointment.details', { aggregateId })).body,
    (await ben.tryQuery('activity.history', { aggregateId })).body,
    (await ben.tryCommand('appointment.create', collides)).body,
    await calendar(ben, { calendar: ids.anna, searchTerm: SECRET, startingDate: day(10), endingDate: day(20) }),
  ];
  for (const output of outputs) {
    expect(JSON.stringify(output)).not.toContain(SECRET);
    expect(JSON.stringify(output)).not.toContain('#123456');
  }
  // No number tells that two of them are one series.
  expect(await spans(ben, [ids.anna], [day(10), day(20)])).toMatchObject([
    { appointmentId: null, original: 0, repeats: false },
    { appointmentId: null, original: 0, repeats: false },
    { appointmentId: null, original: 0, repeats: false },
  ]);
  const events = await runSql(
    server.url,
    `select topic, body::text as body from event_outbox where seq > ${(last as { seq: string }).seq} and topic in ('user.${ids.ben}', 'user.${ids.chris}')`,
  );
  expect(events.length).toBeGreaterThan(0);
  for (const { body } of events as unknown as { body: string }[]) {
    expect(body).not.toContain(SECRET);
    expect(JSON.parse(body)).toMatchObject({
      type: 'appointment.spans',
      payload: { aggregateIds: [], processIds: [], calendars: [ids.anna] },
    });
    expect(body).not.toContain('appointment:');
  }
  expect(await spans(chris, [ids.anna], [day(10), day(20)])).toHaveLength(3);
  for (const id of [series, aggregateId]) await anna.command('appointment.delete', { aggregateId: id, scope: 'all' });
});

test('who reads a calendar hears which appointment is another, and in their own calendar who answers is alone', async () => {
  const { server, ben, chris, ids } = office;
  await give('read');
  const repetition = { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 };
  const aggregateId = await meeting(5, { repetition, participants: [{ userId: ids.chris }] });
  const [last] = await runSql(server.url, 'select coalesce(max(seq), 0)::text as seq from event_outbox');
  await chris.command('appointment.answer', { aggregateId, state: 'tentative', scope: 'all' });
  const events = await runSql(
    server.url,
    `select body::text as body from event_outbox where seq > ${(last as { seq: string }).seq} and topic = 'user.${ids.ben}'`,
  );
  const bodies = (events as { body: string }[]).map(({ body }): unknown => JSON.parse(body));
  expect(bodies).toMatchObject([
    {
      type: 'appointment.changed',
      payload: { keys: [`calendar:${ids.anna}`, `appointment:${numberOf(aggregateId)}`], processIds: [] },
    },
    { type: 'appointment.spans', payload: { keys: [`calendar:${ids.chris}`] } },
  ]);
  const kinds = async (calendarId: number) => (await spans(ben, [calendarId])).map(({ kind }) => kind);
  expect(await kinds(ids.chris)).toEqual(['tentative', 'tentative', 'tentative']);
  expect(await kinds(ids.anna)).toEqual(['busy', 'busy', 'busy']);
  await office.anna.command('appointment.delete', { aggregateId, scope: 'all' });
});

describe('a collision', () => {
  const given = (number: number, part: object = {}) => ({
    title: 'Neu',
    startDate: at(number, '09:30'),
    endDate: at(number, '10:30'),
    checkCollision: true,
    participants: [{ userId: office.ids.chris }],
    ...part,
  });

  test('is said with whom, when and what, and is done where it is wanted', async () => {
    const { anna, chris, ids } = office;
    await create(chris, { title: 'Zahnarzt', startDate: at(17, '10:00'), endDate: at(17, '11:00') });
    expect(await anna.tryCommand('appointment.create', given(17))).toMatchObject({
      status: 409,
      body: {
        code: 'APPOINTMENT_COLLIDES',
        data: { pairs: [{ calendarId: ids.chris, startDate: at(17, '10:00'), endDate: at(17, '11:00'), title: null }] },
      },
    });
    await chris.command('appointment.saveRights', { rights: [{ userId: ids.anna, level: 'read' }] });
    expect(await anna.tryCommand('appointment.create', given(17))).toMatchObject({
      body: { data: { pairs: [{ title: 'Zahnarzt' }] } },
    });
    await chris.command('appointment.saveRights', { rights: [] });
    const aggregateId = await create(anna, given(17, { accepted: true }));
    expect(
      await codeOf(
        anna.tryCommand('appointment.changeTimes', {
          aggregateId,
          startDate: at(17, '10:30'),
          endDate: at(17, '12:00'),
        }),
      ),
    ).toBe('409 APPOINTMENT_COLLIDES');
    expect(await details(anna, aggregateId)).toMatchObject({ startDate: at(17, '09:30') });
    expect(
      await codeOf(
        anna.tryCommand('appointment.changeTimes', {
          aggregateId,
          startDate: at(17, '11:00'),
          endDate: at(17, '12:00'),
        }),
      ),
    ).toBe('200');
  });

  test.each([
    ['nobody asks', { checkCollision: false }],
    ['it leaves people free', { isFree: true }],
    ['it is a note on a day', { timeMode: 'timeIndependent' }],
    ['they touch each other', { startDate: at(18, '11:00'), endDate: at(18, '12:00') }],
  ])('is none where %s', async (_, part) => {
    await create(office.chris, { startDate: at(18, '10:00'), endDate: at(18, '11:00'), isFree: false });
    expect(await codeOf(office.anna.tryCommand('appointment.create', given(18, part)))).toBe('200');
  });

  test('is found in any occurrence, and with whole days', async () => {
    const { anna, chris } = office;
    await create(chris, { title: 'Urlaub', allDay: true, startDate: day(26), endDate: day(27) });
    const repetition = { repetitionType: 'daily', hasAnEnd: true, nTimes: 3 };
    const answer = anna.tryCommand('appointment.create', given(25, { repetition }));
    expect(await answer).toMatchObject({ body: { data: { pairs: [{ startDate: day(26), endDate: day(27) }] } } });
  });

  test('of two who are entered at once one is refused', async () => {
    const { anna, ben } = office;
    const both = [anna, ben].map((by) => codeOf(by.tryCommand('appointment.create', given(28))));
    expect((await Promise.all(both)).toSorted()).toEqual(['200', '409 APPOINTMENT_COLLIDES']);
  });
});

describe('types', () => {
  test('are kept by administrators, and give what appointments begin with', async () => {
    const { anna, ben, ids } = office;
    const given = {
      title: 'Montage',
      colour: '#2f6f4f',
      access: 'private',
      alert: { unit: 'hours', value: 1 },
      forbiddenRepetition: true,
      defaultTitle: 'Montage bei',
      participants: [ids.ben],
    };
    expect(await codeOf(ben.tryCommand('appointment.saveType', given))).toBe('403 RIGHT_MISSING');
    const { id } = await anna.command<{ id: number }>('appointment.saveType', given);
    const other = await anna.command<{ id: number }>('appointment.saveType', { title: 'Besuch' });
    const aggregateId = await create(anna, { appointmentType: id, startDate: at(20, '09:00') });
    const detail = await details(anna, aggregateId);
    expect(detail).toMatchObject({
      title: 'Montage bei',
      color: '#2f6f4f',
      access: 'private',
      alert: { unit: 'hours', value: 1 },
      appointmentType: id,
    });
    expect(detail.participants.map(({ userId }) => userId)).toEqual([ids.ben, ids.anna]);
    const repetition = { repetitionType: 'daily' };
    expect(await codeOf(anna.tryCommand('appointment.save', { ...detail, repetition }))).toBe(
      '422 REPETITION_FORBIDDEN',
    );
    expect(
      await anna.query('appointment.changeType', {
        previousType: id,
        newType: other.id,
        appointmentId: detail.appointmentId,
      }),
    ).toMatchObject({
      title: '',
      access: 'public',
      alert: 'none',
      participants: [ids.anna],
      changed: ['title', 'access', 'alert', 'participants'],
    });
    expect(
      await anna.query('appointment.changeType', {
        previousType: null,
        newType: id,
        fields: { title: 'Selbst getippt' },
        additionalUser: ids.chris,
      }),
    ).toMatchObject({
      title: 'Selbst getippt',
      participants: [ids.ben, ids.chris],
    });
    await anna.command('appointment.orderTypes', { ids: [other.id] });
    expect((await ben.query<AppointmentType[]>('appointment.types', {})).map((type) => type.title)).toEqual([
      'Besuch',
      'Montage',
    ]);
    await anna.command('appointment.removeType', { id });
    expect(await details(anna, aggregateId)).toMatchObject({ appointmentType: null, title: 'Montage bei', color: '' });
    expect(await codeOf(anna.tryQuery('appointment.changeType', { previousType: null, newType: id }))).toBe(
      '409 TYPE_GONE',
    );
  });
});
