import { RESTORABLE_DAYS, type ChangeCause } from '@kontor/contract/record';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { lockItems, setLinkCounts, type ItemKinds } from '../activity/index.ts';
import { noteRecordChange } from './history/changes.ts';
import { freeUnique } from './kinds/unique.ts';
import { ARCHIVED } from './linking.ts';
import { dropCells } from './lists/store/cells.ts';
import {
  countLinks,
  deleteLinksOf,
  forgetRemovedLinks,
  itemsOfRecord,
  itemsOfRemoved,
  keepLinksOf,
  restoreLinksOf,
} from './store/links.ts';
import { holdRecords, keptOf, markThere } from './merging/store/merges.ts';
import type { HeldKind } from './store/kinds.ts';
import { deletePerson, markDeleted, markManyDeleted, putPersons, type RecordRow } from './store/records.ts';
import { forgetRemovedPersons, keepPerson, takeRemovedPerson } from './store/removed-persons.ts';
import { dropFindables } from './store/search.ts';
import { faultsOf, keptValues } from './rules.ts';
import type { Values } from './tables.ts';
import { rewriteWhole } from './writing.ts';

/** How long a record that was deleted comes back, in milliseconds. */
const RESTORABLE_MS = RESTORABLE_DAYS * 24 * 60 * 60_000;

/** Since when a record or a contact person has to be gone to come back, in milliseconds since 1970. */
export const restorableSince = (now: number): number => now - RESTORABLE_MS;

const FORGET_JOB = 'record.forgetLinks';

/** Has the links of a deleted record forgotten when it comes back no more. */
const forgetLater = (ctx: ChangeContext, recordId: number): Promise<void> =>
  ctx.enqueue(
    FORGET_JOB,
    { recordId },
    { key: `${FORGET_JOB}:${ctx.instance.id}:${recordId}`, afterMs: RESTORABLE_MS },
  );

/** Forgets the links of a record that was deleted too long ago to come back. */
export const forgetLinks = ({ db, instance, now }: ChangeContext, recordId: number): Promise<void> =>
  forgetRemovedLinks(db, instance.id, recordId, restorableSince(now()));

const FORGET_PERSONS_JOB = 'record.forgetPersons';

/** Forgets the contact persons of a record who were removed too long ago to come back. */
export async function forgetPersons({ db, instance, now }: ChangeContext, recordId: number): Promise<void> {
  await forgetRemovedPersons(db, instance.id, recordId, restorableSince(now()));
}

export const deletingJobs: JobHandlers = {
  async [FORGET_JOB]({ change }, payload) {
    await change((ctx) => forgetLinks(ctx, Number(payload['recordId'])));
  },
  async [FORGET_PERSONS_JOB]({ change }, payload) {
    await change((ctx) => forgetPersons(ctx, Number(payload['recordId'])));
  },
};

/** Removes a contact person of a record that is held. Returns what stood in their fields; undefined where there is none. */
export async function removePerson(
  ctx: ChangeContext,
  recordId: number,
  personId: number,
): Promise<Values | undefined> {
  const { db, instance } = ctx;
  await keepPerson(db, instance.id, { recordId, personId, at: ctx.now() });
  const gone = await deletePerson(db, instance.id, recordId, personId);
  if (gone !== undefined)
    await ctx.enqueue(
      FORGET_PERSONS_JOB,
      { recordId },
      { key: `${FORGET_PERSONS_JOB}:${instance.id}:${recordId}:${personId}`, afterMs: RESTORABLE_MS + 1000 },
    );
  return gone;
}

/**
 * Brings a contact person who was removed from a record back, as who they were: what items were with them is so again. What their fields may not
 * hold any more is left out. The record is held. Returns what stands in their fields; undefined where nobody was removed, or too long ago.
 */
export async function restorePerson(
  { db, instance, now }: ChangeContext,
  kind: HeldKind,
  recordId: number,
  personId: number,
): Promise<Values | undefined> {
  const since = restorableSince(now());
  const back = await takeRemovedPerson(db, instance.id, { recordId, personId, since });
  if (back === undefined) return undefined;
  const { contactPerson } = kind.fields;
  const given = new Map(Object.entries(back.fields));
  for (const { key } of faultsOf(contactPerson, given, false)) given.delete(key);
  const values = keptValues(contactPerson, given);
  await putPersons(db, instance.id, [{ personId, recordId, place: back.place, values }]);
  return values;
}

/**
 * Deletes a record with its links, and tells everybody who sees an item of them. Its items are taken before it is held, as linking does,
 * so that nobody waits in a ring; whoever links one in between is waited for, or begins again. `userId` and `cause`: what the change log says.
 */
export async function deleteWhole<T extends { readonly record: RecordRow }>(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  hold: () => Promise<T>,
  {
    recordId,
    userId,
    cause = 'deleted',
  }: { readonly recordId: number; readonly userId: number; readonly cause?: ChangeCause },
  judge: (held: T) => void,
): Promise<T> {
  const { db, instance } = ctx;
  await lockItems(ctx, await itemsOfRecord(db, instance.id, recordId));
  const held = await hold();
  judge(held);
  const items = await itemsOfRecord(db, instance.id, recordId);
  await lockItems(ctx, items);
  await keepLinksOf(db, instance.id, recordId);
  await deleteLinksOf(db, instance.id, recordId);
  if (items.length > 0) await forgetLater(ctx, recordId);
  await dropFindables(db, instance.id, [recordId]);
  await dropCells(db, instance.id, [recordId]);
  await freeUnique(db, instance.id, [recordId]);
  const at = Math.max(ctx.now(), held.record.changed_at + 1);
  await markDeleted(db, held.record, at);
  await noteRecordChange(db, instance.id, [{ recordId, userId, at, cause, differences: [] }]);
  await setLinkCounts(ctx, itemKinds, await countLinks(db, instance.id, items), ARCHIVED);
  return held;
}

/** Deletes records that no item is linked with, all of them in a few statements. They are held, so that nobody links one meanwhile. */
export async function deleteUnlinked(
  { db, instance, now }: ChangeContext,
  records: readonly RecordRow[],
  { userId, cause }: { readonly userId: number; readonly cause: ChangeCause },
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ record_id }) => record_id);
  await dropFindables(db, instance.id, ids);
  await dropCells(db, instance.id, ids);
  await freeUnique(db, instance.id, ids);
  const gone = records.map(({ record_id: recordId, changed_at }) => ({
    recordId,
    at: Math.max(now(), changed_at + 1),
  }));
  await markManyDeleted(db, instance.id, gone);
  const notes = gone.map((one) => ({ ...one, userId, cause, differences: [] }));
  await noteRecordChange(db, instance.id, notes);
}

/**
 * Brings a deleted record back with its links, and tells everybody who sees an item of them. Returns it as it was; undefined where it is not
 * deleted, has become part of another, or was deleted too long ago.
 */
export async function restoreWhole(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  kind: HeldKind,
  { recordId, userId }: { readonly recordId: number; readonly userId: number },
): Promise<RecordRow | undefined> {
  const { db, instance } = ctx;
  const items = await itemsOfRemoved(db, instance.id, recordId);
  await lockItems(ctx, items);
  const record = (await holdRecords(db, instance.id, [recordId])).get(recordId);
  if (record?.kind_id !== kind.kind_id || record.deleted_at === null) return undefined;
  if (record.deleted_at < restorableSince(ctx.now())) return undefined;
  if ((await keptOf(db, instance.id, recordId)) !== undefined) return undefined;
  await markThere(db, record);
  await restoreLinksOf(db, instance.id, recordId);
  await rewriteWhole(db, kind, record, record.fields, { userId, at: ctx.now(), cause: 'undo' });
  await setLinkCounts(ctx, itemKinds, await countLinks(db, instance.id, items), ARCHIVED);
  return record;
}
