import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand } from '../../kernel/index.ts';
import { addressCommands, addressProblems } from './addresses.ts';
import { AccountFieldsSchema, MailServerSchema, SENT_COPIES, SendingServerSchema } from './entities.ts';
import { quarantineCommands } from './quarantine.ts';
import { syncCommands, syncProblems } from './sync.ts';

const byAccount = v.strictObject({ accountId: IdSchema });

/** Adds a mailbox; its mails begin to arrive at once, and where `sending` says how, it can be sent from. The owner is the person who adds it and always a member. */
export const addAccount = defineCommand({
  name: 'mail.addAccount',
  params: v.strictObject({
    ...MailServerSchema.entries,
    ...AccountFieldsSchema,
    /** Where its mail is handed over; left out the operator's own mail server. `mail.updateSending` changes both. */
    sending: v.optional(v.nullable(SendingServerSchema), null),
    sentCopy: v.optional(v.picklist(SENT_COPIES), 'auto'),
  }),
  result: v.object({ accountId: IdSchema, boxId: IdSchema }),
  errors: ['MAIL_ACCOUNT_EXISTS', 'NOT_FOUND', 'RIGHT_MISSING'],
  secret: 'parameters',
  example: {
    params: {
      name: 'Büro',
      email: 'info@nordwerk.example',
      host: 'imap.nordwerk.example',
      port: 993,
      security: 'tls',
      userName: 'info',
      password: 'geheim',
      sending: { host: 'smtp.nordwerk.example', port: 465, security: 'tls' },
    },
    result: { accountId: 1, boxId: 3 },
  },
});

/** Changes an account; empty secrets keep the stored ones. */
export const updateAccount = defineCommand({
  name: 'mail.updateAccount',
  params: v.strictObject({
    ...MailServerSchema.entries,
    ...AccountFieldsSchema,
    accountId: IdSchema,
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_ACCOUNT_EXISTS'],
  secret: 'parameters',
  example: {
    params: {
      accountId: 1,
      name: 'Büro',
      email: 'info@nordwerk.example',
      host: 'imap.nordwerk.example',
      port: 993,
      security: 'tls',
      userName: 'info',
      password: '',
    },
    result: {},
  },
});

/** Stops reading a mailbox. Its mails stay with the people who have them; on the mail server nothing changes. */
export const removeAccount = defineCommand({
  name: 'mail.removeAccount',
  params: byAccount,
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { accountId: 1 }, result: {} },
});

/** Looks at the server now, also after a failure that is being waited out. */
export const syncAccount = defineCommand({
  name: 'mail.syncAccount',
  params: byAccount,
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { accountId: 1 }, result: {} },
});

export const commands = {
  addAccount,
  updateAccount,
  removeAccount,
  syncAccount,
  ...syncCommands,
  ...addressCommands,
  ...quarantineCommands,
} as const;

export const problems = {
  MAIL_ACCOUNT_EXISTS: 422,
  IMAGE_NOT_AVAILABLE: 404,
  ...addressProblems,
  ...syncProblems,
} as const;
