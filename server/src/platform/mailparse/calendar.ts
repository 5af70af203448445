import { convertIcsCalendar, getEventEndFromDuration, type IcsDateObject, type IcsEvent } from 'ts-ics';
import { oneLine, storable } from './text.ts';
import { zoneOf } from './windows-zones.ts';

const METHODS = ['REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'PUBLISH'] as const;
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
}

export interface CalendarFile {
  /** Whether the file asks for something, as an invitation does, or is a calendar alone. */
  readonly hasMethod: boolean;
  readonly events: readonly CalendarEvent[];
}

const MAX_EVENTS = 100;
const MAX_PEOPLE = 500;
const MAX_CHARACTERS = 4_000_000;

/** The appointments of a calendar file, those first that stand for all occurrences. Throws where it is none. */
export function readCalendar(text: string): CalendarFile {
  const unfolded = text
    .slice(0, MAX_CHARACTERS)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '');
  if (!/^\s*BEGIN:(?:VCALENDAR|VEVENT)\b/i.test(unfolded)) throw new Error('No calendar');
  // The library reads each of them, whatever their number: what is not shown is taken out before.
  const blocks = [...unfolded.matchAll(/^BEGIN:VEVENT\n[\s\S]*?^END:VEVENT$/gim)].map(([block]) => block);
  const frame = unfolded.replace(/^BEGIN:(VEVENT|VTODO|VJOURNAL|VFREEBUSY)\n[\s\S]*?^END:\1\n?/gim, '');
  const methodName = /^METHOD(?:;[^:\n]*)?:\s*([\w-]+)/im.exec(frame)?.[1]?.toUpperCase();
  const method = METHODS.find((one) => one === methodName) ?? 'OTHER';
  const zones = [...frame.matchAll(/^BEGIN:VTIMEZONE\n[\s\S]*?^END:VTIMEZONE$/gim)].map(([zone]) => zone).slice(0, 50);
  const events = blocks.slice(0, MAX_EVENTS).flatMap((block) => {
    try {
      return eventOf(block, zones, method) ?? [];
    } catch {
      // One that is broken takes no other with it.
      return [];
    }
  });
  return {
    hasMethod: methodName !== undefined,
    events: events.toSorted((one, other) => Number(one.recurrence !== '') - Number(other.recurrence !== '')),
  };
}

function eventOf(block: string, zones: readonly string[], method: CalendarEvent['method']): CalendarEvent | undefined {
  // An alarm has lines of the same names.
  const own = block.replace(/^BEGIN:VALARM\n[\s\S]*?^END:VALARM\n?/gim, '');
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...zones, own, 'END:VCALENDAR', ''];
  let event: IcsEvent | undefined;
  try {
    event = convertIcsCalendar(undefined, lines.join('\n').replace(/\n/g, '\r\n')).events?.[0];
  } catch {
    return undefined;
  }
  if (event === undefined || !(event.start?.date instanceof Date) || Number.isNaN(event.start.date.getTime()))
    return undefined;
  const zone = zoneFrom(own, zones, 'DTSTART');
  const endZone = event.end ? zoneFrom(own, zones, 'DTEND') : zone;
  const allDay = event.start.type === 'DATE';
  const end = endOf(event);
  const status = /^STATUS(?:;[^:\n]*)?:\s*CANCELLED/im.test(own);
  return {
    uid: oneLine(event.uid ?? '', 500),
    recurrence: oneLine(/^RECURRENCE-ID[^\n]*:([^:\n]+)$/im.exec(own)?.[1] ?? '', 100),
    sequence: Number.isSafeInteger(event.sequence) ? Math.max(0, event.sequence ?? 0) : 0,
    method,
    title: oneLine(event.summary ?? '', 1000),
    description: storable(event.description ?? '', 20_000).trim(),
    location: oneLine(event.location ?? '', 1000),
    startDate: written(event.start, zone.name),
    endDate: end === undefined ? null : written(end, endZone.name),
    allDay,
    timeZone: zone.shown,
    isZoneKnown: allDay || zone.isKnown,
    repeats: oneLine(/^RRULE(?:;[^:\n]*)?:([^\n]+)/im.exec(own)?.[1] ?? '', 1000) || null,
    ...peopleOf(event),
    isCancelled: method === 'CANCEL' || status,
  };
}

function peopleOf(event: IcsEvent): Pick<CalendarEvent, 'organiser' | 'participants'> {
  return {
    organiser: { address: oneLine(event.organizer?.email ?? '', 320), name: oneLine(event.organizer?.name ?? '', 300) },
    participants: (event.attendees ?? []).slice(0, MAX_PEOPLE).map((one) => ({
      address: oneLine(one.email ?? '', 320),
      name: oneLine(one.name ?? '', 300),
      state: STATES[one.partstat ?? 'NEEDS-ACTION'] ?? 'needsAction',
      isOptional: one.role?.toUpperCase() === 'OPT-PARTICIPANT',
    })),
  };
}

interface Zone {
  /** As it is shown. */
  readonly shown: string;
  /** The zone to be reckoned with; `clock` where there is none, and null where the library has reckoned already. */
  readonly name: string | null;
  readonly isKnown: boolean;
}

const DATE_LINES = {
  DTSTART: /^DTSTART((?:;(?:"[^"]*"|[^":\n])*)*):([^\n]*)/im,
  DTEND: /^DTEND((?:;(?:"[^"]*"|[^":\n])*)*):([^\n]*)/im,
};

function zoneFrom(block: string, zones: readonly string[], property: keyof typeof DATE_LINES): Zone {
  const [, parameters = '', value = ''] = DATE_LINES[property].exec(block) ?? [];
  const named = /;TZID=(?:"([^"]*)"|([^;]*))/i.exec(parameters);
  const id = (named?.[1] ?? named?.[2] ?? '').trim();
  if (/Z\s*$/i.test(value)) return { shown: 'UTC', name: null, isKnown: true };
  if (id === '') return { shown: '', name: 'clock', isKnown: false };
  const known = zoneOf(id);
  const shown = oneLine(known ?? id, 100);
  const isDescribed = zones.some((zone) => {
    const zoneId = /^TZID(?:;[^:\n]*)?:([^\n]*)/im.exec(zone)?.[1]?.trim();
    return zoneId === id && /^BEGIN:(?:STANDARD|DAYLIGHT)$/im.test(zone);
  });
  if (isDescribed) return { shown, name: null, isKnown: true };
  return known === undefined ? { shown, name: 'clock', isKnown: false } : { shown, name: known, isKnown: true };
}

function endOf(event: IcsEvent): IcsDateObject | undefined {
  if (event.end) return Number.isNaN(event.end.date?.getTime()) ? undefined : event.end;
  if (!event.duration) return undefined;
  const plus = (date: Date): Date => getEventEndFromDuration(date, event.duration ?? {});
  const { start } = event;
  if (Number.isNaN(plus(start.date).getTime())) return undefined;
  return {
    ...start,
    date: plus(start.date),
    ...(start.local === undefined ? {} : { local: { ...start.local, date: plus(start.local.date) } }),
  };
}

/** A moment as it is kept: `zone` is what its clock is to be read in, where that was not done yet. */
function written({ date, type, local }: IcsDateObject, zone: Zone['name']): string {
  if (type === 'DATE') return date.toISOString().slice(0, 10);
  const clock = (local?.date ?? date).toISOString().slice(0, 19);
  if (zone === null) return date.toISOString();
  return zone === 'clock' ? clock : atClock(clock, zone);
}

/** The instant at which a clock in a zone shows this. */
export const atClock = (clock: string, zone: string): string =>
  new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(zone).epochMilliseconds).toISOString();
