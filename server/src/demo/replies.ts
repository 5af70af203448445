import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from '../platform/log/logger.ts';
import type { MailParser } from '../platform/mailparse/index.ts';
import type { ParsedMail } from '../platform/mailparse/parsed-mail.ts';
import type { MailRelay } from '../platform/mailsend/index.ts';
import type { Language } from './calendar.ts';
import { personOf, type Person } from './people.ts';
import { bodyHtml, bodyText, page, quote } from './render.ts';

/** How long a customer takes to answer, in milliseconds; some of them half as long again. */
export const REPLY_MS = 5000;
/** Answers that are being written at once. */
const MAX_REPLIES = 20;

/** What customers answer; `%` stands for whom they write to. */
const REPLIES: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'Guten Tag %,\n\nvielen Dank für die schnelle Antwort, das hilft uns weiter. Ich gebe es gleich an die Kollegen weiter und melde mich, falls noch etwas fehlt.',
    'Guten Tag %,\n\ndanke, das ist angekommen. Bis wann dürfen wir damit rechnen? Dann plane ich es hier ein.',
    'Guten Tag %,\n\nbesten Dank, genau das habe ich gebraucht. Von unserer Seite ist damit alles geklärt.',
  ],
  en: [
    'Hello %,\n\nthank you for the quick answer, that helps us a lot. I will pass it on to my colleagues and come back to you if anything is missing.',
    'Hello %,\n\nthanks, I have got it. When can we expect it? Then I will plan for it here.',
    'Hello %,\n\nthank you, that is exactly what I needed. Everything is settled from our side.',
  ],
};
const GREETINGS: Readonly<Record<Language, string>> = { de: 'Mit freundlichen Grüßen', en: 'Kind regards' };

interface RepliesOptions {
  /** What is answered here was written by people: it is parsed where every mail is. */
  readonly parser: MailParser;
  readonly afterMs: number;
  readonly relay: () => MailRelay | undefined;
  readonly log: Logger;
}

/** Answers in the name of the people whom the demo's own people write to, some seconds later. */
export class DemoReplies {
  readonly #options: RepliesOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  /** Has the person with an address answer a mail, where the demo knows them and a person wrote it. */
  answer(raw: Uint8Array, address: string): void {
    const person = personOf(address);
    if (person === undefined || person.client === 'auto' || this.#timers.size >= MAX_REPLIES) return;
    const { afterMs, log } = this.#options;
    const spread = createHash('sha256').update(raw).digest().readUInt8() / 512;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#reply(raw, person).catch((error: unknown) => log.warn({ err: error }, 'a customer could not answer'));
      },
      afterMs * (1 + spread),
    );
    timer.unref();
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #reply(raw: Uint8Array, person: Person): Promise<void> {
    // Loaded with the first answer.
    const { composeMail, handOver } = await import('../platform/mailsubmit/index.ts');
    const taken = await this.#options.parser.parse(raw);
    if (!taken.ok) return;
    const { mail } = taken;
    const [to] = mail.replyTo.length > 0 ? mail.replyTo : mail.from;
    const relay = this.#options.relay();
    if (to === undefined || relay === undefined || mail.autoSubmitted || mail.bulk) return;
    const reply = await composeMail({ ...partsOf(mail, person), to: [to] });
    const { host, port } = relay;
    const outcome = await handOver({
      server: { host, port, security: 'offered', login: null, trustedFingerprint: null, isVerified: false },
      policy: { allowPrivateHosts: true },
      name: 'localhost',
      letter: {
        from: person.address,
        to: [to.address],
        size: reply.length,
        open: () => Readable.from([reply]),
        reference: randomUUID(),
        wantsDelivery: false,
      },
      release: async () => true,
    });
    if (outcome.decision !== 'accepted') throw new Error(`${outcome.fault ?? outcome.decision}: ${outcome.answer}`);
  }
}

/** A reply, without its receivers. */
function partsOf(mail: ParsedMail, person: Person) {
  const { language, client, signature } = person;
  const [to] = mail.from;
  const hash = createHash('sha256')
    .update(mail.messageId ?? mail.subject)
    .digest('hex');
  const texts = REPLIES[language];
  const chosen = texts[Number.parseInt(hash.slice(0, 2), 16) % texts.length] ?? '';
  const body = `${chosen.replace('%', () => to?.name || (to?.address ?? ''))}\n\n${GREETINGS[language]}\n${signature[0] ?? person.name}`;
  const rest = signature.slice(1);
  const parent = {
    text: mail.text,
    html: mail.html,
    from: to === undefined ? '' : `${to.name} <${to.address}>`,
    to: `${person.name} <${person.address}>`,
    subject: mail.subject,
    date: new Date(mail.date ?? 0),
  };
  const quoted = quote(parent, client, language, false);
  const whole = rest.length === 0 ? body : `${body}\n${rest.join('\n')}`;
  const text = `${bodyText(whole)}${quoted.text}\n`;
  const html = client === 'text' ? null : page(`${bodyHtml(whole, new Map())}\n${quoted.html}`, client);
  return {
    from: { name: person.name, address: person.address },
    cc: [],
    bcc: [],
    subject: /^(?:re|aw):/i.test(mail.subject) ? mail.subject : `${language === 'de' ? 'AW' : 'Re'}: ${mail.subject}`,
    messageId: `<${hash.slice(0, 24)}.${person.address}>`,
    date: new Date(),
    inReplyTo: mail.messageId,
    references: [...mail.references, ...(mail.messageId === null ? [] : [mail.messageId])],
    headers: {},
    text,
    html,
    files: [],
    calendar: null,
    boundary: hash.slice(0, 16),
  };
}
