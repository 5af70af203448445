import type { CommandContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { phoneCountryOf } from '../../account/index.ts';
import { lockItems, setLinkCounts, type ItemKinds } from '../../activity/index.ts';
import { differencesOf, noteRecordChange } from '../history/changes.ts';
import { asNow } from '../kinds/converted.ts';
import { freeUnique } from '../kinds/unique.ts';
import { ARCHIVED } from '../linking.ts';
import { dropCells } from '../lists/store/cells.ts';
import { displayNameOf, ownFields } from '../rules.ts';
import type { HeldKind, KindRow } from '../store/kinds.ts';
import { countLinks } from '../store/links.ts';
import { findRecord, markDeleted, putPersons, readPersons, type RecordRow } from '../store/records.ts';
import { dropFindables } from '../store/search.ts';
import type { FieldDifference, FilledPerson } from '../tables.ts';
import { rewriteWhole } from '../writing.ts';
import { ownFollowers, type Follower, type Moves } from './followers.ts';
import { joinPersons, mergedValues, samePersons, takenBack, type Choice } from './rules.ts';
import {
  countLost,
  holdMerge,
  holdRecords,
  insertMerge,
  itemsOfMerge,
  itemsOfRecords,
  keptOf,
  markParted,
  markThere,
  mergeOfGone,
  moveLinks,
  partLinks,
  setFollowers,
  type GoneRow,
} from './store/merges.ts';
import { deletePersons, placePersons } from './store/persons.ts';

export interface MergingParts {
  readonly itemKinds: () => ItemKinds;
  readonly followers: () => readonly Follower[];
}

/** A record as it was looked at when it was decided what becomes of it. */
export interface Looked {
  readonly idoId: number;
  readonly lastKnownChangeTimestamp: number;
}

export interface Merging {
  /** The kept one first. */
  readonly looked: readonly [Looked, ...Looked[]];
  readonly choices: ReadonlyMap<string, Choice>;
}

/** Throws RECORD_MERGED, with where it is now, for a record that has become part of another; NOT_FOUND for one that is not there. */
export async function failGone(ctx: CommandContext, recordId: number): Promise<never> {
  const { db, instance } = ctx;
  const kept = await keptOf(db, instance.id, recordId);
  const record = kept === undefined ? undefined : await findRecord(db, instance.id, kept);
  if (record === undefined) return fail('NOT_FOUND');
  const { record_id: idoId, kind_id: idoInstanceId, title, subtitle } = record;
  return fail('RECORD_MERGED', { data: { idoId, idoInstanceId, displayName: displayNameOf(title, subtitle) } });
}

/**
 * Locks the records of a merge and returns them in the order given. Their items are locked first, as linking does, so that the two never
 * wait for each other.
 */
async function heldWithItems(ctx: CommandContext, kind: HeldKind, { looked }: Merging) {
  const { db, instance } = ctx;
  const ids = looked.map(({ idoId }) => idoId);
  const gone = ids.slice(1);
  await lockItems(ctx, await itemsOfRecords(db, instance.id, gone));
  const held = await holdRecords(db, instance.id, ids);
  const records: RecordRow[] = [];
  for (const { idoId, lastKnownChangeTimestamp } of looked) {
    const record = held.get(idoId);
    if (record?.kind_id !== kind.kind_id) return fail('NOT_FOUND');
    if (record.deleted_at !== null) return failGone(ctx, idoId);
    if (record.changed_at !== lastKnownChangeTimestamp)
      return fail('RECORD_CONFLICT', { data: { idoId, lastKnownChangeTimestamp: record.changed_at, fields: [] } });
    records.push(await asNow(db, kind, record));
  }
  // What was linked between the first look and now.
  const items = await itemsOfRecords(db, instance.id, gone);
  await lockItems(ctx, items);
  return { records, gone, items };
}

/** Makes one record of several, and returns the number of the merge beside what has moved. */
export async function mergeWhole(ctx: CommandContext, parts: MergingParts, kind: HeldKind, merging: Merging) {
  const { db, instance } = ctx;
  const { records, gone, items } = await heldWithItems(ctx, kind, merging);
  const [kept] = records;
  if (kept === undefined) throw new Error('Nothing is kept');
  const sides = records.map((record) => ({ recordId: record.record_id, values: record.fields }));
  const values = mergedValues(ownFields(kind.fields), sides, merging.choices);
  const joined = await joinedPersons(ctx, kind, [kept.record_id, ...gone]);
  const at = Math.max(ctx.now(), ...records.map((record) => record.changed_at + 1));
  const mergeId = await insertMerge(db, instance.id, {
    kept: kept.record_id,
    userId: ctx.person.id,
    at,
    before: kept.fields,
    after: values,
    persons: joined.filled,
    gone: new Map(gone.map((id) => [id, joined.gone.get(id) ?? []])),
  });
  const moves: Moves = { kept: kept.record_id, gone, persons: doublesIn(joined.gone) };
  await moveLinks(db, instance.id, mergeId, moves);
  await movePersons(ctx, kept.record_id, joined);
  const followers: Record<string, unknown> = {};
  for (const follower of [...ownFollowers, ...parts.followers()])
    followers[follower.name] = await follower.merge(ctx, moves);
  await setFollowers(db, instance.id, mergeId, followers);
  await dropFindables(db, instance.id, gone);
  await dropCells(db, instance.id, gone);
  await freeUnique(db, instance.id, gone);
  for (const record of records.slice(1)) await markDeleted(db, record, at);
  const by = { userId: ctx.person.id, at, cause: 'merge' } as const;
  await noteRecordChange(
    db,
    instance.id,
    gone.map((recordId) => ({ ...by, recordId, differences: [] })),
  );
  const ofPersons = personDifferences(joined);
  const changedAt = await rewriteWhole(db, kind, kept, values, { ...by, ofPersons });
  await setLinkCounts(ctx, parts.itemKinds(), await countLinks(db, instance.id, items), ARCHIVED);
  return {
    mergeId,
    idoId: kept.record_id,
    lastKnownChangeTimestamp: changedAt,
    links: items.length,
    contactPersons: joined.moved.length,
  };
}

/** What becomes of the contact persons of records, the kept one first. */
export async function joinedPersons(
  { db, instance }: Pick<CommandContext, 'db' | 'instance'>,
  kind: KindRow,
  recordIds: readonly number[],
) {
  const [keptId = 0] = recordIds;
  const rows = await readPersons(db, instance.id, recordIds);
  const persons = recordIds.flatMap((recordId) =>
    (rows.get(recordId) ?? []).map(({ person_id: personId, place, fields }) => ({
      personId,
      recordId,
      place,
      values: fields,
    })),
  );
  const country = await phoneCountryOf(db, instance.id);
  return joinPersons(kind.fields.contactPerson, keptId, persons, samePersons(kind, country));
}

type Joined = Awaited<ReturnType<typeof joinedPersons>>;

const doublesIn = (gone: Joined['gone']): ReadonlyMap<number, number> =>
  new Map(
    [...gone.values()].flat().flatMap(({ personId, into }) => (into === null ? [] : [[personId, into] as const])),
  );

/** What is other of the kept record's contact persons. */
const personDifferences = ({ gone, moved, filled }: Joined): readonly FieldDifference[] => {
  const came = new Set(moved.map(({ personId }) => personId));
  const comers = [...gone.values()].flat().filter(({ personId }) => came.has(personId));
  return [
    ...comers.flatMap(({ personId, values }) => differencesOf({}, values, personId)),
    ...filled.flatMap(({ personId, before, after }) => differencesOf(before, after, personId)),
  ];
};

async function movePersons({ db, instance }: CommandContext, keptId: number, joined: Joined): Promise<void> {
  await placePersons(db, instance.id, keptId, joined.moved);
  await deletePersons(db, instance.id, [...doublesIn(joined.gone).keys()]);
  const filled = joined.filled.map(({ personId, after }) => ({ personId, recordId: keptId, place: 0, values: after }));
  await putPersons(db, instance.id, filled);
}

/** Takes a merge back. Returns the kept record and those that are there again. */
export async function partWhole(
  ctx: CommandContext,
  parts: MergingParts,
  kindOf: (kindId: number) => Promise<HeldKind>,
  mergeId: number,
) {
  const { db, instance } = ctx;
  await lockItems(ctx, await itemsOfMerge(db, instance.id, mergeId));
  const merge = (await holdMerge(db, instance.id, mergeId)) ?? fail('NOT_FOUND');
  const goneIds = merge.gone.map((one) => one.record_id);
  const held = await holdRecords(db, instance.id, [merge.kept, ...goneIds]);
  const kept = held.get(merge.kept) ?? fail('NOT_FOUND');
  if (kept.deleted_at !== null) {
    const later = await mergeOfGone(db, instance.id, kept.record_id);
    return later === undefined ? fail('NOT_FOUND') : fail('RECORD_PART_LATER', { data: { mergeId: later } });
  }
  const kind = await kindOf(kept.kind_id);
  const contactPersons = await partPersons(ctx, kept.record_id, merge);
  const links = await countLost(db, instance.id, mergeId, kept.record_id);
  await partLinks(db, instance.id, mergeId, kept.record_id);
  const moves = {
    kept: kept.record_id,
    gone: goneIds,
    persons: doublesIn(new Map(merge.gone.map((one) => [one.record_id, one.persons]))),
  };
  for (const follower of [...ownFollowers, ...parts.followers()])
    if (merge.followers[follower.name] !== undefined) await follower.part(ctx, moves, merge.followers[follower.name]);
  await markParted(db, instance.id, mergeId, ctx.now());
  const by = { userId: ctx.person.id, at: ctx.now(), cause: 'part' } as const;
  await rewriteWhole(db, kind, kept, takenBack(merge.before, merge.after, kept.fields), by);
  for (const id of goneIds) {
    const record = held.get(id);
    if (record === undefined) continue;
    await markThere(db, record);
    await rewriteWhole(db, kind, record, record.fields, by);
  }
  const items = await itemsOfMerge(db, instance.id, mergeId);
  await setLinkCounts(ctx, parts.itemKinds(), await countLinks(db, instance.id, items), ARCHIVED);
  return {
    idoId: kept.record_id,
    idoInstanceId: kept.kind_id,
    idoIds: goneIds,
    notBack: { links, contactPersons },
  };
}

/**
 * Gives contact persons back: with what they are called by now, but for what the merge itself has filled in. Returns how many were deleted
 * since.
 */
async function partPersons(
  { db, instance }: CommandContext,
  keptId: number,
  { gone, persons }: { readonly gone: readonly GoneRow[]; readonly persons: readonly FilledPerson[] },
): Promise<number> {
  const there = new Map(
    ((await readPersons(db, instance.id, [keptId])).get(keptId) ?? []).map((person) => [person.person_id, person]),
  );
  const restored = persons.flatMap(({ personId, before, after }) => {
    const now = there.get(personId);
    return now === undefined
      ? []
      : { personId, recordId: keptId, place: now.place, values: takenBack(before, after, now.fields) };
  });
  await putPersons(db, instance.id, restored);
  for (const { record_id: recordId, persons: theirs } of gone) {
    // Who was deleted since stays so.
    await placePersons(
      db,
      instance.id,
      recordId,
      theirs.filter(({ personId, into }) => into === null && there.has(personId)),
    );
    const doubles = theirs.filter(({ into }) => into !== null && there.has(into));
    await putPersons(
      db,
      instance.id,
      doubles.map(({ personId, place, values }) => ({ personId, recordId, place, values })),
    );
  }
  return gone.flatMap((one) => one.persons).filter(({ personId, into }) => !there.has(into ?? personId)).length;
}
