import type { Secrets } from '../../../platform/crypto/secrets.ts';

const PURPOSE = 'calendar-feed';
const signed = (instanceId: number, userId: number, nonce: string): string => `${instanceId} ${userId} ${nonce}`;

/** Where a feed is read: it names instance and person, and is signed. */
export const feedPath = (secrets: Pick<Secrets, 'sign'>, instanceId: number, userId: number, nonce: string): string =>
  `/feeds/${instanceId}.${userId}.${nonce}.${secrets.sign(PURPOSE, signed(instanceId, userId, nonce))}.ics`;

/** What the name of a feed says. */
export interface FeedName {
  readonly instanceId: number;
  readonly userId: number;
  readonly nonce: string;
}

/** Reads the name of a feed; undefined where it is none that we have signed. */
export function readFeedName(secrets: Pick<Secrets, 'verify'>, name: string): FeedName | undefined {
  const [, instance, user, nonce = '', signature = ''] =
    /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([\w-]{24})\.([\w-]{20,100})\.ics$/.exec(name) ?? [];
  if (instance === undefined) return undefined;
  const [instanceId, userId] = [Number(instance), Number(user)];
  const isOurs = secrets.verify(PURPOSE, signed(instanceId, userId, nonce), signature);
  return isOurs ? { instanceId, userId, nonce } : undefined;
}
