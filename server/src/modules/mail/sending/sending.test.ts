import { randomUUID } from 'node:crypto';
import type { ListEntry } from '@kontor/contract/activity';
import {
  DraftContentSchema,
  MailAccountSchema,
  type DraftContent,
  type MailAccount,
  type MailDetail,
  type Outgoing,
} from '@kontor/contract/mail';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { rawMail } from '../testing/factory.ts';
import { report } from '../../../platform/mailparse/testing/report.ts';
import { importMails } from '../arrival/import.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let accountId: number;
let boxId: number;
let peer: ScriptedPeer;

const QUICK = { interval: 50 };

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
  peer = await ScriptedPeer.start();
  // An address without a server to read: nothing but sending happens to it.
  ({ accountId, boxId } = await anna.command('mail.addAddress', {
    name: 'Anna Berger',
    email: 'anna@nordwerk.example',
    memberIds: [annaId],
  }));
  await anna.command('mail.updateSending', { accountId, sending: serverOf(peer.port) });
});
afterAll(async () => {
  await server?.close();
  await peer?.close();
});
beforeEach(() => {
  peer.become({});
  peer.taken.length = 0;
});

const serverOf = (port: number) => ({ host: '127.0.0.1', port, security: 'none' as const });
const to = (...addresses: string[]) => addresses.map((receiver) => ({ receiver }));

const letter = (more: Record<string, unknown> = {}) => ({
  receiversTo: to('paul@werft.example'),
  subject: `Hallo ${randomUUID()}`,
  content: '<p>Guten Tag</p>',
  draftKey: randomUUID(),
  undoSeconds: 0,
  ...more,
});

const outbox = (): Promise<Outgoing[]> => anna.query<Outgoing[]>('mail.outbox');
const line = async (outgoingId: number): Promise<Outgoing | undefined> =>
  (await outbox()).find((one) => one.outgoingId === outgoingId);
const stateOf = (outgoingId: number) => expect.poll(async () => (await line(outgoingId))?.state, QUICK);
const send = (more: Record<string, unknown> = {}) =>
  anna.command<{ outgoingId: number; draftId: number | null; sendAt: string }>('mail.send', letter(more));
const refusal = async (more: Record<string, unknown>) => {
  const { body } = await anna.tryCommand('mail.send', letter(more));
  return body as unknown as { code: string; detail?: string; errors?: { path: string }[] };
};
const items = (): Promise<ListEntry[]> => anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });

test('a mail is sent, listed as sent, and says what became of it', async () => {
  const { outgoingId } = await send({
    subject: 'Angebot für die Werft',
    receiversCC: to('clara@werft.example'),
    receiversBCC: to('geheim@werft.example'),
    content: '<p>Guten Tag, <strong>Paul</strong></p><script>x</script>',
  });
  await stateOf(outgoingId).toBe('sent');
  expect(peer.taken).toHaveLength(1);
  const [mail] = peer.taken;
  expect(mail?.from).toBe('anna@nordwerk.example');
  expect(mail?.to.toSorted()).toEqual(['clara@werft.example', 'geheim@werft.example', 'paul@werft.example']);
  expect(mail?.raw).toMatch(/^From: Anna Berger <anna@nordwerk\.example>\r$/m);
  expect(mail?.raw).toMatch(/^X-Kontor-Ref: [0-9a-f]{32}\r$/m);
  expect(mail?.raw).not.toMatch(/^Bcc:|geheim@|<script/im);
  const entry = (await items()).find(({ information }) => information === 'Angebot für die Werft');
  expect(entry).toMatchObject({ direction: 'outgoing', status: 3, extras: { smtpLogType: 'sent' } });
  const sent = await anna.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: 'is:sent werft' });
  expect(sent.map(({ information }) => information)).toEqual(['Angebot für die Werft']);
  const detail = await anna.query<MailDetail>('mail.details', { aggregateId: entry?.aggregateId });
  expect(detail.receiverAddressesBCC).toEqual([
    { receiver: 'geheim@werft.example', receiverRealName: '', state: 'accepted' },
  ]);
  const { tries } = await anna.query<{ tries: { attempt: number; lines: string }[] }>('mail.sendingLog', {
    outgoingId,
  });
  expect(tries).toMatchObject([{ attempt: 1, lines: expect.stringContaining('S: 250 2.0.0 Taken as 4711') }]);
});

test('receivers may be plain addresses, with or without a name', async () => {
  const { outgoingId } = await send({
    subject: 'An einfache Adressen',
    receiversTo: ['paul@werft.example', 'Jana Lüders <jana@werft.example>'],
    receiversCC: ['c@werft.example'],
    receiversBCC: ['geheim@werft.example'],
  });
  await stateOf(outgoingId).toBe('sent');
  const mail = peer.taken.at(-1);
  expect(mail?.to.toSorted()).toEqual([
    'c@werft.example',
    'geheim@werft.example',
    'jana@werft.example',
    'paul@werft.example',
  ]);
  expect(mail?.raw).toMatch(/^To: =\?UTF-8\?Q\?Jana_L=C3=BCders\?= <jana@werft\.example>, paul@werft\.example\r?$/m);
  expect(await refusal({ receiversTo: ['nobody'] })).toMatchObject({ code: 'MAIL_ADDRESS_INVALID' });
});

describe('what cannot be sent is said before it is', () => {
  test.each([
    ['nobody to send to', { receiversTo: [] }, 'MAIL_NO_RECEIVER'],
    ['an address that is none', { receiversTo: to('paul@werft.example', 'paul') }, 'MAIL_ADDRESS_INVALID'],
    ['a line break in an address', { receiversCC: to('a@b.example>\r\nDATA') }, 'MAIL_ADDRESS_INVALID'],
    ['a file that is not there', { attachmentIds: [4711] }, 'MAIL_ATTACHMENT_MISSING'],
    [
      'a placeholder that is left',
      { content: '<p><span data-kontor-field="date"></span></p>' },
      'MAIL_PLACEHOLDER_LEFT',
    ],
    ['a time long gone', { sendAt: '2020-01-01T00:00:00.000Z' }, 'MAIL_SEND_TIME'],
    ['a time far ahead', { sendAt: '2099-01-01T00:00:00.000Z' }, 'MAIL_SEND_TIME'],
    ['a sender that is not there', { senderAccountId: 4711 }, 'NOT_FOUND'],
    [
      'too many receivers',
      { receiversTo: to(...Array.from({ length: 501 }, (_, index) => `p${index}@werft.example`)) },
      'MAIL_TOO_MANY_RECEIVERS',
    ],
  ])('%s', async (_what, more, code) => {
    expect((await refusal(more)).code).toBe(code);
    expect(peer.taken).toEqual([]);
  });

  test('each address that is none is named', async () => {
    const answer = await refusal({ receiversTo: to('a@b.example', 'x'), receiversBCC: to('y') });
    expect(answer.errors?.map(({ path }) => path)).toEqual(['receiversTo.1.receiver', 'receiversBCC.0.receiver']);
  });

  test('who may send for nobody', async () => {
    const { body } = await ben.tryCommand('mail.send', letter());
    expect(body.code).toBe('MAIL_SENDER_MISSING');
  });
});

test('of one draft there is one mail, however often it is sent', async () => {
  const draftKey = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => anna.tryCommand('mail.send', letter({ draftKey }))));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  await expect.poll(() => peer.taken.length, QUICK).toBe(1);
});

test('a mail whose draft is newer is not sent, and the newer draft is told', async () => {
  const draftKey = randomUUID();
  const save = (subject: string, aggregateVersion: number | null) =>
    anna.command<{ version: number }>('mail.saveDraft', { draftKey, subject, content: '<p>x</p>', aggregateVersion });
  const { version } = await save('Zuerst', null);
  await save('Danach', version);
  const { status, body } = await anna.tryCommand('mail.send', letter({ draftKey, aggregateVersion: version }));
  expect([status, body.code]).toEqual([409, 'VERSION_CONFLICT']);
  const { data } = body as unknown as { data: DraftContent };
  expect(v.safeParse(DraftContentSchema, data).issues).toBeUndefined();
  expect(data).toMatchObject({ Subject: 'Danach', draftKey });
  expect(data.version).toBeGreaterThan(version);
  // Who has seen it sends it.
  const { outgoingId } = await send({ draftKey, aggregateVersion: data.version });
  await stateOf(outgoingId).toBe('sent');
  expect(peer.taken).toHaveLength(1);
});

test('settings say how mail leaves a mailbox, and never the password', async () => {
  const read = async () =>
    (await anna.query<MailAccount[]>('mail.accountSettings')).find(({ id }) => id === accountId) ?? expect.fail('None');
  const fields = { ...serverOf(peer.port), userName: 'anna' };
  await anna.command('mail.updateSending', {
    accountId,
    sending: { ...fields, password: 'streng-geheim' },
    sentCopy: 'append',
  });
  const account = await read();
  expect(v.safeParse(MailAccountSchema, account).issues).toBeUndefined();
  expect([account.sending, account.sentCopy]).toEqual([{ ...fields, trustedFingerprint: null }, 'append']);
  expect(JSON.stringify(account)).not.toContain('streng-geheim');
  await anna.command('mail.updateSending', { accountId, sending: null });
  expect(await read()).toMatchObject({ sending: null, sentCopy: 'auto' });
  await anna.command('mail.updateSending', { accountId, sending: serverOf(peer.port) });
});

test('a mail can be taken back while it waits: it is a draft again', async () => {
  const draftKey = randomUUID();
  const { outgoingId } = await send({ draftKey, undoSeconds: 60, subject: 'Doch nicht' });
  expect(await line(outgoingId)).toMatchObject({ state: 'waiting', isCancellable: true, aggregateId: null });
  const draft = await anna.command<{ draftId: number; draftKey: string }>('mail.cancelSending', { outgoingId });
  expect(draft.draftKey).toBe(draftKey);
  expect((await anna.tryCommand('mail.cancelSending', { outgoingId })).body.code).toBe('MAIL_SENDING_BEGUN');
  // It can be sent after all, from the same draft.
  const again = await send({ draftKey, subject: 'Nun doch' });
  await stateOf(again.outgoingId).toBe('sent');
  expect(peer.taken).toHaveLength(1);
});

test('what was taken back is sent again at once as the draft that it is, also where that was saved before', async () => {
  const draftKey = randomUUID();
  const { version } = await anna.command<{ version: number }>('mail.saveDraft', {
    draftKey,
    subject: 'Plan',
    content: '<p>x</p>',
    aggregateVersion: null,
  });
  const { outgoingId } = await send({ draftKey, aggregateVersion: version, undoSeconds: 60 });
  const draft = await anna.command<{ version: number }>('mail.cancelSending', { outgoingId });
  const again = await send({ draftKey, aggregateVersion: draft.version });
  await stateOf(again.outgoingId).toBe('sent');
  expect(peer.taken).toHaveLength(1);
});

test('a mail is sent at its time, and at another one where that is changed', async () => {
  const { outgoingId } = await send({ sendAt: new Date(Date.now() + 3_600_000).toISOString() });
  await anna.command('mail.changeSending', { outgoingId, sendAt: new Date(Date.now() + 7_200_000).toISOString() });
  expect((await line(outgoingId))?.state).toBe('waiting');
  await anna.command('mail.changeSending', { outgoingId, sendAt: new Date().toISOString() });
  await stateOf(outgoingId).toBe('sent');
  const late = await anna.tryCommand('mail.changeSending', { outgoingId, sendAt: new Date().toISOString() });
  expect(late.body.code).toBe('MAIL_SENDING_BEGUN');
});

test('a server that is busy is asked again, and the mail is there once', async () => {
  peer.become({ at: 'end', act: { say: '451 4.3.0 later\r\n' }, times: 1 });
  const { outgoingId } = await send();
  await stateOf(outgoingId).toBe('retrying');
  expect(await line(outgoingId)).toMatchObject({ attempts: 1, answer: '4.3.0 later', fault: 'CONTENT_REFUSED' });
  server.advance(61_000);
  await anna.command('mail.updateSending', { accountId, sending: serverOf(peer.port) });
  await stateOf(outgoingId).toBe('sent');
});

test('each receiver has a state of their own, and only who has nothing is tried again', async () => {
  peer.become({
    refuses: { 'weg@werft.example': '550 5.1.1 unknown', 'spaeter@werft.example': '450 4.2.0 greylisted' },
  });
  const { outgoingId } = await send({
    receiversTo: to('paul@werft.example', 'weg@werft.example', 'spaeter@werft.example'),
  });
  await stateOf(outgoingId).toBe('retrying');
  expect((await line(outgoingId))?.receivers.map(({ receiver, state }) => [receiver, state])).toEqual([
    ['paul@werft.example', 'accepted'],
    ['spaeter@werft.example', 'pending'],
    ['weg@werft.example', 'refused'],
  ]);
  peer.become({});
  server.advance(61_000);
  await anna.command('mail.updateSending', { accountId, sending: serverOf(peer.port) });
  await stateOf(outgoingId).toBe('partly');
  expect(peer.taken.map(({ to: receivers }) => receivers)).toEqual([['paul@werft.example'], ['spaeter@werft.example']]);
});

test('a mail that is refused is new again for who sent it', async () => {
  peer.become({ at: 'end', act: { say: '554 5.7.1 spam\r\n' } });
  const { outgoingId } = await send({ subject: 'Abgelehnt' });
  await stateOf(outgoingId).toBe('refused');
  const entry = (await items()).find(({ information }) => information === 'Abgelehnt');
  expect(entry).toMatchObject({ status: 1, extras: { smtpLogType: 'refused', smtpLogDescription: '5.7.1 spam' } });
});

describe('where the answer is lost', () => {
  test('nobody knows, nothing is sent again by itself, and after two minutes it is said', async () => {
    peer.become({ at: 'end', act: 'drop' });
    const subject = `Verloren ${randomUUID()}`;
    const { outgoingId } = await send({ subject });
    await stateOf(outgoingId).toBe('unknown');
    server.advance(121_000);
    await anna.command('mail.updateSending', { accountId, sending: serverOf(peer.port) });
    const status = async () => (await items()).find(({ information }) => information === subject)?.status;
    await expect.poll(status, QUICK).toBe(1);
    expect(peer.taken).toHaveLength(1);
    expect(await line(outgoingId)).toMatchObject({ state: 'unknown', fault: 'ANSWER_LOST' });
  });

  test('it is sent once more where a person says so, under the same Message-ID', async () => {
    peer.become({ at: 'end', act: 'drop', times: 1 });
    const { outgoingId } = await send();
    await stateOf(outgoingId).toBe('unknown');
    await anna.command('mail.settleSending', { outgoingId, decision: 'again' });
    await stateOf(outgoingId).toBe('sent');
    const ids = peer.taken.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    const settled = await anna.tryCommand('mail.settleSending', { outgoingId, decision: 'again' });
    expect(settled.body.code).toBe('MAIL_NOT_UNSURE');
  });

  test('it counts as sent where a person says so', async () => {
    peer.become({ at: 'end', act: 'drop' });
    const { outgoingId } = await send();
    await stateOf(outgoingId).toBe('unknown');
    await anna.command('mail.settleSending', { outgoingId, decision: 'sent' });
    expect((await line(outgoingId))?.state).toBe('sent');
    expect(peer.taken).toHaveLength(1);
  });
});

test('what was answered shows who did it, and the answer names it', async () => {
  const parser = new MailParser({ processes: 1 });
  const target = { boxId, channel: 'anna@nordwerk.example', memberIds: [annaId] };
  const raw = rawMail({ subject: 'Frage', messageId: 'frage@werft.example' });
  await importMails({ platform: server.platform, change: server.change, parser }, instance, target, [
    { raw: Buffer.from(raw), status: 1 },
  ]);
  await parser.close();
  const question = () => items().then((all) => all.find(({ information }) => information === 'Frage'));
  const aggregateId = (await question())?.aggregateId;
  const quote = `<blockquote type="cite" data-kontor-quote="${aggregateId?.replaceAll('"', '&quot;')}" data-kontor-whole=""></blockquote>`;
  const { outgoingId } = await send({
    replyOrForwardMailAggregateId: aggregateId,
    replyOrForwardType: 'reply',
    content: `<p>Ja.</p>${quote}`,
  });
  await stateOf(outgoingId).toBe('sent');
  expect(peer.taken[0]?.raw).toMatch(/^In-Reply-To: <frage@werft\.example>\r$/m);
  expect(peer.taken[0]?.raw).toMatch(/<blockquote\s=?\s*type=3D"cite"/);
  expect(peer.taken[0]?.raw).toMatch(/Guten Tag/);
  expect((await question())?.extras).toMatchObject({ answered: true, answeredBy: 'anna Test' });
});

describe('what a mail server reports', () => {
  const importRaw = async (raw: string) => {
    const parser = new MailParser({ processes: 1 });
    const target = { boxId, channel: 'anna@nordwerk.example', memberIds: [annaId] };
    await importMails({ platform: server.platform, change: server.change, parser }, instance, target, [
      { raw: Buffer.from(raw), status: 1 },
    ]);
    await parser.close();
  };
  const headerOf = (name: string) =>
    new RegExp(`^${name}: (.*)\\r$`, 'm').exec(peer.taken.at(-1)?.raw ?? '')?.[1] ?? '';

  test.each([
    ['its envelope id', () => ({ envelopeId: headerOf('X-Kontor-Ref') })],
    ['its Message-ID', () => ({ header: `Message-ID: ${headerOf('Message-ID')}` })],
    ['our own header', () => ({ header: `X-Kontor-Ref: ${headerOf('X-Kontor-Ref')}` })],
  ])('is tied to the mail by %s', async (_what, about) => {
    const subject = `Kommt zurück ${randomUUID()}`;
    const { outgoingId } = await send({ subject });
    await stateOf(outgoingId).toBe('sent');
    await importRaw(report('failed', { receiver: 'paul@werft.example', ...about() }));
    const entry = (await items()).find(({ information }) => information === subject);
    expect(entry).toMatchObject({ status: 1, extras: { smtpLogType: 'bounced' } });
    expect((await line(outgoingId))?.receivers).toMatchObject([
      { state: 'bounced', answer: '5.1.1 550 No such user here' },
    ]);
  });

  test('of a delivery shows it, and of other mails changes nothing', async () => {
    const { outgoingId } = await send({ wantsDelivery: true });
    await stateOf(outgoingId).toBe('sent');
    expect(peer.heard.some((command) => command.includes('NOTIFY=SUCCESS,FAILURE,DELAY'))).toBe(true);
    await importRaw(report('failed', { receiver: 'paul@werft.example', envelopeId: 'a'.repeat(32) }));
    expect((await line(outgoingId))?.receivers).toMatchObject([{ state: 'accepted' }]);
    await importRaw(report('delivered', { receiver: 'paul@werft.example', envelopeId: headerOf('X-Kontor-Ref') }));
    expect((await line(outgoingId))?.receivers).toMatchObject([{ state: 'delivered' }]);
  });

  test('an answer shows that a mail was taken of which nobody knew', async () => {
    peer.become({ at: 'end', act: 'drop' });
    const { outgoingId } = await send();
    await stateOf(outgoingId).toBe('unknown');
    const id = headerOf('Message-ID');
    await importRaw(rawMail({ subject: 'Danke', headers: `In-Reply-To: ${id}` }));
    expect((await line(outgoingId))?.state).toBe('sent');
  });
});

test('an account without a server needs the operator to have one', async () => {
  await anna.command('mail.updateSending', { accountId, sending: null });
  const { outgoingId } = await send();
  await stateOf(outgoingId).toBe('retrying');
  expect(await line(outgoingId)).toMatchObject({ fault: 'NO_SERVER' });
  await anna.command('mail.updateSending', { accountId, sending: serverOf(peer.port) });
  await stateOf(outgoingId).toBe('sent');
});
