import { afterAll, beforeAll, expect, test } from 'vitest';
import { create, openOffice, type Office } from './testing/fixture.ts';
import { inAppointmentAmong, nextAppointmentChange } from './store/in-appointment.ts';

/** Who is in an appointment, as presence is told of it. */
let office: Office;
beforeAll(async () => {
  office = await openOffice('anwesend');
});
afterAll(() => office?.server.close());

const HOUR = 3_600_000;
/** Ten o'clock in Berlin on a day in March 2031. */
const at = (day: number): number => Date.parse(`2031-03-${String(day).padStart(2, '0')}T09:00:00Z`);
const time = (day: number, clock: string): string => `2031-03-${String(day).padStart(2, '0')}T${clock}:00`;

const where = () => ({
  db: office.server.platform.database.forInstance(office.instance.id),
  instance: office.instance,
});
const statesAt = (ms: number) => inAppointmentAmong(where(), [office.ids.anna, office.ids.ben], ms);
/** From when to when somebody is in an appointment at ten o'clock of a day, in hours from then. */
async function benAt(day: number): Promise<string> {
  const found = (await statesAt(at(day))).get(office.ids.ben);
  return found === undefined ? 'in none' : `${(found.begunAt - at(day)) / HOUR} to ${(found.until - at(day)) / HOUR}`;
}

const CASES: readonly (readonly [string, readonly object[], string])[] = [
  ['takes their time', [{}], '-1 to 1'],
  ['is private', [{ access: 'private' }], '-1 to 1'],
  ['leaves them free', [{ isFree: true }], 'in none'],
  ['is provisional', [{ needsConfirmation: true }], 'in none'],
  ['has no zone', [{ zone: null }], '-1 to 1'],
  ['is over by then', [{ from: '08:00', to: '10:00' }], 'in none'],
  ['begins just then', [{ from: '10:00', to: '10:30' }], '0 to 0.5'],
  ['takes whole days', [{ allDay: true }], 'in none'],
  ['is one of two, the other of which ends later', [{}, { from: '09:30', to: '13:00' }], '-0.5 to 3'],
  ['takes more than a day', [{ days: 2, to: '12:00' }], '-1 to 50'],
];

test.each(CASES.map((one, index) => [one[0], one[1], one[2], index + 1] as const))(
  'somebody is in an appointment that %s',
  async (_name, given, expected, index) => {
    const day = index * 2 - 1;
    for (const one of given) {
      const { from = '09:00', to = '11:00', days = 0, ...part } = one as Record<string, never>;
      const fields = { startDate: time(day, from), endDate: time(day + days, to), participants: [office.ids.ben] };
      await create(office.anna, { title: 'Runde', ...fields, ...part });
    }
    expect(await benAt(day)).toBe(expected);
  },
);

test('the next moment at which one begins or ends is known', async () => {
  await create(office.anna, { title: 'Früh', startDate: '2031-04-10T09:00:00', endDate: '2031-04-10T09:30:00' });
  const clock = async (text: string) => {
    const moment = await nextAppointmentChange(where(), Date.parse(text));
    return moment === null ? 'none' : new Date(moment).toISOString();
  };
  expect(await clock('2031-04-10T06:00:00Z')).toBe('2031-04-10T07:00:00.000Z');
  expect(await clock('2031-04-10T07:10:00Z')).toBe('2031-04-10T07:30:00.000Z');
  expect(await clock('2031-04-10T07:30:00Z')).toBe('none');
});

test('who keeps from somebody when they are taken is told of to nobody', async () => {
  const { ben, ids } = office;
  await create(ben, { title: 'Geheim', startDate: '2031-04-14T09:00:00', endDate: '2031-04-14T11:00:00' });
  const isTold = async () => (await statesAt(Date.parse('2031-04-14T08:00:00Z'))).has(ids.ben);
  expect(await isTold()).toBe(true);
  await ben.command('appointment.saveRights', { rights: [{ userId: ids.chris, level: 'none' }] });
  expect(await isTold()).toBe(false);
  await ben.command('appointment.saveRights', { rights: [] });
});

test('the state of somebody shows it', async () => {
  const { server, anna, ben, ids } = office;
  const from = new Date(server.platform.now() - HOUR).toISOString();
  await create(ben, { title: 'Jetzt', startDate: from, endDate: new Date(server.platform.now() + HOUR).toISOString() });
  expect(await anna.query('presence.user', { userId: ids.ben })).toMatchObject({ stateText: 'In einem Termin' });
});
