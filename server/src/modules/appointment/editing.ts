import type { AppointmentRepetition, PartialAppointmentFields } from '@kontor/contract/appointment';
import { isDeepStrictEqual } from 'node:util';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { timeZoneOf } from '../account/index.ts';
import { noteChange, takeWritten } from '../activity/index.ts';
import { requireWriting, type Taken } from './access.ts';
import { ask, putOffFor } from './inbox.ts';
import type { KindParts } from './parts.ts';
import { requirePeople, requireResources, showToPeople } from './people.ts';
import { isAsked, participantsOf, personsAfter, plainParticipants, withOwner } from './people-rules.ts';
import {
  asksAnew,
  changesOrganised,
  changesTimes,
  differencesOf,
  isRightAlert,
  isSame,
  plainOf,
  valuesOf,
  withGiven,
  type Plain,
} from './rules.ts';
import { endsRightly, firstOf, ruleOf } from './series-rules.ts';
import { settle } from './settling.ts';
import { markAppointment, updateAppointment, type AppointmentRow } from './store/appointments.ts';
import { putPersons, type PersonRow } from './store/persons.ts';
import { forgetProposals } from './store/proposals.ts';
import { resourcesAmong } from './store/resources.ts';
import { toType, readTypes } from './store/types.ts';
import { isRightSlot, realMoments, slotAt, type Slot } from './times.ts';

/** What was said of an appointment, merged into how it stands. */
export function mergedWith(
  row: AppointmentRow,
  persons: readonly PersonRow[],
  slot: Slot,
  given: PartialAppointmentFields,
  zone: string,
): { readonly before: Plain; readonly after: Plain } {
  const before = { ...plainOf(row, participantsOf(persons)), slot };
  const merged = withGiven(before, given, { zone, typeColour: row.type_colour ?? '' });
  return { before, after: withPeople(merged, before.participants) };
}

/** The same with its people in the way that they are kept, the person of the calendar among them. */
export const withPeople = (plain: Plain, known: Plain['participants']): Plain => ({
  ...plain,
  participants: withOwner(plainParticipants(plain.participants, known), plain.calendarId),
});

/** What an edit is judged by. */
interface Judging {
  /** Undefined for one that is made. */
  readonly before: Plain | undefined;
  readonly after: Plain;
  readonly persons: readonly PersonRow[];
  /** The rule that counts for a repetition which came from outside. */
  readonly customRule: string | null;
  /** What the alert is set for, where that is not the first occurrence. */
  readonly alertSlot?: Slot;
  /** It was said, and is not what a type gives. */
  readonly isAlertSaid: boolean;
}

/**
 * Judges what is to be written, and returns it as it is kept, with its rule: of a series the first occurrence is the first time that the rule gives. Fails as the
 * contract says of the fields.
 */
export async function judge(
  ctx: CommandContext,
  { before, after, persons, customRule, alertSlot, isAlertSaid }: Judging,
): Promise<{ readonly plain: Plain; readonly rule: string | null }> {
  const zone = timeZoneOf(ctx.instance);
  if (!isRightSlot(after.slot)) return fail('APPOINTMENT_TIMES_INVALID');
  await requirePeople(ctx, after.participants, persons);
  await requireResources(ctx, after.participants, persons);
  await requireType(ctx, before, after);
  const first = repeated(after, customRule);
  if (before?.calendarId !== after.calendarId) await requireWriting(ctx, after.calendarId, after.access === 'private');
  const isNewAlert = isAlertSaid && !isDeepStrictEqual(before?.alert, after.alert);
  const judged = alertSlot ?? first.plain.slot;
  if (isNewAlert && !isRightAlert(judged, after.alert, zone, ctx.now()))
    return fail('REMINDER_PAST', { data: { field: 'alert' } });
  return first;
}

async function requireType(ctx: CommandContext, before: Plain | undefined, after: Plain): Promise<void> {
  const { appointmentType: typeId, repetition } = after;
  const isSet = typeId !== before?.appointmentType;
  if (typeId === null || (!isSet && isDeepStrictEqual(before?.repetition, repetition))) return;
  const type = (await readTypes(ctx.db, ctx.instance.id)).map(toType).find(({ id }) => id === typeId);
  if (type === undefined) return isSet ? fail('TYPE_GONE') : undefined;
  if (type.forbiddenRepetition && repetition !== null) return fail('REPETITION_FORBIDDEN');
}

/** The first occurrence of what repeats, with its rule. Fails with APPOINTMENT_REPETITION_INVALID. */
export function repeated(
  plain: Plain,
  customRule: string | null,
): { readonly plain: Plain; readonly rule: string | null } {
  const { repetition, slot } = plain;
  if (repetition === null) return { plain, rule: null };
  const rule = ruleGiven(repetition, slot, customRule);
  const first = rule === undefined || !endsRightly(repetition, slot.start) ? undefined : firstOf(rule, slot.start);
  if (rule === undefined || first === undefined) return fail('APPOINTMENT_REPETITION_INVALID');
  return { plain: { ...plain, slot: slotAt(slot, first) }, rule };
}

/** A rule of others is known by its text, and stays as it is. */
function ruleGiven(repetition: AppointmentRepetition, slot: Slot, customRule: string | null): string | undefined {
  if (repetition.repetitionType !== 'custom') return ruleOf(repetition, slot.start);
  return customRule !== null && repetition.rule === customRule ? customRule : undefined;
}

/** How an edit is written. */
export interface Editing {
  readonly before: Plain;
  readonly after: Plain;
  readonly rule: string | null;
  readonly accepted: boolean;
  /** What else of its row is another with it. */
  readonly marks?: Parameters<typeof markAppointment>[3];
}

/** Writes an edit of an appointment, which was taken for this transaction, and all that follows. Returns its number, the same one where nothing is changed. */
export async function writeEdit(
  ctx: CommandContext,
  parts: KindParts,
  { row, persons }: Pick<Taken, 'row' | 'persons'>,
  { before, after, rule, accepted, marks = {} }: Editing,
): Promise<number> {
  const { db, instance, person } = ctx;
  const id = row.appointment_id;
  if (isSame(before, after) && rule === row.rule && Object.keys(marks).length === 0) return row.edit;
  if (row.organiser !== null && changesOrganised(before, after)) return fail('ORGANISER_ELSEWHERE');
  const written =
    before.description === after.description
      ? before.description
      : (await takeWritten(ctx, id, after.description)).html;
  const plain = { ...after, description: written };
  await noteDifferences(ctx, id, before, plain);
  const isAnew = asksAnew(before, plain) && isAhead(plain, rule, timeZoneOf(instance), ctx.now());
  const { needsConfirmation } = plain;
  const about = { appointmentId: id, actorId: person.id, needsConfirmation, asksAnew: isAnew };
  const personsNow = personsAfter(plain.participants, persons, about);
  await putPersons(db, instance.id, personsNow);
  const edit = await updateAppointment(db, instance.id, id, valuesOf(plain, rule));
  await markAppointment(db, instance.id, id, {
    ...marks,
    sequence: row.sequence + (asksAnew(before, plain) ? 1 : 0),
  });
  // What was proposed in place of the former time is nothing to another.
  if (changesTimes(before, plain)) await forgetProposals(db, instance.id, id);
  const newcomers = await showToPeople(ctx, id, personsNow, row.creator_id);
  const keeps = keepsSpans(before, plain) && rule === row.rule && Object.keys(marks).length === 0;
  const how = { accepted, title: plain.title, setBy: person.id };
  const standing = await settle(ctx, id, keeps ? { ...how, spans: 'none' } : how);
  if (isAnew) {
    const anew = personsNow.filter((one) => isAsked(one) && one.user_id !== person.id);
    await ask(
      ctx,
      parts,
      standing,
      anew.flatMap(({ user_id: userId }) => (userId === null || newcomers.includes(userId) ? [] : [userId])),
    );
  }
  if (changesTimes(before, plain)) await putOffFor(ctx, parts, standing);
  else await putOffFor(ctx, parts, standing, newcomers);
  return edit;
}

/** Writes into the history of an appointment what an edit changes. */
export async function noteDifferences(ctx: ChangeContext, id: number, before: Plain, after: Plain): Promise<void> {
  const meant = [...before.participants, ...after.participants].flatMap(({ resourceId }) => resourceId ?? []);
  const known = await resourcesAmong(ctx.db, ctx.instance.id, [...new Set(meant)]);
  const names = new Map([...known].map(([resourceId, { name }]) => [resourceId, name]));
  await noteChange(ctx, id, differencesOf(before, after, names));
}

/** Whether an edit leaves the time that is taken as it is. */
const keepsSpans = (before: Plain, after: Plain): boolean => {
  const of = ({ slot, repetition, participants, isFree, needsConfirmation, location }: Plain) =>
    [slot, repetition, participants, isFree, needsConfirmation, location] as const;
  return isDeepStrictEqual(of(before), of(after));
};

/** Nobody is asked whether they took part in what is over. */
const isAhead = ({ slot }: Plain, rule: string | null, zone: string, now: number): boolean =>
  rule !== null || realMoments(slot, zone).end > now;
