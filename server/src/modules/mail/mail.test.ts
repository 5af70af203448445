import { setTimeout as sleep } from 'node:timers/promises';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailAccount, MailDetail } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailParser } from '../../platform/mailparse/index.ts';
import { findDovecot, TestDovecot } from '../../platform/mailwire/testing/dovecot.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox } from '../activity/factory.ts';
import { addMailbox, rawMail } from './testing/factory.ts';
import { importMails } from './arrival/import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
});
afterAll(() => server?.close());

async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (let tries = 0; !isSo(value); tries += 1) {
    if (tries === 600) throw new Error(`Did not happen: ${JSON.stringify(value)}`);
    await sleep(100);
    value = await read();
  }
  return value;
}

const list = (client: TestClient, parameters: Record<string, unknown> = { view: 'all' }): Promise<ListEntry[]> =>
  client.query<ListEntry[]>('mail.items', parameters, { format: 'json' });
const bySubject = (entries: readonly ListEntry[], subject: string) =>
  entries.find((entry) => entry.information === subject);
const bytes = async (client: TestClient, query: string, parameters: unknown) => {
  const search = new URLSearchParams([
    ['query', query],
    ['parameters', JSON.stringify(parameters)],
  ]);
  const response = await fetch(`${client.base}/query?${search.toString()}`, { headers: client.headers() });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};

describe('imported mails', () => {
  let boxId: number;
  const parser = new MailParser({ processes: 2 });
  const parts = () => ({ platform: server.platform, change: server.change, parser });
  const target = () => ({ boxId, channel: 'info@nordwerk.example', memberIds: [annaId, benId] });
  beforeAll(async () => {
    boxId = await seedBox(server.change, instance, [annaId, benId]);
  });
  afterAll(() => parser.close());

  it('are read with inline images, files and folded quotes, by those who see them and nobody else', async () => {
    const raw = rawMail({
      subject: 'Mit allem',
      html: '<p onclick="x()">Hallo <img src="cid:logo.png"><img src="https://bilder.example/1.png" width=200 height=80></p><script>x</script><blockquote>alt</blockquote>',
      files: { 'logo.png': png, 'Angebot "Ü".pdf': Buffer.from('%PDF-1.4') },
    });
    await importMails(parts(), instance, target(), [{ raw: Buffer.from(raw), status: 1 }]);
    const entry = bySubject(await list(anna), 'Mit allem');
    expect(entry).toMatchObject({
      contact: 'Paul Neumann',
      channel: 'info@nordwerk.example',
      status: 1,
      direction: 'incoming',
      extras: {
        hasAttachments: true,
        containsExternalImages: true,
        senderAddress: 'paul.neumann@werft.example',
        preview: 'Hallo',
      },
    });
    const aggregateId = entry?.aggregateId ?? '';
    const detail = await anna.query<MailDetail>('mail.details', { aggregateId });
    expect(detail.readableContentHTML).toBe(
      '<p>Hallo <img data-kontor-inline="0"><img width="200" height="80" data-kontor-external="0"></p><details data-kontor-quote=""><summary>…</summary><blockquote>alt</blockquote></details>',
    );
    expect(detail).toMatchObject({ externalImages: 1, unreadable: false, senderRealName: 'Paul Neumann' });
    expect(detail.mailModelAttachments).toMatchObject([
      { filename: 'logo.png', fileType: 'image', storageKey: '0', 'content-disposition': 'inline' },
      { fileSize: 8, fileType: 'pdf', storageKey: '1', 'content-disposition': 'attachment' },
    ]);
    const image = await bytes(anna, 'mail.attachmentContent', { aggregateId, storageKey: '0' });
    expect(image.body).toEqual(png);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(image.headers.get('content-security-policy')).toContain('sandbox');
    const source = await bytes(ben, 'mail.source', { aggregateId });
    expect(source.body.toString()).toBe(raw);
    await server.person(instance, 'fremd');
    const stranger = await server.client(instance, 'fremd');
    for (const [query, more] of [
      ['details', {}],
      ['source', {}],
      ['attachments', {}],
      ['attachmentContent', { storageKey: '0' }],
      ['externalImage', { imageId: 0 }],
    ] as const)
      expect((await stranger.tryQuery(`mail.${query}`, { aggregateId, ...more })).status).toBe(404);
    expect((await anna.tryQuery('mail.attachmentContent', { aggregateId, storageKey: '../1' })).status).toBe(404);
    expect((await anna.tryQuery('mail.externalImage', { aggregateId, imageId: 5 })).body.code).toBe('NOT_FOUND');
    expect(await list(anna, { view: 'all', searchTerm: 'Angebot' })).toHaveLength(1);
  });

  it('never fetch an image from the own network', async () => {
    const raw = rawMail({ subject: 'Falle', html: `<img src="${server.base}/x.png" width=50 height=50>` });
    await importMails(parts(), instance, target(), [{ raw: Buffer.from(raw), status: 1 }]);
    const aggregateId = bySubject(await list(anna), 'Falle')?.aggregateId;
    const answer = await anna.tryQuery('mail.externalImage', { aggregateId, imageId: 0 });
    expect([answer.status, answer.body.code]).toEqual([404, 'IMAGE_NOT_AVAILABLE']);
  });

  it('are one mail when they are the same, and two when only the Message-ID is', async () => {
    const raw = rawMail({ subject: 'Doppelt', messageId: 'gleich@x' });
    const again = `Received: from anderswo\r\nX-Spam: nein\r\n${raw}`;
    const other = rawMail({ subject: 'Doppelt', messageId: 'gleich@x', text: 'anderer Text' });
    await importMails(
      parts(),
      instance,
      { ...target(), memberIds: [annaId] },
      [raw, raw].map((text) => ({ raw: Buffer.from(text), status: 1 })),
    );
    await importMails(
      parts(),
      instance,
      { ...target(), memberIds: [benId] },
      [again, other].map((text) => ({ raw: Buffer.from(text), status: 1 })),
    );
    const doubles = async (client: TestClient) =>
      (await list(client)).filter(({ information }) => information === 'Doppelt');
    expect(await doubles(anna)).toHaveLength(1);
    expect(await doubles(ben)).toHaveLength(2);
  });

  it('of which nothing can be read are listed all the same', async () => {
    const huge = Buffer.concat([
      Buffer.from('Subject: zu gross\r\nFrom: a@b.example\r\n\r\n'),
      Buffer.alloc(65 * 1024 * 1024, 'x'),
    ]);
    await importMails(parts(), instance, target(), [{ raw: huge, status: 1 }]);
    const entry = bySubject(await list(anna), 'zu gross');
    const detail = await anna.query<MailDetail>('mail.details', { aggregateId: entry?.aggregateId });
    expect(detail).toMatchObject({ unreadable: true, senderAddress: 'a@b.example' });
  });
});

describe.skipIf(findDovecot() === undefined)('a mailbox (left out where Dovecot is not installed)', () => {
  let dovecot: TestDovecot;
  beforeAll(async () => {
    dovecot = await TestDovecot.start();
  });
  afterAll(() => dovecot?.close());

  const account = async (client: TestClient, id: number) =>
    (await client.query<MailAccount[]>('mail.accountSettings')).find((one) => one.id === id);
  const watching = (client: TestClient, id: number) =>
    until(
      () => account(client, id),
      (one) => one?.state.phase === 'watching',
    );
  const statusOf = async (client: TestClient, subject: string) => bySubject(await list(client), subject)?.status;
  const flagsOf = (user: string, subject: string) =>
    dovecot.doveadm(['fetch', '-u', user, 'flags', 'mailbox', 'INBOX', 'subject', subject]);

  it('is read at first with the states that its folders and flags mean, and then follows', async () => {
    dovecot.drop('team', rawMail({ subject: 'ungelesen' }));
    dovecot.drop('team', rawMail({ subject: 'gelesen' }), { flags: 'S' });
    dovecot.drop('team', rawMail({ subject: 'abgelegt' }), { folder: 'Projekte' });
    dovecot.drop('team', rawMail({ subject: 'gelöscht' }), { flags: 'ST' });
    dovecot.drop('team', rawMail({ subject: 'von uns', from: 'team@nordwerk.example', to: 'k@x.example' }), {
      folder: 'Sent',
    });
    const { accountId } = await addMailbox(anna, dovecot, 'team', { memberIds: [benId] });
    const first = await watching(anna, accountId);
    expect(first?.state).toMatchObject({ done: 4, total: 4, fault: null, quarantined: 0 });
    expect(JSON.stringify(first)).not.toContain('geheim');
    const statuses = await Promise.all(
      ['ungelesen', 'gelesen', 'abgelegt', 'von uns'].map((one) => statusOf(ben, one)),
    );
    expect(statuses).toEqual([1, 3, 3, 3]);
    expect(bySubject(await list(ben), 'von uns')).toMatchObject({ direction: 'outgoing', contact: 'k@x.example' });
    // Another program has sent it.
    const sent = await ben.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: 'ist:gesendet' });
    expect(sent.map(({ information }) => information)).toEqual(['von uns']);

    expect(await statusOf(ben, 'gelöscht')).toBeUndefined();

    await dovecot.deliver('team', rawMail({ subject: 'frisch' }));
    await until(
      () => statusOf(ben, 'frisch'),
      (status) => status === 1,
    );
    dovecot.doveadm(['flags', 'add', '-u', 'team', '\\Seen \\Answered', 'mailbox', 'INBOX', 'subject', 'frisch']);
    await until(
      () => statusOf(ben, 'frisch'),
      (status) => status === 2,
    );
    await until(
      async () => bySubject(await list(anna), 'frisch')?.extras['answered'],
      (answered) => answered === true,
    );

    const id = bySubject(await list(ben), 'ungelesen')?.aggregateId;
    await ben.command('activity.setState', { aggregateIds: [id], state: 'ready' });
    await until(
      async () => flagsOf('team', 'ungelesen'),
      (flags) => flags.includes('\\Seen'),
    );
    await ben.command('activity.setState', { aggregateIds: [id], state: 'unseen' });
    await until(
      async () => flagsOf('team', 'ungelesen'),
      (flags) => !flags.includes('\\Seen'),
    );
    expect(await statusOf(anna, 'ungelesen')).toBe(1);

    dovecot.doveadm(['expunge', '-u', 'team', 'mailbox', 'INBOX', 'subject', 'gelesen']);
    await anna.command('mail.syncAccount', { accountId });
    await until(
      async () => bySubject(await anna.query<ListEntry[]>('trash.items', {}, { format: 'json' }), 'gelesen')?.status,
      (status) => status === 3,
    );

    expect((await ben.tryCommand('mail.removeAccount', { accountId })).body.code).toBe('RIGHT_MISSING');
    expect(
      (
        await anna.tryCommand('mail.addAccount', {
          name: 'x',
          email: 'x@y.example',
          host: '127.0.0.1',
          port: 1,
          security: 'none',
          userName: 'team',
          password: 'x',
        })
      ).body.code,
    ).toBe('MAIL_ACCOUNT_EXISTS');
    await anna.command('mail.removeAccount', { accountId });
    expect(await statusOf(ben, 'frisch')).toBe(2);
    expect(await account(anna, accountId)).toBeUndefined();
  });

  it('shares a mail with the others that it reached', async () => {
    const raw = rawMail({ subject: 'an alle' });
    dovecot.drop('eins', `Delivered-To: eins\r\n${raw}`);
    dovecot.drop('zwei', `Delivered-To: zwei\r\n${raw}`);
    const own = await addMailbox(anna, dovecot, 'eins', { sharedState: false });
    const other = await addMailbox(ben, dovecot, 'zwei', { sharedState: false });
    await Promise.all([watching(anna, own.accountId), watching(ben, other.accountId)]);
    const [mine, his] = await Promise.all([anna, ben].map(async (client) => bySubject(await list(client), 'an alle')));
    expect(JSON.parse(mine?.aggregateId ?? '').entryId).toBe(JSON.parse(his?.aggregateId ?? '').entryId);
    const source = await bytes(ben, 'mail.source', { aggregateId: his?.aggregateId });
    expect(source.body.toString()).toMatch(/^Delivered-To: zwei/);
    await ben.command('activity.setState', { aggregateIds: [his?.aggregateId], state: 'seen' });
    await until(
      async () => flagsOf('zwei', 'an alle'),
      (flags) => flags.includes('\\Seen'),
    );
    expect(await statusOf(anna, 'an alle')).toBe(1);
    expect(flagsOf('eins', 'an alle')).not.toContain('\\Seen');
  });

  it('shows its mails to who joins, and takes them from who leaves, but for those that reached them elsewhere', async () => {
    const raw = rawMail({ subject: 'auch woanders' });
    dovecot.drop('runde', raw);
    dovecot.drop('privat', `Delivered-To: privat\r\n${raw}`);
    dovecot.drop('runde', rawMail({ subject: 'nur für die Runde' }));
    const { accountId } = await addMailbox(anna, dovecot, 'runde', { memberIds: [] });
    const own = await addMailbox(ben, dovecot, 'privat', {});
    await Promise.all([watching(anna, accountId), watching(ben, own.accountId)]);
    expect(await statusOf(ben, 'nur für die Runde')).toBeUndefined();
    const update = (memberIds: number[]) =>
      anna.command('mail.updateAccount', {
        host: '127.0.0.1',
        port: dovecot.plainPort,
        security: 'none',
        userName: 'runde',
        name: 'runde',
        email: 'runde@x.example',
        accountId,
        password: '',
        memberIds,
      });
    await update([benId]);
    await until(
      () => statusOf(ben, 'nur für die Runde'),
      (status) => status === 1,
    );
    const id = bySubject(await list(ben), 'nur für die Runde')?.aggregateId;
    await update([]);
    expect(await statusOf(ben, 'nur für die Runde')).toBeUndefined();
    expect((await ben.tryQuery('mail.details', { aggregateId: id })).body.code).toBe('NOT_FOUND');
    expect(await ben.query('filter.items', { view: 'all', searchTerm: 'Runde' })).toEqual([]);
    expect(await statusOf(ben, 'auch woanders')).toBe(1);
    expect(await statusOf(anna, 'nur für die Runde')).toBe(1);
  });

  it('says in its state what is wrong, and recovers when it is put right', async () => {
    const { accountId } = await addMailbox(anna, dovecot, 'falsch', { password: 'nein' });
    const failed = await until(
      () => account(anna, accountId),
      (one) => one?.state.phase === 'failed',
    );
    expect(failed?.state.fault).toMatchObject({ code: 'SIGN_IN_REFUSED', address: `127.0.0.1:${dovecot.plainPort}` });
    const fields = { host: '127.0.0.1', port: dovecot.plainPort, security: 'none', userName: 'falsch' };
    const named = { ...fields, name: 'falsch', email: 'f@x.example' };
    await anna.command('mail.updateAccount', { ...named, accountId, password: 'geheim', memberIds: [benId] });
    await watching(anna, accountId);
    expect(
      (
        await anna.query<{ fault: unknown }>(
          'mail.testConnection',
          { ...fields, password: '', accountId },
          { post: true },
        )
      ).fault,
    ).toBeNull();
    expect(
      (
        await ben.tryQuery(
          'mail.testConnection',
          { ...fields, host: 'evil.example', password: '', accountId },
          { post: true },
        )
      ).status,
    ).toBe(422);
  });
});

it('answers nothing for an item that is no mail', async () => {
  const aggregateId = formatAggregateId({ module: 'task', entryId: 1, userId: annaId });
  expect((await anna.tryQuery('mail.details', { aggregateId })).body.code).toBe('NOT_FOUND');
});
