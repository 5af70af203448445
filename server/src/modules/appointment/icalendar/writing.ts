import type { Alert } from '@kontor/contract/appointment';
import { cleanNote } from '../../../platform/html/index.ts';
import {
  calendarText,
  timeProperty,
  untilText,
  zoneComponent,
  type Component,
  type Property,
} from '../../../platform/icalendar/index.ts';
import { instantOf, type LocalTime } from '../../../platform/recurrence/index.ts';
import { daysLater, isWhole, type Slot } from '../times.ts';
import { besideRule } from './added.ts';
import { PARTSTATS, type IcalAppointment, type IcalEvent, type IcalPerson } from './model.ts';

export const PRODUCT = '-//Kontor//Kontor//DE';

/** How appointments are written. */
export interface IcalWriting {
  /** What the calendar asks for; null for a calendar alone. */
  readonly method: 'REQUEST' | 'CANCEL' | 'REPLY' | 'COUNTER' | 'DECLINECOUNTER' | 'PUBLISH' | null;
  /** When it is written, in milliseconds since 1970; what has no stamp of its own bears this one. */
  readonly now: number;
  /** Feeds name nobody. */
  readonly withPeople: boolean;
  /** Calls of the one who reads it. */
  readonly withAlarm: boolean;
  /** More lines of the calendar, such as its name. */
  readonly lines?: readonly Property[];
  /** The time of the series of occurrences that are written without it. */
  readonly seriesSlot?: Slot;
}

/** Time that is taken, for who may know no more. */
export interface TakenTime {
  /** Says nothing of which other times are of the same appointment. */
  readonly uid: string;
  readonly slot: Slot;
}

const line = (name: string, value: string): readonly Property[] => (value === '' ? [] : [[name, {}, 'text', value]]);

const kindOf = (slot: Slot): 'day' | { readonly zone: string | null } => (isWhole(slot) ? 'day' : { zone: slot.zone });

/** When something begins and ends: the day behind the last one is the end of whole days. */
const timesOf = (slot: Slot): readonly Property[] => [
  timeProperty('dtstart', [slot.start], kindOf(slot)),
  timeProperty('dtend', [isWhole(slot) ? daysLater(slot.end, 1) : slot.end], kindOf(slot)),
];

/** A rule with its end as RFC 5545 wants it: of a time in a zone the instant. */
export function ruleWritten(rule: string, slot: Slot): string {
  return rule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?Z?/,
    (_, year, month, day, hour = '23', minute = '59', second = '59') => {
      const clock = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
      if (isWhole(slot)) return `UNTIL=${untilText(clock, true)}`;
      if (slot.zone === null) return `UNTIL=${untilText(clock, false)}`;
      return `UNTIL=${instantOf(clock, slot.zone).slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
    },
  );
}

const LETTERS = {
  days: (value: number) => `P${value}D`,
  hours: (value: number) => `PT${value}H`,
  minutes: (value: number) => `PT${value}M`,
};

const alarmOf = (alert: Alert, title: string): readonly Component[] =>
  alert === 'none'
    ? []
    : [
        [
          'valarm',
          [
            ['action', {}, 'text', 'DISPLAY'],
            ['description', {}, 'text', title],
            ['trigger', {}, 'duration', `-${LETTERS[alert.unit](alert.value)}`],
          ],
          [],
        ],
      ];

const named = (name: string): { readonly cn?: string } => {
  const bare = name.replaceAll(/["\p{Cc}]+/gu, ' ').trim();
  return bare === '' ? {} : { cn: bare };
};

const attendee = ({ name, address, role, state }: IcalPerson): Property => [
  'attendee',
  {
    ...named(name),
    cutype: 'INDIVIDUAL',
    role: role === 'optional' ? 'OPT-PARTICIPANT' : 'REQ-PARTICIPANT',
    partstat: PARTSTATS[state],
    ...(state === 'none' ? { rsvp: 'TRUE' } : {}),
  },
  'cal-address',
  `mailto:${address}`,
];

/** The text twice: as lines, and as it looks where it is more than that. */
function descriptionOf(html: string): readonly Property[] {
  if (html === '') return [];
  return [...line('description', cleanNote(html).text), ['x-alt-desc', { fmttype: 'text/html' }, 'text', html]];
}

function eventComponent(
  event: IcalEvent,
  series: IcalEvent | null,
  { method, now, withPeople, withAlarm, seriesSlot: known }: IcalWriting,
): Component {
  const { slot, rule } = event;
  const stamp = new Date(event.stampedAt === 0 ? now : event.stampedAt).toISOString();
  const isNote = slot.timeMode === 'timeIndependent';
  const isOff = event.isCancelled || method === 'CANCEL';
  const seriesSlot = series?.slot ?? known ?? slot;
  const properties: readonly Property[] = [
    ['uid', {}, 'text', event.uid],
    timeProperty('dtstamp', [stamp], { zone: 'UTC' }),
    ['sequence', {}, 'integer', event.sequence],
    ...(event.original === null ? [] : [timeProperty('recurrence-id', [event.original], kindOf(seriesSlot))]),
    ...timesOf(slot),
    ...(rule === null ? [] : ([['rrule', {}, 'recur', ruleWritten(rule, slot)]] as const)),
    ...(event.excluded.length === 0 ? [] : [timeProperty('exdate', event.excluded, kindOf(slot))]),
    ...(event.added.length === 0 ? [] : [timeProperty('rdate', event.added, kindOf(slot))]),
    ['summary', {}, 'text', event.title],
    ...descriptionOf(event.description),
    ...line('location', event.location),
    ...line('x-kontor-meeting', event.meetingUrl),
    ...line('x-kontor-mode', isNote ? slot.timeMode : ''),
    ['class', {}, 'text', event.access === 'private' ? 'PRIVATE' : 'PUBLIC'],
    ['transp', {}, 'text', event.isFree || isNote ? 'TRANSPARENT' : 'OPAQUE'],
    ['status', {}, 'text', isOff ? 'CANCELLED' : 'CONFIRMED'],
    ...line('comment', event.comment),
    ...(withPeople && event.organiser !== null
      ? [['organizer', named(event.organiser.name), 'cal-address', `mailto:${event.organiser.address}`] as const]
      : []),
    ...(withPeople ? event.people.map(attendee) : []),
    ...event.foreign,
  ];
  return ['vevent', properties, withAlarm ? alarmOf(event.alert, event.title) : []];
}

const zonesIn = (
  appointments: readonly IcalAppointment[],
  { seriesSlot }: Pick<IcalWriting, 'seriesSlot'>,
): ReadonlyMap<string, LocalTime> =>
  new Map(
    [
      ...(seriesSlot === undefined ? [] : [seriesSlot]),
      ...appointments.flatMap(({ master, changed }) =>
        [...(master === null ? [] : [master]), ...changed].map(({ slot }) => slot),
      ),
    ].flatMap((slot) =>
      slot.zone === null || slot.zone === 'UTC' || isWhole(slot) ? [] : [[slot.zone, slot.start] as const],
    ),
  );

const calendarOf = (
  components: readonly Component[],
  method: IcalWriting['method'],
  lines: readonly Property[] = [],
): string =>
  calendarText([
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', PRODUCT],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ...(method === null ? [] : ([['method', {}, 'text', method]] as const)),
      ...lines,
    ],
    components,
  ]);

/** Appointments as a calendar, for who sees all of them. Of a series a time that was added beside its rule is named there, too. */
export function writeCalendarText(appointments: readonly IcalAppointment[], how: IcalWriting): string {
  const zones = [...zonesIn(appointments, how)].map(([zone, start]) => zoneComponent(zone, Number(start.slice(0, 4))));
  const events = appointments.flatMap(({ master, changed }) => [
    ...(master === null ? [] : [eventComponent(withAdded(master, changed), null, how)]),
    ...changed.map((one) => eventComponent(one, master, how)),
  ]);
  return calendarOf([...zones, ...events], how.method, how.lines);
}

const withAdded = (master: IcalEvent, changed: readonly IcalEvent[]): IcalEvent => ({
  ...master,
  added: [...new Set([...master.added, ...besideRule(master, changed)])].toSorted(),
});

/** Times that are taken as a calendar, for who may know no more than that. `title` is what they all bear. */
export const writeTakenText = (
  times: readonly TakenTime[],
  { now, title, lines }: { readonly now: number; readonly title: string; readonly lines?: readonly Property[] },
): string =>
  calendarOf(
    [
      ...[
        ...new Map(
          times.flatMap(({ slot }) =>
            slot.zone === null || slot.zone === 'UTC' || isWhole(slot) ? [] : [[slot.zone, slot.start] as const],
          ),
        ),
      ].map(([zone, start]) => zoneComponent(zone, Number(start.slice(0, 4)))),
      ...times.map(({ uid, slot }): Component => [
        'vevent',
        [
          ['uid', {}, 'text', uid],
          timeProperty('dtstamp', [new Date(now).toISOString()], { zone: 'UTC' }),
          ...timesOf(slot),
          ['summary', {}, 'text', title],
          ['class', {}, 'text', 'PRIVATE'],
          ['transp', {}, 'text', 'OPAQUE'],
        ],
        [],
      ]),
    ],
    null,
    lines,
  );
