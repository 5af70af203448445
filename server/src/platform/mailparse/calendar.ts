import {
  MAX_FILE_CHARACTERS,
  componentsOf,
  durationMs,
  instantOfTime,
  paramOf,
  parseCalendars,
  propertiesOf,
  propertyOf,
  textOf,
  timeOf,
  valueOf,
  zonesOf,
  type CalendarTime,
  type Component,
  type FoundZone,
  type Property,
} from '../icalendar/index.ts';
import { instantOf } from '../recurrence/index.ts';
import { oneLine, storable } from './text.ts';

const METHODS = ['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'DECLINECOUNTER', 'PUBLISH'] as const;
const STATES = {
  'NEEDS-ACTION': 'needsAction',
  ACCEPTED: 'accepted',
  TENTATIVE: 'tentative',
  DECLINED: 'declined',
  DELEGATED: 'delegated',
} as const;

/** An appointment as a calendar file has it. */
export interface CalendarEvent {
  readonly uid: string;
  /** Which occurrence of one that repeats, as the file writes it; empty for all. */
  readonly recurrence: string;
  readonly sequence: number;
  readonly method: (typeof METHODS)[number] | 'OTHER';
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** An instant, a day where it lasts all day, or the time of a clock (`2026-11-30T09:00:00`) whose zone is not known. */
  readonly startDate: string;
  readonly endDate: string | null;
  readonly allDay: boolean;
  /** Empty where the file names none. */
  readonly timeZone: string;
  readonly isZoneKnown: boolean;
  readonly repeats: string | null;
  readonly organiser: { readonly address: string; readonly name: string };
  readonly participants: readonly {
    readonly address: string;
    readonly name: string;
    readonly state: (typeof STATES)[keyof typeof STATES];
    readonly isOptional: boolean;
  }[];
  readonly isCancelled: boolean;
  /** Known later: whoever answers by it is not invited. */
  readonly isUninvited?: boolean;
}

export interface CalendarFile {
  /** Whether the file asks for something, as an invitation does, or is a calendar alone. */
  readonly hasMethod: boolean;
  readonly events: readonly CalendarEvent[];
}

const MAX_EVENTS = 100;
const MAX_PEOPLE = 500;

/**
 * The appointments of a calendar file, those first that stand for all occurrences; 100 at most. Throws where it is none, and where it is larger than
 * `maxCharacters`.
 */
export function readCalendar(text: string, maxCharacters = MAX_FILE_CHARACTERS): CalendarFile {
  const calendars = parseCalendars(text, maxCharacters);
  const methodName = calendars.map((calendar) => textOf(calendar, 'method').trim().toUpperCase()).find(Boolean);
  const method = METHODS.find((one) => one === methodName) ?? 'OTHER';
  const found = calendars.flatMap((calendar) => {
    const zoneOf = zonesOf(calendar);
    return componentsOf(calendar, 'vevent').map((event) => ({ event, zoneOf }));
  });
  const events = found.slice(0, MAX_EVENTS).flatMap(({ event, zoneOf }) => eventOf(event, zoneOf, method) ?? []);
  return {
    hasMethod: methodName !== undefined,
    events: events.toSorted((one, other) => Number(one.recurrence !== '') - Number(other.recurrence !== '')),
  };
}

function eventOf(
  event: Component,
  zoneOf: (id: string) => FoundZone,
  method: CalendarEvent['method'],
): CalendarEvent | undefined {
  const start = timeOf(propertyOf(event, 'dtstart'), zoneOf);
  if (start === undefined) return undefined;
  const sequence = Number(textOf(event, 'sequence'));
  return {
    uid: oneLine(textOf(event, 'uid'), 500),
    recurrence: recurrenceOf(propertyOf(event, 'recurrence-id')),
    sequence: Number.isSafeInteger(sequence) ? Math.max(0, sequence) : 0,
    method,
    title: oneLine(textOf(event, 'summary'), 1000),
    description: storable(textOf(event, 'description'), 20_000).trim(),
    location: oneLine(textOf(event, 'location'), 1000),
    startDate: written(start),
    endDate: endOf(event, start, zoneOf),
    allDay: start.isDay,
    timeZone: oneLine(start.zone?.shown ?? '', 100),
    isZoneKnown: start.isDay || start.zone?.instant !== undefined,
    repeats: oneLine(textOf(event, 'rrule'), 1000) || null,
    organiser: addressed(propertyOf(event, 'organizer')),
    participants: propertiesOf(event, 'attendee')
      .slice(0, MAX_PEOPLE)
      .map((one) => ({
        ...addressed(one),
        state: STATES[paramOf(one, 'partstat').toUpperCase() as keyof typeof STATES] ?? 'needsAction',
        isOptional: paramOf(one, 'role').toUpperCase() === 'OPT-PARTICIPANT',
      })),
    isCancelled: method === 'CANCEL' || textOf(event, 'status').trim().toUpperCase() === 'CANCELLED',
  };
}

/** Which occurrence it is, in the words of the file but for the zone: `20261207T080000Z`. */
const recurrenceOf = (property: Property | undefined): string =>
  oneLine(valueOf(property).replaceAll(/[-:]/g, ''), 100);

function addressed(property: Property | undefined): { readonly address: string; readonly name: string } {
  if (property === undefined) return { address: '', name: '' };
  const address = valueOf(property)
    .trim()
    .replace(/^mailto:/i, '');
  // Some write who it is in a parameter, and a path of their own as the value.
  const said = address.includes('@') ? address : paramOf(property, 'email').replace(/^mailto:/i, '') || address;
  return { address: oneLine(said, 320), name: oneLine(paramOf(property, 'cn'), 300) };
}

/** When it ends, as it is kept; null where that is not said, or lies before it begins. */
function endOf(event: Component, start: CalendarTime, zoneOf: (id: string) => FoundZone): string | null {
  const end = timeOf(propertyOf(event, 'dtend'), zoneOf);
  if (end !== undefined) {
    const [from, to] = [written(start), written(end)];
    return from.length === to.length && to < from ? null : to;
  }
  const long = durationMs(textOf(event, 'duration'));
  if (long === undefined || long < 0) return null;
  const clock = new Date(Date.parse(`${start.clock}Z`) + long).toISOString().slice(0, 19);
  return written({ ...start, clock });
}

/** A moment as it is kept: a day, an instant, or the time of a clock whose zone nobody knows. */
function written(time: CalendarTime): string {
  if (time.isDay) return time.clock.slice(0, 10);
  return instantOfTime(time) ?? time.clock;
}

/** The instant at which a clock in a zone shows this. */
export const atClock = (clock: string, zone: string): string => instantOf(clock, zone);
