import { serverWords } from '../mailwire/index.ts';

/** Most that is kept of what was said at one try. */
const MAX_LETTERS = 16_000;

/** A command that the server has not answered yet, and its answers to those for receivers. */
interface UnansweredCommand {
  readonly receiver: string | undefined;
  readonly isData: boolean;
}

/** A server's word about a receiver. */
export interface ReceiverReply {
  readonly code: number;
  readonly text: string;
}

/** Writes down what is said to a mail server and by it, without what the mail says and without secrets. */
export class Transcript {
  readonly #secrets: readonly string[];
  readonly #onLine: () => void;
  readonly #unanswered: UnansweredCommand[] = [];
  #lines = '';
  #offered: string[] | undefined;
  #isSigningIn = false;
  /** Answers at RCPT, by the address that was named. */
  readonly receivers = new Map<string, ReceiverReply>();
  /** The code of the answer to the last DATA; 0 before there is one. */
  dataCode = 0;

  constructor(secrets: readonly string[], onLine: () => void) {
    // As they are and as commands bear them; short ones would blot out ordinary words.
    this.#secrets = secrets
      .filter((secret) => secret.length > 3)
      .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
    this.#onLine = onLine;
  }

  /** In the form that the library logs to. */
  get logger() {
    const hear = (entry: unknown, text?: unknown): void => {
      const { tnx } = (entry ?? {}) as { tnx?: unknown };
      if (typeof text !== 'string') return;
      if (tnx === 'client') this.#said(text);
      else if (tnx === 'server') this.#heard(text);
    };
    const nothing = (): void => undefined;
    return { trace: nothing, debug: hear, info: nothing, warn: nothing, error: nothing, fatal: nothing };
  }

  get text(): string {
    return this.#lines;
  }

  /** What the server offers, as it said last: after STARTTLS it may be something else. At most 50 lines, such as `SIZE 1000`. */
  get extensions(): string[] {
    if (this.#offered !== undefined) return this.#offered;
    const after = this.#lines.slice(this.#lines.lastIndexOf('\nC: EHLO'));
    return [...after.matchAll(/^S: 250[ -]([^\n]*)$/gm)].slice(1, 51).map((match) => match[1]?.slice(0, 100) ?? '');
  }

  /** Begins anew for another mail: what is said from here on is about that alone. */
  begin(): void {
    this.#offered = this.extensions;
    this.#lines = '';
    this.receivers.clear();
    this.dataCode = 0;
    this.addRemark('goes by the connection of the mail before');
  }

  addRemark(line: string): void {
    this.#put('-', line);
  }

  #said(line: string): void {
    const mechanism = /^AUTH\s+(\S+)/i.exec(line)?.[1];
    if (mechanism !== undefined) this.#isSigningIn = true;
    this.#unanswered.push({ receiver: /^RCPT TO:<([^>]*)>/i.exec(line)?.[1], isData: /^DATA$/i.test(line.trim()) });
    this.#put('C', mechanism !== undefined ? `AUTH ${mechanism} …` : this.#isSigningIn ? '…' : line);
  }

  #heard(reply: string): void {
    const code = Number(/^\d{3}/.exec(reply)?.[0] ?? 0);
    const { receiver, isData = false } = this.#unanswered.shift() ?? {};
    if (isData) this.dataCode = code;
    if (receiver !== undefined) this.receivers.set(receiver, { code, text: wordsOf(reply) });
    const isChallenge = this.#isSigningIn && code === 334;
    if (this.#isSigningIn && !isChallenge) this.#isSigningIn = false;
    for (const line of isChallenge ? ['334 …'] : reply.split('\n')) this.#put('S', line);
  }

  #put(who: string, line: string): void {
    this.#onLine();
    if (this.#lines.length > MAX_LETTERS) return;
    let shown = line;
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, '…');
    this.#lines += `${who}: ${serverWords(shown)}\n`;
  }
}

/** A reply as people read it: its lines without their numbers, cut to 500 characters. */
export const wordsOf = (reply: string): string =>
  serverWords(reply.replace(/^\d{3}[ -]/gm, '').replace(/\s*\n\s*/g, ' '));
