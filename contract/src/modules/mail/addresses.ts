import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';
import { AccountFieldsSchema } from './entities.ts';

const exampleFields = { name: 'Anfragen', email: 'anfragen@nordwerk.example' };

/**
 * Adds an address that Kontor itself receives mail for, with a box of its own. For administrators: nothing proves whose an address is,
 * and each belongs to one instance of a server alone. Its account is removed by `mail.removeAccount`.
 */
export const addAddress = defineCommand({
  name: 'mail.addAddress',
  params: v.strictObject(AccountFieldsSchema),
  result: v.object({ accountId: IdSchema, boxId: IdSchema }),
  errors: ['MAIL_ADDRESS_TAKEN', 'NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: exampleFields, result: { accountId: 2, boxId: 4 } },
});

/** Changes an address and who sees its mails. Its owner may change all but the address itself. */
export const updateAddress = defineCommand({
  name: 'mail.updateAddress',
  params: v.strictObject({ ...AccountFieldsSchema, accountId: IdSchema }),
  result: NothingSchema,
  errors: ['MAIL_ADDRESS_TAKEN', 'NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { accountId: 2, ...exampleFields }, result: {} },
});

/** Whether this server receives mail, and under which name other mail servers reach it. */
export const receiver = defineQuery({
  name: 'mail.receiver',
  params: NothingSchema,
  result: v.object({ isOn: v.boolean(), name: v.string(), port: v.nullable(v.number()) }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [],
  example: { params: {}, result: { isOn: true, name: 'mx.nordwerk.example', port: 25 } },
});

export const addressQueries = { receiver } as const;
export const addressCommands = { addAddress, updateAddress } as const;
export const addressProblems = { MAIL_ADDRESS_TAKEN: 422 } as const;
