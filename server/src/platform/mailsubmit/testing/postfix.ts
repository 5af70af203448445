import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../testing/free-port.ts';
import type { TestDovecot } from '../../mailwire/testing/dovecot.ts';

const BINARY = '/usr/sbin/postfix';
const MAX_START_MS = 60_000;

/** Path of a Postfix that can be started here, or undefined where its tests are left out: it gives up rights, and so has to have them. */
export const findPostfix = (): string | undefined =>
  process.getuid?.() === 0 && existsSync(BINARY) ? BINARY : undefined;

const SERVICES = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/**
 * A mail server of a test's own, which those send by who may sign in to a Dovecot. What is for one of its domains comes into that
 * Dovecot's mailbox of the whole address; what is for another one comes back as undeliverable. Nothing leaves the machine.
 */
export class TestPostfix {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /** Throws where there is no Postfix. */
  static async start(dovecot: TestDovecot, domains: readonly string[]): Promise<TestPostfix> {
    if (findPostfix() === undefined) throw new Error('Postfix is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'kontor-postfix-'));
    // Its processes are somebody else's.
    chmodSync(folder, 0o755);
    const postfix = new TestPostfix(folder, await freePort());
    postfix.#writeFiles(dovecot, domains);
    try {
      await postfix.#start();
    } catch (error) {
      await postfix.close();
      throw error;
    }
    return postfix;
  }

  get log(): string {
    try {
      return readFileSync(join(this.#folder, 'log', 'postfix.log'), 'utf8');
    } catch {
      return '';
    }
  }

  async close(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      const master = this.#masterId();
      // The master is in a group of its own, and takes its processes along; the script that began it waits for it.
      process.kill(master ?? -child.pid, 'SIGTERM');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #masterId(): number | undefined {
    try {
      return Number(readFileSync(join(this.#folder, 'queue', 'pid', 'master.pid'), 'utf8').trim()) || undefined;
    } catch {
      return undefined;
    }
  }

  async #start(): Promise<void> {
    let output = '';
    const child = spawn(BINARY, ['-c', join(this.#folder, 'etc'), 'start-fg'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    this.#process = child;
    const until = Date.now() + MAX_START_MS;
    while (!(await greets(this.port))) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`Postfix does not answer: ${output}${this.log}`);
      await sleep(50);
    }
  }

  #writeFiles(dovecot: TestDovecot, domains: readonly string[]): void {
    const folder = this.#folder;
    for (const part of ['etc', 'queue', 'data', 'log']) mkdirSync(join(folder, part));
    execFileSync('chown', ['postfix', join(folder, 'data')]);
    writeFileSync(join(folder, 'etc', 'master.cf'), `127.0.0.1:${this.port} inet n - n - - smtpd\n${SERVICES}`);
    writeFileSync(
      join(folder, 'etc', 'main.cf'),
      `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log/postfix.log
maillog_file_prefixes = ${folder}
myhostname = post.test.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:nobody lives here
virtual_mailbox_domains = ${domains.join(', ')}
virtual_transport = lmtp:inet:127.0.0.1:${dovecot.lmtpPort}
default_transport = error:5.1.2 nothing leaves this machine
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${dovecot.authPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
smtputf8_enable = yes
notify_classes =
`,
    );
  }
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (chunk: Buffer) => {
      socket.end('QUIT\r\n');
      resolve(chunk.toString().startsWith('220 '));
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.setTimeout(2000, () => socket.destroy());
  });
}
