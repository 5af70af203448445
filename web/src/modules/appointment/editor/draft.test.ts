import { appointmentCommands, appointmentQueries, type AppointmentDetail } from '@kontor/contract/appointment';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { beginningOf, newAppointmentHref } from '../address.ts';
import {
  addedPerson,
  calendarOf,
  draftOf,
  draftOfTheirs,
  faultsOf,
  fieldsOf,
  newDraft,
  typedDraft,
  withPeople,
  type Theirs,
} from './draft.ts';

const details = appointmentQueries.details.example.result as AppointmentDetail;
const stored = draftOf(details);
const ZONE = 'Europe/Berlin';
const BEFORE = Date.parse('2026-11-26T09:00:00Z');
const ben = addedPerson({ userId: 2, address: '', name: 'Ben Krüger' });

test('what is stored is saved as it is', () => {
  const fields = fieldsOf(stored);
  const params = { aggregateId: details.aggregateId, aggregateVersion: stored.version, ...fields };
  expect(v.is(appointmentCommands.save.params, params)).toBe(true);
  expect(fields).toMatchObject({
    title: details.title,
    startDate: details.startDate,
    endDate: details.endDate,
    allDay: false,
    participants: [{ userId: 1, accept: true, active: true, alert: true, write: true }],
  });
});

test('a new one has its person in it, and is made of what the contract takes', () => {
  const draft = newDraft({ people: [2], title: 'Messe' }, { id: 1, name: 'Anna Berger' }, { now: BEFORE, zone: ZONE });
  const fields = fieldsOf(draft);
  expect(v.is(appointmentCommands.create.params, fields)).toBe(true);
  expect(fields).toMatchObject({ title: 'Messe', calendarId: 1, startDate: '2026-11-26T10:00:00' });
  expect(fields.participants).toMatchObject([{ userId: 1, accept: true, write: true }, { userId: 2 }]);
  expect(fields.participants[1]).not.toHaveProperty('accept');
});

test('a new one may begin with those who need not come and with resources, as its address says', () => {
  const beginning = { people: [2], optional: [3], resources: [4, 5], title: 'Abnahme' };
  const [, query = ''] = newAppointmentHref('d1', beginning).split('?');
  expect(beginningOf(query)).toMatchObject(beginning);
  const draft = newDraft(beginningOf(query), { id: 1, name: 'Anna Berger' }, { now: BEFORE, zone: ZONE });
  const fields = fieldsOf(draft);
  expect(v.is(appointmentCommands.create.params, fields)).toBe(true);
  expect(draft.participants.map((one) => [one.userId, one.resourceId, one.role, calendarOf(one)])).toEqual([
    [1, null, 'required', 1],
    [2, null, 'required', 2],
    [3, null, 'optional', 3],
    [null, 4, 'required', 1_000_000_004],
    [null, 5, 'required', 1_000_000_005],
  ]);
});

test('who is added twice is there once, and who was taken out comes back', () => {
  const [anna] = stored.participants;
  if (anna === undefined) throw new Error('nobody');
  const once = withPeople(
    [{ ...anna, active: false }],
    [ben, ben, addedPerson({ userId: 1, address: '', name: 'Anna' })],
  );
  expect(once.map(({ userId, active, name }) => [userId, active, name])).toEqual([
    [1, true, 'Anna Berger'],
    [2, true, 'Ben Krüger'],
  ]);
});

describe('what keeps it from being saved', () => {
  test.each([
    ['nothing', {}, []],
    ['an end before its beginning', { endTime: '08:00' }, ['times']],
    ['a link that is none', { meetingUrl: 'meet' }, ['url']],
    ['a reminder that would have rung', { alert: { unit: 'days', value: 30 } }, ['reminder']],
  ] as const)('%s', (_name, part, faults) => {
    expect(faultsOf({ ...stored, ...part }, stored, BEFORE, ZONE)).toEqual(faults);
  });

  test('a reminder that stands as it was is no fault once it has rung', () => {
    const later = Date.parse('2026-12-02T09:00:00Z');
    expect(faultsOf({ ...stored, title: 'anders' }, stored, later, ZONE)).toEqual([]);
    expect(faultsOf({ ...stored, alert: { unit: 'hours', value: 1 } }, stored, later, ZONE)).toEqual(['reminder']);
  });
});

test('a copy that another edit has stored keeps what people have said themselves', () => {
  const { participants, ...fields } = v.parse(appointmentCommands.save.params, appointmentCommands.save.example.params);
  const theirs = {
    ...fields,
    participants,
    aggregateVersion: 3,
    startDate: '2026-12-01T11:00:00',
    endDate: '2026-12-01T12:00:00',
  } as unknown as Theirs;
  const draft = draftOfTheirs(theirs, stored);
  expect(draft).toMatchObject({ version: 3, startTime: '11:00', title: 'Wartung und Angebot' });
  expect(draft.participants).toMatchObject([{ userId: 1, name: 'Anna Berger', state: 'accepted' }]);
});

test('another type sets what it gives, and ends a series that may not be', () => {
  const { result } = appointmentQueries.changeType.example;
  const repeating = { ...stored, repetition: details.repetition };
  const draft = typedDraft(repeating, 3, result, () => 'Ben Krüger');
  expect(draft).toMatchObject({ appointmentType: 3, alert: { unit: 'hours', value: 1 }, repetition: null });
  expect(draft.participants.map(({ name }) => name)).toEqual(['Anna Berger', 'Ben Krüger']);
});
