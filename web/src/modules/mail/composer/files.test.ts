import type { DraftContent } from '@kontor/contract/mail';
import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { EMPTY } from './editor/document.ts';
import { fileOfRow, fromContent, toCommand } from './state.ts';

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
