import {
  FENCE_ENTERED,
  FENCE_HEADER,
  FENCE_PATH,
  FENCE_POSTS_PER_HOUR,
  GeofenceSchema,
  TokenGeofenceSchema,
} from '@kontor/contract/presence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import type { Gate } from '../../platform/http/gate.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Change } from '../../platform/operation/change.ts';
import type { Platform } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { Rate } from '../../platform/rate.ts';
import { admit, countingContext, wasRight, type InstanceDirectory } from '../account/index.ts';
import { provenKey } from './access.ts';
import { fenceTokenIn, hashOfFenceToken, instanceOfFenceToken, moveByToken } from './fence-tokens.ts';
import { moveBy } from './fences.ts';
import type { PresenceParts } from './parts.ts';

export interface RouteParts extends PresenceParts {
  readonly platform: Platform;
  readonly gate: Pick<Gate, 'instanceOf'>;
  readonly directory: Pick<InstanceDirectory, 'byId'>;
  readonly change: Change;
}

const HOUR_MS = 3_600_000;

const answer = (reply: FastifyReply, state: 0 | 1) =>
  reply.header('Cache-Control', 'no-store').type('application/json').send(JSON.stringify(state));

/** The instance that a token is of. Fails with UNAUTHENTICATED where it is none, or where the request names another one. */
async function instanceOfToken({ gate, directory }: RouteParts, request: FastifyRequest, token: string) {
  const id = instanceOfFenceToken(token);
  const own = id === undefined ? undefined : await directory.byId(id);
  // A phone's own watcher may be let name none.
  const named = await gate.instanceOf(request).catch(() => undefined);
  if (own === undefined || (named !== undefined && named.id !== own.id)) return fail('UNAUTHENTICATED');
  return own;
}

/**
 * The endpoint at which devices say that they have entered or left a place: without a session, by the key of device and place, or by a token that is
 * good for nothing else. What a phone says beside that, such as where it is, is not read.
 */
export function presenceRoutes(http: FastifyInstance, parts: RouteParts): void {
  const { platform, gate, change } = parts;
  const posts = new Rate({ most: FENCE_POSTS_PER_HOUR, windowMs: HOUR_MS });

  const byToken = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const said = parseParameters(TokenGeofenceSchema, request.body ?? {});
    const instance = await instanceOfToken(parts, request, token);
    const counting = countingContext(platform, instance);
    const admitted = await admit(counting, [{ kind: 'fence', key: addressOf(request) }]);
    const waitMs = posts.take(hashOfFenceToken(token).toString('base64'), platform.now());
    if (waitMs !== undefined) fail('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(waitMs / 1000) });
    const { state, isStale } = await change(instance, (ctx) => moveByToken(ctx, parts, token, said));
    await wasRight(counting, admitted);
    if (isStale) void reply.header(FENCE_HEADER, 'refresh');
    return answer(reply, state);
  };

  http.post(FENCE_PATH, async (request, reply) => {
    const token = fenceTokenIn(request.headers.authorization);
    if (token !== undefined) return byToken(request, reply, token);
    const { extras, state, at } = parseParameters(GeofenceSchema, request.body ?? {});
    const instance = await gate.instanceOf(request);
    const counting = countingContext(platform, instance);
    // A key is as long as no guess is; what is counted is work that strangers cause.
    const admitted = await admit(counting, [{ kind: 'fence', key: addressOf(request) }]);
    const { userId, locationId: automaticId, key } = extras;
    await change(instance, async (ctx) => {
      const { session_id: sessionId } = await provenKey(ctx, { userId, automaticId, sessionId: null, key });
      const moment = at === undefined ? ctx.now() : Date.parse(at);
      await moveBy(ctx, parts, userId, { isEntered: state === FENCE_ENTERED, automaticId, sessionId, at: moment });
    });
    await wasRight(counting, admitted);
    return answer(reply, state);
  });
}
