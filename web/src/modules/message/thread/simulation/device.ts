import type { MessageText } from '@kontor/contract/message';
import type { Clock, Random } from '../../../../client/core/simulation/clock.ts';
import { readFurther, unreadWithout } from '../rules.ts';
import { createThread, THREAD_RULES, type Thread, type ThreadRules } from '../thread-store.ts';
import { ANNA, type ThreadEvent, type ThreadServer } from './server.ts';

/** What a device is put together from. A defect changes some of it. */
export interface Assembly {
  readonly rules: ThreadRules;
  readonly readFurther: typeof readFurther;
  readonly unreadWithout: typeof unreadWithout;
  /** Hears what the server tells. */
  readonly hear: (thread: Thread, event: ThreadEvent) => void;
}

export const SOUND: Assembly = {
  rules: THREAD_RULES,
  readFurther,
  unreadWithout,
  hear(thread, event) {
    if (event.kind === 'texted') void thread.receive(event.no, event.text);
    else if (event.kind === 'changed') void thread.change(event.text.no, () => event.text);
    else if (event.kind === 'read') thread.readBy(event);
  },
};

/** What Anna has said on this device, and the server has not answered yet. */
interface Waiting {
  readonly processId: string;
  readonly words: string;
}

interface Faults {
  /** Share of requests, and of answers, that are lost. */
  readonly lost: number;
  /** Share of events that come twice. */
  readonly twice: number;
  /** Whether events may overtake each other. */
  readonly isReordered: boolean;
}

interface DeviceDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly server: ThreadServer;
  readonly assembly: Assembly;
  readonly faults: Faults;
  readonly say: (line: () => string) => void;
}

/** How long something is on its way at most, in milliseconds. */
const MAX_WAY_MS = 150;
const RETRY_MS = 300;

/** The device of Anna that shows the thread: the client around it, as far as it matters. */
export class Device {
  readonly thread: Thread;
  readonly waiting: Waiting[] = [];
  /** How far Anna has read as the server was told, in the order in which it was. */
  readonly told: number[] = [];
  /** Unread texts as the list of messages shows them. */
  unread = 0;
  isVisible = true;
  readonly #deps: DeviceDeps;
  #isConnected = true;
  /** Counts connections: what was on its way by an earlier one does not come. */
  #connection = 0;
  /** When the last event comes that is on its way. */
  #lastAt = 0;
  #details: 'rest' | 'loading' | 'again' = 'rest';
  #isSending = false;
  #readNo = -1;
  #serverUnread = 0;
  #reading: number[] = [];

  constructor(deps: DeviceDeps) {
    this.#deps = deps;
    const { assembly } = deps;
    this.thread = createThread(
      {
        ownId: ANNA,
        ask: (range) => this.#ask((server) => server.range(range)),
        prepare: () => Promise.resolve(),
        isVisible: () => this.isVisible,
      },
      assembly.rules,
    );
    void this.refresh();
  }

  /** Takes an event on its way. */
  tell(event: ThreadEvent): void {
    const { random, clock, faults } = this.#deps;
    const connection = this.#connection;
    for (let copies = random.hits(faults.twice) ? 2 : 1; copies > 0; copies -= 1) {
      const way = random.between(1, MAX_WAY_MS);
      const at = faults.isReordered ? clock.now + way : Math.max(this.#lastAt, clock.now + way);
      this.#lastAt = Math.max(this.#lastAt, at);
      clock.later(at - clock.now, () => {
        if (this.#isConnected && this.#connection === connection) this.#hear(event);
      });
    }
  }

  #hear(event: ThreadEvent): void {
    this.#deps.say(() => `hears ${JSON.stringify(event).slice(0, 120)}`);
    this.#deps.assembly.hear(this.thread, event);
    if (event.kind === 'unread') {
      this.#serverUnread = event.unread;
      this.#showUnread();
    } else if (event.kind !== 'texted') void this.refresh();
  }

  cut(): void {
    this.#isConnected = false;
    this.#connection += 1;
    this.#deps.say(() => 'is cut off');
  }

  connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#deps.say(() => 'is connected');
    void this.refresh();
    void this.#send();
  }

  /** A request that reaches the server, and its answer, each after a while, or not at all. */
  #ask<T>(work: (server: ThreadServer) => T): Promise<T> {
    const { random, clock, faults, server } = this.#deps;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error('offline'));
      const way = (then: () => void): void => {
        const isLost = random.hits(faults.lost);
        clock.later(random.between(1, MAX_WAY_MS), () => (isLost || !this.#isConnected ? fail() : then()));
      };
      way(() => {
        const answer = work(server);
        way(() => resolve(answer));
      });
    });
  }

  /** Asks for the details, as often as it takes until an answer was asked for after the last reason to. */
  async refresh(): Promise<void> {
    if (this.#details !== 'rest') {
      this.#details = 'again';
      return;
    }
    this.#details = 'loading';
    try {
      const { unread, ...end } = await this.#ask((server) => ({ ...server.end(), unread: server.unread }));
      this.#deps.say(() => `is told the end from ${end.texts[0]?.no} to ${end.texts.at(-1)?.no}`);
      this.#readNo = Math.max(this.#readNo, end.readNo);
      this.#serverUnread = unread;
      this.#showUnread();
      await this.thread.take(end);
    } catch {
      this.#details = 'again';
    }
    const isAgain = (this.#details as string) === 'again';
    this.#details = 'rest';
    if (isAgain) this.#deps.clock.later(RETRY_MS, () => void (this.#isConnected && this.refresh()));
  }

  say(processId: string, words: string): void {
    this.waiting.push({ processId, words });
    void this.#send();
  }

  /** Sends what waits, one after the other, until the server has answered all of it. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.waiting[0]; next !== undefined && this.#isConnected; next = this.waiting[0]) {
      const { processId, words } = next;
      const no = await this.#ask((server) => server.say(ANNA, words, processId)).catch(() => undefined);
      if (no === undefined) break;
      this.waiting.shift();
      const { server } = this.#deps;
      const sent: MessageText = { ...(server.texts[no] as MessageText), message: `<p>${words}</p>`, edit: 0 };
      void this.thread.receive(no, { ...sent, takenBackAt: null, editedAt: null, receiverData: { readAt: null } });
      this.#readNo = Math.max(this.#readNo, no);
    }
    this.#isSending = false;
    if (this.waiting.length > 0) this.#deps.clock.later(RETRY_MS, () => void this.#send());
  }

  /** Anna looks at a text that is shown. */
  look(no: number): void {
    const { texts, hasMore, wentToEnd } = this.thread.state.get();
    const reading = {
      readNo: this.#readNo,
      heldFrom: Infinity,
      first: texts[0]?.no ?? 0,
      mayPass: wentToEnd || !hasMore,
    };
    const read = this.#deps.assembly.readFurther(no, reading);
    if (read === undefined) return;
    const count = read - this.#readNo;
    this.told.push(read);
    this.thread.readHere(read);
    this.#readNo = read;
    this.#reading.push(count);
    this.#showUnread();
    void this.#tellRead(read, count);
  }

  async #tellRead(no: number, count: number): Promise<void> {
    const isTold = await this.#ask((server) => (server.readByAnna(no), true)).catch(() => false);
    if (!isTold) return void this.#deps.clock.later(RETRY_MS, () => void this.#tellRead(no, count));
    this.#reading.splice(this.#reading.indexOf(count), 1);
    this.#showUnread();
  }

  /** What the server has said, without what it does not know to be read. */
  #showUnread(): void {
    this.unread = this.#reading.reduce(
      (unread, count) => this.#deps.assembly.unreadWithout(unread, count),
      this.#serverUnread,
    );
  }

  /** Nothing is on its way that would change anything. */
  get rests(): boolean {
    return this.#details === 'rest' && this.waiting.length === 0 && this.#reading.length === 0;
  }
}
