import { domainToASCII } from 'node:url';
import * as v from 'valibot';

const MAX_ADDRESS = 320;
const AddressSchema = v.pipe(v.string(), v.maxLength(MAX_ADDRESS), v.rfcEmail());

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

/** Whether mail could be sent to an address. */
export const isMailAddress = (address: string): boolean =>
  address.includes('@') && v.is(AddressSchema, addressKey(address));
