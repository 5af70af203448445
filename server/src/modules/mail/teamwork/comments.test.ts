import type { ListEntry } from '@kontor/contract/activity';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { codeOf, open, openFixture, saved, senderOf, type Accounts, type Fixture } from '../writing/testing/fixture.ts';

interface Comment {
  readonly commentId: number;
  readonly userId: number;
  readonly name: string;
  readonly content: string;
  readonly mentions: readonly number[];
  readonly at: number;
  readonly editedAt: number | null;
  readonly changeable: boolean;
  readonly version: number;
}

let fixture: Fixture;
let peer: ScriptedPeer;
let mail: string;
beforeAll(async () => {
  fixture = await openFixture();
  peer = await ScriptedPeer.start();
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  await fixture.anna.command('mail.updateSending', { accountId: fixture.shared.accountId, sending });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
});
beforeEach(async () => {
  mail = await fixture.arrive({ subject: `Fall ${randomUUID()}` });
});

const say = (by: TestClient, content: string, more: object = {}) =>
  by.tryCommand<{ commentId: number }>('mail.addComment', { aggregateId: mail, content, ...more });
const read = (by: TestClient = fixture.anna) => by.query<Comment[]>('mail.comments', { aggregateId: mail });
const edit = (by: TestClient, commentId: number, aggregateVersion = 1) =>
  by.tryCommand<{ version: number }>('mail.editComment', { commentId, content: 'Lagerbock', aggregateVersion });
const found = (by: TestClient, searchTerm: string): Promise<ListEntry[]> =>
  by.query<ListEntry[]>('filter.items', { view: 'all', searchTerm }, { format: 'json' });

test('colleagues talk about a mail, and all who see it hear that', async () => {
  const ears = await StompPeer.as(fixture.ben, [`/topic/user.${fixture.ids.ben}`]);
  const before = Date.now();
  const { commentId } = (await say(fixture.anna, 'Wer ruft **an**?')).body.data;
  expect(await ears.event()).toMatchObject({ type: 'activity.changed' });
  ears.close();
  await say(fixture.carla, 'Ich.', { mentions: [fixture.ids.anna, fixture.ids.anna] });
  const comments = await read(fixture.ben);
  expect(comments).toEqual([
    {
      commentId,
      userId: fixture.ids.anna,
      name: 'anna Berger',
      avatar: null,
      content: 'Wer ruft **an**?',
      mentions: [],
      at: expect.any(Number),
      editedAt: null,
      changeable: false,
      version: 1,
    },
    expect.objectContaining({ userId: fixture.ids.carla, content: 'Ich.', mentions: [fixture.ids.anna] }),
  ]);
  expect(comments[0]?.at).toBeGreaterThanOrEqual(before);
  expect((await read()).map(({ changeable }) => changeable)).toEqual([true, false]);
  const [entry] = await found(fixture.ben, 'Wer ruft an');
  expect(entry?.extras).toMatchObject({ comments: 2 });
});

test('what one wrote is edited by oneself, from what it is', async () => {
  const { commentId } = (await say(fixture.ben, 'so')).body.data;
  expect(await codeOf(edit(fixture.anna, commentId))).toBe('403 RIGHT_MISSING');
  expect((await edit(fixture.ben, commentId)).body.data).toEqual({ version: 2 });
  const late = await edit(fixture.ben, commentId);
  expect([late.status, late.body]).toMatchObject([
    409,
    { code: 'VERSION_CONFLICT', data: { content: 'Lagerbock', version: 2 } },
  ]);
  expect(await read()).toMatchObject([{ content: 'Lagerbock', editedAt: expect.any(Number), version: 2 }]);
});

test('it is deleted by oneself, or by who manages the mailbox, and gone with its text', async () => {
  const ids: number[] = [];
  for (const content of ['eins', 'zwei', 'drei']) ids.push((await say(fixture.ben, content)).body.data.commentId);
  const remove = (by: TestClient, commentId = 0) => by.tryCommand('mail.deleteComment', { commentId });
  expect(await codeOf(remove(fixture.carla, ids[0]))).toBe('403 RIGHT_MISSING');
  expect(await codeOf(remove(fixture.ben, ids[0]))).toBe('200');
  expect(await codeOf(remove(fixture.anna, ids[1]))).toBe('200');
  expect(await codeOf(remove(fixture.anna, ids[1]))).toBe('404 NOT_FOUND');
  expect(await codeOf(edit(fixture.ben, ids[0] ?? 0))).toBe('404 NOT_FOUND');
  expect((await read()).map(({ content }) => content)).toEqual(['drei']);
  const { rows } = await sql`select from mail_comment where content in ('eins', 'zwei')`.execute(
    fixture.server.platform.database.forInstance(fixture.instance.id),
  );
  expect(rows).toEqual([]);
});

test.each([
  ['nothing', { content: '' }, '422 PARAMETERS_INVALID'],
  ['blanks', { content: '  \n ' }, '422 PARAMETERS_INVALID'],
  ['a book', { content: 'x'.repeat(10_001) }, '422 PARAMETERS_INVALID'],
  ['somebody who is nobody', { mentions: [4711] }, '404 NOT_FOUND'],
])('%s is not said', async (_what, more, code) => {
  expect(await codeOf(say(fixture.anna, 'x', more))).toBe(code);
  expect(await read()).toEqual([]);
});

describe('who is named', () => {
  test('and does not see the mail is an error, unless they are to', async () => {
    const mentions = [fixture.ids.ben, fixture.ids.emil];
    const refused = await say(fixture.anna, 'Emil, bitte', { mentions });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'COMMENT_UNSEEN', data: { userIds: [fixture.ids.emil] } },
    ]);
    expect(await codeOf(fixture.emil.tryQuery('mail.comments', { aggregateId: mail }))).toBe('404 NOT_FOUND');
    expect((await say(fixture.anna, 'Emil, bitte', { mentions, isShown: true })).status).toBe(200);
    expect(await read(fixture.emil)).toMatchObject([{ mentions, changeable: false }]);
    expect((await fixture.emil.tryQuery('mail.details', { aggregateId: mail })).status).toBe(200);
    const entries = await Promise.all([fixture.emil, fixture.carla].map((one) => found(one, 'Emil bitte')));
    expect(entries.map((one) => one.map(({ extras }) => extras['isMentioned']))).toEqual([[true], [false]]);
    // That one mail, and none beside it.
    const { body } = await fixture.emil.tryQuery<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
    expect(body.results).toHaveLength(1);
  });

  test('and may see no mails at all stays an error', async () => {
    const userId = await fixture.server.person(fixture.instance, 'frieda', { rights: [] });
    const refused = await say(fixture.anna, 'x', { mentions: [userId], isShown: true });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'COMMENT_UNSEEN', data: { userIds: [userId] } },
    ]);
  });
});

describe('what is said', () => {
  test('is what the mail is found by, for those who see it, and no more when it is gone', async () => {
    const { commentId } = (await say(fixture.anna, 'Das ist der Drehkranz')).body.data;
    expect(await found(fixture.ben, 'drehkranz')).toHaveLength(1);
    expect(await found(fixture.emil, 'drehkranz')).toEqual([]);
    await edit(fixture.anna, commentId);
    expect(await found(fixture.ben, 'drehkranz')).toEqual([]);
    await say(fixture.ben, 'Kranlager');
    expect(await found(fixture.anna, 'kranlager lagerbock')).toHaveLength(1);
    await fixture.anna.command('mail.deleteComment', { commentId });
    expect(await found(fixture.anna, 'kranlager lagerbock')).toEqual([]);
    expect(await found(fixture.anna, 'kranlager')).toHaveLength(1);
  });

  test('leaves by no output that there is', async () => {
    const word = `zqhaus${randomUUID().slice(0, 8)}`;
    mail = await fixture.arrive({
      subject: 'Reklamation',
      html: '<p>Die Mail</p>',
      files: { 'liste.txt': Buffer.from('x') },
    });
    await say(fixture.ben, `Unter uns: ${word}`, { mentions: [fixture.ids.anna] });
    expect(await found(fixture.anna, word)).toHaveLength(1);
    const said: unknown[] = [];
    const byId = { aggregateId: mail };
    for (const [query, params] of [
      ['mail.details', byId],
      ['mail.detailsOfMany', { aggregateIds: [mail] }],
      ['mail.thread', byId],
      ['mail.items', { view: 'all' }],
      ['mail.source', byId],
      ['mail.headers', byId],
      ['mail.attachments', { ...byId, storageKeys: [] }],
      ['mail.attachmentsArchive', byId],
      ['mail.prepareAnswer', { ...byId, replyOrForwardType: 'replyAll' }],
      ['mail.prepareAnswer', { ...byId, replyOrForwardType: 'forward' }],
      ['mail.prepareAnswer', { ...byId, replyOrForwardType: 'editAsNew' }],
      ['mail.addressSuggestions', { searchTerm: word }],
      ['account.auditLog', { kinds: [] }],
    ] as const) {
      const by = query === 'account.auditLog' ? fixture.dora : fixture.anna;
      const { status, body } = await by.tryQuery(query, params, query === 'mail.items' ? { format: 'json' } : {});
      expect([query, status]).toEqual([query, 200]);
      said.push([query, body]);
    }
    const senderAccountId = await senderOf(fixture.anna);
    const answer = (replyOrForwardType: string) => ({
      senderAccountId,
      draftKey: randomUUID(),
      subject: `AW ${replyOrForwardType}`,
      receiversTo: [{ receiver: 'paul@werft.example' }],
      replyOrForwardMailAggregateId: mail,
      replyOrForwardType,
      content: `<p>Ja</p><blockquote type="cite" data-kontor-quote="${mail.replaceAll('"', '&quot;')}" data-kontor-whole="">x</blockquote>`,
    });
    for (const type of ['reply', 'forward', 'forwardAsAttachment', 'editAsNew']) {
      const draft = await saved(fixture.anna, answer(type));
      said.push(await open(fixture.anna, draft.draftId));
      await fixture.anna.command('mail.send', { ...answer(type), undoSeconds: 0 });
    }
    await expect.poll(() => peer.taken.length).toBe(4);
    said.push(peer.taken.map(({ raw }) => raw));
    // Quoted is the mail itself.
    expect(JSON.stringify(said)).toContain('Die Mail');
    // Emil's mailbox, which Anna may send for.
    const { version } = await fixture.emil.query<{ version: number }>('mail.rights', {
      accountId: fixture.own.accountId,
    });
    const rights = [{ subject: 'person', subjectId: fixture.ids.anna, sends: true, manages: false }];
    await fixture.emil.command('mail.saveRights', {
      accountId: fixture.own.accountId,
      rights,
      aggregateVersion: version,
    });
    await fixture.anna.command('mail.copyToAccount', {
      aggregateId: mail,
      destinationAccountIdConfiguration: fixture.own.accountId,
    });
    said.push((await fixture.emil.tryQuery('mail.source', byId)).body);
    said.push(await fixture.anna.query<Accounts>('mail.accounts'));
    const { owner } = fixture.server.platform.database;
    const { rows } =
      await sql`select body::text from event_outbox union all select answer::text from command_log`.execute(owner);
    said.push(rows);
    expect(JSON.stringify(said)).not.toContain(word);
    // Raw mails bear their texts encoded.
    const raws = peer.taken.map(({ raw }) => raw.replace(/=\r?\n/g, ''));
    const decoded = raws
      .join('\n')
      .replace(/^[A-Za-z0-9+/=\r\n]{40,}$/gm, (text) => Buffer.from(text, 'base64').toString());
    expect(decoded).not.toContain(word);
  });
});
