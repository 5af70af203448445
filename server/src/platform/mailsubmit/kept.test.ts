import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { handOver, KeptConnections, type HandedOver, type SubmitServer } from './index.ts';
import { KEPT_LIMITS, type KeptLimits } from './kept.ts';
import { ScriptedPeer, type PeerScript } from './testing/scripted-peer.ts';

const RAW = Buffer.from(`Subject: Hallo\r\n\r\n${'Zeile mit Text\r\n'.repeat(200)}`);
const QUICK = { connectMs: 400, greetingMs: 400, replyMs: 400, endMs: 400 };
const [ONE, TWO] = ['eins@werft.example', 'zwei@werft.example'];

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

interface Sent extends HandedOver {
  /** How often the end was asked for. */
  readonly releases: number;
}

/** A peer, and what hands mails over to it by connections that are kept. */
async function open(limits: KeptLimits = KEPT_LIMITS) {
  const peer = await ScriptedPeer.start();
  endings.push(() => peer.close());
  const connections = new KeptConnections(limits);
  endings.push(() => connections.close());
  const send = async (
    more: {
      to?: string;
      server?: Partial<SubmitServer>;
      keptFor?: string;
      release?: () => Promise<boolean>;
      signal?: AbortSignal;
    } = {},
  ): Promise<Sent> => {
    let releases = 0;
    const server = {
      host: '127.0.0.1',
      port: peer.port,
      security: 'none',
      login: null,
      trustedFingerprint: null,
      isVerified: true,
    } as const;
    const outcome = await handOver({
      server: { ...server, ...more.server },
      policy: { allowPrivateHosts: true },
      name: 'kontor.example',
      deadlines: QUICK,
      signal: more.signal,
      kept: { connections, keptFor: more.keptFor ?? '1 7' },
      letter: {
        from: 'anna@nordwerk.example',
        to: [more.to ?? ONE],
        size: RAW.length,
        open: () => Readable.from([RAW.subarray(0, 1000), RAW.subarray(1000)]),
        reference: 'f00d',
        wantsDelivery: false,
      },
      release: async () => {
        releases += 1;
        return more.release?.() ?? true;
      },
    });
    return { ...outcome, releases };
  };
  return { peer, connections, send };
}

const drop = 'drop' as const;

test('mails go over one connection one after the other, and of each is written down what was said of it alone', async () => {
  const { peer, send } = await open();
  const outcomes = [await send(), await send({ to: TWO }), await send()];
  expect(outcomes.map(({ decision, releases }) => [decision, releases])).toEqual(outcomes.map(() => ['accepted', 1]));
  expect([peer.connections, peer.taken.length]).toEqual([1, 3]);
  expect(peer.taken.map(({ to, raw }) => [to, raw.length])).toEqual([ONE, TWO, ONE].map((to) => [[to], RAW.length]));
  expect(peer.heard.filter((line) => /^(EHLO|RSET|QUIT)/.test(line)).map((line) => line.slice(0, 4))).toEqual([
    'EHLO',
    'RSET',
    'RSET',
  ]);
  const [, second] = outcomes;
  expect(second?.lines).toContain(`C: RCPT TO:<${TWO}>`);
  expect(second?.lines).not.toContain(ONE);
  expect(second?.lines).not.toContain('EHLO');
  expect([...(second?.receivers.keys() ?? [])]).toEqual([TWO]);
});

test('two at once have a connection each', async () => {
  const { peer, send } = await open();
  await Promise.all([send(), send()]);
  expect(peer.connections).toBe(2);
  await Promise.all([send(), send()]);
  expect([peer.connections, peer.taken.length]).toEqual([2, 4]);
});

// What the peer does to the second mail of a connection, and what becomes of that mail: how often the end was asked for, and the connections in all.
const BROKEN: readonly (readonly [string, PeerScript, HandedOver['decision'], number, number])[] = [
  ['hangs up at RSET', { at: 'rset', act: drop }, 'accepted', 1, 2],
  ['refuses RSET', { at: 'rset', act: { say: '500 what?\r\n' } }, 'accepted', 1, 2],
  ['says 421 to RSET', { at: 'rset', act: { say: '421 bye\r\n', drop: true } }, 'accepted', 1, 2],
  ['answers RSET twice', { at: 'rset', act: { say: '250 a\r\n250 b\r\n' } }, 'accepted', 1, 2],
  ['hangs up at MAIL', { at: 'mail', act: drop }, 'accepted', 1, 2],
  ['is silent at MAIL', { at: 'mail', act: 'stall' }, 'accepted', 1, 2],
  ['has had enough mails', { at: 'mail', act: { say: '421 too many\r\n', drop: true } }, 'accepted', 1, 2],
  ['refuses the sender for now', { at: 'mail', act: { say: '452 too many\r\n' } }, 'accepted', 1, 2],
  ['hangs up at RCPT', { at: 'rcpt', act: drop }, 'accepted', 1, 2],
  ['hangs up at DATA', { at: 'data', act: drop }, 'accepted', 1, 2],
  ['refuses DATA', { at: 'data', act: { say: '451 later\r\n' } }, 'accepted', 1, 2],
  ['hangs up at the end', { at: 'end', act: drop }, 'unknown', 1, 1],
  ['is silent at the end', { at: 'end', act: 'stall' }, 'unknown', 1, 1],
  ['says 451 at the end', { at: 'end', act: { say: '451 later\r\n' } }, 'later', 1, 1],
  ['says 554 at the end', { at: 'end', act: { say: '554 spam\r\n' } }, 'refused', 1, 1],
];

describe('a connection that is used once more', () => {
  test.each(BROKEN)('where the server %s', async (_what, script, decision, releases, connections) => {
    const { peer, send } = await open();
    await send();
    peer.become({ ...script, times: 1 });
    const second = await send();
    expect([second.decision, second.releases, peer.connections]).toEqual([decision, releases, connections]);
    // Each end that was said is heard once.
    expect(peer.taken).toHaveLength(2);
    // What nobody doubts is kept, and nothing else.
    peer.become({});
    expect((await send()).decision).toBe('accepted');
    expect(peer.connections).toBe(decision === 'accepted' ? 2 : connections + 1);
    expect(peer.taken).toHaveLength(3);
  });

  test('whom the server refuses by name is refused by a new one as well', async () => {
    const { peer, send } = await open();
    await send();
    peer.become({ refuses: { [TWO]: '550 5.1.1 unknown' } });
    const { decision, releases, receivers, lines } = await send({ to: TWO });
    expect([decision, releases, receivers.get(TWO)]).toEqual([
      'refused',
      0,
      { state: 'refused', answer: '5.1.1 unknown' },
    ]);
    expect([peer.connections, peer.taken.length]).toEqual([2, 1]);
    expect(lines.match(/550 5\.1\.1 unknown/g)).toHaveLength(2);
  });

  test('where the end is held is closed, and nothing is tried anew', async () => {
    const { peer, send } = await open();
    await send();
    const second = await send({ release: async () => false });
    expect([second.decision, second.releases, peer.connections, peer.taken.length]).toEqual(['given up', 1, 1, 1]);
  });

  test('where all is to stop goes over no other', async () => {
    const { peer, send } = await open();
    const stopping = new AbortController();
    await send({ signal: stopping.signal });
    peer.become({ at: 'mail', act: 'stall', onStep: (step) => void (step === 'mail' && stopping.abort()) });
    expect((await send({ signal: stopping.signal })).decision).toBe('later');
    expect([peer.connections, peer.taken.length]).toEqual([1, 1]);
  });
});

test('what the server says unasked, or that it hangs up, ends a connection that waits', async () => {
  const { peer, send } = await open();
  peer.become({ at: 'end', act: { say: '250 Taken\r\n250 And more\r\n' }, times: 1 });
  expect((await send()).decision).toBe('accepted');
  expect((await send()).decision).toBe('accepted');
  expect([peer.connections, peer.taken.length]).toEqual([2, 2]);
  peer.hangUp();
  expect((await send()).decision).toBe('accepted');
  expect([peer.connections, peer.taken.length]).toEqual([3, 3]);
});

test.each([
  ['another account', { keptFor: '1 8' }],
  ['another password', { server: { login: { userName: 'anna', password: 'neu' } } }],
  ['another certificate', { server: { trustedFingerprint: 'AB' } }],
])('mails of %s go over another connection', async (_what, more) => {
  const { peer, send } = await open();
  await send();
  await send(more);
  expect([peer.connections, peer.taken.length]).toEqual([2, 2]);
});

test.each([
  ['so many mails', { ...KEPT_LIMITS, mails: 2 }, [1, 1, 2]],
  ['so long', { ...KEPT_LIMITS, ageMs: 0 }, [1, 2, 3]],
])('a connection is kept for %s', async (_what, limits, connections) => {
  const { peer, send } = await open(limits);
  const seen: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    await send();
    seen.push(peer.connections);
  }
  expect(seen).toEqual(connections);
});

test('one that nothing goes over says goodbye after a while, and when all ends', async () => {
  const short = await open({ ...KEPT_LIMITS, idleMs: 1 });
  await short.send();
  await expect.poll(() => short.peer.heard.at(-1)).toBe('QUIT');
  const { peer, connections, send } = await open();
  await send();
  connections.close();
  await expect.poll(() => peer.heard.at(-1)).toBe('QUIT');
  await send();
  expect(peer.connections).toBe(2);
  await expect.poll(() => peer.heard.filter((line) => line === 'QUIT').length).toBe(2);
});
