import * as v from 'valibot';
import { defineQuery } from '../../kernel/index.ts';
import { RECORDS_KEY, recordKey, recordParams } from './entities.ts';

/** Related records that are told of at most: as many as a history is read of at once. */
export const MAX_RELATED = 50;

/** Records that are related in one way: by a field that names them, or in which they name the record. */
export const RelatedGroupSchema = v.object({
  key: v.string(),
  /** Of the field. */
  label: v.string(),
  /** Whether they name the record; else it names them. */
  isNaming: v.boolean(),
  /** Their kind. */
  idoInstanceId: v.number(),
  instanceTitle: v.string(),
  instanceColor: v.string(),
  /** How many there are, those among them that an earlier group has told of, and those that are not told of; stops at 10,000. */
  totalCount: v.number(),
  records: v.array(v.object({ idoId: v.number(), displayName: v.string() })),
});
export type RelatedGroup = v.InferOutput<typeof RelatedGroupSchema>;

/**
 * Records that a record names in its fields, in their order, and then those that name it, the newest first: each once, of fields alone that the person may read,
 * up to `MAX_RELATED` in all.
 */
export const related = defineQuery({
  name: 'record.related',
  params: v.strictObject(recordParams),
  result: v.array(RelatedGroupSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ idoId }) => [recordKey(idoId), RECORDS_KEY, 'recordKinds'],
  example: {
    params: { idoId: 7, idoInstanceId: 1 },
    result: [
      {
        key: 'customer',
        label: 'Kunde',
        isNaming: true,
        idoInstanceId: 2,
        instanceTitle: 'Projekte',
        instanceColor: '#8a5a1f',
        totalCount: 1,
        records: [{ idoId: 9, displayName: 'Umbau Halle 2' }],
      },
    ],
  },
});
