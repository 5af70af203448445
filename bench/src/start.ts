import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/src/testing/free-port.ts';
import type { Line } from './table.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'server', 'src', 'main.ts');
const CLI = join(ROOT, 'server', 'src', 'cli', 'main.ts');
/** The libraries that any server of this kind stands on, in a server that answers and does nothing else. */
const BARE = `
  const [{ default: fastify }] = await Promise.all(['fastify', 'kysely', 'pg', 'graphile-worker'].map((name) => import(name)));
  const server = fastify();
  server.get('/health/ready', () => 'ok');
  await server.listen({ port: Number(process.env.KONTOR_PORT), host: '127.0.0.1' });
`;
const TURNS = 5;
const MAX_MS = 60_000;

/** Processor time until the first answer, of a server that was started before, beside the libraries alone; and of the command line's help. */
export async function benchStart(say: (text: string) => void): Promise<Line[]> {
  say('Starts …');
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-start-'));
  // As root, the database of a folder that is closed to others would lie elsewhere.
  await chmod(folder, 0o755);
  try {
    const data = { KONTOR_DATA: join(folder, 'data'), KONTOR_DEMO: 'false' };
    await untilAnswer([MAIN], data);
    // A module of the server's workspace, where its libraries are found, and kept compiled as ours are.
    const bare = ['--input-type=module', '--eval', BARE];
    const kept = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
    await untilAnswer(bare, kept);
    const [ours, anchors, help]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await untilAnswer([MAIN], data));
      anchors.push(await untilAnswer(bare, kept));
      help.push(await toTheEnd([CLI, '--help']));
    }
    const against = 'fastify, kysely, pg and graphile-worker alone';
    const anchor = Math.min(...anchors);
    return [
      { name: 'second start to the first answer, CPU', unit: 'ms', ours: Math.min(...ours), against, anchor },
      { name: '`kontor --help`, CPU', unit: 'ms', ours: Math.min(...help), against, anchor },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts a server, and ends it when it has answered. Returns the milliseconds of processor time that its process took until then. */
async function untilAnswer(args: readonly string[], env: Record<string, string>): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    cwd: join(ROOT, 'server'),
    env: { ...process.env, KONTOR_PORT: String(port), KONTOR_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await answers(child, `http://127.0.0.1:${port}/health/ready`);
    return await processorTime(child.pid);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + MAX_MS;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('It did not start');
    await sleep(5);
  }
}

/** From the kernel's table, which Linux alone has. */
async function processorTime(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Runs a program, and returns the processor time of all of it. */
async function toTheEnd(args: readonly string[]): Promise<number> {
  const reportTime = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(String((user + system) / 1000)); });`;
  const child = execFile(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(reportTime)}`,
    ...args,
  ]);
  let said = '';
  child.stderr?.on('data', (text: string) => (said += text));
  await once(child, 'close');
  return Number(said);
}
