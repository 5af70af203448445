import { Readable } from 'node:stream';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { loadCertificate } from '../mailreceive/index.ts';
import { handOver, type HandedOver, type SubmitServer } from './index.ts';
import { testSubmit } from './test-submit.ts';
import { SUBMIT_DEADLINES } from './server.ts';
import { ScriptedPeer, type PeerScript } from './testing/scripted-peer.ts';

const RAW = Buffer.from(`Subject: Hallo\r\n\r\n.Punkt\r\n${'Zeile mit Text\r\n'.repeat(5000)}`);
const QUICK = { connectMs: 400, greetingMs: 400, replyMs: 400, endMs: 400 };
const POLICY = { allowPrivateHosts: true };
const [ONE, TWO] = ['eins@werft.example', 'zwei@werft.example'];

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const serverAt = (port: number, more: Partial<SubmitServer> = {}): SubmitServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  login: null,
  trustedFingerprint: null,
  isVerified: true,
  ...more,
});

interface Tried extends HandedOver {
  readonly peer: ScriptedPeer;
  /** How often the end was asked for. */
  readonly releases: number;
}

async function tryAt(
  script: PeerScript,
  more: { from?: string; to?: string[]; release?: () => Promise<boolean> } = {},
): Promise<Tried> {
  const peer = await ScriptedPeer.start(script);
  endings.push(() => peer.close());
  let releases = 0;
  const outcome = await handOver({
    server: serverAt(peer.port),
    policy: POLICY,
    name: 'kontor.example',
    deadlines: QUICK,
    letter: {
      from: more.from ?? 'anna@nordwerk.example',
      to: more.to ?? [ONE],
      size: RAW.length,
      open: () => Readable.from([RAW.subarray(0, 20_000), RAW.subarray(20_000)]),
      reference: 'f00d',
      wantsDelivery: false,
    },
    release: async () => {
      releases += 1;
      return more.release?.() ?? true;
    },
  });
  return { ...outcome, peer, releases };
}

test.each([
  { to: 'jörg@werft.example', extensions: ['SMTPUTF8'], named: 'j\u00c3\u00b6rg@werft.example' },
  { to: 'paul@müller.example', extensions: [], named: 'paul@xn--mller-kva.example' },
  { to: 'paul@MÜLLER.example', extensions: ['SMTPUTF8'], named: 'paul@xn--mller-kva.example' },
  { to: 'Paul@Werft.Example', extensions: [], named: 'Paul@Werft.Example' },
])('$to is named as $named to a server with $extensions', async ({ to, extensions, named }) => {
  const { decision, peer, receivers } = await tryAt(
    { extensions: ['PIPELINING', '8BITMIME', ...extensions] },
    { to: [to] },
  );
  expect(decision).toBe('accepted');
  expect(peer.taken[0]?.to).toEqual([named]);
  expect(receivers.get(to)?.state).toBe('accepted');
  expect(peer.heard.some((line) => / SMTPUTF8/.test(line))).toBe(named.includes('\u00c3'));
});

test.each([
  { from: 'anna@nordwerk.example', to: [ONE, 'jörg@werft.example'] },
  { from: 'änna@nordwerk.example', to: [ONE] },
  { from: 'anna@nordwerk.example', to: ['用户@例え.example'] },
])('from $from to $to goes to nobody by a server that has no such letters', async ({ from, to }) => {
  const { decision, fault, peer, receivers, releases } = await tryAt({}, { from, to });
  expect([decision, fault, releases]).toEqual(['refused', 'SMTPUTF8_NOT_OFFERED', 0]);
  expect(peer.heard.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([]);
  expect([...receivers.values()].map(({ state }) => state)).toEqual(to.map(() => 'refused'));
});

test('a reply is passed on without what turns or hides letters', async () => {
  const { answer, lines } = await tryAt({
    at: 'mail',
    act: { say: '550 no\x1b[31m \u202egnp.exe\x07 end\r\n' },
  });
  expect(answer).toBe('no [31m gnp.exe end');
  expect(lines).toContain('S: 550 no [31m gnp.exe end');
});

test('a mail is handed over byte for byte, and what was said is written down without the mail', async () => {
  const { decision, peer, answer, lines, receivers } = await tryAt({});
  expect([decision, answer]).toEqual(['accepted', '2.0.0 Taken as 4711']);
  expect(peer.taken).toEqual([{ from: 'anna@nordwerk.example', to: [ONE], raw: RAW.toString('latin1') }]);
  expect(receivers.get(ONE)).toEqual({ state: 'accepted', answer: '2.0.0 Taken as 4711' });
  expect(peer.heard.find((line) => line.startsWith('MAIL'))).toContain('ENVID=f00d');
  expect(peer.heard.find((line) => line.startsWith('RCPT'))).toContain('NOTIFY=FAILURE,DELAY');
  expect(lines).toContain('C: RCPT TO:<eins@werft.example>');
  expect(lines).toContain('S: 250 2.0.0 Taken as 4711');
  expect(lines).not.toContain('Zeile');
});

const drop = 'drop' as const;
const stall = 'stall' as const;
// What becomes of the mail, what is said of it, whether the end was asked for, and mails whose end the peer has heard.
const CASES: readonly (readonly [string, PeerScript, HandedOver['decision'], HandedOver['fault'], number])[] = [
  ['hangs up at once', { at: 'connect', act: drop }, 'later', 'CONNECTION_LOST', 0],
  ['never greets', { at: 'connect', act: stall }, 'later', 'NOT_AN_SMTP_SERVER', 0],
  ['greets with 421', { at: 'connect', act: { say: '421 busy\r\n' } }, 'later', 'SERVER_REFUSED', 0],
  ['greets with 554', { at: 'connect', act: { say: '554 not you\r\n' } }, 'later', 'SERVER_REFUSED', 0],
  ['is no mail server', { at: 'connect', act: { say: 'HTTP/1.1 400 Bad\r\n' } }, 'later', 'NOT_AN_SMTP_SERVER', 0],
  ['hangs up at EHLO', { at: 'ehlo', act: drop }, 'later', 'CONNECTION_LOST', 0],
  ['is silent at EHLO', { at: 'ehlo', act: stall }, 'later', 'CONNECTION_TIMED_OUT', 0],
  ['hangs up at MAIL', { at: 'mail', act: drop }, 'later', 'CONNECTION_LOST', 0],
  ['is silent at MAIL', { at: 'mail', act: stall }, 'later', 'CONNECTION_TIMED_OUT', 0],
  ['says 451 to MAIL', { at: 'mail', act: { say: '451 later\r\n' } }, 'later', 'SENDER_REFUSED', 0],
  ['says 550 to MAIL', { at: 'mail', act: { say: '550 no\r\n' } }, 'refused', 'SENDER_REFUSED', 0],
  ['finds it too large', { at: 'mail', act: { say: '552 5.3.4 too large\r\n' } }, 'refused', 'SIZE_REFUSED', 0],
  ['hangs up at RCPT', { at: 'rcpt', act: drop }, 'later', 'CONNECTION_LOST', 0],
  ['says 450 to RCPT', { refuses: { [ONE]: '450 greylisted' } }, 'later', 'RECEIVERS_REFUSED', 0],
  ['says 550 to RCPT', { refuses: { [ONE]: '550 unknown' } }, 'refused', 'RECEIVERS_REFUSED', 0],
  ['hangs up at DATA', { at: 'data', act: drop }, 'later', 'CONNECTION_LOST', 0],
  ['is silent at DATA', { at: 'data', act: stall }, 'later', 'CONNECTION_TIMED_OUT', 0],
  ['says 451 to DATA', { at: 'data', act: { say: '451 later\r\n' } }, 'later', 'CONTENT_REFUSED', 0],
  ['says 554 to DATA', { at: 'data', act: { say: '554 no\r\n' } }, 'refused', 'CONTENT_REFUSED', 0],
  ['hangs up at the end', { at: 'end', act: drop }, 'unknown', 'ANSWER_LOST', 1],
  ['is silent at the end', { at: 'end', act: stall }, 'unknown', 'ANSWER_LOST', 1],
  ['says 451 at the end', { at: 'end', act: { say: '451 later\r\n' } }, 'later', 'CONTENT_REFUSED', 1],
  ['says 421 at the end', { at: 'end', act: { say: '421 closing\r\n', drop: true } }, 'later', 'CONTENT_REFUSED', 1],
  ['says 554 at the end', { at: 'end', act: { say: '554 5.7.1 spam\r\n' } }, 'refused', 'CONTENT_REFUSED', 1],
  ['says half a yes', { at: 'end', act: { say: '25', drop: true } }, 'unknown', 'ANSWER_LOST', 1],
  ['says half a no', { at: 'end', act: { say: '550 5.7', drop: true } }, 'unknown', 'ANSWER_LOST', 1],
  [
    'says half of many lines',
    { at: 'end', act: { say: '250-a\r\n250-b\r\n', drop: true } },
    'unknown',
    'ANSWER_LOST',
    1,
  ],
  ['says yes in many lines', { at: 'end', act: { say: '250-a\r\n250-b\r\n250 c\r\n' } }, 'accepted', null, 1],
  ['says nonsense at the end', { at: 'end', act: { say: 'thanks\r\n' } }, 'unknown', 'ANSWER_LOST', 1],
  ['says 354 at the end', { at: 'end', act: { say: '354 more\r\n' } }, 'unknown', 'ANSWER_LOST', 1],
];

describe.each([
  ['one command at a time', ['DSN']],
  ['pipelining', ['PIPELINING', 'DSN']],
])('%s', (_name, extensions) => {
  test.each(CASES)('the server %s', async (_what, script, decision, fault, taken) => {
    const outcome = await tryAt({ ...script, extensions });
    expect([outcome.decision, outcome.fault, outcome.peer.taken.length]).toEqual([decision, fault, taken]);
    expect(outcome.receivers.get(ONE)?.state).toBe(decision);
    // Nothing is unknown but what was said to its end.
    if (taken === 0) expect(outcome.releases).toBe(0);
  });

  test('each receiver has an own answer', async () => {
    const refuses = { [TWO]: '550 5.1.1 unknown', 'drei@werft.example': '450 4.2.0 greylisted' };
    const outcome = await tryAt({ refuses, extensions }, { to: [ONE, TWO, 'drei@werft.example'] });
    expect(outcome.peer.taken.map(({ to }) => to)).toEqual([[ONE]]);
    expect([...outcome.receivers]).toEqual([
      [ONE, { state: 'accepted', answer: '2.0.0 Taken as 4711' }],
      [TWO, { state: 'refused', answer: '5.1.1 unknown' }],
      ['drei@werft.example', { state: 'later', answer: '4.2.0 greylisted' }],
    ]);
  });

  test('who was refused by name is refused, also where the last answer is lost', async () => {
    const script = { refuses: { [TWO]: '550 unknown' }, at: 'end', act: drop, extensions } as const;
    const outcome = await tryAt(script, { to: [ONE, TWO] });
    expect([outcome.decision, outcome.receivers.get(ONE)?.state, outcome.receivers.get(TWO)?.state]).toEqual([
      'unknown',
      'unknown',
      'refused',
    ]);
  });
});

test('while the end is held, nothing is taken, and held for ever nothing ever is', async () => {
  const outcome = await tryAt({}, { release: async () => false });
  expect([outcome.decision, outcome.peer.taken.length]).toEqual(['given up', 0]);
});

test.each([
  ['250 2.0.0 thanks already\r\n', 'later'],
  ['554 5.7.1 I have seen enough\r\n', 'refused'],
  ['451 4.3.0 busy\r\n', 'later'],
])('who answers before the end, with %j, has not taken the mail', async (say, decision) => {
  const answered = Promise.withResolvers<void>();
  const peer = await ScriptedPeer.start({
    at: 'body',
    act: { say },
    onStep: (step) => void (step === 'body' && answered.resolve()),
  });
  endings.push(() => peer.close());
  const outcome = await handOver({
    server: serverAt(peer.port),
    policy: POLICY,
    name: 'kontor.example',
    letter: {
      from: 'a@b.example',
      to: [ONE],
      size: RAW.length,
      open: () => Readable.from([RAW]),
      reference: 'x',
      wantsDelivery: false,
    },
    // Time enough for its word to be here first.
    release: async () => {
      await answered.promise;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return true;
    },
  });
  expect([outcome.decision, peer.taken.length]).toEqual([decision, 0]);
});

test('half a mail is none', async () => {
  const peer = await ScriptedPeer.start();
  endings.push(() => peer.close());
  const outcome = await handOver({
    server: serverAt(peer.port),
    policy: POLICY,
    name: 'kontor.example',
    letter: {
      from: 'a@b.example',
      to: [ONE],
      size: 10,
      open: () => Readable.from([Buffer.from('kurz')]),
      reference: 'x',
      wantsDelivery: false,
    },
    release: async () => true,
  });
  expect([outcome.decision, peer.taken.length]).toEqual(['later', 0]);
});

test('nobody is connected to whom the policy does not allow', async () => {
  const peer = await ScriptedPeer.start();
  endings.push(() => peer.close());
  const parts = { policy: { allowPrivateHosts: false }, name: 'x', deadlines: SUBMIT_DEADLINES };
  const { fault } = await testSubmit({ ...parts, server: serverAt(peer.port) });
  expect([fault?.code, peer.connections]).toEqual(['HOST_NOT_ALLOWED', 0]);
});

describe('a real server', () => {
  async function start(options: ConstructorParameters<typeof SMTPServer>[0]): Promise<number> {
    const server = new SMTPServer(options);
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return (server.server.address() as AddressInfo).port;
  }
  const parts = { policy: POLICY, name: 'kontor.example', deadlines: SUBMIT_DEADLINES };
  const login = { userName: 'anna', password: 'streng geheim' };
  const onAuth: NonNullable<ConstructorParameters<typeof SMTPServer>[0]>['onAuth'] = (auth, _session, done) => {
    if (auth.password === login.password || auth.accessToken === 'frisch') done(null, { user: 'anna' });
    else done(new Error('Wrong'));
  };

  test.each(['tls', 'starttls'] as const)('of %s has to prove who it is, or be pinned', async (security) => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-submit-'));
    endings.push(() => rm(folder, { recursive: true }));
    const own = await loadCertificate({ keyFile: undefined, certFile: undefined, folder, name: 'mail.example' });
    const port = await start({ secure: security === 'tls', onAuth, key: own.key, cert: own.cert });
    const server = serverAt(port, { security, login });
    const { fault } = await testSubmit({ ...parts, server });
    expect(fault?.code).toBe('CERTIFICATE_NOT_TRUSTED');
    expect(fault?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    const pinned = await testSubmit({ ...parts, server: { ...server, trustedFingerprint: fault?.fingerprint ?? '' } });
    expect(pinned.fault).toBeNull();
    const other = { ...server, trustedFingerprint: 'AB:'.repeat(31) + 'AB' };
    expect((await testSubmit({ ...parts, server: other })).fault?.code).toBe('CERTIFICATE_NOT_TRUSTED');
  });

  test('without STARTTLS gets no password where STARTTLS was chosen', async () => {
    const seen: unknown[] = [];
    const port = await start({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth) => seen.push(auth),
    });
    const { fault } = await testSubmit({ ...parts, server: serverAt(port, { security: 'starttls', login }) });
    expect([fault?.code, seen]).toEqual(['STARTTLS_NOT_OFFERED', []]);
  });

  test('says no to a wrong password, and the password is nowhere', async () => {
    const port = await start({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('streng geheim ist falsch')),
    });
    const server = serverAt(port, { login });
    const letter = {
      from: 'a@b.example',
      to: [ONE],
      size: 1,
      open: () => Readable.from([Buffer.from('x')]),
      reference: 'x',
      wantsDelivery: false,
    };
    const outcome = await handOver({ ...parts, server, letter, release: async () => true });
    expect([outcome.decision, outcome.fault]).toEqual(['later', 'SIGN_IN_REFUSED']);
    expect(outcome.lines).toContain('C: AUTH PLAIN …');
    expect(outcome.lines).not.toMatch(/geheim|Z2VoZWlt/);
  });

  test('takes a new token where the first has ended', async () => {
    const port = await start({ authMethods: ['XOAUTH2'], allowInsecureAuth: true, onAuth });
    const refusedTokens: (string | undefined)[] = [];
    const tokens = {
      token: async (refused?: string) => {
        refusedTokens.push(refused);
        return refused === undefined ? 'alt' : 'frisch';
      },
    };
    const answer = await testSubmit({ ...parts, server: serverAt(port, { login: { ...login, tokens } }) });
    expect([answer.fault, refusedTokens]).toEqual([null, [undefined, 'alt']]);
  });

  test('tells what it can do', async () => {
    const port = await start({ size: 1_000_000, authOptional: true });
    const answer = await testSubmit({ ...parts, server: serverAt(port) });
    expect(answer).toMatchObject({
      fault: null,
      size: 1_000_000,
      extensions: expect.arrayContaining(['PIPELINING', '8BITMIME']),
    });
  });
});
