import { FENCE_ENTERED, GeofenceSchema } from '@kontor/contract/presence';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../../platform/http/address.ts';
import type { Gate } from '../../platform/http/gate.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import type { Change } from '../../platform/operation/change.ts';
import type { Platform } from '../../platform/operation/context.ts';
import { admit, countingContext, wasRight } from '../account/index.ts';
import { provenKey } from './access.ts';
import { moveBy } from './fences.ts';
import type { PresenceParts } from './parts.ts';

export interface RouteParts extends PresenceParts {
  readonly platform: Platform;
  readonly gate: Pick<Gate, 'instanceOf'>;
  readonly change: Change;
}

/** The endpoint at which devices say that they have entered or left a place: without a session, by the key of device and place. */
export function presenceRoutes(http: FastifyInstance, parts: RouteParts): void {
  const { platform, gate, change } = parts;
  http.post('/userstatus/userstatus/geofence', async (request, reply) => {
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
    return reply.header('Cache-Control', 'no-store').type('application/json').send(JSON.stringify(state));
  });
}
