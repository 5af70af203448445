import type { documentCommands, documentQueries } from '@kontor/contract/document';
import {
  documentFile,
  documentFiled,
  freshName,
  mail,
  newDocument,
  newDocumentBox,
} from '../../../testing/rights/given.ts';
import { MAIL, NO, NONE, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof documentQueries)[keyof typeof documentQueries]['name']
  | (typeof documentCommands)[keyof typeof documentCommands]['name'];

/** What is of documents; what they say has the word of what mails say. */
export const OPERATIONS = {
  // Documents are of those who belong to their box; this one is the owner's alone. Administrators make boxes, and see no documents by it.
  'document.items': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await newDocument(fixture);
    return {};
  }),
  'document.boxes': row([NO, '200', NO, '200', '200']),
  'document.standardBox': row([NO, '200', NO, '200', '200']),
  'document.details': row([NO, NONE, NO, MAIL, NONE], newDocument),
  'document.preview': row([NO, NONE, NO, MAIL, NONE], newDocument),
  'document.content': row([NO, NONE, NO, MAIL, NONE], newDocument),
  'document.create': row([NO, '200', NO, '200', '200'], documentFiled),
  'document.createFromSharedFile': row([NO, '200', NO, '200', '200']),
  'document.createFromItem': row(
    [NO, '422 DOCUMENT_FILE_MISSING', NO, '200', '422 DOCUMENT_FILE_MISSING'],
    (fixture) => ({
      ...mail(fixture),
      storageKey: '',
      box: null,
    }),
  ),
  'document.createVersion': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newDocument(fixture)),
    ...documentFile(fixture),
  })),
  'document.process': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newDocument(fixture)),
    categories: [],
    postboxId: 0,
    aggregateVersion: 1,
  })),
  'document.delete': row([NO, NONE, NO, '200', NONE], newDocument),
  'document.boxSettings': forAdministrators('200'),
  'document.saveBox': forAdministrators('200', () => ({ boxId: null, name: freshName(), memberIds: [] })),
  'document.deleteBox': forAdministrators('200', newDocumentBox),
} satisfies Record<Operation, Row>;
