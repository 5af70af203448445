import type { ListEntry } from '@kontor/contract/activity';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { codeOf, open, openHouse, saved, senderOf, type Accounts, type House } from '../writing/testing/house.ts';

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

let house: House;
let peer: ScriptedPeer;
let mail: string;
beforeAll(async () => {
  house = await openHouse();
  peer = await ScriptedPeer.start();
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  await house.anna.command('mail.updateSending', { accountId: house.shared.accountId, sending });
}, 60_000);
afterAll(async () => {
  await house?.close();
  await peer?.close();
});
beforeEach(async () => {
  mail = await house.arrive({ subject: `Fall ${randomUUID()}` });
});

const say = (by: TestClient, content: string, more: object = {}) =>
  by.tryCommand<{ commentId: number }>('mail.addComment', { aggregateId: mail, content, ...more });
const read = (by: TestClient = house.anna) => by.query<Comment[]>('mail.comments', { aggregateId: mail });
const edit = (by: TestClient, commentId: number, aggregateVersion = 1) =>
  by.tryCommand<{ version: number }>('mail.editComment', { commentId, content: 'Lagerbock', aggregateVersion });
const found = (by: TestClient, searchTerm: string): Promise<ListEntry[]> =>
  by.query<ListEntry[]>('filter.items', { view: 'all', searchTerm }, { format: 'json' });

test('colleagues talk about a mail, and all who see it hear that', async () => {
  const ears = await StompPeer.as(house.ben, [`/topic/user.${house.ids.ben}`]);
  const before = Date.now();
  const { commentId } = (await say(house.anna, 'Wer ruft **an**?')).body.data;
  expect(await ears.event()).toMatchObject({ type: 'activity.changed' });
  ears.close();
  await say(house.carla, 'Ich.', { mentions: [house.ids.anna, house.ids.anna] });
  const comments = await read(house.ben);
  expect(comments).toEqual([
    {
      commentId,
      userId: house.ids.anna,
      name: 'anna Berger',
      avatar: null,
      content: 'Wer ruft **an**?',
      mentions: [],
      at: expect.any(Number),
      editedAt: null,
      changeable: false,
      version: 1,
    },
    expect.objectContaining({ userId: house.ids.carla, content: 'Ich.', mentions: [house.ids.anna] }),
  ]);
  expect(comments[0]?.at).toBeGreaterThanOrEqual(before);
  expect((await read()).map(({ changeable }) => changeable)).toEqual([true, false]);
  const [entry] = await found(house.ben, 'Wer ruft an');
  expect(entry?.extras).toMatchObject({ comments: 2 });
});

test('what one wrote is edited by oneself, from what it is', async () => {
  const { commentId } = (await say(house.ben, 'so')).body.data;
  expect(await codeOf(edit(house.anna, commentId))).toBe('403 RIGHT_MISSING');
  expect((await edit(house.ben, commentId)).body.data).toEqual({ version: 2 });
  const late = await edit(house.ben, commentId);
  expect([late.status, late.body]).toMatchObject([
    409,
    { code: 'VERSION_CONFLICT', data: { content: 'Lagerbock', version: 2 } },
  ]);
  expect(await read()).toMatchObject([{ content: 'Lagerbock', editedAt: expect.any(Number), version: 2 }]);
});

test('it is deleted by oneself, or by who manages the mailbox, and gone with its text', async () => {
  const ids: number[] = [];
  for (const content of ['eins', 'zwei', 'drei']) ids.push((await say(house.ben, content)).body.data.commentId);
  const remove = (by: TestClient, commentId = 0) => by.tryCommand('mail.deleteComment', { commentId });
  expect(await codeOf(remove(house.carla, ids[0]))).toBe('403 RIGHT_MISSING');
  expect(await codeOf(remove(house.ben, ids[0]))).toBe('200');
  expect(await codeOf(remove(house.anna, ids[1]))).toBe('200');
  expect(await codeOf(remove(house.anna, ids[1]))).toBe('404 NOT_FOUND');
  expect(await codeOf(edit(house.ben, ids[0] ?? 0))).toBe('404 NOT_FOUND');
  expect((await read()).map(({ content }) => content)).toEqual(['drei']);
  const { rows } = await sql`select from mail_comment where content in ('eins', 'zwei')`.execute(
    house.server.platform.database.forInstance(house.instance.id),
  );
  expect(rows).toEqual([]);
});

test.each([
  ['nothing', { content: '' }, '422 PARAMETERS_INVALID'],
  ['blanks', { content: '  \n ' }, '422 PARAMETERS_INVALID'],
  ['a book', { content: 'x'.repeat(10_001) }, '422 PARAMETERS_INVALID'],
  ['somebody who is nobody', { mentions: [4711] }, '404 NOT_FOUND'],
])('%s is not said', async (_what, more, code) => {
  expect(await codeOf(say(house.anna, 'x', more))).toBe(code);
  expect(await read()).toEqual([]);
});

describe('who is named', () => {
  test('and does not see the mail is an error, unless they are to', async () => {
    const mentions = [house.ids.ben, house.ids.emil];
    const refused = await say(house.anna, 'Emil, bitte', { mentions });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'COMMENT_UNSEEN', data: { userIds: [house.ids.emil] } },
    ]);
    expect(await codeOf(house.emil.tryQuery('mail.comments', { aggregateId: mail }))).toBe('404 NOT_FOUND');
    expect((await say(house.anna, 'Emil, bitte', { mentions, isShown: true })).status).toBe(200);
    expect(await read(house.emil)).toMatchObject([{ mentions, changeable: false }]);
    expect((await house.emil.tryQuery('mail.details', { aggregateId: mail })).status).toBe(200);
    expect(await found(house.emil, 'Emil bitte')).toHaveLength(1);
    // That one mail, and none beside it.
    const { body } = await house.emil.tryQuery<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
    expect(body.results).toHaveLength(1);
  });

  test('and may see no mails at all stays an error', async () => {
    const userId = await house.server.person(house.instance, 'frieda', { rights: [] });
    const refused = await say(house.anna, 'x', { mentions: [userId], isShown: true });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'COMMENT_UNSEEN', data: { userIds: [userId] } },
    ]);
  });
});

describe('what is said', () => {
  test('is what the mail is found by, for those who see it, and no more when it is gone', async () => {
    const { commentId } = (await say(house.anna, 'Das ist der Drehkranz')).body.data;
    expect(await found(house.ben, 'drehkranz')).toHaveLength(1);
    expect(await found(house.emil, 'drehkranz')).toEqual([]);
    await edit(house.anna, commentId);
    expect(await found(house.ben, 'drehkranz')).toEqual([]);
    await say(house.ben, 'Kranlager');
    expect(await found(house.anna, 'kranlager lagerbock')).toHaveLength(1);
    await house.anna.command('mail.deleteComment', { commentId });
    expect(await found(house.anna, 'kranlager lagerbock')).toEqual([]);
    expect(await found(house.anna, 'kranlager')).toHaveLength(1);
  });

  test('leaves by no output that there is', async () => {
    const word = `zqhaus${randomUUID().slice(0, 8)}`;
    mail = await house.arrive({
      subject: 'Reklamation',
      html: '<p>Die Mail</p>',
      files: { 'liste.txt': Buffer.from('x') },
    });
    await say(house.ben, `Unter uns: ${word}`, { mentions: [house.ids.anna] });
    expect(await found(house.anna, word)).toHaveLength(1);
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
      const by = query === 'account.auditLog' ? house.dora : house.anna;
      const { status, body } = await by.tryQuery(query, params, query === 'mail.items' ? { format: 'json' } : {});
      expect([query, status]).toEqual([query, 200]);
      said.push([query, body]);
    }
    const senderAccountId = await senderOf(house.anna);
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
      const draft = await saved(house.anna, answer(type));
      said.push(await open(house.anna, draft.draftId));
      await house.anna.command('mail.send', { ...answer(type), undoSeconds: 0 });
    }
    await expect.poll(() => peer.taken.length, { timeout: 15_000 }).toBe(4);
    said.push(peer.taken.map(({ raw }) => raw));
    // Quoted is the mail itself.
    expect(JSON.stringify(said)).toContain('Die Mail');
    // Emil's mailbox, which Anna may send for.
    const { version } = await house.emil.query<{ version: number }>('mail.rights', { accountId: house.own.accountId });
    const rights = [{ subject: 'person', subjectId: house.ids.anna, sends: true, manages: false }];
    await house.emil.command('mail.saveRights', { accountId: house.own.accountId, rights, aggregateVersion: version });
    await house.anna.command('mail.copyToAccount', {
      aggregateId: mail,
      destinationAccountIdConfiguration: house.own.accountId,
    });
    said.push((await house.emil.tryQuery('mail.source', byId)).body);
    said.push(await house.anna.query<Accounts>('mail.accounts'));
    const { owner } = house.server.platform.database;
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
