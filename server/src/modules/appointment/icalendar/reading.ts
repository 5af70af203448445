import {
  FIRST_YEAR,
  LAST_YEAR,
  MAX_DESCRIPTION,
  MAX_LOCATION,
  MAX_APPOINTMENT_TITLE,
  MAX_MEETING_URL,
  MAX_PARTICIPANTS,
  MAX_SERIES_OCCURRENCES,
  type Alert,
  type Participation,
} from '@kontor/contract/appointment';
import { cleanNote, escapeHtml } from '../../../platform/html/index.ts';
import {
  MAX_FILE_CHARACTERS,
  clockIn,
  componentsOf,
  durationMs,
  instantOfTime,
  paramOf,
  parseCalendars,
  propertiesOf,
  propertyOf,
  textOf,
  timeOf,
  timesFrom,
  valueOf,
  zoneLike,
  zonesOf,
  type CalendarTime,
  type Component,
  type FoundZone,
  type Property,
} from '../../../platform/icalendar/index.ts';
import type { LocalTime } from '../../../platform/recurrence/index.ts';
import { firstOf } from '../series-rules.ts';
import type { ForeignLines } from '../tables.ts';
import { asIfUtc, dayOfLocal, daysLater, isRightSlot, isWhole, shiftedBy, type Slot } from '../times.ts';
import { PARTSTATS, bareEvent, type IcalAppointment, type IcalEvent, type IcalPerson } from './model.ts';
import { repetitionOf, ruleRead } from './rule-reading.ts';

/** What is read of a calendar. */
export interface ReadCalendar {
  /** What it asks for, in capitals: `REQUEST`; empty for a calendar alone. */
  readonly method: string;
  readonly appointments: readonly IcalAppointment[];
  /** VEVENTs that are none we could keep: without a beginning, out of the years, too long. */
  readonly refused: number;
}

/** By what the times of a calendar are understood. */
export interface Reading {
  /** That of the instance: where times are understood whose zone nobody knows. */
  readonly zone: string;
  readonly zoneOf: (id: string) => FoundZone;
  /** A zone of the tz database with the same clock as a described one. */
  readonly likeOf: (zone: FoundZone, clock: LocalTime) => string | undefined;
}

/** Described zones that are compared with those of the tz database, which takes long: others are as the instance is. */
const MAX_COMPARED = 100;

/** By what the times of a calendar are understood; `zone`: that of the instance. */
export function readingOf(calendar: Component, zone: string): Reading {
  const known = new Map<string, string | undefined>();
  const likeOf = (described: FoundZone, clock: LocalTime): string | undefined => {
    if (described.name !== null) return described.name;
    const key = `${described.shown} ${clock.slice(0, 4)}`;
    if (!known.has(key) && known.size < MAX_COMPARED) known.set(key, zoneLike(described, clock, [zone]));
    return known.get(key);
  };
  return { zone, zoneOf: zonesOf(calendar), likeOf };
}

const MAX_UID = 500;
/** Characters of lines that we have no field for. */
const MAX_FOREIGN = 100_000;
const MAX_FOREIGN_LINES = 200;

/** Lines that we have a field for, or that are written anew each time. */
const OWN_LINES = new Set(
  (
    'uid sequence dtstamp dtstart dtend duration summary description location class transp status rrule exrule exdate rdate recurrence-id organizer attendee ' +
    'comment created last-modified request-status x-alt-desc x-kontor-mode x-kontor-meeting x-microsoft-cdo-alldayevent x-microsoft-cdo-busystatus'
  ).split(' '),
);

const oneLine = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();

/** The slot of a VEVENT; undefined where it has none that we could keep. */
function slotRead(event: Component, reading: Reading, isSeries: boolean): Slot | undefined {
  const { zoneOf } = reading;
  const start = timeOf(propertyOf(event, 'dtstart'), zoneOf);
  if (start === undefined) return undefined;
  const end = timeOf(propertyOf(event, 'dtend'), zoneOf);
  const long = durationMs(textOf(event, 'duration'));
  const slot = start.isDay
    ? wholeSlot(event, start, end, long)
    : fixedSlot(event, start, end, long, zoneKept(start, reading, isSeries));
  const years = [slot.start, slot.end].map((time) => Number(time.slice(0, 4)));
  const isRight = years.every((year) => year >= FIRST_YEAR && year <= LAST_YEAR) && isRightSlot(slot);
  return isRight ? slot : undefined;
}

function wholeSlot(event: Component, start: CalendarTime, end: CalendarTime | undefined, long = 0): Slot {
  const first = start.clock;
  const behind = end === undefined ? shiftedBy(first, Math.max(0, long)) : `${dayOfLocal(end.clock)}T00:00:00`;
  const last = behind > first ? daysLater(behind, -1) : first;
  const isNote = textOf(event, 'x-kontor-mode') === 'timeIndependent';
  return { timeMode: isNote ? 'timeIndependent' : 'allDay', start: first, end: last, zone: null };
}

/** The zone that an appointment is kept in. One that is in universal time, as many programs send all they have, is where its reader is, unless it repeats. */
function zoneKept(start: CalendarTime, { zone, likeOf }: Reading, isSeries: boolean): string | null {
  if (start.zone === null) return null;
  if (start.zone.name === 'UTC') return isSeries ? 'UTC' : zone;
  return start.zone.name ?? likeOf(start.zone, start.clock) ?? zone;
}

const minute = (clock: LocalTime): LocalTime => `${clock.slice(0, 16)}:00`;
/** A second before a full minute is that minute: `23:59:59` is midnight. */
const endMinute = (clock: LocalTime): LocalTime => minute(clock.endsWith(':59') ? shiftedBy(clock, 1000) : clock);

function fixedSlot(
  event: Component,
  start: CalendarTime,
  end: CalendarTime | undefined,
  long: number | undefined,
  zone: string | null,
): Slot {
  const from = minute(clockIn(start, zone));
  const to = end === undefined ? shiftedBy(from, Math.max(0, long ?? 0)) : clockIn(end, zone);
  const until = endMinute(to);
  const isDays = /^true$/i.test(textOf(event, 'x-microsoft-cdo-alldayevent'));
  if (isDays && from.endsWith('T00:00:00') && until.endsWith('T00:00:00') && until > from)
    return { timeMode: 'allDay', start: from, end: daysLater(until, -1), zone: null };
  return { timeMode: 'fixedTime', start: from, end: until > from ? until : from, zone };
}

/** A moment that names an occurrence, by the clock of its series: of a day the hour that the series has. */
function originalFrom(time: CalendarTime, slot: Slot): LocalTime {
  const clock = minute(clockIn(time, slot.zone));
  if (isWhole(slot)) return `${dayOfLocal(clock)}T00:00:00`;
  return time.isDay ? `${dayOfLocal(clock)}${slot.start.slice(10)}` : clock;
}

const originalsFrom = (event: Component, name: string, slot: Slot, { zoneOf }: Reading): readonly LocalTime[] =>
  [
    ...new Set(
      propertiesOf(event, name)
        .flatMap((property) => timesFrom(property, zoneOf))
        .slice(0, MAX_SERIES_OCCURRENCES)
        .map((time) => originalFrom(time, slot)),
    ),
  ].toSorted();

export function addressOf(property: Property): { readonly name: string; readonly address: string } {
  const value = valueOf(property)
    .trim()
    .replace(/^mailto:/i, '');
  const address = value.includes('@') ? value : paramOf(property, 'email').replace(/^mailto:/i, '');
  return { address: oneLine(address, 320).replaceAll(' ', ''), name: oneLine(paramOf(property, 'cn'), 200) };
}

const isAddress = (address: string): boolean => /^[^\s@]+@[^\s@]+$/.test(address);

const stateOf = (property: Property): Participation => {
  const said = paramOf(property, 'partstat').toUpperCase();
  return (Object.keys(PARTSTATS) as Participation[]).find((state) => PARTSTATS[state] === said) ?? 'none';
};

function peopleRead(event: Component): readonly IcalPerson[] {
  const people = propertiesOf(event, 'attendee').flatMap((one): IcalPerson[] => {
    const person = addressOf(one);
    if (!isAddress(person.address)) return [];
    return [
      {
        ...person,
        role: /^(?:OPT|NON)-PARTICIPANT$/i.test(paramOf(one, 'role')) ? 'optional' : 'required',
        state: stateOf(one),
      },
    ];
  });
  return [...new Map(people.map((one) => [one.address.toLowerCase(), one])).values()].slice(0, MAX_PARTICIPANTS);
}

/** The text as HTML: what was written as that, else its lines. */
function descriptionRead(event: Component): string {
  const html = propertiesOf(event, 'x-alt-desc').find((one) => paramOf(one, 'fmttype').toLowerCase() === 'text/html');
  const text = textOf(event, 'description');
  const said = html === undefined ? '' : html[2] === 'text' ? valueOf(html) : htmlText(valueOf(html));
  const written = said.trim() === '' ? linesAsHtml(text) : said;
  return cleanNote(written.slice(0, MAX_DESCRIPTION).toWellFormed()).html;
}

/** A line of no known type is escaped as the others are. */
const htmlText = (text: string): string =>
  text.replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

const linesAsHtml = (text: string): string =>
  text.trim() === ''
    ? ''
    : text
        .replaceAll('\r', '')
        .replaceAll('\0', '')
        .trim()
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

const UNITS = [
  ['days', 86_400_000, 365],
  ['hours', 3_600_000, 1000],
  ['minutes', 60_000, 10_000],
] as const;

/** How long before it begins somebody is called, by the first alarm that calls before. */
function alertRead(event: Component, start: CalendarTime | undefined): Alert {
  for (const alarm of componentsOf(event, 'valarm')) {
    const trigger = propertyOf(alarm, 'trigger');
    if (trigger === undefined || /^END$/i.test(paramOf(trigger, 'related')) || /^EMAIL$/i.test(textOf(alarm, 'action')))
      continue;
    const before = beforeStart(trigger, start);
    if (before === undefined || before < 0) continue;
    const days = /^-?P\d+[DW]/.test(valueOf(trigger)) && before % 86_400_000 === 0;
    const units = days ? UNITS : UNITS.slice(1);
    const unit = units.find(([, ms, max]) => before % ms === 0 && before / ms <= max && (before > 0 || ms === 60_000));
    if (unit !== undefined) return { unit: unit[0], value: before / unit[1] };
  }
  return 'none';
}

function beforeStart(trigger: Property, start: CalendarTime | undefined): number | undefined {
  const long = durationMs(valueOf(trigger));
  if (long !== undefined) return long === 0 ? 0 : -long;
  const at = timeOf(trigger, () => ({ shown: '', name: null, instant: undefined }));
  const [called, begins] = [at && instantOfTime(at), start && instantOfTime(start)];
  if (called === undefined || begins === undefined) return undefined;
  return Math.round((Date.parse(begins) - Date.parse(called)) / 60_000) * 60_000;
}

function foreignRead(event: Component): ForeignLines {
  let left = MAX_FOREIGN;
  return event[1]
    .filter(([name]) => !OWN_LINES.has(name))
    .slice(0, MAX_FOREIGN_LINES)
    .filter((property) => (left -= JSON.stringify(property).length) >= 0);
}

const integer = (text: string): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 && number < 2_147_483_647 ? number : 0;
};

function eventRead(event: Component, reading: Reading, uid: string, series: Slot | undefined): IcalEvent | undefined {
  const rules = propertiesOf(event, 'rrule');
  const slot = slotRead(event, reading, rules.length > 0 || series?.zone === 'UTC');
  if (slot === undefined) return undefined;
  const { zoneOf, zone } = reading;
  const recurrence = timeOf(propertyOf(event, 'recurrence-id'), zoneOf);
  // An occurrence is named by the clock of its series.
  const kept = slotInZone(event, slot, series, reading);
  const rule = recurrence === undefined ? ruleRead(valueOf(rules[0]), kept, zone) : undefined;
  const first = rule === undefined ? kept.start : (firstOf(rule, kept.start) ?? kept.start);
  const added =
    recurrence === undefined ? originalsFrom(event, 'rdate', kept, reading).filter((time) => time !== first) : [];
  const organiser = propertyOf(event, 'organizer');
  const stamp = timeOf(propertyOf(event, 'dtstamp'), zoneOf);
  const url = textOf(event, 'x-kontor-meeting') || textOf(event, 'conference');
  const busy = textOf(event, 'x-microsoft-cdo-busystatus').toUpperCase();
  return {
    ...bareEvent(uid, { ...kept, start: first, end: shiftedBy(first, asIfUtc(kept.end) - asIfUtc(kept.start)) }),
    original: recurrence === undefined ? null : originalFrom(recurrence, series ?? kept),
    sequence: integer(textOf(event, 'sequence')),
    stampedAt: momentOf(stamp),
    modifiedAt: momentOf(timeOf(propertyOf(event, 'last-modified'), zoneOf)),
    title: oneLine(textOf(event, 'summary'), MAX_APPOINTMENT_TITLE),
    description: descriptionRead(event),
    location: oneLine(textOf(event, 'location'), MAX_LOCATION),
    meetingUrl: /^https?:\/\/\S+$/i.test(url) && url.length <= MAX_MEETING_URL ? url : '',
    access: /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textOf(event, 'class').trim()) ? 'private' : 'public',
    isFree:
      kept.timeMode === 'timeIndependent'
        ? false
        : /^TRANSPARENT$/i.test(textOf(event, 'transp').trim()) || busy === 'FREE',
    isCancelled: /^CANCELLED$/i.test(textOf(event, 'status').trim()),
    alert: alertRead(event, timeOf(propertyOf(event, 'dtstart'), zoneOf)),
    rule: rule ?? null,
    repetition: rule === undefined ? null : repetitionOf(rule, first),
    excluded: rule === undefined && added.length === 0 ? [] : originalsFrom(event, 'exdate', kept, reading),
    added,
    organiser: organiser === undefined ? null : organiserRead(organiser),
    people: peopleRead(event),
    comment: textOf(event, 'comment').replaceAll('\0', '').trim().slice(0, 2000).toWellFormed(),
    foreign: foreignRead(event),
  };
}

const momentOf = (time: CalendarTime | undefined): number =>
  time === undefined ? 0 : Date.parse(instantOfTime(time) ?? `${time.clock}Z`);

/** An occurrence keeps the zone of its series where it is at the same clock there. */
function slotInZone(event: Component, slot: Slot, series: Slot | undefined, { zoneOf }: Reading): Slot {
  if (series?.zone == null || isWhole(slot) || slot.zone === null || slot.zone === series.zone) return slot;
  const [start, end] = [propertyOf(event, 'dtstart'), propertyOf(event, 'dtend')].map((one) => timeOf(one, zoneOf));
  if (start === undefined || start.zone?.name !== 'UTC') return slot;
  return fixedSlot(event, start, end, durationMs(textOf(event, 'duration')), series.zone);
}

function organiserRead(property: Property): IcalEvent['organiser'] {
  const organiser = addressOf(property);
  return isAddress(organiser.address) ? organiser : null;
}

/** Whether one VEVENT is newer than another of the same occurrence: by SEQUENCE, then by DTSTAMP. */
export const isNewer = (
  one: Pick<IcalEvent, 'sequence' | 'stampedAt'>,
  other: Pick<IcalEvent, 'sequence' | 'stampedAt'>,
): boolean => (one.sequence === other.sequence ? one.stampedAt > other.stampedAt : one.sequence > other.sequence);

/** The newest of those that stand for the same. */
const newest = (events: readonly IcalEvent[]): IcalEvent | undefined =>
  events.reduce<IcalEvent | undefined>(
    (best, one) => (best === undefined || isNewer(one, best) ? one : best),
    undefined,
  );

/** The uid of a VEVENT, by which appointments are known; empty where it has none. */
export const uidOf = (event: Component): string => oneLine(textOf(event, 'uid'), MAX_UID);

/** Reads the VEVENTs of one uid; null where there is none that we could keep. `refused`: how many of them are none. */
export function readAppointment(
  uid: string,
  events: readonly Component[],
  reading: Reading,
): { readonly appointment: IcalAppointment | null; readonly refused: number } {
  const isMaster = (event: Component) => propertyOf(event, 'recurrence-id') === undefined;
  const masters = events.filter(isMaster).map((event) => eventRead(event, reading, uid, undefined));
  const master = newest(masters.filter((one) => one !== undefined)) ?? null;
  const others = events
    .filter((event) => !isMaster(event))
    .map((event) => eventRead(event, reading, uid, master?.slot));
  const byOriginal = Map.groupBy(
    others.filter((one) => one !== undefined),
    (one) => one.original ?? '',
  );
  const changed = [...byOriginal.values()]
    .flatMap((same) => newest(same) ?? [])
    .toSorted((one, other) => ((one.original ?? '') < (other.original ?? '') ? -1 : 1));
  const refused = [...masters, ...others].filter((one) => one === undefined).length;
  return { appointment: master === null && changed.length === 0 ? null : { uid, master, changed }, refused };
}

/**
 * Reads the appointments of a calendar, each with its changed occurrences. `zone`: that of the instance. What is broken is left out, and counted. Throws
 * `CalendarUnreadable`, as `parseCalendars` does.
 */
export function readCalendarText(text: string, zone: string, maxCharacters = MAX_FILE_CHARACTERS): ReadCalendar {
  const calendars = parseCalendars(text, maxCharacters);
  const method = calendars.map((calendar) => textOf(calendar, 'method').trim().toUpperCase()).find(Boolean) ?? '';
  let refused = 0;
  const appointments: IcalAppointment[] = [];
  for (const calendar of calendars) {
    const reading = readingOf(calendar, zone);
    const events = componentsOf(calendar, 'vevent').filter((event) => {
      const hasUid = textOf(event, 'uid').trim() !== '';
      if (!hasUid) refused += 1;
      return hasUid;
    });
    for (const [uid, some] of Map.groupBy(events, uidOf)) {
      const read = readAppointment(uid, some, reading);
      refused += read.refused;
      if (read.appointment !== null) appointments.push(read.appointment);
    }
  }
  return { method, appointments, refused };
}
