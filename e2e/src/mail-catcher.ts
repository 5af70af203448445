import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const LONGEST_MS = 30_000;

/** A mail server on a free port of the loopback that keeps what it is given. */
export class MailCatcher {
  readonly mails: CaughtMail[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        void (async () => {
          const mail = await PostalMime.parse(new Response(stream as unknown as BodyInit).body ?? '');
          const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
          this.mails.push({ to, subject: mail.subject ?? '', text: mail.text ?? '' });
          done();
        })().catch(done);
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

  /** The link in the last mail to an address. */
  async linkFor(address: string): Promise<string> {
    for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(100)) {
      const mail = this.mails.findLast(({ to, text }) => to === address && text.includes('#link='));
      const link = /\S+#link=\S+/.exec(mail?.text ?? '')?.[0];
      if (link !== undefined) return link;
    }
    throw new Error(`No mail with a link came for ${address}; there are ${JSON.stringify(this.mails)}`);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
