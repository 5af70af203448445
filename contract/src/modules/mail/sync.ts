import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand } from '../../kernel/index.ts';

const byAccount = v.strictObject({ accountId: IdSchema });

/**
 * Stops reading a mailbox until it is told to go on, also over restarts. Nothing that was fetched is lost. An address has no server
 * that could be left alone for a while: what comes for it meanwhile would be lost.
 */
export const pauseAccount = defineCommand({
  name: 'mail.pauseAccount',
  params: byAccount,
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_ADDRESS_NOT_READ'],
  example: { params: { accountId: 1 }, result: {} },
});

/** Goes on reading a mailbox where it was stopped. */
export const resumeAccount = defineCommand({
  name: 'mail.resumeAccount',
  params: byAccount,
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_ADDRESS_NOT_READ'],
  example: { params: { accountId: 1 }, result: {} },
});

export const syncCommands = { pauseAccount, resumeAccount } as const;
export const syncProblems = { MAIL_ADDRESS_NOT_READ: 422 } as const;
