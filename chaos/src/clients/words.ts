import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { Violation } from '../check/violations.ts';

/** Words that nobody writes by chance; each belongs to one item or one instance, and says so wherever it turns up. */
const WORD = /zq[0-9a-f]{12}qz/g;

/** A new word of a name: the same for the same one. */
export const wordOf = (name: string): string => `zq${createHash('sha256').update(name).digest('hex').slice(0, 12)}qz`;

/** Who may read a word. */
export interface Readers {
  readonly instance: string;
  /** Names of people; undefined for all of the instance. */
  readonly people: ReadonlySet<string> | undefined;
}

/** A look at all that leaves the server: whoever reads a word that is not for them is noted. */
export class Words {
  readonly found: Violation[] = [];
  /** Texts that were looked at, and words in them. */
  readonly counts = { texts: 0, words: 0 };
  readonly #readers = new Map<string, Readers>();
  /** From when on a person may read nothing of their lists, by the right time; until further notice. */
  readonly #barred = new Map<string, number>();
  readonly #items = new Map<string, Readers>();

  plant(word: string, readers: Readers): void {
    this.#readers.set(word, readers);
  }

  /** Who may hear of an item by its number. */
  plantItem(instance: string, id: number, readers: Readers): void {
    this.#items.set(`${instance} ${id}`, readers);
  }

  /** A right was taken, for certain: what is asked from now on must be answered without a word. */
  bar(instance: string, person: string): void {
    this.#barred.set(`${instance} ${person}`, Date.now());
  }

  unbar(instance: string, person: string): void {
    this.#barred.delete(`${instance} ${person}`);
  }

  /** Since when somebody is barred, if they are. */
  barredSince(instance: string, person: string): number | undefined {
    return this.#barred.get(`${instance} ${person}`);
  }

  /** A text that a person was sent. `askedAt`: when it was asked for, by the right time. */
  inspect(
    who: { instance: string; person: string; client: string },
    text: string,
    askedAt: number,
    where: string,
  ): void {
    this.counts.texts += 1;
    const barred = this.barredSince(who.instance, who.person);
    for (const [word] of text.matchAll(WORD)) {
      this.counts.words += 1;
      const readers = this.#readers.get(word);
      // Of an item, that is: words of the instance are for all of it.
      const isBarred = barred !== undefined && askedAt > barred && readers?.people !== undefined;
      if (isReader(readers, who) && !isBarred) continue;
      const whose =
        readers === undefined ? 'nobody' : `${readers.instance} ${[...(readers.people ?? ['all'])].join('+')}`;
      const detail = `${who.instance} ${who.person} (${who.client}) was sent ${word} of ${whose}${isBarred ? ', a right that was taken' : ''}: ${where}`;
      this.#say(detail);
    }
  }

  /** Numbers of items that a person was told of. */
  lookAtItems(who: { instance: string; person: string; client: string }, ids: readonly number[], where: string): void {
    for (const id of ids) {
      const readers = this.#items.get(`${who.instance} ${id}`);
      if (readers !== undefined && !isReader(readers, who))
        this.#say(`${who.instance} ${who.person} (${who.client}) heard of item ${id}: ${where}`);
    }
  }

  /** A text in which no word may stand at all. */
  lookAtLog(text: string): void {
    for (const [word] of text.matchAll(WORD)) this.#say(`the log has ${word}`);
  }

  #say(detail: string): void {
    if (this.found.length < 200) this.found.push({ invariant: 'nobody is told what is not theirs', detail });
  }
}

const isReader = (readers: Readers | undefined, who: { instance: string; person: string }): boolean =>
  readers !== undefined && readers.instance === who.instance && (readers.people?.has(who.person) ?? true);

/** The text of an answer's body, unpacked where it is packed. */
export function textOf(type: string, body: string): string {
  if (!type.includes('pako')) return body;
  try {
    return inflateSync(Buffer.from(body, 'base64')).toString();
  } catch {
    return body;
  }
}
