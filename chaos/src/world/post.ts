import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Random } from '../../../web/src/client/core/simulation/clock.ts';
import { wordOf, type Words } from '../clients/words.ts';
import type { Fixture } from './fixture.ts';

/** A mail that was given to the server, and whether it has said yes to it. */
export interface Sent {
  readonly instance: string;
  readonly title: string;
  isTaken: boolean;
}

/** What all titles of mails begin with. */
export const MAIL_TITLE = 'Post ';

/** Mails that come in meanwhile, each sent as often as it takes, as mail servers do. */
export class Post {
  readonly sent: Sent[] = [];
  readonly #fixture: Fixture;
  readonly #words: Words;
  readonly #random: Random;
  readonly #port: number;

  constructor(given: {
    readonly fixture: Fixture;
    readonly words: Words;
    readonly random: Random;
    readonly port: number;
  }) {
    this.#fixture = given.fixture;
    this.#words = given.words;
    this.#random = given.random;
    this.#port = given.port;
  }

  async run(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const number = this.sent.length + 1;
      const { address, instance, readers } = this.#random.pick(this.#fixture.addresses);
      const title = `${MAIL_TITLE}${wordOf(`mail ${number} ${instance}`)}`;
      const body = wordOf(`body ${number} ${instance}`);
      const allowed = { instance, people: new Set(readers) };
      for (const word of [title.slice(MAIL_TITLE.length), body]) this.#words.plant(word, allowed);
      const mail: Sent = { instance, title, isTaken: false };
      this.sent.push(mail);
      await this.#deliver(mail, address, rawMail(number, address, title, body), goesOn);
      await sleep(this.#random.between(200, 1500));
    }
  }

  async #deliver(mail: Sent, to: string, raw: string, goesOn: () => boolean): Promise<void> {
    do {
      const transport = createTransport({
        host: '127.0.0.1',
        port: this.#port,
        ignoreTLS: true,
        connectionTimeout: 5000,
        greetingTimeout: 5000,
        socketTimeout: 10_000,
      });
      try {
        await transport.sendMail({ envelope: { from: 'absender@fremd.example', to }, raw });
        mail.isTaken = true;
        return;
      } catch {
        await sleep(this.#random.between(100, 500));
      } finally {
        transport.close();
      }
    } while (goesOn());
  }
}

const rawMail = (number: number, to: string, title: string, body: string): string =>
  [
    'From: Absender <absender@fremd.example>',
    `To: ${to}`,
    `Subject: ${title}`,
    `Message-ID: <${number}.${to}@fremd.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Guten Tag, ${body}`,
    '',
  ].join('\r\n');
