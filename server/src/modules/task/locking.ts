import type { LockConfigSchema } from '@kontor/contract/task';
import type * as v from 'valibot';
import type { InstanceContext } from '../../platform/operation/context.ts';
import { initialsFor, namesFor, openSessionsAmong, type DirectoryCaller } from '../account/index.ts';
import { isLocked } from './rules.ts';
import type { TaskRow } from './store/tasks.ts';

export type LockConfig = v.InferOutput<typeof LockConfigSchema>;

const FREE: LockConfig = { locked: false, date: null, userId: null, userShortcut: '', userDisplayName: '' };

/** Who has a task locked: until they give it free, sign out, or save nothing for a while. */
export async function lockOf(
  ctx: DirectoryCaller & Pick<InstanceContext, 'now'>,
  task: Pick<TaskRow, 'locked_by' | 'locked_at' | 'locked_saved_at' | 'locked_session'>,
): Promise<LockConfig> {
  const { db, instance, now } = ctx;
  const { locked_by: userId, locked_at: at, locked_session: session } = task;
  if (userId === null || at === null || !isLocked(task, now())) return FREE;
  const open = session === null ? new Set() : await openSessionsAmong(db, instance.id, [session], now());
  if (session !== null && !open.has(session)) return FREE;
  return {
    locked: true,
    date: new Date(at).toISOString(),
    userId,
    userShortcut: (await initialsFor(ctx, [userId])).get(userId) ?? '',
    userDisplayName: (await namesFor(ctx, [userId])).get(userId) ?? '',
  };
}
