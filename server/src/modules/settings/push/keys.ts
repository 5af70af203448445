import type { InstanceContext } from '../../../platform/operation/context.ts';
import { offerKey, readKey } from './store.ts';

/** What the private key of an instance is sealed to. */
export const keyBinding = (instanceId: number | string): string => `push_key ${instanceId}`;

/** What the subscription of a session's device is sealed to. */
export const deviceBinding = (instanceId: number | string, sessionId: number | string): string =>
  `push_device ${instanceId} ${sessionId}`;

export interface PushKeys {
  /** Base64url. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** What an instance signs its pushes with; made when it is first asked for. Whoever is second takes the key of the first. */
export async function keysOf({
  db,
  instance,
  secrets,
}: Pick<InstanceContext, 'db' | 'instance' | 'secrets'>): Promise<PushKeys> {
  const stored = (await readKey(db, instance.id)) ?? (await makeKey({ db, instance, secrets }));
  const privateKey = secrets.open(stored.sealed_key, keyBinding(instance.id));
  return { publicKey: stored.public_key, privateKey };
}

async function makeKey({ db, instance, secrets }: Pick<InstanceContext, 'db' | 'instance' | 'secrets'>) {
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await offerKey(db, instance.id, {
    public_key: publicKey,
    sealed_key: secrets.seal(privateKey, keyBinding(instance.id)),
  });
  const kept = await readKey(db, instance.id);
  if (kept === undefined) throw new Error('A key was not kept');
  return kept;
}
