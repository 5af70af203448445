import { generateIcsCalendar, type IcsDateObject } from 'ts-ics';
import { atClock, type CalendarEvent } from './calendar.ts';
import { zoneOf } from './windows-zones.ts';

const STATES = { accepted: 'ACCEPTED', tentative: 'TENTATIVE', declined: 'DECLINED' } as const;

export interface CalendarReply {
  readonly event: CalendarEvent;
  readonly answer: keyof typeof STATES;
  /** Who answers, by the address that was invited. */
  readonly me: { readonly address: string; readonly name: string };
  readonly comment: string;
  readonly at: Date;
}

/** An answer to an invitation as calendars read it: METHOD:REPLY with the one who answers, and the numbers of the invitation. */
export function writeReply({ event, answer, me, comment, at }: CalendarReply): string {
  const start = momentOf(event.startDate, event);
  const end = event.endDate === null ? start : momentOf(event.endDate, event);
  const text = generateIcsCalendar({
    version: '2.0',
    prodId: '-//Kontor//Kontor//DE',
    method: 'REPLY',
    events: [
      {
        uid: event.uid,
        sequence: event.sequence,
        stamp: { date: at },
        start,
        end,
        summary: event.title,
        ...(event.location === '' ? {} : { location: event.location }),
        ...(comment === '' ? {} : { comment: comment.replace(/\r\n?/g, '\n') }),
        ...(event.recurrence === '' ? {} : { recurrenceId: { value: occurrenceOf(event) } }),
        organizer: { email: event.organiser.address, ...nameOf(event.organiser.name) },
        attendees: [{ email: me.address, ...nameOf(me.name), partstat: STATES[answer] }],
      },
    ],
  });
  return `${text.trimEnd().replace(/\r?\n/g, '\r\n')}\r\n`;
}

/** In quotes always: a colon or a semicolon would end it, and it may hold no quote itself. */
const nameOf = (name: string): { name?: string } => {
  const bare = name.replace(/["\p{Cc}]+/gu, ' ').trim();
  return bare === '' ? {} : { name: `"${bare}"` };
};

/** A moment as it was read: a day, an instant, or the time of a clock whose zone nobody knows. */
function momentOf(time: string, { allDay, timeZone }: CalendarEvent): IcsDateObject {
  if (allDay) return { date: new Date(`${time}T00:00:00Z`), type: 'DATE' };
  if (time.endsWith('Z')) return { date: new Date(time) };
  const zone = zoneOf(timeZone);
  return { date: new Date(zone === undefined ? `${time}Z` : atClock(time, zone)) };
}

/** Which occurrence it is about: an instant names the same one as the clock of the organiser's zone. */
function occurrenceOf(event: CalendarEvent): IcsDateObject {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(event.recurrence) ?? [];
  if (year === undefined) return momentOf(event.startDate, event);
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return { date: new Date(`${date}T00:00:00Z`), type: 'DATE' };
  return momentOf(`${date}T${hour}:${minute}:${second}${utc ?? ''}`, { ...event, allDay: false });
}
