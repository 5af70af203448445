import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Realtime, type RealtimeEvents } from './realtime.ts';
import { testEnvironment } from './testing/rows.ts';
import type { Transport } from './transport.ts';

const sockets: Socket[] = [];

/** The server's end of the channel, by hand. */
class Socket {
  readonly binaryType = 'arraybuffer';
  readonly readyState = 1;
  readonly sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor() {
    sockets.push(this);
    setTimeout(() => this.onopen?.(), 0);
  }

  send(text: string): void {
    this.sent.push(text);
    if (text.startsWith('CONNECT')) this.say('CONNECTED\nversion:1.2\n\n\0');
  }

  say(data: string): void {
    this.onmessage?.({ data });
  }

  close(): void {
    this.onclose?.({ code: 1000 });
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

function setUp(pongHost: string | undefined) {
  const answer = Promise.withResolvers<unknown>();
  const events = {
    onEvent: vi.fn<RealtimeEvents['onEvent']>(),
    onLive: vi.fn<RealtimeEvents['onLive']>(),
    onState: vi.fn<RealtimeEvents['onState']>(),
    onUnusable: vi.fn<RealtimeEvents['onUnusable']>(),
  };
  const transport = { json: () => answer.promise, credentials: { url: 'http://demo.localhost', token: undefined } };
  const env = testEnvironment(() => Promise.reject(new Error('not fetched here')), {
    sleep: () => new Promise(() => undefined),
  });
  const realtime = new Realtime(env, transport as unknown as Transport, 1, events);
  return { realtime, events, answer: () => answer.resolve({ pongHost, username: '1', password: 'x' }) };
}

beforeEach(() => {
  sockets.length = 0;
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => vi.unstubAllGlobals());

test('is live when the server has taken the subscription: what was answered before that may have missed something', async () => {
  const { realtime, events, answer } = setUp('demo.localhost');
  answer();
  await settle();
  const [socket] = sockets;
  const subscription = socket?.sent.find((text) => text.startsWith('SUBSCRIBE'));
  expect(subscription).toContain('destination:/topic/user.1');
  expect(events.onLive).not.toHaveBeenCalled();
  const receipt = /^receipt:(.*)$/m.exec(subscription ?? '')?.[1];
  socket?.say(`RECEIPT\nreceipt-id:${receipt}\n\n\0`);
  await settle();
  expect(events.onLive).toHaveBeenCalledOnce();
  expect(events.onState).toHaveBeenLastCalledWith('live');
  realtime.close();
});

test('says nothing any more once it is closed', async () => {
  const { realtime, events, answer } = setUp(undefined);
  realtime.close();
  answer();
  await settle();
  expect(events.onUnusable).not.toHaveBeenCalled();
});
