import * as v from 'valibot';
import { readSettings } from '../platform/config/config.ts';
import { checkPushKeys, finishPushKeys, pushKeySettings } from '../platform/config/push-settings.ts';
import { isWebUrl, setting, whole, yesNo, type Setting } from '../platform/config/setting.ts';
import { StartError } from '../platform/start-error.ts';

/** Every setting of a relay, once: where it listens, how much it takes, and the keys of the apps' maker. */
export const relaySettings = {
  port: setting({
    name: 'KONTOR_RELAY_PORT',
    description: 'The port of the relay.',
    allowed: 'a port number up to 65535 (0 picks a free one)',
    default: '8090',
    parse: whole(0, 65_535),
    fallback: () => 8090,
  }),
  host: setting({
    name: 'KONTOR_RELAY_HOST',
    description: 'The address to listen on. 0.0.0.0 makes the relay reachable from other machines.',
    allowed: 'a host name or an IP address',
    default: '127.0.0.1',
    parse: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
    fallback: () => '127.0.0.1',
  }),
  url: setting<string | undefined>({
    name: 'KONTOR_RELAY_URL',
    description:
      'The address under which servers reach the relay, as it stands in their KONTOR_PUSH_RELAY: they sign for it.',
    allowed: 'an address that begins with http:// or https://',
    default: 'http://127.0.0.1:{port}',
    parse: v.pipe(
      v.string(),
      v.check(isWebUrl),
      v.transform((text) => new URL(text).origin),
    ),
    fallback: () => undefined,
  }),
  trustedProxies: setting({
    name: 'KONTOR_TRUST_PROXY',
    description:
      'Whether a reverse proxy stands in front, whose X-Forwarded-For is believed; where several stand one behind the other, how many.',
    allowed: 'true, false, or a number of proxies up to 10',
    default: 'false',
    parse: v.union([whole(0, 10), v.pipe(yesNo, v.transform(Number))]),
    fallback: () => 0,
  }),
  senderPerMinute: setting({
    name: 'KONTOR_RELAY_SENDER_PER_MINUTE',
    description: 'Messages a minute from one server, and twice as many from one network.',
    allowed: 'a whole number from 1 to 1000000',
    default: '3000',
    parse: whole(1, 1_000_000),
    fallback: () => 3000,
  }),
  devicePerMinute: setting({
    name: 'KONTOR_RELAY_DEVICE_PER_MINUTE',
    description: 'Messages a minute to one phone.',
    allowed: 'a whole number from 1 to 10000',
    default: '120',
    parse: whole(1, 10_000),
    fallback: () => 120,
  }),
  ...pushKeySettings,
};

type Settings = typeof relaySettings;
export type RelayConfig = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

/** Reads the settings of a relay from the environment. Throws a StartError whose message is one sentence. */
export function loadRelayConfig(from: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): RelayConfig {
  const config = readSettings(relaySettings, { path: '', values: {} }, from) as RelayConfig;
  checkPushKeys(config);
  if (config.apnsKey === undefined && config.fcmAccount === undefined)
    throw new StartError('A relay without keys reaches nobody: set KONTOR_APNS_KEY, or KONTOR_FCM_ACCOUNT, or both.');
  return finishPushKeys(config, from.cwd);
}
