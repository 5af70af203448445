import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { MAX_FILE_CHARACTERS, parseCalendars, zoneComponent, zonesOf } from '../../../platform/icalendar/index.ts';
import { bareEvent, type IcalAppointment, type IcalEvent } from './model.ts';
import { readCalendarText } from './reading.ts';
import { repetitionOf } from './rule-reading.ts';
import { writeCalendarText, writeTakenText } from './writing.ts';

const ZONE = 'Europe/Berlin';
const AT = Date.parse('2026-11-28T10:00:00Z');

const slot = (start: string, end: string, zone: string | null = ZONE) =>
  ({ timeMode: 'fixedTime', start: `2026-${start}:00`, end: `2026-${end}:00`, zone }) as const;
const days = (start: string, end: string) =>
  ({ timeMode: 'allDay', start: `2026-${start}T00:00:00`, end: `2026-${end}T00:00:00`, zone: null }) as const;
const said = (event: Partial<IcalEvent> & Pick<IcalEvent, 'slot'>): IcalEvent => ({
  ...bareEvent('u1@kontor', event.slot),
  stampedAt: AT,
  ...event,
});
const repeating = (rule: string, event: Parameters<typeof said>[0]): IcalEvent =>
  said({ ...event, rule, repetition: repetitionOf(rule, event.slot.start) });
const alone = (master: IcalEvent): IcalAppointment => ({ uid: master.uid, master, changed: [] });

const WEEKLY = 'FREQ=WEEKLY;BYDAY=TU;WKST=MO;INTERVAL=1;UNTIL=20261231T235959';
const weekly = repeating(WEEKLY, { slot: slot('12-01T09:00', '12-01T10:00'), title: 'Runde' });

test.each<[string, IcalAppointment]>([
  [
    'all that there is of one',
    alone(
      said({
        slot: slot('12-01T09:00', '12-01T10:30'),
        sequence: 3,
        title: 'Wartung, Halle 3; "neu"',
        description: '<p>Mit <strong>Herrn Neumann</strong>;</p><p>bis dann</p>',
        location: 'Werft; Halle 2, Tor 1',
        meetingUrl: 'https://meet.example/a?b=1;c,d',
        access: 'private',
        isFree: true,
        alert: { unit: 'hours', value: 24 },
        organiser: { name: 'Neumann: Paul', address: 'paul@werft.example' },
        people: [
          { name: 'Ben, K', address: 'ben@nordwerk.example', role: 'required', state: 'accepted' },
          { name: '', address: 'clara@werft.example', role: 'optional', state: 'none' },
        ],
        foreign: [
          ['categories', {}, 'text', 'Eins', 'Zwei, drei'],
          ['x-farbe', { art: 'a;b' }, 'unknown', 'blau\\, grün'],
          ['geo', {}, 'float', [53.5, 10]],
        ],
      }),
    ),
  ],
  ['whole days, the last one too', alone(said({ slot: days('12-24', '12-26'), alert: { unit: 'days', value: 2 } }))],
  ['a day without hours', alone(said({ slot: { ...days('12-24', '12-24'), timeMode: 'timeIndependent' } }))],
  ['without a zone', alone(said({ slot: slot('12-01T09:00', '12-01T10:00', null) }))],
  ['in another zone', alone(said({ slot: slot('07-01T09:00', '07-01T10:00', 'America/New_York') }))],
  ['at an hour that comes twice', alone(said({ slot: slot('10-25T01:00', '10-25T04:00') }))],
  ['of no length', alone(said({ slot: slot('12-01T09:00', '12-01T09:00') }))],
  ['called off', alone(said({ slot: slot('12-01T09:00', '12-01T10:00'), isCancelled: true }))],
  ['a series', alone({ ...weekly, excluded: ['2026-12-15T09:00:00'] })],
  [
    'a series of days, by a rule that we have no fields for',
    alone(repeating('FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2;COUNT=7', { slot: days('12-28', '12-29') })),
  ],
  [
    'a series with changed occurrences, one of them at a time that the rule does not give',
    {
      uid: 'u1@kontor',
      master: { ...weekly, added: ['2026-12-03T09:00:00'] },
      changed: [
        said({ slot: slot('12-03T09:00', '12-03T10:00'), original: '2026-12-03T09:00:00', title: 'Beides' }),
        said({
          slot: slot('12-09T11:00', '12-09T12:00'),
          original: '2026-12-08T09:00:00',
          title: 'Später',
          sequence: 2,
        }),
      ],
    },
  ],
])('what is written is read as it was: %s', (_what, appointment) => {
  const text = writeCalendarText([appointment], { method: 'REQUEST', now: AT, withPeople: true, withAlarm: true });
  expect(text).not.toMatch(/[^\r]\n/);
  expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(readCalendarText(text, ZONE)).toEqual({ method: 'REQUEST', appointments: [appointment], refused: 0 });
});

test('a feed names nobody, and calls nobody', () => {
  const event = said({
    slot: slot('12-01T09:00', '12-01T10:00'),
    alert: { unit: 'minutes', value: 15 },
    organiser: { name: 'Paul', address: 'paul@werft.example' },
    people: [{ name: 'Ben', address: 'ben@nordwerk.example', role: 'required', state: 'accepted' }],
  });
  const text = writeCalendarText([alone(event)], { method: null, now: AT, withPeople: false, withAlarm: false });
  expect(text).not.toMatch(/METHOD|ATTENDEE|ORGANIZER|VALARM|example/);
});

test('who may know no more reads when time is taken, and nothing else', () => {
  const times = [
    { uid: 'a@kontor', slot: slot('12-01T09:00', '12-01T10:00') },
    { uid: 'b@kontor', slot: days('12-24', '12-26') },
  ];
  const { appointments } = readCalendarText(writeTakenText(times, { now: AT, title: 'Belegt' }), ZONE);
  const taken = times.map((one) =>
    said({ ...bareEvent(one.uid, one.slot), stampedAt: AT, title: 'Belegt', access: 'private' }),
  );
  expect(appointments.map(({ master }) => master)).toEqual(taken);
});

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');
const START = 'DTSTART;TZID=Europe/Berlin:20261201T090000';
const END = 'DTEND;TZID=Europe/Berlin:20261201T100000';
const read = (...lines: string[]) => readCalendarText(calendar(['UID:u', ...lines]), ZONE);
const masterOf = (...lines: string[]) => read(...lines).appointments[0]?.master;

describe('odd and hostile calendars', () => {
  it.each<[string, string[], Partial<IcalEvent> | null]>([
    ['without a beginning', ['SUMMARY:x'], null],
    [
      'that ends before it begins',
      [START, 'DTEND;TZID=Europe/Berlin:20261201T080000'],
      { slot: slot('12-01T09:00', '12-01T09:00') },
    ],
    ['of a negative duration', [START, 'DURATION:-PT1H'], { slot: slot('12-01T09:00', '12-01T09:00') }],
    [
      'that ends a second before midnight',
      [START, 'DTEND;TZID=Europe/Berlin:20261201T235959'],
      { slot: slot('12-01T09:00', '12-02T00:00') },
    ],
    ['of the year 1900', ['DTSTART:19000101T000000Z'], null],
    ['of the year 9999', ['DTSTART;VALUE=DATE:99991231'], null],
    ['of a day that there is not', ['DTSTART;VALUE=DATE:20260230'], null],
    ['that takes ten years', [START, 'DURATION:P3650D'], null],
    ['every 0 weeks', [START, END, 'RRULE:FREQ=WEEKLY;INTERVAL=0'], { rule: null, repetition: null }],
    ['of a rule that is none', [START, END, 'RRULE:immer'], { rule: null }],
    ['of a calendar that we do not reckon by', [START, END, 'RRULE:RSCALE=CHINESE;FREQ=YEARLY'], { rule: null }],
    ['until before it begins', [START, END, 'RRULE:FREQ=DAILY;UNTIL=20200101T000000Z'], { rule: null }],
    ['on 30 February', [START, END, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'], { rule: null }],
    [
      'a thousand million times',
      [START, END, 'RRULE:FREQ=DAILY;COUNT=1000000000'],
      { rule: 'FREQ=DAILY;COUNT=1000000000' },
    ],
    ['each second', [START, END, 'RRULE:FREQ=SECONDLY'], { rule: 'FREQ=SECONDLY' }],
    [
      'until the year 5000',
      [START, END, 'RRULE:FREQ=DAILY;UNTIL=50000101T080000Z'],
      { rule: 'FREQ=DAILY;UNTIL=50000101T090000' },
    ],
    [
      'in a zone by its path',
      ['DTSTART;TZID=/mozilla.org/20070129_1/Europe/Berlin:20261201T090000'],
      { slot: slot('12-01T09:00', '12-01T09:00') },
    ],
    [
      'in a zone as Windows has it',
      ['DTSTART;TZID="W. Europe Standard Time":20261201T090000'],
      { slot: slot('12-01T09:00', '12-01T09:00') },
    ],
    [
      'in a zone that nobody knows',
      ['DTSTART;TZID=Mars:20261201T090000'],
      { slot: slot('12-01T09:00', '12-01T09:00') },
    ],
    ['in universal time', ['DTSTART:20261201T080000Z'], { slot: slot('12-01T09:00', '12-01T09:00') }],
    [
      'of one who says that they are none',
      [START, 'ATTENDEE:nobody', 'ATTENDEE;PARTSTAT=DECLINED:mailto:a@b.example'],
      { people: [{ name: '', address: 'a@b.example', role: 'required', state: 'declined' }] },
    ],
    [
      'with what no database keeps',
      [START, 'SUMMARY:a\0b\ud800', 'X-A:c\0'],
      { title: 'ab\ufffd', foreign: [['x-a', {}, 'unknown', 'c']] },
    ],
  ])('%s', (_what, lines, expected) => {
    const { appointments, refused } = read(...lines);
    if (expected === null) expect([appointments, refused]).toEqual([[], 1]);
    else expect(appointments[0]?.master).toMatchObject(expected);
  });

  it('takes 10,000 days out, and 500 people in', () => {
    const out = Array.from({ length: 10_000 }, (_, at) =>
      new Date(Date.UTC(2026, 11, 2 + at, 8)).toISOString().slice(0, 19).replaceAll(/[-:]/g, ''),
    );
    const people = Array.from({ length: 600 }, (_, at) => `ATTENDEE:mailto:p${at}@x.example`);
    const master = masterOf(START, END, 'RRULE:FREQ=DAILY', `EXDATE:${out.join('Z,')}Z`, ...people);
    expect([master?.excluded.length, master?.excluded[0], master?.people.length]).toEqual([
      10_000,
      '2026-12-02T09:00:00',
      500,
    ]);
  });

  it('of two that stand for the same the newer one counts', () => {
    const text = calendar(
      ['UID:u', 'SEQUENCE:2', START, 'SUMMARY:neu'],
      ['UID:u', 'SEQUENCE:1', 'DTSTAMP:20270101T000000Z', START, 'SUMMARY:alt'],
    );
    expect(readCalendarText(text, ZONE).appointments.map(({ master }) => master?.title)).toEqual(['neu']);
  });

  it('an occurrence comes without its series, or names its time by a day', () => {
    expect(read(START, 'RECURRENCE-ID;TZID=America/New_York:20261208T030000').appointments).toMatchObject([
      { master: null, changed: [{ original: '2026-12-08T09:00:00' }] },
    ]);
    const text = calendar(
      ['UID:u', START, END, 'RRULE:FREQ=WEEKLY'],
      ['UID:u', 'DTSTART:20261208T100000Z', 'RECURRENCE-ID;VALUE=DATE:20261208'],
    );
    expect(readCalendarText(text, ZONE).appointments).toMatchObject([
      { changed: [{ original: '2026-12-08T09:00:00', slot: { start: '2026-12-08T11:00:00', zone: ZONE } }] },
    ]);
  });

  it.each([
    ['no calendar', 'Guten Tag', 'NO_CALENDAR'],
    ['too long', `BEGIN:VCALENDAR\n${'x'.repeat(100)}`, 'TOO_LARGE'],
    ['too deep', 'BEGIN:VCALENDAR\n'.repeat(20), 'TOO_LARGE'],
    ['of too many parts', `BEGIN:VCALENDAR\n${'BEGIN:A\nEND:A\n'.repeat(20_001)}`, 'TOO_LARGE'],
  ])('is refused: %s', (what, text, reason) => {
    const most = what === 'too long' ? 50 : MAX_FILE_CHARACTERS;
    expect(() => parseCalendars(text, most)).toThrow(expect.objectContaining({ reason }));
  });

  it('reads what others have collected, or says that it is none', () => {
    const path = join(import.meta.dirname, '../../../platform/mailparse/fixtures/ical-collective.json');
    const files = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
    const found = files.flatMap((text) => {
      try {
        return readCalendarText(text, ZONE).appointments;
      } catch (error) {
        expect(error).toMatchObject({ name: 'CalendarUnreadable' });
        return [];
      }
    });
    expect(found.length).toBeGreaterThan(50);
    // What is read once is read again as the same.
    const text = writeCalendarText(found, { method: null, now: AT, withPeople: true, withAlarm: true });
    expect(readCalendarText(text, ZONE).appointments.length).toBe(new Set(found.map(({ uid }) => uid)).size);
  });
});

test.each<[string, string, object]>([
  ['FREQ=DAILY', '2026-12-01', { repetitionType: 'daily', tact: 1, hasAnEnd: false }],
  ['FREQ=WEEKLY;INTERVAL=2', '2026-12-01', { repetitionType: 'weekly', tact: 2, weekdays: [] }],
  [
    'FREQ=WEEKLY;BYDAY=TH,TU;COUNT=5',
    '2026-12-01',
    { repetitionType: 'weekly', weekdays: ['tuesday', 'thursday'], nTimes: 5 },
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=15', '2026-12-15', { repetitionType: 'monthly', monthDate: 15 }],
  ['FREQ=MONTHLY', '2026-12-15', { repetitionType: 'monthly', monthDate: 15 }],
  ['FREQ=MONTHLY;BYDAY=3TU', '2026-12-15', { repetitionType: 'monthly', monthDate: 'weekdayOfMonth' }],
  ['FREQ=MONTHLY;BYDAY=-1TU', '2026-12-29', { repetitionType: 'monthly', monthDate: 'weekdayFromEnd' }],
  ['FREQ=YEARLY', '2026-12-24', { repetitionType: 'yearly', monthDate: 24 }],
  ['FREQ=WEEKLY;UNTIL=20270101T235959', '2026-12-01', { hasAnEnd: true, durationEnd: '2027-01-01' }],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-12-01', { repetitionType: 'custom', rule: 'FREQ=MONTHLY;BYMONTHDAY=1,15' }],
  ['FREQ=HOURLY', '2026-12-01', { repetitionType: 'custom' }],
  ['FREQ=WEEKLY;BYDAY=MO;INTERVAL=2;WKST=SU', '2026-12-07', { repetitionType: 'custom' }],
])('a rule in the fields of the form: %s', (rule, day, expected) => {
  expect(repetitionOf(rule, `${day}T09:00:00`)).toMatchObject(expected);
});

test.each([
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Tokyo',
  'Africa/Casablanca',
  'Europe/London',
])('a zone is written so that its clock is the same: %s', (zone) => {
  const [id, properties, components] = zoneComponent(zone, 2026);
  const unknown = properties.map((one) => (one[0] === 'tzid' ? (['tzid', {}, 'text', 'X'] as const) : one));
  const found = zonesOf(['vcalendar', [], [[id, unknown, components]]])('X');
  expect(found.name).toBeNull();
  const clocks = Array.from({ length: 36 }, (_, month) =>
    new Date(Date.UTC(2026, month, 12, 12)).toISOString().slice(0, 19),
  );
  const right = clocks.map((clock) =>
    new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds).toISOString(),
  );
  expect(clocks.map((clock) => found.instant?.(clock))).toEqual(right);
});
