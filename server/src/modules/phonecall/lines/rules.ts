import { addressKind, isAddress, type EgressPolicy } from '../../../platform/egress/index.ts';

const HOST = /^[\p{L}\p{N}_.:-]{1,253}$/u;

/** Whether a host may be connected to, as far as its name says: an address of a private range only where the policy allows those. */
export function mayBeHost(host: string, { allowPrivateHosts }: EgressPolicy): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (!HOST.test(bare)) return false;
  if (!isAddress(bare)) return !bare.includes(':');
  const kind = addressKind(bare);
  return kind === 'public' || (kind === 'internal' && allowPrivateHosts);
}

/** Whether there is a time zone of this name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as it stands between tags of XML, or in an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[\p{Cc}]/gu, ' ').replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
