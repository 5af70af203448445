import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import { sweepUploads } from '../../../platform/uploads/index.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { sweepInstance } from './sweep.ts';
import { openFixture, senderOf, saved, open, codeOf, written, type Fixture, type Accounts } from './testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

describe('a draft', () => {
  test('is found again as it was written', async () => {
    const draftKey = randomUUID();
    const senderAccountId = await senderOf(fixture.anna);
    const { draftId, version } = await saved(fixture.anna, {
      ...written,
      draftKey,
      senderAccountId,
      receiversCC: [{ receiver: 'halb@' }],
      receiversBCC: [{ receiver: 'c@werft.example', receiverRealName: 'C' }],
      autoSave: true,
    });
    expect(await open(fixture.anna, draftId)).toMatchObject({
      Subject: 'Angebot',
      Content: '<p>Guten Tag,</p>',
      ReceiverTO: [{ receiver: 'paul@werft.example', receiverRealName: 'Paul Neumann', state: '' }],
      ReceiverCC: [{ receiver: 'halb@', receiverRealName: '', state: '' }],
      ReceiverBCC: [{ receiver: 'c@werft.example' }],
      SourceType: 'new',
      ID: draftId,
      draftKey,
      isAutomatic: true,
      isGlobal: false,
      senderAccountId,
      version,
      savedBy: 'anna Berger',
    });
    const { autoDrafts } = await fixture.anna.query<Accounts>('mail.accounts');
    expect(autoDrafts.find(({ ID }) => ID === draftId)).toMatchObject({
      subject: 'Angebot',
      receivers: 'Paul Neumann, halb@, C',
      byName: 'anna Berger',
      hasAttachments: false,
    });
  });

  test('is one however often it is saved, automatic until it is saved by hand, and a draft from then on', async () => {
    const draftKey = randomUUID();
    const first = await saved(fixture.anna, { draftKey, subject: 'a', autoSave: true });
    const second = await saved(fixture.anna, {
      draftKey,
      subject: 'b',
      autoSave: true,
      aggregateVersion: first.version,
    });
    expect([second.draftId, second.version]).toEqual([first.draftId, 2]);
    const kept = await saved(fixture.anna, { draftKey, subject: 'c', draftName: 'Werft', aggregateVersion: 2 });
    expect((await open(fixture.anna, kept.draftId)).isAutomatic).toBe(false);
    await saved(fixture.anna, { draftKey, subject: 'd', draftName: 'Werft', autoSave: true, aggregateVersion: 3 });
    const { drafts, autoDrafts } = await fixture.anna.query<Accounts>('mail.accounts');
    expect(drafts.find(({ ID }) => ID === first.draftId)).toMatchObject({ Name: 'Werft', subject: 'd', version: 4 });
    expect(autoDrafts.some(({ ID }) => ID === first.draftId)).toBe(false);
  });

  test('is changed from its newest version alone, and who comes late gets that', async () => {
    const draftKey = randomUUID();
    const { draftId, version } = await saved(fixture.anna, { draftKey, subject: 'erst' });
    await saved(fixture.anna, { draftKey, subject: 'dann', aggregateVersion: version });
    for (const aggregateVersion of [version, null, 99]) {
      const late = await fixture.anna.tryCommand('mail.saveDraft', { draftKey, subject: 'spät', aggregateVersion });
      expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
      expect(late.body.data).toMatchObject({ ID: draftId, Subject: 'dann', version: 2 });
    }
  });

  test('saved at once in many windows is one, and nothing of it is lost', async () => {
    const draftKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        fixture.anna.tryCommand('mail.saveDraft', { draftKey, subject: `Fenster ${index}` }),
      ),
    );
    const codes = answers.map(({ status, body }) => (status === 200 ? '200' : body.code)).toSorted();
    expect(codes).toEqual(['200', ...Array.from({ length: 5 }, () => 'VERSION_CONFLICT')]);
  });

  test('is cleaned, unless it is plain text', async () => {
    const content = '<p onclick="x">a</p><script>alert(1)</script>';
    const html = await saved(fixture.anna, { content });
    const plain = await saved(fixture.anna, { content, isPlain: true });
    expect((await open(fixture.anna, html.draftId)).Content).toBe('<p>a</p>');
    expect((await open(fixture.anna, plain.draftId)).Content).toBe(content);
  });

  test('is nobody else’s', async () => {
    const draftKey = randomUUID();
    const { draftId } = await saved(fixture.anna, {
      ...written,
      draftKey,
      senderAccountId: await senderOf(fixture.anna),
    });
    for (const other of [fixture.ben, fixture.dora, fixture.emil]) {
      expect(await codeOf(other.tryQuery('mail.draftOrTemplate', { draftOrTemplateId: draftId }))).toBe(
        '404 NOT_FOUND',
      );
      expect(await codeOf(other.tryCommand('mail.saveDraft', { draftKey, aggregateVersion: 1 }))).toBe('404 NOT_FOUND');
      expect(await codeOf(other.tryCommand('mail.saveDraft', { draftId, aggregateVersion: 1 }))).toBe('404 NOT_FOUND');
      const asDeleted = { draftOrTemplateId: draftId, type: 'draft' };
      expect(await codeOf(other.tryCommand('mail.deleteDraftOrTemplate', asDeleted))).toBe('404 NOT_FOUND');
    }
    expect((await open(fixture.anna, draftId)).version).toBe(1);
  });

  test('that is everybody’s is for all who may write from its account, and stays its owner’s', async () => {
    const senderAccountId = await senderOf(fixture.anna);
    const { draftId } = await saved(fixture.anna, { ...written, senderAccountId, isGlobal: true });
    expect((await fixture.ben.query<Accounts>('mail.accounts')).globalDrafts.map(({ ID }) => ID)).toContain(draftId);
    expect((await fixture.emil.query<Accounts>('mail.accounts')).globalDrafts).toEqual([]);
    expect(await codeOf(fixture.emil.tryQuery('mail.draftOrTemplate', { draftOrTemplateId: draftId }))).toBe(
      '404 NOT_FOUND',
    );
    const peer = await StompPeer.as(fixture.anna, [`/topic/user.${fixture.ids.anna}`]);
    await saved(fixture.ben, { draftId, subject: 'von Ben', senderAccountId, aggregateVersion: 1 });
    const event = await peer.event();
    expect(event).toMatchObject({
      type: 'mail.draftChanged',
      payload: { keys: ['mailDrafts', `draft:${draftId}`], draftId, version: 2, byUserId: fixture.ids.ben },
    });
    peer.close();
    expect(await open(fixture.anna, draftId)).toMatchObject({
      Subject: 'von Ben',
      savedBy: 'ben Berger',
      isGlobal: true,
    });
  });

  test('names a mail and an address that are the person’s to see', async () => {
    const mail = await fixture.arrive({}, fixture.own.boxId);
    const answer = { replyOrForwardMailAggregateId: mail, replyOrForwardType: 'reply' };
    expect(await codeOf(fixture.anna.tryCommand('mail.saveDraft', answer))).toBe('404 NOT_FOUND');
    const senderAccountId = await senderOf(fixture.emil);
    expect(await codeOf(fixture.anna.tryCommand('mail.saveDraft', { senderAccountId }))).toBe('404 NOT_FOUND');
    const { draftId } = await saved(fixture.emil, { ...answer, senderAccountId });
    const { ReplyMailID, ForwardMailID, SourceType } = await open(fixture.emil, draftId);
    expect([ForwardMailID, SourceType, JSON.parse(ReplyMailID ?? '{}')]).toMatchObject([
      null,
      'reply',
      { entryId: (JSON.parse(mail) as { entryId: number }).entryId, userId: fixture.ids.emil },
    ]);
  });

  test('is gone for thirty days before it is gone for good', async () => {
    const { id } = await upload(fixture.emil, 'weg');
    const { draftId } = await saved(fixture.emil, { ...written, attachmentIds: [id] });
    const asDeleted = { draftOrTemplateId: draftId, type: 'draft' };
    expect(
      await codeOf(fixture.emil.tryCommand('mail.deleteDraftOrTemplate', { ...asDeleted, type: 'template' })),
    ).toBe('404 NOT_FOUND');
    await fixture.emil.command('mail.deleteDraftOrTemplate', asDeleted);
    expect(await codeOf(fixture.emil.tryQuery('mail.draftOrTemplate', asDeleted))).toBe('422 PARAMETERS_INVALID');
    expect(await codeOf(fixture.emil.tryQuery('mail.draftOrTemplate', { draftOrTemplateId: draftId }))).toBe(
      '404 NOT_FOUND',
    );
    expect(await codeOf(fixture.emil.tryCommand('mail.deleteDraftOrTemplate', asDeleted))).toBe('404 NOT_FOUND');
    await fixture.emil.command('mail.restoreDraft', { draftOrTemplateId: draftId });
    expect((await open(fixture.emil, draftId)).attachments).toMatchObject([
      { AttachmentID: id, Filename: 'Angebot.txt' },
    ]);
    await fixture.emil.command('mail.deleteDraftOrTemplate', asDeleted);
    await sweepInstance(fixture.server, fixture.instance);
    const { rows } = await sql`select from mail_draft where draft_id = ${draftId}`.execute(
      fixture.server.platform.database.owner,
    );
    expect(rows).toHaveLength(1);
  });

  test('that was sent is one no more', async () => {
    const draftKey = randomUUID();
    const { draftId } = await saved(fixture.anna, { draftKey, subject: 'gesendet' });
    await sql`update mail_draft set outgoing_id = 1 where draft_id = ${draftId}`.execute(
      fixture.server.platform.database.owner,
    );
    const late = { draftKey, aggregateVersion: 1 };
    expect(await codeOf(fixture.anna.tryCommand('mail.saveDraft', late))).toBe('409 MAIL_ALREADY_SENT');
    expect(await codeOf(fixture.anna.tryCommand('mail.restoreDraft', { draftOrTemplateId: draftId }))).toBe(
      '409 MAIL_ALREADY_SENT',
    );
    const { drafts } = await fixture.anna.query<Accounts>('mail.accounts');
    expect(drafts.some(({ ID }) => ID === draftId)).toBe(false);
  });

  test('is one of no more than two thousand', async () => {
    await sql`insert into mail_draft (instance_id, draft_key, owner_id, kind, saved_at, saved_by)
      select ${fixture.instance.id}, gen_random_uuid(), ${fixture.ids.dora}, 'auto', now(), ${fixture.ids.dora} from generate_series(1, 2000)`.execute(
      fixture.server.platform.database.owner,
    );
    expect(await codeOf(fixture.dora.tryCommand('mail.saveDraft', {}))).toBe('422 MAIL_DRAFT_TOO_MANY');
    expect((await fixture.dora.query<Accounts>('mail.accounts')).autoDrafts).toHaveLength(2000);
    await sql`delete from mail_draft where owner_id = ${fixture.ids.dora}`.execute(
      fixture.server.platform.database.owner,
    );
  });

  test.each([
    ['a key that is none', { draftKey: 'x' }],
    ['text that cannot be kept', { content: 'a\0b' }],
    ['more than a mail may say', { content: randomBytes(1_000_001).toString('hex') }],
    [
      'more receivers than a field takes',
      { receiversTo: Array.from({ length: 1001 }, () => ({ receiver: 'a@b.example' })) },
    ],
    ['an id that is none', { senderAccountId: 0 }],
    ['a mail that is none', { replyOrForwardMailAggregateId: 'x' }],
  ])('is not saved with %s', async (_what, fields) => {
    expect(await codeOf(fixture.anna.tryCommand('mail.saveDraft', fields))).toBe('422 PARAMETERS_INVALID');
  });
});

// Last: the clock goes on for a month.
test('what was thrown away is gone for good after thirty days, and its files a day later', async () => {
  const file = await upload(fixture.anna, 'Text');
  const { draftId } = await saved(fixture.anna, { attachmentIds: [file.id] });
  await fixture.anna.command('mail.deleteDraftOrTemplate', { draftOrTemplateId: draftId, type: 'draft' });
  const isThere = async (table: string, column: string, id: number): Promise<boolean> =>
    (
      await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        fixture.server.platform.database.owner,
      )
    ).rows.length > 0;
  fixture.server.advance(31 * 24 * 3_600_000);
  await sweepUploads(fixture.server, fixture.instance);
  expect(await isThere('upload', 'attachment_id', file.id)).toBe(true);
  const anna = await fixture.server.client(fixture.instance, 'anna');
  expect(await codeOf(anna.tryCommand('mail.restoreDraft', { draftOrTemplateId: draftId }))).toBe('404 NOT_FOUND');
  await sweepInstance(fixture.server, fixture.instance);
  expect(await isThere('mail_draft', 'draft_id', draftId)).toBe(false);
  fixture.server.advance(25 * 3_600_000);
  await sweepUploads(fixture.server, fixture.instance);
  expect(await isThere('upload', 'attachment_id', file.id)).toBe(false);
});
