import { domainToASCII } from 'node:url';

/** The form of an address that decides whose it is: case and the way a domain is written make no other one. */
export function addressKey(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFC').toLowerCase();
  return `${local}@${domainKey(address.slice(at + 1))}`;
}

/** A domain as the wire has it: in lower case and its ASCII form, without the dot of the root. */
export function domainKey(domain: string): string {
  const plain = domain.replace(/\.$/, '');
  return domainToASCII(plain) || plain.toLowerCase();
}
