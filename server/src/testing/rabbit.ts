import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';

const START_MS = 240_000;
const PLUGINS = ['rabbitmq_management', 'rabbitmq_web_stomp', 'rabbitmq_auth_backend_oauth2'];

/** A RabbitMQ node of the tests' own, beside whichever runs on this machine. */
export interface RabbitPeer {
  /** Settings with which a Kontor hands real time to it; its virtual hosts begin with `prefix`. */
  env(prefix: string): Record<string, string>;
  readonly managementUrl: string;
  /** Where browsers reach it: Web STOMP, for the user `guest`. */
  readonly stompUrl: string;
  close(): Promise<void>;
}

/** The program itself: what packages put in front of it insists on the machine's own node. */
function findServer(): string | undefined {
  const places = [
    '/usr/lib/rabbitmq/lib/rabbitmq_server-*',
    '/opt/rabbitmq*',
    '/usr/local/opt/rabbitmq',
    '/opt/homebrew/opt/rabbitmq',
  ];
  const found = places.flatMap((folder) => globSync(`${folder}/sbin/rabbitmq-server`)).at(-1);
  if (found === undefined) return undefined;
  const plugins = join(dirname(dirname(found)), 'plugins');
  return PLUGINS.every((name) => globSync(`${plugins}/${name}-*`).length > 0) ? found : undefined;
}

/** Whether RabbitMQ is installed here with the plugins that Kontor needs. */
export const hasRabbit = (): boolean => process.platform !== 'win32' && findServer() !== undefined;

/**
 * Starts a node with ports, data and a configuration of its own, which is gone after `close`. It works on `threads` threads: one is
 * enough for tests, and leaves the others to what is tested.
 */
export async function startRabbit({ threads = 1 } = {}): Promise<RabbitPeer> {
  const program = findServer();
  if (program === undefined) throw new Error('RabbitMQ is not installed here');
  const folder = mkdtempSync(join(tmpdir(), 'kontor-rabbit-'));
  const at = (name: string) => join(folder, name);
  const [amqp, management, stomp, distribution, epmd] = await freePorts(5);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(at('pong.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('pong.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(at('plugins'), `[${PLUGINS.join(',')}].\n`);
  writeFileSync(
    at('rabbitmq.conf'),
    [
      `listeners.tcp.1 = 127.0.0.1:${amqp}`,
      'management.tcp.ip = 127.0.0.1',
      `management.tcp.port = ${management}`,
      'web_stomp.tcp.ip = 127.0.0.1',
      `web_stomp.tcp.port = ${stomp}`,
      'stomp.listeners.tcp = none',
      'auth_backends.1 = rabbit_auth_backend_internal',
      'auth_backends.2 = rabbit_auth_backend_oauth2',
      'auth_oauth2.resource_server_id = kontor',
      `auth_oauth2.signing_keys.pong = ${at('pong.pub')}`,
      'auth_oauth2.default_key = pong',
      'log.console.level = warning',
      '',
    ].join('\n'),
  );
  const env = {
    ...process.env,
    HOME: folder,
    ERL_EPMD_PORT: String(epmd),
    RABBITMQ_NODENAME: `kontor-${randomBytes(4).toString('hex')}@localhost`,
    RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: at('none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: at('plugins'),
    RABBITMQ_MNESIA_BASE: at('mnesia'),
    RABBITMQ_LOG_BASE: at('log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_PID_FILE: at('pid'),
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {127,0,0,1} +S ${threads} +sbwt none +sbwtdcpu none +sbwtdio none`,
  };
  // In a group of its own: the program is a script that starts another.
  const child = spawn(program, [], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
    try {
      execFileSync('epmd', ['-port', String(epmd), '-kill'], { stdio: 'ignore' });
    } catch {
      // There is none any more.
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const managementUrl = `http://guest:guest@127.0.0.1:${management}`;
  const answers = async (): Promise<boolean> => {
    const headers = { Authorization: `Basic ${Buffer.from('guest:guest').toString('base64')}` };
    const listeners = await fetch(`http://127.0.0.1:${management}/api/overview`, { headers }).catch(() => undefined);
    if (listeners?.ok !== true) return false;
    const { listeners: open } = (await listeners.json()) as { listeners: { port: number }[] };
    return [amqp, stomp].every((port) => open.some((listener) => listener.port === port));
  };
  for (const end = Date.now() + START_MS; !(await answers()); await sleep(200)) {
    if (Date.now() < end && child.exitCode === null && existsSync(folder)) continue;
    await close();
    throw new Error(`RabbitMQ did not start:\n${output.slice(-4000)}`);
  }
  return {
    managementUrl,
    stompUrl: `ws://127.0.0.1:${stomp}/ws`,
    env: (prefix) => ({
      KONTOR_AMQP_URL: `amqp://guest:guest@127.0.0.1:${amqp}`,
      KONTOR_PONG_HOST: '127.0.0.1',
      KONTOR_PONG_PORT: String(stomp),
      KONTOR_PONG_MANAGEMENT_URL: managementUrl,
      KONTOR_PONG_KEY: at('pong.pem'),
      KONTOR_PONG_PREFIX: prefix,
    }),
    close,
  };
}
