import * as v from 'valibot';
import { AggregateIdSchema, IdSchema, NothingSchema, defineCommand, formatAggregateId } from '../../kernel/index.ts';
import { listProblems } from './lists.ts';
import { boardCommands, boardProblems } from './boards/index.ts';
import { MAX_FIELDS, ValueSchema, recordParams } from './entities.ts';
import { importProblems } from './importing-problems.ts';
import { importCommands } from './importing.ts';
import { kindCommands, kindProblems } from './kinds.ts';
import { manyCommands } from './many.ts';
import { mergingCommands, mergingProblems } from './merging.ts';

/** Days in which a record that was deleted comes back. */
export const RESTORABLE_DAYS = 30;

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const aggregateIds = v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(1000));
/** Milliseconds since 1970. */
const timestamp = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const key = v.pipe(v.string(), v.maxLength(40));

/** What stands in fields, by their keys. Fields that are not named stay empty. */
const ValuesSchema = v.strictObject({
  values: v.pipe(
    v.record(key, ValueSchema),
    v.check((values) => Object.keys(values).length <= MAX_FIELDS, 'TOO_MANY'),
  ),
});
/** What was changed, from what to what: a field that somebody else has changed meanwhile is not lost by it. */
const ChangesSchema = v.strictObject({
  changes: v.pipe(v.array(v.strictObject({ key, before: ValueSchema, value: ValueSchema })), v.maxLength(MAX_FIELDS)),
});

export const create = defineCommand({
  name: 'record.create',
  params: v.strictObject({ idoInstanceId: IdSchema, jsonPayload: ValuesSchema }),
  result: v.object({ idoId: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID'],
  example: { params: { idoInstanceId: 1, jsonPayload: { values: { name: 'Werft Neumann' } } }, result: { idoId: 7 } },
});

/**
 * Changes fields of a record, or of one of its contact persons. What others have changed since `lastKnownChangeTimestamp` stays, unless it
 * is the same field: then it fails with RECORD_CONFLICT, whose data say what stands there now.
 */
export const save = defineCommand({
  name: 'record.save',
  params: v.strictObject({ ...recordParams, jsonPayload: ChangesSchema, lastKnownChangeTimestamp: timestamp }),
  result: v.object({ lastKnownChangeTimestamp: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID', 'RECORD_CONFLICT', 'RECORD_MERGED'],
  example: {
    params: {
      idoId: 7,
      idoInstanceId: 1,
      jsonPayload: { changes: [{ key: 'name', before: 'Werft Neumann', value: 'Werft Neumann GmbH' }] },
      lastKnownChangeTimestamp: 1_760_000_000_000,
    },
    result: { lastKnownChangeTimestamp: 1_760_000_001_000 },
  },
});

/** Deletes a record that nobody has changed since. Its links go with it. */
export const remove = defineCommand({
  name: 'record.delete',
  params: v.strictObject({ ...recordParams, lastKnownChangeTimestamp: timestamp }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_CONFLICT', 'RECORD_MERGED'],
  example: { params: { idoId: 7, idoInstanceId: 1, lastKnownChangeTimestamp: 1_760_000_000_000 }, result: {} },
  audit: { kind: 'items.deleted', subject: ({ idoId }) => `record ${idoId}` },
});

/**
 * Brings a record back that was deleted in the last `RESTORABLE_DAYS`, with its contact persons and links. NOT_FOUND where it is there, has
 * become part of another, or was deleted longer ago. A value of which there is to be one alone, and which another has taken meanwhile, then
 * stands in both, as those do that were there before the field was unique.
 */
export const restore = defineCommand({
  name: 'record.restore',
  params: v.strictObject(recordParams),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { idoId: 7, idoInstanceId: 1 }, result: {} },
  audit: { kind: 'items.restored', subject: ({ idoId }) => `record ${idoId}` },
});

export const saveContactPerson = defineCommand({
  name: 'record.saveContactPerson',
  params: v.strictObject({
    ...recordParams,
    /** Left out for a new one. */
    contactPersonId: v.optional(v.nullable(IdSchema), null),
    jsonPayload: ChangesSchema,
  }),
  result: v.object({ contactPersonId: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID', 'RECORD_CONFLICT', 'RECORD_MERGED'],
  apiVersion: 2,
  example: {
    params: {
      idoId: 7,
      idoInstanceId: 1,
      jsonPayload: { changes: [{ key: 'name', before: '', value: 'Paul Neumann' }] },
    },
    result: { contactPersonId: 4 },
  },
});

export const deleteContactPerson = defineCommand({
  name: 'record.deleteContactPerson',
  params: v.strictObject({ ...recordParams, contactPersonId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_MERGED'],
  audit: {
    kind: 'items.deleted',
    subject: ({ idoId, contactPersonId }) => `contact person ${contactPersonId} of record ${idoId}`,
  },
  example: { params: { idoId: 7, idoInstanceId: 1, contactPersonId: 4 }, result: {} },
});

/**
 * Brings a contact person back who was removed, for 30 days, as who they were: what items were with them is so again. RECORD_INVALID where the record
 * has as many as it may have.
 */
export const restoreContactPerson = defineCommand({
  name: 'record.restoreContactPerson',
  params: v.strictObject({ ...recordParams, contactPersonId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID', 'RECORD_MERGED'],
  audit: {
    kind: 'items.restored',
    subject: ({ idoId, contactPersonId }) => `contact person ${contactPersonId} of record ${idoId}`,
  },
  example: { params: { idoId: 7, idoInstanceId: 1, contactPersonId: 4 }, result: {} },
});

/** Links an item, which the person sees, with a record; one that is linked with it stays so. A note, task, message or document is archived. */
export const link = defineCommand({
  name: 'record.link',
  params: v.strictObject({ aggregateId: AggregateIdSchema, ...recordParams }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_TOO_MANY_LINKS'],
  example: { params: { aggregateId: exampleId, idoId: 7, idoInstanceId: 1 }, result: {} },
});

/** The same for many. `missing`: those that the person does not see; `linked`: those that were not linked with it before. */
export const linkMany = defineCommand({
  name: 'record.linkMany',
  params: v.strictObject({ aggregateIds, ...recordParams }),
  result: v.object({ missing: v.array(v.string()), linked: v.array(v.string()) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_TOO_MANY_LINKS'],
  example: {
    params: { aggregateIds: [exampleId], idoId: 7, idoInstanceId: 1 },
    result: { missing: [], linked: [exampleId] },
  },
});

/** Takes a link away. With its last one an item that linking archived comes back. */
export const unlink = defineCommand({
  name: 'record.unlink',
  params: v.strictObject({ aggregateId: AggregateIdSchema, ...recordParams }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, idoId: 7, idoInstanceId: 1 }, result: {} },
});

/** The same for many. `missing`: those that the person does not see; `unlinked`: those that were linked with it. */
export const unlinkMany = defineCommand({
  name: 'record.unlinkMany',
  params: v.strictObject({ aggregateIds, ...recordParams }),
  result: v.object({ missing: v.array(v.string()), unlinked: v.array(v.string()) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: {
    params: { aggregateIds: [exampleId], idoId: 7, idoInstanceId: 1 },
    result: { missing: [], unlinked: [exampleId] },
  },
});

/** This record is suggested for this item no more, to nobody. Linking it by hand stays possible. */
export const dismissSuggestion = defineCommand({
  name: 'record.dismissSuggestion',
  params: v.strictObject({ aggregateId: AggregateIdSchema, ...recordParams }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { aggregateId: exampleId, idoId: 7, idoInstanceId: 1 }, result: {} },
});

export const commands = {
  create,
  save,
  delete: remove,
  restore,
  saveContactPerson,
  deleteContactPerson,
  restoreContactPerson,
  link,
  linkMany,
  unlink,
  unlinkMany,
  dismissSuggestion,
  ...manyCommands,
  ...boardCommands,
  ...importCommands,
  ...mergingCommands,
  ...kindCommands,
} as const;

/** Most records that one item is linked with. */
export const MAX_LINKS = 200;

/** RECORD_CONFLICT: `data` is `{ lastKnownChangeTimestamp, fields: [{ key, value }] }`, what stands in the fields in question now. */
export const problems = {
  RECORD_INVALID: 422,
  RECORD_CONFLICT: 409,
  RECORD_TOO_MANY_LINKS: 422,
  ...listProblems,
  ...boardProblems,
  ...importProblems,
  ...mergingProblems,
  ...kindProblems,
} as const;
