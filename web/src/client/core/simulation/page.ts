import type { KontorEvent } from '@kontor/contract/kernel';
import type { GivenCommand, QueuedCommand } from '../command.ts';
import { takePage, takeTop } from '../list-load.ts';
import { newestFirst } from '../list-store.ts';
import type { SendFailure } from '../outcome.ts';
import type { QueueMessage } from '../queue-events.ts';
import type { Replica, ReplicaEvents, ReplicaParts, ReplicaDeps } from '../replica.ts';
import type { Host } from './device.ts';
import { LISTS, LIST_NAMES, type Change, type ListName } from './server.ts';
import type { World } from './world.ts';

/** What a page is put together from. A defect changes some of it. */
export interface Assembly {
  readonly parts: ReplicaParts;
  readonly world: (world: ReplicaDeps, page: Page) => ReplicaDeps;
  readonly make: (world: ReplicaDeps, events: ReplicaEvents, parts: ReplicaParts) => Replica;
  readonly receive: (replica: Replica, event: KontorEvent) => void;
  readonly hear: (replica: Replica, message: QueueMessage) => void;
}

interface List {
  isWatched: boolean;
  isStale: boolean;
  isLoading: boolean;
  token: number;
}

const RETRY_MS = 1000;
const COALESCE_MS = 80;
const aborted: SendFailure = { kind: 'aborted', status: 0, code: 'ABORTED', message: '', retryAfterMs: undefined };

/** One tab of a signed-in person: the client around the core, as far as it matters. */
export class Page implements Host {
  readonly name: string;
  readonly person: string;
  readonly replica: Replica;
  readonly lists = new Map<ListName, List>();
  /** Which of the items are this page's alone in a calm run. */
  readonly lane: number;
  isConnected = true;
  onEnd: (how: 'closed' | 'killed') => void = () => undefined;
  readonly #world: World;
  readonly #assembly: Assembly;
  readonly #asleep: (() => void)[] = [];
  #csrf: number;
  #state: 'open' | 'asleep' | 'closed' | 'killed' = 'open';
  #isConfirming = false;
  #isTouched = false;

  constructor(world: World, name: string, person: string, assembly: Assembly) {
    this.#world = world;
    this.#assembly = assembly;
    this.name = name;
    this.person = person;
    const lanes = new Set(world.pages.filter((page) => !page.isDead()).map(({ lane }) => lane));
    let lane = 0;
    while (lanes.has(lane)) lane += 1;
    this.lane = lane;
    this.#csrf = world.session?.id ?? 0;
    for (const list of LIST_NAMES) {
      this.lists.set(list, { isWatched: false, isStale: true, isLoading: false, token: 0 });
    }
    const channel = world.channel.join(this, (message) => assembly.hear(this.replica, message));
    const given: ReplicaDeps = {
      storage: world.storage.open(this),
      now: () => world.wallClock(),
      random: world.random.next,
      online: () => world.isOnline || !world.browserKnows,
      later: (ms, then) => this.#later(ms, then),
      send: ({ processId, params }) => this.#send({ ...(params as Change), processId }),
      ask: (processId) =>
        this.#query(() => {
          const known = world.server.log.get(processId);
          return { state: known === undefined ? ('absent' as const) : ('done' as const), answer: {} };
        }),
      post: channel,
      reload: (id) => this.invalidate(id as ListName),
      touch: () => this.#touch(),
      reloadAll: () => this.reloadAll(),
    };
    this.replica = assembly.make(
      assembly.world(given, this),
      { onApplied: () => undefined, onChange: () => undefined },
      assembly.parts,
    );
    for (const list of LIST_NAMES) {
      this.replica.lists.open({ id: list, keep: LISTS[list].keep, compare: newestFirst });
    }
    const lead = (): void => {
      world.say(() => `${name} leads`);
      void this.replica.queue.lead(true);
    };
    world.lock.request(this, lead);
    void this.replica.queue.refresh();
    this.#confirm();
  }

  isDead = (): boolean => this.#state === 'closed' || this.#state === 'killed';
  isKilled = (): boolean => this.#state === 'killed';
  isAsleep = (): boolean => this.#state === 'asleep';

  enqueue(given: GivenCommand): Promise<QueuedCommand> {
    return this.replica.enqueue(given);
  }

  /** Takes an event, as the real-time channel brings it. */
  receive(event: KontorEvent): void {
    if (this.#state === 'open' && this.isConnected) this.#assembly.receive(this.replica, event);
  }

  /** The network is back, or the page is shown again. */
  wake(): void {
    if (this.isDead()) return;
    if (this.#state === 'asleep') {
      this.#state = 'open';
      for (const run of this.#asleep.splice(0)) run();
      this.connect(true);
    }
    this.replica.queue.wake();
    void this.replica.queue.refresh();
    for (const [name, list] of this.lists) if (list.isWatched && list.isStale) this.#fetch(name);
  }

  sleep(): void {
    if (this.#state === 'open') this.#state = 'asleep';
  }

  /** The real-time channel ends, or is there again: then something may have been missed. */
  connect(isConnected: boolean): void {
    this.isConnected = isConnected;
    if (!isConnected || this.#state !== 'open') return;
    this.replica.queue.wake();
    this.reloadAll();
  }

  /** Ends as a crash would, or because nobody is signed in any more. */
  end(how: 'closed' | 'killed'): void {
    if (this.isDead()) return;
    this.#world.say(() => `${this.name} ${how}`);
    this.onEnd(how);
    if (how === 'closed') this.replica.close();
    this.#state = how;
    this.#world.lock.grant();
  }

  watch(name: ListName, isWatched: boolean): void {
    const list = this.#list(name);
    list.isWatched = isWatched;
    if (isWatched && list.isStale && !list.isLoading) this.#fetch(name);
  }

  more(name: ListName): void {
    const { loaded, complete } = this.replica.lists.snapshot(name);
    if (!loaded || complete || this.isDead()) return;
    void takePage(this.replica, name, (page, limit) =>
      this.#query(() => this.#world.server.list(name, page, limit)),
    ).catch(() => undefined);
  }

  invalidate(name: ListName): void {
    const list = this.#list(name);
    list.isStale = true;
    if (list.isWatched) this.#fetch(name);
  }

  reloadAll(): void {
    for (const name of LIST_NAMES) this.invalidate(name);
  }

  #list(name: ListName): List {
    return this.lists.get(name) as List;
  }

  #touch(): void {
    if (this.#isTouched) return;
    this.#isTouched = true;
    this.#later(COALESCE_MS, () => {
      this.#isTouched = false;
      this.reloadAll();
    });
  }

  #fetch(name: ListName): void {
    const list = this.#list(name);
    list.token += 1;
    const { token } = list;
    list.isLoading = true;
    list.isStale = false;
    const ask = async (page: number, limit: number) => {
      const answer = await this.#query(() => this.#world.server.list(name, page, limit));
      if (list.token !== token) throw aborted;
      return answer;
    };
    takeTop(this.replica, name, ask).then(
      () => {
        if (list.token === token) list.isLoading = false;
      },
      () => {
        if (list.token !== token) return;
        list.isLoading = false;
        list.isStale = true;
        this.#later(RETRY_MS, () => {
          if (list.isWatched && list.isStale && !list.isLoading) this.#fetch(name);
        });
      },
    );
  }

  #later(ms: number, then: () => void): () => void {
    return this.#world.clock.later(ms, () => {
      if (this.#state === 'asleep') this.#asleep.push(then);
      else if (!this.isDead()) then();
    });
  }

  /** Asks, and learns with the answer whose session it was. */
  async #query<T>(run: () => T): Promise<T> {
    const { value, csrf } = await this.#world.request(this, undefined, run);
    if (csrf !== this.#csrf) {
      this.#csrf = csrf;
      this.#confirm();
    }
    return value;
  }

  async #send(change: Change): Promise<unknown> {
    const { server } = this.#world;
    this.#world.say(() => `${this.name} sends ${change.processId}`);
    try {
      const { value } = await this.#world.request(this, this.#csrf, (person) => server.command(change, person));
      return value;
    } catch (error) {
      if ((error as SendFailure).code === 'CSRF_TOKEN_INVALID') this.#confirm();
      throw error;
    }
  }

  /** Nothing is sent until the server has said whose session it is. */
  #confirm(): void {
    this.replica.queue.hold(true);
    if (this.#isConfirming) return;
    this.#isConfirming = true;
    this.#world
      .request(this, undefined, (person) => person)
      .then(
        ({ value, csrf }) => {
          this.#isConfirming = false;
          this.#csrf = csrf;
          if (value === this.person) this.replica.queue.hold(false);
          else this.end('closed');
        },
        () => {
          this.#isConfirming = false;
          this.#later(RETRY_MS, () => this.#confirm());
        },
      );
  }
}
