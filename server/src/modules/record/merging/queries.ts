import type { FieldDefinition, mergingQueries } from '@kontor/contract/record';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { namesOf } from '../../account/index.ts';
import { requireRecords } from '../access.ts';
import { displayNameOf, nameIn, ownFields } from '../rules.ts';
import { asReadable, type ReadableKind } from '../kinds/readable.ts';
import { readKinds, type KindRow } from '../store/kinds.ts';
import { findRecord, readPersons, readRecords } from '../store/records.ts';
import type { Values } from '../tables.ts';
import { duplicatesIn } from './duplicates.ts';
import { joinedPersons } from './merging.ts';
import { similarTo } from './similar.ts';
import { countItems, itemsOfRecords, readMerges } from './store/merges.ts';

/** A whole kind, and what of it the person reads. */
async function kindOf(
  ctx: QueryContext,
  kindId: number,
): Promise<{ readonly whole: KindRow; readonly kind: ReadableKind }> {
  requireRecords(ctx);
  const [whole] = await readKinds(ctx.db, ctx.instance.id, [kindId]);
  const [kind] = await asReadable(ctx, whole === undefined ? [] : [whole]);
  return whole === undefined || kind === undefined ? fail('NOT_FOUND') : { whole, kind };
}

/** Of values those that the fields have. */
const shownOf = (fields: readonly FieldDefinition[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => fields.some((field) => field.key === key)));

export const mergingQueryHandlers: QueryHandlers<typeof mergingQueries> = {
  async similar(ctx, { idoInstanceId, idoId, values, isOfContactPerson }) {
    const { kind } = await kindOf(ctx, idoInstanceId);
    return [...(await similarTo(ctx, kind, idoId, { values, isOfContactPerson }))];
  },

  async mergePreview(ctx, { idoInstanceId, idoIds }) {
    const { whole, kind } = await kindOf(ctx, idoInstanceId);
    const { db, instance } = ctx;
    const ids = [...new Set(idoIds)];
    const records = await readRecords(db, instance.id, ids);
    if (ids.length < 2 || ids.some((id) => records.get(id)?.kind_id !== idoInstanceId)) return fail('NOT_FOUND');
    const sorted = [...records.values()].toSorted((a, b) => b.changed_at - a.changed_at || a.record_id - b.record_id);
    const links = await countItems(db, instance.id, ids);
    return {
      fields: [...ownFields(kind.fields)],
      records: sorted.map((record) => ({
        idoId: record.record_id,
        displayName: displayNameOf(record.title, record.subtitle),
        lastKnownChangeTimestamp: record.changed_at,
        createdAt: record.created_at,
        values: shownOf(ownFields(kind.fields), record.fields),
        links: links.get(record.record_id) ?? 0,
      })),
      contactPersons: await personsIn(
        ctx,
        whole,
        kind.fields.contactPerson,
        sorted.map((record) => record.record_id),
      ),
      links: (await itemsOfRecords(db, instance.id, ids)).length,
    };
  },

  async merges(ctx, { idoId, idoInstanceId }) {
    await kindOf(ctx, idoInstanceId);
    const { db, instance } = ctx;
    const record = await findRecord(db, instance.id, idoId);
    if (record?.kind_id !== idoInstanceId || record.deleted_at !== null) return fail('NOT_FOUND');
    const rows = await readMerges(db, instance.id, idoId);
    const names = await namesOf(db, instance.id, [...new Set(rows.map((row) => row.by_user))]);
    return [...Map.groupBy(rows, (row) => row.merge_id)].map(([mergeId, some]) => ({
      mergeId,
      at: some[0]?.at ?? 0,
      name: names.get(some[0]?.by_user ?? 0) ?? '',
      records: some.map(({ record_id, title, subtitle }) => ({
        idoId: record_id,
        displayName: displayNameOf(title, subtitle),
      })),
    }));
  },

  async duplicates(ctx, { idoInstanceId, ...page }) {
    return duplicatesIn(ctx, (await kindOf(ctx, idoInstanceId)).kind, page);
  },
};

/** The contact persons of records, the kept one first, each of those that are the same once. */
async function personsIn(
  ctx: QueryContext,
  whole: KindRow,
  fields: readonly FieldDefinition[],
  recordIds: readonly number[],
) {
  const { gone } = await joinedPersons(ctx, whole, recordIds);
  const into = new Map([...gone.values()].flat().map((person) => [person.personId, person.into]));
  const rows = await readPersons(ctx.db, ctx.instance.id, recordIds);
  const persons = recordIds.flatMap((recordId) => rows.get(recordId) ?? []);
  return [...Map.groupBy(persons, ({ person_id: id }) => into.get(id) ?? id).values()].map((same) => ({
    name: nameIn(fields, same[0]?.fields ?? {}),
    idoIds: [...new Set(same.map((person) => person.record_id))],
  }));
}
