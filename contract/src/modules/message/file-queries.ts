import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId } from '../../kernel/index.ts';
import { MAX_TEXT_FILES, PartnerIdSchema, messageKey } from './entities.ts';

const exampleId = formatAggregateId({ module: 'message', entryId: 17, userId: 1 });

/** A file of a text of a thread. */
const byPart = v.strictObject({
  aggregateId: AggregateIdSchema,
  communicationPartnerUserId: v.optional(v.nullable(PartnerIdSchema), null),
  no: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  part: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_TEXT_FILES - 1)),
});
const exampleFile = { aggregateId: exampleId, communicationPartnerUserId: 2, no: 0, part: 0 };

/** A file of a text as it was brought. */
export const file = defineQuery({
  name: 'message.file',
  params: byPart,
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId)],
  example: { params: exampleFile, result: null },
});

/** The same to be looked at: a picture made anew, a PDF, or text. Office files come as PDF where the server has LibreOffice. */
export const filePreview = defineQuery({
  name: 'message.filePreview',
  cost: 'heavy',
  params: byPart,
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND', 'PREVIEW_NOT_AVAILABLE'],
  refreshOn: ({ aggregateId }) => [messageKey(aggregateId)],
  example: { params: exampleFile, result: null },
});
