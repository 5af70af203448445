import { NO_STATE_ID, MAX_UNTIL_DAYS, type presenceCommands } from '@kontor/contract/presence';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findInstanceRow, knownUserIds, requireAdministrator, setOwnInstance } from '../account/index.ts';
import { MAY_HIDE, mayHideIn } from './access.ts';
import type { PresenceParts } from './parts.ts';
import { endOfChoice } from './rules.ts';
import { hiddenPeople, takeOwn, updateOwn } from './store/people.ts';
import { readStates } from './store/states.ts';
import { deleteWait, putWait } from './store/waits.ts';
import { readStandings } from './standing.ts';
import { tellOwn, tellPresence, tellStates, tellWaiting } from './telling.ts';
import { definitionHandlers } from './definitions.ts';
import { placeHandlers } from './places.ts';

const DAY_MS = 86_400_000;

async function chooseState(
  ctx: CommandContext,
  parts: PresenceParts,
  choice: { readonly userstateId: number; readonly until?: string | undefined; readonly chosenAt?: string | undefined },
): Promise<{ isTaken: boolean; until: string | null }> {
  const { db, instance, person } = ctx;
  const stateId = choice.userstateId === NO_STATE_ID ? null : choice.userstateId;
  const isKnown = stateId === null || (await readStates(db, instance.id)).some((state) => state.state_id === stateId);
  if (!isKnown) return fail('STATE_GONE');
  const now = ctx.now();
  const chosenAt = Math.min(now, choice.chosenAt === undefined ? now : Date.parse(choice.chosenAt));
  const zone = await parts.zoneOf(ctx, person.id);
  const end = stateId === null ? null : endOfChoice(choice.until, { chosenAt, now, zone });
  if (end === 'invalid') return fail('STATE_TIME');
  const own = await takeOwn(ctx, person.id);
  if (end === 'tooLate' || (own.chosen_at !== null && own.chosen_at.getTime() > chosenAt))
    return { isTaken: false, until: own.until?.toISOString() ?? null };
  const until = end === null ? null : new Date(end);
  await updateOwn(ctx, person.id, { state_id: stateId, chosen_at: new Date(chosenAt), until });
  tellOwn(ctx, [person.id]);
  await tellPresence(ctx, parts, [person.id]);
  return { isTaken: true, until: until?.toISOString() ?? null };
}

export const commandHandlers = (parts: PresenceParts): CommandHandlers<typeof presenceCommands> => ({
  ...definitionHandlers(parts),
  ...placeHandlers(parts),

  switchState: (ctx, choice) => chooseState(ctx, parts, choice),

  async setPersonalState(ctx, { text }) {
    const { db, instance, person } = ctx;
    const own = await takeOwn(ctx, person.id);
    await updateOwn(ctx, person.id, { personal_text: text === '' ? null : text });
    tellOwn(ctx, [person.id]);
    const chosen = (await readStates(db, instance.id)).find((state) => state.state_id === own.state_id);
    if (chosen?.type === 'personal') await tellPresence(ctx, parts, [person.id]);
    return {};
  },

  async hide(ctx, { isHidden }) {
    const { db, instance, person } = ctx;
    if (isHidden && !(await mayHideIn(db, instance.id))) return fail('RIGHT_MISSING');
    await takeOwn(ctx, person.id);
    await updateOwn(ctx, person.id, { hidden: isHidden });
    tellOwn(ctx, [person.id]);
    await tellPresence(ctx, parts, [person.id], { isHiding: true });
    return {};
  },

  async allowHiding(ctx, { mayHide }) {
    requireAdministrator(ctx);
    const { title } = await findInstanceRow(ctx.db, ctx.instance.id);
    await setOwnInstance(ctx.db, title, { [MAY_HIDE]: mayHide });
    tellStates(ctx);
    const hidden = await hiddenPeople(ctx);
    tellOwn(ctx, hidden);
    await tellPresence(ctx, parts, hidden, { isHiding: true });
    return {};
  },

  async notifyWhenThere(ctx, { userId, until }) {
    const { db, instance, person } = ctx;
    const [now, end] = [ctx.now(), Date.parse(until)];
    if (end <= now || end > now + MAX_UNTIL_DAYS * DAY_MS) return fail('STATE_TIME');
    if (userId === person.id || (await knownUserIds(db, instance.id, [userId])).length === 0) return fail('NOT_FOUND');
    await putWait(ctx, { user_id: person.id, of_user_id: userId }, new Date(end));
    tellOwn(ctx, [person.id]);
    await tellWaiting(ctx, parts, await readStandings(ctx, parts, { userIds: [userId] }));
    return {};
  },

  async cancelNotify(ctx, { userId }) {
    await deleteWait(ctx, { user_id: ctx.person.id, of_user_id: userId });
    tellOwn(ctx, [ctx.person.id]);
    return {};
  },

  async beat({ instance, person }, { isInForeground }) {
    parts.devices.beat?.(instance.id, { userId: person.id, sessionId: person.sessionId, isInForeground });
    return {};
  },
});
