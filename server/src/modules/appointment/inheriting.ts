import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { copyPictures, lockItems } from '../activity/index.ts';
import { withPeople, writeEdit } from './editing.ts';
import type { KindParts } from './parts.ts';
import { keyOf, participantsOf, type PlainParticipant } from './people-rules.ts';
import { plainOf, type Plain } from './rules.ts';
import { changedOccurrences } from './store/appointments.ts';
import { readPersons } from './store/persons.ts';
import { slotAt } from './times.ts';

/** How a series was, and how it is. */
export interface SeriesEdit {
  readonly before: Plain;
  readonly after: Plain;
}

/** What an occurrence has from its series wherever nobody has said otherwise of it. Its calendar and whether it repeats are the series' affair. */
const INHERITED = [
  'title',
  'description',
  'location',
  'access',
  'color',
  'needsConfirmation',
  'checkCollision',
  'isFree',
  'appointmentType',
  'alert',
  'minuteInterval',
  'meetingUrl',
  'recordButton',
] as const satisfies readonly (keyof Plain)[];

/** What their organiser says of somebody, without what they have said themselves. */
const saidOf = ({ accept: _accept, ...said }: PlainParticipant) => said;

/** Those of an occurrence after people of its series are others: who was taken out there is taken out here, who came comes, and whose flags are others has those. */
function participantsAfter(
  own: readonly PlainParticipant[],
  { before, after }: SeriesEdit,
): readonly PlainParticipant[] {
  const byKey = ({ participants }: Plain) => new Map(participants.map((one) => [keyOf(one), one]));
  const [was, is] = [byKey(before), byKey(after)];
  const known = new Set(own.map(keyOf));
  const kept = own.map((one) => {
    const [former, now] = [was.get(keyOf(one)), is.get(keyOf(one))];
    if (now === undefined || former === undefined || !isDeepStrictEqual(saidOf(one), saidOf(former))) return one;
    return { ...now, accept: one.accept };
  });
  const come = [...is].flatMap(([key, one]) => (known.has(key) || was.get(key)?.active === true ? [] : [one]));
  return [...kept, ...come];
}

/**
 * What a changed occurrence is once its series is another one: what stands there as the series had it is as the series has it now, and what somebody has said of it
 * alone stays. `originals`: when the series meant it to be, and when it means it to be now.
 */
export function inherited(
  own: Plain,
  edit: SeriesEdit,
  originals: { readonly was: LocalTime; readonly is: LocalTime },
): Plain {
  const { before, after } = edit;
  const fields = INHERITED.filter(
    (field) => !isDeepStrictEqual(before[field], after[field]) && isDeepStrictEqual(own[field], before[field]),
  );
  const isWhenMeant = isDeepStrictEqual(own.slot, slotAt(before.slot, originals.was));
  return {
    ...own,
    ...Object.fromEntries(fields.map((field) => [field, after[field]])),
    slot: isWhenMeant ? slotAt(after.slot, originals.is) : own.slot,
    participants: participantsAfter(own.participants, edit),
  };
}

/** Has the changed occurrences of a series follow it. `meant`: by their numbers when it meant them to be before. */
export async function followSeries(
  ctx: CommandContext,
  parts: KindParts,
  seriesId: number,
  { meant, ...edit }: SeriesEdit & { readonly meant: ReadonlyMap<number, LocalTime> },
): Promise<void> {
  const { db, instance } = ctx;
  const rows = await changedOccurrences(db, instance.id, seriesId);
  const ids = rows.map((row) => row.appointment_id);
  await lockItems(ctx, ids);
  const persons = Map.groupBy(await readPersons(db, instance.id, ids), (person) => person.appointment_id);
  for (const row of rows) {
    const [id, was, is] = [row.appointment_id, meant.get(row.appointment_id), row.original_local];
    if (was === undefined || is === null || row.cancelled_at !== null) continue;
    const own = persons.get(id) ?? [];
    const before = plainOf(row, participantsOf(own));
    const after = withPeople(inherited(before, edit, { was, is }), before.participants);
    if (after.description !== before.description) await copyPictures(ctx, seriesId, id);
    await writeEdit(ctx, parts, { row, persons: own }, { before, after, rule: null, accepted: true });
  }
}
