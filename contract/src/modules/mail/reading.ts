import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { MailDetailSchema } from './detail.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });

/** Most mails whose details are asked for at once. */
export const MAX_DETAILS = 50;

/** The header of a mail as it arrived: unfolded, decoded, in its order, at most 1,000 fields of 256 kB in all. */
export const headers = defineQuery({
  name: 'mail.headers',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.object({
    /** A line that is no header field has no name. */
    headers: v.array(v.object({ name: v.string(), value: v.string() })),
    /** True where there is more than is answered. */
    truncated: v.boolean(),
  }),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId },
    result: { headers: [{ name: 'Subject', value: 'Lieferschein fehlt' }], truncated: false },
  },
});

/**
 * Details of many mails in one answer, in the order asked for, each once. Left out are those that the person does not see, and
 * those with which the answer would pass 8 MB: a client asks for these one by one.
 */
export const detailsOfMany = defineQuery({
  name: 'mail.detailsOfMany',
  cost: 'heavy',
  params: v.strictObject({
    aggregateIds: v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(MAX_DETAILS)),
  }),
  result: v.array(MailDetailSchema),
  refreshOn: ({ aggregateIds }) => aggregateIds.map(itemKey),
  example: { params: { aggregateIds: [exampleId] }, result: [] },
});

export const readingQueries = { headers, detailsOfMany } as const;
