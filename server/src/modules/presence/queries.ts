import type { presenceQueries } from '@kontor/contract/presence';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireAdministrator } from '../account/index.ts';
import { mayHideIn } from './access.ts';
import { keyFor } from './keys.ts';
import type { OnlineUsers } from './online-users.ts';
import type { PresenceParts } from './parts.ts';
import { readStandings, type Standing } from './standing.ts';
import { readPlaces } from './store/places.ts';
import { readStates } from './store/states.ts';
import { findWait } from './store/waits.ts';
import { freeAt, toDefinition, toOnlineUser, toPlace, toUserState } from './views.ts';

/** How somebody stands. Fails with NOT_FOUND where nobody who may sign in has the number. */
async function standingOf(ctx: QueryContext, parts: PresenceParts, userId: number): Promise<Standing> {
  const [standing] = await readStandings(ctx, parts, { userIds: [userId], askerId: ctx.person.id });
  return standing ?? fail('NOT_FOUND');
}

export const queryHandlers = (parts: PresenceParts, people: OnlineUsers): QueryHandlers<typeof presenceQueries> => ({
  onlineUsers: (ctx) => people.answer(ctx),

  async userStates(ctx) {
    const { db, instance, person } = ctx;
    const standing = await standingOf(ctx, parts, person.id);
    const language = await parts.languageOf(ctx, person.id);
    const now = ctx.now();
    return (await readStates(db, instance.id)).map((state) => toUserState(state, { standing, language, now }));
  },

  async automaticUserStates(ctx) {
    const { db, instance, person } = ctx;
    const { row } = await standingOf(ctx, parts, person.id);
    const { id: userId, sessionId, isAdministrator } = person;
    const found = await readPlaces(db, instance.id, { userId, sessionId });
    const keyOf = (automaticId: number) => keyFor(ctx, { automatic_id: automaticId, session_id: sessionId });
    return found.map((one) => toPlace(one, { instance, row, isAdministrator, keyOf }));
  },

  async user(ctx, { userId }) {
    const { db, instance, person } = ctx;
    const standing = await standingOf(ctx, parts, userId);
    const now = ctx.now();
    const { substituteId } = standing.shown;
    const names = await namesOf(db, instance.id, substituteId === null ? [] : [substituteId]);
    const waits = await findWait(db, instance.id, { user_id: person.id, of_user_id: userId }, new Date(now));
    const isOwn = userId === person.id;
    return {
      ...toOnlineUser(standing, await parts.languageOf(ctx, person.id)),
      substituteName: names.get(substituteId ?? 0) ?? null,
      freeAt: freeAt(standing),
      notifyUntil: waits?.toISOString() ?? null,
      isHidden: isOwn && standing.isHidden,
      mayHide: isOwn && (await mayHideIn(db, instance.id)),
    };
  },

  async definitions(ctx) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    return {
      states: (await readStates(db, instance.id)).map(toDefinition),
      mayHide: await mayHideIn(db, instance.id),
    };
  },
});
