import { PUSH_KEY, settingsEvents, type pushCommands, type pushQueries } from '@kontor/contract/settings';
import { EgressError, allowedAddress, type EgressPolicy } from '../../../platform/egress/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { deviceOf } from '../../account/index.ts';
import { deviceBinding, keysOf } from './keys.ts';
import { hashOf, readSubscription } from './rules.ts';
import { MAX_FAILURES, deleteByEndpoint, devicesOf, replaceDevice } from './store.ts';

/** Tells a person that their devices are reached otherwise than before. */
export function tellDevices(ctx: ChangeContext, userId: number): void {
  const cause = { processIds: [...ctx.processIds], aggregateIds: [] };
  ctx.emit(settingsEvents.changed, { users: [userId] }, { keys: [PUSH_KEY], ...cause });
}

export const pushQueryHandlers: QueryHandlers<typeof pushQueries> = {
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
      };
    });
    return { publicKey, devices: await Promise.all(devices) };
  },
};

export const pushCommandHandlers = (policy: EgressPolicy): CommandHandlers<typeof pushCommands> => ({
  async registerToken(ctx, { deviceToken }) {
    const { db, instance, person, secrets } = ctx;
    const subscription = readSubscription(deviceToken) ?? fail('PUSH_TOKEN_INVALID');
    await acceptAddress(subscription.endpoint, policy);
    await replaceDevice(db, instance.id, {
      user_id: person.id,
      session_id: person.sessionId,
      endpoint_hash: hashOf(subscription.endpoint),
      sealed_subscription: secrets.seal(JSON.stringify(subscription), deviceBinding(instance.id, person.sessionId)),
      created_at: new Date(ctx.now()),
    });
    tellDevices(ctx, person.id);
    return {};
  },

  async deleteToken(ctx, { deviceToken }) {
    const subscription = readSubscription(deviceToken);
    if (subscription === undefined) return {};
    const { db, instance, person } = ctx;
    if (await deleteByEndpoint(db, instance.id, person.id, hashOf(subscription.endpoint))) tellDevices(ctx, person.id);
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
