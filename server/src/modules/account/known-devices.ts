import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/database.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { cookieNameOf, type GateParts } from './gate.ts';
import { isKnownDevice } from './store/known-devices.ts';

/** A device stays known for as long as browsers keep a cookie, from the last sign-in on. */
export const DEVICE_MS = 400 * 24 * 3_600_000;
const NONCE_BYTES = 16;
/** Most values that are looked at where the person is not known yet. */
const MAX_LOOKED_AT = 5;

/** A device that somebody has signed in from: whose, the value it shows, and what the database knows it by. */
export interface KnownDevice {
  readonly userId: number;
  readonly token: string;
  readonly hash: Buffer;
}

// Told apart from the sessions' cookies by how it begins. One a person: several may use one browser.
const cookiePrefix = ({ name }: Instance): string => `device-kontor-${name}-`;
const deviceCookieName = (parts: GateParts, request: FastifyRequest, instance: Instance, userId: number): string =>
  cookieNameOf(parts, request, `${cookiePrefix(instance)}${userId}`);

const signedText = (instance: Instance, userId: number, nonce: string): string => `${instance.id} ${userId} ${nonce}`;
const hashOf = (nonce: string): Buffer => createHash('sha256').update(nonce).digest();

/** The device that a value names, where the server has signed it; whether it is still known is another question. */
function readToken({ platform }: GateParts, instance: Instance, token: string): KnownDevice | undefined {
  const [user = '', nonce = '', signature = ''] = token.split('.');
  const userId = Number(user);
  if (!/^\d{1,9}$/.test(user) || nonce === '') return undefined;
  if (!platform.secrets.verify('device', signedText(instance, userId, nonce), signature)) return undefined;
  return { userId, token, hash: hashOf(nonce) };
}

export function newDevice({ platform }: GateParts, instance: Instance, userId: number): KnownDevice {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const token = `${userId}.${nonce}.${platform.secrets.sign('device', signedText(instance, userId, nonce))}`;
  return { userId, token, hash: hashOf(nonce) };
}

/** The device that a request comes from, where it has signed in as this person before: by its cookie, or what a client without cookies has kept. */
export async function knownDevice(
  parts: GateParts,
  db: Db,
  request: FastifyRequest,
  instance: Instance,
  who: { readonly userId: number; readonly given: string },
): Promise<KnownDevice | undefined> {
  const shown = who.given || (request.cookies[deviceCookieName(parts, request, instance, who.userId)] ?? '');
  const device = readToken(parts, instance, shown);
  if (device?.userId !== who.userId) return undefined;
  return (await isKnownDevice(db, { instanceId: instance.id, ...device })) ? device : undefined;
}

/** A device that anybody of the instance has signed in from, where nobody knows yet who it is that signs in. */
export async function someKnownDevice(
  parts: GateParts,
  db: Db,
  request: FastifyRequest,
  instance: Instance,
  given: string,
): Promise<KnownDevice | undefined> {
  const prefix = cookieNameOf(parts, request, cookiePrefix(instance)).split(cookiePrefix(instance))[0] ?? '';
  const begin = `${prefix}${cookiePrefix(instance)}`;
  const cookies = Object.entries(request.cookies).filter(([name]) => name.startsWith(begin));
  for (const token of [given, ...cookies.map(([, value]) => value ?? '')].slice(0, MAX_LOOKED_AT)) {
    const device = readToken(parts, instance, token);
    if (device !== undefined && (await isKnownDevice(db, { instanceId: instance.id, ...device }))) return device;
  }
  return undefined;
}

/** Leaves a device what it is known by from now on, where no page's script reads it. */
export function setDeviceCookie(
  parts: GateParts,
  request: FastifyRequest,
  reply: FastifyReply,
  instance: Instance,
  { userId, token }: KnownDevice,
): void {
  void reply.setCookie(deviceCookieName(parts, request, instance, userId), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: parts.isSecure(request),
    expires: new Date(parts.platform.now() + DEVICE_MS),
  });
}
