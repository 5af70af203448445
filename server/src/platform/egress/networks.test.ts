import { expect, test } from 'vitest';
import { networkOf } from './addresses.ts';

test.each([
  ['192.168.2.17', '192.168.2.17'],
  ['::ffff:192.168.2.17', '::ffff:192.168.2.17'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['no address', 'no address'],
])('tries from %s are counted by %s', (address, network) => expect(networkOf(address)).toBe(network));
