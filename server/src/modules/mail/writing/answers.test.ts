import type { DraftContent } from '@kontor/contract/mail';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import type { TestClient } from '../../../testing/client.ts';
import {
  openFixture,
  senderOf,
  saved,
  open,
  codeOf,
  written,
  type Fixture,
  type Accounts,
  type Saved,
} from './testing/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());

describe('a template', () => {
  const save = (by: TestClient, fields: object) => by.command<Saved>('mail.saveTemplate', fields);

  test('needs a name', async () => {
    for (const templateName of ['', '  ', '\u200b'])
      expect(await codeOf(fixture.anna.tryCommand('mail.saveTemplate', { ...written, templateName }))).toBe(
        '422 MAIL_TEMPLATE_NAME_MISSING',
      );
  });

  test('is one’s own, or everybody’s, and changed by its owner and administrators', async () => {
    const mine = await save(fixture.anna, { ...written, templateName: 'Nur ich' });
    const all = await save(fixture.anna, { ...written, templateName: 'Alle', isGlobal: true });
    const { templates, globalTemplates } = await fixture.emil.query<Accounts>('mail.accounts');
    expect([templates, globalTemplates.map(({ ID, Name }) => [ID, Name])]).toEqual([[], [[all.templateId, 'Alle']]]);
    const { draftKey } = await open(fixture.emil, all.templateId);
    const change = { draftKey, templateName: 'Anders', aggregateVersion: 1 };
    expect(await codeOf(fixture.emil.tryCommand('mail.saveTemplate', change))).toBe('403 RIGHT_MISSING');
    const gone = { draftOrTemplateId: all.templateId, type: 'template' };
    expect(await codeOf(fixture.emil.tryCommand('mail.deleteDraftOrTemplate', gone))).toBe('403 RIGHT_MISSING');
    await save(fixture.dora, change);
    expect(await open(fixture.anna, all.templateId)).toMatchObject({ TemplateName: 'Anders', isGlobal: true });
    expect(await codeOf(fixture.dora.tryQuery('mail.draftOrTemplate', { draftOrTemplateId: mine.templateId }))).toBe(
      '404 NOT_FOUND',
    );
    await fixture.dora.command('mail.deleteDraftOrTemplate', gone);
  });

  test('made of a draft is another thing than the draft', async () => {
    const draftKey = randomUUID();
    const file = await upload(fixture.anna, 'Text');
    const draft = await saved(fixture.anna, { ...written, draftKey, attachmentIds: [file.id] });
    const template = await save(fixture.anna, { ...written, draftKey, templateName: 'X', attachmentIds: [file.id] });
    expect(template.templateId).not.toBe(draft.draftId);
    expect((await open(fixture.anna, template.templateId)).draftKey).not.toBe(draftKey);
    expect(await codeOf(fixture.anna.tryCommand('mail.saveDraft', { draftId: template.templateId }))).toBe(
      '404 NOT_FOUND',
    );
  });

  test('is filled with what is known, and says what is not', async () => {
    const field = (name: string) => `<span data-kontor-field="${name}">${name}</span>`;
    const names = ['receiver.lastName', 'sender.name', 'sender.email', 'sender.phone', 'subject', 'instance.title'];
    const { templateId } = await save(fixture.anna, {
      templateName: 'Antwort',
      content: `<p>${names.map(field).join('|')}</p>`,
    });
    const mail = await fixture.arrive({ subject: 'Frage', from: 'Paul <Neumann> & Söhne <paul@werft.example>' });
    const filled = await fixture.anna.query<DraftContent>('mail.fillTemplate', {
      templateId,
      replyOrForwardMailAggregateId: mail,
      receiver: { receiver: 'p@werft.example', receiverRealName: 'Paul <b>Neumann</b>' },
    });
    expect(filled.Content).toBe(
      `<p>&lt;b&gt;Neumann&lt;/b&gt;|anna Berger|info@nordwerk.example|${field('sender.phone')}|Frage|nordwerk</p>`,
    );
    expect(filled.fields).toEqual(['sender.phone']);
    const strange = await fixture.arrive({}, fixture.own.boxId);
    expect(
      await codeOf(fixture.anna.tryQuery('mail.fillTemplate', { templateId, replyOrForwardMailAggregateId: strange })),
    ).toBe('404 NOT_FOUND');
  });
});

describe('an answer begins', () => {
  const prepare = (by: TestClient, aggregateId: string, replyOrForwardType = 'reply', more = {}) =>
    by.query<{
      receiversTo: { receiver: string }[];
      receiversCC: { receiver: string }[];
      subject: string;
      originalAttachmentIds: number[];
      senderAccountId: number | null;
      signatureId: number | null;
      templateId: number | null;
      warns: string[];
    }>('mail.prepareAnswer', { aggregateId, replyOrForwardType, ...more });

  test('with whom it goes to, from where the mail came to, in the language of the person', async () => {
    const mail = await fixture.arrive({
      subject: 'Re: Frage',
      to: 'info@nordwerk.example, Carl <carl@werft.example>',
      headers: 'Cc: dritte@werft.example',
      files: { 'a.pdf': Buffer.from('%PDF-1.7') },
    });
    expect(await prepare(fixture.anna, mail, 'replyAll')).toMatchObject({
      receiversTo: [{ receiver: 'paul.neumann@werft.example' }, { receiver: 'carl@werft.example' }],
      receiversCC: [{ receiver: 'dritte@werft.example' }],
      subject: 'AW: Frage',
      originalAttachmentIds: [],
      senderAccountId: await senderOf(fixture.anna),
      warns: [],
    });
    await fixture.ben.command('settings.change', { values: { language: 'en' }, versions: { language: Date.now() } });
    const forward = await prepare(fixture.ben, mail, 'forward');
    expect([forward.subject, forward.receiversTo, forward.originalAttachmentIds.length]).toEqual([
      'Fwd: Re: Frage',
      [],
      1,
    ]);
  });

  test('with the text that a mail is, where that is sent as a file', async () => {
    const mail = await fixture.deliver(
      'From: a@b.example\r\nTo: info@nordwerk.example\r\nSubject: Liste\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; name=liste.txt\r\nContent-Disposition: inline; filename=liste.txt\r\n\r\neins\r\n',
    );
    const { originalAttachmentIds } = await prepare(fixture.anna, mail, 'forward');
    const { draftId } = await saved(fixture.anna, {
      ...written,
      replyOrForwardMailAggregateId: mail,
      replyOrForwardType: 'forward',
      originalAttachmentIds,
    });
    expect((await open(fixture.anna, draftId)).attachments).toMatchObject([
      { Source: 'mail', Filename: 'liste.txt', Disposition: 'attachment' },
    ]);
  });

  test('with what one should know before', async () => {
    const mail = await fixture.arrive({
      headers: 'Reply-To: noreply@ganz-anders.example',
    });
    expect((await prepare(fixture.anna, mail)).warns.toSorted()).toEqual(['noReply', 'replyElsewhere']);
    expect((await prepare(fixture.anna, mail, 'forward')).warns).toEqual([]);
  });

  test('with nothing for who does not see the mail, or may not write', async () => {
    const mail = await fixture.arrive({}, fixture.own.boxId);
    const params = { aggregateId: mail, replyOrForwardType: 'reply' };
    expect(await codeOf(fixture.anna.tryQuery('mail.prepareAnswer', params))).toBe('404 NOT_FOUND');
    expect(await codeOf(fixture.carla.tryQuery('mail.prepareAnswer', params))).toBe('403 RIGHT_MISSING');
    const senderAccountId = await senderOf(fixture.emil);
    const foreign = { ...params, aggregateId: await fixture.arrive({}), senderAccountId };
    expect(await codeOf(fixture.anna.tryQuery('mail.prepareAnswer', foreign))).toBe('404 NOT_FOUND');
  });
});
