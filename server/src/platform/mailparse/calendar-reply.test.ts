import { expect, test } from 'vitest';
import { writeReply } from './calendar-reply.ts';
import { readCalendar } from './calendar.ts';

const invitation = (...lines: string[]) =>
  readCalendar(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      String.raw`UID:u\;1@werft`,
      'SEQUENCE:4',
      'DTSTAMP:20261101T000000Z',
      'SUMMARY:Montage\\, Halle 3',
      'ORGANIZER;CN="Neumann: Paul":mailto:paul@werft.example',
      'ATTENDEE:mailto:info@nordwerk.example',
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\n'),
  ).events[0] ?? expect.fail('No event');

const reply = (event: ReturnType<typeof invitation>, comment = ''): string =>
  writeReply({
    event,
    answer: 'tentative',
    me: { address: 'info@nordwerk.example', name: 'Anna "A": Berger' },
    comment,
    at: new Date('2026-11-20T10:00:00Z'),
  });

test('an answer has the numbers of its invitation, and nobody else in it', () => {
  const event = invitation('DTSTART:20261130T080000Z', 'DTEND:20261130T090000Z', 'ATTENDEE:mailto:clara@werft.example');
  const text = reply(event, 'Komme später;\r\nbis dann');
  expect(text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'METHOD:REPLY',
      String.raw`UID:u\;1@werft`,
      'SEQUENCE:4',
      'DTSTAMP:20261120T100000Z',
      'COMMENT:Komme später\\;\\nbis dann',
    ]),
  );
  expect(text).not.toMatch(/clara|[^\r]\n/);
  const { events, hasMethod } = readCalendar(text);
  expect([hasMethod, events.length]).toEqual([true, 1]);
  expect(events[0]).toMatchObject({
    uid: event.uid,
    sequence: 4,
    method: 'REPLY',
    title: 'Montage, Halle 3',
    startDate: '2026-11-30T08:00:00.000Z',
    organiser: { address: 'paul@werft.example', name: 'Neumann: Paul' },
    participants: [{ address: 'info@nordwerk.example', name: 'Anna A : Berger', state: 'tentative' }],
  });
});

test.each([
  ['an instant', ['DTSTART:20261130T080000Z', 'RECURRENCE-ID:20261207T080000Z'], 'RECURRENCE-ID:20261207T080000Z'],
  ['a day', ['DTSTART;VALUE=DATE:20261130', 'RECURRENCE-ID;VALUE=DATE:20261207'], 'RECURRENCE-ID;VALUE=DATE:20261207'],
  [
    'the clock of a zone',
    ['DTSTART;TZID=Europe/Berlin:20261130T090000', 'RECURRENCE-ID;TZID=Europe/Berlin:20261207T090000'],
    'RECURRENCE-ID:20261207T080000Z',
  ],
  [
    'the clock of a zone that Windows names',
    [
      'DTSTART;TZID=W. Europe Standard Time:20261130T090000',
      'RECURRENCE-ID;TZID=W. Europe Standard Time:20260706T090000',
    ],
    'RECURRENCE-ID:20260706T070000Z',
  ],
])('an answer to one occurrence names it by %s', (_what, lines, line) => {
  const text = reply(invitation(...lines));
  expect(text.split('\r\n')).toContain(line);
});

test('a day is answered as a day', () => {
  const text = reply(invitation('DTSTART;VALUE=DATE:20261130', 'DTEND;VALUE=DATE:20261201'));
  expect(readCalendar(text).events[0]).toMatchObject({ allDay: true, startDate: '2026-11-30', endDate: '2026-12-01' });
});
