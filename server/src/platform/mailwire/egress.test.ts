import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testMailServer } from './test-mail-server.ts';

/** Hosts as somebody could type them as a mail server: the same spellings that images and links are tried with. */
const hosts = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'egress', 'fixtures', 'ssrf-targets.json'), 'utf8')) as {
    url: string | null;
  }[]
).flatMap(({ url }) => /^https?:\/\/(?:[^/@]*@)?([^/?#]*?)(?::[^:\]]*)?(?:[/?#]|$)/.exec(url ?? '')?.[1] ?? []);

let connections = 0;
const sink = createServer((socket) => {
  connections += 1;
  socket.end('* BYE\r\n');
});
beforeAll(() => new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve)));
afterAll(() => void sink.close());

test.each(['tls', 'starttls', 'none'] as const)(
  'no spelling of a host of the own network is connected to as a mail server (%s)',
  async (security) => {
    expect(hosts.length).toBeGreaterThan(50);
    const { port } = sink.address() as AddressInfo;
    const policy = { allowPrivateHosts: false, lookup: async () => [{ address: '127.0.0.1', family: 4 }] };
    const signIn = { port, security, userName: 'x', password: 'x', trustedFingerprint: null };
    const codes = new Set<string>();
    for (const host of hosts) {
      const { fault } = await testMailServer({ ...signIn, host }, policy);
      codes.add(fault?.code ?? 'none');
    }
    expect([connections, [...codes]]).toEqual([0, ['HOST_NOT_ALLOWED']]);
  },
);
