import { randomBytes, randomUUID } from 'node:crypto';
import type { ListEntry } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { MailDetail, Outgoing } from '@kontor/contract/mail';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestPostfix, findPostfix } from '../../../platform/mailsubmit/testing/postfix.ts';
import { findDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import { addMailbox } from '../testing/factory.ts';
import { upload } from '../../../testing/upload.ts';

const QUICK = { interval: 100 };
const ANNA = 'anna@nordwerk.example';
const PAUL = 'paul@werft.example';
const entryIdOf = (aggregateId: unknown): number | undefined => parseAggregateId(String(aggregateId))?.entryId;

describe.skipIf(findDovecot() === undefined || findPostfix() === undefined)(
  'sending by a real mail server (left out where Dovecot or Postfix is not installed)',
  () => {
    let fixture: MailFixture;
    let postfix: TestPostfix;
    beforeAll(async () => {
      fixture = await startMailFixture();
      postfix = await TestPostfix.start(fixture.dovecot, ['nordwerk.example', 'werft.example']);
      fixture.atEnd(() => postfix.close());
      const { accountId } = await addMailbox(fixture.anna, fixture.dovecot, ANNA, { name: 'Anna', email: ANNA });
      const sending = { host: '127.0.0.1', port: postfix.port, security: 'none', userName: ANNA, password: 'geheim' };
      await fixture.anna.command('mail.updateSending', { accountId, sending });
    });
    afterAll(() => fixture?.close());

    /** A mail program that knows nothing of Kontor, in a folder of somebody's. */
    async function program(user: string, folder: string): Promise<ImapFlow> {
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: fixture.dovecot.plainPort,
        secure: false,
        doSTARTTLS: false,
        auth: { user, pass: 'geheim' },
        logger: false,
        disableAutoIdle: true,
      });
      client.on('error', () => undefined);
      await client.connect();
      fixture.atEnd(() => client.logout().catch(() => undefined));
      await client.mailboxOpen(folder);
      return client;
    }
    /** Numbers of the mails of a subject, asked anew. */
    async function found(client: ImapFlow, subject: string): Promise<number[]> {
      await client.noop();
      return (await client.search({ header: { subject } }, { uid: true })) || [];
    }
    async function flagsOf(client: ImapFlow, uid: number | undefined): Promise<string[]> {
      const one = await client.fetchOne(String(uid), { flags: true }, { uid: true });
      return one ? [...(one.flags ?? [])].toSorted() : [];
    }
    async function attachmentOf(client: ImapFlow, uid: number | undefined): Promise<Buffer> {
      const { content } = await client.download(String(uid), '2', { uid: true });
      const chunks: Buffer[] = [];
      for await (const chunk of content ?? []) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    }
    const find = async (subject: string): Promise<ListEntry | undefined> => {
      const all = await fixture.anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
      return all.find(({ information }) => information === subject);
    };
    const details = async (subject: string): Promise<MailDetail> =>
      fixture.anna.query<MailDetail>('mail.details', { aggregateId: (await find(subject))?.aggregateId });
    async function send(more: Record<string, unknown>): Promise<() => Promise<Outgoing | undefined>> {
      const { outgoingId } = await fixture.anna.command<{ outgoingId: number }>('mail.send', {
        content: '<p>Guten Tag</p>',
        draftKey: randomUUID(),
        undoSeconds: 0,
        ...more,
      });
      return async () =>
        (await fixture.anna.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId);
    }

    test('a mail and its file come to the receiver as they were written, and lie in the sent folder once', async () => {
      const subject = 'Zeichnung für Halle 2 – größer';
      const drawing = randomBytes(300_000);
      const file = await upload(fixture.anna, drawing, 'Zeichnung.bin');
      const line = await send({ subject, receiversTo: [{ receiver: PAUL }], uploadIds: [file.uploadId] });
      await expect.poll(async () => (await line())?.state, QUICK).toBe('sent');
      expect((await line())?.receivers[0]).toMatchObject({
        receiver: PAUL,
        answer: expect.stringMatching(/queued as/),
      });
      const [inbox, sent] = [await program(PAUL, 'INBOX'), await program(ANNA, 'Sent')];
      await expect.poll(() => found(inbox, subject).then(({ length }) => length), QUICK).toBe(1);
      await expect.poll(() => found(sent, subject).then(({ length }) => length), QUICK).toBe(1);
      expect(await attachmentOf(inbox, (await found(inbox, subject))[0])).toEqual(drawing);
      expect(await attachmentOf(sent, (await found(sent, subject))[0])).toEqual(drawing);
      expect(await flagsOf(sent, (await found(sent, subject))[0])).toEqual(['\\Seen']);
    });

    test("another program's mail and its file come in as they were written, and the answer is known to both", async () => {
      const subject = 'Rückfrage zur Zeichnung';
      const scan = randomBytes(200_000);
      const sender = createTransport({
        host: '127.0.0.1',
        port: postfix.port,
        secure: false,
        ignoreTLS: true,
        auth: { user: PAUL, pass: 'geheim' },
      });
      const attachments = [{ filename: 'Aufnahme.bin', content: scan }];
      await sender.sendMail({ from: PAUL, to: ANNA, subject, text: 'Welche Halle?', attachments });
      sender.close();
      await expect.poll(() => find(subject).then((entry) => entry?.information), QUICK).toBe(subject);
      const aggregateId = (await find(subject))?.aggregateId ?? '';
      const storageKey = (await details(subject)).mailModelAttachments[0]?.storageKey;
      const query = new URLSearchParams({ parameters: JSON.stringify({ aggregateId, storageKey }) });
      const answer = await fetch(`${fixture.anna.base}/query?query=mail.attachmentContent&${query.toString()}`, {
        headers: fixture.anna.headers(),
      });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(scan);
      await send({
        subject: `Re: ${subject}`,
        receiversTo: [{ receiver: PAUL }],
        replyOrForwardMailAggregateId: aggregateId,
        replyOrForwardType: 'reply',
      });
      const [own, theirs] = [await program(ANNA, 'INBOX'), await program(PAUL, 'INBOX')];
      const [uid] = await found(own, subject);
      await expect.poll(() => flagsOf(own, uid), QUICK).toContain('\\Answered');
      await expect.poll(() => found(theirs, `Re: ${subject}`).then(({ length }) => length), QUICK).toBe(1);
      expect((await details(subject)).extras.answered).toBe(true);
    });

    test('a receiver whom the server does not take is told of with its answer', async () => {
      const line = await send({ subject: 'Ins Leere', receiversTo: [{ receiver: 'wer@nirgends.example' }] });
      await expect.poll(async () => (await line())?.state, QUICK).toBe('refused');
      expect((await line())?.receivers[0]?.answer).toContain('nothing leaves this machine');
    });

    test('a mail that comes back is tied to the one that it is about', async () => {
      const subject = 'Kommt zurück';
      // Postfix takes it, and Dovecot has nobody of such a name.
      const receiver = 'kein=mensch@nordwerk.example';
      const line = await send({ subject, receiversTo: [{ receiver }] });
      await expect.poll(async () => (await line())?.receivers[0]?.state, QUICK).toMatch(/accepted|bounced/);
      await expect.poll(async () => (await details(subject)).bounce?.receivers[0]?.state, QUICK).toBe('bounced');
      const { bounce } = await details(subject);
      expect(bounce?.receivers[0]).toMatchObject({ receiver, answer: expect.stringMatching(/5\.\d\.\d/) });
      const about = await fixture.anna.query<MailDetail>('mail.details', { aggregateId: bounce?.aggregateId });
      expect(entryIdOf(about.extras.bounceOf)).toBe(entryIdOf((await find(subject))?.aggregateId));
    });
  },
);
