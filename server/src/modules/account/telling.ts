import { accountEvents } from '@kontor/contract/account';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { administratorIds } from './store.ts';

/** What people see of how they sign in: the list of their sessions, and their ways to begin one. */
type Shown = 'sessions' | 'security';

export const payloadOf = (ctx: ChangeContext, keys: readonly string[]) => ({
  keys: [...keys],
  processIds: [...ctx.processIds],
  aggregateIds: [],
});

/** Tells a person's devices what changed of how they sign in, and administrators that their list of people did. */
export async function tellSignIn(ctx: ChangeContext, userId: number, shown: readonly Shown[]): Promise<void> {
  ctx.emit(accountEvents.sessionChanged, { users: [userId] }, payloadOf(ctx, shown));
  await tellAdministrators(ctx);
}

/** Tells administrators that somebody can sign in otherwise than before, or is signed in. Nobody else's lists show that. */
export async function tellAdministrators(ctx: ChangeContext): Promise<void> {
  const users = await administratorIds(ctx.db, ctx.instance.id);
  ctx.emit(accountEvents.peopleChanged, { users }, payloadOf(ctx, ['people']));
}
