import * as v from 'valibot';
import { IdSchema, defineCommand } from '../../kernel/index.ts';
import { ValueSchema, recordParams } from './entities.ts';
import { FIELD_FAULTS } from './faults.ts';

/** Records that one command changes. */
export const MAX_CHANGED = 10_000;

/** What is done with a field: it has the value and nothing else, or, where it holds several, these are added or taken away. */
export const CHANGE_WAYS = ['set', 'add', 'remove'] as const;
export type ChangeWay = (typeof CHANGE_WAYS)[number];

/**
 * Why a record stays as it is: it is not there, has become part of another, somebody has changed the field since, or what is wrong with the
 * value in it, as RECORD_INVALID says it.
 */
export const LEFT_REASONS = ['gone', 'merged', 'changed', ...FIELD_FAULTS] as const;

const LeftSchema = v.object({
  idoId: v.number(),
  /** Empty where it is not there. */
  displayName: v.string(),
  why: v.picklist(LEFT_REASONS),
  /** The one that has the value already. */
  other: v.optional(v.object({ ...recordParams, displayName: v.string() })),
});
/** A record that was to be changed and was not. */
export type LeftRecord = v.InferOutput<typeof LeftSchema>;

const many = {
  idoInstanceId: IdSchema,
  idoIds: v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MAX_CHANGED)),
  /** Of the field. */
  key: v.pipe(v.string(), v.maxLength(40)),
};
const result = v.object({
  /** The moment that the records bear as that of their last change, in milliseconds since 1970; it tells `changeManyBack` what to take back. */
  at: v.number(),
  /** Those that were changed; one that had the value already is none of them. */
  changed: v.array(v.number()),
  left: v.array(LeftSchema),
});

/**
 * Changes one field of many records of a kind in one transaction. RECORD_INVALID, and nothing is done, where the field cannot be written
 * like this at all; a record for which that is so alone stays as it is, and is told of in `left`.
 */
export const changeMany = defineCommand({
  name: 'record.changeMany',
  params: v.strictObject({ ...many, way: v.picklist(CHANGE_WAYS), value: ValueSchema }),
  result,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID'],
  example: {
    params: { idoInstanceId: 1, idoIds: [7, 9], key: 'city', way: 'set', value: 'Kiel' },
    result: { at: 1_760_000_000_000, changed: [7], left: [{ idoId: 9, displayName: '', why: 'gone' }] },
  },
});

/**
 * Takes back what `changeMany` has done with a field, by the same person: each record has again what it had in it. One whose field somebody
 * has changed since stays as it is.
 */
export const changeManyBack = defineCommand({
  name: 'record.changeManyBack',
  params: v.strictObject({ ...many, at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  result,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID'],
  example: {
    params: { idoInstanceId: 1, idoIds: [7], key: 'city', at: 1_760_000_000_000 },
    result: { at: 1_760_000_001_000, changed: [7], left: [] },
  },
});

export const manyCommands = { changeMany, changeManyBack } as const;
