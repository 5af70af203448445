import type { EventDefinition, KontorEvent } from '@kontor/contract/kernel';

const HOST = 'channel.test';
/** Where the page asks where to open its channel, and what it is told. */
export const PONG_PATH = '/workspace/index/get-pong-configuration/format/json';
export const PONG = { pongHost: `ws://${HOST}`, username: 'anna', password: 'ticket' };

type Hear = (frame: string) => void;

/** A socket in the place of the browser's that speaks with the fake: as much of it as STOMP's client uses. */
class FakeSocket {
  readyState: number = WebSocket.CONNECTING;
  binaryType = 'arraybuffer';
  onopen: (() => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  readonly #hear: Hear;

  constructor(hear: (socket: FakeSocket) => Hear) {
    this.#hear = hear(this);
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  say(command: string, headers: Readonly<Record<string, string>>, body = ''): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    this.onmessage?.(new MessageEvent('message', { data: `${command}\n${lines.join('')}\n${body}\0` }));
  }

  send(frame: string): void {
    // As over a network: an answer never comes while it is asked for.
    queueMicrotask(() => this.#hear(frame));
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent('close', { code: 1000 }));
  }
}

const headerOf = (frame: string, name: string): string => new RegExp(`\n${name}:(.*)`).exec(frame)?.[1] ?? '';

/** The real-time channel, which is open as soon as a page wants it; `close` gives the browser its own sockets back. */
export function createFakeChannel() {
  const Real = globalThis.WebSocket;
  const subscribed = new Map<FakeSocket, string>();
  const hear =
    (socket: FakeSocket): Hear =>
    (frame) => {
      if (frame.startsWith('CONNECT\n')) socket.say('CONNECTED', { version: '1.2', 'heart-beat': '0,0' });
      if (frame.startsWith('DISCONNECT')) socket.say('RECEIPT', { 'receipt-id': headerOf(frame, 'receipt') });
      if (!frame.startsWith('SUBSCRIBE')) return;
      subscribed.set(socket, headerOf(frame, 'id'));
      const receipt = headerOf(frame, 'receipt');
      if (receipt !== '') socket.say('RECEIPT', { 'receipt-id': receipt });
    };
  globalThis.WebSocket = new Proxy(Real, {
    construct: (target, given: [string | URL, string[]]) =>
      new URL(given[0]).host === HOST ? new FakeSocket(hear) : new target(...given),
  });
  return {
    /** Tells an event to all pages, about what was read from these keys. */
    send({ type }: EventDefinition, keys: readonly string[], more: Readonly<Record<string, unknown>> = {}): void {
      const event: KontorEvent = {
        createdAt: new Date().toISOString(),
        source: 'test',
        type,
        isGlobal: true,
        isLocal: false,
        isPersonal: false,
        payload: { keys: [...keys], processIds: [], aggregateIds: [], ...more },
      };
      for (const [socket, subscription] of subscribed)
        socket.say('MESSAGE', { subscription, 'message-id': '1', destination: '/topic' }, JSON.stringify(event));
    },
    close(): void {
      globalThis.WebSocket = Real;
    },
  };
}
