import type { ListEntry } from '@kontor/contract/activity';
import type { PreparedAnswer } from '@kontor/contract/mail';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../../testing/client.ts';
import { rawMail } from '../../testing/factory.ts';
import { codeOf } from '../../writing/testing/fixture.ts';
import {
  address,
  anna,
  arrive,
  ben,
  carla,
  count,
  deliver,
  dora,
  ids,
  info,
  instance,
  mailNamed,
  make,
  peer,
  ruleOf,
  server,
  standing,
  word,
} from '../rules/testing/rule-fixture.ts';
import {
  MINE,
  about,
  aboutMany,
  absenceOf,
  automatic,
  comes,
  details,
  end,
  mine,
  save,
  sweep,
  useAbsenceFixture,
} from './testing/absence-fixture.ts';

useAbsenceFixture();

/** Of another instance. */
let emil: TestClient;
let emilId: number;
beforeAll(async () => {
  const other = await server.instance('suedwerk');
  emilId = await server.person(other, 'emil', { isAdministrator: true });
  emil = await server.client(other, 'emil');
});

const from = () => `Paul Neumann <p${count}@werft.example>`;
const sent = () => expect.poll(() => peer.taken.length);
/** What an account's absence says that is called by its number. */
const ofInfo = (more: object = {}) => ({ userId: null, accountId: info.accountId, substituteId: null, ...more });

describe('while somebody is away', () => {
  test('who writes is answered, once in four days, by a mail that says that it is automatic', async () => {
    await save(anna, { substituteId: null });
    const before = (await automatic()).length;
    const mailId = await comes({ from: from(), messageId: `a${count}@werft.example` });
    await sent().toBe(1);
    const [letter] = peer.taken;
    expect([letter?.from, letter?.to]).toEqual([MINE, [`p${count}@werft.example`]]);
    expect(letter?.raw).toMatch(/^Subject: Abwesend\r$/m);
    expect(letter?.raw).toContain('Guten Tag Paul Neumann, ich bin nicht da');
    expect(letter?.raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(letter?.raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
    expect(letter?.raw).toMatch(new RegExp(`^In-Reply-To: <a${count}@werft\\.example>\r$`, 'm'));
    await expect
      .poll(() => anna.query<object[]>('mail.absenceAnswers', { userId: ids['anna'] }))
      .toMatchObject([{ address: `p${count}@werft.example`, state: 'sent', ...about('anna', mailId) }]);
    // Nobody has answered it yet, nobody else sees it.
    expect((await mailNamed(anna, word()))?.extras['answered']).not.toBe(true);
    expect(await standing(mailId)).toEqual({ anna: '1' });
    await comes({ from: from(), subject: `${word()} noch einmal` });
    expect((await automatic()).slice(before)).toEqual(['absence']);
    await sql`update mail_auto_answer set at = at - interval '4 days 1 minute'`.execute(server.platform.database.owner);
    await comes({ from: from(), subject: `${word()} danach` });
    await sent().toBe(2);
  });

  test('colleagues read what is for them, and without a subject that of their mail', async () => {
    await save(anna, { subject: '', innerContent: '<p>Bin im Urlaub</p>', substituteId: null });
    await comes({ from: `Kollege <kollege${count}@nordwerk.example>` });
    await sent().toBe(1);
    expect(peer.taken[0]?.raw).toContain('Bin im Urlaub');
    expect(peer.taken[0]?.raw).toMatch(/^Subject: .*Fall\d+/m);
    await comes({ from: from(), subject: `${word()} b` });
    await sent().toBe(2);
    expect(peer.taken[1]?.raw).toContain('ich bin nicht da');
  });

  test.each([
    ['automatic mails', { headers: 'Auto-Submitted: auto-replied' }],
    ['lists', { headers: 'List-Id: <kran.werft.example>' }],
    ['who writes to many', { headers: 'Precedence: bulk' }],
    ['who wants none', { from: 'no-reply@werft.example' }],
    ['oneself', { from: MINE }],
    ['who suppresses it', { headers: 'X-Auto-Response-Suppress: OOF' }],
    ['who pretends', { from: '"info@bank.example" <x@boese.example>' }],
    ['what goes in circles', { headers: Array.from({ length: 21 }, () => 'Received: from a by b').join('\n') }],
  ] as const)('%s get no answer', async (_who, seed) => {
    await save(anna);
    const before = (await automatic()).length;
    const mailId = await comes(seed);
    // Who stands in has it all the same.
    expect(await standing(mailId)).toMatchObject({ anna: '1', dora: '1' });
    expect((await automatic()).slice(before)).toEqual([]);
  });

  test('two who are away answer each other once', async () => {
    const theirs = `post${count}@suedwerk.example`;
    await address(emil, theirs);
    await emil.command('mail.saveAbsence', absenceOf({ userId: emilId, substituteId: null }));
    await save(anna, { substituteId: null });
    await comes({ from: `Emil Sander <${theirs}>` });
    await sent().toBe(1);
    expect(peer.taken[0]?.to).toEqual([theirs]);
    const before = (await automatic()).length;
    await deliver(peer.taken[0]?.raw ?? '', theirs);
    const there = () =>
      emil.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' }).then((entries) => entries.length);
    await expect.poll(there).toBe(1);
    const { rows } = await sql`select from mail_outgoing where instance_id <> ${instance.id}`.execute(
      server.platform.database.owner,
    );
    expect([rows.length, (await automatic()).length - before, peer.taken.length]).toEqual([0, 0, 1]);
  });

  test('nobody is answered where that is not wanted, before it, and after it', async () => {
    const before = (await automatic()).length;
    await save(anna, { answers: false });
    await comes({ from: from() });
    await end(anna);
    await comes({ from: from(), subject: `${word()} b` });
    await save(anna, { startsAt: new Date(server.platform.now() + 60_000).toISOString() });
    const mailId = await comes({ from: from(), subject: `${word()} c` });
    expect(await standing(mailId)).toEqual({ anna: '1' });
    expect((await automatic()).slice(before)).toEqual([]);
  });

  test('what rules have thrown away is neither answered nor shown', async () => {
    await save(anna);
    const before = (await automatic()).length;
    await make([{ kind: 'spam' }], { accountId: mine.accountId });
    const mailId = await comes({ from: from() });
    expect(await standing(mailId)).toEqual({ anna: '1 trashed spam' });
    expect((await automatic()).slice(before)).toEqual([]);
  });

  test('a mailbox that several share has an absence of its own', async () => {
    await save(anna);
    const before = (await automatic()).length;
    expect(await standing(await arrive({ from: from() }))).toEqual({ anna: '1', ben: '1' });
    expect((await automatic()).slice(before)).toEqual([]);
    expect(await codeOf(save(anna, ofInfo({ subject: 'Betriebsferien', substituteId: ids['carla'] })))).toBe('200');
    const mailId = await arrive({ from: from(), subject: `${word()} b` });
    expect(await standing(mailId)).toEqual({ anna: '1', ben: '1', carla: '1' });
    expect((await mailNamed(carla, `${word()} b`))?.extras).toMatchObject({ substituteFor: 'info@nordwerk.example' });
    await sent().toBe(1);
    expect([peer.taken[0]?.from, peer.taken[0]?.raw]).toEqual([
      'info@nordwerk.example',
      expect.stringContaining('Subject: Betriebsferien'),
    ]);
    await end(anna, { userId: null, accountId: info.accountId });
    await expect.poll(() => standing(mailId)).toEqual({ anna: '1', ben: '1' });
  });
});

describe('who stands in', () => {
  const senderOf = async (by: TestClient): Promise<number> => {
    const { sendingAccounts } = await by.query<{ sendingAccounts: { id: number; email: string; canSend: boolean }[] }>(
      'mail.accounts',
      {},
    );
    return sendingAccounts.find(({ email, canSend }) => email === MINE && canSend)?.id ?? 0;
  };
  const written = (mailId: number | null, senderAccountId: number, more: object = {}) => ({
    subject: 'Vertretung',
    content: '<p>Ich vertrete Anna.</p>',
    receiversTo: [{ receiver: `p${count}@werft.example` }],
    senderAccountId,
    draftKey: randomUUID(),
    ...(mailId === null
      ? {}
      : { replyOrForwardMailAggregateId: about('dora', mailId).aggregateId, replyOrForwardType: 'reply' }),
    ...more,
  });
  const send = (by: TestClient, fields: object) => by.tryCommand('mail.send', { undoSeconds: 0, ...fields });
  const gone = (mailId: number) => expect.poll(() => codeOf(details(dora, 'dora', mailId))).toBe('404 NOT_FOUND');

  test('sees what comes, and answers it as the mailbox, and nothing else', async () => {
    expect(await senderOf(dora)).toBe(0);
    await save(anna, { answers: false });
    const mailId = await comes({ from: from() });
    expect((await mailNamed(dora, word()))?.extras).toMatchObject({ substituteFor: 'anna Test' });
    const { results: detail } = (await details(dora, 'dora', mailId)).body;
    expect(detail).toMatchObject({
      extras: { substituteFor: 'anna Test', shouldShowTheReplyButton: true, userIsAuthorizedToDelete: false },
      mailbox: { accountId: mine.accountId, sends: true, manages: false },
    });
    const sender = await senderOf(dora);
    const prepared = await dora.query<PreparedAnswer>('mail.prepareAnswer', {
      ...about('dora', mailId),
      replyOrForwardType: 'reply',
    });
    expect(prepared.senderAccountId).toBe(sender);
    expect(await codeOf(send(dora, written(null, sender)))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(send(ben, written(null, sender)))).toBe('404 NOT_FOUND');
    expect(await codeOf(dora.tryCommand('mail.saveDraft', written(null, sender)))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(send(dora, written(mailId, sender)))).toBe('200');
    await sent().toBe(1);
    expect(peer.taken[0]?.from).toBe(MINE);
    await expect
      .poll(async () => (await mailNamed(anna, word()))?.extras)
      .toMatchObject({ answered: true, answeredBy: 'dora Test' });
    const handed = await anna.query<object[]>('mail.handover', {});
    expect(handed).toContainEqual(expect.objectContaining({ subject: word(), answeredBy: 'dora Test' }));
  });

  test('takes care of it, but throws nothing away', async () => {
    await save(anna, { answers: false });
    const mailId = await comes({ from: from() });
    expect(await codeOf(dora.tryCommand('mail.claim', aboutMany('dora', mailId)))).toBe('200');
    expect((await mailNamed(anna, word()))?.extras).toMatchObject({ claimedById: ids['dora'] });
    await dora.tryCommand('activity.delete', aboutMany('dora', mailId));
    expect(await standing(mailId)).toMatchObject({ dora: '2' });
    await end(anna);
    await gone(mailId);
    expect((await mailNamed(anna, word()))?.extras).toMatchObject({ claimedById: null });
    expect(await senderOf(dora)).toBe(0);
  });

  test('keeps what they are answering until it is sent', async () => {
    await save(anna, { answers: false });
    const [kept, other] = [await comes({ from: from() }), await comes({ from: from(), subject: `${word()} b` })];
    const fields = written(kept, await senderOf(dora));
    expect(await codeOf(dora.tryCommand('mail.saveDraft', fields))).toBe('200');
    await end(anna);
    await gone(other);
    expect(await codeOf(details(dora, 'dora', kept))).toBe('200');
    await sweep();
    expect(await codeOf(details(dora, 'dora', kept))).toBe('200');
    expect(await codeOf(send(dora, { ...fields, aggregateVersion: 1 }))).toBe('200');
    await sent().toBe(1);
    await expect
      .poll(async () => {
        await sweep();
        return codeOf(details(dora, 'dora', kept));
      })
      .toBe('404 NOT_FOUND');
  });

  test('keeps what lies in a mailbox of their own too', async () => {
    await save(anna, { answers: false, substituteId: ids['ben'] });
    const raw = rawMail({ subject: word(), from: from() });
    const mailId = await comes({ subject: `${word()} allein` });
    await deliver(raw, MINE);
    const find = async () => {
      const { rows } = await sql<{ mail_id: number }>`select mail_id from mail where subject = ${word()}`.execute(
        server.platform.database.owner,
      );
      return rows[0]?.mail_id;
    };
    await expect.poll(find).toBeDefined();
    await deliver(raw, 'info@nordwerk.example');
    const both = (await find()) ?? 0;
    const received = () =>
      sql`select from mail_received where mail_id = ${both}`
        .execute(server.platform.database.owner)
        .then((found) => found.rows.length);
    await expect.poll(received).toBe(2);
    await end(anna);
    await expect.poll(() => codeOf(details(ben, 'ben', mailId))).toBe('404 NOT_FOUND');
    const { results } = (await details(ben, 'ben', both)).body;
    expect(results).toMatchObject({ extras: { substituteFor: null }, mailbox: { accountId: info.accountId } });
  });

  test('has no rules of their own act on it', async () => {
    await save(anna, { answers: false });
    await dora.command('mail.saveRule', ruleOf([{ kind: 'archive' }], { accountId: null }));
    expect(await standing(await comes({ from: from() }))).toEqual({ anna: '1', dora: '1' });
  });

  test('gets what rules have somebody take care of who is away', async () => {
    await save(anna, { answers: false });
    await make([{ kind: 'claim', userId: ids['anna'] ?? 0 }]);
    const mailId = await arrive({ from: from() });
    expect(await standing(mailId)).toMatchObject({ dora: '2' });
    expect((await mailNamed(dora, word()))?.extras).toMatchObject({
      claimedById: ids['dora'],
      substituteFor: 'anna Test',
    });
    await end(anna);
    await gone(mailId);
  });

  test('gets what is said to who is away', async () => {
    await save(anna, { answers: false });
    const mailId = await arrive({ from: from() });
    expect(await codeOf(details(dora, 'dora', mailId))).toBe('404 NOT_FOUND');
    const comment = { ...about('ben', mailId), content: 'Rufst du an?', mentions: [ids['anna']] };
    await ben.command('mail.addComment', comment);
    const [said] = await dora.query<{ mentions: number[] }[]>('mail.comments', about('dora', mailId));
    expect(said?.mentions).toEqual([ids['anna'], ids['dora']]);
    expect((await mailNamed(dora, word()))?.extras).toMatchObject({ substituteFor: 'anna Test' });
    await end(anna);
    await gone(mailId);
  });

  test('who may not read mails any more stands in no longer', async () => {
    await save(anna, { answers: false });
    const { owner } = server.platform.database;
    const { rows } = await sql<{ rights: number }>`select rights from app_user where user_id = ${ids['dora']}`.execute(
      owner,
    );
    await sql`update app_user set rights = 0 where user_id = ${ids['dora']}`.execute(owner);
    expect(await standing(await comes({ from: from() }))).toEqual({ anna: '1' });
    await sql`update app_user set rights = ${rows[0]?.rights ?? 0} where user_id = ${ids['dora']}`.execute(owner);
  });
});
