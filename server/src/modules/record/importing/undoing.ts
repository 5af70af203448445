import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { deleteUnlinked } from '../deleting.ts';
import { differencesOf } from '../history/changes.ts';
import { takeUnique } from '../kinds/unique.ts';
import { holdRecords } from '../merging/store/merges.ts';
import { mergeChanges, ownFields, type FieldChange } from '../rules.ts';
import { holdKinds, type HeldKind } from '../store/kinds.ts';
import { deletePerson, holdRecord, putPersons, readPersons, type RecordRow } from '../store/records.ts';
import type { FieldDifference } from '../tables.ts';
import { rewriteWhole } from '../writing.ts';
import {
  linkedAmong,
  lockImport,
  markUndone,
  moveStamps,
  rowsToUndo,
  updateImport,
  type DoneRow,
  type ImportRow,
} from './store.ts';
import type { Differences, Undone } from './tables.ts';
import { tellImport, tellRecords } from './telling.ts';

const STEP = 200;
const TURN_MS = 30_000;

/** Takes rows of an import back for one turn, from the last to the first. Returns whether there are more. */
export async function undoRows(ctx: JobContext, { import_id: importId }: ImportRow): Promise<boolean> {
  const until = ctx.now() + TURN_MS;
  for (;;) {
    const isMore = await ctx.change((change) => undoStep(change, importId));
    if (!isMore || ctx.now() >= until) return isMore;
  }
}

async function undoStep(ctx: ChangeContext, importId: number): Promise<boolean> {
  const { db, instance } = ctx;
  const row = await lockImport(db, instance.id, importId);
  if (row?.state !== 'undoing') return false;
  const [kind] = await holdKinds(db, instance.id, [row.kind_id]);
  const rows = kind === undefined ? [] : await rowsToUndo(db, row, STEP);
  if (kind === undefined || rows.length === 0) {
    await updateImport(db, row, { state: 'undone', ended_at: new Date(ctx.now()) });
    await tellImport(ctx, row);
    return false;
  }
  const marks: Mark[] = [];
  // Rows before may be about the same record: what is put back in it is no change of somebody for them.
  const stamps = new Map<string, number>();
  // What is made is taken back at once, up to what was changed, which may need what that had alone.
  for (const some of runsOf(rows)) {
    const known = some.map((one) => ({ ...one, stamp: stamps.get(stampKey(one)) ?? one.stamp }));
    if (known[0]?.outcome === 'made') {
      marks.push(...(await takeBack(ctx, row, known)));
      continue;
    }
    for (const [index, done] of known.entries()) {
      const { undone, stamp } = await undoChange(ctx, { kind, row }, done);
      stamps.set(stampKey(some[index] ?? done), stamp);
      marks.push({ row: done.row, undone });
    }
  }
  await markUndone(db, row, marks);
  const taken = marks.filter(({ undone }) => undone === 'taken').length;
  await updateImport(db, row, {
    taken: row.taken + taken,
    left_there: row.left_there + marks.length - taken,
  });
  if (taken > 0)
    await tellRecords(
      ctx,
      rows.map(({ record_id }) => record_id),
    );
  await tellImport(ctx, row);
  return true;
}

interface About {
  readonly kind: HeldKind;
  readonly row: ImportRow;
}
interface Mark {
  readonly row: number;
  readonly undone: Undone;
}

const stampKey = ({ record_id, stamp }: DoneRow): string => `${record_id} ${stamp}`;

/** Rows that made records together, each that changed one alone. */
function runsOf(rows: readonly DoneRow[]): readonly (readonly DoneRow[])[] {
  const runs: DoneRow[][] = [];
  for (const one of rows) {
    const last = runs.at(-1);
    if (one.outcome === 'made' && last?.[0]?.outcome === 'made') last.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** Deletes records that an import made, but for those that somebody has changed or linked since. */
async function takeBack(ctx: ChangeContext, row: ImportRow, made: readonly DoneRow[]): Promise<readonly Mark[]> {
  const { db, instance } = ctx;
  const ids = made.map(({ record_id }) => record_id);
  const held = await holdRecords(db, instance.id, ids);
  const linked = await linkedAmong(db, instance.id, ids);
  const undoneOf = ({ record_id, stamp }: DoneRow): Undone => {
    const record = held.get(record_id);
    if (record === undefined || record.deleted_at !== null) return 'deleted';
    if (record.changed_at !== stamp) return 'changed';
    return linked.has(record_id) ? 'linked' : 'taken';
  };
  const marks = made.map((one) => ({ row: one.row, undone: undoneOf(one), record: held.get(one.record_id) }));
  const gone = marks.flatMap(({ undone, record }) => (undone === 'taken' ? (record ?? []) : []));
  await deleteUnlinked(ctx, gone, { userId: row.undone_by ?? 0, cause: 'undo' });
  return marks;
}

/** Puts back what a row changed. `stamp`: what the rows before may go by. */
async function undoChange(
  ctx: ChangeContext,
  { kind, row }: About,
  done: DoneRow,
): Promise<{ readonly undone: Undone; readonly stamp: number }> {
  const { db, instance } = ctx;
  const as = (undone: Undone, stamp = done.stamp) => ({ undone, stamp });
  const record = await holdRecord(db, instance.id, done.record_id, 'change');
  if (record === undefined) return as('deleted');
  const { isWhole, stamp } = await putBack(ctx, { kind, row }, record, done.before);
  const undone = isWhole ? 'taken' : 'changed';
  if (stamp === record.changed_at || done.stamp !== record.changed_at) return as(undone);
  await moveStamps(db, row, [{ recordId: done.record_id, from: done.stamp, to: stamp }]);
  return as(undone, stamp);
}

const turned = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map(({ key, before, value }) => ({ key, before: value, value: before }));

/** Gives fields back what stood in them, those alone that stand as the import left them. `isWhole`: all did. */
async function putBack(
  { db, instance, now }: ChangeContext,
  { kind, row }: About,
  record: RecordRow,
  before: Differences | null,
): Promise<{ readonly isWhole: boolean; readonly stamp: number }> {
  const { values, persons } = before ?? { values: [], persons: [] };
  const ofPersons: FieldDifference[] = [];
  const merged = mergeChanges(ownFields(kind.fields), record.fields, turned(values));
  const held = { recordId: record.record_id, values: merged.values, before: record.fields };
  // Another record has alone what this one had: it stays as the import left it.
  if (merged.isChanged && (await takeUnique(db, kind, [held])).size > 0)
    return { isWhole: false, stamp: record.changed_at };
  let isWhole = merged.conflicts.length === 0;
  let isChanged = merged.isChanged;
  const there = (await readPersons(db, instance.id, [record.record_id])).get(record.record_id) ?? [];
  for (const { personId, isNew, changes } of persons) {
    const person = there.find((one) => one.person_id === personId);
    if (person === undefined) {
      isWhole &&= isNew;
      continue;
    }
    const back = mergeChanges(kind.fields.contactPerson, person.fields, turned(changes));
    const isUntouched = back.conflicts.length === 0 && (!isNew || Object.keys(back.values).length === 0);
    isWhole &&= isUntouched;
    if (isNew && isUntouched) await deletePerson(db, instance.id, record.record_id, personId);
    else if (!isNew)
      await putPersons(db, instance.id, [
        { personId, recordId: record.record_id, place: person.place, values: back.values },
      ]);
    isChanged ||= isNew ? isUntouched : back.isChanged;
    if (!isNew || isUntouched) ofPersons.push(...differencesOf(person.fields, isNew ? {} : back.values, personId));
  }
  const stamp = isChanged
    ? await rewriteWhole(db, kind, record, merged.values, {
        userId: row.undone_by ?? 0,
        at: now(),
        cause: 'undo',
        ofPersons,
      })
    : record.changed_at;
  return { isWhole, stamp };
}
