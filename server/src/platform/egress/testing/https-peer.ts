import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A page over https on this machine, whose certificate the process believes as long as it stands. */
export class HttpsPeer {
  readonly requests: ReceivedRequest[] = [];
  /** What it answers, one after the other; the last one stays. */
  answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[] = [{ status: 200 }];
  readonly #server: Server;
  readonly #believed: string[];

  private constructor(server: Server, believed: string[]) {
    this.#server = server;
    this.#believed = believed;
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const { method = '', url = '', headers } = request;
        this.requests.push({ method, url, headers, body });
        const answer = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? { status: 200 };
        response.writeHead(answer.status, answer.headers).end();
      });
    });
  }

  static async start(): Promise<HttpsPeer> {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-https-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert];
    const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '2', ...made, ...named], { stdio: 'ignore' });
    const believed = getCACertificates('default');
    const pem = readFileSync(cert, 'utf8');
    const server = createServer({ key: readFileSync(key), cert: pem });
    rmSync(folder, { recursive: true });
    setDefaultCACertificates([...believed, pem]);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HttpsPeer(server, believed);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    setDefaultCACertificates(this.#believed);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
