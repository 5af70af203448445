import * as v from 'valibot';
import {
  FaultyRowsSchema,
  IMPORT_FORMATS,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  filledText,
  importBeginning,
  importColumn,
  importReading,
  importReadingSaid,
  takingAnswer,
  type ImportFormat,
} from '../../kernel/index.ts';
import { MAX_FIELDS, ValueSchema } from './entities.ts';
import { searched } from './lists.ts';

/** What one file may be. */
export const IMPORT_LIMITS = { rows: 200_000, columns: 300, bytes: 100 * 1024 * 1024, keys: 3 } as const;
/** Days after which the file and what an import noted of its rows are gone, and with them the way back. */
export const IMPORT_DAYS = 30;

/** Records that are named one by one. */
export const MAX_EXPORTED_BY_ID = 10_000;

export const RECORD_FORMATS = IMPORT_FORMATS;
export type RecordFormat = ImportFormat;
/** The order of day, month and year in dates; what stands between them does not matter. Years first are always understood. */
export const DATE_ORDERS = ['DMY', 'MDY', 'YMD'] as const;
/** What becomes of a word that a field does not have: a tag where the field takes any, and a fault elsewhere; a fault; nothing. */
export const UNKNOWN_CHOICES = ['tag', 'error', 'empty'] as const;
/** What becomes of a row whose record is there already. Filling and overwriting never empty a field. */
export const DUPLICATE_WAYS = ['skip', 'fill', 'overwrite'] as const;

/** A field that a column goes into: `name`, or `person.name` of a contact person. */
const target = v.pipe(v.string(), v.regex(/^(person\.)?[a-z][A-Za-z0-9]{0,39}$/));

/** How a file becomes records. */
export const ImportSetupSchema = v.strictObject({
  ...importReading,
  /** Fields by columns; a column that is left out goes nowhere. Several columns of one field stand in it one behind the other. */
  targets: v.pipe(
    v.record(importColumn, target),
    v.check((columns) => Object.keys(columns).length <= IMPORT_LIMITS.columns, 'TOO_MANY'),
  ),
  /** What stands in fields for which a row has nothing. */
  constants: v.pipe(
    v.record(target, ValueSchema),
    v.check((values) => Object.keys(values).length <= 2 * MAX_FIELDS, 'TOO_MANY'),
  ),
  dates: v.picklist(DATE_ORDERS),
  decimal: v.picklist([',', '.']),
  unknownChoices: v.picklist(UNKNOWN_CHOICES),
  /** Fields by which a record is known to be there already: all of them have to be the same, whatever their case. None: every row is new. */
  keys: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.maxLength(IMPORT_LIMITS.keys)),
  duplicates: v.picklist(DUPLICATE_WAYS),
});
export type ImportSetup = v.InferOutput<typeof ImportSetupSchema>;

/**
 * `draft`: it is being set up. `checking`, `checked`: the dry run. `stopped`: by somebody, and goes on when it is started. `failed`: nothing
 * goes on, `why` says what happened.
 */
export const IMPORT_STATES = [
  'draft',
  'checking',
  'checked',
  'running',
  'stopped',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * What is wrong with a row, beside what is wrong with fields. `columns`: it has more cells than the table; `encoding`: signs of another
 * encoding; `ambiguous`: several records have its keys; `broken`: the file cannot be read on from there; `persons`: too many contact
 * persons; `gone`: the record was deleted meanwhile.
 */
export const ROW_FAULTS = ['columns', 'encoding', 'ambiguous', 'broken', 'persons', 'gone', 'rounded'] as const;
export type { RowFault } from '../../kernel/index.ts';

const count = v.number();
export const ImportSchema = v.object({
  importId: v.number(),
  idoInstanceId: v.number(),
  /** Of the file. */
  name: v.string(),
  format: v.picklist(RECORD_FORMATS),
  /** Bytes. */
  size: v.number(),
  state: v.picklist(IMPORT_STATES),
  /** Code of what ended it, where it failed. */
  why: v.nullable(v.string()),
  /** Rows of the file, once a dry run has counted them; the last of them that was read, and the first that is not there any more by an undo. */
  rows: v.nullable(count),
  atRow: count,
  /** Rows of the file by what becomes or became of them, each in one of the numbers. */
  made: count,
  changed: count,
  skipped: count,
  faulty: count,
  /** More rows of a record that is in one of the others: contact persons. Older servers do not count them. */
  joined: v.optional(count, 0),
  /** Of an undo: taken back, and left because something has happened with it since. */
  taken: count,
  left: count,
  userId: v.number(),
  byName: v.string(),
  /** When the file was brought, and when the import ended; ISO 8601. */
  at: v.string(),
  endedAt: v.nullable(v.string()),
  /** Whether there is still a way back, and something to download. */
  isKept: v.boolean(),
  setup: v.nullable(ImportSetupSchema),
});
export type RecordImport = v.InferOutput<typeof ImportSchema>;

const WholeImportSchema = v.object({
  ...ImportSchema.entries,
  /** `why`: one of `ROW_FAULTS`, or of RECORD_INVALID. */
  faults: FaultyRowsSchema,
});

const byImport = v.strictObject({ importId: IdSchema });
const exampleSetup: ImportSetup = {
  encoding: 'utf-8',
  delimiter: ';',
  hasHeader: true,
  targets: { c0: 'name', c1: 'email' },
  constants: {},
  dates: 'DMY',
  decimal: ',',
  unknownChoices: 'tag',
  keys: ['email'],
  duplicates: 'skip',
};
const exampleImport: RecordImport = {
  importId: 1,
  idoInstanceId: 1,
  name: 'Kunden.csv',
  format: 'csv',
  size: 2048,
  state: 'checked',
  why: null,
  rows: 3,
  atRow: 3,
  made: 2,
  changed: 0,
  skipped: 0,
  faulty: 1,
  joined: 0,
  taken: 0,
  left: 0,
  userId: 1,
  byName: 'Anna Berger',
  at: '2026-10-01T08:00:00.000Z',
  endedAt: null,
  isKept: true,
  setup: exampleSetup,
};
const everywhere = ['NOT_FOUND', 'RIGHT_MISSING'];

/** Begins an import of an uploaded file into a kind of records. Nothing is read from it but what tells what it is. */
export const beginImport = defineCommand({
  name: 'record.beginImport',
  params: v.strictObject({ attachmentId: IdSchema, idoInstanceId: IdSchema }),
  result: v.object({ importId: v.number() }),
  errors: [...everywhere, 'RECORD_IMPORT_MISSING', 'RECORD_IMPORT_UNREADABLE', 'RECORD_IMPORT_TOO_LARGE'],
  example: { params: { attachmentId: 3, idoInstanceId: 1 }, result: { importId: 1 } },
});

/** Reads the beginning of a file, as it says or as the server guesses, and guesses where its columns go. Nothing is kept. */
export const importPreview = defineQuery({
  name: 'record.importPreview',
  params: v.strictObject({
    importId: IdSchema,
    ...importReadingSaid,
  }),
  result: v.object({
    /** As it was read, with what is guessed of the rest. */
    setup: ImportSetupSchema,
    ...importBeginning,
  }),
  cost: 'heavy',
  cached: false,
  errors: [...everywhere, 'RECORD_IMPORT_UNREADABLE', 'RECORD_IMPORT_TOO_LARGE'],
  refreshOn: () => ['recordKinds'],
  example: {
    params: { importId: 1 },
    result: {
      setup: exampleSetup,
      columns: [
        { column: 'c0', name: 'Firma', samples: ['Werft Neumann'] },
        { column: 'c1', name: 'E-Mail', samples: ['info@werft.example'] },
      ],
      rows: [['Werft Neumann', 'info@werft.example']],
      isMore: false,
    },
  },
});

/** Keeps how an import is set up, so that it is found there again. What a dry run said before is forgotten. */
export const saveImport = defineCommand({
  name: 'record.saveImport',
  params: takingAnswer({ importId: IdSchema, setup: ImportSetupSchema }, WholeImportSchema),
  result: NothingSchema,
  errors: [...everywhere, 'RECORD_IMPORT_STATE'],
  example: { params: { importId: 1, setup: exampleSetup }, result: {} },
});

/** Reads the whole file and says what would come of it, in the background; nothing is written but that. */
export const importDryRun = defineCommand({
  name: 'record.importDryRun',
  params: v.strictObject({ importId: IdSchema, setup: ImportSetupSchema }),
  result: NothingSchema,
  errors: [...everywhere, 'RECORD_IMPORT_STATE', 'RECORD_IMPORT_SETUP'],
  example: { params: { importId: 1, setup: exampleSetup }, result: {} },
});

/** Begins what a dry run was made of, or goes on with what was stopped. */
export const startImport = defineCommand({
  name: 'record.startImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'RECORD_IMPORT_STATE'],
  audit: { kind: 'data.imported', subject: ({ importId }) => `record import ${importId}` },
  example: { params: { importId: 1 }, result: {} },
});

/** Ends a dry run, or an import or an undo behind the step that it is at. */
export const stopImport = defineCommand({
  name: 'record.stopImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'RECORD_IMPORT_STATE'],
  example: { params: { importId: 1 }, result: {} },
});

/** Takes back, in the background, what an import has made and changed, but for what somebody has changed or linked since. */
export const undoImport = defineCommand({
  name: 'record.undoImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'RECORD_IMPORT_STATE'],
  audit: { kind: 'data.imported', subject: ({ importId }) => `record import ${importId}, taken back` },
  example: { params: { importId: 1 }, result: {} },
});

/** Throws away an import that was not started. */
export const dropImport = defineCommand({
  name: 'record.dropImport',
  params: byImport,
  result: NothingSchema,
  errors: [...everywhere, 'RECORD_IMPORT_STATE'],
  example: { params: { importId: 1 }, result: {} },
});

/** The person's imports, the newest first; for administrators those of everybody. */
export const imports = defineQuery({
  name: 'record.imports',
  params: NothingSchema,
  result: v.array(ImportSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['recordImports'],
  example: { params: {}, result: [exampleImport] },
});

/** One of them, with the first hundred of its faulty rows. `row`: as spreadsheets count, the first being 1. */
export const oneImport = defineQuery({
  name: 'record.import',
  params: byImport,
  result: WholeImportSchema,
  errors: everywhere,
  refreshOn: () => ['recordImports'],
  example: {
    params: { importId: 1 },
    result: {
      ...exampleImport,
      faults: [{ row: 3, faults: [{ column: 'E-Mail', target: 'email', why: 'address', value: 'info@' }] }],
    },
  },
});

const language = v.optional(v.picklist(['de', 'en']), 'de');

/** All faulty rows as they stand in the file, as CSV, with the row and the reason behind them: to be mended and imported again. */
export const importErrors = defineQuery({
  name: 'record.importErrors',
  params: v.strictObject({ importId: IdSchema, language }),
  result: v.unknown(),
  bytes: true,
  errors: everywhere,
  refreshOn: () => ['recordImports'],
  example: { params: { importId: 1 }, result: null },
});

/** What an undo has left, as CSV: the record, and why. */
export const importLeft = defineQuery({
  name: 'record.importLeft',
  params: v.strictObject({ importId: IdSchema, language }),
  result: v.unknown(),
  bytes: true,
  errors: everywhere,
  refreshOn: () => ['recordImports'],
  example: { params: { importId: 1 }, result: null },
});

/**
 * The records of a kind, or those of them that are named or searched for as in a list, with what the person may read of them: a table with
 * a row for each contact person, or cards (vCard 4). Either can be imported again.
 */
export const exportRecords = defineQuery({
  name: 'record.export',
  cost: 'heavy',
  params: v.strictObject({
    idoInstanceId: IdSchema,
    format: v.picklist(RECORD_FORMATS),
    /** Of a table: keys of the fields that it has, and their order; empty: all, with the contact persons. */
    columns: v.optional(v.pipe(v.array(filledText(40)), v.maxLength(MAX_FIELDS)), []),
    /** German spreadsheets take `;`. */
    delimiter: v.optional(v.picklist([';', ',']), ';'),
    ...searched,
    /** Empty: all that are searched for. */
    idoIds: v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_EXPORTED_BY_ID)), []),
  }),
  result: v.unknown(),
  bytes: true,
  audit: 'data.exported',
  errors: [...everywhere, 'SEARCH_INVALID'],
  refreshOn: () => [],
  example: { params: { idoInstanceId: 1, format: 'csv' }, result: null },
});

/** An import got further. Goes to whose it is and to administrators; once a step. */
export const importProgress = defineEvent('record.importProgress', v.object({ ...eventPayload, importId: v.number() }));

export const importQueries = {
  importPreview,
  imports,
  import: oneImport,
  importErrors,
  importLeft,
  export: exportRecords,
} as const;
export const importCommands = {
  beginImport,
  saveImport,
  importDryRun,
  startImport,
  stopImport,
  undoImport,
  dropImport,
} as const;
export const importEvents = { importProgress } as const;
