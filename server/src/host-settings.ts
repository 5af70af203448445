import type { Config } from './platform/config/config.ts';
import { androidAppOf } from './platform/config/push-settings.ts';

/** Where the pages of apps on phones come from: on iOS, and on Android. */
const NATIVE_ORIGINS = ['capacitor://localhost', 'https://localhost'];

/** What an app on Android has in the place of an origin where it asks for a passkey: the hash of its certificate. */
function androidOriginOf(text: string): string {
  const bytes = Buffer.from(androidAppOf(text).fingerprint.replaceAll(':', ''), 'hex');
  return `android:apk-key-hash:${bytes.toString('base64url')}`;
}

/** Schemes by which the apps are opened that the operator has named: an app's is what it is called in its store. */
const schemesOf = ({ iosApps, androidApps }: Pick<Config, 'iosApps' | 'androidApps'>): readonly string[] =>
  [...iosApps.map((id) => id.slice(id.indexOf('.') + 1)), ...androidApps.map((text) => androidAppOf(text).name)].map(
    (name) => name.toLowerCase(),
  );

/** Under which names a server that listens on a port answers, and whom it lets ask. */
export function hostSettings(config: Config, port: number) {
  const plain = ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [host, `${host}:${port}`]);
  if (config.publicUrl !== undefined) plain.push(new URL(config.publicUrl).host);
  const domains = config.domains.map((domain) =>
    domain === `localhost:${config.port}` ? `localhost:${port}` : domain,
  );
  const isSecure = config.publicUrl !== undefined && new URL(config.publicUrl).protocol === 'https:';
  const { nativeApps } = config;
  return {
    domains,
    origins: nativeApps ? [...config.origins, ...NATIVE_ORIGINS] : config.origins,
    appOrigins: nativeApps ? config.androidApps.map(androidOriginOf) : [],
    apps: { origins: NATIVE_ORIGINS, schemes: nativeApps ? schemesOf(config) : [] },
    plainHosts: plain,
    isSecure,
  };
}
