import { generateKeyPairSync, type webcrypto } from 'node:crypto';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import type { Subscription } from './rules.ts';
import { offerKey, readKey, type DeviceRow } from './store.ts';

/** What the private key of an instance is sealed to. */
export const keyBinding = (instanceId: number | string): string => `push_key ${instanceId}`;

/** What the subscription of a session's device is sealed to. */
export const deviceBinding = (instanceId: number | string, sessionId: number | string): string =>
  `push_device ${instanceId} ${sessionId}`;

/** By what a device is reached. Devices that registered before there were others are browsers. */
export function openSubscription(
  { instance, secrets }: Pick<InstanceContext, 'instance' | 'secrets'>,
  device: Pick<DeviceRow, 'session_id' | 'sealed_subscription'>,
): Subscription {
  const opened = secrets.open(device.sealed_subscription, deviceBinding(instance.id, device.session_id));
  return { kind: 'browser', ...(JSON.parse(opened) as object) } as Subscription;
}

export interface PushKeys {
  /** An uncompressed point on P-256, base64url. */
  readonly publicKey: string;
  readonly privateKey: webcrypto.JsonWebKey;
}

/** What an instance signs its pushes with; made when it is first asked for. Whoever is second takes the key of the first. */
export async function keysOf({
  db,
  instance,
  secrets,
}: Pick<InstanceContext, 'db' | 'instance' | 'secrets'>): Promise<PushKeys> {
  const stored = (await readKey(db, instance.id)) ?? (await makeKey({ db, instance, secrets }));
  const privateKey = JSON.parse(secrets.open(stored.sealed_key, keyBinding(instance.id))) as webcrypto.JsonWebKey;
  return { publicKey: stored.public_key, privateKey };
}

async function makeKey({ db, instance, secrets }: Pick<InstanceContext, 'db' | 'instance' | 'secrets'>) {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(key.x ?? '', 'base64url'), Buffer.from(key.y ?? '', 'base64url')];
  await offerKey(db, instance.id, {
    public_key: Buffer.concat(point).toString('base64url'),
    sealed_key: secrets.seal(JSON.stringify(key), keyBinding(instance.id)),
  });
  const kept = await readKey(db, instance.id);
  if (kept === undefined) throw new Error('A key was not kept');
  return kept;
}
