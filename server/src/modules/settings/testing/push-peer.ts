import { createECDH, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { PushMessageSchema, type PushMessage } from '@kontor/contract/settings';
import { importJWK, jwtVerify, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { decrypt } from '../../../platform/push/testing/decrypt.ts';

export interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A device of a browser: keys of its own, and an address at the peer. */
export class PushedDevice {
  readonly token: string;
  readonly path: string;
  readonly #keys: ECDH;
  readonly #auth = randomBytes(16);
  readonly #peer: PushPeer;

  constructor(peer: PushPeer, path: string) {
    this.#peer = peer;
    this.path = path;
    this.#keys = createECDH('prime256v1');
    const p256dh = this.#keys.generateKeys().toString('base64url');
    const keys = { p256dh, auth: this.#auth.toString('base64url') };
    this.token = JSON.stringify({ endpoint: `${peer.origin}${path}`, expirationTime: null, keys });
  }

  /** What came here, as it came. */
  get pushed(): readonly Pushed[] {
    return this.#peer.pushed.filter(({ path }) => path === this.path);
  }

  /** What came here, decrypted. */
  get texts(): readonly string[] {
    return this.pushed.map(({ body }) => decrypt(body, this.#keys, this.#auth));
  }

  /** What came here, read. */
  get messages(): readonly PushMessage[] {
    return this.texts.map((text) => v.parse(PushMessageSchema, JSON.parse(text)));
  }
}

/** A push service on this machine. */
export class PushPeer {
  readonly pushed: Pushed[] = [];
  /** What it answers to an address, one after the other; the last one stays. */
  readonly answers = new Map<string, { status: number; headers?: Record<string, string> }[]>();
  readonly #server: Server;
  #count = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      void buffer(request).then((body) => {
        const { url: path = '', headers } = request;
        this.pushed.push({ path, headers, body });
        const answers = this.answers.get(path) ?? [];
        const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 201 };
        response.writeHead(answer.status, answer.headers).end();
      });
    });
  }

  static async start(): Promise<PushPeer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PushPeer(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  device(): PushedDevice {
    return new PushedDevice(this, `/send/${(this.#count += 1)}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Who says that they have pushed (RFC 8292). Throws where the signature is not by this key. */
export async function signedBy({ headers }: Pushed, publicKey: string): Promise<JWTPayload> {
  const [, token = '', key = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('Pushed with another key');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  return (await jwtVerify(token, jwk)).payload;
}
