import { IMPORT_DAYS } from '@kontor/contract/record';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import { releaseUploads } from '../../../platform/uploads/index.ts';
import { Running, TakenOverError } from './running.ts';
import { deleteImport, dropRows, findImport, lockImport, updateImport } from './store.ts';
import { tellImport } from './telling.ts';
import { undoRows } from './undoing.ts';

const RUN_JOB = 'record.runImport';
const FORGET_JOB = 'record.forgetImport';
const DAY_MS = 86_400_000;

const keyOf = (job: string, { instance }: Pick<ChangeContext, 'instance'>, importId: number): string =>
  `${job}:${instance.id}:${importId}`;

/** Has an import begun, or gone on with, by one process at a time. */
export const enqueueImport = (ctx: Pick<ChangeContext, 'enqueue' | 'instance'>, importId: number): Promise<void> =>
  ctx.enqueue(RUN_JOB, { importId }, { key: keyOf(RUN_JOB, ctx, importId) });

/** Has its file and what was noted of its rows forgotten when nobody needs them any more. */
export const forgetLater = (
  ctx: Pick<ChangeContext, 'enqueue' | 'instance'>,
  importId: number,
  days = IMPORT_DAYS,
): Promise<void> =>
  ctx.enqueue(FORGET_JOB, { importId }, { key: keyOf(FORGET_JOB, ctx, importId), afterMs: days * DAY_MS });

export const importJobs: JobHandlers = {
  async [RUN_JOB](ctx, payload) {
    const importId = Number(payload['importId']);
    const row = await findImport(ctx.db, ctx.instance.id, importId);
    if (row === undefined) return;
    try {
      const isMore =
        row.state === 'undoing'
          ? await undoRows(ctx, row)
          : row.state === 'checking' || row.state === 'running'
            ? await new Running(ctx, row).run()
            : false;
      if (isMore) await ctx.change((change) => enqueueImport(change, importId));
    } catch (error) {
      if (error instanceof TakenOverError) return;
      const isExpected = error instanceof ProblemError;
      if (isExpected || ctx.lastAttempt) await giveUp(ctx, importId, isExpected ? error.code : 'INTERNAL');
      if (!isExpected) throw error;
    }
  },

  async [FORGET_JOB](ctx, payload) {
    const importId = Number(payload['importId']);
    await ctx.change(async (change) => {
      const row = await lockImport(change.db, ctx.instance.id, importId);
      if (row === undefined) return;
      if (['checking', 'running', 'undoing'].includes(row.state)) return forgetLater(change, importId, 1);
      if (row.attachment_id !== null) await releaseUploads(change, [row.attachment_id]);
      await dropRows(change.db, row);
      if (row.started_at === null) await deleteImport(change.db, row);
      else await updateImport(change.db, row, { attachment_id: null, blob_hash: null });
      await tellImport(change, row);
    });
  },
};

const giveUp = (ctx: JobContext, importId: number, why: string): Promise<void> =>
  ctx.change(async (change) => {
    const row = await lockImport(change.db, change.instance.id, importId);
    if (row === undefined || !['checking', 'running', 'undoing'].includes(row.state)) return;
    await updateImport(change.db, row, { state: 'failed', why, ended_at: new Date(change.now()) });
    await tellImport(change, row);
  });
