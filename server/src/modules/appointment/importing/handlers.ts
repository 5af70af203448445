import {
  CALENDAR_IMPORT_LIMITS,
  type CalendarImport,
  type CalendarImportState,
  type calendarImportCommands,
  type calendarImportQueries,
} from '@kontor/contract/appointment';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { findUploads, releaseUploads, takeUploads } from '../../../platform/uploads/index.ts';
import { requireMaking } from '../access.ts';
import { enqueueImport, forgetLater } from './jobs.ts';
import { deleteImport, insertImport, listImports, lockImport, updateImport, type ImportRow } from './store.ts';
import { tellImport } from './telling.ts';

const MAX_NAME = 200;

const toImport = (row: ImportRow): CalendarImport => ({
  importId: row.import_id,
  name: row.name,
  size: row.size,
  state: row.state,
  why: row.why,
  events: row.events,
  at: row.at_event,
  made: row.made,
  changed: row.changed,
  skipped: row.skipped,
  faulty: row.faulty,
  taken: row.taken,
  left: row.left_there,
  rows: [...(row.first_rows ?? [])],
  faults: [...(row.faults ?? [])],
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  isKept: row.started_at !== null && row.state !== 'undone' && row.blob_hash !== null,
});

export const importQueryHandlers: QueryHandlers<typeof calendarImportQueries> = {
  async imports(ctx) {
    requireMaking(ctx);
    return { imports: (await listImports(ctx.db, ctx.instance.id, ctx.person.id)).map(toImport) };
  },
};

/** The person's own import, held for this transaction. Fails with CALENDAR_IMPORT_STATE where it is in another state than those. */
async function heldIn(
  ctx: CommandContext,
  importId: number,
  ...states: readonly CalendarImportState[]
): Promise<ImportRow> {
  requireMaking(ctx);
  const row = await lockImport(ctx.db, ctx.instance.id, importId);
  if (row?.user_id !== ctx.person.id) return fail('NOT_FOUND');
  if (!states.includes(row.state)) return fail('CALENDAR_IMPORT_STATE', { data: { state: row.state } });
  return row;
}

const NOTHING_YET = { at_event: 0, made: 0, changed: 0, skipped: 0, faulty: 0, faults: null };

/** Fails with CALENDAR_IMPORT_STATE for what was never started, or was. */
function requireStarted(row: ImportRow, isStarted: boolean): void {
  if ((row.started_at !== null) !== isStarted) fail('CALENDAR_IMPORT_STATE', { data: { state: row.state } });
}

export const importCommandHandlers: CommandHandlers<typeof calendarImportCommands> = {
  async beginImport(ctx, { attachmentId }) {
    requireMaking(ctx);
    const { db, instance, person } = ctx;
    const [file] = await findUploads(ctx, person.id, { attachmentIds: [attachmentId], uploadIds: [] });
    if (file === undefined) return fail('CALENDAR_IMPORT_MISSING');
    const max = CALENDAR_IMPORT_LIMITS.bytes;
    if (file.size > max) return fail('CALENDAR_IMPORT_TOO_LARGE', { data: { what: 'bytes', max } });
    if (!(await takeUploads(ctx, [attachmentId]))) return fail('CALENDAR_IMPORT_MISSING');
    const importId = await insertImport(db, {
      instance_id: instance.id,
      user_id: person.id,
      name: file.name.replaceAll('\0', '').slice(0, MAX_NAME).toWellFormed(),
      size: file.size,
      attachment_id: attachmentId,
      blob_hash: file.blobHash,
      created_at: new Date(ctx.now()),
    });
    await enqueueImport(ctx, importId);
    await forgetLater(ctx, importId);
    tellImport(ctx, { user_id: person.id });
    return { importId };
  },

  async startImport(ctx, { importId, replaces }) {
    const row = await heldIn(ctx, importId, 'checked', 'stopped', 'failed');
    if (row.state === 'failed') requireStarted(row, true);
    const isNew = row.started_at === null;
    await updateImport(ctx.db, row, {
      ...(isNew ? { ...NOTHING_YET, replaces, started_at: new Date(ctx.now()) } : {}),
      state: 'running',
      why: null,
      ended_at: null,
    });
    await enqueueImport(ctx, importId);
    tellImport(ctx, row);
    return {};
  },

  async stopImport(ctx, { importId }) {
    const row = await heldIn(ctx, importId, 'running', 'undoing');
    const state = row.state === 'running' ? 'stopped' : 'done';
    await updateImport(ctx.db, row, { state, ended_at: new Date(ctx.now()) });
    tellImport(ctx, row);
    return {};
  },

  async undoImport(ctx, { importId }) {
    const row = await heldIn(ctx, importId, 'done', 'stopped', 'failed');
    requireStarted(row, true);
    await updateImport(ctx.db, row, { state: 'undoing', why: null, ended_at: null });
    await enqueueImport(ctx, importId);
    tellImport(ctx, row);
    return {};
  },

  async dropImport(ctx, { importId }) {
    const row = await heldIn(ctx, importId, 'checking', 'checked', 'failed');
    requireStarted(row, false);
    if (row.attachment_id !== null) await releaseUploads(ctx, [row.attachment_id]);
    await deleteImport(ctx.db, row);
    tellImport(ctx, row);
    return {};
  },
};
