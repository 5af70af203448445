import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailDetail, Outgoing, PreparedAnswer } from '@kontor/contract/mail';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import { findDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startMailFixture, type MailFixture } from '../../../testing/mail-fixture.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';
import { saved } from '../writing/testing/fixture.ts';

const QUICK = { interval: 100 };

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Longer than a line may be, with quotes, signs beyond the basic plane, and what looks like an encoded word. */
const SUBJECT = `AW: „Größe“ & <Maß>: =?utf-8?Q?kein_Wort?= 🚢 ${'Überlänge '.repeat(12)}½`;
const TO = [
  { receiver: 'paul@werft.example', receiverRealName: 'Neumann, Paul "der Lange"' },
  { receiver: 'zoe@werft.example', receiverRealName: 'Zoë Łącka' },
];
const CC = [{ receiver: 'dritte@werft.example', receiverRealName: '' }];
const BCC = [{ receiver: 'geheim@werft.example', receiverRealName: 'Gerda Heim' }];
/** By the names that they have to come back with. */
const FILES: Readonly<Record<string, Buffer>> = {
  'Angebot – Größe 1 (endgültig).pdf': Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\nplan', 'latin1'),
  // A dot alone in a line is where a mail would end, and NUL and lone line ends are nothing that a line can bear.
  'rohe bytes.bin': Buffer.from([13, 10, 46, 13, 10, 0, 255, 10, 13, 46, 46, 10, 61, 61]),
  'leer.txt': Buffer.alloc(0),
};
const textWith = (picture: string): string =>
  `<p style="margin:0 0 8px"><strong>Guten Tag,</strong> Łącka &amp; Söhne – 5 &lt; 6</p><ul><li>erstens</li><li>zweitens 🚢</li></ul><p>.</p><p><img ${picture} width="40" alt="Plan"></p><p><a href="https://werft.example/?a=1&amp;b=2">Werft</a></p>`;

/** What stands in a mail, as another program reads it, with its pictures by their bytes instead of their ids. */
async function readByOthers(raw: string) {
  const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'), { attachmentEncoding: 'arraybuffer' });
  const files = mail.attachments.map((file) => ({
    name: file.filename,
    type: file.mimeType,
    isInline: file.disposition === 'inline',
    id: file.contentId?.replace(/[<>]/g, '') ?? '',
    bytes: Buffer.from(file.content as ArrayBuffer).toString('base64'),
  }));
  let html = mail.html ?? '';
  for (const { id, bytes } of files) if (id !== '') html = html.replaceAll(`cid:${id}`, `bytes:${bytes}`);
  return {
    mail,
    html,
    text: mail.text,
    files: files
      .map(({ name, type, isInline, bytes }) => ({ name, type, isInline, bytes }))
      .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '')),
  };
}

describe.skipIf(findDovecot() === undefined)('a mail with everything (left out where Dovecot is not installed)', () => {
  let fixture: MailFixture;
  let peer: ScriptedPeer;
  /** Somebody in an instance of its own, who reads the same mailbox afresh. */
  let berta: TestClient;
  let accountId: number;

  const find = async (by: TestClient, subject: string): Promise<ListEntry[]> => {
    const all = await by.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
    return all.filter(({ information }) => information === subject);
  };
  const inSent = (): string[] => {
    const path = fixture.dovecot.maildir('anna', 'Sent');
    return ['cur', 'new'].flatMap((part) =>
      readdirSync(join(path, part)).map((name) => readFileSync(join(path, part, name), 'latin1')),
    );
  };
  const bytesOf = async (by: TestClient, aggregateId: string, storageKey: string): Promise<Buffer> => {
    const parameters = JSON.stringify({ aggregateId, storageKey });
    const params = new URLSearchParams({ query: 'mail.attachmentContent', parameters });
    const answer = await fetch(`${by.base}/query?${params.toString()}`, { headers: by.headers() });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  /** Sends what a composer holds, and returns the bytes that the mail server has got of it. */
  async function sendAndTake(by: TestClient, fields: Record<string, unknown>): Promise<string> {
    const before = peer.taken.length;
    const { outgoingId } = await by.command<{ outgoingId: number }>('mail.send', { ...fields, undoSeconds: 0 });
    const state = async () =>
      (await by.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId)?.state;
    await expect.poll(state, QUICK).toBe('sent');
    expect(peer.taken).toHaveLength(before + 1);
    return peer.taken.at(-1)?.raw ?? '';
  }

  beforeAll(async () => {
    fixture = await startMailFixture();
    peer = await ScriptedPeer.start();
    fixture.atEnd(() => peer.close());
    fixture.dovecot.maildir('anna', 'Sent');
    const headers = 'References: <a@werft.example> <b@werft.example>';
    fixture.dovecot.drop('anna', rawMail({ subject: 'Frage', messageId: 'frage@werft.example', headers }));
    const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
    ({ accountId } = await addMailbox(fixture.anna, fixture.dovecot, 'anna', { sending }));
    const other = await fixture.server.instance('suedwerk');
    await fixture.server.person(other, 'berta');
    berta = await fixture.server.client(other, 'berta');
  });
  afterAll(() => fixture?.close());

  test('is sent, filed, read back and written once more with nothing lost', async () => {
    const { anna } = fixture;
    await expect.poll(async () => (await find(anna, 'Frage')).length, QUICK).toBe(1);
    const [question] = await find(anna, 'Frage');
    const draftKey = randomUUID();
    const picture = await upload(anna, PNG, 'plan.png');
    const uploads: { uploadId: string }[] = [];
    for (const [name, content] of Object.entries(FILES)) uploads.push(await upload(anna, content, name));
    const fields = {
      draftKey,
      subject: SUBJECT,
      content: textWith(`data-kontor-upload="${picture.uploadId}"`),
      receiversTo: TO,
      receiversCC: CC,
      receiversBCC: BCC,
      uploadIds: [...uploads, picture].map(({ uploadId }) => uploadId),
      replyOrForwardMailAggregateId: question?.aggregateId,
      replyOrForwardType: 'reply',
    };
    await saved(anna, { ...fields, autoSave: true });
    const first = await sendAndTake(anna, fields);

    // What whoever gets it reads, in a program that is not ours.
    const read = await readByOthers(first);
    expect(read.mail.subject).toBe(SUBJECT.trim());
    expect(read.mail.to?.map(({ name, address }) => [address, name])).toEqual(
      TO.map((it) => [it.receiver, it.receiverRealName]),
    );
    expect(read.mail.cc?.map(({ address }) => address)).toEqual(['dritte@werft.example']);
    expect(read.mail.bcc ?? []).toEqual([]);
    expect(first).not.toContain('geheim@werft.example');
    expect(peer.taken.at(-1)?.to.toSorted()).toEqual([...TO, ...CC, ...BCC].map(({ receiver }) => receiver).toSorted());
    expect(read.mail.inReplyTo).toBe('<frage@werft.example>');
    expect(read.mail.references).toBe('<a@werft.example> <b@werft.example> <frage@werft.example>');
    expect(read.html).toContain(`src="bytes:${PNG.toString('base64')}"`);
    expect(read.files.map(({ name, bytes, isInline }) => [name, bytes, isInline])).toEqual(
      [
        ...Object.entries(FILES).map(([name, content]) => [name, content.toString('base64'), false] as const),
        ['plan.png', PNG.toString('base64'), true] as const,
      ].toSorted(([a], [b]) => a.localeCompare(b)),
    );

    // The sent folder has the same with those whom nobody is told of, and the list has it once.
    await expect.poll(() => inSent().length, QUICK).toBe(1);
    const kept = await readByOthers(inSent()[0] ?? '');
    expect(kept.mail.bcc?.map(({ name, address }) => [address, name])).toEqual([
      ['geheim@werft.example', 'Gerda Heim'],
    ]);
    expect([kept.html, kept.text, kept.files]).toEqual([read.html, read.text, read.files]);
    await anna.command('mail.syncAccount', { accountId });

    // Read back by sync, by somebody who knows of it from there alone.
    const readers = [anna, berta];
    const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
    await addMailbox(berta, fixture.dovecot, 'anna', { sending });
    const shownSubject = read.mail.subject ?? '';
    await expect.poll(async () => (await find(berta, shownSubject)).length, QUICK).toBe(1);
    const sent = await Promise.all(readers.map(async (by) => [by, await find(by, shownSubject)] as const));
    for (const [by, entries] of sent) {
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({ direction: 'outgoing', extras: { hasAttachments: true } });
      const aggregateId = entries[0]?.aggregateId ?? '';
      const detail = await by.query<MailDetail>('mail.details', { aggregateId });
      const named = (list: MailDetail['receiverAddressesTo']) =>
        list.map(({ receiver, receiverRealName }) => ({ receiver, receiverRealName }));
      expect([
        named(detail.receiverAddressesTo),
        named(detail.receiverAddressesCC),
        named(detail.receiverAddressesBCC),
      ]).toEqual([TO, CC, BCC]);
      const files: Record<string, Buffer> = {};
      for (const { filename, storageKey } of detail.mailModelAttachments)
        files[filename] = await bytesOf(by, aggregateId, storageKey);
      expect(files).toEqual({ ...FILES, 'plan.png': PNG });

      // Written once more, as the composer does: its text is what is shown, its files what the server says.
      const prepared = await by.query<PreparedAnswer>('mail.prepareAnswer', {
        aggregateId,
        replyOrForwardType: 'editAsNew',
      });
      expect(prepared).toMatchObject({
        subject: shownSubject,
        receiversTo: TO,
        receiversCC: CC,
        receiversBCC: BCC,
        senderAccountId: expect.any(Number),
      });
      const again = await sendAndTake(by, {
        ...prepared,
        warns: undefined,
        draftKey: randomUUID(),
        content: detail.readableContentHTML,
        replyOrForwardMailAggregateId: aggregateId,
        replyOrForwardType: 'editAsNew',
      });
      const anew = await readByOthers(again);
      expect([anew.mail.subject, anew.mail.to, anew.mail.cc]).toEqual([read.mail.subject, read.mail.to, read.mail.cc]);
      expect(peer.taken.at(-1)?.to.toSorted()).toEqual(
        [...TO, ...CC, ...BCC].map(({ receiver }) => receiver).toSorted(),
      );
      expect(anew.files).toEqual(read.files);
      // What is shown stands in a part of its own, in place of a body; the editor takes it for nothing.
      const html = anew.html.replace(/<body><div>([^]*)<\/div><\/body>/, '<body>$1</body>');
      expect([anew.text, html]).toEqual([read.text, read.html]);
      // It is a mail of its own, and answers nothing.
      expect(anew.mail.messageId).not.toBe(read.mail.messageId);
      expect([anew.mail.inReplyTo, anew.mail.references]).toEqual([undefined, undefined]);
    }
  });
});
