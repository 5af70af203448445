import { PUSH_KEY, settingsEvents, type pushCommands, type pushQueries } from '@kontor/contract/settings';
import { EgressError, allowedAddress, type EgressPolicy } from '../../../platform/egress/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { deviceOf } from '../../account/index.ts';
import { deviceBinding, keysOf } from './keys.ts';
import { addressOf, hashOf, isWeb, readSubscription } from './rules.ts';
import { MAX_FAILURES, deleteByEndpoint, devicesOf, replaceDevice } from './store.ts';
import { reachedServices, wayTo, type Ways } from './way.ts';

/** Tells a person that their devices are reached otherwise than before. */
export function tellDevices(ctx: ChangeContext, userId: number): void {
  const cause = { processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(settingsEvents.changed, { users: [userId] }, { keys: [PUSH_KEY], ...cause });
}

export const pushQueryHandlers = (ways: Ways): QueryHandlers<Pick<typeof pushQueries, 'pushConfiguration'>> => ({
  async pushConfiguration(ctx) {
    const { db, instance, person } = ctx;
    const { publicKey } = await keysOf(ctx);
    const rows = await devicesOf(db, instance.id, person.id, new Date(ctx.now()));
    const devices = rows.map(async (row) => {
      const { program, system } = await deviceOf(row.device);
      return {
        deviceId: row.device_id,
        isThis: row.session_id === person.sessionId,
        name: [program, system].filter(Boolean).join(', '),
        since: Math.floor(row.created_at.getTime() / 1000),
        isPaused: row.failures >= MAX_FAILURES,
        kind: row.kind,
      };
    });
    return { publicKey, devices: await Promise.all(devices), services: reachedServices(ways) };
  },
});

export const pushCommandHandlers = (
  ways: Ways,
): CommandHandlers<Pick<typeof pushCommands, 'registerToken' | 'deleteToken'>> => ({
  async registerToken(ctx, { deviceToken }) {
    const { db, instance, person, secrets } = ctx;
    const subscription = readSubscription(deviceToken) ?? fail('PUSH_TOKEN_INVALID');
    if (isWeb(subscription)) await acceptAddress(subscription.endpoint, ways.policy);
    else if (wayTo(ways, subscription) === undefined) fail('PUSH_TOKEN_INVALID');
    await replaceDevice(db, instance.id, {
      user_id: person.id,
      session_id: person.sessionId,
      endpoint_hash: hashOf(addressOf(subscription)),
      sealed_subscription: secrets.seal(JSON.stringify(subscription), deviceBinding(instance.id, person.sessionId)),
      created_at: new Date(ctx.now()),
      kind: subscription.kind,
    });
    tellDevices(ctx, person.id);
    return {};
  },

  async deleteToken(ctx, { deviceToken }) {
    const subscription = readSubscription(deviceToken);
    if (subscription === undefined) return {};
    const { db, instance, person } = ctx;
    if (await deleteByEndpoint(db, instance.id, person.id, hashOf(addressOf(subscription))))
      tellDevices(ctx, person.id);
    return {};
  },
});

/** Fails with PUSH_TOKEN_INVALID on what may not be connected to. A name that nobody knows at the moment is tried when it is pushed to. */
async function acceptAddress(endpoint: string, policy: EgressPolicy): Promise<void> {
  try {
    await allowedAddress(new URL(endpoint), policy);
  } catch (error) {
    if (!(error instanceof EgressError) || error.code === 'HOST_NOT_ALLOWED') fail('PUSH_TOKEN_INVALID');
  }
}
