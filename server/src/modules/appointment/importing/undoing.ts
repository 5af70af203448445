import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { CommandContext } from '../../../platform/operation/context.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import { changeObject, removeObject } from '../dav/index.ts';
import { inviteNobody } from '../inviting/inviting.ts';
import { PARTS_ALONE } from '../parts.ts';
import { holdUid } from '../store/appointments.ts';
import { stampOf } from './rules.ts';
import { TakenOverError, asPerson, importerOf } from './running.ts';
import { knownOf, lastDone, lockImport, markUndone, updateImport, type DoneRow, type ImportRow } from './store.ts';
import { addressesOfAll, type Addresses } from './taking.ts';
import { tellImport } from './telling.ts';

const TURN_MS = 30_000;
const TELL_EACH = 20;

/** Takes back what an import has made and changed for one turn, from the last to the first. Returns whether there is more. */
export async function undoImported(ctx: JobContext, begun: ImportRow): Promise<boolean> {
  const person = await importerOf(ctx, begun);
  const addresses = await addressesOfAll(ctx);
  const until = ctx.now() + TURN_MS;
  for (;;) {
    const done = await lastDone(ctx.db, begun);
    if (done === undefined) break;
    const isBack = await ctx
      .change(async (change) => {
        await hold(change, begun);
        const isTaken = await takeBackOne(asPerson(change, person), done, addresses);
        await note(change, done, isTaken);
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof ProblemError) return false;
        throw error;
      });
    if (!isBack) await ctx.change((change) => note(change, done, false));
    if (ctx.now() >= until) return true;
  }
  await ctx.change(async (change) => {
    const row = await hold(change, begun);
    await updateImport(change.db, row, { state: 'undone', ended_at: new Date(ctx.now()) });
    tellImport(change, row);
  });
  return false;
}

type Changing = Parameters<Parameters<JobContext['change']>[0]>[0];

async function hold(change: Changing, { import_id: importId }: Pick<ImportRow, 'import_id'>): Promise<ImportRow> {
  const row = await lockImport(change.db, change.instance.id, importId);
  if (row?.state !== 'undoing') throw new TakenOverError();
  return row;
}

async function note(change: Changing, done: DoneRow, isTaken: boolean): Promise<void> {
  const row = await hold(change, done);
  await markUndone(change.db, done, isTaken ? 'taken' : 'left');
  const [taken, left] = isTaken ? [row.taken + 1, row.left_there] : [row.taken, row.left_there + 1];
  await updateImport(change.db, row, { taken, left_there: left });
  if ((taken + left) % TELL_EACH === 0) tellImport(change, row);
}

/** Takes one back. Returns whether that was done: not where somebody has changed it since. */
async function takeBackOne(ctx: CommandContext, done: DoneRow, addresses: Addresses): Promise<boolean> {
  const { db, instance, person } = ctx;
  await holdUid(db, instance.id, done.uid);
  // Nobody outside has heard of it from us.
  inviteNobody(ctx);
  const rows = (await knownOf(db, instance.id, person.id, [done.uid])).filter((row) => !row.is_cancelled);
  const ids = rows.filter((row) => row.takes_part && !row.is_removed).map(({ appointment_id: id }) => id);
  if (ids.length === 0 || stampOf(rows) !== done.stamp) return false;
  if (done.outcome === 'made') await removeObject(ctx, PARTS_ALONE, ids);
  else if (done.before === null) return false;
  else await changeObject(ctx, PARTS_ALONE, ids, done.before, { calendarId: person.id, addresses });
  return true;
}
