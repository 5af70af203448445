import type { QueueStorage, QueuedCommand } from '../command.ts';
import type { QueueMessage } from '../queue-events.ts';
import type { Random, Clock } from './clock.ts';

/** One page, as far as the device must know: nothing comes back to a page that is dead. */
export interface Host {
  readonly person: string;
  readonly isDead: () => boolean;
  /** Dead by a crash: nothing of it goes on. */
  readonly isKilled: () => boolean;
  /** True while the browser has put the page to sleep: what is said meanwhile is never heard. */
  readonly isAsleep: () => boolean;
}

/** The storage of a browser, which all its pages share. */
export class ModelStorage {
  readonly items = new Map<string, Map<string, QueuedCommand>>();
  readonly #orders = new Map<string, number>();
  readonly #clock: Clock;
  readonly #random: Random;
  /** Shares of transactions that fail. */
  readonly faults = { add: 0, update: 0, load: 0 };

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  of(person: string): Map<string, QueuedCommand> {
    let items = this.items.get(person);
    if (items === undefined) this.items.set(person, (items = new Map()));
    return items;
  }

  /** A transaction: it happens at one moment, later; that of a page killed meanwhile may happen or not. */
  #transaction<T>(host: Host, fault: number, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#clock.later(this.#random.between(1, 6), () => {
        const isKilled = host.isKilled();
        if (isKilled && this.#random.hits(0.5)) return;
        if (this.#random.hits(fault)) {
          if (!isKilled) reject(new Error('QuotaExceededError'));
          return;
        }
        const result = work();
        if (!isKilled) resolve(result);
      });
    });
  }

  open(host: Host): QueueStorage {
    const items = this.of(host.person);
    return {
      load: () => this.#transaction(host, this.faults.load, () => [...items.values()]),
      add: (commands) =>
        this.#transaction(host, this.faults.add, () =>
          commands.map((command) => {
            const order = (this.#orders.get(host.person) ?? 0) + 1;
            this.#orders.set(host.person, order);
            items.set(command.processId, { ...command, order, kept: 'stored' });
            return order;
          }),
        ),
      update: (command) =>
        this.#transaction(host, this.faults.update, () => {
          const known = items.get(command.processId);
          if (known !== undefined) items.set(command.processId, { ...command, order: known.order, kept: 'stored' });
          return known !== undefined;
        }),
      remove: (processIds) =>
        this.#transaction(host, this.faults.update, () => {
          for (const processId of processIds) items.delete(processId);
        }),
    };
  }
}

interface Listener {
  readonly host: Host;
  readonly hear: (message: QueueMessage) => void;
}

/** What pages say to each other: in the order of each speaker, and not at once. */
export class ModelChannel {
  readonly #listeners = new Set<Listener>();
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #lastAt = new Map<string, number>();
  #number = 0;
  readonly #numbers = new Map<Host, number>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  join(host: Host, hear: (message: QueueMessage) => void): (message: QueueMessage) => void {
    this.#number += 1;
    this.#numbers.set(host, this.#number);
    this.#listeners.add({ host, hear });
    return (message) => {
      for (const listener of this.#listeners) {
        if (listener.host === host || listener.host.person !== host.person || listener.host.isDead()) continue;
        const pair = `${this.#numbers.get(host)}>${this.#numbers.get(listener.host)}`;
        const at = Math.max(this.#lastAt.get(pair) ?? 0, this.#clock.now + this.#random.between(0, 8));
        this.#lastAt.set(pair, at);
        this.#clock.later(at - this.#clock.now, () => {
          if (!listener.host.isDead() && !listener.host.isAsleep()) listener.hear(message);
        });
      }
    };
  }
}

/** A lock that one page a person holds at a time. */
export class ModelLock {
  readonly #waiting: { host: Host; lead: () => void }[] = [];
  readonly #holders = new Map<string, Host>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  request(host: Host, lead: () => void): void {
    this.#waiting.push({ host, lead });
    this.grant();
  }

  holds(host: Host): boolean {
    return this.#holders.get(host.person) === host;
  }

  /** Gives the lock on where its holder has died. */
  grant(): void {
    this.#clock.later(2, () => {
      for (let index = 0; index < this.#waiting.length; index += 1) {
        const { host, lead } = this.#waiting[index] as { host: Host; lead: () => void };
        const holder = this.#holders.get(host.person);
        if (!host.isDead() && holder !== undefined && !holder.isDead()) continue;
        this.#waiting.splice(index, 1);
        index -= 1;
        if (host.isDead()) continue;
        this.#holders.set(host.person, host);
        lead();
      }
    });
  }
}
