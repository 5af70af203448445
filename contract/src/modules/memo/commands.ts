import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  takingAnswer,
} from '../../kernel/index.ts';
import { MemoDetailSchema, MemoFieldsSchema } from './entities.ts';

const exampleId = formatAggregateId({ module: 'activity', entryId: 17, userId: 1 });

/** Begins a memo about a record. `instanceId`: number of the record's kind. */
export const create = defineCommand({
  name: 'memo.create',
  params: v.strictObject({ idoId: IdSchema, instanceId: IdSchema }),
  result: v.object({ aggregateId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { idoId: 7, instanceId: 1 }, result: { aggregateId: exampleId } },
});

/** Saves a memo as it stands. `aggregateVersion`: that of the details that the edit began from. Who wrote it may be sent along, and stays. */
export const save = defineCommand({
  name: 'memo.save',
  params: takingAnswer(
    {
      aggregateId: AggregateIdSchema,
      aggregateVersion: IdSchema,
      ...MemoFieldsSchema,
      authorId: v.optional(v.unknown()),
    },
    MemoDetailSchema,
  ),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MEMO_CONFLICT', 'MEMO_ALARM_INVALID'],
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung besprochen',
      content: '<p>Herr Neumann wünscht einen Termin im März.</p>',
      alarm: null,
      communicationTypeId: 1,
      contactPersonId: 4,
      duration: 420,
      timestamp: 1_795_219_200,
    },
    result: { aggregateVersion: 3 },
  },
});

/** Moves a memo to the trash, from which it can be restored. */
export const remove = defineCommand({
  name: 'memo.delete',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  audit: 'items.deleted',
  example: { params: { aggregateId: exampleId }, result: {} },
});

export const commands = { create, save, delete: remove } as const;

/**
 * MEMO_CONFLICT: `data` is what stands there now: the fields of `memo.save` with `aggregateVersion`.
 * MEMO_ALARM_INVALID: an alarm that was set now lies in the past, or more than two years ahead.
 */
export const problems = { MEMO_CONFLICT: 409, MEMO_ALARM_INVALID: 422, COMMUNICATION_TYPES_CONFLICT: 409 } as const;
