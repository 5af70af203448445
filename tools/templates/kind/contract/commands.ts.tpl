import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  takingAnswer,
} from '../../kernel/index.ts';
import { {{Name}}DetailSchema, {{Name}}FieldsSchema } from './entities.ts';

const exampleId = formatAggregateId({ module: '{{name}}', entryId: 17, userId: 1 });

/** Makes one that is empty. */
export const create = defineCommand({
  name: '{{name}}.create',
  params: NothingSchema,
  result: v.object({ aggregateId: v.string() }),
  errors: ['RIGHT_MISSING'],
  example: { params: {}, result: { aggregateId: exampleId } },
});

/** Saves one as it stands. `aggregateVersion`: that of the details that the edit began from. */
export const save = defineCommand({
  name: '{{name}}.save',
  params: takingAnswer(
    { aggregateId: AggregateIdSchema, aggregateVersion: IdSchema, ...{{Name}}FieldsSchema },
    {{Name}}DetailSchema,
  ),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', '{{NAME}}_CONFLICT', '{{NAME}}_ALARM_INVALID'],
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung besprochen',
      content: '<p>Herr Neumann wünscht einen Termin im März.</p>',
      alarm: null,
    },
    result: { aggregateVersion: 3 },
  },
});

export const commands = { create, save } as const;

/** {{NAME}}_CONFLICT: `data` is what stands there now. {{NAME}}_ALARM_INVALID: an alarm in the past, or more than two years ahead. */
export const problems = { {{NAME}}_CONFLICT: 409, {{NAME}}_ALARM_INVALID: 422 } as const;
