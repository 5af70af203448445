import { isLoopback } from '../../platform/loopback.ts';

/** Which host names this server answers for, and which instance a name stands for. */
export interface Hosts {
  /** Instance label in front of a configured domain; null for a host that names none; undefined for a host that is not ours. */
  labelOf(host: string): string | null | undefined;
  /** Whether pages from an origin may use this server: its own hosts, and the configured ones. */
  allowsOrigin(origin: string, host: string): boolean;
  /** Whether an origin is one of the clients that the operator has named. */
  isConfigured(origin: string): boolean;
  /** What apps have in the place of an origin that may use passkeys of this server. */
  appOrigins(): readonly string[];
  /** Whether pages of apps come from an origin. */
  isOfApps(origin: string): boolean;
  /** Whether an app that opens addresses of a scheme is one of those that the operator has named. */
  isApp(scheme: string): boolean;
}

export interface HostSettings {
  /** `domain[:port]`s in front of which a label is an instance's name. */
  readonly domains: readonly string[];
  readonly origins: readonly string[];
  /** What apps have in the place of an origin that may use passkeys of this server. */
  readonly appOrigins?: readonly string[];
  /** Where pages of apps come from, and the schemes of those apps that the operator has named. */
  readonly apps?: { readonly origins: readonly string[]; readonly schemes: readonly string[] };
  /** `host[:port]`s that name no instance: loopback, and where the server is reached from outside. */
  readonly plainHosts: readonly string[];
  /** Whether people reach the server over HTTPS. A page that came without it may be anybody's on the way. */
  readonly isSecure: boolean;
}

/** What no network is between for a browser, which looks up no name below `localhost`. */
function isHere(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return isLoopback(name) || name.endsWith('.localhost');
}

const LABEL = /^[a-z0-9]{1,63}$/;

/** `settings` is asked each time: the port is known only once the server listens. */
export function createHosts(settings: () => HostSettings): Hosts {
  const labelOf = (given: string): string | null | undefined => {
    const { domains, plainHosts } = settings();
    const host = given.toLowerCase();
    if (plainHosts.includes(host) || domains.includes(host)) return null;
    for (const domain of domains) {
      if (!host.endsWith(`.${domain}`)) continue;
      const label = host.slice(0, -domain.length - 1);
      if (LABEL.test(label)) return label;
    }
    return undefined;
  };
  return {
    labelOf,
    isConfigured: (origin) => settings().origins.includes(origin),
    appOrigins: () => settings().appOrigins ?? [],
    isOfApps: (origin) => settings().apps?.origins.includes(origin) === true,
    isApp: (scheme) => settings().apps?.schemes.includes(scheme) === true,
    allowsOrigin(origin, host) {
      if (settings().origins.includes(origin)) return true;
      const [, scheme, from] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
      if (from === undefined) return false;
      if (scheme === 'http' && settings().isSecure && !isHere(from)) return false;
      return from === host.toLowerCase() || labelOf(from) !== undefined;
    },
  };
}

/** Where the people of an instance reach the web app: the address that is set, else the instance's own host. */
export function originOfInstance(
  settings: { readonly publicUrl: string | undefined; readonly domains: readonly string[] },
  name: string,
): string {
  if (settings.publicUrl !== undefined) return settings.publicUrl;
  const [domain = 'localhost'] = settings.domains;
  return `${isHere(domain) ? 'http' : 'https'}://${name}.${domain}`;
}
