import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';

/** Pictures that the text of one item holds. */
export const MAX_PICTURES = 200;
/** Bytes of one. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

/** A picture in the text of an item: as `data-kontor-inline` names it there. */
export const picture = defineQuery({
  name: 'activity.picture',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    key: v.pipe(v.string(), v.regex(/^[0-9a-f]{16,64}$/)),
  }),
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: {
    params: {
      aggregateId: formatAggregateId({ module: 'note', entryId: 17, userId: 1 }),
      key: '00112233445566778899aabbccddeeff',
    },
    result: null,
  },
});

export const writtenQueries = { picture } as const;
/** WRITTEN_PICTURE_INVALID: what was uploaded is not there, no picture, or too large; or there are too many. `data.upload` names it. */
export const writtenProblems = { WRITTEN_PICTURE_INVALID: 422 } as const;
