import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { Http2Poster, sendTo, type EgressPolicy } from '../egress/index.ts';
import { StartError } from '../start-error.ts';
import { Apns, type ApnsKeys, type ApnsOrigins } from './apns.ts';
import { Fcm, FcmAccountSchema, type FcmAccount } from './fcm.ts';
import type { Delivery, Envelope, ServiceDevice } from './outcome.ts';

/** Settings of the keys of an app's maker. */
export interface KeySettings {
  readonly apnsKey: string | undefined;
  readonly apnsKeyId: string | undefined;
  readonly apnsTeam: string | undefined;
  readonly apnsApps: readonly string[] | undefined;
  readonly fcmAccount: string | undefined;
  readonly fcmApps: readonly string[] | undefined;
}

/** Apple's and Google's services, as far as there are keys for them. */
export interface PushServices {
  /** Whether there are keys for the service at all. */
  readonly has: Readonly<Record<ServiceDevice['kind'], boolean>>;
  /** Whether there are keys for a device's app. */
  serves(device: ServiceDevice): boolean;
  /** Hands a message to the service of a device that is served. Never rejects. */
  send(device: ServiceDevice, envelope: Envelope): Promise<Delivery>;
  close(): Promise<void>;
}

/** Where the services are, in the place of where they really are; for tests. */
export interface ServicePlaces {
  readonly apns?: ApnsOrigins;
  readonly fcm?: string;
  readonly policy?: EgressPolicy;
  readonly timeoutMs?: number;
}

const PUBLIC: EgressPolicy = { allowPrivateHosts: false };

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`The file ${path}, which ${name} names, cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function apnsKeys({ apnsKey: path, apnsKeyId: keyId, apnsTeam: teamId }: KeySettings): ApnsKeys | undefined {
  if (path === undefined || keyId === undefined || teamId === undefined) return undefined;
  const key = readText('KONTOR_APNS_KEY', path);
  try {
    if (createPrivateKey(key).asymmetricKeyDetails?.namedCurve === 'prime256v1') return { key, keyId, teamId };
  } catch {
    // Said below: what Node says of it would quote the file.
  }
  throw new StartError(`The file ${path}, which KONTOR_APNS_KEY names, has no private key on P-256.`);
}

function fcmAccount({ fcmAccount: path }: KeySettings): FcmAccount | undefined {
  if (path === undefined) return undefined;
  const text = readText('KONTOR_FCM_ACCOUNT', path);
  try {
    const account = v.parse(FcmAccountSchema, JSON.parse(text));
    createPrivateKey(account.private_key);
    return account;
  } catch {
    throw new StartError(
      `The file ${path}, which KONTOR_FCM_ACCOUNT names, is not that of a service account: it has project_id, client_email and private_key.`,
    );
  }
}

/** Opens the services that there are keys for. Throws a StartError where a file of keys is not what it should be. */
export function openPushServices(
  settings: KeySettings,
  { now, places = {} }: { readonly now: () => number; readonly places?: ServicePlaces | undefined },
): PushServices {
  const { policy = PUBLIC, timeoutMs } = places;
  const [keys, account] = [apnsKeys(settings), fcmAccount(settings)];
  const poster = new Http2Poster(policy, timeoutMs);
  const apns =
    keys === undefined ? undefined : new Apns(keys, { poster, now, ...(places.apns && { origins: places.apns }) });
  const post = (address: string, headers: Readonly<Record<string, string>>, body: string) =>
    sendTo(address, { method: 'POST', headers, body, ...(timeoutMs === undefined ? {} : { timeoutMs }) }, policy);
  const fcm = account === undefined ? undefined : new Fcm(account, { post, now, origin: places.fcm });
  const served = { apns: new Set(settings.apnsApps), fcm: new Set(settings.fcmApps) };
  const has = { apns: apns !== undefined, fcm: fcm !== undefined };
  return {
    has,
    serves: ({ kind, app }) => has[kind] && served[kind].has(app),
    async send(device, envelope) {
      const sent = device.kind === 'apns' ? apns?.send(device, envelope) : fcm?.send(device, envelope);
      if (sent === undefined) throw new Error(`There are no keys for ${device.kind}`);
      return sent;
    },
    close: () => poster.close(),
  };
}
