import { CALENDAR_IMPORT_DAYS } from '@kontor/contract/appointment';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import { releaseUploads } from '../../../platform/uploads/index.ts';
import { TakenOverError, checkImport, runImport } from './running.ts';
import { deleteImport, findImport, lockImport, updateImport } from './store.ts';
import { tellImport } from './telling.ts';
import { undoImported } from './undoing.ts';

const RUN_JOB = 'appointment.runImport';
const FORGET_JOB = 'appointment.forgetImport';
const DAY_MS = 86_400_000;
const AT_WORK: readonly string[] = ['checking', 'running', 'undoing'];

type Enqueuing = Pick<ChangeContext, 'enqueue' | 'instance'>;

const keyOf = (job: string, { instance }: Enqueuing, importId: number): string => `${job}:${instance.id}:${importId}`;

/** Has an import begun, or gone on with, by one process at a time. */
export const enqueueImport = (ctx: Enqueuing, importId: number): Promise<void> =>
  ctx.enqueue(RUN_JOB, { importId }, { key: keyOf(RUN_JOB, ctx, importId) });

/** Has an import and its file forgotten when nobody needs them any more. */
export const forgetLater = (ctx: Enqueuing, importId: number, days = CALENDAR_IMPORT_DAYS): Promise<void> =>
  ctx.enqueue(FORGET_JOB, { importId }, { key: keyOf(FORGET_JOB, ctx, importId), afterMs: days * DAY_MS });

async function run(ctx: JobContext, importId: number): Promise<boolean> {
  const row = await findImport(ctx.db, ctx.instance.id, importId);
  if (row?.state === 'checking') await checkImport(ctx, row);
  if (row?.state === 'running') return runImport(ctx, row);
  return row?.state === 'undoing' ? undoImported(ctx, row) : false;
}

export const importJobs: JobHandlers = {
  async [RUN_JOB](ctx, payload) {
    const importId = Number(payload['importId']);
    try {
      if (await run(ctx, importId)) await ctx.change((change) => enqueueImport(change, importId));
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
      if (AT_WORK.includes(row.state)) return forgetLater(change, importId, 1);
      if (row.attachment_id !== null) await releaseUploads(change, [row.attachment_id]);
      await deleteImport(change.db, row);
      tellImport(change, row);
    });
  },
};

const giveUp = (ctx: JobContext, importId: number, why: string): Promise<void> =>
  ctx.change(async (change) => {
    const row = await lockImport(change.db, change.instance.id, importId);
    if (row === undefined || !AT_WORK.includes(row.state)) return;
    await updateImport(change.db, row, { state: 'failed', why, ended_at: new Date(change.now()) });
    tellImport(change, row);
  });
