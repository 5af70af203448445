import type { Invitation } from '@kontor/contract/mail';
import { atClock, type CalendarEvent, type CalendarReply } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import { addressKey } from '../rules.ts';

/** Days that one may take. */
const MAX_DAYS = 366;

/** What of an invitation depends on who looks at it, and on other mails. */
export interface InvitationAbout {
  /** Address of the person's mailboxes that is invited. */
  readonly me: string | null;
  readonly answer: Invitation['answer'];
  /** A later mail brought the same appointment with a higher number. */
  readonly isOutdated: boolean;
  /** Whom the mail is from; null where that plays no part. */
  readonly sender: string | null;
}

/** An appointment as the reader shows it; times of a zone that nobody knows are the instance's. */
export function toInvitation(
  event: CalendarEvent,
  instance: Pick<Instance, 'settings'> & Instance,
  { me, answer, isOutdated, sender }: InvitationAbout,
): Invitation {
  const instant = (time: string): string => {
    if (event.allDay || time.endsWith('Z')) return time;
    return atClock(time, timeZoneOf(instance));
  };
  // What answers or counters it comes from who is invited.
  const fromGuest = event.method === 'REPLY' || event.method === 'COUNTER';
  const speaker = fromGuest ? (event.participants[0]?.address ?? '') : event.organiser.address;
  return {
    ...event,
    startDate: instant(event.startDate),
    endDate: event.endDate === null ? null : instant(event.endDate),
    organiser: { ...event.organiser },
    participants: event.participants.map((one) => ({ ...one })),
    me,
    answer,
    isOutdated,
    isUninvited: event.isUninvited === true,
    isOrganiserSender: sender === null || speaker === '' || addressKey(sender) === addressKey(speaker),
  };
}

/** The address of a person's mailboxes that an appointment invites. */
export function invitedAs(event: CalendarEvent, own: readonly string[]): string | null {
  const keys = new Set(own.map(addressKey));
  return event.participants.find(({ address }) => keys.has(addressKey(address)))?.address ?? null;
}

const DAY_MS = 86_400_000;

/** When an appointment is, as a mail says it: in a zone, with that behind it. */
export function whenInWords(
  { startDate, endDate, allDay }: Pick<CalendarEvent, 'startDate' | 'endDate' | 'allDay'>,
  language: 'de' | 'en',
  zone: string,
): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const [start, end] = [startDate, endDate ?? startDate].map((one) => Date.parse(one)) as [number, number];
  if (allDay) {
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
    return days.formatRange(start, Math.max(start, end - DAY_MS));
  }
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
  return `${format.formatRange(start, Math.max(start, end))} (${zone})`;
}

/** Another time for an invitation, as an event has it: of days the end is the one after the last. Undefined where it is none. */
export function counterOf(startDate: string, endDate: string): CalendarReply['counter'] {
  const allDay = startDate.length === 10;
  if (allDay !== (endDate.length === 10)) return undefined;
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  if (end < start || end - start > MAX_DAYS * DAY_MS) return undefined;
  if (!allDay) return { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString(), allDay };
  return { startDate, endDate: new Date(end + DAY_MS).toISOString().slice(0, 10), allDay };
}
