import { KINDS_KEY, RECORDS_KEY, recordKey } from '@kontor/contract/record';
import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { phoneCountryOf } from '../../account/index.ts';
import { differencesOf, noteRecordChange } from '../history/changes.ts';
import { renameCards } from '../boards/renaming.ts';
import { putCells } from '../lists/store/cells.ts';
import { isSame, ownFields, subtitleOf, titleOf } from '../rules.ts';
import { holdKinds, type HeldKind } from '../store/kinds.ts';
import { readPersons, type RecordRow } from '../store/records.ts';
import { putFindables } from '../store/search.ts';
import { tellKeys } from '../telling.ts';
import { findableOf } from '../writing.ts';
import { computeValues } from './computing.ts';
import { isBehind, ownAsNow, personsAsNow } from './converted.ts';
import {
  holdFollowing,
  holdOfKind,
  kindsToFollow,
  putFollowed,
  setFollowed,
  type Followed,
} from './store/following.ts';

const FOLLOW_JOB = 'record.followKind';
/** Few enough that nobody who saves one of them waits. */
const AT_ONCE = 500;

/** Has the records of a kind follow what it has become. */
export const enqueueFollowing = (ctx: ChangeContext, kindId: number): Promise<void> =>
  ctx.enqueue(FOLLOW_JOB, { kindId }, { key: `${FOLLOW_JOB}:${ctx.instance.id}:${kindId}` });

interface Followers {
  readonly written: readonly Followed[];
  readonly there: readonly (Followed & { readonly row: RecordRow })[];
  readonly differences: ReadonlyMap<number, ReturnType<typeof differencesOf>>;
}

/** What records have become by now. */
async function followersOf(ctx: ChangeContext, kind: HeldKind, rows: readonly RecordRow[]): Promise<Followers> {
  const { db } = ctx;
  const ofPersons = await personsAsNow(db, kind, rows);
  const written: Followed[] = [];
  const there: (Followed & { readonly row: RecordRow })[] = [];
  const differences = new Map<number, ReturnType<typeof differencesOf>>();
  for (const row of rows) {
    const { record_id: recordId } = row;
    const values = computeValues(ownFields(kind.fields), await ownAsNow(db, kind, row, row.fields));
    const changed = [...differencesOf(row.fields, values), ...(ofPersons.get(recordId) ?? [])];
    const changedAt = changed.length === 0 ? row.changed_at : Math.max(ctx.now(), row.changed_at + 1);
    const next = {
      recordId,
      values,
      title: titleOf(kind, recordId, values),
      subtitle: subtitleOf(kind, values),
      changedAt,
    };
    const isSameRow =
      changed.length === 0 && isSame([next.title, next.subtitle], [row.title, row.subtitle]) && !isBehind(kind, row);
    if (!isSameRow) written.push(next);
    if (row.deleted_at !== null) continue;
    there.push({ ...next, row });
    if (changed.length > 0) differences.set(recordId, changed);
  }
  return { written, there, differences };
}

/** Some more records follow. Returns whether there may be others. */
async function followStep(ctx: ChangeContext, kindId: number): Promise<boolean> {
  const { db, instance } = ctx;
  const [kind] = await holdKinds(db, instance.id, [kindId]);
  const following = await holdFollowing(db, instance.id, kindId);
  if (following === undefined) return false;
  const rows =
    kind === undefined ? [] : await holdOfKind(db, instance.id, kindId, { after: following.after, most: AT_ONCE });
  const last = rows.at(-1);
  if (kind === undefined || last === undefined) {
    await setFollowed(db, instance.id, kindId, null);
    await tellKeys(ctx, [KINDS_KEY, RECORDS_KEY]);
    return false;
  }
  const { written, there, differences } = await followersOf(ctx, kind, rows);
  await putFollowed(db, instance.id, kind.version, written);
  const ids = there.map(({ recordId }) => recordId);
  const persons = await readPersons(db, instance.id, ids);
  const country = await phoneCountryOf(db, instance.id);
  await putFindables(
    db,
    instance.id,
    there.map((record) => {
      const own = (persons.get(record.recordId) ?? []).map((one) => ({ personId: one.person_id, values: one.fields }));
      return findableOf(kind, record, own, country);
    }),
  );
  await putCells(db, kind, there);
  await renameCards(db, kind, ids);
  await noteRecordChange(
    db,
    instance.id,
    there.flatMap(({ recordId, changedAt: at }) => {
      const changed = differences.get(recordId);
      return changed === undefined
        ? []
        : { recordId, userId: following.by_user, at, cause: 'kind' as const, differences: changed };
    }),
  );
  await setFollowed(db, instance.id, kindId, last.record_id);
  await tellKeys(ctx, [KINDS_KEY, RECORDS_KEY, ...[...differences.keys()].map(recordKey)]);
  return true;
}

/** Records follow what their kind has become some at a time, in the order of their numbers; after a restart they go on where they were. */
export const followingJobs: JobHandlers = {
  async [FOLLOW_JOB]({ change }, payload) {
    const kindId = Number(payload['kindId']);
    await change(async (ctx) => {
      if (await followStep(ctx, kindId)) await enqueueFollowing(ctx, kindId);
    });
  },
};

/** Goes on where records have not followed. */
export const startFollowing: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all())
    for (const kindId of await kindsToFollow(database.forInstance(instance.id), instance.id))
      await change(instance, (ctx) => enqueueFollowing(ctx, kindId));
  return { close: () => Promise.resolve() };
};
