import type { PartialAppointmentFields, Scope } from '@kontor/contract/appointment';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { timeZoneOf } from '../account/index.ts';
import type { Taken } from './access.ts';
import { judge, mergedWith, noteDifferences, writeEdit } from './editing.ts';
import { followSeries } from './inheriting.ts';
import { makeAppointment, textWritten } from './making.ts';
import { currentSlot, seriesWith } from './occurrences.ts';
import type { KindParts } from './parts.ts';
import { asksAnew, booksAlike, changesTimes, localNow, slotOf, type Plain } from './rules.ts';
import {
  countBefore,
  hasOccurrence,
  minutesOf,
  movedRepetition,
  originalFrom,
  plainRepetition,
  wireRepetition,
  type Series,
} from './series-rules.ts';
import { copyLinks } from './linking.ts';
import { settle } from './settling.ts';
import { changedOccurrences, markAppointment, readAppointments, type AppointmentRow } from './store/appointments.ts';
import { forgetInvitations } from './store/invitations.ts';
import { deleteSpansFrom } from './store/spans.ts';
import { asIfUtc, shiftedBy, slotAt, type Slot } from './times.ts';

/** What is said of an appointment, and how. */
export interface Saying {
  readonly given: PartialAppointmentFields;
  readonly scope: Scope;
  readonly accepted: boolean;
  /** The rule of a repetition that comes from outside; left out: that of the series. */
  readonly customRule?: string | null;
}

/** What was written: which appointment it is now, and the number of its edit. */
export interface Written {
  readonly id: number;
  readonly edit: number;
}

/** Originals of a series that are appointments of their own, the ones that are off among them. */
export const changedOf = async (
  ctx: CommandContext,
  { appointment_id: id }: AppointmentRow,
): Promise<readonly AppointmentRow[]> => changedOccurrences(ctx.db, ctx.instance.id, id);

const originalsIn = (rows: readonly AppointmentRow[]): readonly LocalTime[] =>
  rows.flatMap(({ original_local: original }) => original ?? []);

/** The occurrence of a series that is meant: the one that was named, else the next one. Fails with OCCURRENCE_GONE where there is none. */
export async function occurrenceMeant(
  ctx: CommandContext,
  { row, original }: Pick<Taken, 'row' | 'original'>,
): Promise<LocalTime> {
  if (original !== null) return original;
  const series = seriesWith(row, originalsIn(await changedOf(ctx, row)));
  const now = localNow(ctx.now(), row.zone ?? timeZoneOf(ctx.instance));
  const next = series === undefined ? undefined : originalFrom(series, now);
  return next ?? fail('OCCURRENCE_GONE');
}

/** When what is meant takes place: an occurrence, or the appointment itself. */
export const slotMeant = async (
  ctx: CommandContext,
  taken: Pick<Taken, 'row' | 'original'>,
  scope: Scope,
): Promise<Slot> => {
  const slot = slotOf(taken.row);
  if (taken.row.rule === null || (scope === 'all' && taken.original === null)) return slot;
  return slotAt(slot, await occurrenceMeant(ctx, taken));
};

/**
 * Writes what is said of an appointment, which was taken to write in it, in as many occurrences of its series as are meant. Fails as the contract says of the
 * fields.
 */
export async function writeSaying(
  ctx: CommandContext,
  parts: KindParts,
  taken: Taken,
  saying: Saying,
): Promise<Written> {
  const { row } = taken;
  if (row.rule === null) return writeSingle(ctx, parts, taken, saying);
  if (saying.scope === 'all') return writeAll(ctx, parts, taken, saying);
  const original = await occurrenceMeant(ctx, taken);
  if (saying.scope === 'one') return detach(ctx, parts, taken, { ...saying, original });
  if (original === row.starts_local) return writeAll(ctx, parts, { ...taken, original }, saying);
  return split(ctx, parts, taken, { ...saying, original });
}

/** Of an occurrence alone the repetition is its series' affair. */
const withoutRepetition = ({ repetition: _repetition, ...given }: PartialAppointmentFields): PartialAppointmentFields =>
  given;

async function writeSingle(
  ctx: CommandContext,
  parts: KindParts,
  { row, persons }: Taken,
  { given, accepted, customRule = null }: Saying,
): Promise<Written> {
  const said = row.series_id === null ? given : withoutRepetition(given);
  const { before, after } = mergedWith(row, persons, slotOf(row), said, timeZoneOf(ctx.instance));
  const isAlertSaid = given.alert !== undefined;
  const { plain, rule } = await judge(ctx, { before, after, persons, customRule, isAlertSaid });
  const edit = await writeEdit(ctx, parts, { row, persons }, { before, after: plain, rule, accepted });
  return { id: row.appointment_id, edit };
}

interface AtOriginal extends Saying {
  readonly original: LocalTime;
}

/** Makes an occurrence an appointment of its own, which goes on being that occurrence. */
export async function detach(
  ctx: CommandContext,
  parts: KindParts,
  { row, persons }: Pick<Taken, 'row' | 'persons'>,
  { given, original, accepted }: Omit<AtOriginal, 'scope'>,
): Promise<Written> {
  const { db, instance } = ctx;
  const merged = mergedWith(
    row,
    persons,
    slotAt(slotOf(row), original),
    withoutRepetition(given),
    timeZoneOf(instance),
  );
  const [before, after] = [merged.before, merged.after].map((one): Plain => ({ ...one, repetition: null })) as [
    Plain,
    Plain,
  ];
  if (row.organiser !== null && changesTimes(before, after)) return fail('ORGANISER_ELSEWHERE');
  const isAlertSaid = given.alert !== undefined;
  const { plain } = await judge(ctx, { before, after, persons, customRule: null, isAlertSaid });
  const touched = await deleteSpansFrom(db, instance.id, row.appointment_id, {
    min: minutesOf(original),
    isAlone: true,
  });
  const isAnew = asksAnew(before, plain);
  const made = await makeAppointment(ctx, parts, plain, {
    creatorId: row.creator_id,
    actorId: ctx.person.id,
    rule: null,
    accepted,
    persons,
    asksAnew: isAnew,
    booksAlike: booksAlike(before, plain),
    write: textWritten(ctx, plain.description, row.appointment_id),
    uid: row.uid,
    organiser: row.organiser,
    marks: {
      series_id: row.appointment_id,
      original_local: original,
      group_id: row.group_id,
      sequence: row.sequence + (isAnew ? 1 : 0),
    },
  });
  const id = made.row.appointment_id;
  await noteDifferences(ctx, id, before, plain);
  await copyLinks(ctx, row.appointment_id, id);
  await settle(ctx, row.appointment_id, { accepted: true, spans: 'none', touched, setBy: ctx.person.id });
  return { id, edit: made.row.edit };
}

/** The repetition that is meant: what was said of it, unless that is what stands there; moved with the appointment where that is moved. */
function repetitionMeant(row: AppointmentRow, after: Plain, from: LocalTime, to: LocalTime): Plain['repetition'] {
  const { repetition: stored } = row;
  const { repetition: given } = after;
  if (stored === null || given === null) return given;
  const shown = plainRepetition(
    wireRepetition(stored, {
      rule: row.rule ?? '',
      start: row.starts_local,
      cut: row.cut_local,
      groupId: row.group_id ?? 0,
    }),
  );
  const isAsBefore = isDeepStrictEqual(given, shown) || isDeepStrictEqual(given, stored);
  return isAsBefore ? movedRepetition(stored, from, to) : given;
}

/** Where the occurrences of a series go that has become another one: by how much they are later, and what gives them now. */
interface Move {
  readonly by: number;
  readonly series: Series | undefined;
}

const movedOriginal = ({ by, series }: Move, original: LocalTime): LocalTime | undefined => {
  const moved = shiftedBy(original, by);
  return series !== undefined && hasOccurrence({ ...series, excluded: [] }, moved) ? moved : undefined;
};

/** Hands changed occurrences on to what gives them now; those that nothing gives stand for themselves. */
async function handOn(
  ctx: CommandContext,
  rows: readonly AppointmentRow[],
  seriesId: number,
  move: Move,
): Promise<void> {
  const { db, instance } = ctx;
  const ids = rows.map((row) => row.appointment_id);
  // None of them may stand where another one still is.
  for (const id of ids) await markAppointment(db, instance.id, id, { series_id: null });
  const [series] = await readAppointments(db, instance.id, [seriesId]);
  for (const row of rows) {
    const moved = row.original_local === null ? undefined : movedOriginal(move, row.original_local);
    if (moved === undefined || series === undefined) continue;
    const { uid } = series;
    await markAppointment(db, instance.id, row.appointment_id, { series_id: seriesId, original_local: moved, uid });
    // By another name those outside do not know it.
    if (uid !== row.uid || moved !== row.original_local) await forgetInvitations(db, instance.id, [row.appointment_id]);
  }
}

const excludedAfter = (row: AppointmentRow, from: LocalTime, move: Move): readonly LocalTime[] =>
  row.excluded.filter((original) => original >= from).flatMap((original) => movedOriginal(move, original) ?? []);

/** Ends a series before an occurrence, and begins another one with it. */
async function split(
  ctx: CommandContext,
  parts: KindParts,
  { row, persons }: Taken,
  { given, original, accepted }: AtOriginal,
): Promise<Written> {
  const { db, instance } = ctx;
  const zone = timeZoneOf(instance);
  const base = slotAt(slotOf(row), original);
  const { before, after } = mergedWith(row, persons, base, given, zone);
  if (row.organiser !== null && changesTimes(before, after)) return fail('ORGANISER_ELSEWHERE');
  const meant = countedFrom(row, repetitionMeant(row, after, base.start, after.slot.start), original);
  const judging = { before, after: { ...after, repetition: meant }, persons, customRule: row.rule };
  const { plain, rule } = await judge(ctx, { ...judging, isAlertSaid: given.alert !== undefined });
  const changed = (await changedOf(ctx, row)).filter((one) => (one.original_local ?? '') >= original);
  const by = asIfUtc(plain.slot.start) - asIfUtc(base.start);
  const cut = row.cut_local === null ? null : shiftedBy(row.cut_local, by);
  const stayed = row.repetition && movedRepetition(row.repetition, base.start, after.slot.start);
  const isAsBefore = isDeepStrictEqual(meant, countedFrom(row, stayed, original));
  const series =
    rule === null ? undefined : { rule, start: plain.slot.start, cut: isAsBefore ? cut : null, excluded: [] };
  const move = { by, series };
  const groupId = row.group_id ?? row.appointment_id;
  await markAppointment(
    db,
    instance.id,
    row.appointment_id,
    { cut_local: original, group_id: groupId, sequence: row.sequence + 1 },
    { isEdit: true },
  );
  const touched = await deleteSpansFrom(db, instance.id, row.appointment_id, {
    min: minutesOf(original),
    isAlone: false,
  });
  const goesOn = { ...plain, repetition: isAsBefore ? before.repetition : plain.repetition };
  const isAnew = asksAnew(before, goesOn);
  const made = await makeAppointment(ctx, parts, plain, {
    creatorId: row.creator_id,
    actorId: ctx.person.id,
    rule,
    accepted,
    persons,
    asksAnew: isAnew,
    booksAlike: booksAlike(before, goesOn),
    write: textWritten(ctx, plain.description, row.appointment_id),
    organiser: row.organiser,
    marks: {
      group_id: groupId,
      cut_local: series?.cut ?? null,
      excluded: [...excludedAfter(row, original, move)],
      sequence: row.sequence + (isAnew ? 1 : 0),
    },
    beforeSettling: (id) => handOn(ctx, changed, id, move),
  });
  const id = made.row.appointment_id;
  await noteDifferences(ctx, id, before, plain);
  await copyLinks(ctx, row.appointment_id, id);
  await settle(ctx, row.appointment_id, { accepted: true, spans: 'none', touched, setBy: ctx.person.id });
  await followSeries(ctx, parts, id, { before, after: plain, meant: meantTimes(changed) });
  return { id, edit: made.row.edit };
}

/** When their series meant changed occurrences to be, by their numbers. */
const meantTimes = (rows: readonly AppointmentRow[]): ReadonlyMap<number, LocalTime> =>
  new Map(
    rows.flatMap(({ appointment_id: id, original_local: original }) => (original === null ? [] : [[id, original]])),
  );

/** The repetition of what goes on from an occurrence: as many times as are left. */
function countedFrom(row: AppointmentRow, repetition: Plain['repetition'], original: LocalTime): Plain['repetition'] {
  if (repetition?.nTimes == null || repetition.nTimes !== row.repetition?.nTimes || row.rule === null)
    return repetition;
  return { ...repetition, nTimes: Math.max(1, repetition.nTimes - countBefore(row.rule, row.starts_local, original)) };
}

/** Writes all of a series: what is said of the time of an occurrence is said of every one. */
async function writeAll(
  ctx: CommandContext,
  parts: KindParts,
  { row, persons, original }: Taken,
  { given, accepted, customRule }: Saying,
): Promise<Written> {
  const zone = timeZoneOf(ctx.instance);
  const slot = slotOf(row);
  const base = original === null ? slot : slotAt(slot, original);
  const { before, after } = mergedWith(row, persons, base, given, zone);
  const by = asIfUtc(after.slot.start) - asIfUtc(base.start);
  const repetition = repetitionMeant(row, after, base.start, after.slot.start);
  // What repeats no more stays where the occurrence was that was named.
  const start = repetition === null ? after.slot.start : shiftedBy(row.starts_local, by);
  const whole: Plain = { ...after, slot: slotAt(after.slot, start), repetition };
  const changed = await changedOf(ctx, row);
  const { plain, rule } = await judge(ctx, {
    before: { ...before, slot },
    after: whole,
    persons,
    customRule: customRule ?? row.rule,
    alertSlot: currentSlot({ ...row, starts_local: start, ends_local: whole.slot.end }, [], zone, ctx.now()),
    isAlertSaid: given.alert !== undefined,
  });
  const isMoved = rule !== row.rule || plain.slot.start !== row.starts_local;
  const move = {
    by: asIfUtc(plain.slot.start) - asIfUtc(row.starts_local),
    series: rule === null ? undefined : { rule, start: plain.slot.start, cut: null, excluded: [] },
  };
  const isAsBefore =
    repetition !== null &&
    isDeepStrictEqual(repetition, movedRepetition(row.repetition ?? repetition, base.start, after.slot.start));
  const cut = row.cut_local === null || !isAsBefore ? null : shiftedBy(row.cut_local, move.by);
  if (isMoved) await handOn(ctx, changed, row.appointment_id, move);
  const marks = isMoved
    ? { excluded: [...excludedAfter(row, '', move)], cut_local: cut }
    : cut === row.cut_local
      ? {}
      : { cut_local: cut };
  const edit = await writeEdit(
    ctx,
    parts,
    { row, persons },
    { before: { ...before, slot }, after: plain, rule, accepted, marks },
  );
  const edited = { before: { ...before, slot }, after: plain, meant: meantTimes(changed) };
  await followSeries(ctx, parts, row.appointment_id, edited);
  return { id: row.appointment_id, edit };
}
