import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import { openFixture, senderOf, saved, open, codeOf, type Fixture, type Accounts } from './testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

const PNG = Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(40, 'x'), 'latin1');

describe('files of a draft', () => {
  test('are uploads, by either of their names, and pictures where they stand in the text', async () => {
    const [file, picture] = [await upload(fixture.anna, 'Text'), await upload(fixture.anna, PNG, 'bild.png')];
    const { draftId } = await saved(fixture.anna, {
      attachmentIds: [file.id],
      uploadIds: [file.uploadId, picture.uploadId],
      content: `<p><img data-kontor-upload="${picture.uploadId}"></p>`,
    });
    expect((await open(fixture.anna, draftId)).attachments).toMatchObject([
      { AttachmentID: file.id, Disposition: 'attachment', Source: 'upload', Filename: 'Angebot.txt', Filesize: 4 },
      { AttachmentID: picture.id, Disposition: 'inline', contentType: 'image/png', aggregateId: null },
    ]);
    const { drafts } = await fixture.anna.query<Accounts>('mail.accounts');
    expect(drafts.find(({ ID }) => ID === draftId)?.hasAttachments).toBe(true);
  });

  test('are those of other mails, and mails themselves', async () => {
    const files = { 'Plan.pdf': Buffer.from('%PDF-1.7'), 'bild.png': PNG };
    const html = '<p>siehe<img src="cid:bild.png"></p>';
    const mail = await fixture.arrive({ subject: 'Plan: Halle/Nord', html, files });
    const attachments = await fixture.anna.query<{ attachmentId: number; storageKey: string; filename: string }[]>(
      'mail.attachments',
      { aggregateId: mail, storageKeys: [] },
    );
    const plan = attachments.find(({ filename }) => filename === 'Plan.pdf');
    const picture = attachments.find(({ filename }) => filename === 'bild.png');
    const { draftId, version } = await saved(fixture.anna, {
      replyOrForwardMailAggregateId: mail,
      replyOrForwardType: 'forward',
      originalAttachmentIds: [plan?.attachmentId],
      attachedItems: [
        { aggregateId: mail, storageKey: plan?.storageKey },
        { aggregateId: mail, storageKey: '' },
      ],
      content: `<blockquote type="cite" data-kontor-quote="17"><img data-kontor-inline="${picture?.storageKey}"></blockquote>`,
    });
    const draft = await open(fixture.anna, draftId);
    expect(draft.attachments).toMatchObject([
      { AttachmentID: plan?.attachmentId, Source: 'mail', Filename: 'Plan.pdf', Disposition: 'attachment' },
      { AttachmentID: 0, Filename: 'Plan Halle Nord.eml', contentType: 'message/rfc822', storageKey: '' },
      { Filename: 'bild.png', Disposition: 'inline', storageKey: picture?.storageKey },
    ]);
    expect(draft.ForwardMailID).not.toBeNull();
    // What it has it can be saved with again, as the draft says it.
    const again = await saved(fixture.anna, {
      draftId,
      aggregateVersion: version,
      attachedItems: draft.attachments.flatMap(({ aggregateId, storageKey }) =>
        aggregateId === null ? [] : { aggregateId, storageKey },
      ),
    });
    expect((await open(fixture.anna, again.draftId)).attachments).toHaveLength(3);
  });

  test('are the person’s own to see, and complete', async () => {
    const [theirs, mail] = [
      await upload(fixture.ben, 'Text'),
      await fixture.arrive({ files: { 'a.txt': Buffer.from('a') } }, fixture.own.boxId),
    ];
    const [file] = await fixture.emil.query<{ attachmentId: number }[]>('mail.attachments', {
      aggregateId: mail,
      storageKeys: [],
    });
    const visible = await fixture.arrive({});
    for (const [fields, detail] of [
      [{ attachmentIds: [theirs.id] }, String(theirs.id)],
      [{ uploadIds: [theirs.uploadId] }, theirs.uploadId],
      [{ attachmentIds: [999_999] }, '999999'],
      [{ originalAttachmentIds: [file?.attachmentId] }, String(file?.attachmentId)],
      [
        { originalAttachmentIds: [file?.attachmentId], replyOrForwardMailAggregateId: visible },
        String(file?.attachmentId),
      ],
      [{ attachedItems: [{ aggregateId: mail, storageKey: '0' }] }, '0'],
      [
        { attachedItems: [{ aggregateId: mail, storageKey: '' }] },
        String((JSON.parse(mail) as { entryId: number }).entryId),
      ],
      [{ attachedItems: [{ aggregateId: visible, storageKey: '99' }] }, '99'],
      [{ attachedItems: [{ aggregateId: visible, storageKey: "0' or 1" }] }, "0' or 1"],
    ] as const) {
      const answer = await fixture.anna.tryCommand('mail.saveDraft', fields);
      expect([fields, answer.status, answer.body.code, answer.body.detail]).toEqual([
        fields,
        422,
        'MAIL_ATTACHMENT_MISSING',
        detail,
      ]);
    }
    const begun = new FormData();
    const uploadId = randomUUID();
    for (const [key, value] of Object.entries({ uploadId, name: 'x', total: '10' })) begun.set(key, value);
    begun.set('file', new Blob(['abc']), 'x');
    await fixture.anna.send('/upload', { method: 'POST', headers: fixture.anna.headers(), body: begun });
    expect(await codeOf(fixture.anna.tryCommand('mail.saveDraft', { uploadIds: [uploadId] }))).toBe(
      '422 MAIL_ATTACHMENT_MISSING',
    );
  });

  test('stay with a draft that another saves on', async () => {
    const [file, senderAccountId] = [await upload(fixture.anna, 'Text'), await senderOf(fixture.anna)];
    const { draftId } = await saved(fixture.anna, { senderAccountId, isGlobal: true, attachmentIds: [file.id] });
    await saved(fixture.ben, { draftId, senderAccountId, attachmentIds: [file.id], aggregateVersion: 1 });
    expect((await open(fixture.ben, draftId)).attachments).toMatchObject([{ AttachmentID: file.id }]);
  });
});
