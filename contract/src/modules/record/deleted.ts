import * as v from 'valibot';
import { IdSchema, defineQuery } from '../../kernel/index.ts';
import { RECORDS_KEY, recordParams } from './entities.ts';

/** Deleted records on a page. */
export const DELETED_PAGE = 25;

const DeletedRecordSchema = v.object({
  ...recordParams,
  displayName: v.string(),
  instanceTitle: v.string(),
  instanceColor: v.string(),
  /** Milliseconds since 1970. */
  deletedTimestamp: v.number(),
  /** What they are called who deleted it; empty where they are not known any more. */
  deletedBy: v.string(),
});
/** A record that can be brought back. */
export type DeletedRecord = v.InferOutput<typeof DeletedRecordSchema>;

/**
 * The records of a kind, or of all, that `record.restore` brings back, the one that was deleted last first: for people who may do that.
 * `query`: words of which each is in what the record is called, or its number. Records that have become part of others are none of them.
 */
export const deleted = defineQuery({
  name: 'record.deleted',
  params: v.strictObject({
    idoInstanceId: v.optional(IdSchema),
    query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
    page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), DELETED_PAGE),
  }),
  result: v.object({
    /** On all pages. */
    count: v.number(),
    records: v.array(DeletedRecordSchema),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  ownPaging: true,
  refreshOn: () => [RECORDS_KEY],
  example: {
    params: { query: 'werft' },
    result: {
      count: 1,
      records: [
        {
          idoId: 7,
          idoInstanceId: 1,
          displayName: 'Werft Neumann, Kiel',
          instanceTitle: 'Kunden',
          instanceColor: '#2f6f4f',
          deletedTimestamp: 1_760_000_000_000,
          deletedBy: 'Anna Berger',
        },
      ],
    },
  },
});
