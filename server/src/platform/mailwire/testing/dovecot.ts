import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../../testing/free-port.ts';

/** Path of a Dovecot on this machine, or undefined where there is none and its tests are left out. */
export function findDovecot(): string | undefined {
  try {
    const found = execFileSync('sh', ['-c', 'command -v dovecot || ls /usr/sbin/dovecot'], { encoding: 'utf8' }).trim();
    return found || undefined;
  } catch {
    return undefined;
  }
}

export interface TestMailbox {
  readonly userName: string;
  readonly password: string;
}

export interface DovecotOptions {
  /** Protocol extensions that it must not offer, for example `CONDSTORE`. */
  readonly without?: readonly string[];
  /** Signs in by tokens that it asks this address about (RFC 7662), as `{address}{token}`. */
  readonly introspection?: string;
}

/** A mail server of a test's own: free ports on loopback, its own folder, a certificate that nobody vouches for. */
export class TestDovecot {
  readonly tlsPort: number;
  readonly plainPort: number;
  readonly lmtpPort: number;
  /** Where another server asks whether somebody may sign in, in Dovecot's own protocol. */
  readonly authPort: number;
  readonly #folder: string;
  readonly #binary: string;
  #process: ChildProcess | undefined;

  private constructor(binary: string, folder: string, ports: readonly number[]) {
    this.#binary = binary;
    this.#folder = folder;
    [this.tlsPort = 0, this.plainPort = 0, this.lmtpPort = 0, this.authPort = 0] = ports;
  }

  /** Starts a server; any user name may sign in with the password `geheim`. Throws where there is no Dovecot. */
  static async start(options: DovecotOptions = {}): Promise<TestDovecot> {
    const binary = findDovecot();
    if (binary === undefined) throw new Error('Dovecot is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'kontor-dovecot-'));
    chmodSync(folder, 0o755);
    const server = new TestDovecot(binary, folder, await freePorts(4));
    server.#writeFiles(options);
    await server.resume();
    return server;
  }

  get fingerprint(): string {
    const text = execFileSync(
      'openssl',
      ['x509', '-noout', '-fingerprint', '-sha256', '-in', join(this.#folder, 'cert.pem')],
      {
        encoding: 'utf8',
      },
    );
    return text.trim().split('=')[1] ?? '';
  }

  /** Puts a mail into a folder of a mailbox as another program would; returns the name of its file. `flags` as in Maildir, e.g. `S`. */
  drop(userName: string, raw: string | Uint8Array, { folder = 'INBOX', flags = '' } = {}): string {
    const maildir = this.maildir(userName, folder);
    const name = `${Date.now()}.${process.pid}_${Math.random().toString(36).slice(2)}.test`;
    const file = flags === '' ? name : `${name}:2,${flags}`;
    writeFileSync(join(maildir, 'tmp', name), raw, { mode: 0o666 });
    chmodSync(join(maildir, 'tmp', name), 0o666);
    renameSync(join(maildir, 'tmp', name), join(maildir, flags === '' ? 'new' : 'cur', file));
    return file;
  }

  /** Folder of a mailbox on disk; it is made when it is absent. */
  maildir(userName: string, folder = 'INBOX'): string {
    const home = join(this.#folder, 'mail', userName, 'Maildir');
    const maildir = folder === 'INBOX' ? home : join(home, `.${folder}`);
    const made = ['cur', 'new', 'tmp'].map((part) => mkdirSync(join(maildir, part), { recursive: true }));
    // Going through all mails for each that is added takes minutes for some thousand of them.
    if (made.every((path) => path === undefined)) return maildir;
    if (folder !== 'INBOX') writeFileSync(join(maildir, 'maildirfolder'), '');
    open(join(this.#folder, 'mail'));
    return maildir;
  }

  /** Delivers a mail over LMTP, as a mail server gets it from outside. */
  async deliver(userName: string, raw: string): Promise<void> {
    const socket = connect(this.lmtpPort, '127.0.0.1');
    const lines = [
      'LHLO test',
      'MAIL FROM:<sender@outside.example>',
      `RCPT TO:<${userName}>`,
      'DATA',
      `${raw.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.`,
      'QUIT',
    ];
    let heard = '';
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      heard += chunk.toString();
      // The last line of each answer has a space after its number.
      while (/^\d{3} .*\r\n/m.test(heard)) {
        const [whole, code] = /[\s\S]*?^(\d{3}) .*\r\n/m.exec(heard) ?? ['', ''];
        heard = heard.slice(whole.length);
        if (!/^[23]/.test(code ?? '')) throw new Error(`LMTP: ${whole}`);
        const line = lines.shift();
        if (line === undefined) socket.end();
        else socket.write(`${line}\r\n`);
      }
    }
  }

  /** Runs doveadm, for example `['flags', 'add', '-u', 'anna', '\\Seen', 'mailbox', 'INBOX', 'all']`. */
  doveadm(args: readonly string[]): string {
    return execFileSync(join(this.#binary, '..', '..', 'bin', 'doveadm'), ['-c', this.#config, ...args], {
      encoding: 'utf8',
    });
  }

  /** Ends the server with every connection, as a crash would; `resume` starts it again with all its mails. */
  async pause(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    // The whole group: its master alone would leave the processes behind that serve the connections.
    process.kill(-child.pid, 'SIGKILL');
    await gone;
    // A master that has not ended in order leaves its number behind, and the next would take itself for the second.
    rmSync(join(this.#folder, 'run', 'master.pid'), { force: true });
    // One that was being taken may not name its owner yet: the next would wait two minutes for whoever that is.
    const mail = join(this.#folder, 'mail');
    for (const path of readdirSync(mail, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.lock')) rmSync(join(mail, path));
  }

  async resume(): Promise<void> {
    let output = '';
    const child = spawn(this.#binary, ['-F', '-c', this.#config], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    this.#process = child;
    for (let tries = 0; tries < 100; tries += 1) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Dovecot did not start: ${output}`);
      if (await answers(this.plainPort)) return;
      await sleep(50);
    }
    throw new Error(`Dovecot does not answer: ${output}${this.log}`);
  }

  get log(): string {
    try {
      return readFileSync(join(this.#folder, 'log'), 'utf8');
    } catch {
      return '';
    }
  }

  async close(): Promise<void> {
    await this.pause();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  get #config(): string {
    return join(this.#folder, 'dovecot.conf');
  }

  #writeFiles({ without = [], introspection }: DovecotOptions): void {
    const folder = this.#folder;
    if (introspection !== undefined)
      writeFileSync(
        join(folder, 'oauth2.conf'),
        `introspection_mode = get\nintrospection_url = ${introspection}\nactive_attribute = active\nactive_value = true\nusername_attribute = username\n`,
      );
    mkdirSync(join(folder, 'mail'));
    mkdirSync(join(folder, 'run'));
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=mail.test.example`
        .split(' ')
        .concat('-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')),
      { stdio: 'ignore' },
    );
    const me = userInfo();
    const root = me.uid === 0;
    // Dovecot refuses to touch mails as root, so as root it gets the user that exists everywhere.
    const [uid, gid] = root ? [65_534, 65_534] : [me.uid, me.gid];
    if (root) chownSync(join(folder, 'mail'), uid, gid);
    open(join(folder, 'mail'));
    const asMe = root
      ? ''
      : `
default_internal_user = ${me.username}
default_login_user = ${me.username}
default_internal_group = ${execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()}
service anvil {
  chroot =
}
service imap-login {
  chroot =
}`;
    writeFileSync(
      this.#config,
      `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
maildir_very_dirty_syncs = no
# Without a free inotify instance (all containers of a machine share them) it looks by itself, by default every 30 s.
mailbox_idle_check_interval = 1 s
mail_max_userip_connections = 100
first_valid_uid = 1
auth_failure_delay = 0
protocol imap {
  imap_id_log = *
${without.length === 0 ? '' : `  imap_capability = ${capabilities(without)}`}
}
${introspection === undefined ? '' : oauth2(folder)}passdb {
  driver = static
  args = password=geheim
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u allow_all_users=yes
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = create
  }
  mailbox Trash {
    special_use = \\Trash
    auto = create
  }
  mailbox Junk {
    special_use = \\Junk
    auto = create
  }
  mailbox Drafts {
    special_use = \\Drafts
  }
}
service imap-login {
  inet_listener imap {
    port = ${this.plainPort}
  }
  inet_listener imaps {
    port = ${this.tlsPort}
    ssl = yes
  }
  process_min_avail = 1
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${this.lmtpPort}
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${this.authPort}
  }
}${asMe}
`,
    );
  }
}

const oauth2 = (folder: string): string => `auth_mechanisms = plain login xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2.conf
}
`;

const CAPABILITIES =
  'IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+ UIDPLUS LIST-EXTENDED LIST-STATUS SPECIAL-USE CONDSTORE QRESYNC MOVE';
const capabilities = (without: readonly string[]): string =>
  CAPABILITIES.split(' ')
    .filter((name) => !without.includes(name))
    .join(' ');

/** Makes everything under a folder writable by whichever user Dovecot reads mails as. */
function open(folder: string): void {
  execFileSync('chmod', ['-R', 'a+rwX', folder]);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.setTimeout(2000, () => socket.destroy());
  });
}
