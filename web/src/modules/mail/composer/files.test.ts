import type { DraftContent } from '@kontor/contract/mail';
import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { EMPTY } from '../../../editor/document.ts';
import { refusalOf } from './reason.ts';
import { fileOfRow, fromContent, toCommand } from './state.ts';
import { texts } from './texts.ts';

const aggregateId = formatAggregateId({ module: 'document', entryId: 17, userId: 1 });
const content = (attachments: DraftContent['attachments']): DraftContent => ({
  Subject: 'Angebot',
  Content: '',
  ReceiverTO: [],
  ReceiverCC: [],
  ReceiverBCC: [],
  attachments,
  ForwardMailID: null,
  ReplyMailID: null,
  TemplateName: '',
  ID: 4,
  version: 2,
  isGlobal: false,
  isPlain: false,
  senderAccountId: null,
  signatureId: null,
  templateId: null,
  SourceType: 'new',
  draftKey: 'k',
  savedAt: '',
  savedBy: '',
  isAutomatic: false,
  fields: [],
});

test('a draft with a document names it again', () => {
  const draft = content([
    {
      AttachmentID: 9,
      Disposition: 'attachment',
      Filename: 'Rahmenvertrag.pdf',
      Filesize: 18_231,
      Source: 'document',
      contentType: 'application/pdf',
      storageKey: '2',
      aggregateId,
    },
  ]);
  const writing = fromContent(draft, EMPTY, 'mail');
  expect(writing.files).toMatchObject([{ name: 'Rahmenvertrag.pdf', size: 18_231 }]);
  expect(toCommand(writing)).toMatchObject({ attachmentIds: [], attachedItems: [{ aggregateId, storageKey: '2' }] });
});

test.each([
  [{ filename: 'Rahmenvertrag.pdf', filesize: 5 }, 'Rahmenvertrag 2027', 'Rahmenvertrag.pdf', 5],
  [{}, 'Rahmenvertrag 2027', 'Rahmenvertrag 2027', 0],
  [{}, '', 'Dokument', 0],
])('a document with %j is taken along as what it is called', (extras, information, name, size) => {
  const file = fileOfRow(aggregateId, { extras, information }, 'Dokument');
  expect(file).toMatchObject({ name, size, item: { aggregateId, storageKey: '' } });
});

test('a file that is gone is named, unless it could be one of several', () => {
  const t = texts.de;
  const problem = { type: '', title: '', status: 422, code: 'MAIL_ATTACHMENT_MISSING', detail: '17' };
  const file = fileOfRow(aggregateId, { extras: {}, information: 'Rahmenvertrag' }, '');
  expect(refusalOf(t, problem, [file])).toBe(t.fileGone('Rahmenvertrag'));
  const other = { ...file, key: 'other', item: { aggregateId: 'other', storageKey: '17' } };
  expect(refusalOf(t, problem, [file, other])).toBe(t.codes.MAIL_ATTACHMENT_MISSING);
  expect(refusalOf(t, { ...problem, code: 'MAIL_TOO_LARGE' }, [file])).toBe(t.codes.MAIL_TOO_LARGE);
});
