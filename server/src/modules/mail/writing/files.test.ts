import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import { openHouse, senderOf, saved, open, codeOf, type House, type Accounts } from './testing/house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
}, 60_000);
afterAll(() => house?.close());

const PNG = Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(40, 'x'), 'latin1');

describe('files of a draft', () => {
  test('are uploads, by either of their names, and pictures where they stand in the text', async () => {
    const [file, picture] = [await upload(house.anna, 'Text'), await upload(house.anna, PNG, 'bild.png')];
    const { draftId } = await saved(house.anna, {
      attachmentIds: [file.id],
      uploadIds: [file.uploadId, picture.uploadId],
      content: `<p><img data-kontor-upload="${picture.uploadId}"></p>`,
    });
    expect((await open(house.anna, draftId)).attachments).toMatchObject([
      { AttachmentID: file.id, Disposition: 'attachment', Source: 'upload', Filename: 'Angebot.txt', Filesize: 4 },
      { AttachmentID: picture.id, Disposition: 'inline', contentType: 'image/png', aggregateId: null },
    ]);
    const { drafts } = await house.anna.query<Accounts>('mail.accounts');
    expect(drafts.find(({ ID }) => ID === draftId)?.hasAttachments).toBe(true);
  });

  test('are those of other mails, and mails themselves', async () => {
    const files = { 'Plan.pdf': Buffer.from('%PDF-1.7'), 'bild.png': PNG };
    const html = '<p>siehe<img src="cid:bild.png"></p>';
    const mail = await house.arrive({ subject: 'Plan: Halle/Nord', html, files });
    const attachments = await house.anna.query<{ attachmentId: number; storageKey: string; filename: string }[]>(
      'mail.attachments',
      { aggregateId: mail, storageKeys: [] },
    );
    const plan = attachments.find(({ filename }) => filename === 'Plan.pdf');
    const picture = attachments.find(({ filename }) => filename === 'bild.png');
    const { draftId, version } = await saved(house.anna, {
      replyOrForwardMailAggregateId: mail,
      replyOrForwardType: 'forward',
      originalAttachmentIds: [plan?.attachmentId],
      attachedItems: [
        { aggregateId: mail, storageKey: plan?.storageKey },
        { aggregateId: mail, storageKey: '' },
      ],
      content: `<blockquote type="cite" data-kontor-quote="17"><img data-kontor-inline="${picture?.storageKey}"></blockquote>`,
    });
    const draft = await open(house.anna, draftId);
    expect(draft.attachments).toMatchObject([
      { AttachmentID: plan?.attachmentId, Source: 'mail', Filename: 'Plan.pdf', Disposition: 'attachment' },
      { AttachmentID: 0, Filename: 'Plan Halle Nord.eml', contentType: 'message/rfc822', storageKey: '' },
      { Filename: 'bild.png', Disposition: 'inline', storageKey: picture?.storageKey },
    ]);
    expect(draft.ForwardMailID).not.toBeNull();
    // What it has it can be saved with again, as the draft says it.
    const again = await saved(house.anna, {
      draftId,
      aggregateVersion: version,
      attachedItems: draft.attachments.flatMap(({ aggregateId, storageKey }) =>
        aggregateId === null ? [] : { aggregateId, storageKey },
      ),
    });
    expect((await open(house.anna, again.draftId)).attachments).toHaveLength(3);
  });

  test('are the person’s own to see, and complete', async () => {
    const [theirs, mail] = [
      await upload(house.ben, 'Text'),
      await house.arrive({ files: { 'a.txt': Buffer.from('a') } }, house.own.boxId),
    ];
    const [file] = await house.emil.query<{ attachmentId: number }[]>('mail.attachments', {
      aggregateId: mail,
      storageKeys: [],
    });
    const visible = await house.arrive({});
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
      const answer = await house.anna.tryCommand('mail.saveDraft', fields);
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
    await house.anna.send('/upload', { method: 'POST', headers: house.anna.headers(), body: begun });
    expect(await codeOf(house.anna.tryCommand('mail.saveDraft', { uploadIds: [uploadId] }))).toBe(
      '422 MAIL_ATTACHMENT_MISSING',
    );
  });

  test('stay with a draft that another saves on', async () => {
    const [file, senderAccountId] = [await upload(house.anna, 'Text'), await senderOf(house.anna)];
    const { draftId } = await saved(house.anna, { senderAccountId, isGlobal: true, attachmentIds: [file.id] });
    await saved(house.ben, { draftId, senderAccountId, attachmentIds: [file.id], aggregateVersion: 1 });
    expect((await open(house.ben, draftId)).attachments).toMatchObject([{ AttachmentID: file.id }]);
  });
});
