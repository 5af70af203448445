import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A token server as providers run it, and the side of it that mail servers ask about tokens. */
export class TokenServer {
  /** Parameters of the requests for tokens. */
  readonly requests: Record<string, string>[] = [];
  /** Tokens that are good now, with who they are for. */
  readonly valid = new Map<string, string>();
  /** The refresh token that is good now. */
  refreshToken = 'refresh-0';
  /** Whether each use of a refresh token ends it. */
  rotates = true;
  expiresIn = 3600;
  /** Answers with garbage. */
  isBroken = false;
  userName = '';
  readonly port: number;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async start(): Promise<TokenServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tokens = new TokenServer(server);
    server.on('request', (request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
        const answer = (status: number, body: unknown): void => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
        };
        if (request.url?.startsWith('/introspect?')) return tokens.#introspect(request.url, answer);
        tokens.#grant(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())), answer);
      })();
    });
    return tokens;
  }

  get tokenUrl(): string {
    return `http://127.0.0.1:${this.port}/token`;
  }

  /** Where a mail server asks about a token, which it puts behind this. */
  get introspection(): string {
    return `http://127.0.0.1:${this.port}/introspect?token=`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #grant(form: Record<string, string>, answer: (status: number, body: unknown) => void): void {
    this.requests.push(form);
    if (this.isBroken) return answer(200, '<html>Please sign in');
    if (form['grant_type'] !== 'refresh_token' || form['refresh_token'] !== this.refreshToken)
      return answer(400, { error: 'invalid_grant', error_description: 'The token was revoked' });
    if (form['client_id'] !== 'kontor' || form['client_secret'] !== 'streng geheim')
      return answer(401, { error: 'invalid_client' });
    const token = `access-${this.requests.length}`;
    this.valid.set(token, this.userName);
    if (this.rotates) this.refreshToken = `refresh-${this.requests.length}`;
    const rotated = this.rotates ? { refresh_token: this.refreshToken } : {};
    answer(200, { access_token: token, token_type: 'Bearer', expires_in: this.expiresIn, ...rotated });
  }

  #introspect(url: string, answer: (status: number, body: unknown) => void): void {
    const username = this.valid.get(new URL(url, 'http://x').searchParams.get('token') ?? '');
    answer(200, username === undefined ? { active: 'false' } : { active: 'true', username });
  }
}
