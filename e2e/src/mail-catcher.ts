import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface CaughtMail {
  readonly to: readonly string[];
  readonly raw: Buffer;
}

const MAX_MS = 90_000;

/** A mail server on a free port of the loopback that keeps what it is given, but for addresses that begin with `niemand@`, which it has not. */
export class MailCatcher {
  readonly #mails: CaughtMail[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(
          address.startsWith('niemand@')
            ? Object.assign(new Error('5.1.1 User unknown'), { responseCode: 550 })
            : undefined,
        ),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.#mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) });
          done();
        });
      },
    });
  }

  static async start(): Promise<MailCatcher> {
    const catcher = new MailCatcher();
    const listening = catcher.#server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return catcher;
  }

  /** As a setting of Kontor's. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The link in the last mail to an address that has one. */
  async linkFor(address: string): Promise<string> {
    for (const until = Date.now() + MAX_MS; Date.now() < until; await sleep(100)) {
      for (const { raw } of this.#mails.filter(({ to }) => to.includes(address)).toReversed()) {
        const { text } = await PostalMime.parse(raw);
        const link = /\S+#link=\S+/.exec(text ?? '')?.[0];
        if (link !== undefined) return link;
      }
    }
    throw new Error(`No mail with a link came for ${address}, of ${this.#mails.length} mails`);
  }

  /** All mails that have come to an address until now. */
  to(address: string): readonly Buffer[] {
    return this.#mails.filter(({ to }) => to.includes(address)).map(({ raw }) => raw);
  }

  /** The next mail to an address, or one that came already. */
  async next(address: string): Promise<Buffer> {
    for (const until = Date.now() + MAX_MS; Date.now() < until; await sleep(100)) {
      const found = this.#mails.find(({ to }) => to.includes(address));
      if (found !== undefined) return found.raw;
    }
    throw new Error(`No mail came for ${address}, of ${this.#mails.length} mails`);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
