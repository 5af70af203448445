import {
  KINDS_KEY,
  MAX_FIELDS,
  recordEvents,
  type FieldDefinition,
  type GivenKind,
  type KindFault,
  type KindFields,
  type WholeKind,
} from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import type { ChangeContext, CommandContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { namesOf } from '../../account/index.ts';
import { lockQueries } from '../boards/query-store.ts';
import { renameInQueries } from '../boards/renaming.ts';
import { ownFields } from '../rules.ts';
import type { KindRow } from '../store/kinds.ts';
import type { Conversion } from '../tables.ts';
import { freeKey, hiddenBy, isReshaped, renamedIn } from './changing.ts';
import { convertValues } from './converting.ts';
import { freshlyUnique } from './effects.ts';
import { enqueueFollowing } from './following.ts';
import { renamesOf } from './renaming.ts';
import { kindToChange, prepareKind, type Converted, type Prepared } from './preparing.ts';
import { countAfter, countAll, valuesAfter } from './store/counts.ts';
import { beginFollowing, readFollowing } from './store/following.ts';
import { holdKind, insertKind, lockKinds, sealKind, updateKind } from './store/kinds.ts';
import { forgetUnique, takeValues } from './store/unique.ts';
import { uniqueFields, uniqueValue } from './uniqueness.ts';

/** A kind as administrators are told of it. */
export async function wholeKind(db: Db, kind: KindRow): Promise<WholeKind> {
  const { instance_id: instanceId, kind_id: kindId, version, name, color, fields, columns, tabs } = kind;
  const following = await readFollowing(db, instanceId, kindId);
  const { changed_by: by, changed_at: at } = kind;
  const names = by === null ? undefined : await namesOf(db, instanceId, [by]);
  return {
    idoInstanceId: kindId,
    version,
    name,
    color,
    fields: { ...fields, retired: fields.retired ?? [], retiredOfPersons: fields.retiredOfPersons ?? [] },
    columns: [...columns],
    tabs: [...tabs],
    records: await countAll(db, instanceId, kindId, false),
    following: following === undefined ? null : await countAfter(db, instanceId, kindId, following.after),
    changed: by === null || at === null ? null : { by: names?.get(by) ?? '', at: Math.floor(at / 1000) },
  };
}

/** Tells everybody that kinds are others. */
export const tellKinds = (ctx: ChangeContext): void =>
  ctx.emit(recordEvents.recordChanged, 'instance', {
    keys: [KINDS_KEY],
    processIds: [...ctx.processIds],
    aggregateIds: [],
  });

/** Throws KIND_CONFLICT if somebody has changed a kind since. */
export async function refuseConflict(db: Db, kind: KindRow, version: number): Promise<void> {
  if (kind.version !== version) fail('KIND_CONFLICT', { data: await wholeKind(db, kind) });
}

/** The field, taken out, that keeps what does not fit one that it was. */
function keepingField({ from }: Converted, key: string): FieldDefinition {
  const { isUnique: _unique, default: _default, tab: _tab, ...rest } = from;
  const about = { ...rest, key, isRequired: false, isTitle: false };
  if (about.kind !== 'computed') return about;
  const { formula: _formula, result: _result, decimals: _decimals, ...plain } = about;
  return { ...plain, kind: 'textField', actionIcons: [] };
}

interface Kept {
  readonly fields: KindFields;
  readonly conversions: readonly Conversion[];
}

/** The fields of a kind with what is taken out, and what becomes of what stands in those that become others. */
function keptFields({ old, next, moves, converted }: Prepared): Kept {
  const conversions: Conversion[] = [];
  const version = (old?.version ?? 0) + 1;
  const [retired, retiredOfPersons] = moves.map((some) => {
    const { ofPersons, before, after, allRetired } = some;
    const taken = new Set([...before, ...after, ...allRetired].map(({ key }) => key));
    const kept = converted
      .filter((one) => one.ofPersons === ofPersons)
      .flatMap((one): readonly FieldDefinition[] => {
        const keep = one.lossy === 0 ? null : freeKey(one.to.key, taken);
        const { from, to, renamed } = one;
        conversions.push({ key: to.key, ofPersons, from, to, keep, version, renamed });
        if (keep === null) return [];
        taken.add(keep);
        return [keepingField(one, keep)];
      });
    for (const { from, to, renamed } of renamedIn(some))
      if (!converted.some((one) => one.ofPersons === ofPersons && one.to.key === to.key))
        conversions.push({ key: to.key, ofPersons, from, to, keep: null, version, renamed });
    return [...kept, ...allRetired];
  }) as [FieldDefinition[], FieldDefinition[]];
  const { leftColumn, rightColumn, contactPerson } = next.fields;
  const fields = {
    leftColumn: [...leftColumn],
    rightColumn: [...rightColumn],
    contactPerson: [...contactPerson],
    ...(retired.length === 0 ? {} : { retired }),
    ...(retiredOfPersons.length === 0 ? {} : { retiredOfPersons }),
  };
  return { fields, conversions };
}

function refuse(faults: readonly KindFault[]): void {
  if (faults.length > 0) fail('KIND_INVALID', { data: { faults } });
}

const tooMany = (part: KindFault['part']): KindFault => ({
  part,
  key: '',
  index: MAX_FIELDS,
  why: 'tooMany',
  detail: '',
});

const UNIQUE_AT_ONCE = 5000;

/** Says which records have alone what stands in fields that are unique from now on: of several the first. */
async function fillUnique(
  db: Db,
  old: KindRow,
  { moves }: Prepared,
  conversions: readonly Conversion[],
): Promise<void> {
  const { instance_id: instanceId, kind_id: kindId } = old;
  const [{ before, after }] = moves;
  const fresh = freshlyUnique(moves[0]).map(({ to }) => to);
  const still = uniqueFields(after).filter(({ key }) => !fresh.some((field) => field.key === key));
  const gone = uniqueFields(before).filter(({ key }) => !still.some((field) => field.key === key));
  await forgetUnique(
    db,
    instanceId,
    kindId,
    [...gone, ...fresh].map(({ key }) => key),
  );
  for (const field of fresh) {
    const mine = conversions.filter(({ key, ofPersons }) => key === field.key && !ofPersons);
    for (let last = 0; ;) {
      const rows = await valuesAfter(db, instanceId, kindId, { key: field.key, after: last, most: UNIQUE_AT_ONCE });
      const claims = rows.flatMap(({ record_id: recordId, value, kind_version: version }) => {
        const pending = mine.filter((one) => one.version > version);
        const now = convertValues(pending, { [field.key]: value }, { names: new Map() })[field.key] ?? '';
        const unique = uniqueValue(field, now);
        return unique === '' ? [] : { recordId, key: field.key, value: unique };
      });
      await takeValues(db, instanceId, kindId, claims);
      last = rows.at(-1)?.record_id ?? 0;
      if (rows.length < UNIQUE_AT_ONCE) break;
    }
  }
}

/** What follows for the records of a kind that was there. */
async function changeRecords(ctx: CommandContext, old: KindRow, prepared: Prepared, fresh: readonly Conversion[]) {
  const { db, instance, person } = ctx;
  const conversions = [...prepared.pending, ...fresh];
  await fillUnique(db, old, prepared, conversions);
  const hidden = hiddenBy(prepared.moves);
  if (hidden.words || hidden.title) await sealKind(db, { ...old, name: prepared.next.name }, hidden);
  if (fresh.length === 0 && !isReshaped(old, prepared.next, prepared.moves)) return;
  await beginFollowing(db, instance.id, old.kind_id, { userId: person.id, conversions });
  await enqueueFollowing(ctx, old.kind_id);
}

/**
 * Makes a kind, or changes it. Throws NOT_FOUND, KIND_CONFLICT, and KIND_INVALID with all that is wrong with it. What follows for its
 * records is done by a job, but for what is hidden from somebody: that is found by nobody from now on.
 */
export async function saveKind(
  ctx: CommandContext,
  given: GivenKind,
): Promise<{ readonly idoInstanceId: number; readonly version: number }> {
  const { db, instance } = ctx;
  const own = renamesOf([...given.fields.leftColumn, ...given.fields.rightColumn]);
  // Before kinds: whoever keeps a query has these first.
  if (own.size > 0) await lockQueries(db, instance.id);
  await lockKinds(db, instance.id);
  const known = await kindToChange(db, instance.id, given.idoInstanceId);
  const old = known === undefined ? undefined : await holdKind(db, instance.id, known.kind_id);
  if (old !== undefined) await refuseConflict(db, old, given.version);
  const prepared = await prepareKind(db, instance.id, given, old);
  if ('faults' in prepared) return fail('KIND_INVALID', { data: { faults: prepared.faults } });
  const { fields, conversions } = keptFields(prepared);
  refuse([
    ...((fields.retired?.length ?? 0) > MAX_FIELDS || ownFields(fields).length > MAX_FIELDS ? [tooMany('field')] : []),
    ...((fields.retiredOfPersons?.length ?? 0) > MAX_FIELDS ? [tooMany('personField')] : []),
  ]);
  const next = { ...prepared.next, fields, by: ctx.person.id, at: ctx.now() };
  const kindId = old?.kind_id ?? (await insertKind(db, instance.id, next));
  if (old !== undefined) {
    await updateKind(db, old, next);
    await changeRecords(ctx, old, prepared, conversions);
    await renameInQueries(ctx, kindId, own);
  }
  ctx.audit({ kind: 'kind.changed', subject: next.name, details: { change: old === undefined ? 'made' : 'changed' } });
  tellKinds(ctx);
  return { idoInstanceId: kindId, version: (old?.version ?? 0) + 1 };
}
