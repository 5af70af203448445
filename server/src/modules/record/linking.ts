import type { LinkedRecord } from '@kontor/contract/activity';
import { MAX_LINKS, type Link } from '@kontor/contract/record';
import { KINDS, type ItemKindName } from '@kontor/contract/kernel';
import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import { noteEdit, setLinkCounts, type ItemKinds } from '../activity/index.ts';
import { keptOf } from './merging/store/merges.ts';
import { displayNameOf } from './rules.ts';
import { readKinds, type KindRow } from './store/kinds.ts';
import {
  countLinks,
  deleteLinks,
  insertDismissed,
  insertLinks,
  readDismissed,
  readLinks,
  reasonOf,
  type LinkRow,
} from './store/links.ts';
import { findRecord, holdRecord, type RecordRow } from './store/records.ts';

/** Kinds of item that leave the open lists with their first link. */
export const ARCHIVED: readonly ItemKindName[] = KINDS.filter((kind) => kind.isArchivedByLink === true).map(
  ({ name }) => name,
);
/** Most records that are suggested for an item. */
const MAX_SUGGESTED = 10;

/** Why items are linked: by the hand of a person, or by a rule, whose name is the detail; nobody is 0. */
export interface Why {
  readonly reason: 'hand' | 'rule';
  readonly detail: string;
  readonly userId: number;
}

/**
 * Links items, which were taken for this transaction, with a record, and tells everybody who sees them; those that are linked with it stay
 * as they are. `archived`: the kinds that leave the open lists by their first link. One that has become part of another is the other. Returns which were not linked with it before. Throws NOT_FOUND if it is
 * not there, RECORD_TOO_MANY_LINKS if an item has no room for it.
 */
export async function linkTaken(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  activityIds: readonly number[],
  recordId: number,
  why: Why,
  archived: readonly ItemKindName[] = ARCHIVED,
): Promise<readonly number[]> {
  const { db, instance } = ctx;
  if (activityIds.length === 0) return [];
  // Held, so that nobody deletes it before its links are there to be taken away with it.
  const record = await holdRecord(db, instance.id, recordId, 'keep');
  if (record === undefined) {
    const kept = await keptOf(db, instance.id, recordId);
    return kept === undefined ? fail('NOT_FOUND') : linkTaken(ctx, itemKinds, activityIds, kept, why, archived);
  }
  const linked = await insertLinks(db, instance.id, activityIds, { ...why, recordId, at: ctx.now() });
  const counts = await countLinks(db, instance.id, linked);
  if ([...counts.values()].some((count) => count > MAX_LINKS)) {
    // A rule goes on with its next action in the same transaction.
    await deleteLinks(db, instance.id, linked, recordId);
    return fail('RECORD_TOO_MANY_LINKS');
  }
  if (linked.length > 0)
    await noteEdit(ctx, {
      activityIds: linked,
      userId: why.userId,
      field: 'links',
      before: null,
      after: linkedRecord(record),
    });
  await setLinkCounts(ctx, itemKinds, counts, archived);
  return linked;
}

const linkedRecord = ({ record_id: idoId, kind_id: idoInstanceId, title }: RecordRow): LinkedRecord => ({
  idoId,
  idoInstanceId,
  title,
});

/** Takes the links of items, which were taken for this transaction, with a record away. */
export async function unlinkTaken(
  ctx: ChangeContext,
  itemKinds: ItemKinds,
  activityIds: readonly number[],
  recordId: number,
  userId: number,
): Promise<readonly number[]> {
  const { db, instance } = ctx;
  const unlinked = await deleteLinks(db, instance.id, activityIds, recordId);
  if (unlinked.length === 0) return [];
  const record = await findRecord(db, instance.id, recordId);
  const before = record === undefined ? '' : linkedRecord(record);
  await noteEdit(ctx, { activityIds: unlinked, userId, field: 'links', before, after: null });
  await setLinkCounts(ctx, itemKinds, await countLinks(db, instance.id, unlinked), ARCHIVED);
  return unlinked;
}

/** Suggests a record for an item, which was taken for this transaction, no more. */
export async function dismissTaken(ctx: ChangeContext, activityId: number, recordId: number): Promise<void> {
  const { db, instance } = ctx;
  if (!(await insertDismissed(db, instance.id, activityId, recordId))) return;
  await setLinkCounts(ctx, new Map(), await countLinks(db, instance.id, [activityId]));
}

const toLink = (row: LinkRow, kind: KindRow | undefined, names: ReadonlyMap<number, string>): Link => {
  const reason = reasonOf(row.reason);
  return {
    idoId: row.record_id,
    idoInstanceId: row.kind_id,
    displayName: displayNameOf(row.title, row.subtitle),
    instanceTitle: kind?.name ?? '',
    instanceColor: kind?.color ?? '',
    isSuggested: false,
    reason,
    detail: reason === 'hand' ? (names.get(row.linked_by) ?? row.detail) : row.detail,
    at: Math.floor(row.linked_at / 1000),
  };
};

/** What items are linked with, the oldest link first; items without any are left out. For people who see records alone. */
export async function linksOf(
  db: Db,
  instanceId: number,
  activityIds: readonly number[],
  readerId?: number,
): Promise<ReadonlyMap<number, readonly Link[]>> {
  const rows = await readLinks(db, instanceId, activityIds, readerId);
  if (rows.length === 0) return new Map();
  const kinds = new Map((await readKinds(db, instanceId)).map((kind) => [kind.kind_id, kind]));
  const names = await namesOf(db, instanceId, [...new Set(rows.map((row) => row.linked_by))]);
  return new Map(
    [...Map.groupBy(rows, (row) => row.activity_id)].map(([id, some]) => [
      id,
      some.map((row) => toLink(row, kinds.get(row.kind_id), names)),
    ]),
  );
}

/** Records that are not suggested any more, by item. */
export const dismissedOf = readDismissed;

/**
 * Those of the suggestions for items that are to be shown, by the items' ids: each record once, none that the item is linked with, none
 * that was dismissed.
 */
export async function suggestable(
  db: Db,
  instanceId: number,
  suggested: ReadonlyMap<number, readonly Link[]>,
): Promise<ReadonlyMap<number, readonly Link[]>> {
  const ids = [...suggested].flatMap(([id, links]) => (links.length === 0 ? [] : id));
  if (ids.length === 0) return new Map();
  const linked = Map.groupBy(await readLinks(db, instanceId, ids), (row) => row.activity_id);
  const dismissed = await readDismissed(db, instanceId, ids);
  return new Map(
    ids.map((id) => {
      const out = new Set([...(linked.get(id) ?? []).map((row) => row.record_id), ...(dismissed.get(id) ?? [])]);
      const left = (suggested.get(id) ?? []).filter(({ idoId }) => !out.has(idoId) && out.add(idoId));
      return [id, left.slice(0, MAX_SUGGESTED).map((link) => ({ ...link, isSuggested: true, at: null }))];
    }),
  );
}

/** Whether a record is there; `kindId`: and is of that kind. */
export async function isRecord(db: Db, instanceId: number, recordId: number, kindId?: number): Promise<boolean> {
  const row = await findRecord(db, instanceId, recordId);
  return row !== undefined && row.deleted_at === null && (kindId === undefined || row.kind_id === kindId);
}
