import type { ChangeContext } from '../../platform/operation/context.ts';
import type { PresenceParts } from './parts.ts';
import { positionAfter, type FenceWord, type Position } from './rules.ts';
import { readStandings } from './standing.ts';
import { NOWHERE, takeOwn, updateOwn, type OwnRow } from './store/people.ts';
import { tellOwn, tellPresence } from './telling.ts';

/** Where somebody is by a place. */
export const positionOf = (own: OwnRow): Position | null =>
  own.automatic_id === null || own.automatic_at === null
    ? null
    : { automaticId: own.automatic_id, sessionId: own.automatic_session, at: own.automatic_at.getTime() };

/** Notes what a device, which has proven itself, says of a place. Returns whether the person is elsewhere than before by it. */
export async function moveBy(
  ctx: ChangeContext,
  parts: PresenceParts,
  userId: number,
  word: FenceWord,
): Promise<boolean> {
  const known = positionOf(await takeOwn(ctx, userId));
  const next = positionAfter(known, word, ctx.now());
  if (next === known) return false;
  const isElsewhere = next?.automaticId !== known?.automaticId;
  const [before] = next !== null && isElsewhere ? await readStandings(ctx, parts, { userIds: [userId] }) : [];
  const previous = isElsewhere ? { previous_state_id: before?.shown.stateId ?? null } : {};
  await updateOwn(
    ctx,
    userId,
    next === null
      ? NOWHERE
      : {
          automatic_id: next.automaticId,
          automatic_at: new Date(next.at),
          automatic_session: next.sessionId,
          ...previous,
        },
  );
  if (!isElsewhere) return false;
  tellOwn(ctx, [userId]);
  await tellPresence(ctx, parts, [userId]);
  return true;
}

/** Ends whichever place holds. */
export async function leaveAny(ctx: ChangeContext, parts: PresenceParts, userId: number): Promise<void> {
  if ((await takeOwn(ctx, userId)).automatic_id === null) return;
  await updateOwn(ctx, userId, NOWHERE);
  tellOwn(ctx, [userId]);
  await tellPresence(ctx, parts, [userId]);
}
