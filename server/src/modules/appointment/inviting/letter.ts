import { escapeHtml } from '../../../platform/html/index.ts';
import { instantOf } from '../../../platform/recurrence/index.ts';
import { besideRule } from '../icalendar/added.ts';
import type { Addresses } from '../icalendar/addresses.ts';
import { toIcal } from '../icalendar/appointment.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import { writeCalendarText } from '../icalendar/writing.ts';
import type { InvitationLetter, Organiser } from '../parts.ts';
import { slotOf } from '../rules.ts';
import type { AppointmentRow } from '../store/appointments.ts';
import { isWhole, slotAt, type Slot } from '../times.ts';
import { letterTexts } from './letter-texts.ts';
import type { Invited, Message } from './told.ts';
import type { PersonRow } from '../store/persons.ts';

const NOWHERE = /@kontor\.invalid$/i;

/** When something takes place, as people read it: `Dienstag, 3. Dezember 2030, 09:00 bis 10:00 (Europe/Berlin)`. */
export function whenOf(slot: Slot, language: 'de' | 'en', zone: string): string {
  const texts = letterTexts[language];
  const where = slot.zone ?? zone;
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  if (isWhole(slot)) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
    const [first, last] = [slot.start, slot.end].map((one) => day.format(new Date(`${one}Z`)));
    return first === last ? `${first}` : `${first} ${texts.until} ${last}`;
  }
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: where });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: where });
  const [start, end] = [slot.start, slot.end].map((one) => new Date(instantOf(one, where))) as [Date, Date];
  const [first, last] = [day.format(start), day.format(end)];
  const ends = first === last ? clock.format(end) : `${last}, ${clock.format(end)}`;
  return `${first}, ${clock.format(start)} ${texts.until} ${ends} (${where})`;
}

/** What is written of, to whom, and what is known around it. */
interface Around {
  readonly invited: Invited;
  readonly person: PersonRow;
  /** The series that it is an occurrence of. */
  readonly series: AppointmentRow | undefined;
  /** Changed occurrences that they are in. */
  readonly own: readonly Invited[];
  readonly originals: ReadonlyMap<number, readonly string[]>;
  readonly addresses: Addresses;
  readonly zone: string;
  readonly now: number;
}

/** The same with what is to be said. */
export interface Writing extends Around {
  readonly message: Message;
  /** Where it is answered without a calendar; empty for nowhere. */
  readonly link: string;
}

/** An appointment, or a changed occurrence, as its organiser writes it from an address. */
function wholeEvent({ invited, own, originals, addresses, now }: Around, organiser: Organiser): IcalEvent {
  const { row } = invited;
  const known = new Map(
    [...addresses, [row.calendar_id, organiser] as const].filter(([, { address }]) => !NOWHERE.test(address)),
  );
  const on = own.filter((one) => one.row.cancelled_at === null);
  const { master, changed } = toIcal([invited, ...on], { readerId: 0, addresses: known, originals, lines: new Map() });
  const found = row.original_local === null ? master : (changed[0] ?? null);
  if (found === null) throw new Error('An invitation is of nothing');
  const added = besideRule(found, changed);
  return { ...found, added, organiser, alert: 'none', foreign: [], stampedAt: now };
}

/** The VEVENT of an invitation. */
function eventOf(writing: Writing, organiser: Organiser): IcalEvent {
  const { invited, person, message } = writing;
  const { row } = invited;
  const whole = wholeEvent(writing, organiser);
  if (message.kind !== 'off') return whole;
  const { address, name, role } = person;
  const off = { ...whole, isCancelled: true, people: [{ address, name, role, state: 'none' as const }] };
  const { occurrence } = message;
  if (occurrence === null) return off;
  const slot = slotAt(slotOf(row), occurrence);
  return { ...off, original: occurrence, slot, rule: null, repetition: null, excluded: [] };
}

const line = (label: string, value: string): string =>
  value === '' ? '' : `<p><b>${escapeHtml(label)}:</b> ${escapeHtml(value)}</p>`;

/** An invitation, a change of one, or its end, as a mail. */
export function letterOf(writing: Writing, organiser: Organiser, language: 'de' | 'en'): InvitationLetter {
  const { invited, message, series, zone, now, link } = writing;
  const { row } = invited;
  const texts = letterTexts[language];
  const event = eventOf(writing, organiser);
  const { method, kind } = message;
  const title = titleOf(row, language);
  const isOff = kind === 'off';
  const html = [
    `<p>${escapeHtml(texts.sentence[kind](organiser.name || organiser.address))}</p>`,
    `<p><b>${escapeHtml(title)}</b></p>`,
    line(texts.when, `${whenOf(event.slot, language, zone)}${event.rule === null ? '' : `, ${texts.series}`}`),
    line(texts.where, isOff ? '' : row.location),
    line(texts.meeting, isOff ? '' : row.meeting_url),
    isOff ? '' : row.description,
    isOff || link === ''
      ? ''
      : `<p>${escapeHtml(texts.answer)}: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    isOff ? '' : `<p>${escapeHtml(texts.hint)}</p>`,
  ].join('');
  return {
    subject: `${texts.subject[kind]}${title}`,
    html,
    calendar: { method, content: contentOf(event, method, { series, now }) },
  };
}

const titleOf = ({ title }: AppointmentRow, language: 'de' | 'en'): string =>
  title.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || letterTexts[language].untitled;

function contentOf(
  event: IcalEvent,
  method: InvitationLetter['calendar']['method'],
  { series, now }: Pick<Around, 'series' | 'now'>,
): string {
  const isOccurrence = event.original !== null;
  return writeCalendarText(
    [{ uid: event.uid, master: isOccurrence ? null : event, changed: isOccurrence ? [event] : [] }],
    {
      method,
      now,
      withPeople: true,
      withAlarm: false,
      ...(series === undefined ? {} : { seriesSlot: slotOf(series) }),
    },
  );
}

/** What an organiser writes to who has proposed another time that it is not to be. */
export interface DeclineWriting extends Around {
  readonly slot: Slot;
  readonly comment: string;
}

/** The same as a mail: programs take it as the end of the proposal. */
export function declineLetter(writing: DeclineWriting, organiser: Organiser, language: 'de' | 'en'): InvitationLetter {
  const { invited, person, slot, comment, zone } = writing;
  const texts = letterTexts[language];
  const title = titleOf(invited.row, language);
  const { address, name, role, state } = person;
  const event = { ...wholeEvent(writing, organiser), people: [{ address, name, role, state }], comment };
  const html = [
    `<p>${escapeHtml(texts.declines(organiser.name || organiser.address))}</p>`,
    `<p><b>${escapeHtml(title)}</b></p>`,
    line(texts.stays, whenOf(event.slot, language, zone)),
    line(texts.proposed, whenOf(slot, language, zone)),
    comment === '' ? '' : `<p>${escapeHtml(comment).replaceAll('\n', '<br>')}</p>`,
  ].join('');
  const method = 'DECLINECOUNTER';
  return {
    subject: `${texts.subject.declined}${title}`,
    html,
    calendar: { method, content: contentOf(event, method, writing) },
  };
}
