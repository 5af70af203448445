import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { formatFrame } from '../../server/src/platform/realtime/frames.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { hasRabbit, startRabbit, type RabbitPeer } from '../../server/src/testing/rabbit.ts';
import { pongOf } from '../../server/src/testing/stomp.ts';
import { someItems } from './items.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
/** One colleague who looks on, a company, and a large one. */
const SUBSCRIBERS = [1, 500, 5000] as const;
const ROUNDS = 25;
const PAUSE_MS = 60;
const CONNECTS_AT_ONCE = 50;
const MAX_MS = 30_000;

export interface Peer {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly destination: string;
}

/** A connection that notes when messages come in, and looks at nothing else, so that it costs the same whoever sends them. */
export class Listener {
  readonly socket: WebSocket;
  onMessage: (() => void) | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      if (data.subarray(0, 7).equals(MESSAGE)) this.onMessage?.();
    });
    socket.on('error', () => undefined);
  }

  static async open({ url, headers, destination }: Peer): Promise<Listener> {
    const socket = new WebSocket(url, ['v12.stomp'], { perMessageDeflate: false });
    await once(socket, 'open');
    const answers = (command: string) =>
      new Promise<void>((resolve, reject) => {
        const listen = (data: Buffer) => {
          const text = data.toString();
          if (text.startsWith('ERROR')) reject(new Error(text));
          if (!text.startsWith(command)) return;
          socket.off('message', listen);
          resolve();
        };
        socket.on('message', listen);
      });
    const connected = answers('CONNECTED');
    socket.send(formatFrame('CONNECT', { 'accept-version': '1.2', 'heart-beat': '0,0', ...headers }, ''));
    await connected;
    const subscribed = answers('RECEIPT');
    socket.send(formatFrame('SUBSCRIBE', { id: '0', destination, receipt: 'r' }, ''));
    await subscribed;
    return new Listener(socket);
  }
}

/** Where somebody's client hears what concerns them. */
export async function personalPeer(client: TestClient, port: number, destination?: string): Promise<Peer> {
  const { vhost = '', username = '', password = '' } = await pongOf(client);
  return {
    url: `ws://127.0.0.1:${port}/ws`,
    headers: { host: vhost, login: username, passcode: password },
    destination: destination ?? `/topic/user.${username}`,
  };
}

const MESSAGE = Buffer.from('MESSAGE');

/** Times from saying something until it has reached each of many connections, for our own endpoint and for RabbitMQ's Web STOMP. */
export async function benchFanOut(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
  const aggregateIds = (await someItems(anna, 1)).slice(0, 1);
  let turn = 0;
  const change = () =>
    anna.command('activity.setState', { aggregateIds, state: (turn += 1) % 2 === 0 ? 'seen' : 'ready' });
  const ours = () => personalPeer(anna, kontor.port);
  // A node of its own: one that runs as a service may not open so many files.
  const broker = hasRabbit() ? await startRabbit({ threads: availableParallelism() }) : undefined;
  if (broker === undefined) say('RabbitMQ is not installed with Web STOMP: figures are ours alone.');
  const lines: Line[] = [];
  try {
    for (const count of SUBSCRIBERS) {
      say(`${count.toLocaleString('en')} who listen …`);
      const mine = await times(count, ours, change);
      const theirs = broker && (await rabbit(broker, count));
      const names = [
        [`event to ${count.toLocaleString('en')}, half of them within`, 0.5],
        [`event to ${count.toLocaleString('en')}, 99 of 100 within`, 0.99],
      ] as const;
      for (const [name, share] of names)
        lines.push({
          name,
          unit: 'ms',
          ours: quantile(mine, share),
          against: 'RabbitMQ Web STOMP, nothing stored',
          ...(theirs && { anchor: quantile(theirs, share) }),
          aim: { most: count > 1 ? 1 : 1.5 },
        });
    }
  } finally {
    await broker?.close();
  }
  return lines;
}

/** Milliseconds until each listener has heard, of all rounds. */
export async function times(
  count: number,
  peer: () => Promise<Peer>,
  publish: () => Promise<unknown>,
  pauseMs = PAUSE_MS,
): Promise<number[]> {
  const listeners: Listener[] = [];
  try {
    while (listeners.length < count) {
      const more = Math.min(CONNECTS_AT_ONCE, count - listeners.length);
      listeners.push(...(await Promise.all(Array.from({ length: more }, async () => Listener.open(await peer())))));
    }
    const found: number[] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const heard: number[] = [];
      const all = Promise.withResolvers<void>();
      const from = performance.now();
      for (const listener of listeners)
        listener.onMessage = () => {
          listener.onMessage = undefined;
          heard.push(performance.now() - from);
          if (heard.length === count) all.resolve();
        };
      await publish();
      await Promise.race([all.promise, sleep(MAX_MS)]);
      if (heard.length < count) throw new Error(`only ${heard.length} of ${count} have heard`);
      // The first rounds warm both sides up.
      if (round >= 0) found.push(...heard);
      await sleep(pauseMs);
    }
    return found;
  } finally {
    for (const { socket } of listeners) socket.terminate();
  }
}

/** The same at a broker that does nothing but pass on. */
export async function rabbit({ stompUrl: url }: RabbitPeer, count: number, pauseMs = PAUSE_MS): Promise<number[]> {
  const headers = { login: 'guest', passcode: 'guest', host: '/' };
  const peer: Peer = { url, headers, destination: '/topic/bench.user.1' };
  const sender = await Listener.open({ ...peer, destination: '/topic/bench.nobody' });
  const body = JSON.stringify({ type: 'activity.changed', payload: 'x'.repeat(400) });
  try {
    return await times(
      count,
      async () => peer,
      async () => sender.socket.send(formatFrame('SEND', { destination: peer.destination }, body)),
      pauseMs,
    );
  } finally {
    sender.socket.terminate();
  }
}
