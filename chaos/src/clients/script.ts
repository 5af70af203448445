import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEADERS, formatAggregateId } from '@kontor/contract/kernel';
import { deflateSync } from 'node:zlib';
import type { Violation } from '../check/violations.ts';
import type { Random } from '../../../web/src/client/core/simulation/clock.ts';
import type { Talk } from '../world/fixture.ts';
import type { Journal } from './journal.ts';
import type { Wire, WireAnswer } from './wire.ts';
import { wordOf, type Words } from './words.ts';

export interface ScriptOptions {
  readonly journal: Journal;
  readonly words: Words;
  readonly wire: Wire;
  readonly random: Random;
  readonly base: string;
  readonly password: string;
  readonly userId: number;
  /** Items that nobody else changes: what is counted on them is this script's alone. */
  readonly own: readonly number[];
  /** Items that colleagues change too. */
  readonly shared: readonly number[];
  readonly talks: readonly Talk[];
}

type Wish = { readonly command: string; readonly params: object };

const MAX_COPIES = 5;
const TALK_SHARE = 0.15;
/** Beyond any text: as far as the last one. */
const FAR = 1_000_000;
/** How often an older command comes in once more, as from a device that had been away. */
const LATE_SHARE = 0.08;

/** A client as programs write it: sends a command, in several copies at once, until it is answered; and old ones once more. */
export class Script {
  readonly found: Violation[] = [];
  readonly #given: ScriptOptions;
  readonly #states = new Map<number, { status: number; archived: boolean; trashed: boolean }>();
  readonly #old: { processId: string; wish: Wish; text: string }[] = [];
  #token = '';
  #texts = 0;

  constructor(given: ScriptOptions) {
    this.#given = given;
  }

  /** Works until it is told to stop; the last command is answered then. */
  async run(goesOn: () => boolean): Promise<void> {
    const { random } = this.#given;
    while (goesOn()) {
      if (this.#old.length > 0 && random.hits(LATE_SHARE)) await this.#sendLate(goesOn);
      const processId = randomUUID();
      const wish = this.#wish();
      this.#given.journal.intend(processId, wish.command, wish.params, false);
      const text = await this.#insist(processId, wish);
      this.#old.push({ processId, wish, text });
      if (this.#old.length > 40) this.#old.splice(random.between(0, 39), 1);
    }
  }

  /** Instance and name of the person. */
  get who(): string {
    const { instance, person } = this.#given.journal.who;
    return `${instance} ${person}`;
  }

  /** What the server answers this person to a list, as text. Rejects where it does not. */
  async ask(base: string, query: string, params: object): Promise<string> {
    if (this.#token === '') await this.#signIn();
    const fields = { query, parameters: JSON.stringify(params), format: 'rows', page: '1', limit: '1000' };
    const { status, text } = await this.#send(`${base}/query?${new URLSearchParams(fields).toString()}`, {});
    if (status === 401) this.#token = '';
    if (status !== 200) throw new Error(`${query} answered ${status}`);
    return text;
  }

  #wish(): Wish {
    const { random, own, shared, talks, userId } = this.#given;
    if (talks.length > 0 && random.hits(TALK_SHARE)) return this.#wishOf(random.pick(talks));
    const idOf = (entryId: number): string => formatAggregateId({ module: 'email', entryId, userId });
    if (random.hits(0.15) && shared.length > 0) {
      const ids = [...new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(shared)))];
      const aggregateIds = ids.map(idOf);
      const command = random.pick([
        'setState',
        'setState',
        'setState',
        'archive',
        'dearchive',
        'delete',
        'restore',
        'restore',
      ]);
      const state = random.pick(['unseen', 'seen', 'ready']);
      return { command: `activity.${command}`, params: { aggregateIds, ...(command === 'setState' ? { state } : {}) } };
    }
    // Each of these changes something, for certain: so many commands, so many versions.
    const id = random.pick(own);
    const now = this.#states.get(id) ?? { status: 1, archived: false, trashed: false };
    const say = (command: string, next: Partial<typeof now>, params: object = {}): Wish => {
      this.#states.set(id, { ...now, ...next });
      return { command: `activity.${command}`, params: { aggregateIds: [idOf(id)], ...params } };
    };
    if (now.trashed) return say('restore', { trashed: false });
    const dice = random.next();
    if (dice < 0.1) return say('delete', { trashed: true });
    if (dice < 0.3) return say(now.archived ? 'dearchive' : 'archive', { archived: !now.archived });
    const status = (now.status % 3) + 1;
    return say('setState', { status }, { state: ['unseen', 'seen', 'ready'][status - 1] });
  }

  /** Something in a thread of messages: a text of its own, or that all of it was read. */
  #wishOf({ id, readers }: Talk): Wish {
    const { random, words, userId, journal } = this.#given;
    const aggregateId = formatAggregateId({ module: 'message', entryId: id, userId });
    if (random.hits(0.3)) return { command: 'message.markRead', params: { aggregateId, no: FAR } };
    const { instance, person, client } = journal.who;
    this.#texts += 1;
    const word = wordOf(`${instance} ${person} ${client} text ${this.#texts}`);
    words.plant(word, { instance, people: new Set(readers) });
    return { command: 'message.send', params: { aggregateId, messageContent: `<p>Text ${word}</p>` } };
  }

  /** Sends copies of a command until one of them is answered for good. Returns with what. */
  async #insist(processId: string, wish: Wish): Promise<string> {
    const { random, journal, wire } = this.#given;
    for (let wait = 20; ; wait = Math.min(wait * 2, 1000)) {
      const copies = random.hits(0.15) ? random.between(2, MAX_COPIES) : 1;
      const answers = await Promise.all(Array.from({ length: copies }, () => this.#try(processId, wish)));
      const good = answers.filter((answer) => answer !== undefined);
      const entries = good.map((answer) => ({ entry: wire.judge(processId, answer), answer }));
      for (const { entry } of entries) journal.record(entry);
      const settled = entries.filter(({ entry }) => entry.kind !== 'unknown').map(({ answer }) => dataOf(answer.text));
      if (good.some(({ status }) => status === 401)) this.#token = '';
      const [first] = settled;
      if (first !== undefined) {
        this.#compare(processId, first, settled);
        return first;
      }
      await sleep(wait);
    }
  }

  async #sendLate(goesOn: () => boolean): Promise<void> {
    const { processId, wish, text } = this.#given.random.pick(this.#old);
    const answer = goesOn() ? await this.#try(processId, wish) : undefined;
    if (answer?.status === 200) this.#compare(processId, text, [dataOf(answer.text)]);
  }

  #compare(processId: string, first: string, all: readonly string[]): void {
    if (all.every((one) => one === first) || this.found.length > 20) return;
    const detail = `${processId} was answered in different ways: ${[...new Set([first, ...all])].join(' | ').slice(0, 600)}`;
    this.found.push({ invariant: 'each command takes effect once', detail });
  }

  async #try(processId: string, { command, params }: Wish): Promise<WireAnswer | undefined> {
    try {
      if (this.#token === '') await this.#signIn();
      const body = new FormData();
      body.set('command', command);
      body.set('processId', processId);
      body.set('serializer', 'pako');
      body.set(
        'parameters',
        new Blob([deflateSync(JSON.stringify(params))], { type: 'application/x-pako' }),
        'parameters',
      );
      return await this.#send(`${this.#given.base}/command`, { method: 'POST', body });
    } catch {
      this.#given.journal.record({ kind: 'unknown', processId });
      return undefined;
    }
  }

  async #signIn(): Promise<void> {
    const { base, journal, password, wire } = this.#given;
    const { instance, person } = journal.who;
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [HEADERS.platform]: 'App', [HEADERS.instance]: instance },
      body: JSON.stringify({ instance, username: person, password }),
    };
    const { text } = await wire.fetch(`${base}/auth/login`, init, journal.who);
    this.#token = (JSON.parse(text) as { accessToken?: string }).accessToken ?? '';
  }

  async #send(url: string, init: RequestInit): Promise<WireAnswer> {
    const { wire, journal, words } = this.#given;
    const headers = {
      [HEADERS.platform]: 'App',
      [HEADERS.instance]: journal.who.instance,
      Authorization: `Bearer ${this.#token}`,
    };
    const answer = await wire.fetch(url, { ...init, headers, signal: AbortSignal.timeout(30_000) }, journal.who);
    words.inspect(journal.who, answer.text, answer.askedAt, url);
    const renewed = answer.headers.get(HEADERS.renewedToken);
    if (renewed !== null && renewed !== '') this.#token = renewed;
    return answer;
  }
}

/** What an answer to a command says, without what belongs to the session. */
function dataOf(text: string): string {
  const { data, code } = JSON.parse(text) as { data?: unknown; code?: string };
  return JSON.stringify(data ?? code);
}
