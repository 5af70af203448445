import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Random } from '../../../web/src/client/core/simulation/clock.ts';

/** How the way between clients and server is. Shares are of the pieces that pass, at least 0 and at most 1. */
export interface Weather {
  /** A request is lost, or half of it, before it arrives. */
  readonly loseRequest: number;
  readonly halveRequest: number;
  /** The connection ends before an answer, in it, or after it. */
  readonly loseAnswer: number;
  readonly halveAnswer: number;
  readonly cutAfter: number;
  /** Milliseconds that a piece is late at most. */
  readonly delay: number;
  /** Bytes a second of each connection; 0 for as many as there are. */
  readonly rate: number;
  /** Share of real-time connections that end a second. */
  readonly endChannel: number;
}

export const FAIR: Weather = {
  loseRequest: 0,
  halveRequest: 0,
  loseAnswer: 0,
  halveAnswer: 0,
  cutAfter: 0,
  delay: 0,
  rate: 0,
  endChannel: 0,
};

/** What went wrong on the way, by kind. */
export type Counts = Record<'lost' | 'halved' | 'unanswered' | 'cut' | 'channels' | 'refused' | 'swallowed', number>;

type Way = 'request' | 'answer';

/** A way to the servers that loses, cuts, delays and swallows as the weather says. Listens on a free port of 127.0.0.1. */
export class Proxy {
  weather: Weather = FAIR;
  /** True while nobody gets through: connections end, and new ones are refused. */
  isCut = false;
  /** True while everything that is said disappears without a word. */
  swallows = false;
  readonly counts: Counts = { lost: 0, halved: 0, unanswered: 0, cut: 0, channels: 0, refused: 0, swallowed: 0 };
  readonly #random: Random;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #targets: readonly number[];
  #turn = 0;

  private constructor(targets: readonly number[], random: Random) {
    this.#targets = targets;
    this.#random = random;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** `targets`: ports at which servers listen. Connections go to one after the other. */
  static async open(targets: readonly number[], random: Random): Promise<Proxy> {
    const proxy = new Proxy(targets, random);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections, now. */
  cutAll(): void {
    for (const pair of this.#pairs) pair.end();
  }

  /** Ends a share of the real-time connections. */
  endChannels(share: number): void {
    for (const pair of this.#pairs) {
      if (!pair.isChannel || !this.#random.hits(share)) continue;
      this.counts.channels += 1;
      pair.end();
    }
  }

  close(): void {
    this.cutAll();
    this.#server.close();
  }

  #accept(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.isCut) {
      this.counts.refused += 1;
      socket.resetAndDestroy();
      return;
    }
    const target = this.#targets[this.#turn % this.#targets.length] ?? 0;
    this.#turn += 1;
    const pair = new Pair(socket, connect(target, '127.0.0.1'), (way, bytes) => this.#pass(pair, way, bytes));
    this.#pairs.add(pair);
    pair.onEnd = () => this.#pairs.delete(pair);
  }

  /** What becomes of a piece: the bytes that pass on, and whether the connection ends after them. */
  #pass(pair: Pair, way: Way, bytes: Buffer): Passage {
    if (this.swallows) {
      this.counts.swallowed += 1;
      return { bytes: undefined, ends: false, wait: 0 };
    }
    const { weather } = this;
    const wait =
      (weather.delay > 0 ? this.#random.next() * weather.delay : 0) +
      (weather.rate > 0 ? (bytes.length / weather.rate) * 1000 : 0);
    if (pair.isChannel) return { bytes, ends: false, wait };
    const dice = this.#random.next();
    const [lose, halve] =
      way === 'request' ? [weather.loseRequest, weather.halveRequest] : [weather.loseAnswer, weather.halveAnswer];
    if (dice < lose) {
      this.counts[way === 'request' ? 'lost' : 'unanswered'] += 1;
      return { bytes: undefined, ends: true, wait: 0 };
    }
    if (dice < lose + halve) {
      this.counts.halved += 1;
      return { bytes: bytes.subarray(0, bytes.length >> 1), ends: true, wait };
    }
    const ends = way === 'answer' && dice < lose + halve + weather.cutAfter;
    if (ends) this.counts.cut += 1;
    return { bytes, ends, wait };
  }
}

interface Passage {
  readonly bytes: Buffer | undefined;
  readonly ends: boolean;
  /** Milliseconds until the bytes pass. */
  readonly wait: number;
}

/** One connection, both of its halves. */
class Pair {
  isChannel = false;
  onEnd: () => void = () => undefined;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #pass: (way: Way, bytes: Buffer) => Passage;

  constructor(client: Socket, server: Socket, pass: (way: Way, bytes: Buffer) => Passage) {
    this.#client = client;
    this.#server = server;
    this.#pass = pass;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    this.#join(client, server, 'request');
    this.#join(server, client, 'answer');
  }

  end(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
    this.onEnd();
  }

  #join(from: Socket, to: Socket, way: Way): void {
    // In the order of their coming, however late each is.
    let before: Promise<void> = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      if (way === 'request' && !this.isChannel && bytes.subarray(0, 8).toString('latin1') === 'GET /ws ')
        this.isChannel = true;
      const { bytes: passing, ends, wait } = this.#pass(way, bytes);
      if (wait > 0) from.pause();
      before = before.then(async () => {
        if (wait > 0) {
          await new Promise((resolve) => setTimeout(resolve, wait));
          from.resume();
        }
        if (passing !== undefined && to.writable) to.write(passing);
        if (ends) setImmediate(() => this.end());
      });
    });
    from.on('close', () => {
      void before.then(() => {
        to.end();
        setTimeout(() => this.end(), 50);
      });
    });
  }
}
