import { GROUPS_KEY, accountEvents, groupEvents } from '@kontor/contract/account';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { administratorIds, filterUsers } from './store.ts';
import { setAppState, type AppState } from './store/sessions.ts';

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

/** Tells everybody in the instance that there are other groups, or that these mean others: filters of all offer them. */
export async function tellGroups(ctx: ChangeContext): Promise<void> {
  const users = (await filterUsers(ctx.db, ctx.instance.id)).map(({ userId }) => userId);
  ctx.emit(groupEvents.groupsChanged, { users }, payloadOf(ctx, [GROUPS_KEY]));
}

/** Notes with the session of a command what its app says of itself, and tells the person's devices, whose list of them shows it. */
export async function noteApp(ctx: CommandContext, said: AppState): Promise<void> {
  const { db, instance, person } = ctx;
  if (!(await setAppState(db, instance.id, person.sessionId, new Date(ctx.now()), said))) return;
  ctx.emit(accountEvents.sessionChanged, { users: [person.id] }, payloadOf(ctx, ['sessions']));
}
