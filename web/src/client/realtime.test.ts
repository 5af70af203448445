import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Realtime, ticketLife, type RealtimeEvents } from './realtime.ts';
import { testEnvironment } from './testing/rows.ts';
import type { Transport } from './transport.ts';

const sockets: Socket[] = [];

/** The server's end of the channel, by hand. */
class Socket {
  readonly binaryType = 'arraybuffer';
  static readonly OPEN = 1;
  readyState = 1;
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
    const [, bye] = /^DISCONNECT\n(?:.*\n)*receipt:(.*)\n/m.exec(text) ?? [];
    if (bye !== undefined) this.say(`RECEIPT\nreceipt-id:${bye}\n\n\0`);
  }

  say(data: string): void {
    this.onmessage?.({ data });
  }

  close(): void {
    this.onclose?.({ code: 1000 });
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

function setUp(pongHost: string | undefined, followed: () => readonly string[] = () => []) {
  const answer = Promise.withResolvers<unknown>();
  const events = {
    onEvents: vi.fn<RealtimeEvents['onEvents']>(),
    onMissed: vi.fn<RealtimeEvents['onMissed']>(),
    onLive: vi.fn<RealtimeEvents['onLive']>(),
    onState: vi.fn<RealtimeEvents['onState']>(),
    onUnseen: vi.fn<RealtimeEvents['onUnseen']>(),
    onUnusable: vi.fn<RealtimeEvents['onUnusable']>(),
  };
  const transport = { json: () => answer.promise, credentials: { url: 'http://demo.localhost', token: undefined } };
  const slept: { ms: number; end: () => void }[] = [];
  const env = testEnvironment(() => Promise.reject(new Error('not fetched here')), {
    sleep: (ms) => new Promise((end) => void slept.push({ ms, end })),
  });
  const realtime = new Realtime(env, transport as unknown as Transport, 1, events, followed);
  return {
    realtime,
    events,
    slept,
    answer: (password = 'x') => answer.resolve({ pongHost, username: '1', password }),
  };
}

/** The server takes what was subscribed to last. */
function take(socket: Socket | undefined): void {
  const subscription = socket?.sent.findLast((text) => text.startsWith('SUBSCRIBE'));
  socket?.say(`RECEIPT\nreceipt-id:${/^receipt:(.*)$/m.exec(subscription ?? '')?.[1]}\n\n\0`);
}

const jwt = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.c2ln`;

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
  const subscriptions = socket?.sent.filter((text) => text.startsWith('SUBSCRIBE')) ?? [];
  const destinations = subscriptions.map((text) => /^destination:(.*)$/m.exec(text)?.[1]);
  // What is the person's, and what is told to all of the instance.
  expect(destinations).toEqual(['/topic/user.1', '/topic/event.session.changed', '/topic/event.account.jobsChanged']);
  expect(events.onLive).not.toHaveBeenCalled();
  const receipt = /^receipt:(.*)$/m.exec(subscriptions.at(-1) ?? '')?.[1];
  socket?.say(`RECEIPT\nreceipt-id:${receipt}\n\n\0`);
  await settle();
  expect(events.onLive).toHaveBeenCalledOnce();
  expect(events.onState).toHaveBeenLastCalledWith('live');
  realtime.close();
});

test('sends nothing more through a socket that is being closed, not even a good-bye', async () => {
  const followed: string[] = [];
  const { realtime, events, answer } = setUp('demo.localhost', () => followed);
  answer();
  await settle();
  const [socket] = sockets;
  take(socket);
  const before = socket?.sent.length;
  if (socket !== undefined) socket.readyState = 2;
  followed.push('/topic/t.one');
  realtime.follow();
  realtime.close();
  await settle();
  expect(socket?.sent.length).toBe(before);
  expect(events.onState).toHaveBeenLastCalledWith('live');
});

test('says nothing any more once it is closed', async () => {
  const { realtime, events, answer } = setUp(undefined);
  realtime.close();
  answer();
  await settle();
  expect(events.onUnusable).not.toHaveBeenCalled();
});

test.each([
  [jwt({ iat: 1000, exp: 1900 }), 900_000],
  [jwt({ exp: 1900 }), undefined],
  [jwt({ iat: 1900, exp: 1000 }), undefined],
  ['7~1~abc~17~signature', undefined],
  ['a.b.c', undefined],
  ['', undefined],
])('a ticket %s is good for %s ms', (ticket, life) => {
  expect(ticketLife(ticket)).toBe(life);
});

test('goes on with a new ticket before the old one runs out, without a word, and asks again for what it may have missed', async () => {
  const { realtime, events, slept, answer } = setUp('demo.localhost');
  answer(jwt({ iat: 0, exp: 900 }));
  await settle();
  take(sockets[0]);
  await settle();
  expect(events.onLive).toHaveBeenCalledOnce();
  slept.find(({ ms }) => ms === 720_000)?.end();
  await settle();
  expect(sockets).toHaveLength(2);
  take(sockets[1]);
  await settle();
  expect(events.onLive).toHaveBeenCalledTimes(2);
  expect(events.onState.mock.calls.flat()).not.toContain('down');
  realtime.close();
});

test('stops trying after a third connection that ended before the subscription was taken', async () => {
  const { realtime, events, slept, answer } = setUp('demo.localhost');
  answer();
  for (let times = 0; times < 3; times += 1) {
    await settle();
    sockets[times]?.close();
    await settle();
    slept.at(-1)?.end();
  }
  await settle();
  expect(events.onState).toHaveBeenLastCalledWith('refused');
  expect(sockets).toHaveLength(3);
  realtime.close();
});

test('asks anew for what was read of events that are stored nowhere when one of them was missed, and drops what comes too late', async () => {
  const { realtime, events, slept, answer } = setUp('demo.localhost');
  answer();
  await settle();
  take(sockets[0]);
  const say = (n: number): void => {
    const event = {
      createdAt: '2026-11-27T09:00:00.000Z',
      source: 'kontor',
      type: 'activity.attended',
      isGlobal: false,
      isLocal: true,
      isPersonal: false,
      payload: { keys: [], processIds: [], aggregateIds: [] },
      run: { id: 'sender', n, keys: ['attendance'] },
    };
    const [, id] = /^id:(.*)$/m.exec(sockets[0]?.sent.find((text) => text.startsWith('SUBSCRIBE')) ?? '') ?? [];
    sockets[0]?.say(
      `MESSAGE\nsubscription:${id}\nmessage-id:${n}\ndestination:/topic/user.1\n\n${JSON.stringify(event)}\0`,
    );
  };
  [1, 2, 4, 3].forEach(say);
  await settle();
  for (const { end } of slept) end();
  await settle();
  expect(events.onEvents.mock.calls.map(([heard]) => heard.map(({ run }) => run?.n))).toEqual([[1, 2, 4]]);
  expect(events.onMissed.mock.calls).toEqual([[['attendance']]]);
  realtime.close();
});

test('hears beside what everybody hears what is followed, for as long as it is', async () => {
  const presence = '/topic/event.presence.changed';
  let followed = [presence];
  const { realtime, answer } = setUp('demo.localhost', () => followed);
  realtime.follow();
  answer();
  await settle();
  take(sockets[0]);
  const sent = (command: string) => sockets[0]?.sent.filter((text) => text.startsWith(command)) ?? [];
  const subscribed = sent('SUBSCRIBE').filter((text) => text.includes(presence));
  expect(subscribed).toHaveLength(1);
  realtime.follow();
  expect(sent('SUBSCRIBE')).toHaveLength(4);
  followed = [];
  realtime.follow();
  const [, id] = /^id:(.*)$/m.exec(subscribed[0] ?? '') ?? [];
  expect(sent('UNSUBSCRIBE').map((text) => /^id:(.*)$/m.exec(text)?.[1])).toEqual([id]);
  followed = [presence];
  realtime.follow();
  expect(sent('SUBSCRIBE')).toHaveLength(5);
  realtime.close();
});
