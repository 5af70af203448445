import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

/** What stands between a browser and Kontor: it can be slow, cut, or serve another build of the web app. */
export class Front {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #holds: (path: string) => boolean = () => false;
  #cut = false;
  /** Port of Kontor; 0 until it has one. */
  target = 0;
  /** Folder of a build that is served instead of Kontor's own; undefined for its own. */
  folder: string | undefined;
  /** Paths that came in, in their order. */
  readonly paths: string[] = [];
  /** Headers that are put over those of every answer. */
  headers: Record<string, string> = {};

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      if (this.#cut) return void socket.destroy();
      this.#keep(socket);
    });
    server.on('request', (incoming, outgoing) => this.#take(incoming, outgoing));
    server.on('upgrade', (incoming, socket: Socket, head: Buffer) => this.#upgrade(incoming, socket, head));
  }

  static async start(): Promise<Front> {
    const server = createServer();
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return new Front(server);
  }

  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Requests of these paths wait until `release`. */
  hold(holds: (path: string) => boolean): void {
    this.#holds = holds;
  }

  release(): void {
    this.#holds = () => false;
    for (const go of this.#held.splice(0)) go();
  }

  /** The network is gone: what is open breaks, and nothing new comes through. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
  }

  #take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? '/';
    this.paths.push(path);
    if (this.#holds(path)) this.#held.push(() => this.#forward(incoming, outgoing));
    else this.#forward(incoming, outgoing);
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = (incoming.url ?? '/').split('?')[0] ?? '/';
    const file = this.folder === undefined ? undefined : join(this.folder, path === '/' ? 'index.html' : path);
    const own = file !== undefined && existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
    // Kontor knows nothing of another build's files: it is asked for its own page, for the headers.
    const url = own === undefined || path === '/sw.js' ? incoming.url : '/';
    const onward = request({
      host: '127.0.0.1',
      port: this.target,
      method: incoming.method,
      path: url,
      headers: incoming.headers,
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.on('response', (answer) => {
      const headers = { ...answer.headers, ...this.headers };
      if (own === undefined) {
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(outgoing);
        return;
      }
      answer.resume();
      for (const name of ['content-length', 'etag', 'last-modified', 'content-encoding', 'transfer-encoding'])
        delete headers[name];
      const type = TYPES.find(([end]) => path.endsWith(end))?.[1] ?? headers['content-type'];
      outgoing.writeHead(200, { ...headers, 'content-type': type, 'content-length': own.length });
      outgoing.end(own);
    });
    incoming.pipe(onward);
  }

  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const onward = connect(this.target, '127.0.0.1', () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    this.#keep(onward);
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  }
}

const TYPES: readonly (readonly [string, string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webmanifest', 'application/manifest+json'],
];
