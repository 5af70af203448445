import { parseAggregateId } from '@kontor/contract/kernel';
import type { RelatedItem } from '@kontor/contract/activity';
import type { DocumentDetail } from '@kontor/contract/document';
import type { MailDetail } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../testing/factory.ts';
import { codeOf, open, openFixture, saved, type Fixture } from './testing/fixture.ts';
import type { TestClient } from '../../../testing/client.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

const inline = (text: string, fileName: string) => ({
  fileName,
  size: Buffer.byteLength(text),
  type: 'text/plain',
  data: Buffer.from(text).toString('base64'),
});
const file = async (by: TestClient, text: string, more: object = {}) =>
  (
    await by.command<{ aggregateId: string }>('document.create', {
      ...inline(text, 'Preisliste.txt'),
      title: 'Preise',
      box: 0,
      ...more,
    })
  ).aggregateId;
const fromItem = (by: TestClient, aggregateId: string, storageKey: string) =>
  by.tryCommand<{ aggregateId: string }>('document.createFromItem', { aggregateId, storageKey, box: 0 });
const documentOf = (by: TestClient, aggregateId: string) =>
  by.query<DocumentDetail>('document.details', { aggregateId });
const bytesOf = async (by: TestClient, aggregateId: string) =>
  (await by.tryQuery<string>('document.content', { aggregateId })).body;
const numbersOf = (related: readonly RelatedItem[]) =>
  related.map(({ role, aggregateId }) => [role, parseAggregateId(aggregateId)?.entryId]);
const numberOf = (aggregateId: string) => parseAggregateId(aggregateId)?.entryId;

describe('documents in a mail', () => {
  test('are taken along in their newest version, or in the one that is named, and named again by a draft', async () => {
    const aggregateId = await file(fixture.anna, 'alt');
    await fixture.anna.command('document.createVersion', { aggregateId, ...inline('neuer', 'Preise 2.txt') });
    const attachedItems = [
      { aggregateId, storageKey: '' },
      { aggregateId, storageKey: '1' },
    ];
    const { draftId } = await saved(fixture.anna, { attachedItems });
    const { attachments } = await open(fixture.anna, draftId);
    expect(attachments).toMatchObject([
      { AttachmentID: 0, Source: 'document', Filename: 'Preise 2.txt', Filesize: 5, storageKey: '', aggregateId },
      { AttachmentID: 0, Source: 'document', Filename: 'Preisliste.txt', Filesize: 3, storageKey: '1', aggregateId },
    ]);
  });

  test('stay with a draft that has them, whatever becomes of the document', async () => {
    const aggregateId = await file(fixture.anna, 'bleibt');
    const attachedItems = [{ aggregateId, storageKey: '' }];
    const { draftId, version } = await saved(fixture.anna, { attachedItems });
    await fixture.anna.command('document.createVersion', { aggregateId, ...inline('anders', 'b.txt') });
    await fixture.server.change(fixture.instance, async ({ db }) => {
      await db
        .deleteFrom('activity')
        .where('activity_id', '=', numberOf(aggregateId) ?? 0)
        .execute();
    });
    await saved(fixture.anna, { draftId, aggregateVersion: version, attachedItems });
    expect((await open(fixture.anna, draftId)).attachments).toMatchObject([
      { Filename: 'Preisliste.txt', Filesize: 6 },
    ]);
  });

  test('are those that the person sees', async () => {
    const aggregateId = await file(fixture.anna, 'meins');
    for (const [by, named, storageKey] of [
      [fixture.ben, aggregateId, ''],
      [fixture.anna, aggregateId, '9'],
      [fixture.anna, aggregateId, '-1'],
      [fixture.anna, aggregateId.replace('module_document', 'module_note'), ''],
    ] as const)
      expect(
        await codeOf(by.tryCommand('mail.saveDraft', { attachedItems: [{ aggregateId: named, storageKey }] })),
      ).toBe('422 MAIL_ATTACHMENT_MISSING');
  });
});

describe('a document of a mail', () => {
  test('is its file, or the mail itself, and both know of each other', async () => {
    const mail = await fixture.arrive({ subject: 'Plan: Halle', files: { 'Plan.pdf': Buffer.from('%PDF-1.7') } });
    const [attachment] = await fixture.anna.query<{ storageKey: string }[]>('mail.attachments', { aggregateId: mail });
    const plan = (await fromItem(fixture.anna, mail, attachment?.storageKey ?? '')).body.data.aggregateId;
    const whole = (await fromItem(fixture.anna, mail, '')).body.data.aggregateId;
    expect(await documentOf(fixture.anna, plan)).toMatchObject({
      title: 'Plan',
      filename: 'Plan.pdf',
      contentType: 'application/pdf',
      related: [{ role: 'from', moduleName: 'email', information: 'Plan: Halle' }],
    });
    expect(await documentOf(fixture.anna, whole)).toMatchObject({ filename: 'Plan Halle.eml', fileType: 'mail' });
    expect(await bytesOf(fixture.anna, whole)).toContain('Subject: Plan: Halle');
    const details = (by: TestClient) => by.query<MailDetail>('mail.details', { aggregateId: mail });
    expect(numbersOf((await details(fixture.anna)).related)).toEqual([
      ['made', numberOf(whole)],
      ['made', numberOf(plan)],
    ]);
    // Colleagues see the mail, and not what somebody has filed of it for themselves.
    expect((await details(fixture.ben)).related).toEqual([]);
    await fixture.anna.command('document.delete', { aggregateId: whole });
    expect(numbersOf((await details(fixture.anna)).related)).toEqual([['made', numberOf(plan)]]);
  });

  test('is also a file of a mail in it', async () => {
    const inner = rawMail({ subject: 'Innen', files: { 'tief.txt': Buffer.from('ganz tief') } });
    const mail = await fixture.arrive({ files: { 'innen.eml': Buffer.from(inner) } });
    const [attachment] = await fixture.anna.query<{ storageKey: string }[]>('mail.attachments', { aggregateId: mail });
    const { mailModelAttachments } = await fixture.anna.query<{
      mailModelAttachments: { storageKey: string; filename: string }[];
    }>('mail.attachedMail', { aggregateId: mail, storageKey: attachment?.storageKey });
    const key = mailModelAttachments.find(({ filename }) => filename === 'tief.txt')?.storageKey ?? '';
    const { aggregateId } = (await fromItem(fixture.anna, mail, key)).body.data;
    expect([(await documentOf(fixture.anna, aggregateId)).title, await bytesOf(fixture.anna, aggregateId)]).toEqual([
      'tief',
      'ganz tief',
    ]);
  });

  test('is refused where the person does not see it, or there is none', async () => {
    const foreign = await fixture.arrive({}, fixture.own.boxId);
    const mail = await fixture.arrive({});
    const missing = '422 DOCUMENT_FILE_MISSING';
    expect([
      await codeOf(fromItem(fixture.anna, foreign, '')),
      await codeOf(fromItem(fixture.anna, mail, '77')),
      await codeOf(fromItem(fixture.anna, mail, '../../etc')),
      await codeOf(fromItem(fixture.carla, mail, '')),
    ]).toEqual([missing, missing, missing, '403 RIGHT_MISSING']);
  });
});
