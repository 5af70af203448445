import { isIP } from 'node:net';
import { BlockList, isIPv4, isIPv6 } from 'node:net';

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** What a company may call its own network. */
const internal = listOf(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']);

/** Spellings of an IPv4 address in IPv6; a list of ranges would take them for that address. */
const mapped = listOf(['::ffff:0:0/96', '::ffff:0:0:0/96']);

/**
 * Everything else that is not a public host: the IANA special-purpose registries, and the IPv6 ranges that carry an IPv4 address in
 * themselves, behind which any of the others may stand. Link-local holds the cloud's metadata services.
 */
const special = listOf([
  '0.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

export type AddressKind = 'public' | 'internal' | 'special';

/** What kind of network an IP address belongs to. Anything that is no plain IP address is special. */
export function addressKind(address: string): AddressKind {
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (family === undefined) return 'special';
  if (family === 'ipv6' && mapped.check(address, family)) return 'special';
  if (internal.check(address, family)) return 'internal';
  return special.check(address, family) ? 'special' : 'public';
}

/**
 * The network that tries from an address are counted by: of IPv6 the first half, since one customer gets so much; of all others the
 * address itself.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const before = groups(head);
  const after = groups(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const half = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${half.join(':')}::/64`;
}

/** Whether a text is an address of a machine, of either kind. */
export const isAddress = (text: string): boolean => isIP(text) > 0;
