import { MAX_PLACES, type presenceCommands } from '@kontor/contract/presence';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator } from '../account/index.ts';
import { changeablePlace, provenKey, watchablePlace } from './access.ts';
import { leaveAny, moveBy } from './fences.ts';
import { hashOfKey, keyFor } from './keys.ts';
import type { PresenceParts } from './parts.ts';
import { isSameCircle } from './rules.ts';
import { leavePlace, peopleAtPlace } from './store/people.ts';
import {
  countPlaces,
  deleteKey,
  insertPlace,
  lockPlaces,
  putKey,
  removePlace,
  updatePlace,
  type NewPlace,
} from './store/places.ts';
import { readStates } from './store/states.ts';
import { tellOwn, tellPlaces, tellPresence } from './telling.ts';

type Places = Pick<
  typeof presenceCommands,
  'savePlace' | 'removePlace' | 'subscribe' | 'unsubscribe' | 'setAutomaticState' | 'deleteAutomaticState'
>;

/** Hands the session that asks its key for a place. */
async function watch(ctx: CommandContext, automaticId: number): Promise<string> {
  const { sessionId } = ctx.person;
  const key = keyFor(ctx, { automatic_id: automaticId, session_id: sessionId });
  await putKey(ctx, { automaticId, sessionId, hash: hashOfKey(key) });
  return key;
}

/** Has a place be gone: who is there is not any more. */
async function endPlace(
  ctx: CommandContext,
  parts: PresenceParts,
  automaticId: number,
  ownerId: number | null,
): Promise<void> {
  const left = await leavePlace(ctx, automaticId);
  await removePlace(ctx, automaticId);
  tellPlaces(ctx, ownerId);
  tellOwn(ctx, left);
  await tellPresence(ctx, parts, left);
}

/** Puts a place elsewhere: it is another one. Where its own person moves it, the device by which they do so goes on watching. */
async function movePlace(
  ctx: CommandContext,
  parts: PresenceParts,
  before: { readonly automatic_id: number; readonly owner_id: number | null },
  wanted: NewPlace,
): Promise<number> {
  const { automatic_id: oldId, owner_id: ownerId } = before;
  const newId = await insertPlace(ctx, wanted);
  const wasWatched = ownerId !== null && (await deleteKey(ctx, oldId, ctx.person.sessionId));
  if (wasWatched) await watch(ctx, newId);
  await endPlace(ctx, parts, oldId, ownerId);
  return newId;
}

/** Notes a change of a place for all; people's own are nobody's business. */
function recordChange(ctx: CommandContext, ownerId: number | null, name: string, change: string): void {
  if (ownerId === null) ctx.audit({ kind: 'instance.changed', subject: `place ${name}`, details: { change } });
}

export const placeHandlers = (parts: PresenceParts): CommandHandlers<Places> => ({
  async savePlace(ctx, { automaticUserStateId, isForAll, name, iconCls, stateId, ...circle }) {
    const { db, instance, person } = ctx;
    const { latitude, longitude, radius, schedule } = circle;
    const find = () => (automaticUserStateId === undefined ? undefined : changeablePlace(ctx, automaticUserStateId));
    if (automaticUserStateId === undefined && isForAll) requireAdministrator(ctx);
    const owned = await find();
    const ownerId = owned === undefined ? (isForAll ? null : person.id) : owned.owner_id;
    await lockPlaces(ctx, ownerId);
    // Another device may have moved it, or removed it, while this one waited.
    const before = await find();
    const isState = (await readStates(db, instance.id)).some((state) => state.state_id === stateId);
    if (!isState) return fail('STATE_GONE');
    const wanted = { name, icon: iconCls, schedule, state_id: stateId };
    const made = { ...wanted, latitude, longitude, radius, owner_id: ownerId };
    recordChange(ctx, ownerId, name, before === undefined ? 'made' : 'changed');
    if (before === undefined) {
      if ((await countPlaces(ctx, ownerId)) >= MAX_PLACES) return fail('TOO_MANY_PLACES');
      const newId = await insertPlace(ctx, made);
      tellPlaces(ctx, ownerId);
      return { automaticUserStateId: newId };
    }
    if (!isSameCircle(before, made)) return { automaticUserStateId: await movePlace(ctx, parts, before, made) };
    await updatePlace(ctx, before.automatic_id, wanted);
    tellPlaces(ctx, ownerId);
    await tellPresence(ctx, parts, await peopleAtPlace(ctx, before.automatic_id));
    return { automaticUserStateId: before.automatic_id };
  },

  async removePlace(ctx, { automaticUserStateId }) {
    const { owner_id: ownerId, name } = await changeablePlace(ctx, automaticUserStateId);
    await lockPlaces(ctx, ownerId);
    await changeablePlace(ctx, automaticUserStateId);
    await endPlace(ctx, parts, automaticUserStateId, ownerId);
    recordChange(ctx, ownerId, name, 'removed');
    return {};
  },

  async subscribe(ctx, { automaticUserStateId }) {
    await watchablePlace(ctx, automaticUserStateId);
    const key = await watch(ctx, automaticUserStateId);
    tellPlaces(ctx, ctx.person.id);
    return { key };
  },

  async unsubscribe(ctx, { automaticUserStateId }) {
    const { id: userId, sessionId } = ctx.person;
    if (!(await deleteKey(ctx, automaticUserStateId, sessionId))) await watchablePlace(ctx, automaticUserStateId);
    const word = { isEntered: false, automaticId: automaticUserStateId, sessionId, at: ctx.now() };
    await moveBy(ctx, parts, userId, word);
    tellPlaces(ctx, userId);
    return {};
  },

  async setAutomaticState(ctx, { automaticUserStateId: automaticId, key }) {
    const { id: userId, sessionId } = ctx.person;
    await provenKey(ctx, { userId, automaticId, sessionId, key });
    await moveBy(ctx, parts, userId, { isEntered: true, automaticId, sessionId, at: ctx.now() });
    return {};
  },

  async deleteAutomaticState(ctx, { automaticUserStateId: automaticId, key }) {
    const { id: userId, sessionId } = ctx.person;
    await provenKey(ctx, { userId, automaticId: automaticId ?? null, sessionId, key });
    if (automaticId === undefined) await leaveAny(ctx, parts, userId);
    else await moveBy(ctx, parts, userId, { isEntered: false, automaticId, sessionId, at: ctx.now() });
    return {};
  },
});
