import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '../../../testing/free-port.ts';

const FIXTURES = join(import.meta.dirname, '..', 'arriving', 'fixtures');
const PATIENCE_MS = 60_000;

const isThere = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).error === undefined;
/** Whether real telephones and an exchange are installed: kamailio, baresip and sipp of Debian. */
export const hasSip = (): boolean => isThere('kamailio', '-v') && isThere('baresip', '-h') && isThere('sipp', '-v');

/** Seconds of silence as a file that telephones play: 8000 values of 16 bits a second, on one channel. */
function silence(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 16_000);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A telephone that registers at the exchange, and does what it is told to. */
export class Phone {
  readonly number: string;
  /** What has happened there, in its order. */
  readonly events: string[] = [];
  #isRegistered = false;
  readonly #child: ChildProcess;
  readonly #socket: Socket;

  private constructor(number: string, child: ChildProcess, socket: Socket) {
    this.number = number;
    this.#child = child;
    this.#socket = socket;
    let rest = '';
    socket.on('data', (piece: Buffer) => {
      rest += piece.toString();
      for (let found = /^(\d+):/.exec(rest); found !== null; found = /^(\d+):/.exec(rest)) {
        const from = found[0].length;
        const length = Number(found[1]);
        if (rest.length < from + length + 1) break;
        const { type, data } = JSON.parse(rest.slice(from, from + length)) as { type?: string; data?: string };
        if (type !== undefined) this.events.push(type);
        if (data?.includes('OK') === true) this.#isRegistered = true;
        rest = rest.slice(from + length + 1);
      }
    });
    socket.on('error', () => {});
  }

  static async open(folder: string, exchange: number, number: string): Promise<Phone> {
    const home = join(folder, number);
    await mkdir(home, { recursive: true });
    const [sip = 0, control = 0] = await freePorts(2);
    const config = [
      'poll_method epoll',
      `sip_listen 127.0.0.1:${sip}`,
      'net_interface 127.0.0.1',
      `audio_source aufile,${join(home, 'silence.wav')}`,
      `audio_player aufile,${join(home, 'heard.wav')}`,
      `audio_alert aufile,${join(home, 'alert.wav')}`,
      'module_path /usr/lib/baresip/modules',
      ...['g711.so', 'aufile.so'].map((name) => `module ${name}`),
      ...['uuid.so', 'account.so'].map((name) => `module_tmp ${name}`),
      ...['menu.so', 'ctrl_tcp.so'].map((name) => `module_app ${name}`),
      `ctrl_tcp_listen 127.0.0.1:${control}`,
    ];
    await writeFile(join(home, 'config'), `${config.join('\n')}\n`);
    await writeFile(
      join(home, 'accounts'),
      `<sip:${number}@127.0.0.1:${exchange};transport=udp>;auth_pass=none;regint=60;answermode=manual\n`,
    );
    await writeFile(join(home, 'contacts'), '');
    await writeFile(join(home, 'silence.wav'), silence(60));
    const child = spawn('baresip', ['-f', home], { stdio: 'ignore' });
    return new Phone(number, child, await reach(control));
  }

  #say(command: string, params = ''): void {
    const text = JSON.stringify(params === '' ? { command } : { command, params });
    this.#socket.write(`${Buffer.byteLength(text)}:${text},`);
  }

  /** Waits until the exchange knows it: it may have registered before anybody listened. */
  async registered(): Promise<void> {
    await waitFor(() => {
      this.#say('reginfo');
      return this.#isRegistered;
    }, `${this.number} is registered`);
    this.events.length = 0;
  }

  dial(number: string, exchange: number): void {
    this.#say('dial', `sip:${number}@127.0.0.1:${exchange}`);
  }

  answer(): void {
    this.#say('accept');
  }

  hangUp(): void {
    this.#say('hangup');
  }

  /** Waits until something has happened that had not before. */
  async until(event: string): Promise<void> {
    await waitFor(() => this.events.includes(event), `${this.number}: ${event}, but ${this.events.join(', ')}`);
    this.events.length = 0;
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await end(this.#child);
  }
}

async function waitFor(isSo: () => boolean, what: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; !isSo(); await sleep(50))
    if (Date.now() > until) throw new Error(`It did not come to ${what}`);
}

async function reach(port: number): Promise<Socket> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    if (Date.now() > until) throw new Error(`Nobody listens at ${port}`);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await ended;
  clearTimeout(timer);
}

/** An exchange on this machine that tells of its calls at an address. */
export interface Exchange {
  readonly port: number;
  phone(number: string): Promise<Phone>;
  /** Calls a number, and thinks better of it after some milliseconds. */
  callAndCancel(number: string, afterMs: number): Promise<void>;
  close(): Promise<void>;
}

export async function openExchange(address: string): Promise<Exchange> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-sip-'));
  const [port = 0] = await freePorts(1);
  const config = await readFile(join(FIXTURES, 'kamailio.cfg'), 'utf8');
  const path = join(folder, 'kamailio.cfg');
  await writeFile(path, config.replaceAll('PORT', String(port)).replaceAll('URL', address));
  const child = spawn('kamailio', ['-DD', '-E', '-f', path, '-P', join(folder, 'pid'), '-Y', folder], {
    stdio: 'ignore',
  });
  const phones: Phone[] = [];
  await sleep(500);
  return {
    port,
    async phone(number) {
      const phone = await Phone.open(folder, port, number);
      phones.push(phone);
      await phone.registered();
      return phone;
    },
    async callAndCancel(number, afterMs) {
      const scenario = join(folder, 'cancel.xml');
      await writeFile(scenario, CANCEL.replace('AFTER', String(afterMs)));
      const args = ['-sf', scenario, '-m', '1', '-s', number, '-i', '127.0.0.1', '-timeout', '15', '-nostdin'];
      await promisify(execFile)('sipp', [...args, `127.0.0.1:${port}`], { cwd: folder });
    },
    async close() {
      for (const phone of phones) await phone.close();
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const request = (line: string, more: readonly string[], body = ''): string =>
  [
    `${line} sip:[service]@[remote_ip]:[remote_port] SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    'From: <sip:4943110009@[local_ip]:[local_port]>;tag=[call_number]',
    ...more,
    'Call-ID: [call_id]',
    'Contact: <sip:4943110009@[local_ip]:[local_port]>',
    'Max-Forwards: 70',
    body === '' ? 'Content-Length: 0' : 'Content-Type: application/sdp\nContent-Length: [len]',
    '',
    body,
  ].join('\n');

const SDP = `v=0
o=x 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [local_ip]
t=0 0
m=audio [auto_media_port] RTP/AVP 8
a=rtpmap:8 PCMA/8000
`;

const CANCEL = `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="cancel">
<send retrans="500"><![CDATA[
${request('INVITE', ['To: <sip:[service]@[remote_ip]:[remote_port]>', 'CSeq: 1 INVITE'], SDP)}
]]></send>
<recv response="100" optional="true"/>
<recv response="180"/>
<pause milliseconds="AFTER"/>
<send retrans="500"><![CDATA[
${request('CANCEL', ['To: <sip:[service]@[remote_ip]:[remote_port]>', 'CSeq: 1 CANCEL']).replace('branch=[branch]', 'branch=[branch-4]')}
]]></send>
<recv response="200"/>
<recv response="487"/>
<send><![CDATA[
${request('ACK', ['[last_To:]', 'CSeq: 1 ACK']).replace('branch=[branch]', 'branch=[branch-7]')}
]]></send>
</scenario>
`;
