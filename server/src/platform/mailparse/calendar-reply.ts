import { calendarText, timeProperty, zoneOf, type Property } from '../icalendar/index.ts';
import { atClock, type CalendarEvent } from './calendar.ts';

const STATES = { accepted: 'ACCEPTED', tentative: 'TENTATIVE', declined: 'DECLINED' } as const;

export interface CalendarReply {
  readonly event: CalendarEvent;
  readonly answer: keyof typeof STATES;
  /** Who answers, by the address that was invited. */
  readonly me: { readonly address: string; readonly name: string };
  readonly comment: string;
  readonly at: Date;
  /** Another time that they propose: `startDate` and `endDate` as those of an event; of days the end is the one after the last. */
  readonly counter?: Pick<CalendarEvent, 'startDate' | 'endDate' | 'allDay'>;
}

/** When it was to be, by names that programs of others look for in a proposal. */
const originalTimes = (event: CalendarEvent): readonly Property[] =>
  event.allDay
    ? []
    : [
        momentOf('x-ms-olk-originalstart', event.startDate, event),
        momentOf('x-ms-olk-originalend', event.endDate ?? event.startDate, event),
      ];

/**
 * An answer to an invitation as calendars read it: METHOD:REPLY with the one who answers, and the numbers of the invitation. With another time it is METHOD:COUNTER, at that
 * time.
 */
export function writeReply({ event, answer, me, comment, at, counter }: CalendarReply): string {
  const meant = { ...event, ...counter };
  const line = (name: string, value: string): Property[] => (value === '' ? [] : [[name, {}, 'text', value]]);
  return calendarText([
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Kontor//Kontor//DE'],
      ['method', {}, 'text', counter === undefined ? 'REPLY' : 'COUNTER'],
    ],
    [
      [
        'vevent',
        [
          ['uid', {}, 'text', event.uid],
          ['sequence', {}, 'integer', event.sequence],
          timeProperty('dtstamp', [at.toISOString()], { zone: 'UTC' }),
          ...(event.recurrence === '' ? [] : [occurrenceOf(event)]),
          momentOf('dtstart', meant.startDate, meant),
          momentOf('dtend', meant.endDate ?? meant.startDate, meant),
          ...(counter === undefined ? [] : originalTimes(event)),
          ...line('summary', event.title),
          ...line('location', event.location),
          ...line('comment', comment.replace(/\r\n?/g, '\n')),
          ['organizer', nameOf(event.organiser.name), 'cal-address', `mailto:${event.organiser.address}`],
          ['attendee', { ...nameOf(me.name), partstat: STATES[answer] }, 'cal-address', `mailto:${me.address}`],
        ],
        [],
      ],
    ],
  ]);
}

/** A name may hold no quote, and nothing that ends a line. */
const nameOf = (name: string): { cn?: string } => {
  const bare = name.replace(/["\p{Cc}]+/gu, ' ').trim();
  return bare === '' ? {} : { cn: bare };
};

/** A moment as it was read: a day, an instant, or the time of a clock whose zone nobody knows. */
function momentOf(name: string, time: string, { allDay, timeZone }: CalendarEvent): Property {
  if (allDay) return timeProperty(name, [time], 'day');
  if (time.endsWith('Z')) return timeProperty(name, [time], { zone: 'UTC' });
  const zone = zoneOf(timeZone);
  return timeProperty(name, [zone === undefined ? time : atClock(time, zone)], { zone: 'UTC' });
}

/** Which occurrence it is about: an instant names the same one as the clock of the organiser's zone. */
function occurrenceOf(event: CalendarEvent): Property {
  const name = 'recurrence-id';
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(event.recurrence) ?? [];
  if (year === undefined) return momentOf(name, event.startDate, event);
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return timeProperty(name, [date], 'day');
  return momentOf(name, `${date}T${hour}:${minute}:${second}${utc ?? ''}`, { ...event, allDay: false });
}
