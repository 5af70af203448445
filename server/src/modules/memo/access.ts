import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeSeen } from '../activity/index.ts';
import { readMemos, type MemoRow } from './store.ts';

/** Whether a person may write in a memo, and throw it away: who sees it for another reason reads it. */
export const mayWrite = (memo: Pick<MemoRow, 'created_by'>, userId: number): boolean => memo.created_by === userId;

/** A memo that the person writes in, taken for this transaction. Fails with NOT_FOUND where they do not see it, RIGHT_MISSING where they only read it. */
export async function takeMemo(ctx: CommandContext, id: AggregateId): Promise<MemoRow> {
  const [taken] = id.module === 'activity' ? await takeSeen(ctx, [id]) : [];
  const [memo] = taken === undefined ? [] : await readMemos(ctx.db, ctx.instance.id, [taken.entryId]);
  if (memo === undefined) return fail('NOT_FOUND');
  return mayWrite(memo, ctx.person.id) ? memo : fail('RIGHT_MISSING');
}
