import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  ['localhost', true],
  // Browsers know such a name by themselves; a mail server's is looked up, and may be anybody's.
  ['nordwerk.localhost', false],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['[::1]', true],
  ['127.example.com', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['', false],
])('%s is this machine: %s', (host, expected) => expect(isLoopback(host)).toBe(expected));
