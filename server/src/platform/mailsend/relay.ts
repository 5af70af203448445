import { isIP } from 'node:net';
import { isLoopback } from '../loopback.ts';

/** The operator's mail server as it is connected to. */
export interface MailRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isSecure: boolean;
  /** Whether nothing is said before STARTTLS. */
  readonly requiresTls: boolean;
  /** Whether the relay runs on this machine; its certificate is mostly self-signed then. */
  readonly isLocal: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

/**
 * The relay that the settings name; undefined for none. It may stand in the own network: it is the operator who chose it. A password
 * leaves this machine under TLS only.
 */
export function relayOf(settings: {
  readonly mailUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly publicUrl: string | undefined;
}): MailRelay | undefined {
  if (settings.mailUrl === undefined) return undefined;
  const url = new URL(settings.mailUrl);
  const isSecure = url.protocol === 'smtps:';
  const login =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const domain = settings.publicUrl === undefined ? url.hostname : new URL(settings.publicUrl).hostname;
  const defaultPort = isSecure ? 465 : login === undefined ? 25 : 587;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    isSecure,
    requiresTls: !isSecure && login !== undefined && !isLoopback(url.hostname),
    isLocal: isLoopback(url.hostname),
    login,
    from: settings.mailFrom ?? `kontor@${isIP(domain.replace(/^\[|\]$/g, '')) > 0 ? 'localhost' : domain}`,
  };
}
