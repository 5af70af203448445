import * as v from 'valibot';
import { IdSchema, defineQuery, text } from '../../kernel/index.ts';
import { RECORDS_KEY } from '../record/index.ts';

const id = v.optional(v.nullable(IdSchema), null);

/**
 * What somebody who calls is called: the record, or the contact person of it, that is named; with a number alone the likeliest one whose
 * number it is, in whatever way either was written. Empty where it is nobody's.
 */
export const callerName = defineQuery({
  name: 'phoneCall.callerName',
  params: v.strictObject({
    idoId: id,
    idoInstanceId: id,
    contactPersonId: id,
    callerNumber: v.optional(text(100), ''),
  }),
  result: v.object({ callerName: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [RECORDS_KEY, 'recordKinds'],
  example: {
    params: {
      idoId: null,
      idoInstanceId: null,
      contactPersonId: null,
      callerNumber: '0431 123456',
    },
    result: { callerName: 'Werft Neumann' },
  },
});

export const queries = { callerName } as const;
