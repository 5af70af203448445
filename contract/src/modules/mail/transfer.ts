import * as v from 'valibot';
import {
  DaySchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
} from '../../kernel/index.ts';

const byImport = v.strictObject({ importId: IdSchema });

/** What mails come in; `maildir` as a ZIP of its folders, in which single mails and mbox files may lie, too. */
export const IMPORT_FORMATS = ['auto', 'mbox', 'eml', 'maildir'] as const;

/** Puts the mails of uploaded files into an account. `isTry`: only says what would come of it. Those that are there already are left. */
export const importFiles = defineCommand({
  name: 'mail.import',
  params: v.strictObject({
    accountId: IdSchema,
    attachmentIds: v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(50)),
    format: v.optional(v.picklist(IMPORT_FORMATS), 'auto'),
    /** The state that they get; `asStored`: what the file says of them. */
    state: v.optional(v.picklist(['asStored', 'done', 'new']), 'asStored'),
    alsoOnServer: v.optional(v.boolean(), false),
    isTry: v.optional(v.boolean(), false),
  }),
  result: v.object({ importId: IdSchema }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_ATTACHMENT_MISSING', 'IMPORT_UNREADABLE'],
  example: { params: { accountId: 1, attachmentIds: [3] }, result: { importId: 1 } },
});

/** Imports into accounts that the person manages, the newest first. */
export const imports = defineQuery({
  name: 'mail.imports',
  params: NothingSchema,
  result: v.array(
    v.object({
      importId: v.number(),
      accountId: v.number(),
      /** Names of the files. */
      name: v.string(),
      format: v.picklist(IMPORT_FORMATS),
      isTry: v.boolean(),
      state: v.picklist(['reading', 'done', 'failed', 'undone']),
      /** Bytes of the files that were read, and of all. */
      done: v.number(),
      total: v.number(),
      /** Mails that are in the lists by it, or would be by a try. */
      added: v.number(),
      /** Those that were there already. */
      known: v.number(),
      failed: v.number(),
      at: v.string(),
      byName: v.string(),
    }),
  ),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['mailImports'],
  example: { params: {}, result: [] },
});

/** What could not be read, as CSV: where it stands, why, its first line. */
export const importErrors = defineQuery({
  name: 'mail.importErrors',
  params: byImport,
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['mailImports'],
  example: { params: { importId: 1 }, result: null },
});

/** Throws away what an import has brought, but for mails that somebody has done something with. */
export const undoImport = defineCommand({
  name: 'mail.undoImport',
  params: byImport,
  result: v.object({ count: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'IMPORT_RUNNING'],
  example: { params: { importId: 1 }, result: { count: 3 } },
});

/** All mails of an account, byte for byte, with their states: an mbox file, or a ZIP of a Maildir. */
export const exportAccount = defineQuery({
  name: 'mail.export',
  cost: 'heavy',
  params: v.strictObject({
    accountId: IdSchema,
    format: v.picklist(['mbox', 'maildir']),
    from: v.optional(v.nullable(DaySchema), null),
    until: v.optional(v.nullable(DaySchema), null),
  }),
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [],
  example: { params: { accountId: 1, format: 'mbox' }, result: null },
});

/** An import got further. Goes to those who manage the account; at most two a second. */
export const importProgress = defineEvent('mail.importProgress', v.object({ ...eventPayload, importId: v.number() }));

export const transferQueries = { imports, importErrors, exportAccount } as const;
export const transferCommands = { importFiles, undoImport } as const;
export const transferEvents = { importProgress } as const;
export const transferProblems = { IMPORT_UNREADABLE: 422, IMPORT_RUNNING: 409 } as const;
