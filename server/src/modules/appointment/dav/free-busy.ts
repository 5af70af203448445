import { MAX_PARTICIPANTS } from '@kontor/contract/appointment';
import { NS, cal, dav, documentOf, refuse, type Markup } from '../../../platform/dav/index.ts';
import {
  CalendarUnreadable,
  MAX_MAIL_CHARACTERS,
  calendarText,
  componentsOf,
  instantOfTime,
  parseCalendars,
  propertiesOf,
  propertyOf,
  textOf,
  timeOf,
  timeProperty,
  valueOf,
  zonesOf,
  type Component,
  type Property,
} from '../../../platform/icalendar/index.ts';
import { readRange, takenOf } from '../reading.ts';
import type { DavContext } from './calendars.ts';
import type { TimeRange } from './objects.ts';
import { addressesOfAll, userOfAddress } from '../icalendar/addresses.ts';

const DAY_MS = 86_400_000;
/** Days that one question may be about. */
const MAX_DAYS = 400;

const bare = (iso: string): string => `${iso.slice(0, 19)}Z`;

/** When a calendar is taken, as a component with the lines of who asks. */
async function takenComponent(
  ctx: DavContext,
  calendarId: number,
  range: TimeRange,
  lines: readonly Property[],
): Promise<Component | undefined> {
  const { from } = range;
  const to = Math.min(range.to, from + MAX_DAYS * DAY_MS);
  const request = { calendars: [calendarId], from, to, zone: ctx.timeZone };
  const [taken] = takenOf(await readRange(ctx, request, { withHidden: true, feeds: 'all' }), request);
  if (taken === undefined) return undefined;
  const moment = (ms: number) => new Date(ms).toISOString();
  return [
    'vfreebusy',
    [
      timeProperty('dtstamp', [moment(ctx.now())], { zone: 'UTC' }),
      timeProperty('dtstart', [moment(from)], { zone: 'UTC' }),
      timeProperty('dtend', [moment(to)], { zone: 'UTC' }),
      ...lines,
      ...taken.times.map(({ start, end, kind }): Property => [
        'freebusy',
        { fbtype: kind === 'busy' ? 'BUSY' : 'BUSY-TENTATIVE' },
        'period',
        [bare(start), bare(end)],
      ]),
    ],
    [],
  ];
}

const calendarOf = (component: Component, method: string | null): string =>
  calendarText([
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Kontor//Kontor//DE'],
      ...(method === null ? [] : ([['method', {}, 'text', method]] as const)),
    ],
    [component],
  ]);

/** When a calendar is taken, as a calendar. */
export async function takenText(ctx: DavContext, calendarId: number, range: TimeRange): Promise<string> {
  const component = await takenComponent(ctx, calendarId, range, []);
  return component === undefined ? refuse(404) : calendarOf(component, null);
}

interface Question {
  readonly range: TimeRange;
  readonly uid: string;
  readonly organiser: Property | undefined;
  readonly attendees: readonly Property[];
}

/** What a program asks by a calendar with one VFREEBUSY. Refuses what is no such question with `valid-calendar-data`. */
function questionIn(text: string): Question {
  const invalid = (): never => refuse(403, cal('valid-calendar-data'));
  try {
    const [calendar] = parseCalendars(text, MAX_MAIL_CHARACTERS);
    const [question] = calendar === undefined ? [] : componentsOf(calendar, 'vfreebusy');
    if (calendar === undefined || question === undefined) return invalid();
    if (textOf(calendar, 'method').toUpperCase() !== 'REQUEST') return invalid();
    const zoneOf = zonesOf(calendar);
    const [from = '', to = ''] = ['dtstart', 'dtend'].map((name) => {
      const time = timeOf(propertyOf(question, name), zoneOf);
      return time === undefined ? undefined : instantOfTime(time);
    });
    const range = { from: Date.parse(from), to: Date.parse(to) };
    if (!(range.to > range.from)) return invalid();
    return {
      range,
      uid: textOf(question, 'uid'),
      organiser: propertyOf(question, 'organizer'),
      attendees: propertiesOf(question, 'attendee').slice(0, MAX_PARTICIPANTS),
    };
  } catch (error) {
    if (error instanceof CalendarUnreadable) return invalid();
    throw error;
  }
}

/** Answers when people of the instance have time, to a program that wants to choose a time. Of strangers nothing is known. */
export async function freeBusyAnswer(ctx: DavContext, text: string): Promise<string> {
  const { range, uid, organiser, attendees } = questionIn(text);
  const addresses = await addressesOfAll(ctx);
  const responses: Markup[] = [];
  for (const attendee of attendees) {
    const recipient = valueOf(attendee);
    const userId = userOfAddress(recipient.replace(/^mailto:/i, ''), addresses);
    const lines = [
      ...(uid === '' ? [] : ([['uid', {}, 'text', uid]] as const)),
      ...(organiser === undefined ? [] : [organiser]),
      attendee,
    ];
    // Who lets the person see nothing is told of as somebody who is not there.
    const isKnown = userId !== undefined && addresses.has(userId);
    const component = isKnown ? await takenComponent(ctx, userId, range, lines) : undefined;
    responses.push(
      cal(
        'response',
        cal('recipient', dav('href', recipient)),
        cal('request-status', component === undefined ? '3.7;Invalid Calendar User' : '2.0;Success'),
        ...(component === undefined ? [] : [cal('calendar-data', calendarOf(component, 'REPLY'))]),
      ),
    );
  }
  return documentOf(NS.caldav, 'schedule-response', responses);
}
