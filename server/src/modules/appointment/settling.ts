import type { Alert } from '@kontor/contract/appointment';
import { MAX_SERIES_OCCURRENCES, appointmentExtras, type AppointmentExtras } from '@kontor/contract/appointment';
import { cleanNote } from '../../platform/html/index.ts';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { namesOf, timeZoneOf } from '../account/index.ts';
import { rewriteItem } from '../activity/index.ts';
import { setAlarms, type NewAlarm } from '../alarm/index.ts';
import { announceSpans } from './announcing.ts';
import { bookResources, type BookedBeside } from './booking.ts';
import { refuseCollisions } from './collisions.ts';
import {
  calledSlot,
  currentSlot,
  nextCall,
  occurrencesToKeep,
  occurrencesUntil,
  type Occurrence,
} from './occurrences.ts';
import { inviteSoon } from './inviting/inviting.ts';
import { numberChange } from './numbering.ts';
import { alertFor, calendarFor, countedIn, kindFor, takingPart } from './people-rules.ts';
import { alertMoment, previewOf } from './rules.ts';
import { changedOccurrences, markAppointment, readAppointments, type AppointmentRow } from './store/appointments.ts';
import { readPersons, type PersonRow } from './store/persons.ts';
import { MODES, holdCalendars, replaceSpans, touchedBy, type NewSpan, type Touched } from './store/spans.ts';
import { realMoments, spanMoments, wireTime, type Slot } from './times.ts';

export const TURN_JOB = 'appointment.turn';

/** An appointment as it stands, with what follows from it. */
export interface Standing {
  readonly row: AppointmentRow;
  readonly persons: readonly PersonRow[];
  /** Originals of its series that are appointments of their own. */
  readonly changed: readonly LocalTime[];
  readonly zone: string;
  /** The occurrence that is on or comes next. */
  readonly current: Slot;
  /** When the occurrence begins that its list entry shows. */
  readonly listedStart: string;
}

/** Reads how an appointment stands. Throws where there is none. */
export async function standingOf(ctx: ChangeContext, id: number): Promise<Standing> {
  const { db, instance } = ctx;
  const [row] = await readAppointments(db, instance.id, [id]);
  if (row === undefined) throw new Error('An appointment is not there');
  const persons = await readPersons(db, instance.id, [id]);
  const own = row.rule === null ? [] : await changedOccurrences(db, instance.id, id);
  const changed = own.flatMap(({ original_local: original }) => original ?? []);
  const zone = timeZoneOf(instance);
  const current = currentSlot(row, changed, zone, ctx.now());
  return { row, persons, changed, zone, current, listedStart: row.listed_start ?? '' };
}

const modeOf = ({ time_mode: mode, zone }: AppointmentRow): number => {
  if (mode === 'timeIndependent') return MODES.note;
  if (mode === 'allDay') return MODES.days;
  return zone === null ? MODES.floating : MODES.fixed;
};

/** The spans of some occurrences, in the calendar of each who takes part. */
export function spansOf(
  row: AppointmentRow,
  persons: readonly PersonRow[],
  occurrences: readonly Occurrence[],
): readonly NewSpan[] {
  const mode = modeOf(row);
  const isFree = row.is_free || mode === MODES.note;
  const taken = persons.flatMap((person) => {
    const kind = kindFor(person, isFree);
    const calendarId = calendarFor(person);
    return kind === undefined || calendarId === null ? [] : [{ calendarId, kind }];
  });
  return occurrences.flatMap(({ originalMin, slot }) => {
    const { start, end } = spanMoments(slot);
    return taken.map(({ calendarId, kind }) => ({ calendarId, originalMin, start, end, mode, kind }));
  });
}

/** How an appointment is brought in line. */
export interface Settling {
  /** It is done though it collides. */
  readonly accepted: boolean;
  /** What it is called from now on; left out: as before. */
  readonly title?: string;
  /** Which of its spans may be others: `none`, or those in one calendar; left out: all. */
  readonly spans?: 'none' | { readonly calendarId: number };
  /** What it took of calendars before, where that is gone already. */
  readonly touched?: readonly Touched[];
  /** Hears of what takes a resource beside something else, since it is not refused; left out: it is. */
  readonly onBeside?: (beside: BookedBeside) => void;
  /** Its time has come to something, and it is what it was. */
  readonly isTurn?: boolean;
  /** Nothing is another in any calendar. */
  readonly isQuiet?: boolean;
  /** Who has set the alarms, where a person did. */
  readonly setBy?: number | undefined;
}

/**
 * Brings everything in line that follows from how an appointment stands: spans, list entry, search, alarms, what is told of its calendars, and the next look at
 * it. The item must have been taken for this transaction. Fails with RESOURCE_TAKEN, APPOINTMENT_COLLIDES and SERIES_TOO_LONG.
 */
export async function settle(ctx: ChangeContext | CommandContext, id: number, how: Settling): Promise<Standing> {
  const stored = await standingOf(ctx, id);
  const standing = how.title === undefined ? stored : { ...stored, row: { ...stored.row, title: how.title } };
  const { row, persons } = standing;
  const before = [...(how.touched ?? []), ...(await touchedBy(ctx.db, ctx.instance.id, id))];
  if (how.spans !== 'none') {
    const calendars = persons.flatMap((one) => (one.is_active ? (calendarFor(one) ?? []) : []));
    await holdCalendars(ctx.db, [...new Set([...before.map((one) => one.calendarId), ...calendars])]);
    if (how.spans === undefined) await writeSpans(ctx, standing, how);
    else await writeSpansOf(ctx, standing, how.spans.calendarId);
  }
  if (!how.accepted && row.checks_collision && row.cancelled_at === null)
    await refuseCollisions(ctx, row, standing.zone);
  await rewrite(ctx, standing);
  await callPeople(ctx, standing, how.setBy);
  if (how.isQuiet !== true)
    await announceSpans(ctx, row, [...before, ...(await touchedBy(ctx.db, ctx.instance.id, id))]);
  await orderTurn(ctx, standing);
  if (how.isTurn !== true) {
    numberChange(ctx, row, persons);
    await inviteSoon(ctx, row, persons);
  }
  return standing;
}

/** Writes the spans of an appointment anew with what they book, and of a series how far they reach. Fails with RESOURCE_TAKEN and SERIES_TOO_LONG. */
async function writeSpans(ctx: ChangeContext, standing: Standing, { onBeside }: Settling): Promise<void> {
  const { row, persons, changed, zone } = standing;
  const { db, instance } = ctx;
  const id = row.appointment_id;
  const calendars = persons.filter((person) => kindFor(person, false) !== undefined).length;
  const kept = occurrencesToKeep(row, { changed, calendars, now: ctx.now(), zone });
  if (kept === undefined) return fail('SERIES_TOO_LONG', { data: { max: MAX_SERIES_OCCURRENCES } });
  await replaceSpans(db, instance.id, id, row.cancelled_at === null ? spansOf(row, persons, kept.occurrences) : []);
  const horizon = kept.horizon === null ? null : new Date(`${kept.horizon}Z`);
  if (horizon?.getTime() !== row.horizon_at?.getTime())
    await markAppointment(db, instance.id, id, { horizon_at: horizon });
  const beside = await bookResources(ctx, standing, kept.occurrences, { isRefused: onBeside === undefined });
  onBeside?.(beside);
}

/** Writes the spans of an appointment in one calendar anew, as far as they reach in the others. */
async function writeSpansOf(
  ctx: ChangeContext,
  { row, persons, changed }: Standing,
  calendarId: number,
): Promise<void> {
  const whose = persons.filter((person) => person.user_id === calendarId);
  const horizon = row.horizon_at?.toISOString().slice(0, 19) ?? '';
  const spans = row.cancelled_at === null ? spansOf(row, whose, occurrencesUntil(row, changed, horizon)) : [];
  await replaceSpans(ctx.db, ctx.instance.id, row.appointment_id, spans, calendarId);
}

/** Puts the words of an appointment into its list entry, and the time of the occurrence that is next. */
async function rewrite(ctx: ChangeContext, { row, persons, current, zone }: Standing): Promise<void> {
  const { db, instance } = ctx;
  const people = takingPart(persons);
  const names = await namesOf(db, instance.id, [...people, row.calendar_id]);
  const { text } = cleanNote(row.description);
  const extras: AppointmentExtras = appointmentExtras({
    startDate: wireTime(current, current.start),
    endDate: wireTime(current, current.end),
    timeMode: row.time_mode,
    zone: row.zone,
    location: row.location,
    access: row.access,
    calendarId: row.calendar_id,
    color: row.color === '' ? (row.type_colour ?? '') : row.color,
    repeats: row.rule !== null || row.series_id !== null,
    hasAlarm: row.alert !== null,
    participants: countedIn(persons),
    preview: previewOf(text),
  });
  const others = persons.flatMap((one) => (one.user_id === null && one.is_active ? [one.name, one.address] : []));
  const { participation: _own, ...stored } = extras;
  await rewriteItem(ctx, 'appointment', row.appointment_id, {
    ts: new Date(realMoments(current, zone).start),
    contact: names.get(row.calendar_id) ?? '',
    information: row.title,
    extras: stored,
    search: {
      title: row.title,
      senders: [...names.values(), ...others].filter(Boolean).join('\n'),
      receivers: '',
      body: [row.location, text].filter(Boolean).join('\n'),
    },
  });
}

/** What is reckoned of an alert, once for all who are called by the same. */
function byAlert<T>(reckon: (alert: Alert) => T): (alert: Alert) => T {
  const known = new Map<string, T>();
  return (alert) => {
    const key = JSON.stringify(alert);
    const found = known.has(key) ? (known.get(key) as T) : reckon(alert);
    known.set(key, found);
    return found;
  };
}

/** Sets the alarms of those who take part. */
async function callPeople(ctx: ChangeContext, standing: Standing, setBy: number | undefined): Promise<void> {
  const { row, persons, changed, zone } = standing;
  const now = ctx.now();
  const slotFor = byAlert((alert) => calledSlot(row, changed, alert, { zone, now }));
  const alarms = persons.flatMap((person): NewAlarm[] => {
    const { user_id: userId, is_active: isActive, state } = person;
    if (userId === null || !isActive || state === 'declined' || row.cancelled_at !== null) return [];
    const alert = alertFor(row, person);
    const slot = slotFor(alert);
    const at = slot === undefined ? undefined : alertMoment(slot, alert, zone);
    if (slot === undefined || at === undefined) return [];
    const by = setBy === undefined || setBy === userId ? {} : { setBy };
    const subjectAt = new Date(realMoments(slot, zone).start);
    return [{ userId, type: 'appointment', subjectAt, alarmAt: new Date(at), ...by }];
  });
  await setAlarms(ctx, row.appointment_id, alarms);
}

const DAY_MS = 86_400_000;
/** How far ahead the horizon of a series is looked after. */
const HORIZON_CARE_MS = 31 * DAY_MS;

/** Orders the next look at an appointment: when what is on is over, when somebody is to be called to another occurrence, or when the horizon has to move. */
async function orderTurn(ctx: ChangeContext, { row, persons, changed, current, zone }: Standing): Promise<void> {
  if (row.cancelled_at !== null) return;
  const now = ctx.now();
  const callFor = byAlert((alert) => nextCall(row, changed, alert, { zone, now }));
  const calls = persons.flatMap((person) => callFor(alertFor(row, person)) ?? []);
  const horizon = row.rule === null ? [] : [now + HORIZON_CARE_MS];
  const ahead = [realMoments(current, zone).end, ...calls, ...horizon].filter((moment) => moment > now);
  if (ahead.length === 0) return;
  const until = Math.min(...ahead);
  const key = `${TURN_JOB}:${ctx.instance.id}:${row.appointment_id}`;
  await ctx.enqueue(TURN_JOB, { appointmentId: row.appointment_id, until }, { key, runAt: new Date(until) });
}
