import { domainToASCII } from 'node:url';

/** The form of an address that decides whose it is: case and the way a domain is written make no other one. */
export function addressKey(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFC').toLowerCase();
  const domain = address.slice(at + 1).replace(/\.$/, '');
  return `${local}@${domainToASCII(domain) || domain.toLowerCase()}`;
}
