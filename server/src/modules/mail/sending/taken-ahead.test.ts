import { randomUUID } from 'node:crypto';
import type { Outgoing } from '@kontor/contract/mail';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

/** As many of one account go at once, and as many are taken with them to follow. */
const AT_ONCE = 4;
const AHEAD = 4;
const LEASE_MS = 5 * 60_000;
const QUICK = { interval: 50 };

let server: TestServer;
let anna: TestClient;
let peer: ScriptedPeer;
let accountId: number;
/** Lets the mails go on whose bytes the mail server does not ask for yet. */
let release: () => void;

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  const instance = await server.instance('nordwerk');
  const annaId = await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  peer = await ScriptedPeer.start();
  const address = { name: 'Anna', email: 'anna@nordwerk.example', memberIds: [annaId] };
  ({ accountId } = await anna.command<{ accountId: number }>('mail.addAddress', address));
});
afterAll(async () => {
  release?.();
  await server?.close();
  await peer?.close();
});
beforeEach(async () => {
  beSlow();
  peer.taken.length = 0;
  await wake();
});

/** From now on the mail server does not ask for the bytes of mails until they are let go. */
function beSlow(): void {
  const released = Promise.withResolvers<void>();
  release = released.resolve;
  peer.become({ onStep: (step) => (step === 'data' ? released.promise : undefined) });
}

/** Has the sender look for mails: whoever changes the server does. */
async function wake(): Promise<void> {
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  await anna.command('mail.updateSending', { accountId, sending });
}

interface Sent {
  readonly outgoingId: number;
  readonly subject: string;
  readonly draftKey: string;
}
async function send(draftKey: string = randomUUID()): Promise<Sent> {
  const subject = `Nummer ${randomUUID()}`;
  const { outgoingId } = await anna.command<{ outgoingId: number }>('mail.send', {
    receiversTo: [{ receiver: 'paul@werft.example' }],
    subject,
    content: '<p>Guten Tag</p>',
    draftKey,
    undoSeconds: 0,
  });
  return { outgoingId, subject, draftKey };
}

const rowOf = ({ outgoingId }: Sent) =>
  server.platform.database.owner
    .selectFrom('mail_outgoing')
    .select(['stage', 'process_id', 'attempt', 'next_at'])
    .where('outgoing_id', '=', outgoingId)
    .executeTakeFirstOrThrow();
/** How far a mail is, and whether the process has taken it. */
const standing = async (mail: Sent) => {
  const { stage, process_id: processId } = await rowOf(mail);
  return `${stage} ${processId === null ? 'free' : 'taken'}`;
};
const standings = (mails: readonly Sent[]) => Promise.all(mails.map(standing));

async function sendSome(count: number): Promise<Sent[]> {
  const mails: Sent[] = [];
  for (let index = 0; index < count; index += 1) mails.push(await send());
  return mails;
}

/** Mails of which the first are under way to a slow server, and so many others were taken to follow them. */
async function sendBehindSlow(ahead: number): Promise<{ readonly slow: readonly Sent[]; readonly ahead: Sent[] }> {
  const slow = await sendSome(AT_ONCE);
  await expect.poll(() => standings(slow), QUICK).toEqual(slow.map(() => 'handing taken'));
  const following = await sendSome(ahead);
  await expect.poll(() => standings(following), QUICK).toEqual(following.map(() => 'waiting taken'));
  return { slow, ahead: following };
}

const line = async ({ outgoingId }: Sent) =>
  (await anna.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId);
const states = (mails: readonly Sent[]) => Promise.all(mails.map(async (mail) => (await line(mail))?.state));
const subjectsAtPeer = () => peer.taken.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '').toSorted();

/** Waits until mails are sent, and expects that each of them came once and nothing else did. */
async function expectSentOnce(mails: readonly Sent[]): Promise<void> {
  await expect.poll(() => states(mails), QUICK).toEqual(mails.map(() => 'sent'));
  expect(subjectsAtPeer()).toEqual(mails.map(({ subject }) => subject).toSorted());
  // Nor was one begun twice of which the mail server has heard the end once.
  expect((await Promise.all(mails.map(rowOf))).map(({ attempt }) => attempt)).toEqual(mails.map(() => 1));
}

test('what waits behind slow ones is taken back until it is built, and put off', async () => {
  const { slow, ahead } = await sendBehindSlow(AHEAD);
  const [back, later, ...rest] = ahead;
  if (back === undefined || later === undefined) return expect.fail('Nothing was taken ahead');
  expect(await line(back)).toMatchObject({ state: 'waiting', isCancellable: true });
  const draft = await anna.command<{ draftKey: string }>('mail.cancelSending', { outgoingId: back.outgoingId });
  expect(draft.draftKey).toBe(back.draftKey);
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  await anna.command('mail.changeSending', { outgoingId: later.outgoingId, sendAt });
  // The draft goes again, as it is wanted now.
  const again = await send(back.draftKey);
  release();
  await expectSentOnce([...slow, ...rest, again]);
  expect(await standings([back, later])).toEqual(['cancelled free', 'waiting free']);
  // What is under way cannot be taken back any more.
  const { body } = await anna.tryCommand('mail.cancelSending', { outgoingId: again.outgoingId });
  expect(body.code).toBe('MAIL_SENDING_BEGUN');
  await anna.command('mail.cancelSending', { outgoingId: later.outgoingId });
});

test('what is put off and wanted at once again while it waits is sent once', async () => {
  const { slow, ahead } = await sendBehindSlow(AHEAD);
  const [moved] = ahead;
  if (moved === undefined) return expect.fail('Nothing was taken ahead');
  const moveTo = (ms: number) =>
    anna.command('mail.changeSending', {
      outgoingId: moved.outgoingId,
      sendAt: new Date(Date.now() + ms).toISOString(),
    });
  await moveTo(86_400_000);
  await moveTo(0);
  release();
  await expectSentOnce([...slow, ...ahead]);
});

test('what waits for longer than it belongs to a process is taken anew, sent once, and leaves room for others', async () => {
  const { slow, ahead } = await sendBehindSlow(2);
  const [first] = ahead;
  if (first === undefined) return expect.fail('Nothing was taken ahead');
  const until = (await rowOf(first)).next_at.getTime();
  server.advance(LEASE_MS + 1000);
  await wake();
  await expect.poll(async () => (await rowOf(first)).next_at.getTime(), QUICK).toBeGreaterThan(until);
  // The same two are not counted twice among those that an account may have at once.
  const more = await sendSome(AHEAD - 2);
  await expect.poll(() => standings(more), QUICK).toEqual(more.map(() => 'waiting taken'));
  // Those that were taken anew can be taken back as before.
  await anna.command('mail.cancelSending', { outgoingId: first.outgoingId });
  release();
  await expectSentOnce([...slow, ...ahead.slice(1), ...more]);
  expect(await standing(first)).toBe('cancelled free');
});

test('a further try that waits behind slow ones says no time, and is one try', async () => {
  peer.become({ at: 'end', act: { say: '451 4.3.0 later\r\n' }, times: 1 });
  const again = await send();
  await expect.poll(() => line(again), QUICK).toMatchObject({ state: 'retrying', nextTryAt: expect.any(String) });
  peer.taken.length = 0;
  beSlow();
  const { slow } = await sendBehindSlow(0);
  server.advance(61_000);
  await wake();
  await expect.poll(() => standing(again), QUICK).toBe('built taken');
  expect(await line(again)).toMatchObject({ state: 'retrying', nextTryAt: null });
  release();
  await expect.poll(() => states([...slow, again]), QUICK).toEqual([...slow, again].map(() => 'sent'));
  expect(subjectsAtPeer()).toEqual([...slow, again].map(({ subject }) => subject).toSorted());
  expect((await rowOf(again)).attempt).toBe(2);
});
