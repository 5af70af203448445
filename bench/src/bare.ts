import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';

/** Serves the same bytes to every request, as little as an HTTP server can do. */
const SOURCE = `
  const { createServer } = require('node:http');
  process.stdin.once('data', (body) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Content-Length': body.length };
    const server = createServer((_request, reply) => reply.writeHead(200, headers).end(body));
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  });
`;

/** Starts a bare HTTP server, a process of its own, that answers `text` (as gzip) to everything. */
export async function bareServer(text: string): Promise<{ readonly url: string; close(): void }> {
  const child = spawn(process.execPath, ['-e', SOURCE], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(gzipSync(text));
  const [data] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${data.toString().trim()}`, close: () => void child.kill('SIGKILL') };
}
