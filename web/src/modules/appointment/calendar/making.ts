import { resourceOfCalendar, type Span } from '@kontor/contract/appointment';
import type { Client } from '../../../client/client.ts';
import { make } from './changes.ts';
import { instantIn, localTime } from '../local-time.ts';
import { timesOf } from './pieces.ts';
import type { Made } from './quick-card.tsx';

/** How a new appointment is shown until the server has it. */
const shownNew = (calendarId: number, title: string, times: Pick<Span, 'start' | 'end'>): Span => ({
  calendarId,
  ...times,
  timeMode: 'fixedTime',
  kind: 'busy',
  appointmentId: null,
  original: 0,
  title,
  location: '',
  color: '',
  appointmentType: null,
  isPrivate: false,
  repeats: false,
  participation: 'accepted',
  writepermission: false,
  linkedIdoCounter: 0,
  participants: 1,
  dstChange: false,
});

/** Somebody, or a resource, by the number of the calendar. */
const participantOf = (calendarId: number) => {
  const resourceId = resourceOfCalendar(calendarId);
  return resourceId === null ? calendarId : { resourceId };
};

/** Makes an appointment in a calendar. Rejects as `appointment.create` does; without a connection it waits. */
export function makeInCalendar(
  client: Client,
  {
    title,
    accepted,
    day,
    from,
    to,
    people,
    calendarId,
    zone,
    origin,
    idoLinkings,
  }: Made & { calendarId: number; zone: string; origin?: string },
): Promise<void> {
  const [begins, ends] = timesOf(day, { from, to });
  const times = { start: instantIn(begins, zone), end: instantIn(ends, zone) };
  return make(client, shownNew(calendarId, title, times), {
    title,
    calendarId,
    zone,
    startDate: localTime(begins),
    endDate: localTime(ends),
    ...(people.length > 0 ? { participants: [calendarId, ...people.map(({ userId }) => participantOf(userId))] } : {}),
    ...(accepted ? { accepted } : {}),
    ...(idoLinkings.length > 0 ? { idoLinkings: [...idoLinkings] } : {}),
    ...(origin === undefined ? {} : { origin }),
  });
}
