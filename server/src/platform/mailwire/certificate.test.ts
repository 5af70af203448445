import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { loadCertificate } from '../mailreceive/certificate.ts';
import { showCertificate } from './certificate.ts';

// A third of all lengths end a line of base64 exactly, which once left an empty line that no reader of PEM takes.
test('a certificate of any length is shown as one that can be read again', async () => {
  for (let length = 1; length <= 24; length += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-certificate-'));
    const name = `${'a'.repeat(length)}.example`;
    const own = await loadCertificate({ keyFile: undefined, certFile: undefined, folder, name });
    const server = createServer({ key: own.key, cert: own.cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const shown = await showCertificate(
      { host: name, port, security: 'tls' },
      { host: name, address: '127.0.0.1', family: 4, internal: true },
    );
    server.close();
    await rm(folder, { recursive: true });
    expect(new X509Certificate(shown?.pem ?? '').fingerprint256).toBe(shown?.fingerprint);
    expect(shown?.pem).not.toContain('\n\n');
  }
});
