import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { at, create, details, list, occurrence, openOffice, type Office } from './testing/fixture.ts';

/** What becomes of occurrences that were changed by themselves once their series is changed. */
let office: Office;
let series: string;
beforeAll(async () => {
  office = await openOffice('geerbt');
});
afterAll(() => office?.server.close());

const SECOND = at(10, '09:00');
beforeEach(async () => {
  for (const { aggregateId } of await list(office.anna))
    await office.anna.tryCommand('appointment.delete', { aggregateId, scope: 'all' });
  series = await create(office.anna, {
    title: 'Runde',
    location: 'Büro',
    startDate: at(3, '09:00'),
    endDate: at(3, '10:00'),
    participants: [{ userId: office.ids.ben }],
    repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 4 },
  });
});

/** Changes the second occurrence alone. */
const change = (fields: object) =>
  office.anna.command('appointment.editSingle', { aggregateId: occurrence(series, SECOND), ...fields });
/** Saves the series from an occurrence on, or all of it, with other fields. */
async function save(aggregateId: string, scope: 'all' | 'following', fields: object) {
  const now = await details(office.anna, aggregateId);
  const { title, description, location, startDate, endDate, allDay, timeMode, zone, access, calendarId, color } = now;
  const { needsConfirmation, checkCollision, isFree, appointmentType, alert, minuteInterval, meetingUrl } = now;
  const { participants, repetition, aggregateVersion } = now;
  const flags = { needsConfirmation, checkCollision, isFree, appointmentType, alert, minuteInterval, meetingUrl };
  const stored = {
    title,
    description,
    location,
    startDate,
    endDate,
    allDay,
    timeMode,
    zone,
    access,
    calendarId,
    color,
  };
  const given = { ...stored, ...flags, participants, repetition, ...fields, scope };
  return office.anna.command<{ aggregateId: string }>('appointment.save', { aggregateId, aggregateVersion, ...given });
}
const second = () => details(office.anna, occurrence(series, SECOND));

test('what was not changed in an occurrence is as its series has it, and what was stays', async () => {
  await change({ title: 'Runde mit Gast' });
  await save(series, 'all', { title: 'Wochenrunde', location: 'Halle 2' });
  expect(await second()).toMatchObject({ title: 'Runde mit Gast', location: 'Halle 2' });
});

test.each([
  ['stands where its series meant it to be moves with it', { title: 'Mit Gast' }, at(10, '11:00'), at(10, '12:30')],
  ['was moved stays there', { startDate: at(11, '14:00'), endDate: at(11, '15:00') }, at(11, '14:00'), at(11, '15:00')],
])('an occurrence that %s', async (_name, fields, startDate, endDate) => {
  const { aggregateId } = await office.anna.command<{ aggregateId: string }>('appointment.editSingle', {
    aggregateId: occurrence(series, SECOND),
    ...fields,
  });
  await save(series, 'all', { startDate: at(3, '11:00'), endDate: at(3, '12:30') });
  expect(await details(office.anna, aggregateId)).toMatchObject({ startDate, endDate });
});

test('who comes to a series comes to its changed occurrences, and who leaves it leaves them, whatever they have said', async () => {
  const { ben, ids } = office;
  await change({ title: 'Mit Gast' });
  await ben.command('appointment.answer', { aggregateId: occurrence(series, SECOND), state: 'accepted' });
  await save(series, 'all', { participants: [{ userId: ids.anna, write: true }, { userId: ids.chris }] });
  const active = (await second()).participants.flatMap((one) => (one.active === 'true' ? [one.userId] : []));
  expect(new Set(active)).toEqual(new Set([ids.anna, ids.chris]));
});

test('what goes on as another series has its changed occurrences follow, and those before stay as they are', async () => {
  const third = at(17, '09:00');
  await change({ title: 'Die zweite' });
  const { aggregateId } = await office.anna.command<{ aggregateId: string }>('appointment.editSingle', {
    aggregateId: occurrence(series, at(24, '09:00')),
    title: 'Die vierte',
  });
  await save(occurrence(series, third), 'following', { location: 'Halle 2' });
  expect(await details(office.anna, aggregateId)).toMatchObject({ title: 'Die vierte', location: 'Halle 2' });
  expect(await second()).toMatchObject({ title: 'Die zweite', location: 'Büro' });
});
