import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';

const SOURCES = join(import.meta.dirname, '..', '..', 'web', 'src');

/** A web server on a free port of the loopback that counts who comes. */
export interface Listener {
  readonly port: number;
  /** Addresses that were asked for. */
  readonly requests: string[];
  /** Connections that were opened, with or without a request. */
  connections: number;
  close(): Promise<void>;
}

export async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    listener.requests.push(request.url ?? '');
    answer(request, response);
  });
  server.on('connection', (socket) => {
    listener.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listener = {
    port: (server.address() as AddressInfo).port,
    requests: [] as string[],
    connections: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return listener;
}

/** Serves a page of a test's own, built from the product's own sources. `entry`: its script, from the sources of the web app. */
export async function serveStage(entry: string): Promise<Listener & { readonly files: ReadonlyMap<string, string> }> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '..', '..', 'web'),
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: join(SOURCES, entry), output: { entryFileNames: 'stage.js' } },
    },
  });
  const files = new Map<string, string>();
  for (const { output: chunks } of Array.isArray(output) ? output : 'output' in output ? [output] : [])
    for (const chunk of chunks) if (chunk.type === 'chunk') files.set(`/${chunk.fileName}`, chunk.code);
  const listener = await listen((request, response) => {
    const script = files.get(request.url ?? '');
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (request.url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><meta charset="utf-8"><body></body><script type="module" src="/stage.js"></script>');
    else response.writeHead(404).end();
  });
  return Object.assign(listener, { files });
}
