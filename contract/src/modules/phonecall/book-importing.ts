import * as v from 'valibot';
import {
  FaultyRowsSchema,
  IMPORT_FORMATS,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  importBeginning,
  importColumn,
  importReading,
  importReadingSaid,
} from '../../kernel/index.ts';
import { NUMBERS_KEY } from './naming.ts';

/** What one file may be. */
export const BOOK_IMPORT_LIMITS = { bytes: 20 * 1024 * 1024, rows: 50_000, columns: 300 } as const;
/** Days in which an import can be taken back. */
export const BOOK_IMPORT_DAYS = 30;
/** Faulty rows that are told one by one. */
export const MAX_BOOK_FAULTS = 100;

/** What columns may go into. Who has no name is called by first and last name, else by the company; each number is an entry. */
export const BOOK_TARGETS = ['name', 'firstName', 'lastName', 'company', 'number'] as const;
export type BookTarget = (typeof BOOK_TARGETS)[number];

/** How a file becomes entries. */
export const BookImportSetupSchema = v.strictObject({
  ...importReading,
  /** Fields by columns; a column that is left out goes nowhere. */
  targets: v.pipe(
    v.record(importColumn, v.picklist(BOOK_TARGETS)),
    v.check((columns) => Object.keys(columns).length <= BOOK_IMPORT_LIMITS.columns, 'TOO_MANY'),
  ),
});
export type BookImportSetup = v.InferOutput<typeof BookImportSetupSchema>;

const count = v.number();
/** What becomes or became of a file. */
const outcome = {
  /** Rows by what becomes of them, each in one of the numbers: some entry of it is new; all are there already; none is taken. */
  made: count,
  skipped: count,
  faulty: count,
  /** Entries that are new. */
  entries: count,
};
const BookOutcomeSchema = v.object({
  ...outcome,
  /**
   * The first of the faulty rows. `why`: `required`, `phone` (no telephone number), `rounded`, `tooLong`; of a row as a whole `columns` (more cells than
   * the table), `encoding`, `broken` (the file cannot be read on from there).
   */
  faults: FaultyRowsSchema,
});
export type BookOutcome = v.InferOutput<typeof BookOutcomeSchema>;

const file = { attachmentId: IdSchema };
const planned = { ...file, setup: BookImportSetupSchema };
const readable = ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_BOOK_FILE_UNREADABLE', 'PHONE_BOOK_FILE_TOO_LARGE'];
const plannable = [...readable, 'PHONE_BOOK_IMPORT_SETUP'];

const exampleSetup: BookImportSetup = {
  encoding: 'utf-8',
  delimiter: ';',
  hasHeader: true,
  targets: { c0: 'name', c1: 'number' },
};
const exampleOutcome: BookOutcome = {
  made: 2,
  skipped: 1,
  faulty: 1,
  entries: 2,
  faults: [{ row: 4, faults: [{ column: 'Telefon', target: 'number', why: 'rounded', value: '4,91512E+11' }] }],
};

/** Reads the beginning of an uploaded file, as it says or as the server guesses, and guesses where its columns go. Nothing is kept. */
export const bookPreview = defineQuery({
  name: 'phoneBook.importPreview',
  params: v.strictObject({ ...file, ...importReadingSaid }),
  result: v.object({ format: v.picklist(IMPORT_FORMATS), setup: BookImportSetupSchema, ...importBeginning }),
  cost: 'heavy',
  cached: false,
  errors: readable,
  refreshOn: () => [],
  example: {
    params: { attachmentId: 4 },
    result: {
      format: 'csv',
      setup: exampleSetup,
      columns: [
        { column: 'c0', name: 'Name', samples: ['Dirk Sievers'] },
        { column: 'c1', name: 'Telefon', samples: ['0471 95120'] },
      ],
      rows: [['Dirk Sievers', '0471 95120']],
      isMore: false,
    },
  },
});

/** Reads a whole file and says what would come of it. Nothing is written. */
export const bookCheck = defineQuery({
  name: 'phoneBook.importCheck',
  params: v.strictObject(planned),
  result: BookOutcomeSchema,
  cost: 'heavy',
  cached: false,
  errors: plannable,
  refreshOn: () => [NUMBERS_KEY],
  example: { params: { attachmentId: 4, setup: exampleSetup }, result: exampleOutcome },
});

/** All faulty rows as they stand in the file, as CSV, with the row and the reason behind them: to be mended and imported again. */
export const bookFaults = defineQuery({
  name: 'phoneBook.importFaults',
  params: v.strictObject({ ...planned, language: v.optional(v.picklist(['de', 'en']), 'de') }),
  result: v.unknown(),
  bytes: true,
  cost: 'heavy',
  errors: plannable,
  refreshOn: () => [],
  example: { params: { attachmentId: 4, setup: exampleSetup }, result: null },
});

/** Imports of the last days that added something, the newest first. */
export const bookImports = defineQuery({
  name: 'phoneBook.imports',
  params: NothingSchema,
  result: v.array(
    v.object({
      importId: v.number(),
      /** Of the file. */
      name: v.string(),
      ...outcome,
      /** Of an undo: entries that were taken back, and left because something has happened with them since. */
      taken: count,
      left: count,
      isUndone: v.boolean(),
      by: v.string(),
      /** ISO 8601. */
      at: v.string(),
    }),
  ),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [NUMBERS_KEY],
  example: {
    params: {},
    result: [
      {
        importId: 3,
        name: 'Telefonbuch.csv',
        made: 2,
        skipped: 1,
        faulty: 1,
        entries: 2,
        taken: 0,
        left: 0,
        isUndone: false,
        by: 'Anna Berger',
        at: '2026-11-26T09:41:00.000Z',
      },
    ],
  },
});

/** Takes the entries of a file that was uploaded: what is there already by number and name stays as it is. */
export const importEntries = defineCommand({
  name: 'phoneBook.import',
  params: v.strictObject(planned),
  result: v.object({
    ...BookOutcomeSchema.entries,
    /** By which it is taken back; null where nothing was new. */
    importId: v.nullable(v.number()),
  }),
  errors: plannable,
  audit: { kind: 'data.imported', subject: () => 'phone book' },
  example: { params: { attachmentId: 4, setup: exampleSetup }, result: { ...exampleOutcome, importId: 3 } },
});

/** Takes out what an import has added, but for what somebody has changed, merged or named as the right one since. */
export const undoImport = defineCommand({
  name: 'phoneBook.undoImport',
  params: v.strictObject({ importId: IdSchema }),
  result: v.object({ taken: count, left: count }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_BOOK_IMPORT_GONE'],
  audit: { kind: 'data.imported', subject: ({ importId }) => `phone book, import ${importId} taken back` },
  example: { params: { importId: 3 }, result: { taken: 2, left: 0 } },
});

export const bookImportQueries = { bookPreview, bookCheck, bookFaults, bookImports } as const;
export const bookImportCommands = { importEntries, undoImport } as const;
