import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import {
  MAX_CONTACT_PERSONS,
  type FieldDefinition,
  type FieldFault,
  type Value,
  type recordCommands,
} from '@kontor/contract/record';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeSeen } from '../activity/index.ts';
import { requireChanging, requireRecords } from './access.ts';
import { boardCommands } from './boards/board.ts';
import { favouriteCommands } from './boards/favourites.ts';
import { sharedQueryCommands } from './boards/shared-queries.ts';
import { manyCommandHandlers } from './many/handlers.ts';
import { mergingCommandHandlers } from './merging/commands.ts';
import { failGone, type MergingParts } from './merging/merging.ts';
import { keptOf } from './merging/store/merges.ts';
import { dismissTaken, linkTaken, unlinkTaken } from './linking.ts';
import { faultsOf, keptValues, mergeChanges, ownFields, valueOf, type FieldChange } from './rules.ts';
import { deleteWhole, removePerson, restorePerson, restoreWhole } from './deleting.ts';
import { beginnings } from './kinds/defaults.ts';
import { kindCommandHandlers } from './kinds/handlers.ts';
import { asReadable } from './kinds/readable.ts';
import { referenceFaults } from './kinds/references.ts';
import { renamedChanges } from './kinds/renaming.ts';
import { differencesOf } from './history/changes.ts';
import { importCommandHandlers } from './importing/handlers.ts';
import { holdKinds, type HeldKind } from './store/kinds.ts';
import { findRecord, holdRecord, nextPersonIds, putPersons, readPersons, type RecordRow } from './store/records.ts';
import type { Values } from './tables.ts';
import { tellRecords } from './telling.ts';
import { insertWhole, rewriteWhole } from './writing.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

/** Records as a whole. */
const wholeCommandHandlers = ({ itemKinds }: MergingParts) =>
  ({
    async create(ctx, { idoInstanceId, jsonPayload }) {
      requireChanging(ctx);
      const { kind, own } = await kindOf(ctx, idoInstanceId);
      const all = ownFields(kind.fields);
      const written = Object.entries(jsonPayload.values).map(([key, value]) => ({ key, before: '', value }));
      const now = renamedChanges(kind, { fields: own.fields, stored: {}, ofPersons: false }, written);
      const given = new Map(now.map(({ key, value }) => [key, value]));
      const begun = await beginnings(
        ctx,
        kind,
        ctx.person.id,
        all.filter(({ key }) => !given.has(key)),
      );
      const theirs = [...begun].filter(([key]) => own.writable.has(key));
      await refuseFaults(ctx, own, new Map([...theirs, ...given]), true);
      const by = { userId: ctx.person.id, at: ctx.now };
      const [idoId] = await insertWhole(ctx.db, kind, [{ values: keptValues(all, new Map([...begun, ...given])) }], by);
      if (idoId === undefined) throw new Error('A record was not made');
      await tellRecords(ctx, [idoId]);
      return { idoId };
    },

    async save(ctx, { jsonPayload: { changes }, ...named }) {
      requireChanging(ctx);
      const { kind, own, record } = await held(ctx, named);
      const about = { fields: own.fields, stored: record.fields, ofPersons: false };
      const now = renamedChanges(kind, about, changes);
      const merged = await merge(ctx, own, record, { stored: record.fields, changes: now, isNew: false });
      if (!merged.isChanged) return { lastKnownChangeTimestamp: record.changed_at };
      const changedAt = await rewriteWhole(ctx.db, kind, record, merged.values, writtenBy(ctx));
      await tellRecords(ctx, [record.record_id]);
      return { lastKnownChangeTimestamp: changedAt };
    },

    async delete(ctx, { lastKnownChangeTimestamp, ...named }) {
      requireChanging(ctx);
      const { record } = await deleteWhole(
        ctx,
        itemKinds(),
        () => held(ctx, named),
        { recordId: named.idoId, userId: ctx.person.id },
        ({ record }) => {
          if (record.changed_at !== lastKnownChangeTimestamp) conflict(record, []);
        },
      );
      await tellRecords(ctx, [record.record_id]);
      return {};
    },

    async restore(ctx, { idoId, idoInstanceId }) {
      requireChanging(ctx);
      const { kind } = await kindOf(ctx, idoInstanceId);
      const record = await restoreWhole(ctx, itemKinds(), kind, { recordId: idoId, userId: ctx.person.id });
      if (record === undefined) return fail('NOT_FOUND');
      await tellRecords(ctx, [idoId]);
      return {};
    },
  }) satisfies Partial<CommandHandlers<typeof recordCommands>>;

const contactPersonCommandHandlers = {
  async saveContactPerson(ctx, { contactPersonId, jsonPayload: { changes: given }, ...named }) {
    requireChanging(ctx);
    const { db, instance } = ctx;
    const { kind, ofPersons: fields, record } = await held(ctx, named);
    const persons = (await readPersons(db, instance.id, [record.record_id])).get(record.record_id) ?? [];
    const known = persons.find((person) => person.person_id === contactPersonId);
    const isNew = contactPersonId === null;
    if (!isNew && known === undefined) return fail('NOT_FOUND');
    if (isNew && persons.length >= MAX_CONTACT_PERSONS) refuse([{ key: 'contactPerson', why: 'tooLong' }]);
    const all = isNew ? await begunPerson(ctx, kind, fields, given) : given;
    const stored = known?.fields ?? {};
    const changes = renamedChanges(kind, { fields: fields.fields, stored, ofPersons: true }, all);
    const merged = await merge(ctx, fields, record, { stored, changes, isNew });
    if (known !== undefined && !merged.isChanged) return { contactPersonId: known.person_id };
    const personId = known?.person_id ?? (await nextPersonIds(db, 1))[0];
    if (personId === undefined) throw new Error('A contact person has no number');
    const position = Math.max(0, ...persons.map((person) => person.place)) + 1;
    await putPersons(db, instance.id, [
      { personId, recordId: record.record_id, place: position, values: merged.values },
    ]);
    const ofPersons = differencesOf(known?.fields ?? {}, merged.values, personId);
    await rewriteWhole(db, kind, record, record.fields, { ...writtenBy(ctx), ofPersons });
    await tellRecords(ctx, [record.record_id]);
    return { contactPersonId: personId };
  },

  async deleteContactPerson(ctx, { contactPersonId, ...named }) {
    requireChanging(ctx);
    const { kind, record } = await held(ctx, named);
    const gone = await removePerson(ctx, record.record_id, contactPersonId);
    if (gone === undefined) return fail('NOT_FOUND');
    const ofPersons = differencesOf(gone, {}, contactPersonId);
    await rewriteWhole(ctx.db, kind, record, record.fields, { ...writtenBy(ctx), ofPersons });
    await tellRecords(ctx, [record.record_id]);
    return {};
  },

  async restoreContactPerson(ctx, { contactPersonId, ...named }) {
    requireChanging(ctx);
    const { kind, record } = await held(ctx, named);
    const persons = (await readPersons(ctx.db, ctx.instance.id, [record.record_id])).get(record.record_id) ?? [];
    if (persons.length >= MAX_CONTACT_PERSONS) refuse([{ key: 'contactPerson', why: 'tooLong' }]);
    const back = await restorePerson(ctx, kind, record.record_id, contactPersonId);
    if (back === undefined) return fail('NOT_FOUND');
    const ofPersons = differencesOf({}, back, contactPersonId);
    await rewriteWhole(ctx.db, kind, record, record.fields, { ...writtenBy(ctx), ofPersons });
    await tellRecords(ctx, [record.record_id]);
    return {};
  },
} satisfies Partial<CommandHandlers<typeof recordCommands>>;

/** The records that items are linked with. */
const linkCommandHandlers = ({ itemKinds }: MergingParts) =>
  ({
    async link(ctx, { aggregateId, ...named }) {
      const { items, recordId } = await taken(ctx, [aggregateId], named);
      await linkTaken(ctx, itemKinds(), [items[0].entryId], recordId, byHand(ctx));
      return {};
    },

    async linkMany(ctx, { aggregateIds, ...named }) {
      const { items, recordId } = await taken(ctx, aggregateIds, named);
      const linked = new Set(await linkTaken(ctx, itemKinds(), idsOf(items), recordId, byHand(ctx)));
      return {
        ...missingOf(aggregateIds, items),
        linked: aggregateIds.filter(({ entryId }) => linked.delete(entryId)).map(formatAggregateId),
      };
    },

    async unlink(ctx, { aggregateId, ...named }) {
      const { items, recordId } = await taken(ctx, [aggregateId], named);
      await unlinkTaken(ctx, itemKinds(), [items[0].entryId], recordId, ctx.person.id);
      return {};
    },

    async unlinkMany(ctx, { aggregateIds, ...named }) {
      const { items, recordId } = await taken(ctx, aggregateIds, named);
      const unlinked = new Set(await unlinkTaken(ctx, itemKinds(), idsOf(items), recordId, ctx.person.id));
      return {
        ...missingOf(aggregateIds, items),
        unlinked: aggregateIds.filter(({ entryId }) => unlinked.delete(entryId)).map(formatAggregateId),
      };
    },

    async dismissSuggestion(ctx, { aggregateId, ...named }) {
      const { items, recordId } = await taken(ctx, [aggregateId], named);
      await dismissTaken(ctx, items[0].entryId, recordId);
      return {};
    },
  }) satisfies Partial<CommandHandlers<typeof recordCommands>>;

export const commandHandlers = (parts: MergingParts): CommandHandlers<typeof recordCommands> => ({
  ...mergingCommandHandlers(parts),
  ...wholeCommandHandlers(parts),
  ...contactPersonCommandHandlers,
  ...linkCommandHandlers(parts),
  ...manyCommandHandlers,
  ...favouriteCommands,
  ...sharedQueryCommands,
  ...importCommandHandlers,
  ...kindCommandHandlers,
  ...boardCommands((ctx, params) => wholeCommandHandlers(parts).save(ctx, params)),
});

/** What somebody says of a new contact person, with what fields begin with that they say nothing of. */
async function begunPerson(
  ctx: CommandContext,
  kind: HeldKind,
  { fields, writable }: Writable,
  given: readonly FieldChange[],
): Promise<readonly FieldChange[]> {
  const unsaid = fields.filter(({ key }) => writable.has(key) && !given.some((change) => change.key === key));
  const begun = await beginnings(ctx, kind, ctx.person.id, unsaid);
  return [...given, ...[...begun].map(([key, value]) => ({ key, before: '', value }))];
}

const writtenBy = ({ person, now }: CommandContext) => ({ userId: person.id, at: now() });
const byHand = ({ person }: CommandContext) => ({ reason: 'hand', detail: '', userId: person.id }) as const;

/** What somebody reads of fields, and which of these they may write. */
interface Writable {
  readonly fields: readonly FieldDefinition[];
  readonly writable: ReadonlySet<string>;
}

/** A whole kind, and what of it the person reads and writes. */
async function kindOf(
  ctx: CommandContext,
  kindId: number,
): Promise<{ readonly kind: HeldKind; readonly own: Writable; readonly ofPersons: Writable }> {
  const [kind] = await holdKinds(ctx.db, ctx.instance.id, [kindId]);
  const [readable] = await asReadable(ctx, kind === undefined ? [] : [kind]);
  if (kind === undefined || readable === undefined) return fail('NOT_FOUND');
  const { fields, writable, writableOfPersons } = readable;
  return {
    kind,
    own: { fields: ownFields(fields), writable },
    ofPersons: { fields: fields.contactPerson, writable: writableOfPersons },
  };
}

/**
 * Returns a record with its kind, from now on nobody else's to change. Throws NOT_FOUND, also if it is of another kind, and RECORD_MERGED.
 */
async function held(ctx: CommandContext, { idoId, idoInstanceId }: Named) {
  const known = await kindOf(ctx, idoInstanceId);
  const record = await holdRecord(ctx.db, ctx.instance.id, idoId, 'change');
  if (record === undefined) return failGone(ctx, idoId);
  return record.kind_id === known.kind.kind_id ? { ...known, record } : fail('NOT_FOUND');
}

/**
 * Returns those of the items that the person sees, taken for this transaction, and the record, or the one that it has become a part of.
 * Throws NOT_FOUND if it is none of them, or the record is not there.
 */
async function taken(ctx: CommandContext, requested: readonly AggregateId[], { idoId, idoInstanceId }: Named) {
  requireRecords(ctx);
  const { db, instance } = ctx;
  const [first, ...others] = await takeSeen(ctx, requested);
  const record = await findRecord(db, instance.id, idoId);
  if (first === undefined || record?.kind_id !== idoInstanceId) return fail('NOT_FOUND');
  const recordId = record.deleted_at === null ? idoId : await keptOf(db, instance.id, idoId);
  if (recordId === undefined) return fail('NOT_FOUND');
  return { items: [first, ...others] as const, recordId };
}

const idsOf = (items: readonly AggregateId[]): readonly number[] => [...new Set(items.map(({ entryId }) => entryId))];

/** Those of the items that were asked for which are not there for the person. */
function missingOf(requested: readonly AggregateId[], items: readonly AggregateId[]): { readonly missing: string[] } {
  const keyOf = ({ module, entryId }: AggregateId): string => `${module}:${entryId}`;
  const there = new Set(items.map(keyOf));
  return { missing: requested.filter((id) => !there.has(keyOf(id))).map(formatAggregateId) };
}

function refuse(faults: readonly FieldFault[]): void {
  if (faults.length > 0) fail('RECORD_INVALID', { data: { faults } });
}

/** Throws RECORD_INVALID if something is wrong with what the person writes. */
async function refuseFaults(
  { db, instance }: CommandContext,
  { fields, writable }: Writable,
  given: ReadonlyMap<string, Value>,
  isNew: boolean,
): Promise<void> {
  refuse(faultsOf(fields, given, isNew, writable));
  refuse(await referenceFaults(db, instance.id, fields, given));
}

const conflict = (record: RecordRow, fields: readonly object[]): never =>
  fail('RECORD_CONFLICT', { data: { lastKnownChangeTimestamp: record.changed_at, fields } });

/** Returns what changes make of stored values. Throws RECORD_INVALID, or RECORD_CONFLICT if somebody else has changed the same field. */
async function merge(
  ctx: CommandContext,
  own: Writable,
  record: RecordRow,
  {
    stored,
    changes,
    isNew,
  }: { readonly stored: Values; readonly changes: readonly FieldChange[]; readonly isNew: boolean },
) {
  const { fields } = own;
  await refuseFaults(ctx, own, new Map(changes.map(({ key, value }) => [key, value])), isNew);
  const merged = mergeChanges(fields, stored, changes);
  const now = fields.filter(({ key }) => merged.conflicts.includes(key));
  if (now.length > 0)
    conflict(
      record,
      now.map((field) => ({ key: field.key, value: valueOf(field, stored) })),
    );
  return merged;
}
