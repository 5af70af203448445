import { isIPv4, isIPv6 } from 'node:net';

/** The network a peer belongs to: a /24 of IPv4, a /64 of IPv6. Large senders try again from a neighbour. */
export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted end stands for two groups, none of them among the first four.
  const missing = 8 - groups.length - after.length - (after.at(-1)?.includes('.') ? 1 : 0);
  const all = tail === undefined ? groups : [...groups, ...Array.from({ length: missing }, () => '0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
