import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_COMMANDS } from '@kontor/contract/all';
import type { Client } from '../../../web/src/client/client.ts';
import type { QueuedCommand } from '../../../web/src/client/core/command.ts';
import type { Random } from '../../../web/src/client/core/simulation/clock.ts';
import type { Environment, TextStorage } from '../../../web/src/client/environment.ts';
import { createKontor, type Kontor } from '../../../web/src/client/kontor.ts';
import { listQueryKey } from '../../../web/src/client/list-key.ts';
import { loadMore, loadTop, restoreList } from '../../../web/src/client/list-loader.ts';
import { createValue } from '../../../web/src/client/value.ts';
import { act } from '../../../web/src/modules/activity/actions/actions.ts';
import { type Action } from '../../../web/src/modules/activity/actions/choices.ts';
import { asGuest, type Device, type Guest } from './device.ts';
import type { Talk } from '../world/fixture.ts';
import type { Journal } from './journal.ts';
import { shownOf, type ShownRow, type WatchedList } from './lists.ts';
import { OpenThread, type ShownThread } from './threads.ts';
import type { Wire } from './wire.ts';
import type { Words } from './words.ts';

/** What pages are opened with. */
export interface PageOptions {
  readonly device: Device;
  readonly journal: Journal;
  readonly words: Words;
  readonly wire: Wire;
  readonly random: Random;
  /** Where the instance is reached. */
  readonly base: string;
  /** Where the app itself is served: the same place, or that of an app on the device. */
  readonly origin: string;
  readonly password: string;
  /** What the page shows. */
  readonly lists: readonly WatchedList[];
  readonly talks: readonly Talk[];
  readonly userId: number;
  /** Whether the device may keep what was seen. */
  readonly isCaching: boolean;
}

const NEVER = new Promise<never>(() => undefined);

const storageOf = (kept: Map<string, string>): TextStorage => ({
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
});

/** A list as a page shows it. */
export interface ShownList {
  readonly id: string;
  readonly rows: readonly (ShownRow | undefined)[];
  readonly total: number;
  readonly isComplete: boolean;
  readonly isLoaded: boolean;
}

/** One open page of the real app, without its screen: the product's own client from the sign-in down to the lists. */
export class Page implements Guest {
  readonly device: Device;
  readonly died: Promise<void>;
  readonly #given: PageOptions;
  readonly #die: () => void;
  readonly #wakers = new Set<() => void>();
  readonly #own = new Set<string>();
  readonly #tab = new Map<string, string>();
  #isDead = false;
  #kontor: Kontor | undefined;
  #watched: Client | undefined;
  #stops: (() => void)[] = [];
  #threads: readonly OpenThread[] = [];
  #isSigningIn = false;

  constructor(given: PageOptions) {
    this.#given = given;
    this.device = given.device;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.died = promise;
    this.#die = resolve;
  }

  readonly isDead = (): boolean => this.#isDead;

  readonly hears = (text: string): void => {
    const { words, journal } = this.#given;
    words.inspect(journal.who, text, Date.now(), 'an event');
    const json = text.indexOf('{');
    if (!text.startsWith('MESSAGE') || json < 0 || text.includes('activity.removed')) return;
    const ids = [...text.matchAll(/\\"entryId\\":(\d+)|"entryId":(\d+)/g)].map(([, a, b]) => Number(a ?? b));
    words.lookAtItems(journal.who, ids, 'an event');
  };

  /** Opens the app as a browser does, and signs in where nobody is. Ends when that is under way. */
  async open(): Promise<void> {
    await asGuest(this, async () => {
      const kontor = createKontor(this.#environment(), async () => ALL_COMMANDS, createValue(this.#given.isCaching));
      this.#kontor = kontor;
      kontor.session.subscribe(() => asGuest(this, () => this.#onSession()));
      await kontor.start();
      this.#onSession();
    });
  }

  get client(): Client | undefined {
    return this.#isDead ? undefined : this.#kontor?.session.get().client;
  }

  /** True while somebody is signed in, whom the server has confirmed. */
  get isIn(): boolean {
    return this.client?.user.get() !== undefined;
  }

  /** Does something to items, as a key press does. */
  act(action: Action, keys: readonly string[]): void {
    const { client } = this;
    if (client !== undefined) asGuest(this, () => act(client, action, keys));
  }

  /** Keys of what a list shows. */
  keysOf(list: string): readonly string[] {
    return this.client?.lists.snapshot(list).ids ?? [];
  }

  /** Scrolls to the end of what is loaded. */
  async more(list: string): Promise<void> {
    const { client } = this;
    const source = this.#given.lists.find(({ source: { id } }) => id === list)?.source;
    if (client === undefined || source === undefined) return;
    const { complete, loaded } = client.lists.snapshot(list);
    if (loaded && !complete) await asGuest(this, () => loadMore(client, source)).catch(() => undefined);
  }

  /** Commands that are not answered, and those that were refused. */
  waiting(): readonly QueuedCommand[] {
    return this.client?.queue.all() ?? [];
  }

  isResting(): boolean {
    return this.client?.queue.isResting() ?? true;
  }

  /** Gives up what the server has refused, as a person does who has read why. */
  async discardRefused(): Promise<void> {
    const { client } = this;
    const ids = this.waiting().flatMap(({ processId, state }) => (state === 'refused' ? [processId] : []));
    if (client !== undefined && ids.length > 0) await asGuest(this, () => client.queue.discard(ids));
  }

  shown(): readonly ShownList[] {
    const { client } = this;
    if (client === undefined) return [];
    return this.#given.lists.map(({ source: { id } }) => {
      const { ids, total, complete, loaded } = client.lists.snapshot(id);
      const rows = ids.map((key) => client.store.get(key)).map((row) => (row === undefined ? undefined : shownOf(row)));
      return { id, rows, total, isComplete: complete, isLoaded: loaded };
    });
  }

  /** Threads of messages as they are shown. */
  threads(): readonly ShownThread[] {
    return this.client === undefined ? [] : this.#threads.map((thread) => thread.shown());
  }

  /** Says something in one of the threads, changes a text, or has read it. `write`: makes what is said, for these readers. */
  talk(write: (readers: readonly string[]) => string): void {
    const { random } = this.#given;
    if (this.client === undefined || this.#threads.length === 0) return;
    const thread = random.pick(this.#threads);
    const html = write(thread.talk.readers);
    asGuest(this, () => thread.talkIn(random, html));
  }

  /** What the network has just done to the device. */
  wake(): void {
    asGuest(this, () => this.#wakers.forEach((wake) => wake()));
  }

  async signOut(): Promise<void> {
    await asGuest(this, () => this.#kontor?.signOut());
  }

  /** Ends as a closed tab does. */
  close(): void {
    this.#recordStored();
    asGuest(this, () => this.client?.close());
    this.#end();
  }

  /** Ends as a crashed tab does: nothing more is said or stored. */
  kill(): void {
    this.#end();
  }

  /** Notes what the person is left with. */
  noteRest(): void {
    for (const { processId, state, refusal } of this.waiting())
      this.#given.journal.record({ kind: 'left', processId, state, code: refusal?.code ?? '' });
  }

  #end(): void {
    this.#isDead = true;
    this.#stopWatching();
    this.#die();
  }

  #onSession(): void {
    const client = this.#kontor?.session.get().client;
    if (this.#isDead || (client !== undefined && client === this.#watched)) return;
    this.#stopWatching();
    this.#watched = client;
    if (client === undefined) {
      void this.#signIn();
      return;
    }
    this.#stops.push(client.waiting.subscribe(() => this.#recordStored()));
    for (const { source } of this.#given.lists) {
      const stop = client.ask.cache.watch(
        listQueryKey(source),
        (signal) => asGuest(this, () => loadTop(client, source, signal)),
        () => undefined,
        { load: () => asGuest(this, () => restoreList(client, source)), forget: () => undefined },
      );
      this.#stops.push(stop);
    }
    const { talks, userId } = this.#given;
    this.#threads = talks.map((talk) => new OpenThread(client, talk, userId, (run) => asGuest(this, run)));
  }

  #stopWatching(): void {
    for (const stop of this.#stops) stop();
    for (const thread of this.#threads) thread.close();
    this.#stops = [];
    this.#threads = [];
  }

  /** Signs in, however often it takes, unless another page of the device has. */
  async #signIn(): Promise<void> {
    const { base, origin, password, journal, random } = this.#given;
    const instance = { info: { name: journal.who.instance, title: '', version: '' }, url: base, own: origin === base };
    if (this.#isSigningIn) return;
    this.#isSigningIn = true;
    const isOver = (): boolean => this.#isDead || this.#kontor?.session.get().client !== undefined;
    for (;;) {
      await sleep(random.between(50, 400));
      if (isOver()) break;
      const trying = asGuest(this, () => this.#kontor?.signIn(instance, { username: journal.who.person, password }));
      await trying?.catch(() => sleep(300));
    }
    this.#isSigningIn = false;
  }

  /** Writes down what this page's person wants, and what the device has kept. */
  #recordStored(): void {
    const { journal } = this.#given;
    for (const { processId, name, params, kept } of this.waiting()) {
      if (!this.#own.has(processId)) continue;
      journal.intend(processId, name, params as object, true);
      if (kept === 'stored') journal.record({ kind: 'kept', processId });
    }
  }

  #environment(): Environment {
    const { device } = this;
    const { origin, random } = this.#given;
    return {
      fetch: (input, init) => this.#fetch(input instanceof Request ? input.url : String(input), init ?? {}),
      now: () => Date.now() + device.skew,
      random: random.next,
      newId: () => {
        const id = randomUUID();
        this.#own.add(id);
        return id;
      },
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted) return resolve();
          const end = (): void => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', end);
            if (!this.#isDead) asGuest(this, resolve);
          };
          const timer = setTimeout(end, ms);
          signal?.addEventListener('abort', end);
        }),
      deadline: (ms) => {
        const over = new AbortController();
        const timer = setTimeout(() => over.abort(), ms);
        return { signal: over.signal, end: () => clearTimeout(timer) };
      },
      online: () => device.isOnline,
      onWake: (wake) => {
        this.#wakers.add(wake);
        return () => this.#wakers.delete(wake);
      },
      onHide: () => () => undefined,
      settings: storageOf(device.settings),
      tab: storageOf(this.#tab),
      origin,
    };
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.#isDead) return NEVER;
    const { device, died } = this;
    const { journal, words, wire, origin } = this.#given;
    const headers = new Headers(init.headers);
    const isOwn = init.credentials !== 'omit';
    if (isOwn && device.cookies.size > 0) headers.set('Cookie', device.cookieHeader);
    if ((init.method ?? 'GET') !== 'GET') headers.set('Origin', origin);
    const field = init.body instanceof FormData ? init.body.get('processId') : null;
    const processId = typeof field === 'string' ? field : undefined;
    if (!device.isOnline) throw new TypeError('the device is offline');
    const over = died.then(() => NEVER);
    const answer = await Promise.race([wire.fetch(url, { ...init, headers }, journal.who), over]).catch(
      (error: unknown) => {
        if (processId !== undefined) journal.record({ kind: 'unknown', processId });
        throw error;
      },
    );
    // What was on its way when the network went is not there any more.
    if (!device.isOnline) throw new TypeError('the device is offline');
    if (isOwn) device.takeCookies(answer.headers);
    words.inspect(journal.who, answer.text, answer.askedAt, url);
    if (processId !== undefined) journal.record(wire.judge(processId, answer));
    const { status } = answer;
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : answer.body, { status, headers: answer.headers });
  }
}
