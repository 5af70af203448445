import { createHash, randomBytes } from 'node:crypto';
import {
  FENCE_ENTERED,
  FENCE_LEFT,
  FENCE_TOKEN_MS,
  type TokenGeofence,
  type fenceCommands,
  type fenceQueries,
} from '@kontor/contract/presence';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { moveBy, positionOf } from './fences.ts';
import { hashOfKey, isKeyOf } from './keys.ts';
import type { PresenceParts } from './parts.ts';
import { leavesAt } from './rules.ts';
import { deleteFenceToken, fenceDevicesOf, findFenceToken, putFenceToken } from './store/fence-tokens.ts';
import { takeOwn } from './store/people.ts';
import { readKeys } from './store/places.ts';
import { tellPlaces } from './telling.ts';

const LEAVE_JOB = 'presence.leave';
/** How every token begins, which no other door takes for one of its own. */
const SHAPE = /^fence\.([0-9a-z]{1,6})\.[A-Za-z0-9_-]{43}$/;

const newFenceToken = (instanceId: number): string =>
  `fence.${instanceId.toString(36)}.${randomBytes(32).toString('base64url')}`;

/** What the database keeps of a token. */
export const hashOfFenceToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Number of the instance that a token claims to be of; undefined where it is none. */
export function instanceOfFenceToken(token: string): number | undefined {
  const [, id] = SHAPE.exec(token) ?? [];
  return id === undefined ? undefined : Number.parseInt(id, 36);
}

/** The token of a header `Authorization`; undefined where another kind of proof stands there, or none. */
export const fenceTokenIn = (header: string | undefined): string | undefined =>
  /^Bearer (fence\.\S*)$/i.exec(header ?? '')?.[1];

export const fenceQueryHandlers: QueryHandlers<typeof fenceQueries> = {
  async fenceDevices({ db, instance, person, now }) {
    const rows = await fenceDevicesOf(db, instance.id, person.id, new Date(now()));
    return rows.map((row) => ({
      sessionId: row.session_id,
      isThis: row.session_id === person.sessionId,
      deviceName: row.device_name,
      since: row.created_at.toISOString(),
      validUntil: row.valid_until.toISOString(),
    }));
  },
};

export const fenceCommandHandlers: CommandHandlers<typeof fenceCommands> = {
  async fenceToken(ctx, { deviceName }) {
    const { instance, person } = ctx;
    const token = newFenceToken(instance.id);
    const createdAt = new Date(ctx.now());
    const validUntil = new Date(ctx.now() + FENCE_TOKEN_MS);
    const hash = hashOfFenceToken(token);
    await putFenceToken(ctx, { sessionId: person.sessionId, hash, deviceName, createdAt, validUntil });
    tellPlaces(ctx, person.id);
    return { token, validUntil: validUntil.toISOString() };
  },

  async endFenceToken(ctx, { sessionId }) {
    const { id: userId } = ctx.person;
    if (await deleteFenceToken(ctx, { userId, sessionId })) tellPlaces(ctx, userId);
    return {};
  },
};

interface Leaving {
  readonly userId: number;
  readonly automaticId: number;
  readonly sessionId: string;
  readonly at: number;
}

/**
 * Does what a device says by its token. Returns the digit that holds now, and whether the device watches a place that is not there for it, or is
 * another server's. Fails with UNAUTHENTICATED for a token that is not good any more, and with PLACE_KEY_WRONG for another person's word.
 */
export async function moveByToken(
  ctx: ChangeContext,
  parts: PresenceParts,
  token: string,
  said: TokenGeofence,
): Promise<{ readonly state: 0 | 1; readonly isStale: boolean }> {
  const { db, instance } = ctx;
  const now = ctx.now();
  const device = await findFenceToken(db, instance.id, hashOfFenceToken(token), new Date(now));
  if (device === undefined) return fail('UNAUTHENTICATED');
  const { user_id: userId, session_id: sessionId } = device;
  if (said.userId !== undefined && said.userId !== userId) return fail('PLACE_KEY_WRONG');
  const { locationId: automaticId, key } = said;
  const keys = await readKeys(db, instance.id, { userId, automaticId }, new Date(now));
  const watched = keys.find((row) => row.session_id === sessionId && !row.gone);
  const isMeant = watched !== undefined && (key === undefined || isKeyOf(ctx, watched, { key, hash: hashOfKey(key) }));
  if (!isMeant) return { state: FENCE_LEFT, isStale: true };
  const word = { isEntered: said.state === FENCE_ENTERED, automaticId, sessionId, at: now };
  const leaves = leavesAt(positionOf(await takeOwn(ctx, userId)), word);
  if (leaves > now) {
    const order: Leaving = { userId, automaticId, sessionId, at: now };
    const jobKey = `${LEAVE_JOB}:${instance.id}:${userId}`;
    await ctx.enqueue(LEAVE_JOB, { ...order }, { runAt: new Date(leaves), key: jobKey });
    return { state: FENCE_ENTERED, isStale: false };
  }
  await moveBy(ctx, parts, userId, word);
  return { state: word.isEntered ? FENCE_ENTERED : FENCE_LEFT, isStale: false };
}

/** Leaves a place that was left right after it was entered, unless the device has entered it again since. */
export const fenceJobs = (parts: PresenceParts): JobHandlers => ({
  [LEAVE_JOB]: (ctx, payload) =>
    ctx.change(async (change) => {
      const { userId, ...word } = payload as unknown as Leaving;
      await moveBy(change, parts, userId, { isEntered: false, ...word });
    }),
});
