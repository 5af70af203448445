import type { importCommands, importQueries, ImportSetup, ImportState, RecordImport } from '@kontor/contract/record';
import type { CommandContext, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findUploads, releaseUploads, takeUploads } from '../../../platform/uploads/index.ts';
import { namesOf } from '../../account/index.ts';
import { requireChanging } from '../access.ts';
import { heldImport, theirImport, writableKind } from './access.ts';
import { exportFile } from './exporting.ts';
import { formatOf, openTable } from './file.ts';
import { errorsFile, leftFile } from './files.ts';
import { enqueueImport, forgetLater } from './jobs.ts';
import { setupFaults } from './planning.ts';
import { previewOf } from './preview.ts';
import { NOTHING_YET } from './running.ts';
import {
  deleteImport,
  dropRows,
  faultyRows,
  insertImport,
  listImports,
  updateImport,
  type ImportRow,
} from './store.ts';
import { tellImport } from './telling.ts';

const MAX_NAME = 200;
const MAX_FAULTS = 100;

const toImport = (row: ImportRow, names: ReadonlyMap<number, string>): RecordImport => ({
  importId: row.import_id,
  idoInstanceId: row.kind_id,
  name: row.name,
  format: row.format,
  size: row.size,
  state: row.state,
  why: row.why,
  rows: row.rows,
  atRow: row.at_row,
  made: row.made,
  changed: row.changed,
  skipped: row.skipped,
  faulty: row.faulty,
  joined: row.joined,
  taken: row.taken,
  left: row.left_there,
  userId: row.user_id,
  byName: names.get(row.user_id) ?? '',
  at: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  isKept: row.blob_hash !== null,
  setup: row.setup,
});

const shown = async ({ db, instance }: QueryContext, rows: readonly ImportRow[]): Promise<RecordImport[]> => {
  const names = await namesOf(db, instance.id, [...new Set(rows.map((row) => row.user_id))]);
  return rows.map((row) => toImport(row, names));
};

export const importQueryHandlers: QueryHandlers<typeof importQueries> = {
  async importPreview(ctx, { importId, ...said }) {
    const row = await theirImport(ctx, importId);
    if (row.blob_hash === null) return fail('NOT_FOUND');
    return previewOf(ctx, row, await writableKind(ctx, row.kind_id), said);
  },

  async imports(ctx) {
    requireChanging(ctx);
    const { db, instance, person } = ctx;
    return shown(ctx, await listImports(db, instance.id, person.isAdministrator ? undefined : person.id));
  },

  async import(ctx, { importId }) {
    const row = await theirImport(ctx, importId);
    const [one] = await shown(ctx, [row]);
    if (one === undefined) return fail('NOT_FOUND');
    const faults = await faultyRows(ctx.db, row, 0, MAX_FAULTS);
    return { ...one, faults: faults.map((faulty) => ({ row: faulty.row, faults: [...faulty.faults] })) };
  },

  async importErrors(ctx, { importId, language }) {
    return errorsFile(ctx, await theirImport(ctx, importId), language);
  },

  async importLeft(ctx, { importId, language }) {
    return leftFile(ctx, await theirImport(ctx, importId), language);
  },

  export: exportFile,
};

/** Throws RECORD_IMPORT_STATE if an import is in another state than those. */
function requireState({ state }: ImportRow, ...allowed: readonly ImportState[]): void {
  if (!allowed.includes(state)) fail('RECORD_IMPORT_STATE', { data: { state } });
}

const isBegun = ({ started_at }: ImportRow): boolean => started_at !== null;

/** An import that is still being set up. */
async function heldDraft(ctx: CommandContext, importId: number): Promise<ImportRow> {
  const row = await heldImport(ctx, importId);
  requireState(row, 'draft', 'checked', ...(isBegun(row) ? [] : ['failed' as const]));
  return row;
}

async function keepSetup(
  ctx: CommandContext,
  row: ImportRow,
  setup: ImportSetup,
  state: 'draft' | 'checking',
): Promise<void> {
  await dropRows(ctx.db, row);
  await updateImport(ctx.db, row, { ...NOTHING_YET, rows: null, why: null, state, setup: JSON.stringify(setup) });
  await tellImport(ctx, row);
}

export const importCommandHandlers: CommandHandlers<typeof importCommands> = {
  async beginImport(ctx, { attachmentId, idoInstanceId }) {
    const { kind } = await writableKind(ctx, idoInstanceId);
    const { db, instance, person } = ctx;
    const [file] = await findUploads(ctx, person.id, { attachmentIds: [attachmentId], uploadIds: [] });
    if (file === undefined) return fail('RECORD_IMPORT_MISSING');
    const format = await formatOf(ctx, { blob_hash: file.blobHash, size: file.size });
    if (!(await takeUploads(ctx, [attachmentId]))) return fail('RECORD_IMPORT_MISSING');
    const importId = await insertImport(db, {
      instance_id: instance.id,
      kind_id: kind.kind_id,
      user_id: person.id,
      name: file.name.slice(0, MAX_NAME).toWellFormed(),
      format,
      size: file.size,
      attachment_id: attachmentId,
      blob_hash: file.blobHash,
      created_at: new Date(ctx.now()),
    });
    await forgetLater(ctx, importId);
    await tellImport(ctx, { import_id: importId, user_id: person.id });
    return { importId };
  },

  async saveImport(ctx, { importId, setup }) {
    await keepSetup(ctx, await heldDraft(ctx, importId), setup, 'draft');
    return {};
  },

  async importDryRun(ctx, { importId, setup }) {
    const row = await heldDraft(ctx, importId);
    const writable = await writableKind(ctx, row.kind_id);
    const { columns } = await openTable(ctx, row, setup);
    const faults = setupFaults(writable, columns, setup);
    if (faults.length > 0) return fail('RECORD_IMPORT_SETUP', { data: { faults } });
    await keepSetup(ctx, row, setup, 'checking');
    await enqueueImport(ctx, importId);
    return {};
  },

  async startImport(ctx, { importId }) {
    const row = await heldImport(ctx, importId);
    requireState(row, 'checked', 'stopped', ...(isBegun(row) ? ['failed' as const] : []));
    if (row.blob_hash === null) return fail('RECORD_IMPORT_STATE', { data: { state: row.state } });
    const isNew = !isBegun(row);
    if (isNew) await dropRows(ctx.db, row);
    await updateImport(ctx.db, row, {
      ...(isNew ? { ...NOTHING_YET, started_at: new Date(ctx.now()) } : {}),
      state: 'running',
      why: null,
      ended_at: null,
    });
    await enqueueImport(ctx, importId);
    await tellImport(ctx, row);
    return {};
  },

  async stopImport(ctx, { importId }) {
    const row = await heldImport(ctx, importId);
    requireState(row, 'checking', 'running', 'undoing');
    if (row.state === 'checking') await dropRows(ctx.db, row);
    const reset = row.state === 'checking' ? NOTHING_YET : {};
    const state = row.state === 'checking' ? 'draft' : row.state === 'running' ? 'stopped' : 'done';
    await updateImport(ctx.db, row, { ...reset, state, ended_at: state === 'draft' ? null : new Date(ctx.now()) });
    await tellImport(ctx, row);
    return {};
  },

  async undoImport(ctx, { importId }) {
    const row = await heldImport(ctx, importId);
    requireState(row, 'done', 'stopped', ...(isBegun(row) ? ['failed' as const] : []));
    if (row.blob_hash === null) return fail('RECORD_IMPORT_STATE', { data: { state: row.state } });
    await updateImport(ctx.db, row, { state: 'undoing', why: null, undone_by: ctx.person.id });
    await enqueueImport(ctx, importId);
    await tellImport(ctx, row);
    return {};
  },

  async dropImport(ctx, { importId }) {
    const row = await heldDraft(ctx, importId);
    if (row.attachment_id !== null) await releaseUploads(ctx, [row.attachment_id]);
    await deleteImport(ctx.db, row);
    await tellImport(ctx, row);
    return {};
  },
};
