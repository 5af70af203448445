import { once } from 'node:events';
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

export interface FcmPushed {
  readonly token: string;
  readonly data: Record<string, string>;
  readonly android: { readonly priority: string; readonly ttl: string; readonly collapse_key: string };
  /** All that came, as it came. */
  readonly text: string;
}

/** What the peer does with a message to a token. */
export type FcmAnswer =
  | {
      readonly status: number;
      readonly error?: string;
      readonly code?: string;
      readonly field?: string;
      readonly retryAfter?: string;
    }
  | 'cut'
  | 'slow';

const PROJECT = 'kontor-test';

/** Google's push service on this machine: a service account gets access by its signature, and messages go to tokens. */
export class FcmPeer {
  readonly pushed: FcmPushed[] = [];
  /** What it answers to a token, one after the other; the last one stays. */
  readonly answers = new Map<string, FcmAnswer[]>();
  /** How often access was asked for. */
  asked = 0;
  /** What access is answered with, one after the other, in the place of access. */
  readonly refusals: number[] = [];
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  readonly #now: () => number;
  #access = '';
  #server: Server | undefined;
  #port = 0;

  constructor(now: () => number = Date.now) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
    this.#now = now;
  }

  static async start(now?: () => number): Promise<FcmPeer> {
    const peer = new FcmPeer(now);
    await peer.open();
    return peer;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The file of the service account. */
  get account(): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      client_email: 'push@kontor-test.iam.example',
      private_key: this.#privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${this.origin}/token`,
    });
  }

  /** Has access that was given be of no use any more. */
  endAccess(): void {
    this.#access = '';
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response).catch(() => undefined));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    this.#server = undefined;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const say = (status: number, answer: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer));
    if (request.url === '/token') {
      this.asked += 1;
      const refusal = this.refusals.shift();
      if (refusal !== undefined) say(refusal, { error: 'unavailable' });
      else if (await this.#isProven(body)) say(200, this.#give());
      else say(400, { error: 'invalid_grant' });
      return;
    }
    if (request.url !== `/v1/projects/${PROJECT}/messages:send`) return void say(404, {});
    if (this.#access === '' || request.headers.authorization !== `Bearer ${this.#access}`)
      return void say(401, { error: { status: 'UNAUTHENTICATED' } });
    const { message } = JSON.parse(body) as { message: Omit<FcmPushed, 'text'> };
    const answers = this.answers.get(message.token) ?? [];
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 };
    if (answer === 'cut') return void request.socket.destroy();
    if (answer === 'slow') return;
    const { status, error = '', code, field, retryAfter } = answer;
    if (status === 200) {
      this.pushed.push({ ...message, text: body });
      return void say(200, { name: `projects/${PROJECT}/messages/1` });
    }
    const details = [
      ...(code === undefined ? [] : [{ errorCode: code }]),
      ...(field === undefined ? [] : [{ fieldViolations: [{ field }] }]),
    ];
    say(
      status,
      { error: { code: status, status: error, message: error, details } },
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    );
  }

  #give(): object {
    this.#access = randomBytes(16).toString('hex');
    return { access_token: this.#access, expires_in: 3600, token_type: 'Bearer' };
  }

  async #isProven(body: string): Promise<boolean> {
    const form = new URLSearchParams(body);
    const given = { algorithms: ['RS256'], audience: `${this.origin}/token`, currentDate: new Date(this.#now()) };
    const proven = await jwtVerify(form.get('assertion') ?? '', this.#publicKey, given).catch(() => undefined);
    const isForPushes = proven?.payload['scope'] === 'https://www.googleapis.com/auth/firebase.messaging';
    return isForPushes && form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  }
}
