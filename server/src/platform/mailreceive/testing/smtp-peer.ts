import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** An answer of a mail server: its code and all its lines, or 0 where it hung up instead. */
export interface Reply {
  readonly code: number;
  readonly text: string;
}

const GONE: Reply = { code: 0, text: '' };
const DEADLINE_MS = 60_000;

/** Doubles the dots at the beginnings of lines and ends the data, as a mail server does that passes a mail on. */
export function dataOf(raw: Uint8Array): Buffer {
  const text = Buffer.from(raw).toString('latin1');
  const stuffed = `\r\n${text}`.replaceAll('\r\n.', '\r\n..').slice(2);
  return Buffer.from(`${stuffed}${stuffed === '' || stuffed.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1');
}

/** Somebody who speaks SMTP, well or badly, byte by byte as a test wants it. */
export class SmtpPeer {
  #socket: Socket;
  #heard = '';
  #isGone = false;
  #wake: (() => void) | undefined;

  /** `localAddress`: the address of this machine that it comes from. */
  constructor(port: number, localAddress = '127.0.0.1') {
    this.#socket = this.#listen(connectTcp({ port, host: '127.0.0.1', localAddress, noDelay: true }));
  }

  /** Connects, hears the greeting and says who it is. */
  static async greeted(port: number, localAddress?: string): Promise<SmtpPeer> {
    const peer = new SmtpPeer(port, localAddress);
    await peer.hear();
    await peer.say('EHLO sender.example');
    return peer;
  }

  #listen(socket: Socket): Socket {
    socket.on('data', (chunk: Buffer) => {
      this.#heard += chunk.toString('latin1');
      this.#wake?.();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isGone = true;
      this.#wake?.();
    });
    return socket;
  }

  /** The next answer. Throws where none comes for long. */
  async hear(): Promise<Reply> {
    const end = Date.now() + DEADLINE_MS;
    for (;;) {
      const whole = /^(?:\d{3}-[^\r\n]*\r\n)*(\d{3}) [^\r\n]*\r\n/.exec(this.#heard);
      if (whole !== null) {
        this.#heard = this.#heard.slice(whole[0].length);
        return { code: Number(whole[1]), text: whole[0] };
      }
      if (this.#isGone) return GONE;
      const left = end - Date.now();
      if (left <= 0) throw new Error(`No answer, but: ${this.#heard}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async say(line: string): Promise<Reply> {
    this.write(`${line}\r\n`);
    return this.hear();
  }

  write(bytes: string | Uint8Array): void {
    if (!this.#socket.destroyed) this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Whether the server has ended the connection, waiting for it. */
  async isHungUp(): Promise<boolean> {
    if (!this.#isGone) await once(this.#socket, 'close', { signal: AbortSignal.timeout(DEADLINE_MS) });
    return this.#isGone;
  }

  /** Goes on encrypted. Returns the certificate's fingerprint. */
  async startTls(): Promise<string> {
    await this.say('STARTTLS');
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.removeAllListeners('close');
    const secure = connectTls({ socket: plain, rejectUnauthorized: false });
    await once(secure, 'secureConnect', { signal: AbortSignal.timeout(DEADLINE_MS) });
    this.#socket = this.#listen(secure);
    return secure.getPeerCertificate().fingerprint256;
  }

  /** Delivers one mail as it should be done and answers the last reply, or the first that is not as hoped. */
  async deliver(mail: { from?: string; to: readonly string[]; raw: Uint8Array }): Promise<Reply> {
    const accepted = await this.say(`MAIL FROM:<${mail.from ?? 'paul@werft.example'}>`);
    if (accepted.code !== 250) return accepted;
    for (const to of mail.to) {
      const reply = await this.say(`RCPT TO:<${to}>`);
      if (reply.code !== 250) return reply;
    }
    const ready = await this.say('DATA');
    if (ready.code !== 354) return ready;
    this.write(dataOf(mail.raw));
    return this.hear();
  }

  close(): void {
    this.#socket.destroy();
  }
}
