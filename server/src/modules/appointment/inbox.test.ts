import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  codeOf,
  create,
  day,
  details,
  list,
  numberOf,
  openOffice,
  see,
  spans,
  standing,
  starts,
  turnAt,
  type Office,
} from './testing/fixture.ts';
import { eventually } from '../../testing/eventually.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice('eingang');
});
afterAll(() => office?.server.close());

const meeting = (part: object = {}) =>
  create(office.anna, {
    title: 'Runde',
    startDate: at(3, '09:00'),
    endDate: at(3, '10:00'),
    participants: [{ userId: office.ids.ben }],
    ...part,
  });
const stands = async (aggregateId: string) => [
  await standing(office.anna, aggregateId),
  await standing(office.ben, aggregateId),
];

describe('an appointment', () => {
  test('is New with whom it asks, and put off until its day with who has said so', async () => {
    const { ben } = office;
    const aggregateId = await meeting();
    expect(await stands(aggregateId)).toEqual(['seen, put off', 'unseen']);
    await ben.command('appointment.answer', { aggregateId, state: 'accepted', comment: 'Gern' });
    expect(await stands(aggregateId)).toEqual(['seen, put off', 'seen, put off']);
    const [participant] = (await details(office.anna, aggregateId)).participants;
    expect(participant).toMatchObject({ state: 'accepted', confirmed: true, comment: 'Gern', accept: 'true' });
  });

  test('asks anew where its time or its place is another, and not for its title', async () => {
    const { anna, ben } = office;
    const aggregateId = await meeting();
    await ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    await anna.command('appointment.editSingle', { aggregateId, title: 'Anders' });
    expect(await standing(ben, aggregateId)).toBe('seen, put off');
    await anna.command('appointment.editSingle', { aggregateId, location: 'Büro' });
    expect(await standing(ben, aggregateId)).toBe('unseen');
    expect(await details(ben, aggregateId)).toMatchObject({
      participation: 'none',
      confirmedByUser: false,
      sequence: 1,
    });
  });

  test('that needs to be confirmed is provisional until then, and is gone from the calendar of who declines', async () => {
    const { ben, ids } = office;
    const aggregateId = await meeting({ startDate: at(4, '09:00'), endDate: at(4, '10:00'), needsConfirmation: true });
    const kinds = async () =>
      (await spans(ben, [ids.ben], [day(4), day(5)])).map(({ kind, participation }) => [kind, participation]);
    expect(await kinds()).toEqual([['tentative', 'none']]);
    await ben.command('appointment.answer', { aggregateId, state: 'tentative' });
    expect(await kinds()).toEqual([['tentative', 'tentative']]);
    await ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    expect(await kinds()).toEqual([['busy', 'accepted']]);
    await ben.command('appointment.answer', { aggregateId, state: 'declined' });
    expect(await kinds()).toEqual([]);
    expect(await standing(ben, aggregateId)).toBe('ready');
    expect(await codeOf(office.chris.tryCommand('appointment.answer', { aggregateId, state: 'accepted' }))).toBe(
      '404 NOT_FOUND',
    );
  });

  test('is Done after its end, but with who has set it In process since it began', async () => {
    const { server, anna, ben } = office;
    const from = new Date(server.platform.now() - 30 * 60_000).toISOString();
    const until = new Date(server.platform.now() + 30 * 60_000).toISOString();
    const aggregateId = await meeting({ startDate: from, endDate: until });
    await ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    expect(await stands(aggregateId)).toEqual(['seen', 'seen']);
    await ben.command('activity.setState', { aggregateIds: [aggregateId], state: 'unseen' });
    await ben.command('activity.setState', { aggregateIds: [aggregateId], state: 'seen' });
    await turnAt(office, aggregateId, new Date(server.platform.now() + 3_600_000).toISOString());
    await eventually(async () => expect(await standing(anna, aggregateId)).toBe('ready'));
    expect(await standing(ben, aggregateId)).toBe('seen');
  });

  test('of a series goes on to its next occurrence', async () => {
    const { anna } = office;
    const repetition = { repetitionType: 'daily', hasAnEnd: true, nTimes: 3 };
    const aggregateId = await meeting({ startDate: at(10, '09:00'), endDate: at(10, '10:00'), repetition });
    await turnAt(office, aggregateId, '2031-03-11T09:30:00.000Z');
    await eventually(async () =>
      expect((await details(anna, aggregateId)).entry.extras.startDate).toBe(at(12, '09:00')),
    );
    expect(await standing(anna, aggregateId)).toBe('seen, put off');
    await turnAt(office, aggregateId, '2031-03-12T12:00:00.000Z');
    await eventually(async () => expect(await standing(anna, aggregateId)).toBe('ready'));
  });

  test('that is hidden is out of its person’s own view, and takes their time as before', async () => {
    const { ben, chris, ids } = office;
    const aggregateId = await meeting({ startDate: at(13, '09:00'), endDate: at(13, '10:00') });
    await ben.command('appointment.hide', { aggregateId, isHidden: true });
    const range: [string, string] = [day(13), day(14)];
    expect([await starts(ben, ids.ben, range), await starts(chris, ids.ben, range)].map((some) => some.length)).toEqual(
      [0, 1],
    );
    expect(await details(ben, aggregateId)).toMatchObject({ isHidden: true });
    const free = { calendars: [ids.ben], from: '2031-03-13T00:00:00Z', to: '2031-03-14T00:00:00Z' };
    expect(await ben.query('appointment.freeBusy', free)).toMatchObject([{ times: [{ kind: 'busy' }] }]);
  });
});

describe('by what its person has chosen', () => {
  const versions = new Map<string, number>();
  /** Chooses settings of Ben's. */
  async function choose(values: Record<string, unknown>): Promise<void> {
    const given = Object.keys(values).map((key) => {
      versions.set(key, (versions.get(key) ?? office.server.platform.now()) + 1);
      return [key, versions.get(key)];
    });
    await office.ben.command('settings.change', { values, versions: Object.fromEntries(given) });
  }
  /** How an appointment stands with Ben, and until when it is put off. */
  async function ofBen(aggregateId: string): Promise<string> {
    const entry = (await list(office.ben)).find((one) => numberOf(one.aggregateId) === numberOf(aggregateId));
    const until = entry?.extras.snoozedUntil;
    return `${await standing(office.ben, aggregateId)}${until === undefined ? '' : ` until ${new Date(Number(until) * 1000).toISOString()}`}`;
  }
  afterEach(() => choose({ appointmentsInInbox: 'day', appointmentsDoneAlone: true, calendarDayStarts: '06:00' }));

  test('it comes up at another time of its day', async () => {
    await choose({ calendarDayStarts: '08:00' });
    const aggregateId = await meeting({ startDate: at(5, '09:00'), endDate: at(5, '10:00') });
    await office.ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    expect(await ofBen(aggregateId)).toBe('seen, put off until 2031-03-05T07:00:00.000Z');
  });

  test('it is there only while it asks something', async () => {
    await choose({ appointmentsInInbox: 'asking' });
    const aggregateId = await meeting({ startDate: at(6, '09:00'), endDate: at(6, '10:00') });
    expect(await ofBen(aggregateId)).toBe('unseen');
    await office.ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    expect(await ofBen(aggregateId)).toBe('seen, put off until 2031-03-06T09:00:00.000Z');
  });

  test('it is never there, even where it asks anew', async () => {
    await choose({ appointmentsInInbox: 'never' });
    const aggregateId = await meeting({ startDate: at(7, '09:00'), endDate: at(7, '10:00') });
    expect(await ofBen(aggregateId)).toBe('unseen, put off until 2031-03-07T09:00:00.000Z');
    await office.ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    await office.anna.command('appointment.editSingle', { aggregateId, location: 'Büro' });
    expect(await ofBen(aggregateId)).toBe('unseen, put off until 2031-03-07T09:00:00.000Z');
  });

  test('those that are there already follow a choice, and the next one', async () => {
    const asking = await meeting({ startDate: at(24, '09:00'), endDate: at(24, '10:00') });
    const said = await meeting({ startDate: at(25, '09:00'), endDate: at(25, '10:00') });
    await office.ben.command('appointment.answer', { aggregateId: said, state: 'accepted' });
    await choose({ appointmentsInInbox: 'never' });
    const both = async () => [await ofBen(asking), await ofBen(said)];
    await eventually(async () =>
      expect(await both()).toEqual([
        'unseen, put off until 2031-03-24T09:00:00.000Z',
        'seen, put off until 2031-03-25T09:00:00.000Z',
      ]),
    );
    await choose({ appointmentsInInbox: 'day' });
    await eventually(async () =>
      expect(await both()).toEqual(['unseen', 'seen, put off until 2031-03-25T05:00:00.000Z']),
    );
  });

  test('it stays In process after its end', async () => {
    const { server, anna, ben } = office;
    await choose({ appointmentsDoneAlone: false });
    const from = new Date(server.platform.now() - 30 * 60_000).toISOString();
    const until = new Date(server.platform.now() + 30 * 60_000).toISOString();
    const aggregateId = await meeting({ startDate: from, endDate: until });
    await ben.command('appointment.answer', { aggregateId, state: 'accepted' });
    await turnAt(office, aggregateId, new Date(server.platform.now() + 3_600_000).toISOString());
    await eventually(async () => expect(await standing(anna, aggregateId)).toBe('ready'));
    expect(await standing(ben, aggregateId)).toBe('seen');
  });
});

describe('one that is deleted', () => {
  test('by who may write in it is off for all, and back', async () => {
    const { anna, ben, ids } = office;
    const aggregateId = await meeting({ startDate: at(17, '09:00'), endDate: at(17, '10:00') });
    const range: [string, string] = [day(17), day(18)];
    await anna.command('appointment.delete', { aggregateId });
    expect(await starts(ben, ids.ben, range)).toEqual([]);
    expect((await details(ben, aggregateId)).entry.trashed).toBe(true);
    await anna.command('appointment.delete', { aggregateId, takesBack: true });
    expect(await starts(ben, ids.ben, range)).toHaveLength(1);
    await anna.command('activity.delete', { aggregateIds: [aggregateId] });
    expect(await starts(ben, ids.ben, range)).toEqual([]);
    await anna.command('activity.restore', { aggregateIds: [aggregateId] });
    expect(await starts(ben, ids.ben, range)).toHaveLength(1);
  });

  test('by who takes part is declined by them, and asks them anew when it is back', async () => {
    const { anna, ben, ids } = office;
    const aggregateId = await meeting({ startDate: at(18, '09:00'), endDate: at(18, '10:00') });
    const range: [string, string] = [day(18), day(19)];
    for (const [away, back] of [
      ['appointment.delete', 'activity.restore'],
      ['activity.delete', 'activity.restore'],
    ] as const) {
      await ben.command(away, away === 'activity.delete' ? { aggregateIds: [aggregateId] } : { aggregateId });
      expect(
        [await starts(ben, ids.ben, range), await starts(anna, ids.anna, range)].map((some) => some.length),
      ).toEqual([0, 1]);
      expect((await details(anna, aggregateId)).participants[0]).toMatchObject({ userId: ids.ben, state: 'declined' });
      await ben.command(back, { aggregateIds: [aggregateId] });
      expect(await standing(ben, aggregateId)).toBe('unseen');
      expect(await starts(ben, ids.ben, range)).toHaveLength(1);
    }
  });

  test('by who may write in the calendar by a group is off for all, from the lists too', async () => {
    const { anna, ben, ids } = office;
    const { groupId } = await anna.command<{ groupId: number }>('account.createGroup', {
      name: 'Schreiber',
      userIds: [ids.ben],
    });
    await anna.command('appointment.saveRights', { rights: [{ groupId, level: 'write' }] });
    const aggregateId = await meeting({ startDate: at(20, '09:00'), endDate: at(20, '10:00') });
    const counts = async () => {
      const range: [string, string] = [day(20), day(21)];
      return [(await starts(ben, ids.ben, range)).length, (await starts(anna, ids.anna, range)).length];
    };
    await ben.command('activity.delete', { aggregateIds: [aggregateId] });
    expect(await counts()).toEqual([0, 0]);
    await ben.command('activity.restore', { aggregateIds: [aggregateId] });
    expect(await counts()).toEqual([1, 1]);
    await anna.command('appointment.saveRights', { rights: [] });
  });

  test('for somebody alone is out of their lists, and kept of them', async () => {
    const { anna, ben, ids } = office;
    const aggregateId = await meeting({ startDate: at(19, '09:00'), endDate: at(19, '10:00') });
    await anna.command('appointment.editSingle', { aggregateId, participants: [{ userId: ids.anna }] });
    expect(await see(ben, aggregateId)).toBe('404 NOT_FOUND');
    expect((await details(anna, aggregateId)).participants).toMatchObject([
      { userId: ids.ben, active: 'false' },
      { userId: ids.anna, active: 'true' },
    ]);
  });
});
