import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** What stands in front of several server processes: each request goes to the next one. */
export interface Balancer {
  readonly port: number;
  readonly base: string;
  /** The ports that requests are passed to. */
  use(ports: readonly number[]): void;
  close(): Promise<void>;
}

/** Listens on a free port. Knows no one yet, and answers 502 until it does. */
export async function startBalancer(): Promise<Balancer> {
  let ports: readonly number[] = [];
  let turn = 0;
  const next = (): number | undefined => ports[turn++ % Math.max(1, ports.length)];
  const target = (incoming: IncomingMessage) => ({
    host: '127.0.0.1',
    port: next(),
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
    agent: false,
  });
  const server = createServer((incoming, outgoing) => {
    const passed = request(target(incoming), (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const { port } = target(incoming);
    const passed = connect(port ?? 0, '127.0.0.1', () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
      passed.write(`${lines.join('\r\n')}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    for (const end of [passed, socket]) end.on('error', () => [passed, socket].forEach((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    base: `http://127.0.0.1:${port}`,
    use: (given) => void (ports = given),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
