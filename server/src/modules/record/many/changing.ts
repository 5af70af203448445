import { recordKey, RECORDS_KEY, type ChangeWay, type FieldDefinition, type FieldFault } from '@kontor/contract/record';
import type { LeftRecord, Value } from '@kontor/contract/record';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { displayNameOf, faultsOf, isEmpty, isMany, isSame, tidyValue, valueOf } from '../rules.ts';
import { referenceFaultsOf } from '../kinds/references.ts';
import { holdRecords, mergedAmong } from '../merging/store/merges.ts';
import type { HeldKind } from '../store/kinds.ts';
import type { RecordRow } from '../store/records.ts';
import type { Values } from '../tables.ts';
import { tellKeys } from '../telling.ts';
import { rewriteMany } from '../writing.ts';

/** Records written in a few statements. */
const AT_ONCE = 500;

/** What a field is to hold, by what it holds. */
export function changedValue(field: FieldDefinition, way: ChangeWay, now: Value, given: Value): Value {
  const [stored, value] = [tidyValue(field, now), tidyValue(field, given)];
  if (way === 'set') return value;
  const [had, some] = [[stored].flat(), [value].flat()];
  return way === 'add' ? [...new Set([...had, ...some])] : had.filter((one) => !some.includes(one));
}

/** What is wrong with a change of a field, whichever record it is of; `writable` has the keys of what the person may write. */
export function faultsOfChange(
  fields: readonly FieldDefinition[],
  { key, way, value }: { readonly key: string; readonly way: ChangeWay; readonly value: Value },
  writable: ReadonlySet<string>,
): readonly FieldFault[] {
  const field = fields.find((one) => one.key === key);
  if (way === 'set' || field === undefined) return faultsOf(fields, new Map([[key, value]]), false, writable);
  if (!writable.has(key)) return [{ key, why: 'right' }];
  if (!isMany(field) || isEmpty(tidyValue(field, value))) return [{ key, why: 'choice' }];
  // What is taken away may have stopped being a choice.
  return way === 'add' ? faultsOf(fields, new Map([[key, value]]), false) : [];
}

/** What a record is to have in the field; undefined where somebody has changed it since. */
export type Wanted = (row: RecordRow) => Value | undefined;

interface Outcome {
  readonly at: number;
  readonly changed: number[];
  readonly left: LeftRecord[];
}

/** Writes a field of records of a kind, each as it is wanted, all in one transaction. `at`: what moment they have been changed in. */
export async function changeField(
  ctx: CommandContext,
  kind: HeldKind,
  field: FieldDefinition,
  idoIds: readonly number[],
  {
    wanted,
    cause,
  }: { readonly wanted: (rows: readonly RecordRow[]) => Promise<Wanted>; readonly cause: 'hand' | 'undo' },
): Promise<Outcome> {
  const { db, instance } = ctx;
  const ids = [...new Set(idoIds)];
  const held = await holdRecords(db, instance.id, ids);
  const rows = [...held.values()].filter((row) => row.kind_id === kind.kind_id && row.deleted_at === null);
  const there = new Set(rows.map((row) => row.record_id));
  const lost = ids.filter((id) => !there.has(id));
  const merged = await mergedAmong(db, instance.id, lost);
  const left: LeftRecord[] = lost.map((idoId) => ({
    idoId,
    displayName: '',
    why: merged.has(idoId) && held.get(idoId)?.kind_id === kind.kind_id ? 'merged' : 'gone',
  }));
  const at = rows.reduce((latest, row) => Math.max(latest, row.changed_at + 1), ctx.now());
  const changed: number[] = [];
  const leave = (
    { record_id: idoId, title, subtitle }: RecordRow,
    why: LeftRecord['why'],
    other?: FieldFault['other'],
  ) =>
    left.push({ idoId, displayName: displayNameOf(title, subtitle), why, ...(other === undefined ? {} : { other }) });
  const want = await wanted(rows);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some: { readonly row: RecordRow; readonly value: Value }[] = [];
    for (const row of rows.slice(from, from + AT_ONCE)) {
      const value = want(row);
      if (value === undefined) leave(row, 'changed');
      else if (!isSame(value, tidyValue(field, valueOf(field, row.fields)))) some.push({ row, value });
    }
    const missing = await referenceFaultsOf(
      db,
      instance.id,
      field,
      some.map(({ value }) => value),
    );
    const good = some.filter(({ row, value }) => {
      const fault = faultsOf([field], new Map([[field.key, value]]), false)[0] ?? missing(value);
      if (fault !== undefined) leave(row, fault.why);
      return fault === undefined;
    });
    const written = good.map(({ row, value }) => ({ row, written: withValue(row.fields, field.key, value) }));
    const faulty = await rewriteMany(db, kind, written, { userId: ctx.person.id, at, cause });
    for (const { row } of good) {
      const fault = faulty.get(row.record_id)?.[0];
      if (fault === undefined) changed.push(row.record_id);
      else leave(row, fault.why, fault.other);
    }
  }
  for (let from = 0; from < changed.length; from += AT_ONCE)
    await tellKeys(ctx, [RECORDS_KEY, ...changed.slice(from, from + AT_ONCE).map(recordKey)]);
  return { at, changed, left };
}

function withValue(values: Values, key: string, value: Value): Values {
  const { [key]: _before, ...others } = values;
  return isEmpty(value) ? others : { ...others, [key]: value };
}
