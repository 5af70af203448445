import { once } from 'node:events';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

export interface ApnsPushed {
  readonly token: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** What the peer does with a post to a token. `cut` ends the connection in the middle, `slow` answers nothing. */
export type ApnsAnswer =
  | { readonly status: number; readonly reason?: string; readonly retryAfter?: string }
  | 'cut'
  | 'slow';

/** A maker's key at Apple. */
export const newApnsKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const HEX = /^[0-9a-f]{64}$/i;

/** Apple's push service on this machine, over HTTP/2: it looks at what Apple looks at, and answers with Apple's reasons. */
export class ApnsPeer {
  readonly pushed: ApnsPushed[] = [];
  /** What it answers to a token, one after the other; the last one stays. */
  readonly answers = new Map<string, ApnsAnswer[]>();
  /** Those who have pushed, by the words that they have shown. */
  readonly words = new Set<string>();
  connections = 0;
  readonly #topics: ReadonlySet<string>;
  readonly #key: KeyObject;
  readonly #now: () => number;
  readonly #sessions = new Set<ServerHttp2Session>();
  #server: Http2Server | undefined;
  #port = 0;

  constructor(key: KeyObject, topics: readonly string[], now: () => number = Date.now) {
    this.#key = key;
    this.#topics = new Set(topics);
    this.#now = now;
  }

  static async start(key: KeyObject, topics: readonly string[], now?: () => number): Promise<ApnsPeer> {
    const peer = new ApnsPeer(key, topics, now);
    await peer.open();
    return peer;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, at the port that it had before. */
  async open(): Promise<void> {
    const server = createServer();
    server.on('session', (session) => {
      this.connections += 1;
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
      session.on('error', () => {});
    });
    server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      stream.on('error', () => {});
      void buffer(stream).then(
        async (body) => {
          const answer = await this.#answer(headers, body);
          if (answer === 'slow' || stream.destroyed) return;
          if (answer === 'cut') {
            stream.session?.destroy();
            return;
          }
          const { status, reason, retryAfter } = answer;
          stream.respond({ ':status': status, ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) });
          stream.end(reason === undefined ? '' : JSON.stringify({ reason }));
        },
        () => undefined,
      );
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends, with every connection. */
  async close(): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    const server = this.#server;
    if (server === undefined) return;
    server.close();
    await once(server, 'close');
    this.#server = undefined;
  }

  /** Ends the connections as a service does that is replaced: what is under way is answered, nothing new begins. */
  goAway(): void {
    for (const session of this.#sessions) session.goaway();
  }

  async #answer(headers: IncomingHttpHeaders, bytes: Buffer): Promise<ApnsAnswer> {
    const [, token = ''] = /^\/3\/device\/([^/]+)$/.exec(headers[':path'] ?? '') ?? [];
    const refused = await this.#refusal(token, headers, bytes);
    if (refused !== undefined) return refused;
    const answers = this.answers.get(token) ?? [];
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 };
    if (answer === 'slow' || answer === 'cut' || answer.status !== 200) return answer;
    this.pushed.push({ token, headers, body: JSON.parse(bytes.toString()) as Record<string, unknown> });
    return answer;
  }

  async #refusal(token: string, headers: IncomingHttpHeaders, bytes: Buffer): Promise<ApnsAnswer | undefined> {
    const [, word = ''] = /^bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    if (word === '') return { status: 403, reason: 'MissingProviderToken' };
    this.words.add(word);
    const proven = await jwtVerify(word, this.#key, {
      algorithms: ['ES256'],
      currentDate: new Date(this.#now()),
    }).catch(() => undefined);
    if (proven === undefined || proven.protectedHeader.kid === undefined || proven.payload.iss === undefined)
      return { status: 403, reason: 'InvalidProviderToken' };
    if (this.#now() / 1000 - (proven.payload.iat ?? 0) > 3600) return { status: 403, reason: 'ExpiredProviderToken' };
    if (!HEX.test(token)) return { status: 400, reason: 'BadDeviceToken' };
    if (!this.#topics.has(String(headers['apns-topic']))) return { status: 400, reason: 'TopicDisallowed' };
    if (Buffer.byteLength(String(headers['apns-collapse-id'])) > 64) return { status: 400, reason: 'BadCollapseId' };
    if (!/^\d+$/.test(String(headers['apns-expiration']))) return { status: 400, reason: 'BadExpirationDate' };
    const [type, priority] = [headers['apns-push-type'], headers['apns-priority']];
    if (type === 'background' && priority !== '5') return { status: 400, reason: 'BadPriority' };
    if (type !== 'background' && type !== 'alert') return { status: 400, reason: 'InvalidPushType' };
    return bytes.length > 4096 ? { status: 413, reason: 'PayloadTooLarge' } : undefined;
  }
}
