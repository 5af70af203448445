import { randomUUID } from 'node:crypto';
import type { ListEntry } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { MailDetail, Outgoing } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import { report } from '../../../platform/mailparse/testing/report.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { listMail } from '../arrival/list.ts';
import { prepareMail } from '../arrival/prepare.ts';
import { rawMail } from '../testing/factory.ts';

let server: TestServer;
let instance: Instance;
let peer: ScriptedPeer;
const parser = new MailParser({ processes: 1 });

/** Somebody with a mailbox of their own. */
interface Writer {
  readonly client: TestClient;
  readonly userId: number;
  readonly boxId: number;
}
let anna: Writer;
let ben: Writer;

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('nordwerk');
  peer = await ScriptedPeer.start();
  const annaId = await server.person(instance, 'anna', { isAdministrator: true });
  const benId = await server.person(instance, 'ben');
  const administrator = await server.client(instance, 'anna');
  const mailbox = async (name: string, userId: number) => {
    const { accountId, boxId } = await administrator.command<{ accountId: number; boxId: number }>('mail.addAddress', {
      name,
      email: `${name}@nordwerk.example`,
      memberIds: [userId],
    });
    const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
    await administrator.command('mail.updateSending', { accountId, sending });
    return { client: await server.client(instance, name), userId, boxId };
  };
  anna = await mailbox('anna', annaId);
  ben = await mailbox('ben', benId);
});
afterAll(async () => {
  await server?.close();
  await Promise.all([peer?.close(), parser.close()]);
});

/** A mail of Anna's that was sent, with what it is known by: whoever gets it reads that. */
async function sent(subject = `Vertraulich ${randomUUID()}`) {
  const { outgoingId } = await anna.client.command<{ outgoingId: number }>('mail.send', {
    receiversTo: [{ receiver: 'paul@werft.example' }],
    receiversBCC: [{ receiver: 'geheim@werft.example' }],
    subject,
    content: '<p>Guten Tag</p>',
    draftKey: randomUUID(),
    undoSeconds: 0,
  });
  await expect.poll(async () => (await lineOf(outgoingId))?.state).toBe('sent');
  const raw = peer.taken.at(-1)?.raw ?? '';
  const header = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'm').exec(raw)?.[1] ?? '';
  return { outgoingId, subject, messageId: header('Message-ID'), reference: header('X-Kontor-Ref') };
}

const lineOf = async (outgoingId: number) =>
  (await anna.client.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId);
const failure = async (outgoingId: number) =>
  (await lineOf(outgoingId))?.receivers.find(({ receiver }) => receiver === 'paul@werft.example')?.state;
const listed = async ({ client }: Writer, subject: string) =>
  (await client.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })).filter(
    ({ information }) => information === subject,
  );

/** Puts a mail into a mailbox: as its server has it, or by an import. */
async function put(raw: string, into: Writer, direction: 'incoming' | 'outgoing', isImported: boolean): Promise<void> {
  const { blobs } = server.platform;
  const mail = await prepareMail({ blobs, parser }, instance.id, Buffer.from(raw), { mayRetry: false });
  await server.change(instance, (ctx) =>
    listMail(ctx, mail, {
      boxId: into.boxId,
      channel: 'nordwerk.example',
      direction,
      viewers: [{ userId: into.userId, status: 3 }],
      internalDate: new Date(server.platform.now()),
      answered: false,
      isImported,
    }),
  );
}

describe('whoever knows what a colleague’s mail is known by', () => {
  test.each([
    ['imports one that bears it', true],
    ['has one that bears it in a sent folder of their own', false],
  ])('and %s has a mail of their own, and sees nothing of the other', async (_way, isImported) => {
    const { subject, messageId, reference } = await sent();
    const forged = rawMail({
      from: 'ben@nordwerk.example',
      subject,
      text: 'x',
      messageId: messageId.slice(1, -1),
      headers: `X-Kontor-Ref: ${reference}`,
    });
    await put(forged, ben, 'outgoing', isImported);
    const [[own, ...more], [annas]] = [await listed(ben, subject), await listed(anna, subject)];
    expect(more).toEqual([]);
    const idOf = (entry: ListEntry | undefined) => parseAggregateId(entry?.aggregateId ?? '')?.entryId;
    expect(idOf(own)).not.toBe(idOf(annas));
    const detail = await ben.client.query<MailDetail>('mail.details', { aggregateId: own?.aggregateId ?? '' });
    expect(detail.receiverAddressesBCC).toEqual([]);
    expect(await listed(anna, subject)).toHaveLength(1);
  });

  test('says by an import into another mailbox of nobody that the mail did not reach them', async () => {
    const { outgoingId, messageId } = await sent();
    const reported = () => report('failed', { receiver: 'paul@werft.example', header: `Message-ID: ${messageId}` });
    await put(reported(), ben, 'incoming', true);
    expect(await failure(outgoingId)).toBe('accepted');
    await put(reported(), anna, 'incoming', true);
    expect(await failure(outgoingId)).toBe('bounced');
  });
});

test('a sent folder whose server writes mails anew has each of ours once', async () => {
  const { subject, messageId, reference } = await sent();
  const rewritten = rawMail({
    from: 'Anna Berger <anna@nordwerk.example>',
    subject,
    text: 'Guten Tag',
    messageId: `${randomUUID()}@exchange.example`,
    headers: `X-Kontor-Ref: ${reference}`,
  });
  await put(rewritten, anna, 'outgoing', false);
  expect(messageId).not.toBe('');
  expect(await listed(anna, subject)).toHaveLength(1);
});
