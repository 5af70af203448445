import type { ImportFormat } from '@kontor/contract/kernel';
import {
  BOOK_IMPORT_DAYS,
  BOOK_IMPORT_LIMITS,
  MAX_BOOK_FAULTS,
  type bookImportCommands,
  type bookImportQueries,
  type BookImportSetup,
  type BookOutcome,
} from '@kontor/contract/phonecall';
import {
  beginningOf,
  faultyRowsAnswer,
  importFiles,
  type FaultyRow,
  type ImportTable,
  type TableRow,
} from '../../../platform/import-file/index.ts';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findUploads } from '../../../platform/uploads/index.ts';
import { namesOf, phoneCountryIn } from '../../account/index.ts';
import { requireCalls } from '../access.ts';
import {
  NO_COUNTS,
  decideRows,
  guessBookTargets,
  keyOf,
  missingIn,
  planOf,
  planRow,
  type BookCounts,
  type BookPlan,
  type PlannedRow,
} from './import-rules.ts';
import {
  countBookImport,
  dropBookImport,
  entriesThere,
  holdBookImport,
  holdUntouched,
  insertBookImport,
  markBookImportUndone,
  markImported,
  readBookImports,
} from './import-store.ts';
import { deleteEntries, insertEntries, recountEntries, type NewEntry } from './store.ts';
import { tellNumbers } from './writing.ts';

const AT_ONCE = 1000;
/** Numbers whose calls are found by their new names at once; the calls of others follow when they are changed next. */
const MAX_RENEWED = 1000;
const MAX_IMPORTS = 100;
const MAX_FILE_NAME = 200;
const DAY_MS = 86_400_000;

const { formatOf, readingOf, openTable } = importFiles({
  limits: BOOK_IMPORT_LIMITS,
  unreadable: 'PHONE_BOOK_FILE_UNREADABLE',
  tooLarge: 'PHONE_BOOK_FILE_TOO_LARGE',
  keepsPauses: true,
});

type Caller = QueryContext | CommandContext;
type Given = { readonly attachmentId: number; readonly setup: BookImportSetup };

interface BookFile {
  readonly blob_hash: string;
  readonly size: number;
  readonly name: string;
  readonly format: ImportFormat;
}

/** A file that the person has uploaded. Throws NOT_FOUND. */
async function openFile(ctx: Caller, attachmentId: number): Promise<BookFile> {
  requireCalls(ctx);
  const [file] = await findUploads(ctx, ctx.person.id, { attachmentIds: [attachmentId], uploadIds: [] });
  if (file === undefined) return fail('NOT_FOUND');
  const about = { blob_hash: file.blobHash, size: file.size };
  return { ...about, name: file.name, format: await formatOf(ctx, about) };
}

interface OpenedImport {
  readonly file: BookFile;
  readonly table: ImportTable;
  readonly plan: BookPlan;
}

/** A file as a table, and where its columns go. Throws PHONE_BOOK_IMPORT_SETUP if nobody could be named or called. */
async function openImport(ctx: Caller, { attachmentId, setup }: Given): Promise<OpenedImport> {
  const file = await openFile(ctx, attachmentId);
  const table = await openTable(ctx, file, setup);
  const plan = planOf(table, setup, { format: file.format, country: phoneCountryIn(ctx.instance.settings) });
  const missing = missingIn(plan);
  if (missing !== undefined) return fail('PHONE_BOOK_IMPORT_SETUP', { data: { missing } });
  return { file, table, plan };
}

/** A row as it stands in the file, and what it says. */
interface ReadRow {
  readonly cells: TableRow['cells'];
  readonly planned: PlannedRow;
}

/** The rows of a file, some at a time. Throws PHONE_BOOK_FILE_TOO_LARGE at the first that is too many. */
async function* rowsOf({ table, plan }: OpenedImport): AsyncGenerator<readonly ReadRow[]> {
  const most = BOOK_IMPORT_LIMITS.rows;
  let some: ReadRow[] = [];
  let count = 0;
  for await (const row of table.rows()) {
    if ((count += 1) > most) return fail('PHONE_BOOK_FILE_TOO_LARGE', { data: { what: 'rows', most } });
    some.push({ cells: row.cells, planned: planRow(plan, row) });
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Reads a whole file and decides what becomes of each row, alike for who only wants to know. `write` is given what is new. */
async function runImport(
  ctx: Caller,
  opened: OpenedImport,
  write: (entries: readonly NewEntry[]) => Promise<void>,
): Promise<BookOutcome> {
  const { db, instance } = ctx;
  const there = new Set<string>();
  const faults: { row: number; faults: PlannedRow['faults'][number][] }[] = [];
  let counts: BookCounts = NO_COUNTS;
  for await (const rows of rowsOf(opened)) {
    const planned = rows.map((one) => one.planned);
    const entries = planned.flatMap((one) => one.entries);
    for (const known of await entriesThere(db, instance.id, entries)) there.add(keyOf(known));
    const decided = decideRows(counts, planned, there);
    counts = decided.counts;
    for (const { row, faults: own } of planned)
      if (own.length > 0 && faults.length < MAX_BOOK_FAULTS) faults.push({ row, faults: [...own] });
    await write(decided.made);
  }
  return { ...counts, faults };
}

const LABELS = {
  de: { name: 'Name', firstName: 'Vorname', lastName: 'Nachname', company: 'Firma', number: 'Nummer' },
  en: { name: 'Name', firstName: 'First name', lastName: 'Last name', company: 'Company', number: 'Number' },
} as const;

export const bookImportQueryHandlers: QueryHandlers<typeof bookImportQueries> = {
  async bookPreview(ctx, { attachmentId, ...said }) {
    const file = await openFile(ctx, attachmentId);
    const reading = await readingOf(ctx, file, said);
    const { seen, shown } = await beginningOf(await openTable(ctx, file, reading));
    const { format } = file;
    return { format, setup: { ...reading, targets: guessBookTargets(seen, format) }, ...shown };
  },

  async bookCheck(ctx, given) {
    return runImport(ctx, await openImport(ctx, given), async () => {});
  },

  async bookFaults(ctx, { language, ...given }) {
    const opened = await openImport(ctx, given);
    async function* faulty(): AsyncGenerator<FaultyRow> {
      for await (const rows of rowsOf(opened))
        for (const { cells, planned } of rows)
          if (planned.faults.length > 0) yield { row: planned.row, faults: planned.faults, cells: [cells] };
    }
    return faultyRowsAnswer(faulty(), {
      fileName: language === 'de' ? 'Telefonbuch-Fehler.csv' : 'phone-book-faults.csv',
      language,
      names: opened.table.columns.map(({ column, name }) => (name === '' ? column : name)),
      labels: new Map(Object.entries(LABELS[language])),
      isCards: opened.file.format === 'vcf',
    });
  },

  async bookImports(ctx) {
    requireCalls(ctx);
    const { db, instance } = ctx;
    const since = new Date(ctx.now() - BOOK_IMPORT_DAYS * DAY_MS);
    const rows = await readBookImports(db, instance.id, since, MAX_IMPORTS);
    const names = await namesOf(db, instance.id, [...new Set(rows.map((row) => row.by_user))]);
    return rows.map((row) => ({
      importId: row.import_id,
      name: row.name,
      made: row.made,
      skipped: row.skipped,
      faulty: row.faulty,
      entries: row.entries,
      taken: row.taken,
      left: row.left_there,
      isUndone: row.undone_at !== null,
      by: names.get(row.by_user) ?? '',
      at: row.at.toISOString(),
    }));
  },
};

export const bookImportCommandHandlers: CommandHandlers<typeof bookImportCommands> = {
  async importEntries(ctx, given) {
    const opened = await openImport(ctx, given);
    const { db, instance, person } = ctx;
    const at = new Date(ctx.now());
    const name = opened.file.name.slice(0, MAX_FILE_NAME).toWellFormed();
    const importId = await insertBookImport(db, instance.id, { name, userId: person.id, at });
    const numbers: (number | null)[] = [];
    const outcome = await runImport(ctx, opened, async (entries) => {
      const made = await insertEntries(db, instance.id, entries, { source: 'import', userId: person.id, at });
      await markImported(db, instance.id, importId, made);
      await recountEntries(db, instance.id, made);
      if (numbers.length < MAX_RENEWED) numbers.push(...entries.map(({ number }) => number));
    });
    const { faults: _faults, ...counts } = outcome;
    if (counts.entries === 0) {
      await dropBookImport(db, instance.id, importId);
      return { ...outcome, importId: null };
    }
    await countBookImport(db, instance.id, importId, counts);
    await tellNumbers(ctx, numbers.slice(0, MAX_RENEWED));
    return { ...outcome, importId };
  },

  async undoImport(ctx, { importId }) {
    requireCalls(ctx);
    const { db, instance } = ctx;
    const row = await holdBookImport(db, instance.id, importId);
    if (row === undefined) return fail('NOT_FOUND');
    const isOld = row.at.getTime() < ctx.now() - BOOK_IMPORT_DAYS * DAY_MS;
    if (row.undone_at !== null || isOld) return fail('PHONE_BOOK_IMPORT_GONE');
    const untouched = await holdUntouched(db, instance.id, importId);
    const numbers = await deleteEntries(db, instance.id, untouched);
    const taken = untouched.length;
    const left = row.entries - taken;
    await markBookImportUndone(db, instance.id, importId, { at: new Date(ctx.now()), taken, left });
    await tellNumbers(ctx, numbers.slice(0, MAX_RENEWED));
    return { taken, left };
  },
};
