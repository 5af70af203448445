import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What becomes of a command: it passes, or the connection breaks before or after the server has carried it out. */
export type Fate = 'pass' | 'cut before' | 'cut after';

/** Stands between a client and a mail server, line by line, and breaks off where a test wants it to. */
export class CuttingProxy {
  /** Asked for each command, without its tag. The command waits where the answer does. */
  fate: (command: string) => Fate | Promise<Fate> = () => 'pass';
  /** Changes each line of the server's answers that is no part of a mail. */
  answer: (line: string) => string = (line) => line;
  /** Commands that came, without their tags. */
  readonly commands: string[] = [];
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = (server.address() as AddressInfo).port;
  }

  /** How many clients are connected. */
  get clients(): number {
    return this.#sockets.size / 2;
  }

  static async start(target: number): Promise<CuttingProxy> {
    const sockets = new Set<Socket>();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttingProxy(server, sockets);
    server.on('connection', (client) => proxy.#join(client, connect(target, '127.0.0.1')));
    return proxy;
  }

  /** Breaks all connections off. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, upstream: Socket): void {
    const both = [client, upstream];
    const end = (): void => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    let cutAt: string | undefined;
    const pass = async (chunk: Buffer): Promise<void> => {
      const [tag, ...rest] = chunk.toString('latin1').trimEnd().split(' ');
      const command = rest.join(' ');
      if (command !== '') this.commands.push(command);
      const fate = command === '' ? 'pass' : await this.fate(command);
      if (fate === 'cut before') return end();
      if (fate === 'cut after') cutAt = tag;
      upstream.write(chunk);
    };
    let passed = Promise.resolve();
    client.on('data', (chunk: Buffer) => {
      passed = passed.then(() => pass(chunk));
    });
    upstream.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (cutAt !== undefined) {
        if (new RegExp(`^${cutAt} (OK|NO|BAD)`, 'm').test(text)) end();
        return;
      }
      client.write(
        Buffer.from(
          text
            .split(/(?<=\r\n)/)
            .map(this.answer)
            .join(''),
          'latin1',
        ),
      );
    });
  }
}
