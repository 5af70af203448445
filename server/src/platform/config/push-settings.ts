import { resolve } from 'node:path';
import * as v from 'valibot';
import { isLoopback } from '../loopback.ts';
import { StartError } from '../start-error.ts';
import { setting, yesNo, yesNoAllowed } from './setting.ts';

/** Words that are divided by commas, as they are written. */
const words = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);
const APP = /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/;
const apps = v.pipe(
  words,
  v.check((names) => names.every((name) => APP.test(name))),
);
const appleId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/));
const path = v.pipe(v.string(), v.minLength(1));

const isRelayUrl = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(text);
  const isPlain = protocol === 'http:' && isLoopback(hostname);
  return (protocol === 'https:' || isPlain) && pathname === '/' && `${search}${hash}${username}` === '';
};

/** What who pushes to apps on phones has of the apps' maker: Kontor itself, or a relay for others. */
export const pushKeySettings = {
  apnsKey: setting<string | undefined>({
    name: 'KONTOR_APNS_KEY',
    description: "The file with the key by which the app's maker pushes to iPhones, as Apple gives it (.p8).",
    allowed: 'the path of a file in the format PEM',
    default: 'none',
    parse: path,
    fallback: () => undefined,
  }),
  apnsKeyId: setting<string | undefined>({
    name: 'KONTOR_APNS_KEY_ID',
    description: "Apple's number of that key.",
    allowed: 'ten capital letters and digits',
    default: 'none',
    parse: appleId,
    fallback: () => undefined,
  }),
  apnsTeam: setting<string | undefined>({
    name: 'KONTOR_APNS_TEAM',
    description: "Apple's number of the app's maker.",
    allowed: 'ten capital letters and digits',
    default: 'none',
    parse: appleId,
    fallback: () => undefined,
  }),
  apnsApps: setting<readonly string[] | undefined>({
    name: 'KONTOR_APNS_APPS',
    description: 'The apps on iPhones that are pushed to with that key.',
    allowed: 'bundle ids like com.example.app, separated by commas',
    default: 'none',
    parse: apps,
    fallback: () => undefined,
  }),
  fcmAccount: setting<string | undefined>({
    name: 'KONTOR_FCM_ACCOUNT',
    description:
      "The file of the service account by which the app's maker pushes through Google, as Firebase gives it.",
    allowed: 'the path of a file in the format JSON',
    default: 'none',
    parse: path,
    fallback: () => undefined,
  }),
  fcmApps: setting<readonly string[] | undefined>({
    name: 'KONTOR_FCM_APPS',
    description: 'The apps on Android that are pushed to with that account.',
    allowed: 'names of packages like com.example.app, separated by commas',
    default: 'none',
    parse: apps,
    fallback: () => undefined,
  }),
};

const ANDROID_APP = /^([A-Za-z][\w-]*(?:\.[\w-]+)+)=([0-9A-F]{2}(?::[0-9A-F]{2}){31})$/;

/** An app on Android, and SHA-256 of the certificate that it is signed with: 32 bytes in capital hex, divided by colons. */
export function androidAppOf(text: string): { readonly name: string; readonly fingerprint: string } {
  const [, name = '', fingerprint = ''] = ANDROID_APP.exec(text) ?? [];
  return { name, fingerprint };
}

/** Apps on phones that may use this server. */
export const nativeSettings = {
  pushRelay: setting<string | undefined>({
    name: 'KONTOR_PUSH_RELAY',
    description:
      "The relay through which apps on phones are pushed to whose maker's keys this server does not have. It sees encrypted bytes, the phone's token, and when.",
    allowed: 'an address like https://push.example.com, with nothing behind the host',
    default: 'none',
    parse: v.pipe(
      v.string(),
      v.check(isRelayUrl),
      v.transform((text) => new URL(text).origin),
    ),
    fallback: () => undefined,
  }),
  ...pushKeySettings,
  nativeApps: setting({
    name: 'KONTOR_NATIVE_APPS',
    description:
      'Whether the apps for Android and iOS may use this server: their pages come from capacitor://localhost and https://localhost.',
    allowed: yesNoAllowed,
    default: 'false',
    parse: yesNo,
    fallback: () => false,
  }),
  iosApps: setting<readonly string[]>({
    name: 'KONTOR_IOS_APPS',
    description:
      'Apps on iPhones that open links of this server and use its passkeys, told to Apple at /.well-known/apple-app-site-association.',
    allowed: "bundle ids behind their maker's number, as in ABCDE12345.com.example.app, separated by commas",
    default: 'none',
    parse: v.pipe(
      words,
      v.check((names) => names.every((name) => /^[A-Z0-9]{10}\./.test(name) && APP.test(name.slice(11)))),
    ),
    fallback: () => [],
  }),
  androidApps: setting<readonly string[]>({
    name: 'KONTOR_ANDROID_APPS',
    description:
      'Apps on Android that open links of this server and use its passkeys, told to Android at /.well-known/assetlinks.json.',
    allowed:
      'names of packages with the SHA-256 of their certificate, as in com.example.app=AB:CD:…, separated by commas',
    default: 'none',
    parse: v.pipe(
      words,
      v.transform((parts) =>
        parts.map((part) => {
          const [name = '', ...fingerprint] = part.split('=').map((text) => text.trim());
          return `${name}=${fingerprint.join('=').toUpperCase()}`;
        }),
      ),
      v.check((found) => found.every((text) => ANDROID_APP.test(text))),
    ),
    fallback: () => [],
  }),
};

type KeyValues = { readonly [K in keyof typeof pushKeySettings]: string | readonly string[] | undefined };

/** Throws a StartError where settings of one service's keys are there and others are missing. */
export function checkPushKeys(values: KeyValues): void {
  for (const group of [
    ['apnsKey', 'apnsKeyId', 'apnsTeam', 'apnsApps'],
    ['fcmAccount', 'fcmApps'],
  ] as const) {
    const given = group.filter((key) => values[key] !== undefined);
    const missing = group.filter((key) => values[key] === undefined);
    const name = (keys: readonly (keyof KeyValues)[]) => keys.map((key) => pushKeySettings[key].name).join(', ');
    if (given.length > 0 && missing.length > 0)
      throw new StartError(
        `Settings that belong together are not all there: with ${name(given)} set, ${name(missing)} must be set too.`,
      );
  }
}

/** The same with paths that begin at a folder. */
export const finishPushKeys = <
  T extends { readonly apnsKey: string | undefined; readonly fcmAccount: string | undefined },
>(
  values: T,
  cwd: string,
): T => ({
  ...values,
  apnsKey: values.apnsKey === undefined ? undefined : resolve(cwd, values.apnsKey),
  fcmAccount: values.fcmAccount === undefined ? undefined : resolve(cwd, values.fcmAccount),
});
